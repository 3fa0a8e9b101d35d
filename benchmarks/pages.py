"""Texts of a million characters, of one shape each, that are hard for whoever reads them."""

import random
from collections.abc import Callable, Iterator
from itertools import islice

SIZE = 1_000_000
"""Characters of a text."""

_WORDS = """
    default config server option the value path file run install build test module name port cache Python
    README see which every without timeout unless `--verbose` `src/main.py` `PORT` 42 3.11 true docs/ v1.2.0
""".split()  # noqa: SIM905


def shapes() -> dict[str, str]:
    """The text of each shape, by the name of a file that it may have."""
    return {
        f"{name}{'.rst' if name.startswith('rst') else '.md'}": _filled(shape, random.Random(7))
        for name, shape in _SHAPES.items()
    }


def _filled(shape: Callable[[random.Random], str], chance: random.Random) -> str:
    parts: list[str] = []
    size = 0
    while size < SIZE:
        parts.append(shape(chance))
        size += len(parts[-1])
    return "".join(parts)[:SIZE]


def _some(chance: random.Random, count: int) -> str:
    return " ".join(chance.choice(_WORDS) for _ in range(count))


def _links(chance: random.Random) -> str:
    path = f"docs/{chance.randrange(9999)}/page{chance.randrange(99)}.md"
    figure = f"img/{chance.randrange(99)}.png"
    return f"See [{_some(chance, 3)}]({path}#part-{chance.randrange(99)}) and ![x]({figure}).\n\n"


def _spans(chance: random.Random) -> str:
    number = chance.randrange(99_999)
    names = f"`VAR_{number}` `--flag-{number}` `tool run --n {number}` "
    names += f"`mod{number}.call(a={number})` `lib/f{number}.py`"
    return f"{names} {_some(chance, 4)}.\n{chance.choice(['', chr(10)])}"


def _table(chance: random.Random) -> str:
    head = "| Option | Default | Meaning |\n|---|---|---|\n"
    rows = (
        f"| `key_{chance.randrange(9999)}` | `{chance.randrange(99)}` | {_some(chance, 5)} |\n"
        for _ in range(400)
    )
    return f"## Options {chance.randrange(999)}\n\n{head}{''.join(rows)}\n"


def _commands(chance: random.Random) -> str:
    number = chance.randrange(9999)
    lines = (
        f"$ npm run task{number}\n",
        f"make target{number} && cd folder{number}\n",
        f"pip install package{number}[extra]\n",
        f"python -m module{number} --option{number} 'a b' | tee out.txt\n",
        f"docker compose up service{number}\n",
        f"export NAME_{number}=1; ./scripts/run{number}.sh\n",
    )
    return "```console\n" + "".join(chance.choices(lines, k=30)) + "```\n\n"


def _code(chance: random.Random) -> str:
    number = chance.randrange(9999)
    python = f"from package{number} import thing\nthing.call({number}, key={number})\n" * 10
    script = f"import {{ a{number} }} from 'package';\nconst x = a{number}({{ b: {number} }});\n" * 10
    data = f'{{"key{number}": [1, 2, {{"x": null}}]}}\n'
    return f"```python\n{python}```\n\n```js\n{script}```\n\n```json\n{data}```\n\n"


def _headings(chance: random.Random) -> str:
    link = f"[here](#{chance.choice(_WORDS)})"
    return f"{'#' * chance.randrange(1, 7)} {_some(chance, 3)}\n\n{_some(chance, 8)}. See {link}.\n\n"


def _tree(chance: random.Random) -> str:
    rows = (f"│   ├── file{chance.randrange(9999)}.py  # {_some(chance, 2)}\n" for _ in range(300))
    return "```\n.\n├── src/\n" + "".join(rows) + "```\n\n"


def _sentences(chance: random.Random) -> str:
    return (
        f"There are {chance.randrange(99)} commands in `src/`; it defaults to `{chance.randrange(99)}`, and "
        f"needs Python {chance.randrange(2, 4)}.{chance.randrange(14)} or later. {_some(chance, 12)}.\n\n"
    )


def _nested(chance: random.Random) -> str:
    return "".join(f"{'  ' * depth}- {_some(chance, 3)}\n" for depth in range(chance.randrange(1, 60)))


def _rst(chance: random.Random) -> str:
    title = _some(chance, 3)
    return (
        f"{title}\n{'=' * len(title)}\n\n{_some(chance, 9)} ``code {chance.randrange(99)}`` and "
        f"`a link <docs/{chance.randrange(999)}.rst>`_.\n\n.. code-block:: console\n\n"
        f"   $ tool --flag{chance.randrange(999)}\n\n"
    )


_SHAPES: dict[str, Callable[[random.Random], str]] = {
    "links": _links,
    "spans": _spans,
    "one-paragraph-of-spans": lambda chance: _spans(chance).rstrip("\n") + "\n",
    "table": _table,
    "commands": _commands,
    "one-block": lambda chance: f"    $ tool{chance.randrange(99)} --flag {_some(chance, 6)}\n",
    "code": _code,
    "headings": _headings,
    "trees": _tree,
    "sentences": _sentences,
    "nested": _nested,
    "paragraph": lambda chance: _some(chance, 9) + " ",
    "brackets": lambda chance: chance.choice(
        ["[", "]", "(", ")", "![", "](", "<", ">", "[a]", "[b][", "\n\n"]
    ),
    "ticks": lambda chance: "`" * chance.randrange(1, 9) + chance.choice(["a", " ", "\n", "\n\n"]),
    "html": lambda chance: (
        f'<a href="x{chance.randrange(99)}"><img src="y.png"></a> <details><b id=q>{_some(chance, 2)}\n'
    ),
    "one-line": lambda chance: chance.choice("abc123-_/.$`=:{}|&;'\" "),
    "digits": lambda chance: str(chance.randrange(10**6)) + chance.choice([",", ".", " ", "-", "\n"]),
    "unclosed": lambda chance: chance.choice(
        ["<!-- ", "```", "~~~\n", "<a ", "{{", "<details>", "\n", "$(", "'"]
    ),
    "wide": lambda chance: chance.choice("　日本語のテキスト。、「」（）９…—éü\n"),
    "rst": _rst,
    "rst-lines": lambda chance: chance.choice(
        ["====\n", "----\n", ".. x\n", "   y\n", "`a`_ ", "``", "|b|", "\n"]
    ),
}


def growing(start: int, end: int) -> Iterator[int]:
    """Numbers of files, ten times as many each."""
    return islice((start * 10**power for power in range(9) if start * 10**power <= end), 9)
