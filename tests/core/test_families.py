"""Which models are of one family, by the ids and the names that services and people give them."""

import pytest

from workbench.core.artifacts import Artifact, Kind
from workbench.core.families import families, own_family, own_family_words


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("claude-opus-4-5-20251101", "claude"),
        ("us.anthropic.claude-sonnet-4-20250514-v1:0", "claude"),
        ("arn:aws:bedrock:eu-west-1::foundation-model/anthropic.claude-3-haiku", "claude"),
        ("Claude", "claude"),
        ("opus", "claude"),
        ("Sonnet 4.5", "claude"),
        ("haiku", "claude"),
        ("gpt-4o-mini", "gpt"),
        ("o3mini", "gpt"),
        ("o1", "gpt"),
        ("ChatGPT", "gpt"),
        ("o3-mini", "gpt"),
        ("openai.gpt-oss-120b-1:0", "gpt"),
        ("gemini-2.5-pro", "gemini"),
        ("gemma3:27b", "gemini"),
        ("meta.llama3-1-70b-instruct-v1:0", "llama"),
        ("mistral.mixtral-8x7b-instruct-v0:1", "mistral"),
        ("qwen2.5-coder:32b", "qwen"),
        ("us.deepseek.r1-v1:0", "deepseek"),
        ("amazon.nova-lite-v1:0", "nova"),
        ("nova2-lite", "nova"),
        ("amazon.nova2", "nova"),
        ("amazon.nova2-lite-v1:0", "nova"),
        ("cohere.command-r-plus-v1:0", "command"),
        ("my-own-model", "my-own-model"),
    ],
)
def test_a_model_is_of_the_family_that_its_id_names(name, family):
    assert families(name) == {family}


def test_a_distilled_model_is_of_both_families():
    assert families("deepseek-r1-distill-llama-70b") == {"deepseek", "llama"}


def written(model):
    return Artifact("path:/x/README.md", "/x/README.md", Kind.README, written_with=model)


def test_only_models_of_the_family_that_wrote_are_named_each_once():
    models = ("claude-haiku-4-5", "gpt-4o", "us.anthropic.claude-opus-4", "claude-haiku-4-5", "")
    found = own_family(written("Claude Code"), models)
    assert found == ("claude-haiku-4-5", "us.anthropic.claude-opus-4")
    assert own_family(written("my program"), ("My Program", "llm")) == ("My Program",)


@pytest.mark.parametrize("model", ["opus", "sonnet", "Haiku 4.5"])
def test_a_model_is_known_by_the_name_that_people_give_it(model):
    assert own_family_words(written(model), ("claude-haiku-4-5",))


@pytest.mark.parametrize("model", ["novalis", "mini", "o365", "o3d", "opuscule"])
def test_a_word_that_only_begins_like_a_name_is_a_family_of_its_own(model):
    assert own_family(written(model), ("claude-haiku-4-5", "amazon.nova-lite-v1:0", "gpt-4o")) == ()


def test_endless_names_are_cut():
    models = (f"claude-{'x' * 3_000}",)
    assert len(own_family_words(written(f"opus {'y' * 3_000}"), models)) < 300


@pytest.mark.parametrize("model", [None, "", "gemini"])
def test_nothing_is_said_where_nobody_said_what_it_was_written_with_or_another_family_reads(model):
    assert own_family_words(written(model), ("claude-haiku-4-5",)) == ""
