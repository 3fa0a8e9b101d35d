"""Which licences the licence files of a repository hold, by their wording: a title may be missing."""

import re
from typing import NamedTuple

from workbench.checks.evidence.repository import Repository
from workbench.checks.regex import regex
from workbench.checks.text.licence_names import is_same, licence_names
from workbench.core.readings import Evidence

_FILE = regex(r"(?:un)?licen[sc]es?|copying|copyright", re.I)
_SUFFIXES = frozenset({"", "md", "txt", "rst", "markdown", "html"})
_BEGINNING = 60_000
"""Characters of a licence file that are looked at."""

_WORDINGS: tuple[tuple[str, str], ...] = (
    ("AGPL-3.0", r"gnu affero general public license version 3"),
    ("LGPL-3.0", r"gnu lesser general public license version 3, 29 june"),
    ("LGPL-3.0", r"this version of the gnu lesser general public license incorporates"),
    ("LGPL-2.1", r"gnu lesser general public license version 2\.1, february"),
    ("LGPL-2.0", r"gnu library general public license version 2, june"),
    ("GPL-3.0", r"gnu general public license version 3, 29 june"),
    ("GPL-2.0", r"gnu general public license version 2, june"),
    ("Apache-2.0", r"apache license,? version 2\.0, january 2004"),
    ("Apache-2.0", r"terms and conditions for use, reproduction, and distribution 1\. definitions"),
    ("Apache-2.0", r"licensed under the apache license, version 2\.0"),
    ("MPL-2.0", r"mozilla public license,? (?:version|v\.) ?2\.0"),
    ("MPL-2.0", r"1\.1\. \W*contributor\W* means each individual or legal entity that creates"),
    ("MPL-1.1", r"mozilla public license version 1\.1"),
    ("EPL-2.0", r"eclipse public license - v 2\.0"),
    ("EPL-1.0", r"eclipse public license - v 1\.0"),
    ("EUPL-1.2", r"european union public licen[cs]e v\. ?1\.2"),
    ("BSL-1.0", r"boost software license - version 1\.0"),
    ("BUSL-1.1", r"business source license 1\.1"),
    ("Elastic-2.0", r"elastic license 2\.0"),
    ("Unlicense", r"this is free and unencumbered software released into the public domain"),
    ("CC0-1.0", r"cc0 1\.0 universal|creative commons legal code cc0"),
    ("CC-BY-NC-SA-4.0", r"attribution-noncommercial-sharealike 4\.0 international"),
    ("CC-BY-NC-4.0", r"attribution-noncommercial 4\.0 international"),
    ("CC-BY-SA-4.0", r"attribution-sharealike 4\.0 international"),
    ("CC-BY-4.0", r"attribution 4\.0 international"),
    ("PSF-2.0", r"python software foundation license version 2"),
    ("WTFPL", r"do what the fuck you want to public license"),
    ("Artistic-2.0", r"the artistic license 2\.0"),
    ("Zlib", r"this software is provided .as-is., without any express or implied warranty\. in no event"),
    ("BSD-4-Clause", r"all advertising materials mentioning features or use of this software"),
    ("BSD-3-Clause", r"(?:neither the names? of|the names? of .{1,100} may not be used|nor the names of)"),
    ("BSD-2-Clause", r"redistribution and use in source and binary forms"),
    (
        "ISC",
        r"permission to use, copy, modify, and/?(?:or)? distribute this software for any purpose .{0,200}"
        r"provided that the above copyright notice",
    ),
    ("0BSD", r"permission to use, copy, modify, and/or distribute this software for any purpose"),
    ("MIT-0", r"permission is hereby granted, free of charge, .{0,700}to do so\. the software is provided"),
    ("MIT", r"permission is hereby granted, free of charge, to any person obtaining a copy"),
)
"""Words of each licence, in the order in which they tell it from those that hold the same words."""
_SHORT = frozenset({"MIT", "MIT-0", "ISC", "0BSD", "BSD-2-Clause", "Zlib"})
_LATEST = 3_000
"""Characters; where a short licence begins later, the text before it is another one."""
_REDISTRIBUTION = "redistribution and use in source and binary forms"
_SHORT_WORDS = (
    "permission is hereby granted, free of charge, to any person",
    "permission to use, copy, modify, and",
    _REDISTRIBUTION,
)
"""Of the short licences, which often stand below one another in a file."""
_SEVERAL = regex(r"either of|dual.licen|multi.licen|at your option|\bor the\b.{0,40}licen", re.I)


class LicenceText(NamedTuple):
    """A licence file, and what it holds."""

    path: str
    licence: str | None
    """An SPDX id without `-only` and `-or-later`; None where the wording is not known."""
    evidence: Evidence
    """The line that tells."""


def licence_texts(repository: Repository, folder: str) -> tuple[LicenceText, ...]:
    """The licence files of a folder, and those of its folder `LICENSES`; of the root where it has none."""
    for place in dict.fromkeys((folder, "")):
        near = (place, f"{place}/LICENSES".lstrip("/"))
        inside = (path for folder in near for path in repository.inside.get(folder, ()))
        paths = sorted(path for path in inside if _is_licence(path, place))
        if paths:
            return tuple(_read(repository, path) for path in paths)
    return ()


def _is_licence(path: str, folder: str) -> bool:
    above, _, name = path.rpartition("/")
    if above == (f"{folder}/LICENSES" if folder else "LICENSES"):
        return True
    stem, _, suffix = name.partition(".")
    first = re.split(r"[-_]", stem)[0]
    known = suffix.lower() in _SUFFIXES or suffix.isupper() or "." in suffix
    return above == folder and _FILE.fullmatch(first) is not None and known


def _read(repository: Repository, path: str) -> LicenceText:
    text = (repository.text(path) or "")[:_BEGINNING]
    licence, line = recognised(text)
    lines = text.split("\n")
    return LicenceText(path, licence, Evidence(path, line, lines[line - 1].strip()[:200]))


def recognised(text: str) -> tuple[str | None, int]:
    """The licence that a text is, and the line where the words begin that tell.

    None where they are not known, and where the text is of several licences at once.
    """
    folded, offsets = _folded(text)
    for licence, wording in _WORDINGS:
        if licence == "BSD-3-Clause" and _REDISTRIBUTION not in folded:
            continue
        found = re.search(wording, folded)
        if found is not None:
            late = licence in _SHORT and found.start() > _LATEST
            if late or _is_several(folded, licence) or _is_another(text[: offsets[found.start()]], licence):
                return None, 1
            return licence, text.count("\n", 0, offsets[found.start()]) + 1
    return None, 1


def _is_another(before: str, licence: str) -> bool:
    """Whether the words in front of a licence name another one, as of what is only taken in."""
    return any(not is_same(name.licence, licence) for name in licence_names(before))


def _is_several(folded: str, licence: str) -> bool:
    """Whether the text holds a short licence beside another one, or names a choice."""
    others = sum(words in folded for words in _SHORT_WORDS)
    own = licence in _SHORT or licence.startswith("BSD-")
    return others > own or (len(folded) < 2_000 and _SEVERAL.search(folded) is not None and not own)


def _folded(text: str) -> tuple[str, list[int]]:
    """A text in lower case with single blanks for what parts its words, and where each character stood."""
    made: list[str] = []
    offsets: list[int] = []
    for at, char in enumerate(text):
        if char.isspace() or char in "*#>_":
            if made and made[-1] != " ":
                made.append(" ")
                offsets.append(at)
        else:
            # Some letters are two in lower case.
            made.append(char.lower()[:1])
            offsets.append(at)
    return "".join(made), offsets
