import asyncio
import os
from pathlib import Path

import pytest

from workbench.providers.probe import HOME_PLACES, PROJECT_PLACES, isolation
from workbench.providers.program import Program

# Each of these stands for an agent: it lists the code words of its prompt, and of the files that it reads.
AGENT = """
import json, os, re, sys
from pathlib import Path
told = sys.stdin.read()
for file in {files}:
    if Path(file).is_file():
        told += Path(file).read_text()
print(json.dumps({{"code_words": re.findall("WB-[0-9a-f]{{12}}", told)}}))
"""
HOME = "os.path.expanduser('~/{}')"


def agent(script, *files, keep=(), environ=None, before=""):
    code = before + AGENT.format(files=f"[{', '.join(files)}]")
    return Program(tuple(script(code)), keep, 30.0, {**os.environ, **(environ or {})})


async def test_a_program_that_reads_nothing_but_its_prompt_holds(script):
    found = await isolation(agent(script))
    assert found.holds
    assert found.read == ()
    assert len(found.closed) == len(PROJECT_PLACES) + len(HOME_PLACES)
    assert any("showed no knowledge of these: ./CLAUDE.md, " in line for line in found.sentences)


async def test_a_program_that_reads_its_current_folder_is_not_told_of_the_project(script):
    found = await isolation(agent(script, "'CLAUDE.md'", "'AGENTS.md'"))
    assert found.holds


async def test_a_program_that_finds_the_project_another_way_is_found_out(script):
    found = await isolation(agent(script, "os.environ['PWD'] + '/CLAUDE.md'", keep=("PWD",)))
    assert not found.holds
    assert found.read == ("./CLAUDE.md",)
    assert "readings are not fresh: ./CLAUDE.md." in found.sentences[0]


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="needs the process files of Linux")
async def test_it_is_started_by_a_process_that_stands_in_the_project(script):
    found = await isolation(agent(script, "f'/proc/{os.getppid()}/cwd/AGENTS.md'"))
    assert found.read == ("./AGENTS.md",)


async def test_a_kept_home_gives_its_instruction_files_away(script):
    reads = HOME.format(".claude/CLAUDE.md")
    found = await isolation(agent(script, reads, keep=("HOME",)))
    assert found.read == ("~/.claude/CLAUDE.md",)
    assert "Take HOME out of `keep`" in found.sentences[0]


async def test_without_the_home_the_same_program_holds(script):
    assert (await isolation(agent(script, HOME.format(".claude/CLAUDE.md")))).holds


NEEDS_LOGIN = """
import os, sys
if not os.path.exists(os.path.expanduser('~/.login')):
    sys.exit('Not logged in')
"""


async def test_a_program_that_needs_its_real_home_is_tried_as_far_as_it_goes(script, tmp_path):
    home = tmp_path / "real"
    (home / ".codex").mkdir(parents=True)
    (home / ".login").touch()
    (home / ".codex" / "AGENTS.md").write_text("Be kind.")
    program = agent(script, keep=("HOME",), environ={"HOME": str(home)}, before=NEEDS_LOGIN)
    found = await isolation(program)
    assert not found.holds
    assert found.closed == tuple(f"./{place}" for place in PROJECT_PLACES)
    assert found.unproved == tuple(f"~/{place}" for place in HOME_PLACES)
    assert "Not logged in" in found.why_unproved
    assert found.standing[0] == f"{home}/.codex/AGENTS.md (HOME is kept)"


async def test_a_program_that_fails_proves_nothing(script):
    found = await isolation(agent(script, before="import sys; sys.exit('broken')"))
    assert not found.holds
    assert found.closed == ()
    assert len(found.unproved) == len(PROJECT_PLACES) + len(HOME_PLACES)
    assert "broken" in found.why_unproved


async def test_a_program_that_does_not_answer_the_question_proves_nothing(script):
    found = await isolation(Program(tuple(script("print('{\"code_words\": []}')")), (), 30.0))
    assert found.closed == ()
    assert "did not list the code word of the question itself" in found.why_unproved


async def test_files_in_a_kept_folder_are_pointed_out(script, tmp_path):
    (tmp_path / "AGENTS.md").write_text("Be kind.")
    program = agent(script, keep=("CODEX_HOME",), environ={"CODEX_HOME": str(tmp_path)})
    found = await isolation(program)
    assert found.holds
    assert found.standing[0] == f"{tmp_path}/AGENTS.md (CODEX_HOME is kept)"


async def test_files_above_the_folder_that_programs_run_in_are_pointed_out(script, tmp_path, monkeypatch):
    (tmp_path / "CLAUDE.md").write_text("Be kind.")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found = await isolation(agent(script))
    assert f"{tmp_path.resolve()}/CLAUDE.md (programs run in a folder below it)" in found.standing


async def test_giving_up_stops_the_program(script, tmp_path, until, is_alive):
    seen = tmp_path / "pid"
    code = f"import os, time\nopen({str(seen)!r}, 'w').write(f'{{os.getpid()}} ')\ntime.sleep(600)"
    probing = asyncio.create_task(isolation(Program(tuple(script(code)))))
    await until(lambda: seen.exists() and seen.read_text().endswith(" "))
    pid = int(seen.read_text())
    probing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await probing
    await until(lambda: not is_alive(pid))
