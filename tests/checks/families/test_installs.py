import pytest

from workbench.checks.families.installs import check_installs

PYPROJECT = (
    '[project]\nname = "heron-tools"\nversion = "1.0"\ndependencies = ["pyserial"]\n[project.scripts]\n'
    'heron = "heron:main"\n[project.optional-dependencies]\nmap = ["x"]\nDev_All = ["y"]\n[project.urls]\n'
    'Home = "https://github.com/reed/py-heron"\n'
)


@pytest.fixture
def on(judged):
    def judge(*commands, **files):
        text = "\n".join(("```sh", *commands, "```", ""))
        return judged(check_installs, text, files or {"pyproject.toml": PYPROJECT})

    return judge


@pytest.mark.parametrize(
    "command",
    [
        "pip install heron-tool",
        "pip install heron",
        "pipx install py-heron",
        "uv add herontools2 heron.toools",
        "python -m pip install -U heron",
    ],
)
def test_a_name_near_the_projects_own_is_a_fault(on, command):
    assert {expected for _, expected in on(command).faults} == {"heron-tools"}


@pytest.mark.parametrize(
    "command",
    [
        "pip install heron_tools",
        "pip install 'Heron.Tools>=1'",
        "pip3 install --user heron-tools",
        "uv tool install heron-tools",
        "poetry add heron-tools",
    ],
)
def test_the_manifests_name_is_confirmed_however_it_is_spelt(on, command):
    found = on(command)
    assert (found.faults, len(found.confirmed)) == ([], 1)


@pytest.mark.parametrize(
    ("command", "right"),
    [
        ("pip install cv2 numpy", "opencv-python"),
        ("pip install sklearn", "scikit-learn"),
        ("pip install serial", "pyserial"),
    ],
)
def test_a_modules_name_that_is_no_distribution_is_a_fault(on, command, right):
    assert [expected for _, expected in on(command).faults] == [right]


@pytest.mark.parametrize(
    "command",
    [
        "pip install numpy requests magic",
        "pip install git+https://github.com/reed/py-heron",
        "pip install ./dist/heron.whl",
        "pip install -r requirements.txt -t heron",
        "pip install heron-plugin-x",
        "sudo apt install heron",
        "conda install heron",
    ],
)
def test_other_packages_and_places_are_no_faults(on, command):
    assert on(command).faults == []


def test_extras_are_compared_by_their_normal_name(on):
    found = on("pip install 'heron-tools[maps,dev-all]'", "pip install -e '.[MAP]'")
    assert found.faults == [("maps", "map")]
    assert found.confirmed == ["'heron-tools[maps,dev-all]'", "dev-all", "MAP"]


def test_extras_that_a_program_computes_are_left(on):
    setup = "from setuptools import setup\nsetup(name='heron-tools', extras_require=read())\n"
    found = on("pip install heron-tools[maps]", **{"setup.py": setup})
    assert (found.faults, "maps" in found.left) == ([], True)


def test_a_missing_scope_is_a_fault_and_a_sister_package_none(on):
    files = {"package.json": '{"name": "@quill/ink"}\n'}
    assert on("yarn add quill-ink", **files).faults == [("quill-ink", "@quill/ink")]
    assert on("npm i @quill/ink @quill/paper ink", **files).faults == []


def test_a_package_that_is_private_is_no_name_to_install(on):
    assert on("npm i herons", **{"package.json": '{"name": "heron", "private": true}\n'}).faults == []


def test_a_crate_and_its_features_are_looked_up(on):
    cargo = '[package]\nname = "krill-cli"\n[[bin]]\nname = "krill"\npath = "a.rs"\n[features]\nfast = []\n'
    found = on(
        "cargo install krill", "cargo install krill-cli --locked --features fasst", **{"Cargo.toml": cargo}
    )
    assert found.faults == [("krill", "krill-cli"), ("fasst", "fast")]


def test_go_install_takes_the_path_of_a_command(on):
    files = {"go.mod": "module example.org/weir/v2\n", "cmd/weir/main.go": "package main\n"}
    right = "example.org/weir/v2/cmd/weir"
    every = "example.org/weir/v2/cmd/..."
    assert on(f"go install {right}@latest", **files).confirmed == [f"{right}@latest"]
    assert on(f"go install {every}@latest", **files).confirmed == [f"{every}@latest"]
    assert on("go install example.org/weir/v2@latest", **files).faults == [
        ("example.org/weir/v2@latest", right)
    ]
    assert on("go get example.org/weir", **files).faults == [("example.org/weir", "example.org/weir/v2")]
    assert on("go get example.org/weir@v1.2.0", **files).faults == []


HERON = '{"name": "create-heron", "bin": {"make-heron": "cli.js"}}\n'


@pytest.mark.parametrize(
    "command",
    [
        "npx create-heron my-app",
        "npx -y create-heron@latest",
        "npm exec -- create-heron",
        "pnpm dlx create-heron",
        "yarn dlx create-heron",
        "bunx create-heron",
        "bun x create-heron",
        "npx --package create-heron make-heron",
    ],
)
def test_what_is_fetched_and_run_at_once_is_a_package_too(on, command):
    found = on(command, **{"package.json": HERON})
    assert (found.faults, found.confirmed[0].partition("@")[0]) == ([], "create-heron")


@pytest.mark.parametrize("command", ["npx create-hreon my-app", "npx -y createheron", "bunx creat3-heron"])
def test_a_slip_in_what_is_run_at_once_is_a_fault(on, command):
    assert [expected for _, expected in on(command, **{"package.json": HERON}).faults] == ["create-heron"]


@pytest.mark.parametrize(
    "command",
    [
        "npx make-heron",
        "npx create-herons",
        "npx create-her",
        "npx heron",
        "npx tsc --init",
        "pnpm exec creat3-heron",
        "npm run creat3-heron",
        "npx --package other creat3-heron",
        "npx ./create-hreon",
    ],
)
def test_a_command_of_an_installed_package_and_another_tool_are_no_faults(on, command):
    assert on(command, **{"package.json": HERON}).faults == []


@pytest.mark.parametrize(
    ("command", "faults"),
    [
        ("uvx --from heron-tools heron", []),
        ("uv tool run --from heron-tools heron", []),
        ("pipx run --spec heron-tools heron", []),
        ("uvx --from git+https://github.com/reed/py-heron heron", []),
        ("uvx --from heron-tool heron", [("heron-tool", "heron-tools")]),
    ],
)
def test_the_package_that_holds_a_command_is_the_one_that_is_asked_for(on, command, faults):
    assert on(command).faults == faults


def test_a_go_module_in_other_letter_case_is_a_fault(judged):
    files = {"go.mod": "module github.com/tide/heron/v3\n\ngo 1.22\n", "cmd/heron/main.go": "package main\n"}
    text = "```sh\ngo install github.com/Tide/heron/v3/cmd/heron@latest\n```\n"
    ((_, right),) = judged(check_installs, text, files).faults
    assert right == "github.com/tide/heron/v3/cmd/heron"
