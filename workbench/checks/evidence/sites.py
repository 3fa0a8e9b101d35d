"""Site generators, under which a link need not name a file of the repository."""

import re
from pathlib import PurePosixPath
from typing import NamedTuple

from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex

_SOURCES: dict[str, tuple[str, ...]] = {
    "mkdocs.yml": ("docs",),
    "mkdocs.yaml": ("docs",),
    "zensical.toml": ("docs",),
    "docusaurus.config": ("docs", "blog", "src", "versioned_docs", "i18n"),
    "_config.yml": ("",),
    "_config.yaml": ("",),
    "_config.toml": ("",),
    "conf.py": ("",),
    "book.toml": ("src",),
    "hugo.toml": ("content",),
    "hugo.yaml": ("content",),
    "config.toml": ("content",),
    "astro.config": ("src",),
    "eleventy.config": ("",),
    ".eleventy.js": ("",),
    "gatsby-config": ("src", "content"),
    "_quarto.yml": ("",),
    "antora.yml": ("modules",),
    ".gitbook.yaml": ("",),
    "_sidebar.md": ("",),
    "pelicanconf.py": ("content",),
    "nuxt.config": ("content",),
    "next.config": ("content", "pages", "app", "src"),
    "svelte.config": ("src",),
    "config": ("",),
}
"""File name, or its stem where the suffix varies, and the folders beside it that hold the site's pages."""

_SURE = {
    "conf.py": regex(r"sphinx|^\s*(?:extensions|html_theme)\s*=", re.M),
    "config.toml": regex(r"^\s*baseurl\s*=", re.I | re.M),
}
"""What a file must say where its name alone does not tell."""

_SCRIPTS = frozenset({".js", ".cjs", ".mjs", ".ts", ".mts"})


class Site(NamedTuple):
    """One site generator's configuration."""

    config: str
    """Path of the configuration file."""
    sources: tuple[str, ...]
    """Folders that hold its pages, from the root; empty for the root itself."""

    def holds(self, path: str) -> bool:
        """Whether a page is one of the site's and not merely a file at the repository's root."""
        return any(source and path.startswith(f"{source}/") for source in self.sources)


def sites(repository: Repository) -> tuple[Site, ...]:
    """Every site generator's configuration in the repository."""
    found = (_site(repository, path) for path in sorted(repository.files))
    return tuple(site for site in found if site is not None)


def is_address(path: str) -> bool:
    """Whether a path looks like a page's address on a site and not like a file of the repository."""
    place = PurePosixPath(path)
    if place.suffix.lower() in (".md", ".markdown", ".mdx", ".rst"):
        return False
    return path.startswith("/") or path.endswith("/") or place.suffix.lower() in ("", ".html", ".htm")


def _site(repository: Repository, path: str) -> Site | None:
    place = PurePosixPath(path)
    name = place.stem if place.suffix in _SCRIPTS and place.name not in _SOURCES else place.name
    if name not in _SOURCES or (name == "config" and place.parent.name not in (".vitepress", ".vuepress")):
        return None
    beside = place.parent.parent if name == "config" else place.parent
    text = repository.text(path) or ""
    if name in _SURE and not _SURE[name].search(text):
        return None
    folders = _SOURCES[name]
    if name.startswith("mkdocs.") and (named := re.search(r"^docs_dir:\s*['\"]?([\w./-]+)", text, re.M)):
        folders = (named[1],)
    sources = ((beside / folder).as_posix() for folder in folders)
    return Site(path, tuple("" if source == "." else source for source in sources))
