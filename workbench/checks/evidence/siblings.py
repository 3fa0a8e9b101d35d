"""Other pages that say the same as one page: translations, and the page that starts its site."""

from typing import NamedTuple

from workbench.checks.evidence.project import Project
from workbench.checks.regex import regex
from workbench.checks.text.page import Page

MOST = 6
"""Translations of one page that are read."""

_CODES = frozenset(
    [
        "ar",
        "bg",
        "bn",
        "ca",
        "cs",
        "da",
        "de",
        "el",
        "en",
        "es",
        "et",
        "fa",
        "fi",
        "fr",
        "he",
        "hi",
        "hr",
        "hu",
        "id",
        "it",
        "ja",
        "jp",
        "ko",
        "kr",
        "lt",
        "lv",
        "ms",
        "nb",
        "nl",
        "no",
        "pl",
        "pt",
        "ro",
        "ru",
        "sk",
        "sl",
        "sr",
        "sv",
        "th",
        "tr",
        "uk",
        "ua",
        "vi",
        "zh",
        "cn",
        "tw",
        "chinese",
        "japanese",
        "korean",
        "german",
        "french",
        "spanish",
        "russian",
    ]
)
_TRANSLATED = regex(r"(?P<stem>[\w-]*?)[._-](?P<code>[A-Za-z]{2,8})(?:[-_][A-Za-z]{2,4})?\.(?:md|markdown)")
_PLACES = (
    "",
    "docs",
    "doc",
    "i18n",
    "translations",
    "docs/i18n",
    "docs/readme",
    ".github",
    "readme",
    "docs/translations",
)


_STARTS = ("docs/index.md", "doc/index.md", "llms.txt", "docs/llms.txt")


class Sibling(NamedTuple):
    """Another page."""

    page: Page
    is_original: bool
    """Whether the page under check is the translation, or comes after it."""


def siblings_of(page: Page, project: Project) -> tuple[Sibling, ...]:
    """The pages that say the same as one, read up to a limit."""
    if (start := _site_start(page, project)) is not None:
        return (start,)
    folder, _, name = page.path.rpartition("/")
    stem = _stem(name)
    if stem is None:
        return ()
    own = stem.casefold() != name.rpartition(".")[0].casefold()
    found: list[Sibling] = []
    for path in sorted(project.repository.files):
        place, _, other = path.rpartition("/")
        if path == page.path or (place != folder and (place not in _PLACES or folder not in _PLACES)):
            continue
        translated = _stem(other)
        if translated is None or translated.casefold() != stem.casefold():
            continue
        original = other.rpartition(".")[0].casefold() == stem.casefold()
        # A translation is compared with its original only, and two originals say different things.
        read = project.page(path) if own == original else None
        if read is not None:
            found.append(Sibling(read, original))
    return tuple(found[:MOST])


def _site_start(page: Page, project: Project) -> Sibling | None:
    """The README for the page that starts the site of the documents, or is for models; None for others."""
    if page.path not in _STARTS:
        return None
    readme = project.page("README.md")
    return None if readme is None else Sibling(readme, True)


def _stem(name: str) -> str | None:
    """What a page is called without its language; None where it is no Markdown."""
    found = _TRANSLATED.fullmatch(name)
    if found is not None and found["code"].lower() in _CODES and found["stem"]:
        return found["stem"]
    stem, _, suffix = name.rpartition(".")
    return stem if suffix.lower() in ("md", "markdown") else None
