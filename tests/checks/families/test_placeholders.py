import pytest

MANIFEST = '{"name": "kettle", "repository": "github:brook/kettle"}'


@pytest.fixture
def said(checked):
    """What is said of placeholders: quotes of faults, of what is left, of what is confirmed."""

    def ask(text, files=None, **more):
        report = checked(text, files={"package.json": MANIFEST} if files is None else files, **more)
        faults = [fault for fault in report.faults if fault.asks == "placeholders"]
        assert all(text[f.span.start : f.span.end] == f.quote for f in faults)
        return (
            [fault.quote for fault in faults],
            [claim.quote for claim in report.undecided if claim.check == "placeholders"],
            [claim.quote for claim in report.confirmed if claim.check == "placeholders"],
        )

    return ask


HOST = "https://github.com"


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (f"Report it at <{HOST}/username/repo-name/issues>.", f"{HOST}/username/repo-name/issues"),
        (f"[Issues]({HOST}/your-username/your-repo/issues)", f"{HOST}/your-username/your-repo/issues"),
        (
            f"# Kettle\n\n## Install\n\n    git clone {HOST}/yourname/kettle.git\n",
            f"{HOST}/yourname/kettle.git",
        ),
        (
            f"# Kettle\n\n## Install\n\n```sh\ngit clone {HOST}/<your-username>/<repo>.git\n```\n",
            f"{HOST}/<your-username>/<repo>.git",
        ),
        (
            "# Kettle\n\n## Setup\n\n    git clone git@github.com:user/kettle.git\n",
            "git@github.com:user/kettle.git",
        ),
        (
            "![stars](https://img.shields.io/github/stars/username/repo?style=flat)",
            "https://img.shields.io/github/stars/username/repo?style=flat",
        ),
        (
            f"# Kettle\n\n## Install\n\n    pip install git+{HOST}/your_org/kettle\n",
            f"git+{HOST}/your_org/kettle",
        ),
    ],
)
def test_the_words_of_a_template_in_the_projects_own_address_are_a_fault(said, text, quote):
    assert said(text)[0] == [quote]


def test_the_real_place_is_named_where_a_manifest_says_it(checked):
    text = f"[Issues]({HOST}/username/repo/issues)\n"
    (fault,) = checked(text, files={"package.json": MANIFEST}).faults
    assert (fault.expected, fault.evidence[0].path) == ("brook/kettle", "package.json")


@pytest.mark.parametrize(
    "text",
    [
        f"Fork it, then `git clone {HOST}/YOUR-USERNAME/kettle`.",
        f"# K\n\n## Contributing\n\n    git clone {HOST}/your-username/kettle\n",
        f"# K\n\n## Usage\n\n    fetch {HOST}/user-name/repo\n",
        f"Paste an address such as {HOST}/username/repo into it.",
        f"Replace the name in `git clone {HOST}/yourname/kettle`.",
    ],
)
def test_words_that_a_reader_is_to_fill_in_are_not_decided(said, text):
    faults, left, _ = said(text)
    assert (faults, len(left)) == ([], 1)


@pytest.mark.parametrize("files", [{"cookiecutter.json": "{}"}, {"package.json": '{"name": "app-template"}'}])
def test_a_template_may_keep_its_words(said, files):
    faults, left, _ = said(f"[Issues]({HOST}/username/repo/issues)\n\nBy twitter_handle\n", files=files)
    assert (faults, len(left)) == ([], 2)


@pytest.mark.parametrize(
    "text",
    [
        f"[x]({HOST}/mybatis/mybatis-3/issues)",
        f"[x]({HOST}/github/gitignore)",
        f"[x]({HOST}/user/other-tool/issues)",
        f"<!-- {HOST}/username/repo/issues -->",
        "[x](https://example.com/username/repo/issues)",
        "Set `YOUR_API_KEY`.",
        f"[x]({HOST}/topics/cli)",
    ],
)
def test_other_addresses_are_not_looked_at(said, text):
    assert said(text) == ([], [], [])


def test_the_projects_own_address_is_confirmed(said):
    assert said(f"[x]({HOST}/Brook/kettle/issues)") == ([], [], [f"{HOST}/Brook/kettle/issues"])


@pytest.mark.parametrize(
    "words",
    [
        "twitter_handle",
        "One Paragraph of project description goes here",
        "Lorem ipsum dolor",
        "[Project Name]",
    ],
)
def test_words_of_the_known_templates_are_a_fault(said, words):
    assert said(f"# Kettle\n\n{words} and others.\n")[0] == [words]


@pytest.mark.parametrize("words", ["*One Paragraph of project description goes here*", "Lorem ipsum dolor"])
def test_a_sentence_of_a_template_within_another_sentence_is_only_spoken_of(said, words):
    assert said(f"# Kettle\n\nIt finds what templates leave, such as {words}.\n")[0] == []


@pytest.mark.parametrize(
    "text", ["`twitter_handle`", "```\nLorem ipsum dolor\n```", "[Project Name](README.md)"]
)
def test_in_code_and_in_links_they_may_be_meant(said, text):
    assert said(text + "\n")[0] == []


def test_an_address_that_a_remote_is_given_is_the_readers(said):
    text = "```sh\ngit remote add origin https://github.com/YOURUSER/kettle.git\n```\n"
    assert said(text)[0] == []
