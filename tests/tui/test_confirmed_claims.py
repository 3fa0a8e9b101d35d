"""What checks confirmed about a place, beside what a reader says of it."""

from workbench.core.ports import CheckReport, Claim
from workbench.core.readings import Evidence
from workbench.tui.widgets.details_pane import DetailsPane


class Confirming:
    """Checks that confirm some words of the text as often as they are told to."""

    rules = ()

    def __init__(self, words, times=1):
        self.words, self.times = words, times

    async def run(self, path, revision, kind):
        start = revision.text.find(self.words)
        why, proof = "the package is called so", (Evidence("pyproject.toml", 2, 'name = "kettle"'),)
        claim = Claim("installs", self.words, start, start + len(self.words), why, proof)
        return CheckReport(confirmed=(claim,) * self.times)


def details(bench):
    return "".join(text for text, _ in bench.review.query_one(DetailsPane)._said)


async def test_a_confirmed_claim_is_shown_at_a_finding_about_its_words_and_nowhere_else(bench):
    async with bench(read=True, checks=Confirming("pip install kettle")) as app:
        await app.go("No Python version")
        assert (
            "check installs confirmed: “pip install kettle”: the package is called so (pyproject.toml:2)"
        ) in details(app)
        await app.go("has no support")
        assert "confirmed" not in details(app)


async def test_many_confirmed_claims_of_a_place_are_counted(bench):
    async with bench(read=True, checks=Confirming("pip install kettle", times=6)) as app:
        await app.go("No Python version")
        assert details(app).count("check installs confirmed") == 4
        assert "2 more are confirmed here" in details(app)
