import pytest


@pytest.fixture
def paths(faults):
    return lambda text, *names, **more: faults("paths", text, *names, **more)


@pytest.fixture
def said(checked):
    """What is confirmed and what is left undecided: the quotes of each."""

    def ask(text, *names, **more):
        report = checked(text, *names, **more)
        assert [fault for fault in report.faults if fault.asks == "paths"] == []
        return tuple(
            [claim.quote for claim in claims if claim.check == "paths"]
            for claims in (report.confirmed, report.undecided)
        )

    return ask


@pytest.mark.parametrize(
    "text",
    [
        "The manifests are in `deploy/charts/`.\n",
        "See `deploy/charts/` for them.\n",
        "- `deploy/charts/`: what is deployed\n",
        "| Folder | What |\n|---|---|\n| `deploy/charts/` | the manifests |\n",
        "`deploy/charts/` contains the manifests.\n",
        "マニフェストは `deploy/charts/` にあります。\n",
        "清单位于 `deploy/charts/`。\n",
    ],
)
def test_a_folder_that_the_words_lead_to_is_missing(paths, text):
    assert paths(text, "deploy/chart/a.yml") == [("deploy/charts/", "deploy/chart")]


def test_a_file_that_was_moved_is_suggested(paths):
    text = "Change the colours in `config/palette.toml`.\n"
    assert paths(text, "app/palette.toml") == [("config/palette.toml", "app/palette.toml")]


def test_a_page_of_the_project_that_is_missing(paths):
    assert paths("See `CONTRIBUTING.md` for details.\n") == [("CONTRIBUTING.md", None)]
    assert paths("It reads `NOTES.md` and prints it.\n") == []


def test_a_path_is_said_once(paths):
    text = "See `docs/setup.md`.\n\nMore is in `docs/setup.md`.\n"
    assert len(paths(text, "docs/install.md")) == 1


def test_paths_are_seen_from_the_page_and_from_the_root(said):
    text = "See `src/a.py` and `../src/a.py`, or `guide/b.md`.\n"
    assert said(text, "src/a.py", "docs/guide/b.md", name="docs/index.md")[0] == [
        "src/a.py",
        "../src/a.py",
        "guide/b.md",
    ]


def test_a_shortened_path_is_confirmed(said):
    assert said("See `views/a.py` and `b.py:12`.\n", "app/views/a.py", "app/b.py") == (
        ["views/a.py", "b.py:12"],
        [],
    )


def test_a_path_below_a_folder_that_the_section_names_is_confirmed(said):
    assert said("In `app/`:\n\n- `web/a.py`: one\n", "app/x/web/a.py", "app/web/a.py")[0] == [
        "app/",
        "web/a.py",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Put your rules in `rules/mine.toml`.\n",
        "The report is written to `rules/out.toml`.\n",
        "`rules/out.toml` is created on the first run.\n",
        "Copy it to `rules/local.toml`.\n",
        "Paths such as `rules/x.toml` are allowed.\n",
        "Edit `rules/<name>.toml` or `rules/*.toml`.\n",
        "There is no `rules/old.toml` any more.\n",
        "Since v2 `rules/old.toml` is gone.\n",
        "In the container it is in `rules/a.toml`.\n",
        "In a wheel they stand in `rules/a.toml`.\n",
        "See `~/rules/a.toml`, `/etc/rules/a.toml` and `C:\\rules\\a.toml`.\n",
        "See `rules/…/a.toml` and `rules/.../a.toml`.\n",
        "Call `rules/all` for every rule.\n",
        "Open `src/index.js`:\n\n```js\nx()\n```\n",
        "See `text/html`, `owner/name` and `origin/main`.\n",
        "It lives in `dist/rules.js` and `node_modules/rules/`.\n",
        "# Changes\n\n## 1.2.0\n\nSee `rules/old.toml`.\n",
    ],
)
def test_what_is_not_presented_as_a_file_of_the_repository_is_no_fault(paths, text):
    assert paths(text, "rules/a-rule.toml", "src/main.js") == []


def test_what_a_command_makes_is_no_fault(paths):
    text = "```sh\nmkdir data/raw\ntool > data/out.csv\n```\n\nSee `data/raw/` and `data/out.csv`.\n"
    assert paths(text, "data/a.csv") == []


def test_what_git_ignores_is_not_decided(said):
    text = "See `docs/api.html`.\n"
    assert said(text, "docs/a.md", files={".gitignore": "*.html\n"}) == ([], ["docs/api.html"])


def test_the_text_of_a_link_is_left_to_the_links(paths):
    assert paths("See [`docs/a.md`](https://example.org/a).\n", "docs/b.md") == []


def test_a_script_that_is_run_is_left_to_the_scripts(paths):
    assert paths("Run `bin/a.sh`.\n", "bin/b.sh") == []


@pytest.mark.parametrize(
    "text",
    [
        "- `rules/RULE_NAME.toml`: the heart of it.\n",
        "Edit these: `docs/other.md` and `rules/other.toml`.\n\n- `rules/other.toml`: the rule.\n",
    ],
)
def test_a_name_that_stands_for_another_is_no_fault(paths, text):
    assert paths(text, "rules/a-rule.toml", "docs/a-rule.md") == []
