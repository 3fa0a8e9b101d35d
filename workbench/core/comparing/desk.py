"""Everything a person can do with two texts beside each other: what the command and the screen call."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path

from workbench.core.artifacts import Kind
from workbench.core.comparing.agreement import JudgeAgreement, agreements
from workbench.core.comparing.asking import asked_wording, shown_to
from workbench.core.comparing.askings import Asking, AskingEvent, Askings, Ended, askings, sharing
from workbench.core.comparing.comparison import QUESTION, ComparedText, Comparison
from workbench.core.comparing.naming import named_text
from workbench.core.comparing.standing import Standing
from workbench.core.costs.estimates import Estimate, estimate
from workbench.core.costs.meter import Meter
from workbench.core.desk import Desk
from workbench.core.errors import NO_READER, UsageError
from workbench.core.instruments import Persona
from workbench.core.plans import plan_of
from workbench.core.ports import Provider
from workbench.core.readings import ReadingState

_ASKED_ELSEWHERE = "Another workbench is asking about these two texts now: wait until it is done."
_ASKED_MEANWHILE = (
    "Another workbench has asked about these two texts meanwhile: compare them again to see what came of it."
)
_SURE = 0.75
"""The share of a window that is filled by our estimate, which may be a third too low."""


@dataclass(frozen=True, slots=True)
class CompareProposal:
    """What would be asked of whom, before the person agrees to it."""

    missing: tuple[Asking, ...]
    """What is not answered yet."""
    estimate: Estimate
    destination: str
    left_out: tuple[str, ...]
    """Who is not asked and why, a sentence each."""
    secrets: tuple[str, ...]
    """What looks like a live credential in either text."""
    consented: bool
    """Whether the person agreed before to send both texts there."""

    @property
    def sentence(self) -> str:
        """All that is to be known before it is agreed to."""
        readers = len({asking.persona.source for asking in self.missing})
        who = "1 reader" if readers == 1 else f"{readers} readers"
        return f"{who}, both orders of the texts: {self.estimate.sentence()}, to {self.destination}"


@dataclass(frozen=True)
class CompareDesk:
    """One run of the workbench, as far as comparing needs it."""

    desk: Desk

    async def open(
        self, a: str, b: str, seed: int, question: str = QUESTION, kind: Kind | None = None
    ) -> Standing:
        """Two texts, each a path or `PATH@N`, and how far comparing them is; the seed is for the first time.

        Raises:
            ArtifactError: a file cannot be read.
            StoreError: the database cannot be used.
            UsageError: there is no such revision, the texts are the same, one is empty, or nothing is asked.
        """
        if not question.strip():
            raise UsageError("The question is empty: leave --question out, or ask something.")
        texts = [await named_text(self.desk.store, self.desk.files, name, kind) for name in (a, b)]
        _refuse(*texts)
        asked = " ".join(question.split())
        wish = Comparison(texts[0], texts[1], asked, asked_wording(asked), seed)
        comparison = await self.desk.store.comparisons.begin(wish)
        return await self.look(comparison)

    async def look(self, comparison: Comparison) -> Standing:
        """How far a comparison is, by what is stored.

        Raises:
            StoreError: the database cannot be used.
        """
        stored = self.desk.store.comparisons
        return Standing(comparison, await stored.readings(comparison), await stored.choices(comparison))

    async def propose(self, standing: Standing) -> CompareProposal:
        """What would be asked now: every reader of such a text, as far as they have not answered.

        Raises:
            UsageError: there is nobody to ask, or the texts are too long for the models' window.
        """
        if self.desk.provider is None:
            raise UsageError(NO_READER)
        comparison = standing.comparison
        readers, left_out = self._readers(comparison)
        made = askings(comparison, readers, self.desk.settings.models, self.desk.provider.name)
        self._refuse_too_long(made)
        there = {(reading.player, reading.prompt_sha256) for reading in standing.readings}
        missing = sharing([asking for asking in made if asking.key not in there])
        destination = self.desk.provider.destination
        secrets = [secret for text in comparison.texts for secret in await self._secrets(text)]
        consented = [await self.desk.store.consented(text.artifact, destination) for text in comparison.texts]
        cost = estimate(
            [asking.planned for asking in missing], self.desk.prices, self.desk.clock.now().date()
        )
        return CompareProposal(
            missing, cost, destination, left_out, tuple(dict.fromkeys(secrets)), all(consented)
        )

    def _readers(self, comparison: Comparison) -> tuple[tuple[Persona, ...], tuple[str, ...]]:
        """The readers of such texts who would see any difference, and why others are not asked."""
        asked: list[Persona] = []
        left_out: list[str] = []
        a, b = (text.revision for text in comparison.texts)
        for persona in plan_of(comparison.kind, self.desk.library, self.desk.settings).readers:
            if shown_to(persona, a) == shown_to(persona, b):
                left_out.append(f"{persona.name} is not asked: what it is shown is the same in both texts.")
            else:
                asked.append(persona)
        if not asked and not left_out:
            raise UsageError("No persona reads such a text: name one with --reader.")
        return tuple(asked), tuple(left_out)

    def _refuse_too_long(self, made: tuple[Asking, ...]) -> None:
        """Refuse texts that would be cut: of parts of two texts nobody can say which he would rather have."""
        models = self.desk.settings.models
        room = int(models.window * _SURE) - min(models.max_tokens, models.window // 4)
        longest = max((asking.expected.input or 0 for asking in made), default=0)
        if longest > room:
            raise UsageError(
                f"Both texts together are about {longest:,} tokens, and a window of {models.window:,} leaves "
                f"room for {room:,}: compare a part of each, or choose a model with a larger window."
            )

    async def _secrets(self, text: ComparedText) -> tuple[str, ...]:
        report = await self.desk.checks.run(Path(text.artifact.path), text.revision, text.artifact.kind)
        return tuple(fault.problem for fault in report.secrets)

    async def ask(
        self, standing: Standing, proposal: CompareProposal, stop: asyncio.Event
    ) -> AsyncGenerator[tuple[Standing, AskingEvent], None]:
        """Ask what is missing, and how far it is with each event; the caller has the person's consent.

        Setting `stop`, or closing the generator, ends it; what was answered is stored.

        Raises:
            UsageError: there is nobody to ask, or another program asks them or has asked them meanwhile.
        """
        if self.desk.provider is None:
            raise UsageError(NO_READER)
        comparison, stored = standing.comparison, self.desk.store.comparisons
        if not await stored.claim(comparison):
            raise UsageError(_ASKED_ELSEWHERE)
        try:
            there = {(reading.player, reading.prompt_sha256) for reading in await stored.readings(comparison)}
            if any(asking.key in there for asking in proposal.missing):
                raise UsageError(_ASKED_MEANWHILE)
            for text in comparison.texts:
                await self.desk.store.consent(text.artifact, proposal.destination)
            bodies = {asking.persona.source: asking.persona.as_json for asking in proposal.missing}
            await self.desk.store.save_sources(bodies)
            asking = self._asking(self.desk.provider, comparison)
            async with aclosing(asking.run(proposal.missing, stop)) as events:
                async for event in events:
                    if isinstance(event, Ended) and event.reading.state is ReadingState.FINISHED:
                        standing = standing.with_reading(event.reading)
                    yield standing, event
        finally:
            await stored.release(comparison)

    def _asking(self, provider: Provider, comparison: Comparison) -> Askings:
        return Askings(
            provider,
            self.desk.clock,
            Meter(self.desk.prices, self.desk.settings.budget),
            self.desk.settings.parallel,
            self.desk.settings.attempts,
            keep=lambda reading: self.desk.store.comparisons.save_reading(comparison, reading),
        )

    async def choose(self, standing: Standing, chosen: int | None) -> Standing:
        """Keep what the person chose, by the key of a revision; None for no difference.

        Raises:
            StoreError: the database cannot be used.
        """
        return standing.with_choice(await self.desk.store.comparisons.choose(standing.comparison, chosen))

    async def take_back(self, standing: Standing) -> Standing:
        """Take back what the person says now; it stays stored and counts nowhere.

        Raises:
            StoreError: the database cannot be used.
            UsageError: nothing stands.
        """
        if standing.yours is None:
            raise UsageError("You have chosen nothing, so there is nothing to take back.")
        return standing.with_choice(await self.desk.store.comparisons.take_back(standing.yours))

    async def show(self, standing: Standing) -> Standing:
        """Remember that what is hidden was shown: from then on no choice is blind.

        Raises:
            StoreError: the database cannot be used.
        """
        comparison = standing.comparison
        if comparison.shown_at is not None:
            return standing
        at = await self.desk.store.comparisons.show(comparison)
        return replace(standing, comparison=replace(comparison, shown_at=at))

    async def agreements(self) -> tuple[JudgeAgreement, ...]:
        """How often each reader chose as the person did, over all comparisons.

        Raises:
            StoreError: the database cannot be used.
        """
        return agreements(await self.desk.store.comparisons.past())


def _refuse(a: ComparedText, b: ComparedText) -> None:
    """Refuse texts of which nobody can prefer one.

    Raises:
        UsageError: they say the same, or one says nothing.
    """
    for text in (a, b):
        if not text.revision.text.strip():
            raise UsageError(f"There is nothing to read in {text.name}.")
    if a.revision.text.strip() == b.revision.text.strip():
        raise UsageError(f"{a.name} and {b.name} say the same, so there is nothing to choose between.")
