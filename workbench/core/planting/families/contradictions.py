"""A statement that contradicts another one of the text: turned round, or said the other way elsewhere."""

import re
from collections.abc import Iterator

from workbench.core.planting.candidates import Candidate, Edit, Recognised, Stretch
from workbench.core.planting.families.vocabulary import OPPOSED, runs
from workbench.core.planting.passages import Passages, Sentence, telling

_TURNS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), new)
    for pattern, new in (
        (r"\bcannot\b|\bcan't\b|\bcan not\b", "can"),
        (r"\bis not (?=possible|supported|required|needed|available|included|enabled)", "is "),
        (r"\bare not (?=possible|supported|required|needed|available|included|enabled)", "are "),
        (r"含まない|含めない", "含む"),
        (r"受け付けない|受け付けません", "受け付ける"),
        (r"できない(?=。|、|$)", "できる"),
        (r"(?<=対応)していない(?=。|、|$)", "している"),
        (r"必要ない|不要である", "必要である"),
    )
)
_BEARS_OUT = re.compile(
    r"\b(?:for now|instead|although|workaround|right now|until then)\b|代わりに", re.IGNORECASE
)
"""What only makes sense where the thing is not to be had."""
_SYSTEMS = re.compile(
    r"\b(?:works?|runs?|supported) on "
    r"(?P<systems>(?:(?:macOS|[A-Z]\w+)(?:, (?:and )?| and )){1,4}(?:macOS|[A-Z]\w+))"
)
_LICENCES = re.compile(r"\b(?P<name>MIT|Apache(?: License)? 2\.0|BSD|GPL(?:v3|-3\.0)?)\b")
_LICENCE = re.compile(r"licen[cs]e|ライセンス", re.IGNORECASE)
_LOCAL = re.compile(
    r"\b(?:stores?|saves?|keeps?) (?P<what>(?:your |all |the )?[a-z]+) in (?:a|an|your) (?:local )"
)


def contradictions(passages: Passages) -> Iterator[Candidate]:
    """Statements that another one of the text denies."""
    yield from _turned(passages)
    yield from _other_systems(passages)
    yield from _other_licence(passages)
    yield from _not_local(passages)


def _turned(passages: Passages) -> Iterator[Candidate]:
    """What is denied is affirmed, where the same or the next sentences rest on the denial."""
    for at, sentence in enumerate(passages.sentences):
        for pattern, new in _TURNS:
            found = pattern.search(sentence.text)
            if found is None or sentence.text[: found.start()].count("`") % 2:
                continue
            beside = passages.sentences[at + 1 : at + 4]
            witness = _witness(passages, sentence, found, beside)
            if witness is None:
                continue
            start = sentence.start + found.start()
            yield Candidate(
                "contradiction",
                f"“{found[0].strip()}” changed to “{new.strip()}”",
                f"It contradicts “{passages.words(witness)}”: the original says “{found[0].strip()}”.",
                (Edit(start, sentence.start + found.end(), new),),
                (sentence.stretch,),
                (witness,),
                Recognised(said=(OPPOSED,), there=True, sides=_sides(passages, sentence, witness)),
            )


def _sides(passages: Passages, sentence: Sentence, witness: Stretch) -> tuple[tuple[str, ...], ...]:
    """What is said of both sentences, and the words that only one of them has."""
    theirs = telling(passages.text[witness.start : witness.end])
    own = telling(passages.text[sentence.start : sentence.end])
    return OPPOSED, tuple(sorted(own - theirs)), tuple(sorted(theirs - own))


def _witness(
    passages: Passages, sentence: Sentence, found: re.Match[str], beside: tuple[Sentence, ...]
) -> Stretch | None:
    """What bears a denial out: the rest of the sentence, one right after it, or one that denies the same."""
    rest = sentence.text[found.end() :]
    inside = _BEARS_OUT.search(rest)
    if inside and ("(" in rest or "（" in rest):
        return Stretch(sentence.start + found.end() + inside.start(), sentence.end)
    near = next((s for s in beside if _BEARS_OUT.search(s.text)), None)
    if near is not None and near.start - sentence.end < 400:
        return near.stretch
    verb = re.match(r"[一-龯]", found[0])
    if verb is None:
        return None
    for denied in re.finditer(verb[0] + r"\w{1,3}?(?:ない|ません)", passages.text):
        line = passages.line_at(denied.start())
        around = passages.around(denied.start())
        elsewhere = not around.overlaps(sentence.stretch) and not line.overlaps(sentence.stretch)
        words = re.findall(r"[A-Za-z][\w-]{2,}", sentence.text)
        if elsewhere and any(word in passages.text[line.start : line.end] for word in words):
            return around
    return None


def _other_systems(passages: Passages) -> Iterator[Candidate]:
    for sentence in passages.sentences:
        found = _SYSTEMS.search(sentence.text)
        if found is None:
            continue
        *others, last = re.findall(r"macOS|[A-Z]\w+", found["systems"])
        denied = ("not run", "doesn't run", "not work", "doesn't work", "not support*", "unsupported")
        stated = (f"{found[0].split()[0]} on", *others)
        yield from _added(passages, sentence, f"It does not run on {last}.", (last,), (denied, stated))


def _other_licence(passages: Passages) -> Iterator[Candidate]:
    for sentence in passages.sentences:
        found = _LICENCES.search(sentence.text)
        if found is None or not _LICENCE.search(sentence.text):
            continue
        other = "Apache License 2.0" if found["name"] in ("MIT", "BSD") else "MIT"
        said = (
            f"ライセンスは {other} です。"
            if passages.japanese
            else f"It is released under the {other}{'' if 'License' in other else ' license'}."
        )
        sides = ((other, f"{other.split()[0]}*"), (found["name"], f"{found['name'].split()[0]}*"))
        yield from _added(passages, sentence, said, (found["name"], "licen*", "ライセンス"), sides)


def _not_local(passages: Passages) -> Iterator[Candidate]:
    for sentence in passages.sentences:
        if found := _LOCAL.search(sentence.text):
            said = f"Nothing is stored on your machine, not even {found['what']}."
            denied = ("nothing is stored", "nothing stored", "not stored", "stores nothing")
            sides = (denied, tuple(sorted(sentence.words - telling(said))))
            yield from _added(passages, sentence, said, ("stor*", "local*", "sav*", "kept"), sides)


def _added(
    passages: Passages,
    against: Sentence,
    said: str,
    names: tuple[str, ...],
    sides: tuple[tuple[str, ...], ...],
) -> Iterator[Candidate]:
    """A sentence that denies another, at the end of a paragraph in another section."""
    own = passages.document.section_at(against.start)
    for end in paragraph_ends(passages):
        if passages.document.section_at(end.start) == own or not telling(end.text):
            continue
        yield Candidate(
            "contradiction",
            "a sentence added that denies another",
            f"“{said}” contradicts “{passages.words(against.stretch)}”.",
            (insertion(passages, end, said),),
            (end.stretch,),
            (against.stretch,),
            Recognised(said=(OPPOSED,), named=(names,), there=True, sides=sides, echoed=(runs(said),)),
        )


def paragraph_ends(passages: Passages) -> list[Sentence]:
    """The last sentences of paragraphs, those that end as sentences do."""
    return [s for s in passages.sentences if s.last and not s.in_list and s.text.rstrip()[-1:] in ".!。！"]


def insertion(passages: Passages, after: Sentence, said: str) -> Edit:
    """The edit that adds a sentence after another one."""
    at = after.start + len(after.text.rstrip())
    return Edit(at, at, said if after.japanese else f" {said}")
