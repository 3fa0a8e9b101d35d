"""A command line, word by word, as the program of the repository would take it."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from workbench.checks.evidence.program import Option, Program
from workbench.checks.regex import regex
from workbench.checks.text.shell import Word

Kind = Literal["option", "command", "unknown option", "misplaced option", "unknown command", "unsure"]

_COMMAND = regex(r"[a-z][a-z0-9]*(?:[-_:][a-z0-9]+)*")


class Step(NamedTuple):
    """What becomes of one word."""

    kind: Kind
    word: Word
    name: str
    """The option without its value, or the command."""
    at: Program
    """The command that takes the word, or does not."""
    option: Option | None = None
    elsewhere: Program | None = None
    """The command that takes a misplaced option, or one that stands nowhere near."""


def steps(program: Program, words: Sequence[Word]) -> Iterator[Step]:
    """What becomes of the words that are options or commands, up to where they are another program's."""
    chain, at, unsure = [program], 0, False
    while at < len(words):
        word = words[at]
        at += 1
        if word.text in ("--", "...", "…"):
            return
        if word.is_option:
            step = option_step(chain, word)
            yield step
            option = step.option
            if option is None:
                unsure = True
            elif option.passes_on:
                return
            elif "=" not in word.text and not _is_glued(word, option):
                at += option.takes_value is True
                unsure = option.takes_value is None
            continue
        step_in = _command_step(chain, word, unsure)
        if step_in is not None:
            yield step_in
        if step_in is None or step_in.kind != "command":
            if step_in is not None or not chain[-1].intermixed or _may_hide_a_command(chain[-1]):
                return
            unsure = False
            continue
        chain.append(step_in.at)
        unsure = False


def _is_glued(word: Word, option: Option) -> bool:
    """Whether a short option's value stands in the same word: `-p80`."""
    return (
        not word.text.startswith("--") and word.text not in option.names and option.takes_value is not False
    )


def _may_hide_a_command(program: Program) -> bool:
    return bool(program.commands)


def _command_step(chain: Sequence[Program], word: Word, unsure: bool) -> Step | None:
    """The command that a word names, or that it names none; None where it is an argument or may be one."""
    here = chain[-1]
    found = here.commands.get(word.text)
    if found is not None:
        return Step("command", word, word.text, found)
    if not here.commands or here.default_command or not here.closed or unsure or word.is_open:
        return None
    if not _COMMAND.fullmatch(word.text) or not all(program.whole for program in chain):
        return None
    return Step("unknown command", word, word.text, here)


def option_step(chain: Sequence[Program], word: Word) -> Step:
    """What becomes of an option after some commands."""
    here, name = chain[-1], word.text.partition("=")[0]
    found = option_of(chain, name)
    if found is None and here.default_command:
        usual = here.commands.get(here.default_command)
        found = option_of([*chain, usual], name) if usual is not None else None
        if found is None:
            return Step("unsure", word, name, here)
    if found is not None:
        return Step("option", word, name, here, found)
    other = _below(here, name)
    if other is not None and here.anywhere:
        return Step("option", word, name, here, other.option(name))
    guessed = here.loose and not name.startswith("--")
    if (
        guessed
        or not all(program.whole for program in chain)
        or not re.fullmatch(r"--?[A-Za-z][\w.-]*", name)
    ):
        return Step("unsure", word, name, here)
    if other is not None:
        return Step("misplaced option", word, name, here, None, other)
    above = next((program for program in reversed(chain[:-1]) if program.option(name)), None)
    if above is not None:
        return Step("misplaced option", word, name, here, None, above)
    return Step("unknown option", word, name, here, None, _below(chain[0], name))


def option_of(chain: Sequence[Program], name: str) -> Option | None:
    """The option of a spelling, or of letters in one word, that the last of some commands takes."""
    here = chain[-1]
    exact = here.option(name)
    if exact is not None:
        return exact
    for above in chain[:-1]:
        option = above.option(name)
        if option is not None and option.reaches:
            return option
    if name.startswith("--") or here.single_hyphen:
        return None
    return _cluster(chain, name[1:])


def _cluster(chain: Sequence[Program], letters: str) -> Option | None:
    """The last option of `-abc` where all are known; the one whose value the rest is."""
    last: Option | None = None
    for letter in letters:
        last = next(
            (o for n, p in enumerate(reversed(chain)) if (o := p.short(letter)) and (n == 0 or o.reaches)),
            None,
        )
        if last is None or last.takes_value is not False:
            return last
    return last


def _below(program: Program, name: str) -> Program | None:
    """A command below one that takes an option."""
    return next((command for command in program.all_commands() if command.option(name)), None)
