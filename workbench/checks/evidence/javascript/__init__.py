"""What the JavaScript and TypeScript of a repository offers, read and never run."""
