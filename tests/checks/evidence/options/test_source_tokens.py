import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.checks.evidence.options.source_tokens import source_of


def texts(text, language):
    return [token.text for token in source_of("x", text, language).tokens if token.kind == "text"]


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("javascript", "a('x') // b('y')\n/* c('z') */ d(/'q'/, `w`)", ["x", "w"]),
        ("javascript", "a = b / c; d('x') / 2", ["x"]),
        ("go", 'a("x", `y"z`) // "no"', ["x", 'y"z']),
        ("rust", 'a(r#"x "y" z"#, \'c\', &\'static str, "w")', ['x "y" z', "c", "w"]),
        ("groovy", "a('x') // 'no'\nb(\"\"\"y 'z'\"\"\")", ["x", "y 'z'"]),
    ],
)
def test_strings_are_whole_and_comments_are_none(language, text, found):
    assert texts(text, language) == found


@given(
    st.text(alphabet="\"'`/\\*#r{}$\n ab()[]", max_size=200),
    st.sampled_from(["javascript", "go", "rust", "groovy"]),
)
def test_any_text_ends(text, language):
    source = source_of("x", text, language)
    assert all(1 <= token.line <= text.count("\n") + 1 for token in source.tokens)
