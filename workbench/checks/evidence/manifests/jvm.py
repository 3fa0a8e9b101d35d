"""The project of a Gradle or Maven build, as far as its files state plain values."""

import re
from typing import TYPE_CHECKING

from workbench.checks.evidence.manifests.source import Manifest, inside
from workbench.checks.evidence.package import Package, Stated
from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_NAME = regex(r"""^\s*rootProject\.name\s*=\s*["']([\w.-]+)["']""", re.M)
_VERSION = regex(r"""^version\s*(?:=\s*)?["'](\d[\w.+-]*)["']""", re.M)
_PROPERTY = regex(r"^version\s*[=:]\s*(\d[\w.+-]*)\s*$", re.M)
_APPLICATION = regex(r"""^\s*applicationName\s*=\s*["']([\w.-]+)["']""", re.M)


def read_gradle(repository: Repository, folder: str) -> Package | None:
    """What settings, build file and properties of a folder say; None where there is no build file."""
    build = _file(repository, folder, "build.gradle")
    if build is None:
        return None
    settings = _file(repository, folder, "settings.gradle")
    properties = Manifest.of(repository, inside(folder, "gradle.properties"))
    application = _found(build, _APPLICATION)
    version = _found(build, _VERSION) or (_found(properties, _PROPERTY) if properties else None)
    return Package(
        ecosystem="gradle",
        folder=folder,
        name=_found(settings, _NAME) if settings else None,
        version=version,
        programs={application.value: Stated("", application.evidence)} if application else {},
        whole=False,
    )


def read_maven(repository: Repository, folder: str) -> Package | None:
    """What a pom.xml says; None where it cannot be read, or declares entities of its own."""
    from xml.etree import ElementTree

    manifest = Manifest.of(repository, inside(folder, "pom.xml"))
    if manifest is None or "<!DOCTYPE" in manifest.text or "<!ENTITY" in manifest.text:
        return None
    try:
        root = ElementTree.fromstring(manifest.text.encode())
    except (ElementTree.ParseError, ValueError, RecursionError):
        return None
    return Package(
        ecosystem="gradle",
        folder=folder,
        name=_element(manifest, root, "artifactId"),
        version=_element(manifest, root, "version"),
        whole=False,
    )


def _file(repository: Repository, folder: str, name: str) -> Manifest | None:
    """A build file in either of Gradle's languages."""
    return Manifest.of(repository, inside(folder, name)) or Manifest.of(
        repository, inside(folder, f"{name}.kts")
    )


def _found(manifest: Manifest, pattern: re.Pattern[str]) -> Stated | None:
    found = {match[1]: match for match in pattern.finditer(manifest.text)}
    if len(found) != 1:
        return None
    value, match = found.popitem()
    return Stated(value, manifest.at(manifest.text.count("\n", 0, match.start(1)) + 1))


def _element(manifest: Manifest, root: "Element", name: str) -> Stated | None:
    """A plain child of the project itself, not of its parent or of a dependency."""
    space = root.tag.rpartition("}")[0]
    value = (root.findtext(f"{space}}}{name}" if space else name) or "").strip()
    if not value or "${" in value:
        return None
    inner = re.sub(
        r"<parent>.*?</parent>", lambda found: "\n" * found[0].count("\n"), manifest.text, flags=re.S
    )
    found = re.search(rf"<{name}>\s*{re.escape(value)}\s*</{name}>", inner)
    return Stated(value, manifest.at(inner.count("\n", 0, found.start()) + 1 if found else 1))
