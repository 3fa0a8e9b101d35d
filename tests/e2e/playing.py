"""A reader, judge and questioner in a model's place: stdlib only, so that it starts fast.

Run as a program it answers the prompt on standard input, and writes down first what it was asked:
`python playing.py LOG CHILD`.
"""

import hashlib
import json
import os
import random
import re
import sys

LINES = (
    "Kettle boils water from the command line.",
    "It is the fastest kettle in the world.",
    "Run `pip install kettle` and then `kettle on`.",
    "Every temperature is reached in five minutes.",
    "No configuration is needed, ever.",
    "It works on every machine that has a plug.",
    "Water that boils is never wasted.",
    "The manual says the rest.",
)
"""What every edition of the text says, so that quotes of one are in the others."""
FAULTY = "See the [manual](gone.md)."
"""What the harness's own check finds fault with."""


def text_of(edition):
    """An edition of the text: some of the lines, others in another order, and its number."""
    chance = random.Random(edition)
    lines = [*LINES, *([FAULTY] if edition % 2 else [])]
    chance.shuffle(lines)
    return "# Kettle\n\n" + "\n\n".join(lines) + f"\n\nThis is edition {edition}.\n"


def answer(prompt):
    """What is answered to a prompt, the same whenever it is asked."""
    chance = random.Random(hashlib.sha256(prompt.encode()).digest())
    if "You sort the findings into problems." in prompt:
        return _matched(re.findall(r"^(F\d+): (.+)$", prompt, re.MULTILINE), chance)
    lines = chance.sample([line for line in LINES if line in prompt], 4)
    if "You prepare the questions" in prompt:
        asked = [f"Does the text keep what it says about {line.split()[-1]}?" for line in lines[:2]]
        return json.dumps(
            {
                "questions": [
                    {"quote": line, "ask": ask, "meets": "It does.", "fails": "It does not."}
                    for line, ask in zip(lines, asked, strict=False)
                ]
            }
        )
    if "# Questions" in prompt:
        return _judged(
            re.findall(r"^## (\w+)", prompt[prompt.index("# Questions") :], re.MULTILINE), lines, chance
        )
    return _read(lines[: chance.randint(1, 4)], chance)


def _read(lines, chance):
    findings = [
        {
            "quote": line,
            "consequence": chance.choice(
                ["I would stop.", "I would believe it.", "I install the wrong one."]
            ),
            "problem": f"Nothing supports: {line}",
            "change": "Say compared with what.",
            "fixable_by": "wording",
            "asks": "overclaim",
        }
        for line in lines
    ]
    first = {"quote": lines[0], "why": "It repeats itself."} if chance.random() < 0.3 else None
    return json.dumps(
        {
            "walk": [],
            "about": "A kettle.",
            "for_whom": "Tea drinkers.",
            "lost_interest": first,
            "findings": findings,
            "one_fix": None,
        }
    )


def _matched(offered, chance):
    placements = [
        {"finding": id, "reason": "It reads alike.", "same_as": chance.choice(choices.split(", "))}
        for id, choices in offered
    ]
    return json.dumps({"placements": placements})


def _judged(ids, lines, chance):
    answers = [
        {
            "question": id,
            "quote": chance.choice(lines),
            "consequence": "I would stop.",
            "reason": f"{id} for a reason.",
            "answer": chance.choice(["meets", "meets", "fails"]),
            "change": "Say less.",
        }
        for id in dict.fromkeys(ids)
    ]
    worst = [{"quote": lines[0], "why": "unsupported"}]
    return json.dumps(
        {"answers": answers, "challenges": [], "worst": worst, "verdict": "Fix", "why": "Some fail."}
    )


def write_down(log, entry):
    """Add a line to a log outside the database; it is on the disk when this returns."""
    file = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(file, (json.dumps(entry) + "\n").encode())
    os.fsync(file)
    os.close(file)


def main():
    """Answer one prompt."""
    log, child = sys.argv[1], int(sys.argv[2])
    prompt = sys.stdin.read()
    write_down(log, {"child": child, "what": "asked", "prompt": hashlib.sha256(prompt.encode()).hexdigest()})
    sys.stdout.write(answer(prompt))


if __name__ == "__main__":
    main()
