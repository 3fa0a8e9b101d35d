"""Defaults that the code states for a name: of parameters, fields, keys and options."""

from dataclasses import dataclass, field

from workbench.checks.evidence.code_files import CodeFiles
from workbench.checks.evidence.settings import (
    data_defaults,
    javascript_defaults,
    rust_defaults,
)
from workbench.checks.evidence.settings.default import Default
from workbench.checks.evidence.settings.python_defaults import PythonDefaults
from workbench.checks.regex import regex

MOST_FILES = 60
"""Files that are read for one name."""

_ASIDE = regex(r"(?:^|/)(?:examples?|docs?|benchmarks?|bench|demos?|samples?|playground|website)/")


@dataclass
class Defaults:
    """The defaults of a repository, looked up name by name."""

    code: CodeFiles
    _known: dict[str, tuple[Default, ...]] = field(default_factory=dict, init=False, repr=False)
    _python: PythonDefaults = field(default_factory=PythonDefaults, init=False, repr=False)

    def of(self, name: str) -> tuple[Default, ...]:
        """Every default of a name, tests left aside."""
        if name not in self._known:
            self._known[name] = tuple(self._find(name))
        return self._known[name]

    @property
    def whole(self) -> bool:
        """Whether all files were read that may state what was asked for so far."""
        return self._python.whole

    def is_common(self, name: str) -> bool:
        """Whether so many files have a word that it says nothing about one setting."""
        return len(self.code.files_with(name)) > MOST_FILES

    def _find(self, name: str) -> list[Default]:
        found: list[Default] = []
        paths = (path for path in self.code.files_with(name) if not _ASIDE.search(path))
        for _, path in zip(range(MOST_FILES), paths, strict=False):
            text = self.code.texts[path]
            if path.endswith(".py"):
                found += self._python.of(path, text, name)
            elif path.endswith(
                (".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte")
            ):
                found += javascript_defaults.of(path, text, name)
            elif path.endswith(".rs"):
                found += rust_defaults.of(path, text, name)
            found += data_defaults.of(path, text, name)
        return list({(one.evidence.path, one.evidence.line, one.value): one for one in found}.values())
