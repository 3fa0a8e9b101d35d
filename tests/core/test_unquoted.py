"""Sections that nobody ever quoted."""

from support.builders import TEXT, artifact, revision

from workbench.core.history import History
from workbench.core.loop.unquoted import unquoted_sections
from workbench.core.readings import Answer, Finding, FindingKind, Place, Reading, ReadingState, Span
from workbench.core.sources import Source, SourceKind

SKEPTIC = Source(SourceKind.READER, "skeptic", "s")
JUDGE = Source(SourceKind.RUBRIC, "readme", "j")
CHECK = Source(SourceKind.CHECK, "options", "c")
QUESTION = Source(SourceKind.QUESTION, "readme/R1", "q")


def span(words, text=TEXT):
    return Span(text.index(words), text.index(words) + len(words))


def reading(*words, source=SKEPTIC, text=TEXT, revision=1, **changes):
    kind = FindingKind.FAULT if source is CHECK else FindingKind.FINDING
    findings = tuple(Finding(source, kind, w, "p", span=span(w, text), revision=revision) for w in words)
    return Reading(source, 1, ReadingState.FINISHED, revision, 1, findings=findings, **changes)


def names(*readings, text=TEXT, revisions=None):
    revisions = revisions or (revision(),)
    history = History(artifact(), revisions, readings=readings)
    return [
        section.name for section in unquoted_sections(history, revision(text, len(revisions), len(revisions)))
    ]


def test_a_section_that_a_finding_quotes_is_left_out():
    assert names(reading("boils water", "kettle on")) == ["Limits"]


def test_answers_and_worst_places_are_quotes_too():
    answer = Answer(QUESTION, "R1", "meets", "fastest", "It does.", span=span("fastest"))
    judged = Reading(
        JUDGE, 1, ReadingState.FINISHED, 1, 1, answers=(answer,), worst=(Place("x", "y", span("boils")),)
    )
    assert names(judged) == ["Install"]


def test_what_a_check_or_the_person_quotes_was_not_quoted_by_a_reader():
    assert names(reading(), reading("kettle on", source=CHECK), reading("fastest", provider="me")) == [
        "Kettle",
        "Install",
        "Limits",
    ]


def test_a_reading_that_failed_has_read_nothing():
    failed = Reading(SKEPTIC, 1, ReadingState.FAILED, 1, 1)
    assert names(failed) == []


def test_quotes_of_an_earlier_revision_count_where_their_words_stand():
    later = TEXT.replace("# Kettle\n", "# Kettle\n\nFor tea.\n").replace(
        "fastest kettle in the world", "best"
    )
    assert names(
        reading("boils water", "fastest kettle in the world"),
        text=later,
        revisions=(revision(), revision(later, 2, 2)),
    ) == ["Install", "Limits"]


def test_a_section_says_where_its_words_are_and_one_without_words_is_none():
    text = "Before.\n\n# Title\n\n## Empty\n\n---\n\n## Full\n\nWords\nand more.\n\n"
    history = History(artifact(), (revision(text),), readings=(reading(),))
    found = unquoted_sections(history, revision(text))
    assert [(section.name, section.place) for section in found] == [
        ("the beginning", "L1"),
        ("Full", "L9-12"),
    ]


def test_front_matter_is_no_section():
    text = "---\ntitle: Tea\n---\n\n# Tea\n\nPour.\n"
    history = History(artifact(), (revision(text),), readings=(reading(),))
    assert [section.place for section in unquoted_sections(history, revision(text))] == ["L5-7"]


def test_nobody_is_said_to_have_quoted_nothing_before_anybody_read():
    assert names() == []
