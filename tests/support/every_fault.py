"""A small repository and a text about it that is wrong in every way that a check can prove."""

FILES = {
    "pyproject.toml": """\
[project]
name = "raincup"
version = "2.1.0"
requires-python = ">=3.11"
license = "MIT"

[project.optional-dependencies]
plot = ["matplotlib"]

[project.scripts]
raincup = "raincup.cli:main"
""",
    "LICENSE": """\
MIT License

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction, including
without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the
following conditions: The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY
KIND.
""",
    "Makefile": "lint:\n\truff check .\n",
    "justfile": "tidy:\n    ruff format .\n",
    "package.json": (
        '{"name": "raincup-web", "private": true, "version": "2.1.0", "scripts": {"bundle": "vite build"}}\n'
    ),
    "compose.yaml": "services:\n  gauge:\n    image: raincup\n  store:\n    image: postgres\n",
    ".github/workflows/ci.yml": "name: Continuous integration\non: push\n",
    "docs/guide.md": "# Guide\n",
    "docs/setup.md": "# Set-up\n",
    "requirements/dev.txt": "pytest\n",
    "tools/load.py": "print('loaded')\n",
    "raincup/__init__.py": "from raincup.gauge import Gauge, read\n\nUNITS = ['mm', 'inch', 'litre']\n",
    "raincup/gauge.py": """\
import os

PORT = int(os.environ.get("RAINCUP_PORT", "8080"))
HOST = os.environ["RAINCUP_HOST"]
STORE = os.environ["RAINCUP_STORE"]
DAYS = int(os.environ.get("RAINCUP_DAYS", "7"))


class Gauge:
    def __init__(self, place, unit="mm"):
        self.place = place
        self.unit = unit

    def level(self):
        return 0


def read(path, limit=50):
    return [path][:limit]
""",
    "raincup/settings.py": """\
import tomllib


def load(path):
    with open(path, "rb") as file:
        data = tomllib.load(file)
    return data["station"], data["interval"]
""",
    "raincup.sample.toml": 'station = "north"\ninterval = 10\nquiet = true\n',
    "raincup/cli.py": """\
import argparse


def main():
    parser = argparse.ArgumentParser(prog="raincup")
    commands = parser.add_subparsers(dest="command")
    show = commands.add_parser("show")
    show.add_argument("place")
    show.add_argument("--days", type=int, default=7)
    show.add_argument("--unit", default="mm")
    parser.parse_args()


if __name__ == "__main__":
    main()
""",
    "README.ja.md": "# raincup\n\n<http://localhost:8081>\n",
    "README.de.md": "# raincup\n\n<http://localhost:8081>\n",
}
"""The files, by their path from the root."""

TEXT = (
    """\
# raincup

[![tests](https://github.com/tide/raincup/actions/workflows/tests.yml/badge.svg)](https://example.org)

[a](gone.md) ![b](gone.png) [c](#gone) [text][gone] [more][ok] A \u202edrow\u202c.

[ok]: https://example.org

The current version is 1.9.0. It needs Python 3.8 or newer. It knows all 4 units (`UNITS`). The licence is
the Apache License 2.0. Report problems at <https://github.com/username/repo-name/issues>. `raincpu` is on
PyPI.

```sh
pip install raincup-py
pip install "raincup[maps]"
pip install -r requirements-dev.txt
python -m raincup/cli.py --days 3
python -m raincup.importer old.csv
python tools/laod.py
make lnit
just tdiy
npm run build
docker compose up -d guage
rain-cup brest
raincup show brest --dayz 3
raincup plot brest
raincup show brest --days 3 --unit inch
```

```
usage: raincup show [--days N] [--colour] place
```

`--days N` is how many days are shown (default 14).

```python
from raincup import Gague
import raincup

gauge = raincup.Gauge("brest", units="mm")
raincup.raed("file.csv")
gauge.levle()
```

```python
for level in levels
    print(level)
```

The settings are in `raincup/setings.py`, and `RAINCUP_DAYS` defaults to 30.

| variable | what it is | default |
|---|---|---|
| `RAINCUP_HOST` | its address | |
| `RAINCUP_HOST` | its port | |

Open <http://localhost:8080>. Set `RAINCUP_STOER=1` to keep what was read.

In `raincup.toml`:

| key | what it does |
|---|---|
| `station` | where it stands |
| `interval` | minutes between two readings |
| `quiet` | prints nothing |

```
raincup/
├── cli.py
├── gauge.py
├── importer.py
└── settings.py
```

## Empty

## Twice

Put the cup on open ground, level it with the screw, and wait for rain. Then read it every morning.

## Twice

Put the cup on open ground, level it with the screw, and wait for rain. Then read it every morning.

## Passwords

"""
    'password = "' + "q7Kd93Lx" + '0vBm52Zt"\n\n```sh\n'
)
"""The text of its README."""
