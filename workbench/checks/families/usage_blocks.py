"""Pasted help and synopses show what the program still accepts."""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.evidence.calls import call_of
from workbench.checks.evidence.program import Option, Program
from workbench.checks.evidence.project import Project
from workbench.checks.evidence.settings.values import said, same, written
from workbench.checks.families.called import near_command, near_option
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.code import CodeBlock, CodeLine
from workbench.checks.text.page import Page
from workbench.checks.text.past import is_past
from workbench.checks.text.shell import SHELLS, Word, command_of
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

USAGE_BLOCKS = CheckRule(
    id="usage-blocks",
    owns="usage-holds",
    proves="A pasted help text or synopsis shows what the program does not accept.",
    decided_by="Its usage, options and commands are compared with the declarations; layout does not count.",
    on_fail="fix",
)

_USAGE = regex(r"(\s*usage:\s*)(\S.*)?$", re.I)
_DESCRIBED = regex(r"\s{0,8}(-[^\s,|][^\n]*)$")
_OPTION = regex(r"(?<![\w-])--?[A-Za-z?][\w-]*(?:\[no-\][\w-]+)?")
_CHOICES = regex(r"\s*[= ]?\[?\{([\w.,+-]{1,300})\}")
_SECTION = regex(r"\s*(?:available |main |core |sub|additional )*commands?:\s*$", re.I)
_COMMAND = regex(r"(\s{1,8})([a-z][\w:-]*)((?:[|,] ?[a-z][\w-]*)*)(?=\s|$)")
_DEFAULT = regex(
    r"[\[(]default(?:s to)?[:= ]\s*(\"[^\"\n]{0,80}\"|'[^'\n]{0,80}'|[^\s\])]{1,60}(?=[\])]))", re.I
)
_VARIABLE = regex(r"\[env(?: var)?: ?([A-Z][A-Z0-9_]{3,60})=?[^\]]{0,80}\]")
_LONGEST = 400


class _Help(NamedTuple):
    """A block that shows how a program is used, and which one."""

    block: CodeBlock
    program: Program
    called: str
    above: tuple[Program, ...]
    """The programs that it is a command of."""

    def option(self, name: str) -> Option | None:
        """The option of a spelling that may stand here."""
        holders = (self.program, *self.above)
        return next((option for holder in holders if (option := holder.option(name)) is not None), None)

    @property
    def whole(self) -> bool:
        """Whether every option that may stand here is known."""
        return all(program.whole for program in (self.program, *self.above))


def check_usage_blocks(page: Page, project: Project) -> Outcome:
    """Faults for what the block shows and a program whose declarations are all understood does not have."""
    outcome = Outcome(page)
    for block in page.markdown.blocks:
        if block.language in SHELLS or block.language in ("usage", "help", "docopt", "output"):
            found = _help_of(page, project, block)
            if found is not None:
                _Judge(outcome, project, found).judge()
    return outcome


def _help_of(page: Page, project: Project, block: CodeBlock) -> _Help | None:
    """The help that a block shows; None where it shows none of the repository's programs."""
    for words in (*_calls_in(block), *_called_before(page, block)):
        call = call_of(project.programs, words, ("",) if not page.folder else (page.folder, ""))
        if call is None:
            continue
        chain = [call.program]
        for word in call.words:
            command = chain[-1].commands.get(word.text)
            if command is not None and not (word.text == "help" and command.name == "help"):
                chain.append(command)
            elif word.text not in ("--help", "-h", "help"):
                break
        name = " ".join((call.name, *(program.name for program in chain[1:])))
        return _Help(block, chain[-1], name, tuple(chain[:-1]))
    return None


def _calls_in(block: CodeBlock) -> Iterator[tuple[Word, ...]]:
    """The words of the lines that say whose help a block is: a usage line, a call with --help, a synopsis."""
    lines = block.lines[:200]
    described = sum(_DESCRIBED.match(line.text[:_LONGEST]) is not None for line in lines)
    for number, line in enumerate(lines):
        found = _USAGE.match(line.text[:_LONGEST])
        if found is not None:
            shown, start = found[2], line.start + found.start(2)
            if not shown and number + 1 < len(lines):
                shown, start = lines[number + 1].text, lines[number + 1].start
            yield from (command.words for command in command_of(_plain(shown or ""), start))
            continue
        text = line.text.strip()
        asks = re.match(r"[$%>]\s+\S.*\s(?:--help|-h|help\b.*)$", text[:_LONGEST])
        if asks or (re.match(r"\S.*\s(?:--help|-h)$", text[:_LONGEST]) and described):
            cut = line.text.index(text) + (2 if asks else 0)
            yield from (command.words for command in command_of(text[2 if asks else 0 :], line.start + cut))
        elif _is_synopsis(text):
            yield from (command.words for command in command_of(_plain(text), line.start))


