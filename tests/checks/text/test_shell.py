from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.checks.text.code import CodeBlock, CodeLine
from workbench.checks.text.shell import command_of, commands_of


def block(text, info="sh"):
    lines, offset = [], 0
    for line in text.split("\n"):
        lines.append(CodeLine(line, offset))
        offset += len(line) + 1
    return CodeBlock(info, tuple(lines), 0, len(text))


def commands(text, info="sh"):
    return commands_of(block(text, info))


def words(text, info="sh"):
    return [[word.text for word in command.words] for command in commands(text, info)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("make all", [["make", "all"]]),
        ("make; make test", [["make"], ["make", "test"]]),
        ("make && make test || exit 1", [["make"], ["make", "test"], ["exit", "1"]]),
        ("run --name='a b' \"c d\"", [["run", "--name=a b", "c d"]]),
        ("run a\\ b \\--c", [["run", "a b", "--c"]]),
        ("run # and so on", [["run"]]),
        ("run a#b", [["run", "a#b"]]),
        ("# only words", []),
        ("run \\\n  --fast \\\n  now", [["run", "--fast", "now"]]),
        ("run \\ \n  --fast", [["run", "--fast"]]),
        ("cat a |\n  grep b", [["cat", "a"], ["grep", "b"]]),
        ("sudo -u me run -x", [["run", "-x"]]),
        ("env A=1 time run", [["run"]]),
        ("run $(cat a | wc -l) `b c`", [["run", "$(cat a | wc -l)", "`b c`"]]),
        ("run ${A:-x y} $B", [["run", "${A:-x y}", "$B"]]),
        ("run <my file> --to=<a|b>", [["run", "<my file>", "--to=<a|b>"]]),
        ("run 'one\ntwo' three", [["run", "one\ntwo", "three"]]),
        ("it's here\nnext", [["its here"], ["next"]]),
        ("cat <<EOF > a\nhello --x\nEOF\nrun", [["cat"], ["run"]]),
        ("cat <<'A' <<B\nx\nA\ny\nB\nrun", [["cat"], ["run"]]),
        ("cat << EOF\nhello", [["cat"], ["hello"]]),
        ("if make; then run; fi", [["make"], ["run"], ["fi"]]),
        ("f() {\n  run\n}", [["f()", "{"], ["run"], ["}"]]),
    ],
)
def test_words_are_what_a_shell_would_pass_on(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    "prompt",
    [
        "$ ",
        "% ",
        "  $ ",
        "~ $ ",
        "~/dir $ ",
        "me@host:~/dir$ ",
        "[me@host dir]$ ",
        "(venv) $ ",
        "(venv) me@host:~$ ",
        "bash-5.1$ ",
        "❯ ",
        "➜ ",
        "root@host:/srv# ",
        "PS C:\\Users\\me> ",
        "PS> ",
        "C:\\Users\\me> ",
    ],
)
def test_a_prompt_is_not_typed_and_lines_without_one_are_output(prompt):
    text = f"{prompt}run --fast\nfast: 3 --slow\n{prompt}stop"
    assert words(text, "console") == [["run", "--fast"], ["stop"]]
    assert [text[c.start : c.end] for c in commands(text, "console")] == ["run --fast", "stop"]


def test_an_angle_is_a_prompt_where_the_first_line_has_one():
    assert words("> run a\nout\n> stop", "") == [["run", "a"], ["stop"]]
    assert words("run a\n> stop", "") == [["run", "a"]]


def test_what_continues_a_prompted_line_is_typed_too():
    assert words("$ run \\\n>   --fast\nout", "console") == [["run", "--fast"]]
    assert words("$ run \\\n    --fast\nout", "console") == [["run", "--fast"]]
    assert words("$ cat <<EOF\nhello\nEOF\nout\n$ run", "console") == [["cat"], ["run"]]


def test_a_root_prompt_is_one_before_the_programs_that_need_root():
    assert words("# apt install a\n# the next\nrun") == [["apt", "install", "a"], ["run"]]


def test_windows_shells_keep_their_backslashes_and_continue_lines_their_way():
    assert words(".\\run.ps1 -Name `\n  a\\b", "powershell") == [[".\\run.ps1", "-Name", "a\\b"]]
    assert words("run ^\n  /x", "bat") == [["run", "/x"]]


