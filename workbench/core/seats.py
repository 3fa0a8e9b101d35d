"""Places in a round: who reads, with which model, which time; and what the models of a panel are called."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from workbench.core.sources import Source, SourceKind
from workbench.core.text.display_text import LONGEST_NAME, short_name

_ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}


@dataclass(frozen=True, slots=True, order=True)
class Seat:
    """One place in a round: a source, the model that plays it, and its trial."""

    source: Source
    trial: int = 1
    model: str = ""
    """The model that is asked; empty in a round that is older than this was kept."""
    called: str = ""
    """What its name says of the model, where a panel of several plays its part; else empty."""

    @property
    def name(self) -> str:
        """As a person calls it in few words; a trial after the first with its number."""
        names = {
            SourceKind.RUBRIC: "judge",
            SourceKind.QUESTIONS: "questions",
            SourceKind.MATCHER: "matching",
        }
        name = names.get(self.source.kind, self.source.name)
        name = f"{name} {self.called}" if self.called else name
        return name if self.trial == 1 else f"{name} ({self.trial})"

    @property
    def in_words(self) -> str:
        """As a person calls it in a sentence."""
        names = {SourceKind.RUBRIC: "the judge", SourceKind.QUESTIONS: "the questions about this text"}
        name = names.get(self.source.kind, self.source.name)
        name = f"{name} {self.called}" if self.called else name
        return name if self.trial == 1 else f"{name} ({_ORDINALS.get(self.trial, f'{self.trial}th')} try)"

    @property
    def matches(self) -> bool:
        """Whether it is the call that settles which findings are the same concern."""
        return self.source.kind is SourceKind.MATCHER

    @property
    def reads(self) -> bool:
        """Whether it says something of the text; the calls for questions and for matching do not."""
        return self.source.kind not in (SourceKind.QUESTIONS, SourceKind.MATCHER)


def short_names(models: Iterable[str]) -> Mapping[str, str]:
    """What each of some models is called among them: in one word where that tells it from the others.

    `claude-opus-5-5` beside `claude-sonnet-5-5` is `opus`. Whatever stands before the name, such as a
    vendor, a region or a path, is left out. Without a word of its own a model keeps what follows the words
    that all have in common; where even that is another one's, or one has no word at all, all have their
    whole names.
    """
    words = {model: _words(model) for model in models}
    if len(words) < 2:
        return {model: "" for model in words}
    called: dict[str, str] = {}
    for model, own in words.items():
        called[model] = _called(own, [theirs for other, theirs in words.items() if other != model])
    tells = all(called.values()) and len(set(called.values())) == len(called)
    return _cut(called if tells else {model: model for model in called})


def _cut(called: Mapping[str, str]) -> Mapping[str, str]:
    """The same names, the long ones cut; with numbers where nothing else would tell them apart."""
    if all(len(name) <= LONGEST_NAME for name in called.values()):
        return called
    cut = {model: short_name(name) for model, name in called.items()}
    if len(set(cut.values())) == len(cut):
        return cut
    return {model: f"{n}: {name}" for n, (model, name) in enumerate(cut.items(), 1)}


def _words(model: str) -> Sequence[str]:
    named = re.sub(r"^(?:[a-z][a-z0-9-]*\.)+(?=[a-z])", "", model.rsplit("/", 1)[-1])
    return [word for word in re.split(r"[-_:@ ]+", named) if any(map(str.isalnum, word))]


def _called(own: Sequence[str], others: Sequence[Sequence[str]]) -> str:
    known = {word for words in others for word in words}
    unique = next((word for word in own if word not in known and word[0].isalpha()), None)
    if unique:
        return unique
    shared = next((n for n, word in enumerate(own) if any(words[n : n + 1] != [word] for words in others)), 0)
    # From the last word that says something: a number alone is no name.
    start = next((n for n in range(min(shared, len(own) - 1), -1, -1) if own[n][0].isalpha()), 0)
    return "-".join(own[start:])
