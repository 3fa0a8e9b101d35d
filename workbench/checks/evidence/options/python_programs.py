"""What a Python program accepts, from the file or the function that starts it."""

import re
from collections.abc import Mapping

from workbench.checks.evidence.options.argparse_model import Parser, argparse_model
from workbench.checks.evidence.options.click_model import Group, click_model
from workbench.checks.evidence.options.docopt_text import docopt_draft
from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.fire_model import argh_model, fire_model
from workbench.checks.evidence.options.flags_model import absl_model
from workbench.checks.evidence.options.literal_options import by_hand
from workbench.checks.evidence.options.python_files import PythonFiles
from workbench.checks.evidence.options.python_reading import Model, PythonReading
from workbench.checks.evidence.options.python_values import (
    UNKNOWN,
    Arguments,
    File,
    Function,
    Value,
)
from workbench.checks.evidence.options.typer_model import Typer, typer_model
from workbench.checks.evidence.program import Program
from workbench.checks.regex import regex

_ARGV = regex(r"\bsys\.argv\b|\bgetopt\b|\bfrom sys import .*\bargv\b")
_OTHERS = regex(
    r"^\s*(?:from|import) (?:jsonargparse|cyclopts|plac|defopt|tyro|cliff|cement|cleo|invoke|tap|clize|"
    r"simple_parsing|datargs|hydra|pydantic_settings|traitlets|django|celery|streamlit|pytest)\b",
    re.M,
)


def python_program(files: PythonFiles, name: str, path: str, entry: str = "") -> Program | None:
    """What a file accepts as a script, or what one of its functions reads when it is called.

    None where it declares nothing that is understood.
    """
    reading = PythonReading(files, _MODELS)
    reading.main = None if entry else path
    scope = reading.load(path)
    file = files.file(path)
    if scope is None or file is None:
        return None
    draft = _started(reading, scope.names, entry, file) if entry else None
    draft = draft or _main(reading) or _hand_made(file)
    if draft is None:
        return None
    draft.name = name
    if reading.exhausted:
        draft.whole = False
    return draft.program()


def _started(reading: PythonReading, names: Mapping[str, Value], entry: str, file: File) -> Draft | None:
    """The program of an entry point's function."""
    first, *rest = entry.split(".")
    value = reading.resolved(names.get(first, UNKNOWN))
    for attribute in rest:
        value = reading.attribute(value, attribute)
    if isinstance(value, Group):
        return value.draft
    if isinstance(value, Typer):
        return value.root.draft
    before = len(reading.parsed)
    if value is not UNKNOWN:
        where = value.scope.file if isinstance(value, Function) else file
        node = value.node if isinstance(value, Function) else file.tree
        reading.call(value, Arguments([], {}, node, where.evidence(node)))
    reading.parsed = reading.parsed[before:]
    return None


def _main(reading: PythonReading) -> Draft | None:
    """The program whose parsing was asked for first."""
    parsed = list(dict.fromkeys(reading.parsed))
    if parsed:
        if len(parsed) > 1:
            parsed[0].whole = False
            parsed[0].open_commands = True
        return parsed[0]
    if len(reading.made) == 1:
        reading.made[0].whole = False
        return reading.made[0]
    return None


def _hand_made(file: File) -> Draft | None:
    text = "\n".join(file.lines)
    if not _ARGV.search(text) or _OTHERS.search(text):
        return None
    return by_hand(file)


def _docopt(reading: PythonReading, name: str, arguments: Arguments) -> Value:
    text = arguments.get("doc", 0)
    if name.rpartition(".")[2] == "docopt" and isinstance(text, str):
        reading.parsed.append(docopt_draft(text, arguments.evidence, reading.docstring_line(arguments)))
    return UNKNOWN


class _Wraps:
    """The decorator that gives a function the name of another, and what decorators put on that one."""

    def __init__(self, wrapped: Function) -> None:
        self._wrapped = wrapped

    def call(self, method: str, arguments: Arguments) -> Value:
        """The function that it decorates."""
        function = arguments.get("", 0)
        if not method and isinstance(function, Function):
            function.called = self._wrapped.name
            function.marks += self._wrapped.marks
            function.whole &= self._wrapped.whole
        return function


def _functools(reading: PythonReading, name: str, arguments: Arguments) -> Value:
    wrapped = arguments.get("wrapped", 0)
    is_wrapping = name.endswith(".wraps") and isinstance(wrapped, Function)
    return _Wraps(wrapped) if is_wrapping else UNKNOWN


def _shtab(reading: PythonReading, name: str, arguments: Arguments) -> Value:
    parser = arguments.get("parser", 0)
    if name.endswith("add_argument_to") and isinstance(parser, Parser):
        given = arguments.get("option_string", 1)
        spelled = given if isinstance(given, list) else [given or "--print-completion"]
        parser.call("add_argument", Arguments(spelled, {}, arguments.node, arguments.evidence))
    return UNKNOWN


_MODELS: Mapping[str, Model] = {
    "argparse": argparse_model,
    "optparse": argparse_model,
    "configargparse": argparse_model,
    "rich_argparse": argparse_model,
    "click": click_model,
    "rich_click": click_model,
    "asyncclick": click_model,
    "click_default_group": click_model,
    "typer": typer_model,
    "docopt": _docopt,
    "docopt_ng": _docopt,
    "argh": argh_model,
    "cloup": click_model,
    "fire": fire_model,
    "functools": _functools,
    "shtab": _shtab,
    "absl": absl_model,
}
