"""Lists of words and phrases that are counted in a text, as their content files hold them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PhraseList:
    """Phrases of one language that are counted together."""

    language: str
    """As ISO 639-1 has it: `en`, `ja`."""
    name: str
    """Which list it is, the same in every language: `hedges`."""
    title: str
    """What it lists, in its language."""
    phrases: tuple[str, ...]
    """Each once; `...` in one stands for a few words of the same sentence."""
