import pytest

PACKAGE = '{\n  "name": "fern",\n  "repository": {"type": "git", "url": "git+https://github.com/moss/fern.git"}\n}\n'


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("![a](gone.png)\n", "![a](gone.png)"),
        ("![a][i]\n\n[i]: gone.png\n", "[i]: gone.png"),
        ('<img width="9" src="gone.png" alt="a">\n', 'src="gone.png"'),
        ("<picture>\n<source srcset='ok.png 1x, gone.png 2x'>\n</picture>\n", "gone.png"),
        ('<video src="gone.mp4"></video>\n', 'src="gone.mp4"'),
        ("[![a](gone.png)](ok.png)\n", "![a](gone.png)"),
        ("![]()\n", "![]()"),
    ],
)
def test_a_missing_image_is_a_fault(faults, text, quote):
    assert [found for found, _ in faults("images", text, "ok.png")] == [quote]


def test_an_image_that_is_there_is_confirmed(checked):
    report = checked("![a](ok.png?raw=true) ![b](./ok.png)\n", "ok.png")
    assert [claim.check for claim in report.confirmed] == ["images", "images"]


def test_a_link_in_alt_text_is_no_link(checked):
    report = checked("![a [b](gone.md)](ok.png)\n", "ok.png")
    assert (len(report.faults), len(report.confirmed)) == (0, 1)


@pytest.mark.parametrize(
    "address",
    [
        "https://raw.githubusercontent.com/moss/fern/main/media/gone.svg",
        "https://raw.githubusercontent.com/moss/fern/refs/heads/main/media/gone.svg",
        "https://github.com/Moss/Fern/blob/master/media/gone.svg?raw=true",
        "https://github.com/moss/fern/raw/HEAD/media/gone.svg",
    ],
)
def test_an_address_of_the_project_itself_is_looked_up_in_the_repository(checked, address):
    (fault,) = checked(f"![a]({address})\n", "media/logo.svg", files={"package.json": PACKAGE}).faults
    assert fault.problem.startswith("`media/gone.svg` is not in the repository")
    assert (fault.evidence[-1].path, fault.evidence[-1].line) == ("package.json", 3)


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("package.json", '{"repository": "moss/fern"}'),
        ("package.json", '{"repository": "github:moss/fern"}'),
        ("pyproject.toml", '[project.urls]\nSource = "https://github.com/moss/fern"\n'),
        ("Cargo.toml", '[package]\nrepository = "https://github.com/moss/fern/"\n'),
        ("go.mod", "module github.com/moss/fern/v2\n"),
    ],
)
def test_each_kind_of_manifest_says_where_the_project_lives(faults, file, content):
    text = "[a](https://github.com/moss/fern/blob/main/gone.md)\n"
    assert len(faults("links", text, files={file: content})) == 1


@pytest.mark.parametrize(
    "address",
    [
        "https://raw.githubusercontent.com/other/fern/main/media/gone.svg",
        "https://github.com/moss/fern/blob/v1.2/media/gone.svg",
        "https://github.com/moss/fern/actions/workflows/ci.yml/badge.svg",
        "https://github.com/moss/fern/releases",
    ],
)
def test_every_other_address_is_not_looked_at(checked, address):
    report = checked(f"![a]({address})\n", files={"package.json": PACKAGE})
    assert "images" not in {fault.asks for fault in report.faults}
    assert "images" not in {claim.check for claim in report.undecided}


@pytest.mark.parametrize(
    "manifest", ["not json", "[]", '{"repository": 3}', '{"repository": "https://gitlab.com/a/b"}']
)
def test_a_manifest_that_names_no_place_decides_nothing(checked, manifest):
    text = "[a](https://github.com/moss/fern/blob/main/gone.md)\n"
    assert checked(text, files={"package.json": manifest}).faults == ()


def test_manifests_that_disagree_decide_nothing(checked):
    address = "[a](https://github.com/{}/fern/blob/main/gone.md)\n"
    text = address.format("moss") + address.format("other")
    files = {"package.json": PACKAGE, "go.mod": "module github.com/other/fern\n"}
    assert checked(text, files=files).faults == ()
