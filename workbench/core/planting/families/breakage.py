"""A flag, command, path or link that is written otherwise than the text itself writes it elsewhere."""

import re
from collections.abc import Iterator

from workbench.core.planting.candidates import Candidate, Edit, Recognised, Stretch
from workbench.core.planting.families.vocabulary import BROKEN, OPPOSED
from workbench.core.planting.passages import CodeLine, Passages

_FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]{2,}|(?<![\w-])-[a-z](?![\w-])")
_PROSE_CODE = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(r"(?<![\w:/@.-])(?:~|\.{1,2}|[\w.-]+)(?:/[\w.-]+)+/?")
_LINK = re.compile(r"(?<!!)\[(?P<text>[^\[\]\n!]{2,80})\]\((?P<target>[^()\s]+)\)")
_RUN = re.compile(r"\s*\$?\s*(?P<program>[a-z][\w-]+)(?=\s|$)")
_KNOWN = (
    "git", "cd", "cp", "mv", "rm", "mkdir", "npm", "npx", "pip", "pipx", "uv", "python", "python3",
    "cargo", "go", "docker", "brew", "curl", "wget", "sudo", "export", "echo", "cat", "ls", "source",
    "make", "node", "yarn", "pnpm", "apt", "tree", "bash", "sh",
)  # fmt: skip
"""Programs of others, which a reader knows how to write anyway."""


def breakage(passages: Passages) -> Iterator[Candidate]:
    """Flags, commands and paths that stand in two places, and links whose target their own text names."""
    yield from _flags(passages)
    yield from _commands(passages)
    yield from _paths(passages)
    yield from _links(passages)


def _flags(passages: Passages) -> Iterator[Candidate]:
    """In a block of commands, a flag that a sentence names."""
    for line in _command_lines(passages):
        for found in _FLAG.finditer(line.text):
            named = [
                s
                for s in passages.sentences
                if any(found[0] in _FLAG.findall(code) for code in _codes(s.text))
            ]
            if not named:
                continue
            new = _misspelt(found[0])
            start = line.start + found.start()
            yield _written(passages, "flag", start, found[0], new, [named[0].stretch])


def _commands(passages: Passages) -> Iterator[Candidate]:
    """In a block of commands, the program that the text calls by another name everywhere else."""
    lines = _command_lines(passages)
    programs = [(line, found) for line in lines if (found := _RUN.match(line.text))]
    for line, found in programs:
        name = found["program"]
        others = [other for other, run in programs if run["program"] == name and other is not line]
        named = [s.stretch for s in passages.sentences if name in _codes(s.text)]
        if name in _KNOWN or not (named or len(others) > 1):
            continue
        start = line.start + found.start("program")
        places = named[:1] or [others[0].stretch]
        yield _written(passages, "command", start, name, _misspelt(name), places)


def _paths(passages: Passages) -> Iterator[Candidate]:
    """A path that another place writes too, with one of its names changed here."""
    lines = _command_lines(passages)
    spots = [
        (each.start + found.start(), found[0])
        for each in lines
        for found in _PATH.finditer(each.text)
        if "://" not in each.text[: found.end()].rpartition(" ")[2]
    ]
    for start, path in spots:
        line = passages.line_at(start)
        parts = [part for part in path.strip("/").split("/") if re.search(r"[A-Za-z]{3}", part)]
        shared = [
            (part, [at for at, other in spots if part in other.split("/") and at not in _within(line)])
            for part in parts
        ]
        known = [(part, places) for part, places in shared if places]
        if not known:
            continue
        part, places = known[0]
        at = start + path.index(part)
        yield _written(passages, "path", at, part, _misspelt(part), [passages.line_at(places[0])])


def _links(passages: Passages) -> Iterator[Candidate]:
    """A link whose text names its target, and one whose brackets are open."""
    for sentence in passages.sentences:
        for found in _LINK.finditer(sentence.text):
            start, target, text = sentence.start, found["target"], found["text"].strip("`")
            local = not re.match(r"[a-z]+:", target) and not target.startswith("#")
            last = target.rstrip("/").rpartition("/")[2]
            if local and last and text.endswith(last):
                at = start + found.end("target") - len(last)
                made = _written(passages, "path", at, last, _misspelt(last), [])
                yield made
            else:
                yield _open_link(passages, start + found.end("text"), found["text"])


def _within(place: Stretch) -> range:
    return range(place.start, place.end)


def _open_link(passages: Passages, at: int, text: str) -> Candidate:
    around = passages.around(at)
    return Candidate(
        "broken",
        f"the bracket after “{text}” removed",
        f"The link of “{text}” is broken: its closing bracket is missing.",
        (Edit(at, at + 1, ""),),
        (around,),
        (),
        Recognised(said=(BROKEN,), there=True, echoed=((text.strip("`"),), BROKEN)),
        last=True,
        failure="open bracket",
    )


def _written(
    passages: Passages, what: str, start: int, old: str, new: str, others: list[Stretch]
) -> Candidate:
    around = passages.around(start)
    where = f"“{passages.words(others[0])}” has" if others else "the text of the link has"
    return Candidate(
        "broken",
        f"the {what} {old} changed to {new}",
        f"The {what} is written {new} here, and {where} {old}.",
        (Edit(start, start + len(old), new),),
        (around,),
        tuple(others),
        Recognised(said=((old, *BROKEN, *OPPOSED, "typo*", "misspel*", "誤字"),), named=((new,),)),
    )


def _command_lines(passages: Passages) -> list[CodeLine]:
    lines = [line for block in passages.blocks if block.holds_commands for line in block.lines]
    return [line for line in lines if line.text.strip() and not line.text.lstrip().startswith("#")]


def _codes(text: str) -> list[str]:
    return [code.strip() for code in _PROSE_CODE.findall(text)]


def _misspelt(word: str) -> str:
    """The word with a slip of the hand in it, which is no word that the text could mean."""
    stem, point, ending = word.rpartition(".")
    if point and stem and ending.isalpha():
        return f"{_misspelt(stem)}.{ending}"
    if re.fullmatch(r"-[a-z]", word):
        return f"-{chr((ord(word[1]) - 97 + 3) % 26 + 97)}"
    if len(word.strip("-")) < 4:
        return f"{word}{word[-1]}"
    return word[:-1] if word.endswith("s") or word.isupper() else f"{word}s"
