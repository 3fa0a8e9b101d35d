import re
from datetime import date
from importlib.util import find_spec
from pathlib import Path

import pytest

from workbench.content.defaults import shipped_prices, usual_models
from workbench.content.settings import (
    check_settings,
    configuration,
    environment_settings,
    user_settings,
)
from workbench.core.artifacts import Kind
from workbench.core.errors import ContentError


@pytest.fixture
def config(write):
    """Write a settings file; gives the environment that names it."""

    def _config(text):
        return {"WORKBENCH_CONFIG": str(write("config.toml", text))}

    return _config


def test_what_ships_applies_where_nothing_else_is_said():
    configured = configuration()
    assert (configured.provider, configured.trials, configured.parallel) == (None, 1, 8)
    assert configured.budget is not None


def test_a_nearer_layer_wins_and_farther_ones_fill_in():
    configured = configuration(
        {"models": {"judge": "near"}, "budget": 2},
        {"models": {"judge": "far", "reader": "far"}, "budget": 3, "trials": 2},
    )
    models = configured.models_for("anthropic")
    assert (models.judge, models.reader) == ("near", "far")
    assert models.matcher == usual_models("anthropic")["matcher"]
    assert (configured.budget, configured.trials) == (2, 2)


def test_a_program_is_taken_whole_from_the_nearest_layer():
    configured = configuration({"command": {"argv": ["near"]}}, {"command": {"argv": ["far"], "keep": ["A"]}})
    assert configured.command.argv == ("near",)
    assert configured.command.keep == ()


def test_none_lifts_the_budget_over_a_farther_layer():
    assert configuration({"budget": "none"}, {"budget": 3}).budget is None


def test_a_round_gets_models_efforts_and_limits():
    settings = configuration({"effort": {"judge": "high"}, "parallel": 2}).settings("anthropic")
    assert (settings.models.judge_effort, settings.models.reader_effort) == ("high", None)
    assert (settings.parallel, settings.trials) == (2, 1)


def test_readers_are_chosen_for_each_kind():
    configured = configuration({"readers": {"article": ["skeptic"]}})
    assert configured.readers_for(Kind.ARTICLE) == ("skeptic",)
    assert configured.readers_for(Kind.README) == ()


def test_a_provider_without_usual_models_asks_for_them_by_key():
    with pytest.raises(ContentError, match="name one here or with --model") as caught:
        configuration({"models": {"reader": "some"}}).models_for("bedrock")
    assert caught.value.key == "models.judge"
    assert "such as the inference profile" in caught.value.problem


def test_where_bedrock_is_can_be_set_and_else_is_left_to_awss_tools():
    assert configuration().bedrock.region is None
    configured = configuration({"bedrock": {"region": "eu-west-1", "profile": "work"}})
    assert (configured.bedrock.region, configured.bedrock.profile) == ("eu-west-1", "work")
    assert configured.bedrock.endpoint is None


def test_the_command_provider_needs_a_program():
    with pytest.raises(ContentError) as caught:
        configuration({"provider": "command"})
    assert caught.value.key == "command.argv"


def test_the_environment_gives_provider_budget_and_one_model_for_every_role():
    layer = environment_settings(
        {"WORKBENCH_PROVIDER": "anthropic", "WORKBENCH_BUDGET": "0.5", "WORKBENCH_MODEL": "other"}
    )
    configured = configuration(layer, {"models": {"judge": "far"}})
    models = configured.models_for("anthropic")
    assert (models.reader, models.judge, models.matcher) == ("other", "other", "other")
    assert (configured.provider, configured.budget) == ("anthropic", 0.5)


def test_a_provider_may_carry_what_it_needs_behind_a_colon():
    assert configuration({"provider": "scripted:answers.jsonl"}).provider == "scripted:answers.jsonl"


def test_an_empty_variable_counts_as_unset():
    assert environment_settings({"WORKBENCH_MODEL": "", "HOME": "/root"}) == {}


@pytest.mark.parametrize(
    ("variable", "value", "problem"),
    [
        ("WORKBENCH_BUDGET", "plenty", "must be a number"),
        ("WORKBENCH_BUDGET", "-1", "must be greater than 0"),
        ("WORKBENCH_BUDGET", "nan", "must be"),
        ("WORKBENCH_BUDGET", "inf", "must be a number"),
        ("WORKBENCH_PROVIDER", "anthropc", "did you mean anthropic?"),
    ],
)
def test_a_wrong_variable_is_named(variable, value, problem):
    with pytest.raises(ContentError, match=problem) as caught:
        environment_settings({variable: value})
    assert caught.value.key == variable


@pytest.mark.parametrize("argv", [[""], ["a\0b"], []])
def test_a_program_that_cannot_exist_is_refused(argv):
    with pytest.raises(ContentError):
        configuration({"provider": "command", "command": {"argv": argv}})


def test_a_users_file_is_a_layer(config):
    environment = config('provider = "anthropic"\n[models]\nreader = "a"\n[keys]\nhit = "y"\n')
    configured = configuration(user_settings(environment))
    assert (configured.provider, configured.models.reader) == ("anthropic", ("a",))
    assert configured.keys == {"hit": "y"}


def test_no_users_file_is_an_empty_layer(tmp_path, monkeypatch):
    monkeypatch.setattr("workbench.content.locations.user_config", lambda: tmp_path)
    assert user_settings({}) == {}


def test_a_named_file_that_is_missing_is_an_error(tmp_path):
    with pytest.raises(ContentError, match="cannot be read"):
        user_settings({"WORKBENCH_CONFIG": str(tmp_path / "config.toml")})


