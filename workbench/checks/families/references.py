"""Reference links have a definition."""

from workbench.checks.evidence.project import Project
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.markdown import Reference
from workbench.checks.text.page import Page
from workbench.core.sources import CheckRule

REFERENCES = CheckRule(
    id="references",
    owns="references-defined",
    proves="A `[text][label]` of the text stands there with its brackets, since nothing defines the label.",
    decided_by="The label is looked up among the text's definitions, in a text that uses others of them.",
    on_fail="fix",
)

_WORD = regex(r"[^\W\d_]{2}")


def check_references(page: Page, project: Project) -> Outcome:
    """Faults for undefined labels; undecided where the brackets may not be meant as a link."""
    outcome = Outcome(page)
    for reference in page.markdown.undefined:
        if not _is_link(reference, page.markdown.labels):
            continue
        place = (reference.start, reference.end)
        if any(site.holds(page.path) for site in project.sites):
            outcome.leave(REFERENCES, place, "the page is one of a site, whose plugins may define the label")
        elif not page.markdown.labels:
            outcome.leave(
                REFERENCES, place, "no link of the text uses a definition, so these may be mere brackets"
            )
        else:
            _undefined(outcome, reference)
    return outcome


def _is_link(reference: Reference, labels: frozenset[str]) -> bool:
    """Whether brackets look like a link: a word and a label, which is a number only where others are."""
    label = reference.label
    known = _WORD.search(label) or (label.isdigit() and any(other.isdigit() for other in labels))
    return bool(known and _WORD.search(reference.text)) and not label.startswith("^")


def _undefined(outcome: Outcome, reference: Reference) -> None:
    from rapidfuzz import fuzz, process

    labels = sorted(label.lower() for label in outcome.page.markdown.labels)
    near = process.extractOne(reference.label.lower(), labels, scorer=fuzz.ratio, score_cutoff=75)
    outcome.fault(
        REFERENCES,
        (reference.start, reference.end),
        f"Nothing defines the label `{printable(reference.label)}`"
        + (f". Did you mean `{printable(near[0])}`?" if near else "."),
        consequence="A reader sees the brackets instead of a link.",
        change="Define the label, or use one that is defined.",
        expected=near[0] if near else None,
    )
