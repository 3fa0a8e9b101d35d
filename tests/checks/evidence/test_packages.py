import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.checks.evidence.manifests.setup_cfg import read_setup_cfg
from workbench.checks.evidence.manifests.setup_py import read_setup_py
from workbench.checks.evidence.manifests.source import Manifest
from workbench.checks.evidence.packages import packages
from workbench.checks.evidence.repository import Repository

PROJECT = """[build-system]
build-backend = "hatchling.build"

[project]
name = "heron"
version = "1.2.0"
requires-python = ">=3.9"
dependencies = ["click>=8", "rich"]

[project.scripts]
heron = "heron.cli:main"

[project.optional-dependencies]
Fast_IO = ["uvloop"]
"""
SETUP = """from setuptools import setup

NAME = "heron"
EXTRAS = {"fast": ["uvloop"]}
setup(
    name=NAME,
    version="1.2.0",
    python_requires=">=3.8",
    extras_require=EXTRAS,
    entry_points={
        "console_scripts": [
            "heron = heron.cli:main",
        ],
    },
)
"""


@pytest.fixture
def found(written):
    def read(files):
        return packages(Repository.around(written(files) / "README.md"))

    return read


@pytest.fixture
def one(found):
    def read(files):
        (package,) = found(files)
        return package

    return read


def lines(stated):
    return {name: value.evidence.text for name, value in stated.items()}


def test_a_pyproject_gives_every_value_with_the_line_that_states_it(one):
    package = one({"pyproject.toml": PROJECT})
    assert (package.ecosystem, package.folder, package.whole) == ("python", "", True)
    assert (package.name.value, package.name.evidence.line) == ("heron", 5)
    assert (package.version.value, package.version.evidence.line) == ("1.2.0", 6)
    assert package.programs["heron"].value == "heron.cli:main"
    assert lines(package.programs) == {"heron": 'heron = "heron.cli:main"'}
    assert {name: place.line for name, place in package.extras.items()} == {"fast-io": 14}
    assert package.requires["python"].value == ">=3.9"
    assert package.dependencies == {"click", "rich", "uvloop"}


def test_a_pyproject_that_only_configures_tools_describes_no_package(found):
    assert found({"pyproject.toml": "[tool.ruff]\nline-length = 100\n"}) == ()


@pytest.mark.parametrize(
    ("table", "files"),
    [
        ('[tool.setuptools.dynamic]\nversion = {attr = "heron.__version__"}\n', {}),
        ('[tool.setuptools.dynamic]\nversion = {file = "heron/__init__.py"}\n', {}),
        ('[tool.hatch.version]\npath = "heron/__init__.py"\n', {}),
        ('[tool.pdm.version]\nsource = "file"\npath = "heron/__init__.py"\n', {}),
    ],
)
def test_a_version_that_is_kept_elsewhere_is_followed_there(one, table, files):
    project = f'[project]\nname = "heron"\ndynamic = ["version"]\n\n{table}'
    code = '"""Herons."""\n\n__version__ = "3.1"\n'
    package = one({"pyproject.toml": project, "heron/__init__.py": code})
    assert (package.version.value, package.version.evidence.path, package.version.evidence.line) == (
        "3.1",
        "heron/__init__.py",
        3,
    )
    assert package.whole


def test_a_version_from_git_tags_is_not_known_but_the_rest_is(one):
    project = '[project]\nname = "heron"\ndynamic = ["version"]\n[tool.hatch.version]\nsource = "vcs"\n'
    package = one({"pyproject.toml": project})
    assert (package.version, package.whole) == (None, True)


def test_poetry_states_name_commands_extras_and_python_in_its_own_table(one):
    text = (
        '[tool.poetry]\nname = "heron"\nversion = "1.0.0"\n[tool.poetry.dependencies]\npython = "^3.10"\n'
        'rich = "*"\n[tool.poetry.extras]\nfast = ["uvloop"]\n[tool.poetry.scripts]\n'
        'heron = "heron.cli:main"\nold = {reference = "heron.old:main", type = "console"}\n'
    )
    package = one({"pyproject.toml": text})
    assert package.requires["python"].value == "^3.10"
    assert {n: p.value for n, p in package.programs.items()} == {
        "heron": "heron.cli:main",
        "old": "heron.old:main",
    }
    assert (set(package.extras), package.dependencies) == ({"fast"}, {"rich"})


def test_flit_takes_the_name_and_the_version_from_the_module(one):
    text = '[tool.flit.metadata]\nmodule = "heron"\n[tool.flit.scripts]\nheron = "heron:main"\n'
    package = one({"pyproject.toml": text, "heron.py": "__version__ = '0.4'\n"})
    assert (package.name.value, package.version.value, set(package.programs)) == ("heron", "0.4", {"heron"})


def test_a_backend_that_builds_programs_leaves_the_commands_open(one):
    text = '[project]\nname = "heron"\nversion = "1"\n[build-system]\nbuild-backend = "maturin"\n'
    assert not one({"pyproject.toml": text}).whole


def test_a_setup_py_is_read_by_its_literals_and_names(one):
    package = one({"setup.py": SETUP})
    assert (package.name.value, package.name.evidence.line) == ("heron", 3)
    assert (package.version.value, package.version.evidence.line) == ("1.2.0", 7)
    assert package.programs["heron"].evidence.text == '"heron = heron.cli:main",'
    assert package.extras["fast"].line == 4
    assert package.whole


