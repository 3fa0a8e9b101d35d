"""Services that the text gives to compose are defined in the compose files in force."""

from typing import TYPE_CHECKING

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.whereabouts import folders_of
from workbench.checks.near_names import listed, meant, nearest
from workbench.checks.outcome import Outcome, printable
from workbench.checks.regex import regex
from workbench.checks.text.arguments import arguments
from workbench.checks.text.page import Page, Typed
from workbench.checks.text.setting import Setting
from workbench.checks.text.shell import Word
from workbench.core.sources import CheckRule

if TYPE_CHECKING:
    from workbench.checks.evidence.compose import Services

COMPOSE_SERVICES = CheckRule(
    id="compose-services",
    owns="compose-services-exist",
    proves="A compose command of the text names a service that the compose files do not define.",
    decided_by="The words that compose takes for services are compared with those of the files in force.",
    on_fail="fix",
)

_GLOBAL = frozenset(
    {"-f", "--file", "-p", "--project-name", "--profile", "--env-file", "--project-directory", "--ansi"}
    | {"--parallel", "--progress", "-H", "--host", "-c", "--context"}
)
_SEVERAL = {
    "up": {"--scale", "-t", "--timeout", "--exit-code-from", "--attach", "--no-attach", "--pull"}
    | {"--wait-timeout"},
    "start": {"--wait-timeout"},
    "stop": {"-t", "--timeout"},
    "restart": {"-t", "--timeout"},
    "build": {"--build-arg", "-m", "--memory", "--progress", "--ssh", "--builder"},
    "pull": {"--policy"},
    "push": set(),
    "logs": {"-n", "--tail", "--since", "--until", "--index"},
    "ps": {"--filter", "--format", "--status"},
    "rm": set(),
    "kill": {"-s", "--signal"},
    "pause": set(),
    "unpause": set(),
    "create": {"--scale", "--pull"},
    "top": set(),
    "images": {"--format"},
    "watch": set(),
}
"""Commands behind which any number of services stand, each with its options that take a value."""
_ONE = {
    "run": {"-e", "--env", "-v", "--volume", "-u", "--user", "-p", "--publish", "-w", "--workdir", "--name"}
    | {"--entrypoint", "-l", "--label", "--cap-add", "--cap-drop", "--pull", "--env-from-file"},
    "exec": {"-e", "--env", "-u", "--user", "-w", "--workdir", "--index"},
    "port": {"--index", "--protocol"},
}
"""Commands behind which one service stands, and then something else."""
_SERVICE = regex(r"[A-Za-z0-9][\w.-]*")


def check_compose_services(page: Page, project: Project) -> Outcome:
    """Faults for services that no compose file in force defines."""
    outcome, setting = Outcome(page), Setting(page)
    read: dict[tuple[str, ...], Services | None] = {}
    for typed in page.commands:
        words = _behind_compose(typed)
        if words:
            _command(outcome, project, setting, read, typed, words)
    return outcome


def _behind_compose(typed: Typed) -> list[Word]:
    """The words behind `docker compose`, also in its older or rarer forms; none for another command."""
    words = list(typed.command.words)
    if words[0].text in ("docker-compose", "podman-compose"):
        return words[1:]
    if words[0].text in ("docker", "podman", "nerdctl") and len(words) > 2 and words[1].text == "compose":
        return words[2:]
    return []


def _command(
    outcome: Outcome,
    project: Project,
    setting: Setting,
    read: "dict[tuple[str, ...], Services | None]",
    typed: Typed,
    words: list[Word],
) -> None:
    given = arguments(words, _GLOBAL, first_only=True)
    if not given.words:
        return
    name, behind = given.words[0].text, given.words[1:]
    if name in _SEVERAL:
        named = arguments(behind, _SEVERAL[name]).words
    elif name in _ONE:
        named = arguments(behind, _ONE[name], first_only=True).words[:1]
    else:
        return
    found = _services(outcome.page, project, read, typed, given.values("-f", "--file"))
    if found is None or given.has("--project-directory"):
        return
    command = (typed.command.start, typed.command.end)
    if not named and name in ("up", "build", "pull", "start"):
        evidence = list(found.services.values())[:1]
        outcome.confirm(COMPOSE_SERVICES, command, f"`{printable(found.paths[0])}` is there", evidence)
    for word in named:
        _service(outcome, setting, typed, found, word)


def _services(
    page: Page,
    project: Project,
    read: "dict[tuple[str, ...], Services | None]",
    typed: Typed,
    files: list[str],
) -> "Services | None":
    from workbench.checks.evidence.compose import services_of

    for folder in folders_of(page, project, typed.command):
        key = (folder, *files)
        if key not in read:
            read[key] = services_of(project.repository, folder, files)
        found = read[key]
        if found is not None:
            return found
    return None


def _service(outcome: Outcome, setting: Setting, typed: Typed, found: "Services", word: Word) -> None:
    place = (word.start, word.end)
    if word.is_open or not _SERVICE.fullmatch(word.text):
        return
    if word.text in found.services:
        evidence = found.services[word.text]
        why = f"`{printable(evidence.path)}` defines this service"
        outcome.confirm(COMPOSE_SERVICES, place, why, [evidence])
    elif not found.whole:
        outcome.leave(COMPOSE_SERVICES, place, "not every compose file in force could be read")
    elif setting.is_elsewhere(typed):
        outcome.leave(COMPOSE_SERVICES, place, "the words around say that another project or folder is meant")
    elif word.text in setting.labels:
        outcome.leave(COMPOSE_SERVICES, place, "the text itself shows a service of this name")
    else:
        _missing(outcome, place, found, word.text)


def _missing(outcome: Outcome, place: tuple[int, int], found: "Services", name: str) -> None:
    near = nearest(name, found.services)
    files = listed(found.paths)
    problem = f"{files} define{'s' if len(found.paths) == 1 else ''} no service `{printable(name)}`"
    problem += meant(near, f"; the services are {listed(found.services)}." if found.services else ".")
    shown = near or next(iter(found.services), None)
    outcome.fault(
        COMPOSE_SERVICES,
        place,
        problem,
        consequence="The command stops with: no such service.",
        change="Name a service that the compose file defines.",
        expected=near,
        evidence=[found.services[shown]] if shown else [],
    )
