"""cobra's commands: `&cobra.Command{...}` literals, their flags, and which is added to which."""

import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.go_flags import constants_of, flag_of
from workbench.checks.evidence.options.source_tokens import Source, Token, closing, is_name, is_sign, parts
from workbench.checks.evidence.program import Option

_SETS = {"Flags": False, "PersistentFlags": True, "LocalFlags": False}


@dataclass
class _Body:
    """A function's body, or the top of the files of one package."""

    source: Source
    name: str
    start: int
    end: int
    commands: dict[str, Draft] = field(default_factory=dict)
    """By the variable that holds each."""
    sets: dict[str, tuple[Draft, bool]] = field(default_factory=dict)
    """Variables that hold the flags of a command, and whether they reach its commands."""

    @property
    def package(self) -> str:
        """The folder's name, as a rule the package's."""
        return posixpath.basename(posixpath.dirname(self.source.path))


@dataclass
class _Tree:
    constants: dict[str, list[Token]]
    shared: dict[tuple[str, str], Draft] = field(default_factory=dict)
    """Commands that variables outside functions hold, by package and name."""
    made: dict[tuple[str, str], Draft] = field(default_factory=dict)
    """The command that each function gives."""
    everything: list[Draft] = field(default_factory=list)
    added: set[int] = field(default_factory=set)
    stray: bool = False
    """Whether flags or commands were added to what is not understood."""


def cobra_draft(sources: Sequence[Source], name: str, folder: str) -> Draft | None:
    """The command that is added to no other one; None where there is none."""
    tree = _Tree(constants_of(sources))
    bodies = [body for source in sources for body in _bodies(source)]
    for body in bodies:
        _literals(tree, body)
    for body in bodies:
        _calls(tree, body)
    roots = [
        draft
        for draft in tree.everything
        if id(draft) not in tree.added and (draft.commands or draft.options)
    ]
    if not roots:
        return None
    named = [draft for draft in roots if draft.name == name]
    chosen = (named or sorted(roots, key=lambda draft: -len(draft.commands)))[0]
    if tree.stray or (len(roots) > 1 and not named):
        for draft in tree.everything:
            draft.whole, draft.open_commands = False, True
    _framework(chosen)
    return chosen


def _bodies(source: Source) -> Iterator[_Body]:
    """Every function, and what stands outside them."""
    tokens, at, outside = source.tokens, 0, 0
    while at < len(tokens):
        if is_name(tokens, at, "func") and (at == 0 or tokens[at - 1].line < tokens[at].line):
            yield _Body(source, "", outside, at)
            head = at + 1
            if is_sign(tokens, head, "("):
                head = closing(tokens, head) + 1
            name = tokens[head].text if is_name(tokens, head) else ""
            body = head
            while body < len(tokens) and not (
                is_sign(tokens, body, "{") and tokens[body - 1].text != "interface"
            ):
                body = closing(tokens, body) + 1 if is_sign(tokens, body, "(") else body + 1
            end = closing(tokens, body) if body < len(tokens) else len(tokens)
            yield _Body(source, name, body, end)
            at = outside = end
        at += 1
    yield _Body(source, "", outside, len(tokens))


def _literals(tree: _Tree, body: _Body) -> None:
    """The command literals of a stretch, by the variables that hold them."""
    tokens = body.source.tokens
    for at in range(body.start, body.end):
        if not (
            is_name(tokens, at, "cobra")
            and is_name(tokens, at + 2, "Command")
            and is_sign(tokens, at + 3, "{")
        ):
            continue
        draft = _literal(body.source, at + 3)
        tree.everything.append(draft)
        before = at - 1 if is_sign(tokens, at - 1, "&") else at
        variable = _assigned(tokens, before)
        if variable:
            body.commands[variable] = draft
        if not body.name:
            tree.shared.update({(body.package, known): command for known, command in body.commands.items()})
        else:
            tree.made.setdefault((body.package, body.name), draft)


def _assigned(tokens: Sequence[Token], at: int) -> str:
    """The variable that a value at a place is given to; the last name of `a.b = `."""
    if at < 2 or tokens[at - 1].text not in ("=", ":="):
        return ""
    if tokens[at - 2].text == "Command":
        while at > 2 and tokens[at - 2].text in ("Command", ".", "cobra", "*"):
            at -= 1
    return tokens[at - 2].text if is_name(tokens, at - 2) else ""


