"""What a manifest says of the package that it describes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from workbench.core.readings import Evidence

Ecosystem = Literal["python", "npm", "cargo", "go", "gradle", "other"]


class Stated(NamedTuple):
    """A value, and the line that states it."""

    value: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Package:
    """One package of a repository."""

    ecosystem: Ecosystem
    folder: str
    """Of its manifest, from the repository's root."""
    name: Stated | None = None
    """The name that it is installed by; None where none is stated as a plain value."""
    version: Stated | None = None
    programs: Mapping[str, Stated] = field(default_factory=dict)
    """The commands that installing it gives, each with what runs: `module:function` or a path from the
    folder; an empty value where only the name is known."""
    extras: Mapping[str, Evidence] = field(default_factory=dict)
    """Optional sets of dependencies: extras by their normal name (PEP 685), features of Cargo."""
    requires: Mapping[str, Stated] = field(default_factory=dict)
    """The range of each runtime that it asks for: `python`, `node`, `rust`, `go`."""
    dependencies: frozenset[str] = frozenset()
    """Names of what it installs besides, as they are written, without versions."""
    scripts: Mapping[str, Evidence] = field(default_factory=dict)
    """Named scripts of a package.json."""
    licence: Stated | None = None
    published: bool = True
    """Whether it may be in an index; False where the manifest says that it is private."""
    whole: bool = True
    """Whether its programs and extras are all read; False where a program computes some of them."""
