"""The Python of a text, in blocks and in sentences, against the modules of the project."""

import ast
import re

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.python.api import Answer, Api, Symbol
from workbench.checks.evidence.python.classes import members
from workbench.checks.evidence.python.usage import Attribute, Call, Import, Usage, Use
from workbench.checks.families.arguments import decide_call
from workbench.checks.families.attributes import decide_attribute
from workbench.checks.families.imports import decide_import, nearest
from workbench.checks.outcome import Outcome
from workbench.checks.regex import regex
from workbench.checks.text.code import CodeSpan, Prose
from workbench.checks.text.page import Page
from workbench.checks.text.past import is_past, words_before
from workbench.checks.text.python_code import PythonCode, expression_of, python_of

_CALL_OR_CHAIN = regex(r"[A-Za-z_][\w.]*\w(?:\(.*\))?\Z", re.S)
_SAYS_FIELD = regex(r"\b(?:field|attribute|property|option|parameter)s?\s+\Z", re.I)
_OF_CLASS = regex(r"\s+(?:of|in|on)\s+(?:the\s+|a\s+|your\s+)?`*([A-Za-z_]\w*)\b")
_ENDINGS = frozenset(
    [
        "cfg",
        "cnf",
        "crt",
        "pem",
        "pfx",
        "conf",
        "config",
        "css",
        "csv",
        "db",
        "dev",
        "doc",
        "docx",
        "env",
        "example",
        "exe",
        "git",
        "go",
        "html",
        "ico",
        "in",
        "ini",
        "io",
        "ipynb",
        "js",
        "json",
        "jsonl",
        "lock",
        "log",
        "md",
        "net",
        "org",
        "out",
        "pdf",
        "php",
        "png",
        "py",
        "pyi",
        "rb",
        "rs",
        "rst",
        "rules",
        "sh",
        "so",
        "sql",
        "sqlite",
        "sqlite3",
        "svg",
        "tar",
        "toml",
        "ts",
        "tsx",
        "txt",
        "xml",
        "yaml",
        "yml",
        "zip",
        "service",
        "socket",
        "timer",
        "com",
        "app",
        "cloud",
        "page",
        "site",
    ]
)


def check_python_code(page: Page, project: Project) -> Outcome:
    """Faults for imports, attributes and keywords that the project's code does not have."""
    outcome = Outcome(page)
    api = project.python
    usage = Usage(api)
    reported: set[str] = set()
    for block in page.markdown.blocks:
        for code in python_of(block):
            known = len(usage.uses)
            usage.take(code)
            for use in usage.uses[known:]:
                _decide(outcome, api, use, _excuse(page, use, words_before(page, block.start)), reported)
    for prose in page.markdown.prose:
        for span in prose.spans:
            _span(outcome, usage, prose, span, reported)
            _field(outcome, usage, prose, span, reported)
    return outcome


def _decide(outcome: Outcome, api: Api, use: Use, why_not: str | None, reported: set[str]) -> None:
    if isinstance(use, Import):
        if use.answer is Answer.NO:
            # What is imported again, further down, is the same mistake.
            key = f"{use.module}:{use.name}"
            why_not = why_not or ("the same name is missing further up" if key in reported else None)
            reported.add(key)
        decide_import(outcome, api, use, why_not)
    elif isinstance(use, Attribute):
        if use.answer is Answer.NO:
            key = f"{use.owner.name}.{use.name}"
            why_not = why_not or ("the same name is missing further up" if key in reported else None)
            reported.add(key)
        decide_attribute(outcome, api, use, why_not)
    else:
        decide_call(outcome, api, use, why_not)


def _excuse(page: Page, use: Use, before: str) -> str | None:
    """Why something missing proves nothing; None where it does."""
    lines = [line.text for line in use.code.lines]
    start = page.line(use.place[0])
    near = " ".join(line.text for line in use.code.lines if abs(page.line(line.start) - start) <= 1)
    if is_past(page, use.place[0], f"{before}\n{near}"):
        return "the text speaks of another version, or of what does not work"
    return "it is made up on the spot" if any("sys.path" in line for line in lines) else None