def _literal(source: Source, at: int) -> Draft:
    tokens = source.tokens
    keys = {}
    for begin, last in parts(tokens, at + 1, closing(tokens, at)):
        if is_name(tokens, begin) and is_sign(tokens, begin + 1, ":"):
            keys[tokens[begin].text] = (begin + 2, last)
    use = keys.get("Use")
    text = tokens[use[0]].text if use and use[1] - use[0] == 1 and tokens[use[0]].kind == "text" else ""
    draft = Draft(
        text.split()[0] if text.split() else "", source.evidence(tokens[use[0] if use else at].line)
    )
    draft.anywhere = True
    draft.dests = {
        "Aliases": tuple(t.text for t in tokens[slice(*keys.get("Aliases", (0, 0)))] if t.kind == "text")
    }
    draft.add(Option(("-h", "--help"), draft.evidence, False, by_framework=True))
    if "Version" in keys:
        draft.add(Option(("-v", "--version"), draft.evidence, False, by_framework=True))
    if {"DisableFlagParsing", "FParseErrWhitelist"} & set(keys):
        draft.whole = False
    draft.closed = not {"Run", "RunE", "Args", "ValidArgs"} & set(keys)
    return draft


def _calls(tree: _Tree, body: _Body) -> None:
    """Flags and commands that are added in a stretch."""
    tokens = body.source.tokens
    for at in range(body.start, body.end):
        if not is_sign(tokens, at, "."):
            continue
        method = tokens[at + 1].text if is_name(tokens, at + 1) else ""
        if method in _SETS and is_sign(tokens, at + 2, "(") and is_sign(tokens, at + 3, ")"):
            _flags(tree, body, at, _SETS[method])
        elif method == "AddCommand" and is_sign(tokens, at + 2, "("):
            _add(tree, body, at)
        elif (
            is_name(tokens, at - 1) and tokens[at - 1].text in body.sets and not is_sign(tokens, at - 2, ".")
        ):
            draft, reaches = body.sets[tokens[at - 1].text]
            _flag(tree, body, at, draft, reaches)
        elif method in (
            "StringVarP",
            "StringP",
            "BoolVarP",
            "BoolP",
            "IntVarP",
            "StringVar",
            "BoolVar",
            "IntVar",
        ):
            tree.stray |= not is_sign(tokens, at - 1, ")")


def _owner(tree: _Tree, body: _Body, at: int) -> Draft | None:
    """The command that the name before a place holds."""
    name = body.source.tokens[at - 1].text
    return body.commands.get(name) or tree.shared.get((body.package, name))


def _flags(tree: _Tree, body: _Body, at: int, reaches: bool) -> None:
    tokens = body.source.tokens
    draft = _owner(tree, body, at)
    if is_sign(tokens, at + 4, "."):
        _flag(tree, body, at + 4, draft, reaches)
    elif draft is not None:
        start = at - 1
        if start > 1 and tokens[start - 1].text in (":=", "=") and is_name(tokens, start - 2):
            body.sets[tokens[start - 2].text] = (draft, reaches)
        else:
            draft.whole = False
    else:
        tree.stray = True


def _flag(tree: _Tree, body: _Body, at: int, draft: Draft | None, reaches: bool) -> None:
    """The flag that the method at a place declares."""
    tokens = body.source.tokens
    method = tokens[at + 1].text if is_name(tokens, at + 1) else ""
    if not is_sign(tokens, at + 2, "("):
        return
    end = closing(tokens, at + 2)
    arguments = parts(tokens, at + 3, end)
    line = tokens[at + 1].line
    made = flag_of(body.source, method, arguments, line, tree.constants, "--", reaches)
    if method in ("AddFlagSet", "AddGoFlagSet", "VisitAll", "SetNormalizeFunc", "SetInterspersed", "AddFlag"):
        made = False
    if made is None:
        return
    if draft is None:
        tree.stray = True
    elif isinstance(made, Option):
        draft.add(made)
    else:
        draft.whole = False


def _add(tree: _Tree, body: _Body, at: int) -> None:
    owner = _owner(tree, body, at)
    tokens = body.source.tokens
    for begin, last in parts(tokens, at + 3, closing(tokens, at + 2)):
        command = _command(tree, body, begin, last)
        if command is not None:
            tree.added.add(id(command))
        if owner is None or command is None or not command.name:
            tree.stray |= owner is None
            if owner is not None:
                owner.open_commands = True
            continue
        for spelling in (command.name, *command.dests.get("Aliases", ())):
            owner.commands[spelling] = command


def _command(tree: _Tree, body: _Body, begin: int, last: int) -> Draft | None:
    """The command that an argument is: a variable, or what a function gives."""
    tokens = body.source.tokens
    names = [n for n in range(begin, last) if is_name(tokens, n)]
    if not names:
        return None
    called = next((n for n in names if is_sign(tokens, n + 1, "(")), None)
    package = tokens[names[0]].text if len(names) > 1 and is_sign(tokens, names[0] + 1, ".") else body.package
    if called is not None:
        return tree.made.get((package, tokens[called].text))
    name = tokens[names[-1]].text
    return (body.commands.get(name) if package == body.package else None) or tree.shared.get((package, name))


def _framework(root: Draft) -> None:
    """The commands that cobra adds to a program with commands."""
    if root.commands:
        for name in ("help", "completion"):
            root.commands.setdefault(name, Draft(name, root.evidence, whole=False))
