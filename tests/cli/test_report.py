"""`workbench report` over a database in which what one author marked is stored."""

import asyncio
import json
import sqlite3
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest
from support.builders import FakeClock
from support.databases import begin

from workbench.cli.exits import Exit
from workbench.core.artifacts import decoded
from workbench.core.history import Placement
from workbench.core.marks import Decision, Mark, Target
from workbench.core.readings import Answer, Finding, FindingKind, Reading, ReadingState, Span, Verdict
from workbench.core.sources import Source, SourceKind, wording_of
from workbench.storage.store import SqliteStore

FIX = (3, 3, 4)
SATISFIED = (7, 0, 0)
READERS = (7, 3, 1)
"""Hit, miss and can't tell of 28 statements over seven repositories that their author marked."""
LEFT = {"fix": 2, "satisfied": 9, "readers": 4}
"""How many more were raised; how many were is not public, only that some were picked."""
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


def source(kind, name):
    return Source(kind, name, wording_of(name))


RUBRIC = source(SourceKind.RUBRIC, "readme")


def marks_of(counts):
    return [mark for mark, count in zip(Mark, counts, strict=True) for _ in range(count)]


class Author:
    """Stores what judge and readers said of seven repositories, and marks a part of it."""

    def __init__(self, store):
        self.store = store

    async def fill(self, reader="skeptic"):
        texts = []
        for number in range(7):
            path = f"/repository-{number}/README.md"
            artifact = await self.store.open_artifact(f"path:{path}", path, None)
            text = decoded(f"# Tool {number}\n\nThe fastest there is.\n".encode())
            texts.append((artifact, await self.store.save_revision(artifact, text)))
        for number in range(sum(FIX) + LEFT["fix"]):
            await self.judged(texts[number % 7], f"F{number}", "fails", [*marks_of(FIX), None, None][number])
        unmarked = [None] * LEFT["satisfied"]
        for number, mark in enumerate([*marks_of(SATISFIED), *unmarked]):
            await self.judged(texts[number % 7], f"M{number}", "meets", mark)
        for number, mark in enumerate([*marks_of(READERS), *[None] * LEFT["readers"]]):
            artifact, revision = texts[number % 7]
            persona = source(SourceKind.READER, reader)
            found = Finding(persona, FindingKind.FINDING, "", f"problem {number}")
            read = Reading(persona, 1, ReadingState.FINISHED, revision.id, model="m", findings=(found,))
            saved = await self.store.save_reading(artifact, read)
            await self.decide(artifact, Target("finding", saved.findings[0].id), mark)

    async def judged(self, where, question, value, mark):
        artifact, revision = where
        asked = source(SourceKind.QUESTION, f"readme/{question}")
        answer = Answer(asked, question, value, "The fastest", "so", span=Span(10, 21))
        found = [Finding(asked, FindingKind.FAILS, "The fastest", "so", asks=question)] * (value == "fails")
        read = Reading(
            RUBRIC,
            1,
            ReadingState.FINISHED,
            revision.id,
            model="m",
            verdict=Verdict.FIX,
            findings=tuple(found),
            answers=(answer,),
        )
        saved = await self.store.save_reading(artifact, read)
        about = ("finding", saved.findings[0].id) if found else ("answer", saved.answers[0].id)
        await self.decide(artifact, Target(*about), mark)

    async def decide(self, artifact, target, mark):
        if target.kind == "finding":
            await self.store.place(artifact, [Placement(target.id, 0, "first of its concern")])
        if mark:
            reason = "preference" if mark is Mark.MISS else "code" if mark is Mark.CANT_TELL else None
            await self.store.decide(artifact, Decision(target, "mark", mark, reason))


def filled(path, **changes):
    async def fill():
        store = SqliteStore(path, FakeClock().now)
        await Author(store).fill(**changes)
        await store.close()

    begin(path)
    asyncio.run(fill())


@pytest.fixture
def marked(run, tmp_path):
    """The command line over the public figures."""
    filled(tmp_path / "w.db")
    return run


def test_the_public_figures_print_their_table_with_intervals_and_picked_by_hand(marked):
    ended = marked("report")
    lines = ended.out.splitlines()
    assert ended.code == Exit.FINE and ended.err == ""
    heads = ("raised", "marked", "hit", "miss", "can't tell", "hit rate", "95 % interval")
    assert [head for head in heads if head in lines[0]] == list(heads)
    cells = [" ".join(line.split()) for line in lines[1:6]]
    assert cells == [
        "judge said should fix 12 10 3 3 4 0.50, directional 0.19 to 0.81 0.30 to 0.70 0 picked by hand",
        "judge said satisfied 16 7 7 0 0 1.00, directional 0.65 to 1.00 1.00 to 1.00 0 picked by hand",
        "reader findings 15 11 7 3 1 0.70, directional 0.40 to 0.89 0.64 to 0.73 0 picked by hand",
        "checks 0 0 0 0 0 n/a n/a n/a 0",
        "overlooked 0 0 0 0 0 n/a n/a n/a 0",
    ]
    assert "marked 10 of 12 raised, picked by hand" in ended.out
    assert "skeptic: 3 of 3 misses are preference." in ended.out
    assert "4 of 4 can't tells want the code." in ended.out


