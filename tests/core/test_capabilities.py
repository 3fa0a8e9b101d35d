from dataclasses import replace

import pytest
from support.builders import MODELS

from workbench.core.capabilities import (
    Capabilities,
    kept_servers,
    name_of,
    read_servers,
    with_changes,
    within,
)

SERVER = "http://localhost:8080"


def known(**windows):
    return {name_of(SERVER, model): Capabilities(window=window) for model, window in windows.items()}


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Capabilities(), ""),
        (
            Capabilities("kept", True, True, 200_000),
            "it keeps to an output schema; reports its cache; counts tokens; takes 200,000 tokens at once",
        ),
        (
            Capabilities("ignored", False, False),
            "it ignores an output schema, so it is asked for its answer's form in words; reports no cache, "
            "so every call counts in full; counts no tokens, so what is sent is estimated",
        ),
        (
            Capabilities("refused"),
            "it refuses an output schema, so it is asked for its answer's form in words",
        ),
        (Capabilities(counting=True), "a first reading shows if it keeps to an output schema; counts tokens"),
    ],
    ids=["nothing", "all", "little", "refused", "before a reading"],
)
def test_what_a_server_can_do_is_one_line(found, said):
    assert found.sentence == said


def test_only_what_has_to_be_done_without_is_lacking():
    assert not Capabilities("kept", True, True).lacks
    assert not Capabilities().lacks
    for lacking in (Capabilities("ignored"), Capabilities(caching=False), Capabilities(counting=False)):
        assert lacking.lacks


def test_what_is_found_out_later_leaves_the_rest_as_it_was():
    servers = with_changes({"one": Capabilities("kept", window=9_000)}, {"one": {"schema": "refused"}})
    assert servers == {"one": Capabilities("refused", window=9_000)}
    assert read_servers(kept_servers(servers)) == servers


def test_the_models_longest_unheard_of_are_forgotten_first():
    servers = {}
    for number in range(300):
        servers = with_changes(servers, {str(number): {"caching": True}, "0": {"caching": True}})
    left = read_servers(kept_servers(servers))
    assert len(left) == 200
    assert "0" in left and "299" in left and "1" not in left


@pytest.mark.parametrize("kept", [b"", b"nonsense", b"\xff", b'{"a": {"schema": "perhaps"}}'])
def test_what_cannot_be_read_is_forgotten(kept):
    assert read_servers(kept) == {}


@pytest.mark.parametrize("window", [-100_000, 0, 999, 2**40 + 1])
def test_what_can_be_no_window_is_none_and_the_rest_is_known(window):
    (found,) = read_servers(b'{"a": {"schema": "kept", "window": %d}}' % window).values()
    assert found == Capabilities(schema="kept")


def test_the_smallest_window_that_a_server_says_counts_for_all_of_a_round():
    servers = known(**{MODELS.reader: 64_000, MODELS.judge: 32_000, "other": 20_000})
    assert within(MODELS, servers, SERVER) == replace(MODELS, window=32_000, max_tokens=8_000)


def test_a_larger_window_than_the_usual_changes_nothing():
    assert within(MODELS, known(**{MODELS.reader: 1_000_000}), SERVER) == MODELS


def test_another_server_and_unknown_windows_change_nothing():
    assert within(MODELS, known(**{MODELS.reader: 32_000}), "http://localhost:1234") == MODELS
    assert within(MODELS, known(**{MODELS.reader: None}), SERVER) == MODELS


def test_a_window_too_small_for_parts_only_shortens_answers():
    servers = known(**{MODELS.reader: 8_192})
    assert within(MODELS, servers, SERVER) == replace(MODELS, max_tokens=2_048)