def _span(outcome: Outcome, usage: Usage, prose: Prose, span: CodeSpan, reported: set[str]) -> None:
    if prose.role == "heading" or not _CALL_OR_CHAIN.match(span.text):
        return
    code = expression_of(span)
    if code is None:
        return
    chain = _chain(code)
    first = chain[0] if chain else ""
    if not first or (first not in usage.names and not usage.api.layout.is_own(first) and not _is_call(code)):
        return
    inner = Usage(usage.api, dict(usage.names), stored=usage.stored, imported=usage.imported)
    if first not in inner.names:
        inner.names[first] = _named(usage, first)
    inner.take(code)
    page = outcome.page
    sentence = prose.text
    shadowed = usage.api.layout.is_own(first) and not _is_module(inner.names.get(first))
    for use in inner.uses:
        why = "the text speaks of another version" if is_past(page, span.start, sentence) else None
        why = why or ("a module of the project has this name too" if shadowed else None)
        _decide(outcome, usage.api, use, why or _unsure(usage, use, chain, code), reported)


def _field(outcome: Outcome, usage: Usage, prose: Prose, span: CodeSpan, reported: set[str]) -> None:
    """The field of a class that a sentence names: "the field `x` of the settings"."""
    after = _OF_CLASS.match(prose.after(span))
    if after is None or not span.text.isidentifier() or not _SAYS_FIELD.search(prose.before(span)):
        return
    things = [thing for thing in usage.names.values() if isinstance(thing, Symbol) and not thing.is_module]
    owners = {thing.name: thing for thing in things if thing.name.casefold() == after[1].casefold()}
    for owner in owners.values():
        answer = members(usage.api, owner).has(span.text)
        found = members(usage.api, owner).found.get(span.text)
        code = PythonCode((), (), span.start)
        use = Attribute(owner, span.text, (span.start, span.end), answer, code, found, on_instance=True)
        past = is_past(outcome.page, span.start, prose.text)
        _decide(outcome, usage.api, use, "the text speaks of another version" if past else None, reported)


def _is_module(thing: object) -> bool:
    return isinstance(thing, Symbol) and thing.is_module


def _chain(code: PythonCode) -> list[str]:
    node: ast.AST = code.statements[0].value  # type: ignore[attr-defined]
    if isinstance(node, ast.Call):
        node = node.func
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return [node.id, *reversed(parts)] if isinstance(node, ast.Name) else []


def _is_call(code: PythonCode) -> bool:
    return isinstance(code.statements[0].value, ast.Call)  # type: ignore[attr-defined]


def _named(usage: Usage, name: str) -> Symbol | None:
    """A module of the repository, or what one of the modules that the text imports calls so."""
    source = usage.api.source(name) if usage.api.layout.is_own(name) else None
    if source is not None:
        return Symbol(source, name)
    found = {}
    for module in sorted(usage.imported):
        symbol = usage.api.member(module, name)[1]
        if symbol is not None:
            found[symbol.source.path] = symbol
    return next(iter(found.values())) if len(found) == 1 else None


def _unsure(usage: Usage, use: Use, chain: list[str], code: PythonCode) -> str | None:
    """Why a name that is missing in a sentence proves nothing: it may be a file's, or no Python at all."""
    if isinstance(use, Call):
        return None
    last = chain[-1].casefold()
    if last in _ENDINGS and not _is_call(code):
        return "it may be the name of a file"
    if isinstance(use, Attribute) and use.owner.is_module and use.answer is Answer.NO:
        known = usage.api.names(use.owner.source.place.name)
        if chain[0] not in usage.imported or not (_is_call(code) or nearest(use.name, known)):
            return "it may be something else than a name in the code"
    return None