@pytest.mark.parametrize("info", ["python", "json", "diff", "{.python}"])
def test_blocks_in_other_languages_hold_no_commands(info):
    assert commands("make all", info) == ()


def test_folders_follow_cd_and_come_back_from_a_sub_shell():
    text = "a\ncd x\nb && cd y && c\n(cd ../z; d)\ne\ncd ../..\nf"
    assert [(c.program, c.folder) for c in commands(text) if c.program != "cd"] == [
        ("a", ""),
        ("b", "x"),
        ("c", "x/y"),
        ("d", "x/z"),
        ("e", "x/y"),
        ("f", ""),
    ]


@pytest.mark.parametrize("to", ["/opt/x", "~/x", "-", "", "$DIR", "<dir>", "your-project", "$(mktemp -d)"])
def test_a_place_that_is_not_known_stays_unknown(to):
    assert [c.folder for c in commands(f"cd {to}\nrun\ncd x\nrun")] == ["", None, None, None]


def test_what_popd_comes_back_to_is_not_known():
    assert [c.folder for c in commands("pushd x\nrun\npopd\nrun")] == ["", "x", "x", None]


def test_what_is_piped_assigned_and_written_is_told_apart():
    first, second = commands("A=1 B='x y' make 2>&1 | tee -a log > out.txt < in.txt")
    assert [(name, word.text) for name, word in first.assigned] == [("A", "A=1"), ("B", "B=x y")]
    assert (first.piped, second.piped) == (False, True)
    assert [word.text for word in second.words] == ["tee", "-a", "log"]
    assert [word.text for word in second.written] == ["out.txt"]
    assert first.written == ()


def test_an_assignment_alone_is_the_command():
    (command,) = commands("export_me=1")
    assert command.program == "export_me=1"
    assert command.assigned[0][0] == "export_me"


def test_options_stop_at_two_hyphens_and_are_no_numbers():
    (command,) = commands("run -x --long=1 -5 - a -- --other")
    assert [word.text for word in command.options] == ["-x", "--long=1"]


@pytest.mark.parametrize(
    "word", ["<name>", "a/<b>", "...", "[options]", "[--x", "y]", "{{a}}", "$A", "YOUR_KEY", "file[.md]"]
)
def test_a_word_to_be_filled_in_is_open(word):
    assert all(w.is_open for w in commands(f"run {word}")[0].words[1:])


@pytest.mark.parametrize("word", ["a.md", "pkg[extra]", "--x=1", "docs/", "a@1.2", "{a,b}c"])
def test_a_word_that_says_what_it_means_is_not_open(word):
    assert not commands(f"run {word}")[0].words[1].is_open


def test_a_span_is_read_like_a_line_and_may_go_over_two():
    assert [[w.text for w in c.words] for c in command_of("$ run -x", 5)] == [["run", "-x"]]
    (command,) = command_of("$ run -x", 5)
    assert (command.start, command.end) == (7, 13)
    assert [c.program for c in command_of("run\nstop", 0)] == ["run", "stop"]


ANY = st.text(alphabet="ab \n\t\\'\"`$(){}<>|&;#=-\u2028\x1c^EOF", max_size=60)


@given(ANY, st.sampled_from(["sh", "powershell", "console"]))
def test_words_of_any_text_stand_in_it_in_their_order(text, info):
    places = [word for command in commands(text, info) for word in command.words]
    assert all(0 <= word.start < word.end <= len(text) for word in places)
    assert all(before.end <= after.start for before, after in pairwise(places))


@given(st.lists(st.text(alphabet="ab- '\"\\$", min_size=1, max_size=8), min_size=1, max_size=5))
def test_quoted_words_come_back_as_they_were(written):
    quoted = " ".join("'" + word.replace("'", "'\"'\"'") + "'" for word in written)
    assert words(f"run {quoted}")[0][1:] == written


@pytest.mark.parametrize(
    "part", ["|", "\\", "'", '"', "$(", "`", "(", "<<A\n", "\\\n", "'\n", '="\n', "#", "<a", "$"]
)
def test_a_long_run_of_what_opens_something_is_read(part):
    # Never, where the time grows faster than the text.
    assert len(commands(part * (90_000 // len(part)))) < 90_000


def test_a_block_that_nobody_could_type_has_no_commands():
    assert words("run\n" * 30_000) == []
