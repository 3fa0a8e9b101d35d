"""Words of the repository's source code, to tell what nothing in it could read."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex

_CODE = frozenset(
    {".py", ".pyw", ".js", ".mjs", ".cjs", ".ts", ".mts", ".tsx", ".jsx", ".go", ".rs", ".sh", ".bash", ".rb"}
    | {".java", ".kt", ".kts", ".gradle", ".groovy", ".c", ".cc", ".cpp", ".h", ".hpp", ".cs", ".php", ".lua"}
    | {".pl", ".swift", ".zsh", ".fish", ".ps1", ""}
)
_ASIDE = regex(r"(?:^|/)(?:tests?|spec|__tests__|testdata|fixtures|docs?|examples?|vendor|node_modules)/")
_OPTION = regex(r"[\"'`|(,\s](--?[A-Za-z][\w-]*)(?=[\"'`|=),\s])")
_QUOTED = regex(r"[\"'`]")
_WORD = regex(r"[A-Za-z_]\w*")
_MOST_FILES = 400


@dataclass(frozen=True)
class Mentions:
    """What the source of a repository names, but for its tests, documents and examples."""

    repository: Repository

    @cached_property
    def _paths(self) -> list[str]:
        paths = [p for p in sorted(self.repository.files) if PurePosixPath(p).suffix.lower() in _CODE]
        return [p for p in paths if not _ASIDE.search(p) and not PurePosixPath(p).name.startswith("test_")]

    @property
    def _is_cut(self) -> bool:
        return len(self._paths) > _MOST_FILES

    @cached_property
    def _texts(self) -> list[str]:
        texts = (self.repository.text(path) for path in self._paths[:_MOST_FILES])
        return [text for text in texts if text is not None]

    @cached_property
    def _options(self) -> frozenset[str]:
        found: set[str] = set()
        for text in self._texts:
            for line in text.split("\n"):
                if "-" in line and len(line) < 2_000 and _QUOTED.search(line) and not _is_comment(line):
                    found.update(_OPTION.findall(line + " "))
        return frozenset(found)

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(
            word.casefold().replace("_", "") for text in self._texts for word in _WORD.findall(text)
        )

    def has_option(self, name: str) -> bool:
        """Whether a line of code with quotes on it spells an option, or not all code could be looked at."""
        return self._is_cut or name in self._options

    def has_word(self, name: str) -> bool:
        """Whether the code has a name, in whatever case and with whatever between its words."""
        return self._is_cut or name.strip("-").replace("-", "").casefold() in self._words


def _is_comment(line: str) -> bool:
    start = line.lstrip()
    # An attribute of Rust is no comment.
    return start.startswith(("#", "//", "*", "--")) and not start.startswith("#[")
