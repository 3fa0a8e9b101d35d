import pytest


@pytest.fixture
def scripts(faults):
    return lambda text, *names, **more: faults("scripts", text, *names, **more)


def shell(*lines):
    return "```sh\n" + "\n".join(lines) + "\n```\n"


@pytest.mark.parametrize(
    ("line", "quote"),
    [
        ("python tools/sort.py --all", "tools/sort.py"),
        ("python3 -u tools/sort.py", "tools/sort.py"),
        ("uv run python tools/sort.py", "tools/sort.py"),
        ("poetry run python tools/sort.py", "tools/sort.py"),
        ("sudo bash tools/sort.sh", "tools/sort.sh"),
        ("./tools/sort.sh x", "./tools/sort.sh"),
        ("tools/sort.sh x", "tools/sort.sh"),
        ("chmod +x tools/sort.sh", "tools/sort.sh"),
        ("node tools/sort.js", "tools/sort.js"),
        ("ruby tools/sort.rb", "tools/sort.rb"),
        ("torchrun --nproc_per_node 2 tools/sort.py", "tools/sort.py"),
    ],
)
def test_a_command_runs_a_file_that_is_missing(scripts, line, quote):
    assert [fault for fault, _ in scripts(shell(line), "tools/other.txt")] == [quote]


def test_a_like_name_is_suggested_as_the_command_would_write_it(scripts):
    assert scripts(shell("python sort.py"), "sort_photos.py") == [("sort.py", "sort_photos.py")]
    assert scripts(shell("cd tools", "./run.sh"), "tools/run.py", "tools/b") == [("./run.sh", "./run.py")]


def test_a_file_is_looked_up_where_the_command_runs(scripts, checked):
    text = shell("cd app", "python a.py", "cd ..", "python app/a.py")
    assert scripts(text, "app/a.py") == []
    confirmed = checked(text, "app/a.py").confirmed
    assert [claim.quote for claim in confirmed if claim.check == "scripts"] == [
        "python a.py",
        "python app/a.py",
    ]
    assert scripts(shell("cd /srv", "python tools/a.py"), "tools/b.py") == []


def test_a_span_that_is_run_counts(scripts):
    assert scripts("Run `./tools/a.sh` first.\n", "tools/b.sh") == [("./tools/a.sh", "./tools/b.sh")]
    assert scripts("Install it as `./tools/a.sh`.\n", "tools/b.sh") == []


@pytest.mark.parametrize(
    "lines",
    [
        ["curl -O https://example.org/tools/get.sh", "bash get.sh"],
        ["wget https://example.org/x/get.sh?a=1", "sh get.sh"],
        ["cp tools/a.sh tools/b.sh", "./tools/b.sh"],
        ["echo 1 > tools/b.sh", "sh tools/b.sh"],
        ["git clone https://example.org/a/other", "cd other", "python tools/x.py"],
        ["make -C tools", "./tools/x"],
        ["docker run img python tools/x.py"],
        ["tool run -- ./tools/x.sh"],
        ["python -m venv .venv", "source .venv/bin/activate"],
        ["python -c tools/x.py"],
        ["python <script>.py", "python $DIR/x.py", "python your_script.py"],
        ["./node_modules/.bin/x", "./target/release/x", "build/x"],
        ["python main.py", "node app.js"],
        ["./project --help", "./a.out"],
    ],
)
def test_what_the_text_or_a_build_makes_or_the_reader_has_is_no_fault(scripts, lines):
    assert scripts(shell(*lines), "tools/a.sh", "tools/Makefile") == []


def test_a_script_that_the_text_shows_is_no_fault(scripts):
    text = "Save this as `sorts.py`:\n\n```python\nx = 1\n```\n\n" + shell("python sorts.py")
    assert scripts(text, "sort.py") == []
    assert scripts("```python\nx = 1\n```\n\n" + shell("python sorts.py"), "sort.py") == []


def test_a_rule_of_the_makefile_may_make_it(scripts):
    files = {"Makefile": "tools/x.sh: tools/x.in\n\tsed s/a/b/ $< > $@\n"}
    assert scripts(shell("./tools/x.sh"), "tools/y.sh", files=files) == []


def test_the_readers_project_is_no_fault(scripts):
    assert scripts("In your project:\n\n" + shell("./tools/x.sh"), "tools/y.sh") == []


def test_requirements_are_looked_up(faults, checked):
    text = shell(
        "pip install -r requirements-dev.txt", "pip install -c limits.txt x", "uv pip install -r a.txt"
    )
    assert faults("requirements-files", text, "requirements/dev.txt", "a.txt") == [
        ("requirements-dev.txt", "requirements/dev.txt"),
        ("limits.txt", None),
    ]
    assert "pip install -r a.txt" in " ".join(c.quote for c in checked(text, "a.txt").confirmed)


def test_requirements_of_another_place_are_no_fault(faults):
    for text in (
        "In your project:\n\n" + shell("pip install -r requirements.txt"),
        shell("git clone https://example.org/a/other", "cd other", "pip install -r requirements.txt"),
        shell("pip freeze > requirements.txt", "pip install -r requirements.txt"),
        shell("pip-compile requirements.in", "pip install -r requirements.txt"),
        shell("project export requirements.txt", "pip install -r requirements.txt"),
    ):
        assert faults("requirements-files", text, "setup.py") == []


def test_a_sample_that_is_copied_is_looked_up(faults):
    assert faults("paths", shell("cp .env.example .env"), ".env.sample") == [(".env.example", ".env.sample")]
    assert faults("paths", shell("cp notes.txt /tmp"), "note.txt") == []


def test_files_of_docker_and_conda_are_looked_up(faults):
    text = shell("docker build -f docker/Dockerfile.gpu .", "conda env create -f environment.yml")
    assert faults("paths", text, "docker/Dockerfile", "environment.yaml") == [
        ("docker/Dockerfile.gpu", "docker/Dockerfile"),
        ("environment.yml", "environment.yaml"),
    ]


def test_a_program_and_its_version_are_no_file_to_run(scripts):
    text = "Run it with the user agent `heron/1.4 (https://heron.example/)`.\n"
    assert scripts(text, "heron/a.txt", "tools/b") == []
