"""What a text's JavaScript takes from the project's packages is exported by them."""

import re
from typing import TYPE_CHECKING

from workbench.checks.evidence.project import Project
from workbench.checks.families.attributes import ATTRIBUTES
from workbench.checks.families.imports import IMPORTS, nearest
from workbench.checks.near_names import meant
from workbench.checks.outcome import Outcome, printable
from workbench.checks.text.code import CodeBlock
from workbench.checks.text.javascript_imports import Taken, taken_in
from workbench.checks.text.page import Page
from workbench.checks.text.past import is_past, words_before
from workbench.core.sources import CheckRule

if TYPE_CHECKING:
    from workbench.checks.evidence.javascript.exports import Exports


def check_javascript_imports(page: Page, project: Project) -> Outcome:
    """Faults for names that an entry of a package of the repository does not export."""
    outcome = Outcome(page)
    reported: set[tuple[str, str]] = set()
    for block in page.markdown.blocks:
        for taken in taken_in(block):
            exports = project.javascript.exports(taken.package)
            if exports is None:
                continue
            if taken.name is not None:
                _name(outcome, block, taken, exports, reported)
            elif taken.by_require or exports.names:
                _members(outcome, block, taken, exports)
    return outcome


def _name(
    outcome: Outcome, block: CodeBlock, taken: Taken, exports: "Exports", reported: set[tuple[str, str]]
) -> None:
    name, place = taken.name or "", (taken.start, taken.end)
    key = (taken.package, name)
    if name in exports.names:
        outcome.confirm(IMPORTS, place, f"the package exports `{printable(name)}`", [exports.names[name]])
    elif name == "default" or not exports.whole or taken.type_only:
        outcome.leave(IMPORTS, place, "the files do not say all that it exports")
    elif is_past(outcome.page, taken.start, words_before(outcome.page, block.start)) or key in reported:
        outcome.leave(
            IMPORTS, place, "the text speaks of another version, or the name is reported further up"
        )
    else:
        reported.add(key)
        _missing(outcome, IMPORTS, taken.package, name, place, exports)


def _members(outcome: Outcome, block: CodeBlock, taken: Taken, exports: "Exports") -> None:
    """The names that are asked of a package taken as a whole."""
    pattern = re.compile(rf"(?<![\w$.'\"/-]){re.escape(taken.called)}\.([\w$]+)")
    for found in pattern.finditer(block.text):
        place = (block.at(found.start(1)), block.at(found.end(1) - 1) + 1)
        if found[1] in exports.names:
            known = exports.names[found[1]]
            outcome.confirm(ATTRIBUTES, place, f"the package exports `{printable(found[1])}`", [known])
        elif not exports.whole or found[1] in ("default", "prototype"):
            outcome.leave(ATTRIBUTES, place, "the files do not say all that it exports")
        elif re.match(r"\s*=[^=]", block.text[found.end() : found.end() + 4]):
            outcome.leave(ATTRIBUTES, place, "the text sets it itself")
        elif is_past(outcome.page, place[0], words_before(outcome.page, block.start)):
            outcome.leave(ATTRIBUTES, place, "the text speaks of another version")
        else:
            _missing(outcome, ATTRIBUTES, taken.package, found[1], place, exports)


def _missing(
    outcome: Outcome, rule: CheckRule, package: str, name: str, place: tuple[int, int], exports: "Exports"
) -> None:
    names = sorted(name for name in exports.names if name != "default")
    near = nearest(name, names)
    problem = f"`{printable(package)}` exports no `{printable(name)}`"
    problem += meant(near, f": it exports {', '.join(f'`{printable(other)}`' for other in names[:6])}.")
    evidence = [exports.names[near]] if near else list(exports.names.values())[:1]
    outcome.fault(
        rule,
        place,
        problem,
        consequence="Whoever runs this gets undefined, or an error while it is loaded.",
        change="Take what the package exports.",
        expected=near,
        evidence=evidence,
    )
