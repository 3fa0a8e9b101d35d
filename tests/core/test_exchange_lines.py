import json

import pytest

from workbench.core.errors import UsageError
from workbench.core.exchange.parsing import header_line, header_of, line_of, lines_of
from workbench.core.exchange.records import impersonal, impersonal_path, is_of

IGNORE = {
    "type": "ignore",
    "artifact": "a" * 32,
    "marker": "b" * 32,
    "comment": "<!-- x -->",
    "at": "2026-01-01T00:00:00.000000+00:00",
}


def written(**changes):
    return json.dumps({**IGNORE, **changes}).encode()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("/home/ann/kettle/x.py is not there", "~/kettle/x.py is not there"),
        ('no "/Users/ann b" and C:\\Users\\ann\\x', 'no "~ b" and ~\\x'),
        ("/root/.cache", "~/.cache"),
        ("https://ann:secret@host/x?token=1 answers 401", "https://host/x answers 401"),
        ("either/or, 1/2, and src/kettle.py:3", "either/or, 1/2, and src/kettle.py:3"),
    ],
)
def test_a_text_is_told_without_who_it_names(said, told):
    assert impersonal(said) == told
    assert impersonal(told) == told


@pytest.mark.parametrize(
    ("path", "told"),
    [("src/x.py", "src/x.py"), ("/srv/ann/x.py", "x.py"), ("C:\\ann\\x.py", "x.py"), ("湯.md", "湯.md")],
)
def test_a_path_from_the_root_of_a_disk_is_told_by_its_name(path, told):
    assert impersonal_path(path) == told


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_text_is_told_to_be_that_of_a_hash_however_it_was_written(encoding, end):
    from workbench.core.artifacts import decoded

    revision = decoded(f"# Kettle{end}{end}湯{end}".encode(encoding))
    assert is_of(revision.text, revision.sha256)
    assert not is_of(revision.text + "!", revision.sha256)


def test_a_line_comes_back_as_it_was_told():
    assert line_of(written(), 2).shape() == IGNORE


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (b"", "no JSON"),
        (b"{", "no JSON"),
        (b"[]", "type null is not known"),
        (b"[" * 100_000, "no JSON"),
        (b"9" * 10_000, "no JSON"),
        (b'{"type": "secret\\u001b[2J"}', "type"),
        (b'{"type": ["ignore"]}', "type"),
        (written(comment="x\ud800"), "its comment is wrong"),
        (written(comment=None), "its comment is wrong"),
        (written(comment="x" * 1_000_001), "its comment is wrong"),
        (written(at="yesterday"), "its at is wrong"),
        (written(at="2026-01-01T00:00:00.000000+00:00\n"), "its at is wrong"),
        (written(marker=None), "needs a marker"),
        (written(artifact="A" * 32), "its artifact is wrong"),
        (written(more=1), "its more is wrong"),
    ],
    ids=range(15),
)
def test_a_broken_line_is_refused_with_its_number_and_the_next_step(text, what):
    with pytest.raises(
        UsageError, match=rf"\ALine 7: .*{what}.*\. Nothing was imported: export it again"
    ) as refusal:
        line_of(text, 7)
    assert "\x1b" not in str(refusal.value)


def test_the_first_line_says_what_the_file_is():
    header = header_of(
        header_line("0.1.0", "2026-01-01T00:00:00.000000+00:00", "c" * 32, True, False).encode()
    )
    assert (header.program, header.by, header.texts, header.paths) == ("0.1.0", "c" * 32, True, False)


@pytest.mark.parametrize("text", [b"", b"# Kettle", b"{}", b"[]", b'{"format": "other"}', b"\x00\xff"])
def test_another_kind_of_file_is_named_as_such_with_the_way_to_import_findings(text):
    with pytest.raises(UsageError, match=r"Line 1: this is no export of Workbench.*--as NAME"):
        header_of(text)


def test_what_stands_after_the_end_is_refused():
    end = b'{"type": "end", "lines": 2}'
    assert len(list(lines_of(iter([written(), end])))) == 1
    with pytest.raises(UsageError, match="Line 4: something stands after the end"):
        list(lines_of(iter([written(), end, written()])))


def test_a_line_that_is_missing_in_the_middle_is_noticed():
    with pytest.raises(UsageError, match="Line 2: 2 lines should stand before it, and 1 do"):
        list(lines_of(iter([b'{"type": "end", "lines": 2}'])))
