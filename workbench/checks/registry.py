"""Every check there is, and the port that runs them."""

import asyncio
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from workbench.checks.evidence.project import Project
from workbench.checks.evidence.repository import Presence, Repository
from workbench.checks.facts.summary import facts
from workbench.checks.families.anchors import ANCHORS, check_anchors
from workbench.checks.families.arguments import ARGUMENTS
from workbench.checks.families.attributes import ATTRIBUTES
from workbench.checks.families.badges import BADGES, check_badges
from workbench.checks.families.code_blocks import CODE_BLOCKS, check_code_blocks
from workbench.checks.families.commands import COMMANDS, check_commands
from workbench.checks.families.compose_services import COMPOSE_SERVICES, check_compose_services
from workbench.checks.families.config_keys import CONFIG_KEYS, check_config_keys
from workbench.checks.families.console_scripts import CONSOLE_SCRIPTS, check_console_scripts
from workbench.checks.families.counts import COUNTS, check_counts
from workbench.checks.families.defaults import DEFAULTS, check_defaults
from workbench.checks.families.environment import ENVIRONMENT, TWICE, check_environment
from workbench.checks.families.extras import EXTRAS
from workbench.checks.families.fences import FENCES, check_fences
from workbench.checks.families.headings import DUPLICATE_SECTIONS, EMPTY_SECTIONS, check_headings
from workbench.checks.families.hidden import HIDDEN, check_hidden
from workbench.checks.families.imports import IMPORTS
from workbench.checks.families.installs import INSTALLS, check_installs
from workbench.checks.families.javascript_imports import check_javascript_imports
from workbench.checks.families.licences import LICENCES, check_licences
from workbench.checks.families.links import IMAGES, LINKS, check_links
from workbench.checks.families.make_targets import MAKE_TARGETS, check_make_targets
from workbench.checks.families.npm_scripts import NPM_SCRIPTS, check_npm_scripts
from workbench.checks.families.option_defaults import OPTION_DEFAULTS, check_option_defaults
from workbench.checks.families.options import OPTIONS, check_options
from workbench.checks.families.own_name import OWN_NAME, check_own_name
from workbench.checks.families.paths import PATHS, check_paths
from workbench.checks.families.placeholders import PLACEHOLDERS, check_placeholders
from workbench.checks.families.python_code import check_python_code
from workbench.checks.families.python_modules import PYTHON_MODULES, check_python_modules
from workbench.checks.families.references import REFERENCES, check_references
from workbench.checks.families.runtimes import RUNTIMES, check_runtimes
from workbench.checks.families.scripts import REQUIREMENTS, SCRIPTS, check_scripts
from workbench.checks.families.secrets import SECRETS, check_secrets
from workbench.checks.families.siblings import SIBLINGS, check_siblings
from workbench.checks.families.subcommands import SUBCOMMANDS, check_subcommands
from workbench.checks.families.tasks import TASKS, check_tasks
from workbench.checks.families.trees import TREES, check_trees
from workbench.checks.families.usage_blocks import USAGE_BLOCKS, check_usage_blocks
from workbench.checks.families.versions import VERSIONS, check_versions
from workbench.checks.outcome import Outcome
from workbench.checks.text.page import LONGEST_TEXT, Page
from workbench.checks.undisturbed import undisturbed
from workbench.core.artifacts import Kind, Revision
from workbench.core.ports import PROJECT_UNUSED, CheckReport
from workbench.core.sources import CheckRule
from workbench.core.text.phrases import PhraseList


class Family(NamedTuple):
    """Checks that are made together."""

    run: Callable[[Page, Project], Outcome]
    rules: tuple[CheckRule, ...]
    """What its faults and claims are counted under."""


