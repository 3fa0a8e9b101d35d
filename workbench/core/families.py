"""Which models are of one family: one that reads text of its own family is said to."""

import re
from collections.abc import Iterable

from workbench.core.artifacts import Artifact
from workbench.core.text.display_text import short_name

_FAMILIES = {
    "claude": r"claude.*|anthropic|(?:opus|sonnet|haiku)[\d.]*",
    "gpt": r"gpt.*|chatgpt.*|openai|codex|o[1-9](?:mini|pro|preview)?",
    "gemini": r"gemini.*|gemma.*|bard",
    "llama": r"llama.*",
    "mistral": r"mistral.*|mixtral.*|ministral.*|magistral.*|codestral.*|devstral.*|pixtral.*",
    "qwen": r"qwen.*|qwq.*",
    "deepseek": r"deepseek.*",
    "nova": r"nova\d*|titan",
    "command": r"cohere|aya",
    "grok": r"grok.*",
    "phi": r"phi\d*",
    "kimi": r"kimi.*|moonshot.*",
    "glm": r"glm\d*|chatglm.*",
    "granite": r"granite.*",
}
"""By a family's name: the words of model ids and of programs that name it."""
_WORDS = {name: re.compile(f"(?:{words})") for name, words in _FAMILIES.items()}
_PARTS = re.compile(r"[a-z0-9.]+")


def families(name: str) -> frozenset[str]:
    """The families that the id of a model, a program or a person's word for one names.

    One that names none of those that are known is a family of its own.
    """
    words = _PARTS.findall(name.casefold())
    found = {family for family, known in _WORDS.items() for word in words if _is_of(word, known)}
    return frozenset(found or ({name.casefold().strip()} if name.strip() else ()))


def _is_of(word: str, known: re.Pattern[str]) -> bool:
    """Whether a word names a family, alone or after the service that has it: `us.anthropic.claude`."""
    return any(known.fullmatch(part) for part in (word, *word.split(".")))


def own_family(artifact: Artifact, models: Iterable[str]) -> tuple[str, ...]:
    """Those of the models that are of the family with which a text was written, each once."""
    if not artifact.written_with:
        return ()
    wrote = families(artifact.written_with)
    return tuple(dict.fromkeys(model for model in models if model and families(model) & wrote))


def own_family_words(artifact: Artifact, models: Iterable[str]) -> str:
    """That a text was read by a model of the family it was written with; empty where it was not."""
    found = own_family(artifact, models)
    if not found:
        return ""
    read, wrote = ", ".join(map(short_name, found)), short_name(artifact.written_with or "")
    return (
        f"{read} read it, and {wrote} helped to write it, you said: models tend to favour their own family."
    )
