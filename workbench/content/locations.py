"""Where content, settings and the database are, on disk and in the environment."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

ContentName = Literal["personas", "rubrics"]
"""Folders that the user and a project may have too."""

_APP = "workbench"
_PROJECT = ".workbench"


def bundled(name: ContentName | Literal["demo", "phrases"]) -> Path:
    """The folder of shipped content: in the package of a wheel, at the root of a checkout."""
    # Not by `importlib.resources`, which takes longer to import than the content to be read.
    package = Path(__file__).parents[1]
    shipped = package / "_content" / name
    return shipped if shipped.is_dir() else package.parent / name


def user_config() -> Path:
    """The folder of the user's `config.toml`, `personas` and `rubrics`; it need not exist."""
    import platformdirs

    return platformdirs.user_config_path(_APP, appauthor=False)


def project_content(repository: Path) -> Path:
    """The folder of a repository's own `personas` and `rubrics`; nothing in it is trusted unasked."""
    return repository / _PROJECT


def config_file(environment: Mapping[str, str]) -> Path:
    """The user's settings file: `WORKBENCH_CONFIG` where set, else `config.toml` in `user_config()`."""
    named = environment.get("WORKBENCH_CONFIG")
    return Path(named).expanduser() if named else user_config() / "config.toml"


def database(environment: Mapping[str, str]) -> Path:
    """The database: `WORKBENCH_DB` where set, else a file in the platform's user data folder."""
    named = environment.get("WORKBENCH_DB")
    if named:
        return Path(named).expanduser()
    import platformdirs

    return platformdirs.user_data_path(_APP, appauthor=False) / "workbench.db"


def shared_notes() -> Path:
    """The folder of what all programs of one user share and may lose: what a service's limits are."""
    import platformdirs

    return platformdirs.user_cache_path(_APP, appauthor=False)
