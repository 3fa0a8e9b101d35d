"""The commands of a text, each with its words and the folder that it runs in. Nothing is expanded or run."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.code import CodeBlock, CodeLine
from workbench.checks.text.lexer import Token, tokens

WINDOWS = frozenset({"powershell", "pwsh", "ps1", "ps", "cmd", "bat", "batch", "dosbatch", "winbatch"})
"""Languages of PowerShell and cmd."""
SHELLS = frozenset(
    {
        "",
        "sh",
        "shell",
        "bash",
        "zsh",
        "console",
        "shell-session",
        "shellsession",
        "sh-session",
        "bash-session",
    }
    | {"terminal", "text", "txt", "plain", "plaintext", "cli", "fish", "ksh", "none"}
    | WINDOWS
)
"""Languages whose blocks may hold command lines; the unnamed and the plain ones may as well hold others."""
SURE = SHELLS - {"", "text", "txt", "plain", "plaintext", "none"}
"""Languages whose blocks hold nothing else, but for output."""

LONGEST_BLOCK = 100_000
"""Characters; a longer block is no instruction to anybody."""

_PROMPT = regex(
    r"[ \t]*(?:\([\w. -]{1,40}\)[ \t]*)?(?:"
    r"(?:[\w.-]+@[\w.-]+(?:[: ]\S{0,200})?|\[[^\]\n]{1,80}\]|~\S{0,200}|(?:bash|sh|zsh)(?:-[\d.]+)?)?"
    r"[ \t]?[$%❯➜][ \t]+"
    r"|(?:[\w.-]+@[\w.-]+:\S{0,200}|\[\w+@[^\]\n]{1,80}\])#[ \t]+"
    r"|PS(?:[ \t][^>\n]{0,200})?>[ \t]*"
    r"|[A-Za-z]:\\[^>\n]{0,200}>[ \t]*)"
)
_ANGLE = regex(r"\s*>\s+(?=\S)")
_ROOT = regex(r"\s*#\s+(?=(?:apt|dnf|yum|pacman|apk|systemctl|rc-service|emerge)\b)")
_HEREDOC = regex(r"<<-?[ \t]*[\"']?(\w+)")
_CONTINUED = ("\\", "|", "&&", "||", " `", " ^")
_ASSIGNED = regex(r"([A-Za-z_]\w*)\+?=")
_REDIRECTIONS = frozenset({"&>>", "&>", ">>", ">&", ">|", ">", "<<<", "<<-", "<<", "<&", "<"})
_PREFIXES: dict[str, frozenset[str]] = {
    "sudo": frozenset({"-u", "-g", "-h", "-p", "-C", "--user", "--group"}),
    "env": frozenset({"-u", "-C", "--unset", "--chdir"}),
    "time": frozenset({"-f", "-o"}),
    "nice": frozenset({"-n"}),
    **dict.fromkeys(
        ("nohup", "exec", "command", "if", "while", "until", "then", "do", "else", "!", "{"), frozenset()
    ),
}
"""Words that stand before the program, each with its options that take a value."""
_PLACEHOLDER = regex(
    r"<[^<>]+>|\.\.\.|…|^\[|^[^\[]*\]$|=\[|\w\[[.|]|\{\{|\$[{\w(]|`|%\w+%|\b(?:your|YOUR|Your)|^\{.*\}$"
)


class Word(NamedTuple):
    """One word of a command."""

    text: str
    """Without its quotes."""
    start: int
    """Offset in the source of its first character, quotes included."""
    end: int

    @property
    def is_option(self) -> bool:
        """Whether it looks like an option: `-x`, `--long`."""
        return len(self.text) > 1 and self.text[0] == "-" and not re.fullmatch(r"-\d+(?:\.\d+)?", self.text)

    @property
    def is_open(self) -> bool:
        """Whether a part of it is to be filled in, or comes from a variable."""
        return _PLACEHOLDER.search(self.text) is not None


class Command(NamedTuple):
    """One simple command: what runs, and with what."""

    words: tuple[Word, ...]
    """The program first, after `sudo` and the like; never empty."""
    assigned: tuple[tuple[str, Word], ...] = ()
    """Variables set in front of it, each with the whole word."""
    folder: str | None = ""
    """Where it runs, from the start of the walk; None once a `cd` led to a place that is not known."""
    piped: bool = False
    """Whether it reads another command's output."""
    written: tuple[Word, ...] = ()
    """Files that it writes by redirection."""
    inner: bool = False
    """Whether it runs in a sub-shell, which leads nowhere."""

    @property
    def program(self) -> str:
        """Its first word."""
        return self.words[0].text

    @property
    def start(self) -> int:
        """Offset of its first word."""
        return self.words[0].start

    @property
    def end(self) -> int:
        """Offset after its last word."""
        return self.words[-1].end

    @property
    def leads_to(self) -> str | None:
        """Where the next command runs, from the start of the walk; None where that is not known."""
        if self.program == "popd":
            return None
        if self.program not in ("cd", "pushd") or self.folder is None or self.piped:
            return self.folder
        to = next((word for word in self.words[1:] if not word.is_option), None)
        if to is None or to.is_open or to.text.startswith(("/", "~", "-")):
            return None
        joined = posixpath.normpath(posixpath.join(self.folder, to.text.replace("\\", "/")))
        return "" if joined == "." else joined

    @property
    def options(self) -> tuple[Word, ...]:
        """Its words that look like options, up to a `--`."""
        until = next((n for n, word in enumerate(self.words) if word.text == "--"), len(self.words))
        return tuple(word for word in self.words[1:until] if word.is_option)


