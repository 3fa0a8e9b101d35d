from dataclasses import dataclass

import pytest

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.repository import Repository
from workbench.checks.text.page import Page


@dataclass
class Judged:
    """What one family says of a text, as the words that it says it of."""

    faults: list
    confirmed: list
    left: list
    findings: list


@pytest.fixture
def judged(written):
    """What one family says of a text among other files of its repository."""

    def judge(check, text, files=None, name="README.md"):
        root = written({**(files or {}), name: text})
        repository = Repository.around(root / name)
        outcome = check(Page(name, text), Project(repository))
        for fault in outcome.faults:
            assert fault.quote == text[fault.span.start : fault.span.end]
            for line in fault.evidence:
                assert line.text in (repository.text(line.path) or "")
        return Judged(
            [(fault.quote, fault.expected) for fault in outcome.faults],
            [claim.quote for claim in outcome.confirmed],
            [claim.quote for claim in outcome.undecided],
            outcome.faults,
        )

    return judge
