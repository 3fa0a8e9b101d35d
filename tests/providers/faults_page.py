"""The page of the documentation on what goes wrong; `make faults` writes it from what is observed."""

import re
from pathlib import Path

from providers.fault_sights import observed
from providers.fault_stage import HIT, HOST, KEPT, staged
from providers.faults import FAULTS

PAGE = Path(__file__).parents[2] / "docs" / "faults.md"
SHOWN = "several readings fail for one reason"
"""The fault whose screen and printed lines are shown in full."""
_ORDER = (KEPT, HIT, "questions", "judge")

_INTRODUCTION = f"""\
# What goes wrong, what you read, what is kept

The tests that prove this page also write it (`make faults`, from `tests/providers/faults.py`); only these
first paragraphs are written by hand. Each line was played through the real program: `workbench review`, a
real service on this machine with its real status codes or a real program, and a real database; then
`workbench review` again with the trouble mended.

Three read: *{KEPT}*, *{HIT}* and the *judge*. Unless a line says otherwise, *{HIT}* meets the
trouble and the other two are answered; where nobody can be asked at all, those two had read before.

- **tried**: how often, and after what waits. Nothing else is sent again by itself.
- **kept**: who had read when the round was over. It is in the database, and shown.
- **then**: what the next reading does (`r`, or `workbench review`). It asks only for what is missing, and is
  a person's decision; "by itself" needs none.
- **exit**: the code that `workbench review` ends with.

So that the tests are quick, what takes too long is given half a second where you give it ten minutes (ten
seconds until it is reached), and waits pass at once. It is noon on 1 January, UTC. A wait that a service
asks for is kept to, up to two minutes; a longer one is named and not waited for. `{HOST}`
stands for the service, and `reader` for the program.
"""
_HEAD = "| what goes wrong | what you read | tried | kept | then | exit |\n|---|---|---|---|---|---|"


def row(fault, seen):
    """What was seen of a fault, as a line of its table."""
    said = "<br>".join(f"**{kind}**: {sentence}" for kind, sentence in seen.said)
    cells = (
        fault.name,
        said or "nothing: the round is complete",
        _tried(seen),
        _names(seen.kept),
        _then(fault, seen),
        str(seen.code),
    )
    return "| " + " | ".join(_portless(cell).replace("|", "\\|") for cell in cells) + " |"


def shown(seen, broken):
    """How a failure looks on the screen, with less and less room, and in what is printed."""
    printed = [line for line in broken.out.splitlines() if line.startswith(("Not read", "What was read"))]
    lines = [
        "```",
        *seen.screen[::3],
        "```",
        "",
        "and so in what `review` and `status` print:",
        "",
        "```",
        *printed,
        "```",
    ]
    return _portless("\n".join(lines))


def page(rows, example):
    """The whole page, from the row of each fault by its name, and an example."""
    lines = [
        _INTRODUCTION,
        f"When {SHOWN}, the status line says so in as many words as there is room for:\n",
        example,
    ]
    for group in dict.fromkeys(fault.group for fault in FAULTS):
        lines += ["", f"## {group}", "", _HEAD]
        lines += [rows[fault.name] for fault in FAULTS if fault.group == group]
    return "\n".join(lines) + "\n"


def _tried(seen):
    if not seen.asked:
        return "not at all"
    if not seen.waits:
        return "once"
    times = "twice" if len(seen.waits) == 1 else f"{len(seen.waits) + 1} times"
    waits = ", ".join(seen.waits).replace(", in ", ", ")
    return f"{times}: again {waits}"


def _names(names):
    return ", ".join(name for name in _ORDER if name in names)


def _then(fault, seen):
    if seen.code_after is None:
        return "by itself"
    return f"{fault.mends}, asks {_names(seen.asked_again)}; exit {seen.code_after}"


def _portless(text):
    return re.sub(rf"({re.escape(HOST)}):\d+", r"\1", text)


def main():
    """Observe every fault and write the page."""
    rows, example = {}, ""
    for fault in FAULTS:
        with staged(fault) as stage:
            broken, mended = stage.play()
        seen = observed(fault, broken, mended)
        rows[fault.name] = row(fault, seen)
        if fault.name == SHOWN:
            example = shown(seen, broken)
    PAGE.write_text(page(rows, example))


if __name__ == "__main__":
    main()
