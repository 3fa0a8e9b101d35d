import pytest

from workbench.checks.families.licences import check_licences

MIT = (
    "Copyright 2024 A. Reed\n\nPermission is hereby granted, free of charge, to any person obtaining a copy\n"
    'of this software and associated documentation files (the "Software"), to deal\n'
)
GPL = "                    GNU GENERAL PUBLIC LICENSE\n                       Version 3, 29 June 2007\n"
APACHE = (
    "                                 Apache License\n                           Version 2.0, January 2004\n"
)


@pytest.fixture
def on(judged):
    def judge(text, **files):
        return judged(check_licences, text, {name.replace("__", "."): held for name, held in files.items()})

    return judge


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Heron is released under the Apache License, version 2.\n", "Apache License, version 2"),
        ("## License\n\nGPL-3.0-or-later\n", "GPL-3.0"),
        ("License: BSD 3-Clause\n", "BSD 3-Clause"),
        (
            "It may be passed on under the GNU GPL, version 3 (see [LICENSE](LICENSE)).\n",
            "GNU GPL, version 3",
        ),
    ],
)
def test_another_licence_than_that_of_the_file_is_a_fault(on, text, quote):
    found = on(text, LICENSE=MIT)
    assert found.faults == [(quote, "MIT")]
    (line,) = found.findings[0].evidence
    assert (line.path, line.line) == ("LICENSE", 3)


def test_a_badge_is_read_with_its_escapes(on):
    badge = "![licence](https://img.shields.io/badge/licence-Apache--2.0-blue.svg)"
    assert on(f"{badge}\n", LICENSE=MIT).faults == [(badge, "MIT")]
    assert on(f"{badge}\n", LICENSE=APACHE).confirmed == [badge]


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("Licensed under MIT.\n", MIT),
        ("## Licence\n\nMIT © A. Reed\n", MIT),
        ("## License\n\nGNU GPL version 3 or any later version.\n", GPL),
        ('Licensed under the Apache License, Version 2.0 (the "License").\n', APACHE),
        ("Free software under the GPL licence.\n", GPL),
    ],
)
def test_the_licence_of_the_file_is_confirmed_in_any_wording(on, text, held):
    found = on(text, COPYING=held)
    assert (found.faults, len(found.confirmed)) == ([], 1)


@pytest.mark.parametrize(
    "text",
    [
        "Licensed under either of Apache-2.0 or MIT.\n",
        "## Licence\n\nMIT. The sample data are under CC BY 4.0.\n",
        "The icons are licensed under Apache-2.0.\n",
        "Until version 2 it was licensed under the GPL-2.0.\n",
        "- [other](https://github.com/a/other) - a parser. Licensed under GPLv2.\n",
        "It is compatible with the GPL-3.0 license.\n",
        "Das geht mit jeder license der Welt.\n",
        "![l](https://img.shields.io/github/license/reed/heron)\n",
    ],
)
def test_what_may_be_said_of_something_else_is_no_fault(on, text):
    assert on(text, LICENSE=MIT).faults == []


def test_unknown_wordings_and_missing_files_decide_nothing(on):
    text = "Licensed under MIT.\n"
    assert on(text).left == ["MIT"]
    assert on(text, LICENSE="All rights reserved.\n").left == ["MIT"]


def test_any_of_several_files_will_do(on):
    text = "Licensed under MIT.\n"
    assert on(text, **{"LICENSE-MIT": MIT, "LICENSE-APACHE": APACHE}).confirmed == ["MIT"]
    assert on("Licensed under the MPL-2.0.\n", **{"LICENSE-MIT": MIT, "LICENSE-APACHE": APACHE}).faults != []
