"""A step that later ones need, taken from a numbered procedure or from a block of commands."""

import re
from collections.abc import Iterator

from workbench.core.planting.candidates import Candidate, Edit, Recognised, Stretch
from workbench.core.planting.families.vocabulary import MISSING
from workbench.core.planting.passages import CodeBlock, CodeLine, Item, Passages, telling

_DOES = re.compile(
    r"\W*(?:install|download|create|clone|pull|build|start|copy|export|register|sign|generate|enable|set)\b",
    re.IGNORECASE,
)
_DOES_JAPANESE = re.compile("インストール|ダウンロード|作成|クローン|取得|起動|コピー|登録|生成|有効")
_JAPANESE_VERBS = {"mkdir": ("作成",), "cp": ("コピー",), "cd": ("移動",), "export": ("環境変数",)}
_FOLDER = re.compile(r"\b(?:dir|directory|folder|root)\b|ディレクトリ|フォルダ", re.IGNORECASE)
_TOKEN = re.compile(r"`([^`\n]{2,60})`|\b([a-z]+[-_.][a-z][\w.-]*)\b")
_MAKES = re.compile(
    r"\s*\$?\s*(?:git clone|mkdir(?: -p)?|cd|python3? -m venv|uv venv|npm init|cargo new|docker pull|wget|"
    r"curl -L?O|touch|export|cp(?: -\w+)?|source|ollama pull|docker build)\s+(?P<rest>\S.*)"
)


def steps(passages: Passages) -> Iterator[Candidate]:
    """A step whose product a later step uses, gone."""
    for each in passages.numbered:
        yield from _from_list(passages, each)
    for block in passages.blocks:
        if block.holds_commands:
            yield from _from_block(passages, block)


def _from_list(passages: Passages, items: tuple[Item, ...]) -> Iterator[Candidate]:
    for at, item in enumerate(items[:-1]):
        does = _DOES.match(item.text) or _DOES_JAPANESE.search(item.text)
        names = _introduced(item, items[:at])
        needing = [later for later in items[at + 1 :] if names & _named(later.text)]
        if does is None or not names or not needing:
            continue
        renumbered = tuple(
            Edit(later.digits.start, later.digits.end, str(later.number - 1)) for later in items[at + 1 :]
        )
        gone = item.text.strip()
        name = min(names & _named(needing[0].text))
        verb = does[0].strip("`*[ ").casefold()
        yield Candidate(
            "step",
            f"step {item.number} removed: {gone}",
            f"The step “{gone}” is missing, which the step “{needing[0].text.strip()}” needs.",
            (Edit(item.start, item.end, ""), *renumbered),
            (Stretch(items[0].start, items[-1].end),),
            (),
            Recognised(said=((verb, f"{verb}*"), (name,), MISSING)),
        )


def _introduced(item: Item, earlier: tuple[Item, ...]) -> frozenset[str]:
    """What a step names that no earlier one does."""
    return _named(item.text).difference(*(_named(each.text) for each in earlier))


def _named(text: str) -> frozenset[str]:
    """The things that a step names: the first word of each piece of code, and its telling words."""
    codes = {next(filter(None, found)).casefold().split()[0] for found in _TOKEN.findall(text)}
    return frozenset(codes) | {word for word in telling(text) if not _DOES.match(word)}


def _from_block(passages: Passages, block: CodeBlock) -> Iterator[Candidate]:
    for at, line in enumerate(block.lines[:-1]):
        made = _MAKES.match(line.text)
        later = [each for each in block.lines[at + 1 :] if each.text.strip(" #")]
        if made is None or not later:
            continue
        product = _product(line, made["rest"])
        changes_folder = line.text.strip(" $").startswith("cd ")
        if changes_folder and _folder_is_named(passages, line):
            continue
        using = later[:1] if changes_folder else [each for each in later if product and product in each.text]
        if not using or (not changes_folder and _made_elsewhere(passages, line, product)):
            continue
        verb = line.text.strip(" $").split()[0]
        said = (verb, *_JAPANESE_VERBS.get(verb, ())) if verb != "git" else ("clone*", "クローン")
        yield Candidate(
            "step",
            f"the command “{line.text.strip()}” removed",
            f"“{line.text.strip()}” is missing, and “{using[0].text.strip()}” does not work without it.",
            (Edit(line.start, line.end + 1, ""),),
            (line.stretch,),
            tuple(each.stretch for each in block.lines if each is not line),
            Recognised(said=(said, MISSING)),
        )


def _folder_is_named(passages: Passages, line: CodeLine) -> bool:
    """Whether what leads to the block says where to be, so that nobody needs the command."""
    leading = [s for s in passages.sentences if s.end <= line.start][-1:]
    return any(_FOLDER.search(sentence.text) for sentence in leading)


def _product(line: CodeLine, rest: str) -> str:
    """The name that a command makes, as later ones would write it; empty where there is none."""
    words = [word for word in rest.split("#")[0].split() if not word.startswith("-")]
    if not words:
        return ""
    name = words[-1].partition("=")[0].rstrip("/")
    return name.rsplit("/", 1)[-1].removesuffix(".git").removesuffix("*").rstrip("/")


def _made_elsewhere(passages: Passages, line: CodeLine, product: str) -> bool:
    """Whether an earlier line makes the same thing."""
    earlier = passages.text[: line.start]
    return any(_MAKES.match(each) and product in each for each in earlier.splitlines())
