"""Comments in a text that have a check's faults ignored, without a screen."""

import pytest

COMMENT = "<!-- workbench: ignore links because the build makes it -->"


@pytest.fixture
def ignoring(text):
    """A README with one broken link that a comment has ignored."""
    text.write_text(f"# Kettle\n\n{COMMENT}\nSee [it](made.md).\n")
    return text


def test_checks_heed_no_comment_unless_told_to(run, ignoring):
    ended = run("checks", "run", ignoring)
    assert ended.code == 1
    assert "1 comment in the text (line 3, links) has no effect yet" in ended.err
    heeded = run("checks", "run", ignoring, "--inline-ignores")
    assert heeded.code == 0
    assert "(ignored: the build makes it)" in heeded.out
    assert "1 fault," in heeded.out
    assert heeded.err == ""


def test_an_ignored_fault_stays_listed_with_its_reason(run, ignoring):
    (fault,) = run("checks", "run", ignoring, "--inline-ignores", "--format", "json").json["faults"]
    assert (fault["line"], fault["ignored"]) == (4, "the build makes it")
    (fault,) = run("checks", "run", ignoring, "--format", "json").json["faults"]
    assert fault["ignored"] is None


def test_checks_alone_gate_by_what_is_not_ignored(run, ignoring):
    assert run("review", ignoring, "--checks-only").code == 1
    heeded = run("review", ignoring, "--checks-only", "--inline-ignores", "--format", "json")
    assert heeded.code == 0
    assert heeded.json["ruling"]["caps"] == []
    assert "the build makes it" in heeded.json["ruling"]["waived"][0]
    # It held for that run alone.
    assert run("review", ignoring, "--checks-only").code == 1


def test_checks_alone_need_no_reader_and_fail_on_what_was_asked_for(run, text):
    text.write_text("# Kettle\n\nSee [it](gone.md).\n")
    assert run("review", text, "--checks-only", "--provider", "none").code == 1
    assert run("review", text, "--checks-only", "--fail-on", "rewrite").code == 0
    assert run("review", text, "--checks-only", "--fail-on", "never").code == 0
    text.write_text("# Kettle\n")
    assert run("review", text, "--checks-only").code == 0


def test_a_secret_is_never_ignored(run, text):
    secret = 'password = "' + "q7Kd93Lx" + '0vBm52Zt"'
    text.write_text(f"# K\n\n<!-- workbench: ignore secrets because it is a test -->\n{secret}\n")
    ended = run("checks", "run", text, "--inline-ignores")
    assert ended.code == 1
    assert "Line 3: what `secrets` finds is never ignored." in ended.err
