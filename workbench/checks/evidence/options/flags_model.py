"""absl's flags: what their definitions declare."""

from typing import TYPE_CHECKING

from workbench.checks.evidence.options.argparse_model import choices_of
from workbench.checks.evidence.options.draft import Draft
from workbench.checks.evidence.options.python_values import UNKNOWN, Arguments, Value, written
from workbench.checks.evidence.program import Option

if TYPE_CHECKING:
    from workbench.checks.evidence.options.python_reading import PythonReading


def absl_model(reading: "PythonReading", name: str, arguments: Arguments) -> Value:
    """Definitions collect in one program that `app.run` reads. It is not whole: absl has flags of its own."""
    last = name.rpartition(".")[2]
    known = next((draft for draft in reading.made if draft.name == "absl"), None)
    if known is None:
        known = Draft("absl", arguments.evidence, whole=False, single_hyphen=False)
        reading.made.append(known)
    if last == "run":
        reading.parsed.append(known)
    if last.upper().startswith("DEFINE") and isinstance(flag := arguments.get("name", 0), str):
        known.add(_option(flag, last, arguments))
    return UNKNOWN


def _option(flag: str, kind: str, arguments: Arguments) -> Option:
    is_flag = kind.lower() in ("define_bool", "define_boolean")
    names = (f"--{flag}", f"-{flag}", f"--no{flag}") if is_flag else (f"--{flag}", f"-{flag}")
    default = written(arguments.get("default", 1))
    choices = choices_of(arguments.get("enum_values", 2)) if kind.lower() == "define_enum" else ()
    return Option(names, arguments.evidence, not is_flag, default, choices)
