import pytest

from workbench.checks.families.commands import check_commands


@pytest.fixture
def on(judged):
    return lambda command: judged(check_commands, f"```sh\n{command}\n```\n")


@pytest.mark.parametrize(
    ("command", "right"),
    [
        ("python -m heron/grab.py --count", "python heron/grab.py"),
        ("python3 -m heron/tools", "python3 -m heron.tools"),
        ("pip -r install requirements.txt", "pip install -r requirements.txt"),
        ("pip -m install heron", "pip install heron"),
        ("python -m pip -r install a.txt", "pip install -r a.txt"),
        ("pip install requirements.txt", "pip install -r requirements.txt"),
        ("pip intall heron", "pip install heron"),
        ("python pip install heron", "python -m pip install"),
        ("git https://github.com/a/b.git", "git clone https://github.com/a/b.git"),
        ("git clone b https://github.com/a/b.git", "git clone https://github.com/a/b.git b"),
        ("docker build -t heron", "docker build -t heron ."),
        ("npm build", "npm run build"),
        ("cargo install .", "cargo install --path ."),
        ("go install https://github.com/a/b.git", "go install github.com/a/b"),
    ],
)
def test_a_form_that_the_program_never_accepts_is_a_fault(on, command, right):
    assert on(command).faults == [(command, right)]


@pytest.mark.parametrize(
    "command",
    [
        "python -m heron.grab --count",
        "python -m pip install -r requirements.txt",
        "pip install -U heron",
        "pip install ./heron",
        "git clone --depth 1 -b main https://github.com/a/b.git folder",
        "git clone git@github.com:a/b.git && cd b",
        "docker build -t heron -f Dockerfile .",
        "docker build - < Dockerfile",
        "docker run -it heron",
        "npm run build",
        "npm ci",
        "cargo install --path .",
        "cargo build --release",
        "go install github.com/a/b@latest",
        "python -m <module/name>",
        "pip [options] install",
        "python script.py -m a/b",
    ],
)
def test_forms_that_it_accepts_and_placeholders_are_none(on, command):
    assert on(command).faults == []


def test_a_command_that_the_sentence_warns_of_is_left(judged):
    found = judged(check_commands, "Do not run `pip install requirements.txt` here.\n")
    assert (found.faults, len(found.left)) == ([], 1)