def commands_of(block: CodeBlock, folder: str | None = "") -> tuple[Command, ...]:
    """The commands of a block in their order; none where its language is another, or where it is too long.

    Where some lines have a prompt, the others are output. `folder` is where the first one runs.
    """
    if block.language not in SHELLS or block.end - block.start > LONGEST_BLOCK:
        return ()
    return tuple(_walk(tokens(_typed(block.lines), windows=block.language in WINDOWS), folder))


def command_of(text: str, start: int, folder: str | None = "") -> tuple[Command, ...]:
    """The commands of a code span that begins at an offset of the source."""
    lines, offset = list[CodeLine](), start
    for line in text.split("\n"):
        lines.append(CodeLine(line, offset))
        offset += len(line) + 1
    return tuple(_walk(tokens(_typed(lines)), folder))


def _typed(lines: Sequence[CodeLine]) -> list[CodeLine]:
    """The lines that a person types, without their prompts."""
    prompt = _PROMPT if any(_PROMPT.match(line.text) for line in lines) else None
    first = next((line for line in lines if line.text.strip()), None)
    if prompt is None and first is not None and _ANGLE.match(first.text):
        prompt = _ANGLE
    if prompt is None:
        return [_without(line, _ROOT) or line for line in lines]
    typed: list[CodeLine] = []
    continued, heredoc = False, ""
    for line in lines:
        shown = _without(line, prompt)
        if heredoc or (shown is None and continued):
            shown = _without(line, _ANGLE) or line
        if shown is None:
            continue
        typed.append(shown)
        continued = shown.text.rstrip().endswith(_CONTINUED)
        heredoc = _heredoc(shown.text, heredoc)
    return typed


def _heredoc(line: str, within: str) -> str:
    """What ends the here-document that is open after a line; empty where none is."""
    if within:
        return "" if line.strip() == within else within
    opened = _HEREDOC.search(line)
    return opened[1] if opened else ""


def _without(line: CodeLine, prompt: re.Pattern[str]) -> CodeLine | None:
    found = prompt.match(line.text)
    return None if found is None else CodeLine(line.text[found.end() :], line.start + found.end())


def _walk(found: Iterable[Token], folder: str | None) -> Iterator[Command]:
    """Simple commands, with the folder that the `cd` before them led to."""
    here, outer = folder, list[str | None]()
    part, piped = _Part(), False
    for token in found:
        if not token.operator:
            part.take(token)
        elif token.text in _REDIRECTIONS:
            part.redirect(token)
        else:
            command = part.command(here, piped, bool(outer))
            if command is not None:
                yield command
                here = command.leads_to
            part, piped = _Part(), token.text in ("|", "|&")
            if token.text == "(":
                outer.append(here)
            elif token.text == ")" and outer:
                here = outer.pop()
    command = part.command(here, piped, bool(outer))
    if command is not None:
        yield command


class _Part:
    """The words between two operators."""

    def __init__(self) -> None:
        self._words: list[Token] = []
        self._written: list[Word] = []
        self._redirected = ""

    def take(self, token: Token) -> None:
        """Add a word, or the file that a redirection names."""
        if not self._redirected:
            self._words.append(token)
        elif ">" in self._redirected and not token.text.isdigit():
            self._written.append(Word(token.text, token.start, token.end))
        self._redirected = ""

    def redirect(self, token: Token) -> None:
        """Let the next word be a file; a number right before it is a file descriptor."""
        if self._words and self._words[-1].text.isdigit() and self._words[-1].end == token.start:
            self._words.pop()
        self._redirected = token.text

    def command(self, folder: str | None, piped: bool, inner: bool) -> Command | None:
        """What these words run; None where they run nothing."""
        words = [Word(token.text, token.start, token.end) for token in self._words]
        assigned = _assigned(words)
        if not words:
            words = [word for _, word in assigned[:1]]
        if not words:
            return None
        return Command(tuple(words), assigned, folder, piped, tuple(self._written), inner)


def _assigned(words: list[Word]) -> tuple[tuple[str, Word], ...]:
    """Take what stands before the program off some words; the variables that are set there."""
    assigned: list[tuple[str, Word]] = []
    while words:
        name = _ASSIGNED.match(words[0].text)
        if name is not None:
            assigned.append((name[1], words.pop(0)))
        elif words[0].text in _PREFIXES:
            _pass_options(words, _PREFIXES[words.pop(0).text])
        else:
            break
    return tuple(assigned)


def _pass_options(words: list[Word], valued: frozenset[str]) -> None:
    """Take the options off the front of some words, with the values of those that have one."""
    while words and words[0].is_option:
        option = words.pop(0)
        if words and option.text in valued:
            words.pop(0)
