"""Content files written for one test."""

from collections.abc import Callable
from pathlib import Path

import pytest

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file below the test's folder, with its folders."""

    def _write(name: str, text: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return _write


@pytest.fixture
def persona_text() -> Callable[..., str]:
    """A persona file's text, with keys added or replaced; None takes a key out."""

    def _text(body: str = "You are in a hurry.", **keys: str | None) -> str:
        front: dict[str, str | None] = {
            "title": "Hurried reader",
            "kinds": "[readme]",
            "reads_for": "[gain]",
            **keys,
        }
        lines = [f"{key}: {value}" for key, value in front.items() if value is not None]
        return "\n".join(["---", *lines, "---", body, ""])

    return _text


@pytest.fixture
def rubric_text() -> Callable[..., str]:
    """A rubric file's text whose questions are given as mappings, laid over a sound one."""

    def _text(*questions: dict[str, str | None], body: str = "A README is a front door.") -> str:
        lines = ["---", "title: Door", "kinds: [readme]", "questions:"]
        for number, question in enumerate(questions or ({},), 1):
            whole: dict[str, str | None] = {
                "id": f"R{number}",
                "ask": "Does it say what it is?",
                "on_fail": "fix",
                "owns": f"own-{'abcdefgh'[number - 1]}",
                "fixable_by": "wording",
                **question,
            }
            kept = [f"{key}: {value}" for key, value in whole.items() if value is not None]
            lines += [f"  - {kept[0]}", *(f"    {line}" for line in kept[1:])]
        return "\n".join([*lines, "---", body, ""])

    return _text
