import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.checks.evidence import code_files
from workbench.checks.evidence.code_files import CodeFiles, is_code
from workbench.checks.evidence.repository import Repository

WORDS = ["PORT", "port", "_x", "ab", "a_b", "x.port", "日PORT", "9PORT"]


def searched(folder):
    return CodeFiles(Repository.around(folder / "README.md"))


@pytest.fixture
def sources(written):
    return written(
        {
            "a.py": "PORT = 9\nx.port\n",
            "b.js": "9PORT, aPORT, PORT9",
            "c.go": "日PORT _x a_b",
            "d.sh": "port_x ab-cd",
            "notes.txt": "PORT",
            "tests/test_a.py": "PORT",
        }
    )


@pytest.mark.parametrize("word", WORDS)
def test_looking_for_one_word_finds_the_files_that_an_index_of_all_finds(sources, word):
    alone, indexed = searched(sources), searched(sources)
    assert indexed.words
    assert alone.files_with(word) == indexed.files_with(word)
    assert "words" not in vars(alone)


def test_after_some_words_all_are_indexed_and_the_answers_stay(sources, monkeypatch):
    monkeypatch.setattr(code_files, "MOST_SOUGHT", 2)
    code = searched(sources)
    before = [code.files_with(word) for word in WORDS]
    assert "words" in vars(code)
    assert [code.files_with(word) for word in WORDS] == before


@given(st.text("aB_1é日 .-", max_size=14), st.sampled_from(["a", "aB", "_", "a_B", "B1", "aé"]))
def test_a_word_is_in_a_text_if_it_is_one_of_its_words(text, word):
    assert code_files._has_word(text, word) == (word in code_files._words(text))


@pytest.mark.parametrize(
    ("path", "acts"),
    [
        ("src/a.py", True),
        ("A.PY", True),
        ("Makefile", True),
        ("app.min.js", False),
        ("node_modules/x/a.js", False),
        ("docker-compose.dev.yml", True),
        ("deploy/Dockerfile.prod", True),
        ("web.dockerfile", True),
        (".github/workflows/ci.yml", True),
        ("charts/app/templates/a.yaml", True),
        ("config.yml", False),
        ("nginx.conf", True),
        ("example.conf", False),
        (".env.example", False),
        ("docs/a.md", False),
        (".gitlab-ci.yml", True),
        ("action.yaml", True),
    ],
)
def test_a_files_name_says_whether_it_may_do_something(path, acts):
    assert is_code(path) is acts
