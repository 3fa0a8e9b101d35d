"""Texts that nobody plans for, and what none of them may put on a terminal."""

import codecs

COMMANDS = (
    "[/x] [bold]b[/bold] [@click=app.quit]q[/] \x1b[2J\x1b]0;title\x07 \x9b31m \x1b]52;c;aGk=\x07 \x08\x7f"
    " \u202egnp \u2066x\u2069 \u200b\u2060 \u2028 \U000e0041 \x85"
)
"""Words that try to be markup, to command a terminal and to hide."""

SECTION = "## H{n}\n\nSome words of a section, [a](#h{n}) and more.\n\n```sh\nrun {n}\n```\n\n"

ODD = {
    "empty": b"",
    "blank": b"\n\n  \n",
    "no last newline": b"# Kettle",
    "only front matter": b"---\ntitle: Kettle\ndraft: true\n---\n",
    "only figures": b"![A kettle](a.png)\n\n<img src='b.png' alt='Another'>\n\n![](c.png)\n",
    "only code": b"```python\nprint('hi')\n```\n",
    "latin-1": "# Café\n\nIt is naïve.\n".encode("latin-1"),
    "utf-16": "# Kettle\n\nBoils 湯.\n".encode("utf-16"),
    "utf-32": codecs.BOM_UTF32_BE + "# Kettle\n\nBoils 湯.\n".encode("utf-32-be"),
    "crlf": b"# Kettle\r\n\r\nIt boils.\r\n",
    "cr": b"# Kettle\r\rIt boils.\r",
    "byte order mark": b"\xef\xbb\xbf---\ntitle: Kettle\n---\n\nIt boils.\n",
    "right to left": "# קומקום\n\nשלום \u202eevil\u202c \u2067iso\u2069 مرحبا\n".encode(),
    "zero width": "# Ket\u200btle\n\nIt\u200b\u200c\u200d\u2060\ufeff boils.\n".encode(),
    "marks": ("# Ke\u0301ttle\n\nz" + "\u0301\u0300\u0302" * 200 + "algo e\u0301 한글\n").encode(),
    "emoji": "# 👩‍👩‍👧‍👦\n\n🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f 🇩🇪🇫🇷\n".encode(),
    "commands": f"# A {COMMANDS}\n\nB {COMMANDS}\n\n![{COMMANDS}](gone.png) [{COMMANDS}](gone.md)\n".encode(),
    "nul late": b"# Kettle\n\n" + b"words " * 2000 + b"\0 after\n",
    "line of 2 MB": b"word " * 400_000,
    "line of 2 MB without a space": b"a" * 2_000_000,
    "20,000 lines": "".join(SECTION.format(n=n) for n in range(2_500)).encode(),
    "500 faults": "".join(f"See [the thing {n}](gone{n}.md) here.\n\n" for n in range(500)).encode(),
}

NAMES = (
    "a\nDraft ruling: Publishable.md",
    "esc\x1b[31m\x1b]0;t\x07.md",
    "rtl\u202egnp.md",
    "[bold]x[red] [@click=app.quit].md",
    " blank .md",
    "tab\t.md",
    "漢字👩‍👩‍👧.md",
    "100%s%(x)s{}.md",
    "quote'\"$(touch ran)`touch ran`.md",
)


def commands_in(printed):
    """The characters of an output that could command a terminal, or hide."""
    hidden = {*range(0x200B, 0x200C), *range(0x2028, 0x202F), *range(0x2060, 0x2070), 0xFEFF}
    return sorted(
        {
            char
            for char in printed
            if (ord(char) < 32 and char not in "\n\t")
            or 0x7F <= ord(char) < 0xA0
            or ord(char) in hidden
            or 0xE0000 <= ord(char) < 0xE0020
        }
    )
