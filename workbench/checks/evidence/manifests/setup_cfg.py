"""What a setup.cfg says of its package."""

import configparser

from workbench.checks.evidence.manifests.python_metadata import (
    PythonMetadata,
    entry_point,
    normal,
    requirement_names,
)
from workbench.checks.evidence.manifests.source import Manifest
from workbench.checks.evidence.package import Stated


def read_setup_cfg(manifest: Manifest) -> PythonMetadata | None:
    """What its sections of setuptools say; None where it only configures tools."""
    parser = configparser.RawConfigParser()
    try:
        parser.read_string(manifest.text)
    except (configparser.Error, ValueError):
        return None
    if not any(section == "metadata" or section.startswith("options") for section in parser.sections()):
        return None
    found = PythonMetadata(
        name=_stated(manifest, parser, "metadata", "name"),
        requires_python=_stated(manifest, parser, "options", "python_requires"),
        licence=_stated(manifest, parser, "metadata", "license"),
        dependencies=requirement_names(_lines(parser, "options", "install_requires")),
    )
    _version(manifest, parser, found)
    for kind in ("console_scripts", "gui_scripts"):
        for line in _lines(parser, "options.entry_points", kind):
            if made := entry_point(line):
                place = manifest.place("options.entry_points", kind, made[0])
                found.programs[made[0]] = Stated(made[1], place)
    for path in _lines(parser, "options", "scripts"):
        found.programs[path.rpartition("/")[2]] = Stated(path, manifest.place("options", "scripts"))
    if parser.has_section("options.extras_require"):
        for name, requirements in parser.items("options.extras_require"):
            found.extras[normal(name.partition(":")[0])] = manifest.place("options.extras_require", name)
            found.dependencies |= requirement_names(requirements.split("\n"))
    found.whole = not parser.get("options", "entry_points", fallback="")
    return found


def _version(manifest: Manifest, parser: configparser.RawConfigParser, found: PythonMetadata) -> None:
    version = _stated(manifest, parser, "metadata", "version")
    if version is None:
        return
    if version.value.startswith("attr:"):
        found.version_attribute = version.value.removeprefix("attr:").strip()
    elif version.value.startswith("file:"):
        found.version_file = version.value.removeprefix("file:").strip()
    else:
        found.version = version


def _stated(
    manifest: Manifest, parser: configparser.RawConfigParser, section: str, key: str
) -> Stated | None:
    value = parser.get(section, key, fallback="").strip()
    return Stated(value, manifest.place(section, key)) if value else None


def _lines(parser: configparser.RawConfigParser, section: str, key: str) -> list[str]:
    """A value's lines; a semicolon or a comma parts them where it has but one."""
    value = parser.get(section, key, fallback="").strip()
    parts = value.split("\n") if "\n" in value else value.replace(";", "\n").split("\n")
    return [part.strip() for part in parts if part.strip() and not part.strip().startswith("#")]
