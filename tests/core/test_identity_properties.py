"""What holds for any findings and any known concerns."""

from collections import defaultdict
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from workbench.core.identity.grouping import average_link
from workbench.core.identity.identity import KnownConcern, place
from workbench.core.readings import Finding, FindingKind, Span
from workbench.core.sources import Source, SourceKind

TEXT = "\n\n".join(
    [
        "The bridge opens at seven and closes at nine.",
        "Boats above two metres wait at the yellow buoy.",
        "橋は七時に開き、九時に閉まります。",
        "高さ二メートルを超える船は黄色い浮標で待ちます。",
    ]
)
PROBLEMS = [
    ("Seven in the morning or in the evening is not said.", "Say which seven."),
    ("It is unclear which seven is meant, morning or evening.", "Give both times in full."),
    ("The buoy is not on any chart that is linked.", "Link a chart."),
    ("How a skipper measures two metres is left open.", ""),
    ("朝の七時か夕方の七時か分からない。", "午前か午後かを書く。"),
    ("七時が午前なのか午後なのか書かれていない。", "時刻を二十四時間で示す。"),
    ("", ""),
]
KINDS = [FindingKind.FINDING, FindingKind.FAILS, FindingKind.ONE_FIX, FindingKind.FAULT]


@st.composite
def findings(draw: st.DrawFn, first_id: int) -> list[Finding]:
    found = []
    for n in range(draw(st.integers(0, 9))):
        start = draw(st.integers(0, len(TEXT) - 2))
        span = Span(start, draw(st.integers(start + 1, min(len(TEXT), start + 50))))
        problem, change = draw(st.sampled_from(PROBLEMS))
        kind = draw(st.sampled_from(KINDS))
        check = kind is FindingKind.FAULT
        found.append(
            Finding(
                Source(SourceKind.CHECK if check else SourceKind.READER, draw(st.sampled_from("ab")), ""),
                kind,
                TEXT[span.start : span.end],
                problem,
                change=change,
                asks=draw(st.sampled_from(["other", "R1", "R2"])),
                span=span if draw(st.booleans()) or check else None,
                id=first_id + n,
                reading=draw(st.integers(1, 4)),
            )
        )
    return found


@st.composite
def concerns(draw: st.DrawFn) -> list[KnownConcern]:
    by_concern = defaultdict(list)
    for finding in draw(findings(1000)):
        by_concern[draw(st.integers(1, 4))].append(finding)
    return [KnownConcern(id, tuple(members)) for id, members in by_concern.items()]


@given(findings(1), concerns())
def test_every_finding_is_placed_exactly_once_and_in_the_order_given(
    new: list[Finding], known: list[KnownConcern]
) -> None:
    assert [placement.finding for placement in place(new, known, TEXT)] == [finding.id for finding in new]


@given(findings(1), concerns())
def test_a_placement_names_a_known_concern_or_the_next_new_number(
    new: list[Finding], known: list[KnownConcern]
) -> None:
    placed = {placement.concern for placement in place(new, known, TEXT)}
    fresh = sorted((concern for concern in placed if concern <= 0), reverse=True)
    assert fresh == [-n for n in range(len(fresh))]
    assert {concern for concern in placed if concern > 0} <= {concern.id for concern in known}


@given(findings(1), concerns(), st.randoms())
def test_the_order_of_readings_and_of_concerns_does_not_matter(
    new: list[Finding], known: list[KnownConcern], random: Random
) -> None:
    shuffled, reordered = list(new), list(known)
    random.shuffle(shuffled)
    random.shuffle(reordered)
    assert set(place(shuffled, reordered, TEXT)) == set(place(new, known, TEXT))


@given(findings(1), concerns())
def test_faults_and_readers_findings_never_share_a_concern_of_their_own(
    new: list[Finding], known: list[KnownConcern]
) -> None:
    kinds = defaultdict(set)
    for finding, placement in zip(new, place(new, known, TEXT), strict=True):
        if placement.concern <= 0:
            kinds[placement.concern].add(finding.kind is FindingKind.FAULT)
    assert all(len(of_one) == 1 for of_one in kinds.values())


@given(findings(1))
def test_a_round_read_again_word_for_word_raises_nothing_new(new: list[Finding]) -> None:
    concern_of = {p.finding: 1 - p.concern for p in place(new, (), TEXT)}
    known = [
        KnownConcern(id, tuple(f for f in new if concern_of[f.id] == id))
        for id in sorted(set(concern_of.values()))
    ]
    again = [replace(f, id=f.id + 500, reading=f.reading + 10) for f in new if f.problem and f.span]
    assert all(placement.concern > 0 for placement in place(again, known, TEXT))


@given(findings(1000), st.data())
def test_whatever_joined_a_merged_concern_each_of_what_was_merged_attracts_its_own_words(
    found: list[Finding], data: st.DataObject
) -> None:
    said = [f for f in found if f.problem and f.span and f.kind is FindingKind.FINDING]
    if not said:
        return
    raised, attracted = data.draw(st.sampled_from(said)), data.draw(st.sampled_from(said))
    joined = [replace(attracted, id=2000 + n, reading=20 + n) for n in range(data.draw(st.integers(0, 9)))]
    crowd = [replace(attracted, id=3000 + n, reading=30 + n) for n in range(data.draw(st.integers(0, 9)))]
    again = replace(raised, id=1, reading=50)
    merged = tuple((each,) for each in said[1:])
    before = place([again], [KnownConcern(1, (said[0],), merged)], TEXT)
    after = place([again, *crowd], [KnownConcern(1, (said[0], *joined), merged)], TEXT)
    assert before[0].concern < 1 or after[0].concern == 1


SAID = st.tuples(st.integers(0, len(TEXT) - 51), st.integers(1, 50), st.sampled_from(PROBLEMS[:-1]))


@given(SAID, st.lists(SAID, min_size=1, max_size=5, unique_by=lambda said: said[2]), st.integers(2, 9))
def test_a_rewording_joins_a_concern_however_often_that_was_raised_in_the_same_words(
    again: tuple[int, int, tuple[str, str]], said: list[tuple[int, int, tuple[str, str]]], times: int
) -> None:
    reworded, *others = (
        Finding(
            Source(SourceKind.READER, "a", ""),
            FindingKind.FINDING,
            TEXT[start : start + length],
            problem,
            change=change,
            span=Span(start, start + length),
            id=n,
            reading=n,
        )
        for n, (start, length, (problem, change)) in enumerate([again, *said], start=1)
    )
    known = [KnownConcern(n, (f,)) for n, f in enumerate(others, start=1)]
    concern = place([reworded], known, TEXT)[0].concern
    if concern > 0:
        first = others[concern - 1]
        crowd = tuple(replace(first, id=2000 + n, reading=20 + n) for n in range(times))
        known[concern - 1] = KnownConcern(concern, (first, *crowd))
        assert place([reworded], known, TEXT)[0].concern == concern


LINKS = st.dictionaries(st.tuples(st.integers(0, 7), st.integers(0, 11)), st.floats(0.01, 1), max_size=40)


@given(LINKS)
def test_fixed_nodes_never_meet_and_every_node_is_in_one_group(links: dict[tuple[int, int], float]) -> None:
    near: list[dict[int, float]] = [{} for _ in range(12)]
    for (one, two), likeness in links.items():
        if one != two:
            near[one][two] = near[two][one] = likeness
    groups = average_link(near, fixed=8, threshold=0.4)
    assert sorted(node for members in groups for node in members) == list(range(12))
    assert all(sum(node >= 8 for node in members) <= 1 for members in groups)
