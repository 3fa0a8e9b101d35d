"""What `review --focus changed` sends, and the most that it can keep: edited texts, no model asked.

A judge that is shown the changed passages can quote nothing else. So of what readers of all of the second
revision found in it, that is counted which quotes words of the passages: the most that focusing keeps,
whoever reads. A concern matters where at least half of the marks on it are hits, as two markers marked the
first revision; a new one has no marks, and matters where the labeller said that a reader would act on it.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import identity_corpus
from identity_corpus import ENGLISH, Text, loaded

from workbench.content.library import read_library
from workbench.core.artifacts import Kind, Revision
from workbench.core.briefs import Brief
from workbench.core.costs.tokens import estimated_tokens
from workbench.core.ports import Models
from workbench.core.readings import Span
from workbench.core.text.passages import changed_passages

ANY = Models(("any",), ("any",), "any")


@dataclass(frozen=True)
class Concern:
    """One problem that readers of the second revision raised."""

    shown: bool
    """Whether words that any of them quoted stand in the changed passages."""
    matters: bool
    new: bool
    by_edit: bool = False
    """Whether the edit made it."""


class Focused:
    """One text of the corpus, read on what its edit changed."""

    def __init__(self, text: Text) -> None:
        """Take the text."""
        self._text = text
        self._folder = identity_corpus.CORPUS / text.name
        self.passages = changed_passages(text.texts[1], text.texts[2])
        about = json.loads((self._folder / "about.json").read_text())
        self._kind = Kind(about["kind"])
        self._edit = about["revision_2"]

    def tokens(self) -> list[int]:
        """Of the prompt with the rubric that ships, and of the text in it: all shown, then focused."""
        rubric = read_library().judge(self._kind)
        assert rubric is not None, "a rubric ships for each kind"
        revision = Revision("0" * 64, self._text.texts[2])
        whole = Brief(revision, self._kind, (), ANY)
        focused = Brief(revision, self._kind, (), ANY, passages=self.passages)
        prompts = [brief.requests(rubric)[0].prompt for brief in (whole, focused)]
        return [estimated_tokens(words) for p in prompts for words in (p.whole, p.text)]

    def faults(self) -> tuple[int, int]:
        """How many faults the edit made by the corpus's own word, and how many stand in the passages."""
        text = self._text.texts[2]
        quotes = [fault["quote"] for fault in self._edit["new_faults"]]
        starts = [(text.find(quote), len(quote)) for quote in quotes]
        return len(quotes), sum(at >= 0 and self._shows(Span(at, at + size)) for at, size in starts)

    def concerns(self) -> Iterator[Concern]:
        """Every concern that readers raised on the second revision."""
        labels = json.loads((self._folder / "concerns.a.json").read_text())["round_2"]
        found: dict[str, list[Span | None]] = {}
        for finding in self._text.findings[2]:
            label = labels["findings"][self._text.names[finding.id]]
            found.setdefault(label, []).append(finding.span)
        for label, spans in found.items():
            shown = any(span and self._shows(span) for span in spans)
            if label in labels["new"]:
                new = labels["new"][label]
                yield Concern(shown, new["reader_would_act"], True, new["cause"] == "edit")
            else:
                yield Concern(shown, self._is_hit(int(label[1:]) + 1), False)

    def _shows(self, span: Span) -> bool:
        return any(span.start < end and start < span.end for start, end in self.passages)

    def _is_hit(self, concern: int) -> bool:
        """Whether at least half of the marks on a concern of the first revision are hits."""
        marks = [json.loads((self._folder / f"marks.{who}.json").read_text()) for who in "ab"]
        members = [id for id, label in self._text.labels["a"].items() if label == concern]
        given = [each[id][0] for each in marks for id in members if id in each]
        return 2 * given.count("hit") >= len(given) > 0


def share(concerns: list[Concern]) -> str:
    """How many of them are shown."""
    return f"{sum(concern.shown for concern in concerns)} of {len(concerns)}"


def main() -> None:
    """Print a line for each text, then all of them together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, default=identity_corpus.CORPUS)
    identity_corpus.CORPUS = parser.parse_args().corpus
    if not identity_corpus.CORPUS.is_dir():
        print(f"There is no corpus at {identity_corpus.CORPUS}: it is not part of the project.")
        return
    print("What is shown of an edited text by its changed passages, and what of its concerns stands in them")
    row = "{:20} {:>8} {:>13} {:>11} {:>11} {:>8} {:>8} {:>7} {:>7}".format
    print(row("", "passages", "prompt", "text", "concerns", "known", "new", "by the", "named"))
    print(row("", "", "tokens", "tokens", "that matter", "before", "", "edit", "faults"))
    every: list[Concern] = []
    sent, faults = [0] * 4, [0, 0]
    for name in ENGLISH:
        text = Focused(loaded(name))
        tokens, named, concerns = text.tokens(), text.faults(), list(text.concerns())
        print(row(name, len(text.passages), *pairs(tokens), *counts(concerns), f"{named[1]} of {named[0]}"))
        every += concerns
        sent = [one + more for one, more in zip(sent, tokens, strict=True)]
        faults = [one + more for one, more in zip(faults, named, strict=True)]
    print(row("all", "", *pairs(sent), *counts(every), f"{faults[1]} of {faults[0]}"))
    print(f"Of the tokens: {sent[2] / sent[0]:.2f} of the prompt, {sent[3] / sent[1]:.2f} of the text in it")


def pairs(tokens: list[int]) -> tuple[str, str]:
    """Of the prompt and of the text in it: the tokens of all, then focused."""
    return f"{tokens[0]} {tokens[2]}", f"{tokens[1]} {tokens[3]}"


def counts(concerns: list[Concern]) -> list[str]:
    """What is shown of those that matter: of all, of those known before, of new ones, of the edit's own."""
    matter = [concern for concern in concerns if concern.matters]
    known, new = ([c for c in matter if c.new is is_new] for is_new in (False, True))
    return [share(each) for each in (matter, known, new, [c for c in new if c.by_edit])]


if __name__ == "__main__":
    main()
