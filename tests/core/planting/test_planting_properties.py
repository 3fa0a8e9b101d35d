"""Whatever is planted where: the copy is the original but for the spans of its key."""

import re

import pytest
from core.planting.conftest import ENGLISH, JAPANESE
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.errors import ArtifactError
from workbench.core.planting.copies import planted_bytes
from workbench.core.planting.passages import Passages
from workbench.core.planting.planting import plant

_BLOCKS = [
    block for text in (ENGLISH, JAPANESE) for block in text.split("\n\n") if not block.startswith("---")
]
_ODD = [
    "| a | 5 本 |\n| - | - |\n| 湯 | `x` |",
    "<details>\n<summary>It usually works.</summary>\n</details>",
    "<!-- Kettle usually works. -->",
    "    indented usually code",
    "> Most of it usually works for most users.",
    "🫖 Café usually opens at 5. It is e\u0301trange.",
    "1. Install `tool`.\n2. Run `tool`.",
    "- item\n- item",
    "````\n```\nusually\n```\n````",
    "",
]
_texts = st.lists(st.sampled_from(_BLOCKS + _ODD), max_size=14).map("\n\n".join)
_ends = st.sampled_from(["\n", "\r\n", "\r"])
_seeds = st.integers(0, 1_000)


def _lines(text):
    """Where each fault's own words stand."""
    return sorted((c.start, c.end, c.old, c.new) for fault in text.faults for c in fault.changes)


@given(_texts, _seeds, st.integers(1, 20))
def test_undoing_the_key_gives_the_original_back(text, seed, faults):
    planted = plant(text, faults, seed)
    assert planted.original == text
    assert len(planted.faults) <= faults


@given(_texts, _seeds)
def test_a_copy_differs_only_in_the_spans_of_its_key(text, seed):
    planted = plant(text, 12, seed)
    kept, at, before = [], 0, []
    for start, end, old, new in _lines(planted):
        assert planted.text[start:end] == new
        kept.append(planted.text[at:start])
        before.append(old)
        at = end
    kept.append(planted.text[at:])
    rest, place = [], 0
    for words, old in zip(kept, [*before, ""], strict=True):
        assert text.startswith(words, place)
        place += len(words)
        assert text.startswith(old, place)
        place += len(old)
        rest.append(words)
    assert place == len(text)


@given(_texts, _seeds)
def test_the_same_seed_plants_the_same(text, seed):
    assert plant(text, 12, seed) == plant(text, 12, seed)


@given(_texts, _seeds)
def test_no_two_faults_are_in_one_sentence(text, seed):
    planted, passages = plant(text, 12, seed), Passages(text)
    shift, touched = 0, []
    places = sorted((c.start, c.end, c.old, f.number) for f in planted.faults for c in f.changes)
    for start, end, old, number in places:
        original = start - shift
        shift += (end - start) - len(old)
        touched.append((passages.around(min(original, max(0, len(text) - 1))), number))
    for sentence, number in touched:
        same = {other for place, other in touched if place == sentence and place.end > place.start}
        assert same == {number} or not passages.sentence_at(sentence.start)


@given(_texts, _seeds, _ends, st.booleans())
def test_line_ends_and_the_mark_of_the_file_survive(text, seed, end, marked):
    mark = b"\xef\xbb\xbf" if marked else b""
    planted = plant(text, 12, seed)
    made = planted_bytes(mark + text.replace("\n", end).encode(), planted)
    assert made == mark + planted.text.replace("\n", end).encode()


@given(_texts, _seeds)
def test_front_matter_is_left_alone(text, seed):
    front = "---\ntitle: It usually takes 5 steps\nkind: [all]\n---\n"
    planted = plant(front + text, 12, seed)
    assert planted.text.startswith(front)


def test_mixed_line_ends_stay_as_they_are():
    data = b"# A\r\n\r\nIt usually works.\nIt is red.\r\rIt runs on\nMars.\r\n"
    text = data.decode().replace("\r\n", "\n").replace("\r", "\n")
    for seed in range(10):
        planted = plant(text, 2, seed)
        made = planted_bytes(data, planted)
        assert planted.faults
        assert re.findall(rb"\r\n|\r|\n", made) == re.findall(rb"\r\n|\r|\n", data)


def test_a_text_that_is_not_utf8_is_refused():
    with pytest.raises(ArtifactError, match="save it as UTF-8"):
        planted_bytes("It usually works.".encode("utf-16"), plant("It usually works.", 1, 1))


@given(_texts, _seeds)
def test_lines_without_a_change_are_lines_of_the_original(text, seed):
    planted = plant(text, 12, seed)
    changes, at = [c for f in planted.faults for c in f.changes], 0
    for line in planted.text.splitlines(keepends=True):
        if not any(c.start <= at + len(line) and at <= c.end for c in changes):
            assert line in text
        at += len(line)


def test_different_seeds_plant_different_faults():
    assert len({plant(ENGLISH, 6, seed).text for seed in range(10)}) > 5


def test_what_a_reader_would_report_once_for_all_is_planted_twice_at_most():
    links = "\n\n".join(f"Number {n} is [the link {n}](https://example.org/{n})." for n in range(9))
    for seed in range(10):
        faults = plant(f"# Kettle\n\n{links}\n\nMake it in a Kettle.\n", 12, seed).faults
        families = [fault.family for fault in faults]
        assert (families.count("broken"), families.count("hype")) == (2, 2)


def test_no_family_has_more_than_a_third_of_what_was_asked_for():
    for seed in range(20):
        families = [fault.family for fault in plant(ENGLISH, 9, seed).faults]
        assert max(map(families.count, families)) <= 3
