"""What one manifest of a Python package says, before those of a folder are taken together."""

import re
from dataclasses import dataclass, field

from workbench.checks.evidence.package import Stated
from workbench.checks.regex import regex
from workbench.core.readings import Evidence

_NAME = regex(r"\s*([A-Za-z0-9][\w.-]*)")


@dataclass
class PythonMetadata:
    """What one manifest says; what it leaves to another is empty."""

    name: Stated | None = None
    version: Stated | None = None
    version_attribute: str | None = None
    """`package.module.NAME`, which holds the version."""
    version_file: str | None = None
    """A file, from the manifest's folder, that holds it."""
    programs: dict[str, Stated] = field(default_factory=dict)
    extras: dict[str, Evidence] = field(default_factory=dict)
    requires_python: Stated | None = None
    dependencies: set[str] = field(default_factory=set)
    licence: Stated | None = None
    whole: bool = True
    """Whether its programs and extras are all read."""


def normal(name: str) -> str:
    """A distribution's or extra's name as indexes compare it (PEP 503, PEP 685)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def requirement_name(requirement: str) -> str | None:
    """The name at the beginning of a requirement (PEP 508); None where it begins with none."""
    found = _NAME.match(requirement)
    return found[1] if found else None


def requirement_names(requirements: list[str]) -> set[str]:
    """The names of some requirements."""
    return {name for requirement in requirements if (name := requirement_name(requirement))}


def entry_point(written: str) -> tuple[str, str] | None:
    """The name and `module:function` of a line `name = module:function [extra]`; None for another line."""
    name, equals, target = written.partition("=")
    target = target.partition("[")[0].strip()
    return (name.strip(), target) if equals and name.strip() and target else None