def test_json_gives_the_same_figures_with_its_version(marked):
    shape = marked("report", "--format", "json", "--by", "source").json
    assert shape["version"] == 1 and shape["by"] == "source"
    keys = ("raised", "marked", "hit", "miss", "cant_tell", "picked_by_hand")
    assert [[row[key] for key in keys] for row in shape["table"][:3]] == [
        [12, 10, *FIX, True],
        [16, 7, *SATISFIED, True],
        [15, 11, *READERS, True],
    ]
    assert [row["name"] for row in shape["blocks"][0]["rows"]] == ["skeptic"]
    assert {"read_again", "spend", "escapes", "instruments"} <= shape.keys()


def test_markdown_is_a_document_with_tables(marked):
    out = marked("report", "--format", "markdown", "--by", "artifact").out
    assert out.startswith("# How often each instrument is right\n\n| | raised |")
    assert "## Readers' findings, by artifact" in out and "| /repository-6/README.md | 2 |" in out


@pytest.mark.parametrize(
    ("words", "raised"),
    [
        (("--source", "skeptic"), [0, 0, 15]),
        (("--source", "readme"), [12, 16, 0]),
        (("--source", "readme F3"), [1, 0, 0]),
        (("--artifact", "repository-0/README.md"), [2, 3, 3]),
        (("--model", "m"), [12, 16, 15]),
        (("--source", "skeptic", "--artifact", "/repository-1/README.md"), [0, 0, 2]),
    ],
)
def test_what_is_asked_for_alone_is_counted(marked, words, raised):
    table = marked("report", "--format", "json", *words).json["table"]
    assert [row["raised"] for row in table[:3]] == raised


@pytest.mark.parametrize("words", [("--source", "nobody"), ("--model", "x"), ("--artifact", "none.md")])
def test_a_name_that_nothing_has_is_refused_with_those_that_there_are(marked, words):
    ended = marked("report", *words)
    assert ended.code == Exit.USAGE and words[1] in ended.err and "these are: " in ended.err


def test_what_was_marked_since_is_in_the_next_report(marked, tmp_path):
    before = marked("report", "--format", "json").json["table"][2]
    with sqlite3.connect(tmp_path / "w.db") as db:  # noqa: TID251
        db.execute("update decisions set undone = 1 where id = (select max(id) from decisions)")
    after = marked("report", "--format", "json").json["table"][2]
    assert (before["marked"], after["marked"]) == (11, 10)


class Page(HTMLParser):
    """Reads a page strictly: every element is closed where it should be."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.attributes, self.words = [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        assert len({name for name, _ in attrs}) == len(attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        assert "svg" in self.open
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] != ["style"]:
            self.words.append(data)


def page_of(run, tmp_path):
    ended = run("report", "--html", tmp_path / "report.html")
    assert ended.code == Exit.FINE and "report.html" in ended.err
    return (tmp_path / "report.html").read_text(encoding="utf-8")


def test_the_page_is_one_file_that_loads_and_runs_nothing(marked, tmp_path):
    text = page_of(marked, tmp_path)
    page = Page(text)
    assert text.startswith('<!doctype html>\n<html lang="en">')
    assert not {"script", "link", "img", "iframe", "object", "embed", "base"} & set(page.tags)
    asked = {"src", "href", "xlink:href", "action", "style", "srcset"}
    assert not [a for a in page.attributes if a[1] in asked or a[1].startswith("on")]
    assert "url(" not in text and "@import" not in text and "://" not in text
    assert "prefers-color-scheme: dark" in text and "default-src 'none'" in text


def test_the_page_has_the_table_and_draws_every_interval(marked, tmp_path):
    text = page_of(marked, tmp_path)
    said = " ".join(" ".join(Page(text).words).split())
    assert "judge said should fix" in said and "0.19 to 0.81" in said and "picked by hand" in said
    drawn = [ET.fromstring(f"<svg{part.partition('</svg>')[0]}</svg>") for part in text.split("<svg")[1:]]
    titles = [svg.find("title").text for svg in drawn]
    assert titles[0] == "0.50, 95 % interval 0.19 to 0.81"
    first = {child.get("class"): child for child in drawn[0]}
    at = float(first["few"].get("cx"))
    low, high = (float(first["interval"].get(side)) for side in ("x1", "x2"))
    begin, end = (float(first["axis"].get(side)) for side in ("x1", "x2"))
    assert begin <= low < at < high <= end and at == pytest.approx((begin + end) / 2)
    for svg in drawn:
        for rect in svg.iter("rect"):
            left, wide = float(rect.get("x")), float(rect.get("width"))
            assert 0 <= left < left + wide <= float(svg.get("width"))


def test_names_on_the_page_are_only_ever_text(run, tmp_path):
    hostile = "</td><script>alert(1)</script>\x1b[2J\u202e"
    filled(tmp_path / "w.db", reader=hostile)
    text = page_of(run, tmp_path)
    page = Page(text)
    assert "script" not in page.tags and "</td><script>" in "".join(page.words)
    assert not {"\x1b", "\u202e"} & set(text)


def test_a_page_that_cannot_be_written_is_said(marked, tmp_path):
    ended = marked("report", "--html", tmp_path / "none" / "report.html")
    assert ended.code == Exit.USAGE and "name another file" in ended.err


def test_json_in_words_survives_any_name(run, tmp_path):
    filled(tmp_path / "w.db", reader='読者 "x"')
    assert json.loads(run("report", "--format", "json").out)["instruments"][-1]["name"] == '読者 "x"'
