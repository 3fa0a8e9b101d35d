"""Praise without any support, added where the text speaks of what it is about."""

import re
from collections.abc import Iterator

from workbench.core.planting.candidates import Candidate, Recognised
from workbench.core.planting.families.contradictions import insertion, paragraph_ends
from workbench.core.planting.families.terms import explained
from workbench.core.planting.families.vocabulary import PRAISED, runs
from workbench.core.planting.passages import Passages

_ENGLISH = (
    "Nothing else comes close to {name}, and once you have tried it you will never want to go back.",
    "{name} is a revolutionary leap forward that is changing the way the whole industry works.",
    "Experts everywhere agree that {name} is by far the best in the world.",
)
_JAPANESE = (
    "{name}に並ぶものは世界のどこにもなく、一度使えば二度と手放せなくなります。",
    "{name}は業界全体の常識を根底から変える、まさに革命的な成果です。",
    "あらゆる専門家が、{name}が間違いなく世界最高だと認めています。",
)

_LONGEST_NAME = 30
"""Characters of a title that is the name of something, and no sentence."""
_PARTICLE = re.compile(r"[をがはにへで、。？！]|た$")
"""What a sentence in Japanese has and a name has not."""
_USES = 2
"""Times that running text speaks of what it is about."""
_WORD = re.compile(r"[A-Z][\w.+#-]*\w")


def hype(passages: Passages) -> Iterator[Candidate]:
    """Praise at the end of a paragraph, of what the text is about; none where that has no name."""
    name = _subject(passages)
    if not name:
        return
    for end in paragraph_ends(passages):
        path = passages.document.section_at(end.start)
        is_code_intro = end.text.rstrip().endswith(":")
        if is_code_intro or not path:
            continue
        for praise in _JAPANESE if end.japanese else _ENGLISH:
            said = praise.format(name=f"{name} " if name.isascii() and end.japanese else name)
            yield Candidate(
                "hype",
                "a sentence of praise added",
                f"It praises without any support: “{said}”",
                (insertion(passages, end, said),),
                (end.stretch,),
                (),
                Recognised(said=(PRAISED,), there=True, echoed=(runs(said),)),
                failure="hype",
            )


def _subject(passages: Passages) -> str:
    """The name of what the text is about: its title, in its title, or what it explains; empty without one."""
    headed = next((h.title for h in passages.document.headings if h.level == 1 and h.title), "")
    title = passages.document.stated_title or headed
    if title and not re.search(r"\s", title) and _is_name(passages, title):
        return title
    # The first word of a title begins with a capital whatever it is, and capitals alone name a kind.
    named = (found[0] for found in _WORD.finditer(title) if found.start() and not found[0].isupper())
    told = (term for _, term, _ in explained(passages))
    return next((word for word in (*named, *told) if _used(passages, word)), "")


def _is_name(passages: Passages, title: str) -> bool:
    """Whether a title of one word is the name of something, and no word or sentence in Japanese."""
    plain = title[0].isupper() and not passages.is_name(title)
    again = passages.text.casefold().count(title.casefold()) > 1
    return again and not plain and len(title) < _LONGEST_NAME and not _PARTICLE.search(title)


def _used(passages: Passages, word: str) -> bool:
    """Whether running text speaks of something by its name, and not only where a sentence begins."""
    if word[0].isupper() and not passages.is_name(word):
        return False
    use = re.compile(rf"(?<=[^\W\d_] )[`*_]*{re.escape(word)}(?!\w)", re.IGNORECASE)
    return sum(len(use.findall(sentence.text)) for sentence in passages.sentences) >= _USES
