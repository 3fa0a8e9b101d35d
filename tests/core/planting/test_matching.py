"""Found is the same place and the same problem; what rules cannot tell is left open."""

import pytest

from workbench.core.planting.matching import Matcher, Outcome
from workbench.core.planting.planting import plant
from workbench.core.readings import Finding, FindingKind
from workbench.core.sources import Source, SourceKind
from workbench.core.text.anchoring import Anchorer

READER = Source(SourceKind.READER, "r", "w")
CHECK = Source(SourceKind.CHECK, "counts", "w")
NUMBER = """\
# A

Kettle has 5 modes.

Tea is red.

Milk is white.

Sun is hot.

All 5 modes of kettle are quiet.
"""


def planted(text, family):
    """A copy with one fault, of that family."""
    return next(p for p in (plant(text, 1, seed) for seed in range(99)) if p.faults[0].family == family)


def outcome(copy, quote, problem, source=READER, unchanged=()):
    finding = Finding(source, FindingKind.FINDING, quote, problem, span=Anchorer(copy.text).anchor(quote))
    return Matcher(copy, unchanged).outcome(copy.faults[0], finding)


def changed(copy):
    """The sentence that was changed, and the one that was not."""
    sentences = [line for line in copy.text.splitlines() if "modes" in line]
    return sorted(sentences, key=lambda line: "5" in line)


def test_both_numbers_at_either_place_are_the_fault():
    copy = planted(NUMBER, "number")
    for quote in changed(copy):
        assert outcome(copy, quote, "Are there 6 or 5?") is Outcome.FOUND


def test_another_problem_of_the_same_words_is_asked_about():
    copy = planted(NUMBER, "number")
    assert outcome(copy, changed(copy)[0], "What a mode is remains open.") is Outcome.OPEN


def test_another_problem_of_the_sentence_that_was_not_changed_is_another_problem():
    copy = planted(NUMBER, "number")
    assert outcome(copy, changed(copy)[1], "What quiet means remains open.") is Outcome.NOT_FOUND


def test_the_same_problem_at_another_place_is_asked_about():
    copy = planted(NUMBER, "number")
    assert outcome(copy, "Milk is white.", "Once there are 5 modes and once 6.") is Outcome.OPEN
    assert outcome(copy, "words that are nowhere here", "Once there are 5 modes, once 6.") is Outcome.OPEN


def test_a_number_inside_another_one_is_not_it():
    copy = planted(NUMBER, "number")
    assert outcome(copy, "Milk is white.", "It costs 1.5 or 65 or 6.7.") is Outcome.NOT_FOUND


@pytest.mark.parametrize("quote", ["Tea is red.", "Milk is white."])
def test_praise_elsewhere_is_not_the_praise_that_was_planted(quote):
    copy = planted("# Kettle\n\nTea is red.\n\nMilk is white.\n\nMake it in a Kettle.\n", "hype")
    own = copy.faults[0].changes[0].new.strip()
    said = "This is hype without evidence."
    assert outcome(copy, own, said) is Outcome.FOUND
    assert outcome(copy, quote, said) is not Outcome.FOUND


PRAISE = "# Kettle\n\nTea is red.\n\nMilk is white.\n\nKettle is hot.\n"


def test_praise_of_which_another_finding_repeats_words_is_asked_about():
    copy = planted(PRAISE, "hype")
    other = next(line for line in ("Tea is red.", "Milk is white.") if f"{line} " not in copy.text)
    words = " ".join(copy.faults[0].changes[0].new.strip(" .").split()[2:8])
    assert outcome(copy, other, f"'{words}' stands just as bare.") is Outcome.OPEN
    assert outcome(copy, other, "Other sentences stand just as bare.") is Outcome.NOT_FOUND


def test_a_link_that_another_finding_names_as_broken_too_is_asked_about():
    copy = planted(
        "# A\n\nTea is red.\n\n## B\n\n## C\n\nMilk is [on lactose](https://example.org/x).\n", "broken"
    )
    assert outcome(copy, "Tea is red.", "A bracket is missing, as after 'on lactose'.") is Outcome.OPEN
    assert outcome(copy, "Tea is red.", "A bracket is missing.") is Outcome.NOT_FOUND
    assert outcome(copy, "Tea is red.", "What does this say on lactose?") is Outcome.NOT_FOUND


SYSTEMS = "# A\n\n## Systems\n\nIt works on Linux and macOS.\n\n## Thanks\n\nThanks to everybody.\n"


