"""What a text holds, each piece with its place: links, headings, code, commands."""
