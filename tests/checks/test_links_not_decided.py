import pytest


def undecided(report):
    assert report.faults == ()
    return [claim.why for claim in report.undecided]


@pytest.mark.parametrize(
    "target", ["https://example.org/x", "//example.org/x", "mailto:a@example.org", "tel:+41", "ftp://h/x"]
)
def test_an_address_elsewhere_is_not_looked_at(checked, target):
    report = checked(f'[a]({target}) <img src="{target}">\n')
    assert (report.faults, report.confirmed, report.undecided) == ((), (), ())


@pytest.mark.parametrize("target", ["../../issues", "..", "../other/README.md"])
def test_what_leads_out_of_the_repository_is_not_decided(checked, target):
    assert "leads out" in undecided(checked(f"[a]({target})\n"))[0]


@pytest.mark.parametrize(
    "target", ["docs/{{name}}.md", "docs/${NAME}.md", "docs/%7B%7Bx%7D%7D/", "<docs/{name}.md>", "docs/*.md"]
)
def test_a_template_is_not_decided(checked, target):
    assert undecided(checked(f"[a]({target})\n")) == ["a part of it is to be filled in"]


def test_a_folder_that_is_named_like_a_template_is_there(checked):
    report = checked("[a](%7B%7Bslug%7D%7D/)\n", "{{slug}}/setup.py")
    assert len(report.confirmed) == 1


def test_an_ignored_file_that_exists_here_is_not_decided(checked):
    report = checked("[a](dist/app.js)\n", "dist/app.js", files={".gitignore": "dist/\n"})
    assert "git would not add it" in undecided(report)[0]


def test_an_ignored_file_that_a_build_may_make_is_not_decided(checked):
    report = checked("![a](dist/chart.png)\n", files={".gitignore": "dist/\n"})
    assert undecided(report) == ["git ignores this path: a build may make it"]


def test_an_empty_folder_is_not_decided(checked, folder):
    (folder / "empty").mkdir()
    assert "git would not add it" in undecided(checked("[a](empty/)\n"))[0]


def test_a_tracked_file_that_was_deleted_here_is_not_decided(checked, written, run_git, folder):
    written({"gone.md": "x"})
    run_git(folder, "add", "gone.md")
    (folder / "gone.md").unlink()
    assert undecided(checked("[a](gone.md)\n")) == ["git tracks it, but it is not on disk here"]


def test_what_stands_in_a_nested_repository_is_not_decided(checked, folder, run_git):
    (folder / "inner").mkdir()
    run_git(folder / "inner", "init", "-q")
    (folder / "inner" / "a.md").write_text("x")
    report = checked("[a](inner/a.md) [b](inner/b.md)\n")
    assert undecided(report) == ["its way leads through a symlink or another repository"] * 2


@pytest.mark.parametrize("target", ["/guide/", "guide/", "guide", "install.html", "/img/logo.png"])
@pytest.mark.parametrize("config", ["mkdocs.yml", "website/docusaurus.config.ts", "_config.yml"])
def test_an_address_on_a_site_is_not_decided_where_one_is_built(checked, target, config):
    assert undecided(checked(f"[a]({target})\n", config)) == [
        "it may be an address on the site that this repository builds"
    ]


def test_without_a_site_the_same_addresses_are_faults(faults):
    assert len(faults("links", "[a](/guide/) [b](guide/) [c](guide)\n")) == 3


def test_a_site_does_not_excuse_a_missing_file_of_the_readme(faults):
    assert faults("links", "[a](docs/gone.md)\n", "mkdocs.yml", "docs/index.md") == [
        ("[a](docs/gone.md)", None)
    ]


@pytest.mark.parametrize(
    ("config", "content", "page"),
    [
        ("mkdocs.yml", "site_name: x\n", "docs/index.md"),
        ("mkdocs.yml", "docs_dir: 'manual'\n", "manual/index.md"),
        ("docs/conf.py", "extensions = ['sphinx.ext.autodoc']\n", "docs/index.md"),
        ("docs/.vitepress/config.mts", "export default {}\n", "docs/guide/index.md"),
        ("book.toml", "[book]\n", "src/intro.md"),
        ("config.toml", "baseURL = 'https://example.org'\n", "content/post.md"),
    ],
)
def test_a_page_of_a_site_may_link_to_what_a_build_makes(checked, config, content, page):
    report = checked("[a](api/made.md)\n", name=page, files={config: content})
    assert "page of a site" in undecided(report)[0]


@pytest.mark.parametrize(("config", "page"), [("src/conf.py", "src/a.md"), ("config.toml", "content/a.md")])
def test_a_common_name_alone_makes_no_site(faults, config, page):
    assert faults("links", "[a](gone.md)\n", name=page, files={config: "x = 1\n"}) != []


def test_outside_a_repository_a_link_from_its_root_is_not_decided(checked):
    assert "leads out" in undecided(checked("[a](/docs/gone.md)\n", by_git=False))[0]