@pytest.mark.parametrize(
    "change",
    [
        ("extras_require=EXTRAS", "extras_require=read_extras()"),
        ("extras_require=EXTRAS", "**options()"),
        ("setup(", "EXTRAS['all'] = sum(EXTRAS.values(), [])\nsetup("),
        ("setup(", "EXTRAS.update(more())\nsetup("),
        ('"heron = heron.cli:main",', "*commands(),"),
    ],
)
def test_a_setup_py_that_computes_extras_or_commands_is_not_whole(one, change):
    assert not one({"setup.py": SETUP.replace(*change)}).whole


def test_several_manifests_of_a_folder_are_one_package(one):
    cfg = (
        "[metadata]\nname = heron\nversion = attr: heron.VERSION\n[options.entry_points]\n"
        "console_scripts =\n    heron = heron:main\n"
    )
    files = {
        "setup.cfg": cfg,
        "setup.py": "import setuptools\nsetuptools.setup()\n",
        "heron.py": "VERSION = '2.0'\n",
    }
    package = one(files)
    assert (package.name.value, package.version.value) == ("heron", "2.0")
    assert lines(package.programs) == {"heron": "heron = heron:main"}


@pytest.mark.parametrize(
    ("listed", "programs"),
    [
        ('"./cli.js"', {"ink": "cli.js"}),
        ('{"inky": "./bin/inky.js", "pen": "bin/pen.js"}', {"inky": "bin/inky.js", "pen": "bin/pen.js"}),
    ],
)
def test_a_package_json_gives_its_commands_in_either_form(one, listed, programs):
    text = f'{{\n  "name": "@quill/ink",\n  "bin": {listed},\n  "scripts": {{\n    "test": "x"\n  }}\n}}\n'
    package = one({"package.json": text})
    assert {name: stated.value for name, stated in package.programs.items()} == programs
    assert (package.name.evidence.line, package.scripts["test"].line) == (2, 5)


def test_a_crate_inherits_from_its_workspace_and_has_the_targets_that_cargo_finds(found):
    files = {
        "Cargo.toml": '[workspace]\nmembers = ["a"]\n[workspace.package]\nversion = "0.9.0"\n'
        'rust-version = "1.74"\n',
        "a/Cargo.toml": '[package]\nname = "krill"\nversion.workspace = true\n'
        "rust-version = { workspace = true }\n",
        "a/src/main.rs": "fn main() {}\n",
        "a/src/bin/extra.rs": "fn main() {}\n",
        "a/src/bin/more/main.rs": "fn main() {}\n",
    }
    (package,) = found(files)
    assert (package.version.value, package.version.evidence.path) == ("0.9.0", "Cargo.toml")
    assert package.requires["rust"].value == "1.74"
    assert {n: p.value for n, p in package.programs.items()} == {
        "krill": "src/main.rs",
        "extra": "src/bin/extra.rs",
        "more": "src/bin/more/main.rs",
    }


def test_a_binary_target_with_a_name_of_its_own_replaces_that_of_the_package(one):
    text = '[package]\nname = "krill-cli"\nversion = "1.0.0"\n[[bin]]\nname = "krill"\npath = "src/main.rs"\n'
    package = one({"Cargo.toml": text, "src/main.rs": "fn main() {}\n"})
    assert {n: p.evidence.text for n, p in package.programs.items()} == {"krill": 'name = "krill"'}


def test_a_go_module_has_the_commands_of_its_main_packages(one):
    files = {
        "go.mod": "module example.org/weir/v2\n\ngo 1.22\n",
        "main.go": "// Weir.\npackage main\n",
        "cmd/weirctl/main.go": "package main\n",
        "cmd/shared/shared.go": "package shared\n",
    }
    package = one(files)
    assert (package.name.value, package.requires["go"].value) == ("example.org/weir/v2", "1.22")
    assert {n: (p.value, p.evidence.line) for n, p in package.programs.items()} == {
        "weir": ("main.go", 2),
        "weirctl": ("cmd/weirctl/main.go", 1),
    }


def test_gradle_and_maven_give_plain_names_and_versions(found):
    files = {
        "settings.gradle.kts": 'rootProject.name = "basalt"\n',
        "build.gradle.kts": 'plugins {}\nversion = "1.4.0"\n',
        "app/pom.xml": "<project><parent><version>9</version></parent>\n<artifactId>tuff</artifactId>\n"
        "<version>2.0</version></project>\n",
    }
    gradle, maven = found(files)
    assert (gradle.name.value, gradle.version.value) == ("basalt", "1.4.0")
    assert (maven.name.value, maven.version.value, maven.version.evidence.line) == ("tuff", "2.0", 3)


def test_a_pom_that_declares_entities_is_not_read(found):
    assert (
        found({"pom.xml": '<!DOCTYPE x [<!ENTITY a "b">]><project><artifactId>&a;</artifactId></project>'})
        == ()
    )


def test_packages_come_from_the_root_down_and_copies_of_others_are_left_out(found):
    manifest = '{"name": "x"}'
    files = {
        f"{folder}package.json": manifest for folder in ("", "web/", "node_modules/y/", "tests/fixtures/z/")
    }
    assert [package.folder for package in found(files)] == ["", "web"]


@given(st.text(max_size=400))
def test_any_text_is_read_as_a_manifest_without_an_error(text):
    for name, read in (("setup.py", read_setup_py), ("setup.cfg", read_setup_cfg)):
        read(Manifest(name, text))
    for name in ("a.toml", "a.json", "a.cfg"):
        Manifest(name, text).place("project", "name")
