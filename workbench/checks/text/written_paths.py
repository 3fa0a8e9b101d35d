"""Paths in code markup of a text, with what the words around say of them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.code import CodeSpan, Prose
from workbench.checks.text.markdown import Markdown

LONGEST = 20_000
"""Characters of a paragraph; a longer one is not read."""

ENDINGS = frozenset(
    [
        "py",
        "pyi",
        "ipynb",
        "js",
        "mjs",
        "cjs",
        "jsx",
        "ts",
        "mts",
        "tsx",
        "vue",
        "svelte",
        "go",
        "rs",
        "rb",
        "java",
        "kt",
        "kts",
        "scala",
        "c",
        "h",
        "cc",
        "cpp",
        "cxx",
        "hpp",
        "cs",
        "fs",
        "php",
        "pl",
        "pm",
        "lua",
        "swift",
        "m",
        "mm",
        "dart",
        "ex",
        "exs",
        "erl",
        "hs",
        "ml",
        "jl",
        "r",
        "sh",
        "bash",
        "zsh",
        "fish",
        "ps1",
        "bat",
        "cmd",
        "sql",
        "graphql",
        "proto",
        "html",
        "htm",
        "css",
        "scss",
        "sass",
        "less",
        "xml",
        "svg",
        "json",
        "json5",
        "jsonc",
        "yml",
        "yaml",
        "toml",
        "ini",
        "cfg",
        "conf",
        "env",
        "properties",
        "md",
        "mdx",
        "markdown",
        "rst",
        "txt",
        "adoc",
        "csv",
        "tsv",
        "tf",
        "hcl",
        "cmake",
        "mk",
        "gradle",
        "lock",
        "gemspec",
        "service",
        "j2",
        "tmpl",
        "tpl",
        "example",
        "sample",
        "dist",
        "template",
        "png",
        "jpg",
        "gif",
        "ico",
        "webp",
        "pdf",
        "wav",
        "ttf",
    ]
)
"""What behind a name's last dot says that it is a file."""
_PATH = regex(r"(?:\.{1,2}[/\\]|[/\\])?[\w@.+{}-]{1,100}(?:[/\\][\w@.+{}-]{1,100}){0,20}[/\\]?")
_LINE = regex(r"(?::\d+(?:[:-]\d+)?|#L\d+(?:-L?\d+)?)\Z")
_NAMED = regex(r"\.?[A-Za-z0-9_@+-][\w@.+-]*\.(\w{1,10})")
_BARE = frozenset(
    {
        "Makefile",
        "Dockerfile",
        "LICENSE",
        "COPYING",
        "Procfile",
        "Vagrantfile",
        "Justfile",
        "Rakefile",
        "Gemfile",
    }
)


class WrittenPath(NamedTuple):
    """One path in code markup."""

    text: str
    """Without a line number behind it."""
    prose: Prose
    span: CodeSpan

    @property
    def place(self) -> tuple[int, int]:
        """Start and end in the source."""
        return self.span.start, self.span.end

    @property
    def is_folder(self) -> bool:
        """Whether it is written as a folder."""
        return self.text.endswith(("/", "\\"))

    @property
    def parts(self) -> list[str]:
        """Its names."""
        return [part for part in re.split(r"[/\\]", self.text) if part not in ("", ".")]

    @property
    def has_ending(self) -> bool:
        """Whether its last name has the ending of a known sort of file."""
        return is_file_name(self.parts[-1]) if self.parts else False

    @property
    def before(self) -> str:
        """The words of its sentence in front of it."""
        text = self.prose.before(self.span)
        at = max((found.end() for found in _SENTENCE.finditer(text)), default=0)
        return text[at:]

    @property
    def after(self) -> str:
        """The words of its sentence behind it."""
        text = self.prose.after(self.span)
        found = _SENTENCE.search(text)
        return text[: found.start()] if found else text


_SENTENCE = regex(r"[.!?](?=[\s)\"']|\Z)|[。！？]|;\s|\n\s*\n|<br ?/?>")


def is_file_name(name: str) -> bool:
    """Whether a name is that of a file by its ending, or a well-known one without."""
    found = _NAMED.fullmatch(name)
    return name in _BARE or (found is not None and found[1].lower() in ENDINGS)


def written_paths(markdown: Markdown) -> Iterator[WrittenPath]:
    """Every span that is one path: with a slash, or the name of a known sort of file."""
    for prose in markdown.prose:
        if len(prose.text) > LONGEST:
            continue
        for span in prose.spans:
            text = _LINE.sub("", span.text)
            if len(text) > 300 or not _PATH.fullmatch(text):
                continue
            path = WrittenPath(text, prose, span)
            if path.parts and ("/" in text or "\\" in text or path.has_ending):
                yield path
