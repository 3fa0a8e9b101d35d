"""Keys and options that the text lists are taken by the code."""

import re
from collections import Counter

from workbench.checks.evidence.project import Project
from workbench.checks.near_names import named
from workbench.checks.outcome import Outcome, printable
from workbench.checks.text.keys import Key, KeyGroup, key_groups
from workbench.checks.text.page import Page
from workbench.checks.text.past import is_past, words_before
from workbench.core.readings import Evidence
from workbench.core.sources import CheckRule

CONFIG_KEYS = CheckRule(
    id="config-keys",
    owns="keys-are-taken",
    proves="The text lists a key of the settings that no code takes, beside others that are taken by name.",
    decided_by="The reader of the other keys is found; a key whose word no code has is not taken.",
    on_fail="fix",
)

_LEAST = 2
"""Other keys that one file must take by name before a lacking one is a fault."""


def check_config_keys(page: Page, project: Project) -> Outcome:
    """Faults for keys that no code takes."""
    outcome = Outcome(page)
    for group in key_groups(page):
        if all(not key.name.isupper() for key in group.keys):
            _decide(outcome, project, group)
    return outcome


def _decide(outcome: Outcome, project: Project, group: KeyGroup) -> None:
    keys = project.keys
    takers = {key.name: keys.takers(key.name) for key in group.keys}
    counted = Counter(path for name in takers for path in takers[name])
    home, count = counted.most_common(1)[0] if counted else ("", 0)
    known = sum(1 for name in takers if takers[name])
    is_settings = group.named or count >= _LEAST
    for key in group.keys:
        taken = takers[key.name]
        if taken:
            if is_settings:
                evidence = taken.get(home) or next(iter(taken.values()))
                outcome.confirm(CONFIG_KEYS, key.place, f"the code takes `{printable(key.name)}`", [evidence])
        elif keys.is_named(key.name):
            if group.named and count >= _LEAST:
                outcome.leave(CONFIG_KEYS, key.place, "the code has the word, but is not seen to ask for it")
        elif count >= _LEAST and known * 3 >= len(takers) * 2:
            _lacking(outcome, project, group, key, home, takers)


def _lacking(
    outcome: Outcome,
    project: Project,
    group: KeyGroup,
    key: Key,
    home: str,
    takers: dict[str, dict[str, Evidence]],
) -> None:
    page, keys = outcome.page, project.keys
    words = key.prose.text if key.prose else words_before(page, group.block.start if group.block else 0)
    excuses = (
        (not project.code.whole, "the repository has more code than is searched"),
        (not group.named, "the text does not say that these are settings"),
        (keys.hands_on(home), "the code hands its settings on, or reads any key"),
        (is_past(page, key.place[0], words), "the text speaks of another version"),
        (len(key.name) < 3, "the name is too short to be looked for"),
    )
    why_not = next((why for holds, why in excuses if holds), None)
    if why_not is not None:
        outcome.leave(CONFIG_KEYS, key.place, why_not)
        return
    beside = [name for name in takers if home in takers[name]]
    near = _near(key.name, project, group, home)
    problem = f"No code takes `{printable(key.name)}`; `{printable(home)}` takes {named(beside, 5)}"
    problem += f", and `{printable(near)}`, which may be meant." if near else "."
    outcome.fault(
        CONFIG_KEYS,
        key.place,
        problem,
        consequence="Whoever sets it changes nothing.",
        change="Name the key that is taken, or take it out.",
        expected=near,
        evidence=[takers[name][home] for name in beside[:2]],
    )


def _near(name: str, project: Project, group: KeyGroup, home: str) -> str | None:
    """A word of the same file that was probably meant, and that the list lacks."""
    from rapidfuzz import fuzz, process

    from workbench.checks.evidence.settings.keys import Keys

    text = project.code.texts[home]
    words = {word for word in _words(text) if word not in {key.name for key in group.keys}}
    found = process.extractOne(name, sorted(words)[:5_000], scorer=fuzz.ratio, score_cutoff=80)
    return found[0] if found and home in Keys(project.code).takers(found[0]) else None


def _words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z_][\w-]{2,}", text))
