"""What earlier calls used, by which later ones are expected."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from workbench.core.costs.prices import is_model
from workbench.core.costs.tokens import estimated_tokens
from workbench.core.costs.usage import Usage
from workbench.core.ports import Request
from workbench.core.sources import Source, SourceKind

ANSWER_TOKENS = 3000
"""Output that a reading is expected to take where nothing like it was read before."""
_NEWEST = 20
"""Calls of a sort that say what the next one uses; earlier ones are of another text or wording."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """A reading that a service counted."""

    source: Source
    model: str
    """As it was asked for; as the service named it where that was not kept."""
    usage: Usage


class Experience:
    """What calls of each source and model use, from those that were made before."""

    def __init__(self, earlier: Sequence[Earlier] = ()) -> None:
        """Take earlier readings, the newest first."""
        self._earlier = tuple(each for each in earlier if each.usage.calls)
        self._shares: dict[str, float] = {}

    def usage(self, request: Request, source: Source) -> Usage:
        """What one call is expected to use where nothing of it is cached."""
        sent = self.input(request.model, estimated_tokens(request.prompt.whole))
        return Usage(sent, self.output(source, request.model))

    def input(self, model: str, estimated: int) -> int:
        """What a model's service counts where that many tokens are estimated: tokenizers differ."""
        share = self._shares.get(model)
        if share is None:
            share = self._shares[model] = self._share(model)
        return round(estimated * share)

    def output(self, source: Source, model: str) -> int:
        """The tokens of an answer: of this source by this model, else of its kind by it."""
        of_kind = [each for each in self._of(model) if each.source.kind is source.kind]
        for alike in ([each for each in of_kind if each.source.name == source.name], of_kind):
            outputs = [
                each.usage.output / each.usage.calls for each in alike if each.usage.output is not None
            ]
            if outputs:
                return round(median(outputs[:_NEWEST]))
        return ANSWER_TOKENS

    def typical(self, kind: SourceKind, model: str) -> Usage | None:
        """What a call of a kind used, where its prompt is not known yet; None without any before."""
        alike = [each.usage for each in self._of(model) if each.source.kind is kind][:_NEWEST]
        sent = [usage.total_input / usage.calls for usage in alike if usage.total_input]
        said = [usage.output / usage.calls for usage in alike if usage.output is not None]
        return Usage(round(median(sent)), round(median(said))) if sent and said else None

    def _share(self, model: str) -> float:
        """Tokens that a model's service counted for each that was estimated."""
        shares = [
            each.usage.total_input / each.usage.estimated
            for each in self._of(model)
            if each.usage.estimated and each.usage.total_input
        ]
        return median(shares[:_NEWEST]) if shares else 1.0

    def _of(self, model: str) -> Iterable[Earlier]:
        return (each for each in self._earlier if is_model(each.model, model))


UNKNOWN = Experience()
"""Nothing was read before."""
