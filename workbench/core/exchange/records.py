"""What an export is made of: one JSON value a line, each told again by an id that its content gives."""

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

FORMAT = "workbench export"
VERSION = 2
"""Raised when a reader of the last version would misread a line."""
LONGEST_LINE = 64_000_000
"""Bytes of the longest line that is read: a text of 20 MB, each character escaped."""
ID_LENGTH = 32

_HOMES = re.compile(r"(?:/home/|/Users/)[^/\s\"'`:;,<>()]+|\b[A-Za-z]:\\Users\\[^\\\s\"'`:;,<>()]+|/root\b")
_LOGINS = re.compile(r"(?<=://)[^/\s@\"'`]+@")
_QUERIES = re.compile(r"(?P<address>https?://[^\s\"'`?#]+)\?[^\s\"'`]*")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), check_circular=False)


def canonical(value: object) -> str:
    """A JSON value as the one text that its ids are made of: keys sorted, nothing between."""
    return _ENCODER.encode(value)


def id_of(kind: str, content: object) -> str:
    """The id that a content has wherever it stands: the first 32 hex digits of its sha256."""
    return hashlib.sha256(f"{kind}\n{canonical(content)}".encode()).hexdigest()[:ID_LENGTH]


def impersonal(text: str) -> str:
    """A text without what names a person: home folders become `~`, addresses lose logins and queries."""
    if "/" not in text and "\\" not in text:
        return text
    text = _QUERIES.sub(r"\g<address>", _LOGINS.sub("", text))
    return _HOMES.sub("~", text)


def impersonal_path(path: str) -> str:
    """A path of evidence: one from the root of a disk is told by its name alone."""
    if path.startswith("/") or _DRIVE.match(path):
        return PurePosixPath(path.replace("\\", "/")).name
    return impersonal(path)


def impersonal_values(value: Any) -> Any:
    """A JSON value with every text in it impersonal; its keys stay."""
    if isinstance(value, str):
        return impersonal(value)
    if isinstance(value, Mapping):
        return {key: impersonal_values(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [impersonal_values(each) for each in value]
    return value


_ENDS = ("\n", "\r\n", "\r")
_ENCODINGS = (
    ("utf-8", b""),
    ("utf-8", b"\xef\xbb\xbf"),
    ("utf-16-le", b"\xff\xfe"),
    ("utf-16-be", b"\xfe\xff"),
    ("utf-32-le", b"\xff\xfe\0\0"),
    ("utf-32-be", b"\0\0\xfe\xff"),
)


def is_of(text: str, sha256: str) -> bool:
    """Whether a text is surely what the bytes of a hash hold; False also where its bytes were irregular."""
    return any(
        hashlib.sha256(mark + text.replace("\n", end).encode(encoding)).hexdigest() == sha256
        for encoding, mark in _ENCODINGS
        for end in (_ENDS if "\n" in text else _ENDS[:1])
    )


def impersonal_evidence(evidence: Mapping[str, Any]) -> dict[str, Any]:
    """A line outside the text, without whose it is."""
    told = dict(impersonal_values(evidence))
    return {**told, "path": impersonal_path(str(evidence.get("path", "")))}