@pytest.mark.parametrize(
    ("text", "key", "problem"),
    [
        ("budgte = 1", "budgte", "did you mean budget?"),
        ("[models]\njugde = 'a'", "models.jugde", "did you mean judge?"),
        ("[models]\njudge = 5", "models.judge", "must be text, or a list of texts"),
        ("[models]\njudge = [5]", "models.judge.1", "must be text"),
        ("[effort]\njudge = 'hihg'", "effort.judge", "did you mean high?"),
        ("[readers]\nreamde = ['a']", "readers.reamde", "did you mean readme?"),
        ("[command]\nargv = 'llm -m x'", "command.argv", "must be a list"),
        ("[command]\nargv = []", "command.argv", "must not be empty"),
        ("[command]\ntimeout = 3", "command.argv", "is missing"),
        ("trials = 0", "trials", "must be greater than or equal to 1"),
        ("trials = 'many'", "trials", "must be a whole number"),
        ("models = 'a'", "models", "must hold keys of its own"),
        ("[keys]\nhit = 3", "keys.hit", "must be text"),
        ("[bedrock]\nregoin = 'eu-west-1'", "bedrock.regoin", "did you mean region?"),
        ("[bedrock]\nregion = ''", "bedrock.region", "must not be empty"),
    ],
)
def test_a_wrong_setting_is_named_with_its_file_and_key(config, tmp_path, text, key, problem):
    environment = config(text)
    [error] = check_settings(tmp_path / "config.toml")
    assert (error.file, error.key) == (tmp_path / "config.toml", key)
    assert problem in error.problem
    with pytest.raises(ContentError, match=re.escape(problem)):
        user_settings(environment)


def test_broken_toml_is_named_with_its_line(write):
    [error] = check_settings(write("config.toml", "budget = 1\nmodels = [\n\n= 3"))
    assert error.line == 4
    assert error.problem.startswith("broken TOML")


def test_a_settings_file_that_is_not_utf8_is_refused(write):
    [error] = check_settings(write("config.toml", b"provider = '\xff'"))
    assert "not UTF-8" in error.problem


def test_a_users_price_table_is_found_beside_the_settings_and_replaces_the_shipped_one(config, write):
    write("mine.toml", "as_of = 2026-01-02\n[[model]]\nid = 'house'\ninput = 1\noutput = 2\nup_to = 10\n")
    table = configuration(user_settings(config("prices = 'mine.toml'"))).price_table()
    assert table.as_of == date(2026, 1, 2)
    assert table.price("house", 10).output == 2
    assert table.price("house", 11) is None
    assert table.price("claude-opus-5-5", 10) is None


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[[model]]\nid = 'a'\ninput = 1\noutput = 2", "as_of"),
        ("as_of = 2026-01-02", "model"),
        ("as_of = 2026-01-02\n[[model]]\nid = 'a'\ninput = 1\noutputs = 2", "model.a.output"),
        ("as_of = 2026-01-02\n[[model]]\nid = 'a'\ninput = -1\noutput = 2", "model.a.input"),
    ],
)
def test_a_wrong_price_table_is_named_with_its_key(config, write, text, key):
    write("mine.toml", text)
    with pytest.raises(ContentError) as caught:
        configuration(user_settings(config("prices = 'mine.toml'"))).price_table()
    assert (caught.value.file.name, caught.value.key) == ("mine.toml", key)


def test_the_shipped_prices_know_that_long_prompts_cost_more():
    table = shipped_prices()
    assert table.price("claude-haiku-5-5", 100_000).input == 0.10
    assert table.price("claude-haiku-5-5", 100_001).input == 0.50


def test_every_usual_model_has_a_price_and_the_sdk_lists_it_as_current():
    # Read as text: importing the SDK takes seconds.
    sdk = Path(find_spec("anthropic").origin).parent
    listed = set(re.findall(r'"(claude-[a-z0-9-]+)"', (sdk / "types" / "model.py").read_text()))
    deprecated = set(
        re.findall(r'"(claude-[a-z0-9-]+)"', (sdk / "_data" / "deprecated_models.py").read_text())
    )
    usual = set(usual_models("anthropic").values())
    assert usual <= listed - deprecated
    assert {price.model for price in shipped_prices().prices} <= listed
    assert all(shipped_prices().price(model, 10_000) for model in usual)


def test_the_usual_judge_is_no_small_model():
    assert "haiku" not in usual_models("anthropic")["judge"]


def test_a_model_matches_findings_unless_answers_are_recorded_or_the_person_says_otherwise():
    usual = configuration({"models": dict.fromkeys(("reader", "judge", "matcher"), "m")})
    assert [usual.settings(name).match for name in ("anthropic", "scripted")] == ["model", "rules"]
    assert configuration({"match": "rules"}).settings("anthropic").match == "rules"


def test_a_role_may_have_several_models_and_a_string_is_one(config):
    environment = config(
        '[models]\njudge = ["a", "b"]\nreader = "c"\nmatcher = "d"\n[effort]\nmatcher = "low"\n'
    )
    models = configuration(user_settings(environment)).models_for("anthropic")
    assert (models.judges, models.readers, models.matcher) == (("a", "b"), ("c",), "d")
    assert models.matcher_effort == "low"


def test_the_environment_names_a_panel_with_commas(config):
    environment = {**config(""), "WORKBENCH_MODEL": "a, b"}
    models = configuration(environment_settings(environment)).models_for("anthropic")
    assert (models.readers, models.judges, models.matcher) == (("a", "b"), ("a", "b"), "a")


@pytest.mark.parametrize("judge", ["[]", '["a", "a"]', '[""]', "3"])
def test_a_panel_of_nobody_or_of_one_model_twice_is_refused(config, judge):
    with pytest.raises(ContentError) as caught:
        configuration(user_settings(config(f"[models]\njudge = {judge}\n")))
    assert caught.value.key.startswith("models.judge")
