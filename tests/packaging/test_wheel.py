import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTENT = ("personas", "rubrics", "phrases", "store")


@pytest.fixture(scope="module")
def wheel_names(tmp_path_factory):
    out = tmp_path_factory.mktemp("wheel")
    code = f"from hatchling.build import build_wheel; print(build_wheel({str(out)!r}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    with zipfile.ZipFile(out / done.stdout.split()[-1]) as wheel:
        return set(wheel.namelist())


@pytest.mark.parametrize("folder", CONTENT)
def test_every_content_file_ships_inside_the_package(folder, wheel_names):
    files = [path for path in (ROOT / folder).rglob("*") if path.is_file() and path.suffix in (".md", ".sql")]
    assert files
    for path in files:
        assert f"workbench/_content/{path.relative_to(ROOT).as_posix()}" in wheel_names


def test_stylesheets_and_defaults_ship(wheel_names):
    wanted = [p for suffix in ("tcss", "toml") for p in (ROOT / "workbench").rglob(f"*.{suffix}")]
    assert {path.relative_to(ROOT).as_posix() for path in wanted} <= wheel_names


def test_nothing_else_is_installed_at_the_top(wheel_names):
    tops = {name.split("/")[0] for name in wheel_names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"workbench"}


@pytest.mark.parametrize("folder", CONTENT)
def test_content_holds_no_python(folder):
    assert not list((ROOT / folder).rglob("*.py"))
