import asyncio
import json
import os
import signal
import sys
from pathlib import Path

import pytest

from workbench.core.errors import FailureKind, ProviderError
from workbench.providers import program as program_module
from workbench.providers.guard import Guard
from workbench.providers.program import Program


async def output(program, text=""):
    return "".join([piece async for piece in program.run(text)])


async def failure(program, text=""):
    with pytest.raises(ProviderError) as caught:
        await output(program, text)
    return caught.value.failure


@pytest.fixture
def gone(until, is_alive):
    """Waits for a process to be gone."""
    return lambda pid: until(lambda: not is_alive(pid))


async def test_it_gets_the_text_and_gives_the_output(script):
    argv = script("import sys; print(sys.stdin.read().upper())")
    assert await output(Program(tuple(argv)), "a r\u00e9sum\u00e9") == "A R\u00c9SUM\u00c9\n"


async def test_a_long_text_and_a_long_output_do_not_block_each_other(script):
    argv = script("import sys, shutil; shutil.copyfileobj(sys.stdin, sys.stdout)")
    text = "x" * 3_000_000
    assert await output(Program(tuple(argv)), text) == text


async def test_it_need_not_read_what_it_is_given(script):
    argv = script("print('done')")
    assert await output(Program(tuple(argv)), "x" * 3_000_000) == "done\n"


async def test_a_character_split_between_two_writes_stays_whole(script):
    argv = script("import os, time\nos.write(1, b'\\xe6\\xbc')\ntime.sleep(0.05)\nos.write(1, b'\\xa2\\xff')")
    assert await output(Program(tuple(argv))) == "\u6f22\ufffd"


async def test_it_runs_in_an_empty_folder_that_is_gone_afterwards(script):
    argv = script("import os; print(os.getcwd(), os.listdir('.'))")
    folder, listed = (await output(Program(tuple(argv)))).split(" ", 1)
    assert listed == "[]\n"
    assert folder != str(Path.cwd())
    assert not await asyncio.to_thread(Path(folder).exists)


async def test_it_sees_next_to_nothing_of_the_environment(script):
    argv = script("import json, os; print(json.dumps(dict(os.environ)))")
    environ = {
        "PATH": os.environ["PATH"],
        "LANG": "de_DE.UTF-8",
        "LC_ALL": "de_DE.UTF-8",
        "HOME": "/home/someone",
        "TERM": "xterm",
        "PWD": "/home/someone/project",
        "SSH_AUTH_SOCK": "/run/agent",
        "ANTHROPIC_API_KEY": "secret",
        "OPENAI_API_KEY": "wanted",
    }
    program = Program(tuple(argv), ("OPENAI_API_KEY", "NOT_SET"), environ=environ)
    seen = json.loads(await output(program))
    home, scratch = seen.pop("HOME"), seen.pop("TMPDIR")
    assert home != "/home/someone"
    assert Path(home).parent == Path(scratch).parent
    assert seen == {
        "PATH": os.environ["PATH"],
        "LANG": "de_DE.UTF-8",
        "LC_ALL": "de_DE.UTF-8",
        "TERM": "dumb",
        "OPENAI_API_KEY": "wanted",
    }


async def test_a_kept_home_is_the_real_one(script):
    argv = script("import os; print(os.environ['HOME'])")
    environ = {"HOME": "/home/someone"}
    assert await output(Program(tuple(argv), ("HOME",), environ=environ)) == "/home/someone\n"


async def test_the_home_of_its_own_is_empty(script):
    argv = script("import os; print(os.listdir(os.environ['HOME']))")
    assert await output(Program(tuple(argv))) == "[]\n"


async def test_a_missing_program_is_named():
    told = await failure(Program(("no-such-program-here", "-p")))
    assert told.kind is FailureKind.PROGRAM
    assert "There is no program `no-such-program-here` on the PATH" in told.message


