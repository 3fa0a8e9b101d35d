"""Names beside a name that is not there: the one that was probably meant, and all that there are."""

from collections.abc import Iterable, Sequence

from workbench.checks.outcome import printable

_MOST = 500


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The name that another one probably meant; None where none is like it, or there are too many."""
    known = sorted(set(names))
    if not known or len(known) > _MOST:
        return None
    from rapidfuzz import fuzz, process, utils

    found = process.extractOne(name, known, scorer=fuzz.ratio, score_cutoff=72)
    if found is None and len(name) > 3:
        found = process.extractOne(
            name, known, scorer=fuzz.token_set_ratio, processor=utils.default_process, score_cutoff=90
        )
    return found[0] if found else None


def is_one_slip(name: str, other: str) -> bool:
    """Whether two names differ in one letter, or in two that changed places."""
    if abs(len(name) - len(other)) > 1:
        return False
    from rapidfuzz.distance import DamerauLevenshtein

    return DamerauLevenshtein.distance(name, other) == 1


def listed(names: Iterable[str], most: int = 6) -> str:
    """Some names as the end of a sentence: "`a`, `b` and `c`", and how many more there are."""
    known = sorted(set(names))
    shown = [f"`{printable(name)}`" for name in known[:most]]
    if len(known) > most:
        shown.append(f"{len(known) - most} more")
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def named(names: Sequence[str], most: int) -> str:
    """Some names in their own order as the end of a sentence, and whether there are others; never of none."""
    shown = [f"`{printable(name)}`" for name in names[:most]]
    if len(names) > len(shown):
        return ", ".join(shown) + " and others"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def meant(near: str | None, otherwise: str) -> str:
    """How a sentence about a name that is not there ends: with the one that was meant, else otherwise."""
    return f". Did you mean `{printable(near)}`?" if near is not None else otherwise