FAMILIES: tuple[Family, ...] = (
    Family(check_anchors, (ANCHORS,)),
    Family(check_badges, (BADGES,)),
    Family(check_code_blocks, (CODE_BLOCKS,)),
    Family(check_commands, (COMMANDS,)),
    Family(check_compose_services, (COMPOSE_SERVICES,)),
    Family(check_config_keys, (CONFIG_KEYS,)),
    Family(check_console_scripts, (CONSOLE_SCRIPTS,)),
    Family(check_counts, (COUNTS,)),
    Family(check_defaults, (DEFAULTS,)),
    Family(check_environment, (ENVIRONMENT, TWICE)),
    Family(check_fences, (FENCES,)),
    Family(check_headings, (DUPLICATE_SECTIONS, EMPTY_SECTIONS)),
    Family(check_hidden, (HIDDEN,)),
    Family(check_installs, (INSTALLS, EXTRAS)),
    Family(check_javascript_imports, ()),
    Family(check_licences, (LICENCES,)),
    Family(check_links, (LINKS, IMAGES)),
    Family(check_make_targets, (MAKE_TARGETS,)),
    Family(check_npm_scripts, (NPM_SCRIPTS,)),
    Family(check_option_defaults, (OPTION_DEFAULTS,)),
    Family(check_options, (OPTIONS,)),
    Family(check_own_name, (OWN_NAME,)),
    Family(check_paths, (PATHS,)),
    Family(check_placeholders, (PLACEHOLDERS,)),
    Family(check_python_code, (ARGUMENTS, ATTRIBUTES, IMPORTS)),
    Family(check_python_modules, (PYTHON_MODULES,)),
    Family(check_references, (REFERENCES,)),
    Family(check_runtimes, (RUNTIMES,)),
    Family(check_scripts, (SCRIPTS, REQUIREMENTS)),
    Family(check_secrets, (SECRETS,)),
    Family(check_siblings, (SIBLINGS,)),
    Family(check_subcommands, (SUBCOMMANDS,)),
    Family(check_tasks, (TASKS,)),
    Family(check_trees, (TREES,)),
    Family(check_usage_blocks, (USAGE_BLOCKS,)),
    Family(check_versions, (VERSIONS,)),
)
"""What runs on every text, whatever its kind; JavaScript imports count under Python's rules."""

RULES: tuple[CheckRule, ...] = tuple(
    sorted((rule for family in FAMILIES for rule in family.rules), key=lambda rule: rule.id)
)
"""What each check decides, and how."""


class StandardChecks:
    """The deterministic instruments that ship with the workbench."""

    def __init__(self, phrases: Callable[[], tuple[PhraseList, ...]] = tuple) -> None:
        """Set where the phrases come from that are counted for the judge; asked once, at the first run."""
        self._phrases = cache(phrases)

    @property
    def rules(self) -> tuple[CheckRule, ...]:
        """Every check there is."""
        return RULES

    async def run(self, path: Path, revision: Revision, kind: Kind) -> CheckReport:
        """What they say of a revision, with the repository around its path as evidence.

        Faults and claims come in the order of the text. Nothing of the repository is executed, nothing is
        written, and no address is fetched.
        """
        return await asyncio.to_thread(self.report, path, revision)

    def report(self, path: Path, revision: Revision) -> CheckReport:
        """What `run` gives, for a caller that has a thread for it."""
        return _report(path, revision.text, self._phrases)


@undisturbed()
def _report(path: Path, text: str, phrases: Callable[[], tuple[PhraseList, ...]]) -> CheckReport:
    repository = Repository.around(path)
    page, project = Page(repository.path_of(path), text), Project(repository)
    outcomes = [family.run(page, project) for family in FAMILIES]
    faults = (fault for outcome in outcomes for fault in outcome.faults)
    return CheckReport(
        faults=tuple(sorted(faults, key=lambda fault: fault.span.start if fault.span else 0)),
        confirmed=tuple(sorted((c for o in outcomes for c in o.confirmed), key=lambda claim: claim.start)),
        undecided=tuple(sorted((c for o in outcomes for c in o.undecided), key=lambda claim: claim.start)),
        facts=facts(page, outcomes, phrases()),
        notices=_notices(repository, page),
    )


def _notices(repository: Repository, page: Page) -> tuple[str, ...]:
    """What the person is to know of the run.

    Whoever wrote a repository may not choose who reads it, but the person is to know that they tried.
    """
    found = []
    if len(page.text) > LONGEST_TEXT:
        found.append(
            f"This text is longer than {LONGEST_TEXT:,} characters: only secrets and hidden text are "
            "checked. Cut it into several files to have all of it checked."
        )
    if repository.presence(".workbench") is not Presence.ABSENT:
        found.append(PROJECT_UNUSED)
    return tuple(found)
