"""What the commands and the words of a text make: nobody finds it in the repository."""

import posixpath
import re
from bisect import bisect_right
from collections.abc import Iterator

from workbench.checks.regex import regex
from workbench.checks.text.code import CodeBlock, Prose
from workbench.checks.text.page import Page
from workbench.checks.text.shell import Command, Word

LONGEST = 2_000
"""Characters of a paragraph; a longer one names no file to be made."""

_TO_LAST = frozenset({"cp", "mv", "ln", "install", "rsync", "scp", "copy", "copy-item", "move-item", "ren"})
_EVERY = frozenset({"touch", "mkdir", "tee", "md", "new-item", "nano", "vim", "vi", "code", "truncate"})
_NEW = frozenset(
    {"new", "init", "create", "startproject", "startapp", "venv", "generate", "g", "bootstrap", "scaffold"}
)
_MANAGERS = frozenset(
    {"conda", "mamba", "micromamba", "docker", "podman", "kubectl", "gh", "az", "aws", "gcloud", "helm"}
)
"""Programs that create what is no file."""
_OUTPUT = regex(
    r"(?:-o|--out|--outfile|--output|--output-file|--out-dir|--outdir|--output-dir|--dest|"
    r"--destination|-outfile|-out)"
)
_ADDRESS = regex(r"https?://\S+")
_UNPACKED = regex(r"\.(?:zip|tar|tgz|tar\.\w+|7z|rar|gz|bz2|xz)$")
_MADE = regex(
    r"\b(?:creat\w+|sav(?:e|ed|ing)|writ(?:e|es|ing|ten)|put|add|paste|place|called|named|new file|generat\w+"
    r"|produc\w+|download\w*|export\w*|store[ds]?|insert|emit\w*|build|builds|compil\w+|output\w*|dump\w*"
    r"|renam\w+|cop(?:y|ies|ied)|becomes?|log(?:s|ged)? to|cached?|results?|extract\w*|unzip\w*|"
    r"unpack\w*|move|suppose)\b"
    r"|作成|生成|保存|出力|创建|新建|下载|ダウンロード|Erstell\w*|erzeug\w*|anlegen|speicher\w*|créer|enregistr\w*|crear|guardar",
    re.I,
)
_NAMED = regex(r"\A\s*(?:#|//|--|;|<!--|/\*+|%)\s*(?:file(?:name)?\s*:\s*)?([\w@./-]*[\w-]\.\w{1,8})\b")
_TITLED = regex(r"(?:(?:title|file(?:name)?|name)\s*=\s*[\"']?|^\w+[:\s]\s*)([\w@./-]+\.\w{1,8})")
_FILE = regex(r"[\w@.-]*[\w/-]\.?\w+/?")


def made_files(page: Page) -> frozenset[str]:
    """Names and paths of what the text makes, as written, without `./` in front and `/` at the end."""
    found: set[str] = set()
    for typed in page.commands:
        for word in made_by(typed.command):
            found.update(_forms(word))
        found.update(_copied(typed.command))
    for block in page.markdown.blocks:
        found.update(name for named in _titles(block) for name in _forms(named))
    for number, prose in enumerate(page.markdown.prose):
        following = page.markdown.prose[number + 1].start if number + 1 < len(page.markdown.prose) else None
        for named in _introduced(page, prose, following):
            found.update(_forms(named))
    return frozenset(found)


def made_by(command: Command) -> Iterator[str]:
    """What one command makes, as it is written."""
    words = command.words
    yield from (word.text for word in command.written)
    yield from _outputs(words)
    program = command.program.lower().rpartition("/")[2]
    given = [word.text for word in words[1:] if not word.is_option]
    if program in _TO_LAST and len(given) > 1:
        yield given[-1]
    elif program in _EVERY:
        yield from given
    elif program in ("curl", "wget", "aria2c", "invoke-webrequest", "iwr"):
        yield from (posixpath.basename(name.partition("?")[0]) for name in given if _ADDRESS.match(name))
    elif program in ("unzip", "tar", "7z", "gunzip") and given:
        yield from (_UNPACKED.sub("", posixpath.basename(name)) for name in given)
    elif program in ("git", "gh", "hg", "svn") and "clone" in given:
        yield given[-1].rstrip("/").removesuffix(".git").rpartition("/")[2]
    elif program == "pip-compile":
        yield from (f"{name.removesuffix('.in')}.txt" for name in (given or ["requirements.in"]))
    elif program in ("virtualenv", "cookiecutter", "copier") or (
        program not in _MANAGERS and _NEW & set(given[:3])
    ):
        yield from given[-2:]


def _copied(command: Command) -> Iterator[str]:
    """The paths that copies get, by their whole length: the name alone would be that of the source too."""
    given = [word.text for word in command.words[1:] if not word.is_option]
    if command.program.lower() in _TO_LAST and len(given) > 1:
        for source in given[:-1]:
            yield posixpath.normpath(posixpath.join(given[-1], posixpath.basename(source.rstrip("/"))))


def _outputs(words: tuple[Word, ...]) -> Iterator[str]:
    for number, word in enumerate(words):
        name, equals, value = word.text.partition("=")
        if _OUTPUT.fullmatch(name):
            yield value if equals else words[number + 1].text if number + 1 < len(words) else ""


def _titles(block: CodeBlock) -> Iterator[str]:
    """The file that a block is said to be."""
    if found := _TITLED.search(block.info):
        yield found[1]
    first = next((line.text for line in block.lines if line.text.strip()), "")
    if found := _NAMED.match(first[:300]):
        yield found[1]


def _introduced(page: Page, prose: Prose, following: int | None) -> Iterator[str]:
    """Files whose content a block right behind shows, or that the words say are made."""
    if not prose.spans or len(prose.text) > LONGEST:
        return
    end = prose.at(len(prose.text) - 1)
    shown = _is_before_block(page, end, following)
    for span in prose.spans:
        if not _FILE.fullmatch(span.text):
            continue
        before = re.split(r"[.!?。](?=\s|\Z)", prose.before(span))[-1]
        if (shown and len(prose.after(span)) < 60) or _MADE.search(before[-80:]):
            yield span.text


def _is_before_block(page: Page, end: int, following: int | None) -> bool:
    blocks = page.markdown.blocks
    number = bisect_right(blocks, end, key=lambda block: block.start)
    if number == len(blocks) or blocks[number].start > end + 40:
        return False
    return following is None or following > blocks[number].start


def _forms(written: str) -> Iterator[str]:
    plain = posixpath.normpath(written.replace("\\", "/").strip("\"'")) if written else ""
    if plain and plain != ".":
        yield plain
        # What is made under one folder is named from another later.
        if "." in posixpath.basename(plain):
            yield posixpath.basename(plain)