async def test_a_file_that_cannot_be_run_is_named(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("notes")
    told = await failure(Program((str(file),)))
    assert told.kind is FailureKind.PROGRAM
    assert "may not be run" in told.message and "chmod +x" in told.message


async def test_a_missing_program_with_a_path_is_not_said_to_be_missing_on_the_path(tmp_path):
    told = await failure(Program((str(tmp_path / "gone"),)))
    assert "There is no program" in told.message and "on the PATH" not in told.message


async def test_a_login_that_it_repeats_is_not_told_and_a_folder_is(script):
    argv = script(
        "import os, sys\nprint('bad', os.environ['LOGIN'], 'in', os.environ['PLACE'], file=sys.stderr)\n"
        "sys.exit(1)"
    )
    environ = {"LOGIN": "token-0123456789", "PLACE": "/home/me/.tool"}
    told = await failure(Program(tuple(argv), ("LOGIN", "PLACE"), environ=environ))
    assert '"bad [key] in /home/me/.tool"' in told.message


async def test_no_program_at_all_is_said():
    assert "No program is set" in (await failure(Program(()))).message


async def test_a_failing_program_is_quoted_by_its_last_words(script):
    argv = script(
        "import sys\nprint('x' * 5000, file=sys.stderr)\n"
        "print('\\x1b[31mNot logged in', file=sys.stderr)\nsys.exit(3)"
    )
    told = await failure(Program(tuple(argv)))
    assert told.kind is FailureKind.PROGRAM
    assert "ended with exit code 3" in told.message
    assert 'Not logged in"' in told.message
    assert told.message.isprintable()
    assert len(told.message) < 500


async def test_a_program_that_complains_on_its_standard_output_is_quoted_too(script):
    argv = script("import sys\nprint('Invalid API key')\nsys.exit(1)")
    assert '"Invalid API key"' in (await failure(Program(tuple(argv)))).message


async def test_a_program_ended_by_a_signal_says_so(script):
    argv = script("import os, signal; os.kill(os.getpid(), signal.SIGTERM)")
    assert "was ended by the signal SIGTERM" in (await failure(Program(tuple(argv)))).message


async def test_a_program_that_hangs_is_stopped(script):
    argv = script("import time; print('begun', flush=True); time.sleep(600)")
    told = await failure(Program(tuple(argv), timeout=0.3))
    assert told.kind is FailureKind.TIMEOUT
    assert "did not end within 0.3 s." in told.message


async def test_a_program_that_never_stops_writing_is_stopped(script, monkeypatch):
    monkeypatch.setattr(program_module, "MOST_OUTPUT", 1_000_000)
    argv = script("while True: print('x' * 1000)")
    told = await failure(Program(tuple(argv)))
    assert told.kind is FailureKind.PROGRAM
    assert "stopped after it had printed 1 MB" in told.message


async def test_stopping_early_kills_it_and_what_it_started(script, is_alive, gone):
    argv = script(
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(os.getpid(), child.pid, flush=True)\ntime.sleep(600)"
    )
    running = Program(tuple(argv)).run("")
    pids = [int(pid) for pid in (await anext(running)).split()]
    assert all(is_alive(pid) for pid in pids)
    await running.aclose()
    for pid in pids:
        await gone(pid)


async def test_cancelling_kills_it(script, gone):
    argv = script("import os, time; print(os.getpid(), flush=True); time.sleep(600)")
    heard = asyncio.Queue()

    async def listen():
        async for piece in Program(tuple(argv)).run(""):
            heard.put_nowait(piece)

    listening = asyncio.create_task(listen())
    pid = int(await heard.get())
    listening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await listening
    await gone(pid)


async def test_what_it_leaves_running_does_not_keep_the_answer_waiting(script, gone):
    argv = script(
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(child.pid)"
    )
    pid = int(await output(Program(tuple(argv), timeout=60)))
    await gone(pid)


async def test_a_program_and_what_it_started_end_when_the_workbench_is_killed(script, gone, until, tmp_path):
    pids = tmp_path / "pids"
    argv = script(
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
        "time.sleep(600)"
    )
    runs = (
        "import asyncio\nfrom workbench.providers.program import Program\n"
        "async def run():\n"
        f"    async for _ in Program({tuple(argv)!r}).run(''): pass\n"
        "asyncio.run(run())"
    )
    workbench = await asyncio.create_subprocess_exec(sys.executable, "-c", runs)
    await until(lambda: pids.exists() and len(pids.read_text().split()) == 2)
    workbench.kill()
    await workbench.wait()
    for pid in pids.read_text().split():
        await gone(int(pid))


async def test_a_guard_leaves_with_the_program_that_it_is_over(script, monkeypatch):
    guards = []
    begin = Guard.begin

    async def kept():
        guards.append(await begin())
        return guards[-1]

    monkeypatch.setattr(Guard, "begin", kept)
    await output(Program(tuple(script("print('done')"))))
    assert guards[0]._shell.returncode == -signal.SIGKILL


async def test_a_daemon_that_holds_its_output_open_is_not_waited_for(script, is_alive, monkeypatch):
    monkeypatch.setattr(program_module, "_REST", 0.1)
    argv = script(
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'],"
        " start_new_session=True)\nprint(child.pid)"
    )
    pid = int(await output(Program(tuple(argv), timeout=60)))
    assert is_alive(pid)
    os.kill(pid, signal.SIGKILL)


def test_its_name_is_without_folders():
    assert Program((f"/opt/bin/{Path(sys.executable).name}", "-x")).name == Path(sys.executable).name
