from datetime import date

import pytest

from workbench.core.costs.account import By, Hits, Used, Work, account, hits_of
from workbench.core.costs.account_text import account_lines, account_markdown, account_shape
from workbench.core.costs.prices import Price, PriceTable
from workbench.core.costs.usage import Usage
from workbench.core.sources import Source, SourceKind

TODAY = date(2026, 2, 1)
PRICES = PriceTable(date(2026, 1, 1), (Price("m", 1_000_000.0, 1_000_000.0),))
SKEPTIC, JUDGE = Source(SourceKind.READER, "skeptic", "0123456789"), Source(SourceKind.RUBRIC, "readme", "w")


def used(path="/a.md", source=SKEPTIC, model="m", day="2026-01-01", work=Work.ROUNDS, usage=None):
    return Used(work, path, source, model, day, usage or Usage(1, 1))


def told(*calls, by=By.ARTIFACT, hits=None, room=None, since=None):
    return account_lines(account(calls, PRICES, by, hits, since), TODAY, room)


def test_the_dearest_comes_first_and_days_come_in_their_order():
    calls = [used("/a.md"), used("/b.md", usage=Usage(9, 9), day="2026-01-02")]
    assert [line.name for line in account(calls, PRICES, By.ARTIFACT).lines] == ["/b.md", "/a.md"]
    assert [line.name for line in account(calls, PRICES, By.DAY).lines] == ["2026-01-01", "2026-01-02"]


def test_rows_are_named_by_what_they_are_by():
    calls = [used(), used(source=JUDGE), used(source=Source(SourceKind.MATCHER, "matching", "w"))]

    def names(by):
        return {line.name for line in account(calls, PRICES, by).lines}

    assert names(By.SOURCE) == {"skeptic", "readme", "matching findings"}
    assert names(By.WORDING) == {"skeptic 01234567", "readme w", "matching findings w"}
    assert names(By.MODEL) == {"m"}


def test_a_hit_costs_what_was_spent_on_its_row():
    lines = account([used(usage=Usage(3, 3))], PRICES, By.ARTIFACT, hits_of(By.ARTIFACT, {"/a.md": 2})).lines
    assert lines[0].a_hit == pytest.approx(3.0)


def test_hits_of_sources_add_up_over_their_wordings():
    other = Source(SourceKind.READER, "skeptic", "another")
    hits = hits_of(By.SOURCE, {"/a.md": 3}, [(SKEPTIC, "m", 1), (other, "m", 2)])
    assert (hits.in_all, hits.by) == (3, {"skeptic": 3})


@pytest.mark.parametrize("usage", [Usage(), Usage(1, 1)], ids=["tokens unknown", "price unknown"])
def test_a_hit_has_no_price_where_any_call_has_none(usage):
    calls = [used(), used(model="odd", usage=usage)]
    (line,) = account(calls, PRICES, By.ARTIFACT, Hits(1, {"/a.md": 1})).lines
    assert line.a_hit is None and line.spend.brief == "$2.00+?"


def test_the_table_has_a_sum_and_says_whose_prices_they_are():
    lines = told(used(), used("/b.md"), hits=Hits(4, {"/a.md": 4}))
    assert " ".join(lines[0].split()) == "text dollars calls tokens in from a cache tokens out hits a hit"
    assert [line.split()[0] for line in lines[1:4]] == ["/a.md", "/b.md", "all"]
    assert lines[1].split()[-2:] == ["4", "$0.50"] and lines[2].split()[-2:] == ["0", "-"]
    assert "Prices of 2026-01-01." in lines


def test_what_is_not_known_and_what_is_not_counted_is_said():
    lines = told(used(), used(model="odd", work=Work.REPLAYS))
    assert any(line.startswith("Not all of it is known: $2.00, 2 tokens, price unknown.") for line in lines)
    assert "It was spent on rounds ($2.00), replays and trials (2 tokens, price unknown)." in lines
    assert lines[-1].startswith("Not counted: ")


def test_a_price_is_asked_for_only_where_one_is_missing():
    unpriced, uncounted = told(used(model="odd")), told(used(usage=Usage()))
    assert any(line.endswith("`prices` in config.toml gives a model its price.") for line in unpriced)
    assert not any("prices" in line for line in uncounted if line.startswith("Not all"))
    assert any(line.endswith("tells no tokens, what it costs stays unknown.") for line in uncounted)


@pytest.mark.parametrize(
    ("usage", "said"),
    [
        (Usage(0, 0, cache_read=100), "Caching saved $90.00."),
        (Usage(0, 0, cache_written=100), "Writing caches cost $25.00 more than reading them saved."),
    ],
)
def test_what_caching_saved_is_said_whichever_way(usage, said):
    assert any(line.endswith(said) for line in told(used(usage=usage)))


def test_where_the_table_does_not_fit_rows_are_said_in_words():
    lines = told(used("/a/rather/long/path/README.md"), room=40, hits=Hits(1, {}))
    assert all(len(line) <= 40 for line in lines)
    assert lines[0].startswith("/a/rather/long/path/README.md: $2.00")


@pytest.mark.parametrize("room", [None, 160])
def test_a_model_with_an_endless_name_makes_no_row_endless(room):
    calls = [used(model="m" * 3_000), used(model="other")]
    lines = told(*calls, by=By.MODEL, room=room)
    assert lines[1].startswith("m" * 90) and max(map(len, lines[:4])) <= 160
    assert max(map(len, account_markdown(account(calls, PRICES, By.MODEL), TODAY)[2:6])) <= 160


def test_of_a_part_of_the_time_no_hits_are_told():
    lines = told(used(), since=date(2026, 1, 1))
    assert "hits" not in lines[0] and not any("A hit is" in line for line in lines)
    assert told(since=date(2026, 1, 1)) == ["Nothing was spent since 2026-01-01."]


def test_names_of_others_are_neither_markup_nor_control_characters():
    hostile = used(path="/a|b_c_\x1b[2J.md")
    assert not any("\x1b" in line for line in told(hostile))
    row = account_markdown(account([hostile], PRICES, By.ARTIFACT), TODAY)[4]
    assert row.startswith("| /a\\|b\\_c\\_") and "\x1b" not in row


def test_the_json_has_every_figure_and_null_for_what_is_not_known():
    shape = account_shape(account([used(model="odd")], PRICES, By.MODEL), date(2026, 9, 1))
    assert shape["prices"] == {"as_of": "2026-01-01", "old": True}
    assert shape["rows"][0]["name"] == "odd" and shape["rows"][0]["unpriced"] == 1
    assert shape["total"]["hits"] is None and shape["total"]["dollars_a_hit"] is None
    assert shape["made_for"]["rounds"]["calls"] == 1