def _is_synopsis(text: str) -> bool:
    return re.match(r"[\w./-]+ .*\[-{1,2}[A-Za-z][^\]]*\]", text[:_LONGEST]) is not None


def _plain(text: str) -> str:
    """A usage line up to its first bracket, so that it reads as a command."""
    return re.split(r"\s[\[({<]", text, maxsplit=1)[0]


def _called_before(page: Page, block: CodeBlock) -> Iterator[tuple[Word, ...]]:
    """A call for help in the paragraph that stands right before a block of options."""
    if not any(_DESCRIBED.match(line.text[:_LONGEST]) for line in block.lines[:200]):
        return
    before = [prose for prose in page.markdown.prose if prose.start < block.start][-1:]
    for prose in before:
        if page.line(block.start) - page.line(prose.start) > 6:
            continue
        for span in reversed(prose.spans):
            if re.search(r"(?:^|\s)(?:--help|-h|help)\b", span.text):
                yield from (command.words for command in command_of(span.text, span.start))


class _Judge:
    """Compares one block."""

    def __init__(self, outcome: Outcome, project: Project, shown: _Help) -> None:
        self._outcome, self._project, self._help = outcome, project, shown
        self._told: set[str] = set()
        """Options whose choices the usage line gets wrong: the same further down is no other cause."""

    def judge(self) -> None:
        """Every line of it."""
        in_usage, in_commands = False, False
        for line in self._help.block.lines[:400]:
            text = line.text[:_LONGEST]
            if variable := _VARIABLE.search(text):
                self._variable(line, variable[1])
            usage = _USAGE.match(text)
            if usage is not None or (
                in_usage and text.startswith(("  ", "\t")) and not _DESCRIBED.match(text)
            ):
                in_usage = True
                self._usage(line)
                continue
            in_usage = False
            if _SECTION.match(text):
                in_commands = True
            elif _DESCRIBED.match(text) and not text.lstrip().startswith(("- ", "---")):
                in_commands = False
                self._described(line)
            elif in_commands and text.strip():
                in_commands = self._command(line)
            elif _is_synopsis(text.strip()):
                self._usage(line)

    def _usage(self, line: CodeLine) -> None:
        """A usage line or what continues it: one finding for all that is stale on it."""
        stale: list[str] = []
        expected = line.text
        first: tuple[int, int] | None = None
        evidence: list[Evidence] = []
        for found in _OPTION.finditer(line.text[: _LONGEST * 2]):
            name = found[0]
            place = (line.start + found.start(), line.start + found.end())
            option = self._help.option(name)
            choices = _CHOICES.match(line.text, found.end())
            if option is None and self._is_missing(name):
                near = near_option(self._help.program, name, self._help.above)
                stale.append(f"there is no `{printable(name)}`")
                evidence.append(near.evidence if near else self._help.program.evidence)
                expected = expected.replace(name, max(near.names, key=len)) if near else expected
            elif option is not None and choices and self._differ(choices[1], option):
                stale.append(f"`{printable(name)}` takes {', '.join(map(printable, option.choices))}")
                evidence.append(option.evidence)
                expected = expected.replace(choices[1], ",".join(option.choices))
                self._told.add(name)
            elif option is not None:
                self._outcome.confirm(
                    USAGE_BLOCKS, place, f"`{printable(name)}` is declared", [option.evidence]
                )
                continue
            else:
                continue
            first = first or _words_of(line)
        if first is not None:
            problem = f"This is not how `{printable(self._help.called)}` is used now: {'; '.join(stale)}."
            self._fault(first, problem, expected.strip(), evidence)

    def _fault(
        self, place: tuple[int, int], problem: str, expected: str | None, evidence: list[Evidence]
    ) -> None:
        self._outcome.fault(
            USAGE_BLOCKS,
            place,
            problem,
            consequence="A reader who follows the pasted text gets an error.",
            change="Paste the help anew.",
            expected=expected,
            evidence=evidence,
        )

    def _is_missing(self, name: str) -> bool:
        """Whether it is proven that no such option is declared."""
        block, mentions = self._help.block, self._project.mentions
        if not self._help.whole or is_past(self._outcome.page, block.start):
            return False
        return not mentions.has_option(name) and not (self._help.program.loose and mentions.has_word(name))

    def _differ(self, shown: str, option: Option) -> bool:
        return bool(option.choices) and set(shown.split(",")) != set(option.choices)

    def _described(self, line: CodeLine) -> None:
        """A line that describes an option."""
        text = line.text[:_LONGEST]
        begin = len(text) - len(text.lstrip())
        spelled = re.split(r"\s{2,}|\t", text[begin:], maxsplit=1)[0]
        names = list(_OPTION.finditer(spelled))
        if not names:
            return
        known = [(found[0], self._help.option(found[0])) for found in names]
        options = [option for _, option in known if option is not None]
        missing = [name for name, option in known if option is None and self._is_missing(name)]
        place = (line.start + begin, line.start + begin + len(spelled.rstrip()))
        if missing and len(missing) == len(known):
            near = near_option(self._help.program, max(missing, key=len), self._help.above)
            self._fault(
                place,
                f"`{printable(self._help.called)}` has no option `{printable(max(missing, key=len))}`.",
                max(near.names, key=len) if near else None,
                [near.evidence if near else self._help.program.evidence],
            )
        elif options:
            self._default(line, options[0], place)

    def _default(self, line: CodeLine, option: Option, place: tuple[int, int]) -> None:
        """A known option, with the choices and the default that its line shows."""
        name = max(option.names, key=len)
        found = _DEFAULT.search(line.text[:_LONGEST])
        choices = _CHOICES.search(line.text[:_LONGEST], place[0] - line.start, place[1] - line.start)
        if choices and self._differ(choices[1], option) and self._help.whole:
            if not self._told & set(option.names):
                shown = ", ".join(map(printable, option.choices))
                self._fault(
                    place,
                    f"`{printable(name)}` takes {shown}.",
                    "{" + ",".join(option.choices) + "}",
                    [option.evidence],
                )
            return
        if found is not None and option.default not in (None, "True", "False"):
            code = written(json.dumps(option.default))
            equal = same(said(found[1]), code)
            where = (line.start + found.start(), line.start + found.end())
            if equal:
                self._outcome.confirm(USAGE_BLOCKS, where, "the default is declared", [option.evidence])
            elif equal is False and not self._is_printed(found[0], option):
                self._fault(
                    where,
                    f"`{printable(name)}` is declared with the default `{printable(option.default or '')}`.",
                    option.default,
                    [option.evidence],
                )
        self._outcome.confirm(USAGE_BLOCKS, place, f"`{printable(name)}` is declared", [option.evidence])

    def _is_printed(self, phrase: str, option: Option) -> bool:
        """Whether the source has these very words, so the help shows them, or the text is of the past."""
        source = self._project.repository.text(option.evidence.path) or ""
        return phrase in source or is_past(self._outcome.page, self._help.block.start)

    def _variable(self, line: CodeLine, name: str) -> None:
        """`[env: NAME=]`, where the code reads another variable that ends in the same words."""
        code = self._project.code
        if not self._help.whole or code.files_with(name) or not code.whole:
            return
        longer = [word for word in code.words if word.endswith(f"_{name}") and word.isupper()]
        if len(longer) != 1 or is_past(self._outcome.page, line.start):
            return
        start = line.start + line.text.index(name)
        path, offset = next(code.places(longer[0]))
        self._fault(
            (start, start + len(name)),
            f"The variable is `{printable(longer[0])}`, not `{printable(name)}`.",
            longer[0],
            [code.evidence(path, offset)],
        )

    def _command(self, line: CodeLine) -> bool:
        """A line of the list of commands; whether the list goes on."""
        found = _COMMAND.match(line.text[:_LONGEST])
        if found is None:
            return line.text.startswith((" ", "\t"))
        name, program = found[2], self._help.program
        place = (line.start + found.start(2), line.start + found.end(2))
        known = program.commands.get(name)
        if known is not None:
            self._outcome.confirm(USAGE_BLOCKS, place, f"`{printable(name)}` is declared", [known.evidence])
        elif (
            program.commands and program.whole and not program.open and len(found[1]) <= 6 and name != "help"
        ):
            self._unknown(place, name, program)
        return True

    def _unknown(self, place: tuple[int, int], name: str, program: Program) -> None:
        if is_past(self._outcome.page, self._help.block.start):
            return
        near = near_command(program, name)
        evidence = program.commands[near].evidence if near else next(iter(program.commands.values())).evidence
        problem = f"`{printable(self._help.called)}` has no command `{printable(name)}`."
        self._fault(place, problem, near, [evidence])


def _words_of(line: CodeLine) -> tuple[int, int]:
    """Start and end of a line without the blanks around it."""
    text = line.text
    return line.start + len(text) - len(text.lstrip()), line.start + len(text.rstrip())