@pytest.mark.parametrize(
    ("quote", "problem"),
    [
        ("It works on Linux and macOS.", "Below it says that it does not run on macOS."),
        ("It does not run on macOS.", "Above, it works on Linux and macOS."),
        ("It does not run on macOS.", "This contradicts the section on systems."),
    ],
)
def test_a_contradiction_is_found_at_either_side_with_the_words_of_the_other(quote, problem):
    assert outcome(planted(SYSTEMS, "contradiction"), quote, problem) is Outcome.FOUND


@pytest.mark.parametrize(
    ("quote", "problem", "said"),
    [
        ("It works on Linux and macOS.", "It says the contrary elsewhere.", Outcome.OPEN),
        ("It does not run on macOS.", "It does not run on macOS, and nobody says why.", Outcome.OPEN),
        ("It works on Linux and macOS.", "It works on Linux and macOS, but how well?", Outcome.NOT_FOUND),
        ("Thanks to everybody.", "I expected names.", Outcome.NOT_FOUND),
    ],
)
def test_one_side_of_a_contradiction_alone_is_not_it(quote, problem, said):
    assert outcome(planted(SYSTEMS, "contradiction"), quote, problem) is said


def test_a_denial_turned_round_is_found_at_what_rests_on_it():
    text = "# A\n\nThe level cannot be measured. For now, look into the pot.\n"
    copy, at = planted(text, "contradiction"), "For now, look into the pot."
    assert outcome(copy, at, "This conflicts with the level that can be measured.") is Outcome.FOUND
    assert outcome(copy, at, "Which pot, and how is it measured?") is not Outcome.FOUND


@pytest.mark.parametrize(
    ("quote", "said"), [("# Kettle", Outcome.OPEN), ("Colours are red and blue.", Outcome.NOT_FOUND)]
)
def test_a_term_that_only_the_quote_names_is_asked_about_where_it_should_be_explained(quote, said):
    more = "Colours are red and blue.\n\nSounds are loud.\n"
    first = "# Kettle\n\nKettle is a daemon that boils water on a schedule.\n\n## Use\n\nRun Kettle.\n"
    copy = planted(f"{first}\n## More\n\nStop Kettle.\n\n{more}", "term")
    assert outcome(copy, quote, "No sentence says what sort of thing this is.") is said


@pytest.mark.parametrize("side", ["6 modes", "5 modes"])
def test_a_finding_at_either_place_of_one_fault_is_not_asked_of_another_far_away(side):
    text = f"{NUMBER}\n## More\n\nYou must set `TOKEN_A` first.\n\n## End\n\nBye.\n"
    copies = (plant(text, 2, seed) for seed in range(999))
    copy = next(p for p in copies if {f.family for f in p.faults} == {"number", "prerequisite"})
    number, other = sorted(copy.faults, key=lambda fault: fault.family)
    quote = next(line for line in copy.text.splitlines() if side in line)
    said = "It says 6 here and 5 elsewhere, and no token is told where it is."
    span = Anchorer(copy.text).anchor(quote)
    there = Finding(READER, FindingKind.FINDING, quote, said, span=span)
    assert dict((f.number, o) for f, o in Matcher(copy).outcomes(there)) == {
        number.number: Outcome.FOUND,
        other.number: Outcome.NOT_FOUND,
    }
    nowhere = Finding(READER, FindingKind.FINDING, "zzz", "No token is told where it is.")
    assert (other, Outcome.OPEN) in Matcher(copy).outcomes(nowhere)


def test_what_a_reader_believes_is_no_word_on_a_claim():
    copy = planted("# A\n\nKettle usually boils.\n\n## B\n\n## C\n\nTea is red.\n", "absolute")
    assert outcome(copy, "Kettle always boils.", "I believe that always the lid is open.") is Outcome.OPEN
    assert outcome(copy, "Kettle always boils.", "Always is hard to believe.") is Outcome.FOUND
    assert outcome(copy, "Tea is red.", "'always' and 'all' are without evidence.") is Outcome.NOT_FOUND


def test_a_check_has_found_what_it_does_not_say_of_the_original():
    copy = planted(NUMBER, "number")
    quote = changed(copy)[0]
    assert outcome(copy, quote, "Counted otherwise.", CHECK) is Outcome.FOUND
    known = {("counts", "Counted otherwise.")}
    assert outcome(copy, quote, "Counted otherwise.", CHECK, known) is Outcome.NOT_FOUND
    assert outcome(copy, "Milk is white.", "Counted otherwise.", CHECK) is Outcome.NOT_FOUND
