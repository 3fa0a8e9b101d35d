"""What a copy of a persona or rubric begins with."""

from pathlib import Path

from workbench.content.listing import instrument_of
from workbench.content.templates import copied, template

LISTED = """\
---
title: >-
  A reader of
  two lines
default_for:
  - readme
  # Not of articles.
kinds: [readme]
# What it looks for.
reads_for: [overclaim]
---
title: stays in the body
"""


def test_a_copy_has_a_title_of_its_own_and_no_usual_round_however_both_are_written():
    assert copied(LISTED, "late-reader") == (
        "---\ntitle: Late reader\nkinds: [readme]\n# What it looks for.\nreads_for: [overclaim]\n---\n"
        "title: stays in the body\n"
    )


def test_what_ships_is_still_whole_as_a_copy():
    for folder in ("personas", "rubrics"):
        for path in Path(folder).glob("*.md"):
            made = instrument_of(folder, copied(path.read_text(), "my-own"), Path("my-own.md"), "user")
            assert not isinstance(made, tuple) and made.title == "My own"
            assert not getattr(made, "default_for", ())


def test_a_template_is_its_own_copy():
    assert copied(template("rubrics", "first"), "second") == template("rubrics", "second")


def test_a_broken_text_is_copied_as_it_stands():
    assert copied("---\ntitle: [\n---\n", "other") == "---\ntitle: [\n---\n"
