"""How git is asked: for names only, in a way that a hostile repository's own settings run nothing."""

from collections.abc import Mapping, Sequence


def git_command(folder: str, arguments: Sequence[str]) -> tuple[str, ...]:
    """The argument list that asks git something about a folder."""
    return (
        *("git", "-C", folder),
        *("-c", "core.fsmonitor=false"),
        *("-c", "core.hooksPath=/dev/null"),
        *("-c", "core.pager=cat"),
        "--no-optional-locks",
        *arguments,
    )


def git_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment git is run in: nothing of `GIT_*` from outside, no locks, no prompts."""
    kept = {name: value for name, value in environment.items() if not name.startswith("GIT_")}
    return {**kept, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C.UTF-8"}


def remote_identity(url: str, path: str) -> str:
    """An artifact's identity from its repository's remote and its path there.

    The two ways to write one remote, `git@host:a/b.git` and `https://user@host/a/b`, give the same.
    """
    place = url.strip()
    if "://" in place:
        place = place.split("://", 1)[1]
        host, _, rest = place.partition("/")
    else:
        host, _, rest = place.partition(":")
    host = host.rsplit("@", 1)[-1].lower()
    return f"git:{host}/{rest.strip('/').removesuffix('.git')}#{path}"
