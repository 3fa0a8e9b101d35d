import json
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from workbench.core.artifacts import Artifact, Kind
from workbench.core.fixes import Elsewhere, Fix, as_json, as_markdown
from workbench.core.readings import Evidence
from workbench.core.sources import Source, SourceKind
from workbench.core.text.display_text import neutralised

ARTIFACT = Artifact("path:/texts/README.md", "/texts/README.md", Kind.README)
FIX = Fix(1, 3, ("Usage",), "words", "problem", "", "", "", (), (), "", "new")
MARKDOWN = MarkdownIt("commonmark").enable(["strikethrough", "table"])
MARKUP = """``` ```` ~~~ ~~ ` _ __ * ** [a](b) ![a](b) <b> <!-- --> &lt; # - 1. > --- === | |-| $ \\"""
SPACE = ["\n", "\n\n", "\r", "\t", "    ", " "]
CONTROLS = ["\x00", "\x1b", "\x85", "\u2028", "\u202e"]
pieces = st.sampled_from([*MARKUP.split(), *SPACE, *CONTROLS, "a", "読"])
hostile = st.lists(pieces, max_size=12).map("".join)


def rendered(text):
    """What a Markdown reader makes of the list: block tokens, and the kinds of inline ones."""
    blocks = MARKDOWN.parse(text)
    return blocks, {child.type for block in blocks for child in block.children or []}


def structure(text):
    """The block tokens a Markdown reader makes of the list, without their words."""
    return [block.type for block in MARKDOWN.parse(text)]


@given(hostile)
def test_a_quote_cannot_break_out_of_its_fence(quote):
    blocks, _ = rendered(as_markdown(ARTIFACT, [replace(FIX, quote=quote)]))
    fences = [block.content for block in blocks if block.type == "fence"]
    assert fences == ([neutralised(quote) + "\n"] if quote else [])
    with_plain_words = as_markdown(ARTIFACT, [replace(FIX, quote="words" if quote else "")])
    assert [block.type for block in blocks] == structure(with_plain_words)


@given(hostile, st.sampled_from(["problem", "consequence", "change", "expected", "note"]))
def test_what_is_said_of_a_fix_stays_plain_text(said, field):
    fix = replace(FIX, **{"problem": "", field: f"a{said}z"})
    blocks, kinds = rendered(as_markdown(ARTIFACT, [fix]))
    assert [block.type for block in blocks] == structure(as_markdown(ARTIFACT, [FIX]))
    assert kinds <= {"text", "text_special"}
    items = ["".join(c.content for c in b.children) for b in blocks if b.type == "inline" and b.level == 3]
    shown = " ".join(neutralised(f"a{said}z").split())
    assert items[0] == f"{field.title()}: {shown}"


@given(hostile)
def test_the_words_and_problems_of_other_places_stay_plain_text(said):
    fix = replace(FIX, also=(Elsewhere(7, f"a{said}z", f"a{said}z"),))
    blocks, kinds = rendered(as_markdown(ARTIFACT, [fix]))
    plain = replace(FIX, also=(Elsewhere(7, "words", "words"),))
    assert [block.type for block in blocks] == structure(as_markdown(ARTIFACT, [plain]))
    assert kinds <= {"text", "text_special"}


@given(hostile)
def test_names_places_and_evidence_stay_plain_text(said):
    name = f"a{said.replace('/', '')}z"
    fix = replace(
        FIX,
        section=(name,),
        evidence=(Evidence(name, 2, name),),
        sources=(Source(SourceKind.READER, name, "w"),),
    )
    artifact = replace(ARTIFACT, path=f"/texts/{name}")
    blocks, kinds = rendered(as_markdown(artifact, [fix]))
    plain = replace(fix, section=("x",), evidence=(Evidence("x", 2, "x"),), sources=())
    plain = replace(plain, sources=(Source(SourceKind.READER, "x", "w"),))
    assert [block.type for block in blocks] == structure(as_markdown(ARTIFACT, [plain]))
    assert kinds <= {"text", "text_special"}


def test_a_section_title_that_ends_in_a_number_sign_is_shown_whole():
    blocks, _ = rendered(as_markdown(ARTIFACT, [replace(FIX, section=("All about C #",))]))
    titles = ["".join(c.content for c in b.children) for b in blocks if b.type == "inline"]
    assert "1. Line 3, under All about C #" in titles


@pytest.mark.parametrize("field", [f.name for f in fields(Fix) if f.type in (str, "str")])
def test_nothing_in_a_list_commands_a_terminal(field):
    fix = replace(FIX, **{field: "\x1b]0;owned\x07\x9b2J\u202e\r"})
    markdown, shape = as_markdown(ARTIFACT, [fix]), as_json(ARTIFACT, [fix])
    assert not set(markdown) & set("\x1b\x07\x9b\u202e\r")
    assert shape.isascii()
    assert not set(shape) & set("\x1b\x07\r")


def test_the_json_keeps_the_exact_words():
    quote = "```\n\x1b[2J\u202eend"
    assert json.loads(as_json(ARTIFACT, [replace(FIX, quote=quote)]))["fixes"][0]["quote"] == quote
