"""The words of a command, told apart into options, their values and the rest."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from workbench.checks.text.shell import Word


@dataclass
class Arguments:
    """What stands behind a program's name."""

    words: list[Word] = field(default_factory=list)
    """Everything that is neither an option nor an option's value."""
    options: dict[str, list[Word]] = field(default_factory=dict)
    """Every option by its spelling, with its values; an option without one has an empty list."""
    rest: list[Word] = field(default_factory=list)
    """What stands behind a `--`."""

    def values(self, *names: str) -> list[str]:
        """The values of an option under any of its spellings."""
        return [word.text for name in names for word in self.options.get(name, [])]

    def has(self, *names: str) -> bool:
        """Whether an option stands there under any of its spellings."""
        return any(name in self.options for name in names)


def arguments(words: Sequence[Word], valued: Collection[str], first_only: bool = False) -> Arguments:
    """The words behind a program's name in their parts.

    `valued` are the options that take the next word as their value; a short one may have it attached.
    With `first_only` everything behind the first word that is no option is a word as well.
    """
    found = Arguments()
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word.text == "--":
            found.rest.extend(words[at:])
            break
        if not word.is_option or (first_only and found.words):
            found.words.append(word)
            continue
        name, equals, value = word.text.partition("=")
        short = word.text[:2]
        if equals:
            start = word.end - len(value)
            found.options.setdefault(name, []).append(Word(value, start, word.end))
        elif word.text in valued:
            found.options.setdefault(word.text, []).extend(words[at : at + 1])
            at += 1
        elif short in valued and not word.text.startswith("--"):
            found.options.setdefault(short, []).append(Word(word.text[2:], word.start + 2, word.end))
        else:
            found.options.setdefault(word.text, [])
    return found
