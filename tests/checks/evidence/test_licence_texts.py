import pytest

from workbench.checks.evidence.licence_texts import licence_texts, recognised
from workbench.checks.evidence.repository import Repository

ISC = """Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee
is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.
"""
BSD = """Redistribution and use in source and binary forms, with or without modification, are permitted:
1. Redistributions of source code must retain the above copyright notice.
"""


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        (ISC, "ISC"),
        (BSD, "BSD-2-Clause"),
        (f"{BSD}* Neither the name of Reed nor the names of others may be used.\n", "BSD-3-Clause"),
        ("GNU AFFERO GENERAL PUBLIC LICENSE\n   Version 3, 19 November 2007\n", "AGPL-3.0"),
        ("GNU LESSER GENERAL PUBLIC LICENSE\n Version 2.1, February 1999\n", "LGPL-2.1"),
        ("GNU GENERAL PUBLIC LICENSE\n Version 2, June 1991\n", "GPL-2.0"),
        ("# Mozilla Public License Version 2.0\n", "MPL-2.0"),
        ("This is free and unencumbered software released into the public domain.\n", "Unlicense"),
        ("Ask me.\n", None),
        (f"{ISC}\n{BSD}", None),
        (f"Reed is under the MIT License. It takes in others:\n\n{BSD}", None),
        (f"The 2-Clause BSD License\n\n{BSD}", "BSD-2-Clause"),
    ],
)
def test_a_licence_is_known_by_its_wording(text, licence):
    assert recognised(f"\n{text}")[0] == licence


def test_the_line_is_where_the_words_begin():
    assert recognised(f"A.\n\n{BSD}") == ("BSD-2-Clause", 3)


def test_licence_files_are_those_of_the_folder_and_else_of_the_root(written):
    files = {
        "LICENSE": ISC,
        "cli/LICENCE.md": BSD,
        "web/a.md": "x\n",
        "LICENSES/MIT.txt": "x\n",
        "license.py": "x\n",
    }
    repository = Repository.around(written(files) / "README.md")
    assert [text.path for text in licence_texts(repository, "")] == ["LICENSE", "LICENSES/MIT.txt"]
    assert [text.path for text in licence_texts(repository, "cli")] == ["cli/LICENCE.md"]
    assert [text.path for text in licence_texts(repository, "web")] == ["LICENSE", "LICENSES/MIT.txt"]
