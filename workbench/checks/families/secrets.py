"""Nothing in the text looks like a live credential."""

from workbench.checks.evidence.project import Project
from workbench.checks.families.credentials import credentials
from workbench.checks.outcome import Outcome, printable
from workbench.checks.text.page import Page
from workbench.core.sources import CheckRule

SECRETS = CheckRule(
    id="secrets",
    owns="no-secrets",
    proves="A piece of the text has the shape of a live credential and does not look like a placeholder.",
    decided_by="Known prefixes, private key blocks and assigned values are measured for how random they are.",
    on_fail="fix",
)


def check_secrets(page: Page, project: Project) -> Outcome:
    """Faults for what looks like a credential, wherever it stands: code, comments and front matter too.

    Only the quote holds the whole of it; the sentences show its first four characters.
    """
    outcome = Outcome(page)
    for found in credentials(page.text):
        words = page.text[found.start : found.end]
        outcome.fault(
            SECRETS,
            (found.start, found.end),
            f"This looks like a live {found.what}: `{printable(words[:4])}` and "
            f"{len(words) - 4} more characters.",
            consequence="Whoever can read the text can use it.",
            change="Revoke it where it was issued, and put a placeholder in its place.",
        )
    return outcome
