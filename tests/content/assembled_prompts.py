"""The exact prompts of what ships, as files: what all of a sort are told, once, and what each alone is told.

`make prompts` writes them.
"""

import json
from pathlib import Path

from workbench.content.library import read_library
from workbench.core.artifacts import Kind, Revision
from workbench.core.prompts import judge_prompt, reader_prompt
from workbench.core.sources import wording_of

FOLDER = Path(__file__).parent / "prompts"
_SAMPLE = """\
# Kettle

Kettle boils water from the command line.

## Install

Run `pip install kettle` and then `kettle on`.
"""
FACTS = ("7 links, 1 of them to another site.",)


def sample():
    """The text that all of them are asked about."""
    return Revision(wording_of(_SAMPLE), _SAMPLE, number=1, id=1)


def prompts(library):
    """What a model is sent, by `personas/<name>` or `rubrics/<name>`."""
    asked = {f"personas/{persona.name}": reader_prompt(persona, sample()) for persona in library.personas}
    for rubric in library.rubrics:
        asked[f"rubrics/{rubric.name}"] = judge_prompt(rubric, sample(), Kind(rubric.kinds[0]), FACTS)
    return asked


def pages(library):
    """The content of each file: what is common in four of them, and one for each persona and rubric."""
    found = {}
    for name, prompt in prompts(library).items():
        sort = name.partition("/")[0]
        _common(found, f"common/{sort}-instructions.md", prompt.instructions)
        _common(found, f"common/{sort}-answer.json", json.dumps(prompt.schema, indent=1))
        found[f"{name}.md"] = f"{prompt.task}\n"
        if prompt.text == whole_text(library):
            _common(found, "common/text.md", prompt.text)
        else:
            # The only other way to see a text is from its first screen.
            _common(found, "common/first-screen.md", prompt.text)
    return found


def whole_text(library):
    """How a text is sent to whoever sees all of it."""
    whole = next(persona for persona in library.personas if persona.sees == "whole")
    return reader_prompt(whole, sample()).text


def _common(found, name, words):
    page = f"{words}\n"
    assert found.setdefault(name, page) == page, f"{name} is not common"


if __name__ == "__main__":
    made = pages(read_library())
    for path in FOLDER.rglob("*"):
        if path.is_file() and str(path.relative_to(FOLDER)) not in made:
            path.unlink()
    for name, page in made.items():
        (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / name).write_text(page, encoding="utf-8")
