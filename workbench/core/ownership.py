"""What is asked of a text: one closed list, of which each question has exactly one instrument in a kind.

What a counter can decide is a check's and no model is asked it; what only a reader can decide is a
rubric's, and no pattern pretends to.
"""

from collections.abc import Mapping
from types import MappingProxyType

OWN = "own-"
"""How an id begins that somebody's own rubric adds to the list."""

_BY_CHECKS = {
    "anchors-resolve": "Is every place in a page that a link names there?",
    "arguments-exist": "Does every function of the project take the keywords that the text calls it with?",
    "attributes-exist": "Does everything of the project have the names that the text asks it for?",
    "badges-show-workflows": "Does every workflow badge show a workflow of the repository?",
    "code-parses": "Does every block of code parse in the language that it names?",
    "commands-are-installed": "Does a package of the project install every command of it that is typed?",
    "commands-well-formed": "Does every command have a form that its own program accepts?",
    "compose-services-exist": "Do the compose files define every service that is named?",
    "counts-match": "Is every number that counts things of the project the count of them?",
    "defaults-hold": "Is every default that the text states the one in the code?",
    "extras-declared": "Does the package declare every extra that is installed?",
    "fences-close": "Is every fenced block closed where it should be?",
    "images-resolve": "Is the file of every image there?",
    "imports-exist": "Does every module of the project have the names that are imported from it?",
    "installs-name-packages": "Is the package published under the name that is installed?",
    "keys-are-taken": "Does the code take every key of the settings that is listed?",
    "licence-matches-file": "Is the licence that the text names the one of the licence file?",
    "links-resolve": "Is every file that a link names there?",
    "make-targets-exist": "Does the Makefile have a rule for every target that is made?",
    "no-secrets": "Is the text free of live credentials?",
    "nothing-hidden": "Does whoever reads the page see everything that the text holds?",
    "npm-scripts-exist": "Does the package have every script that is run?",
    "option-defaults-hold": "Is every default of an option that is stated the one the program declares?",
    "options-are-declared": "Does the program declare every option and every value of one that is named?",
    "paths-exist": "Is every path that the text presents as part of the repository there?",
    "placeholders-filled": "Is every word of a template replaced by what the project is?",
    "project-name-spelt": "Is the project's own name spelt as it is?",
    "python-modules-run": "Can every module of the project that `python -m` names be run?",
    "references-defined": "Is every label of a link defined?",
    "requirements-files-exist": "Is every file that an install command reads there?",
    "runtime-versions-match": "Is the version of a language that the text asks for the manifest's?",
    "scripts-exist": "Is every file that a command runs there?",
    "sections-filled": "Does something stand below every heading?",
    "sections-once": "Does every section stand in the text once?",
    "siblings-agree": "Do translations and the citation file give the same commands, versions and links?",
    "subcommands-are-declared": "Does the program have every command that is run, with its options there?",
    "tasks-exist": "Does the task runner know every task that is run?",
    "trees-match": "Is everything that a drawn tree of the repository shows there?",
    "usage-holds": "Does the program accept what a pasted help text or synopsis shows?",
    "variables-are-read": "Does something read every environment variable that is set for the project?",
    "variables-differ": "Are two variables that are told apart two names?",
    "versions-match": "Is the version that is said to be the current one the manifest's?",
}

_BY_RUBRICS = {
    "action-told": "Where a user has to act on a change, is it said what to do?",
    "agreement": "Do all places that speak of one matter agree?",
    "audience": "Can a reader tell early whether this is for them?",
    "breaks-found": "Can a user find what breaks without reading every line of a release?",
    "build": "Is the text built along its reader's questions?",
    "change-reach": "Can a user tell whether a change reaches them?",
    "claims": "Is every claim supported or limited where it stands?",
    "consequence-told": "Can a user tell of each change what stops working or comes out differently?",
    "coverage": "Can a reader with an ordinary case next to those shown tell whether it is covered?",
    "deviation": "Where a repetition may come out differently, is it said how far?",
    "effects": "Is a reader told before a step what it sends away, overwrites or costs?",
    "ending": "Does the ending rest on what went before?",
    "examples": "Does each example do what the words beside it say?",
    "figures": "Can each figure that matters be taken in one way only?",
    "first-result": "Do the steps take a reader to a first result?",
    "hazards": "Is the cost or limit of what is recommended said?",
    "identity": "Can a stranger say from the first screen what sort of thing this is?",
    "in-which-version": "Can a user tell in which version each change is?",
    "leaving-the-language": "Where a reader has to go on in another language, do they know it?",
    "maintainer-matter": "Can a user tell what is for maintainers?",
    "materials": "Does a reader learn where the data, weights and outputs are that a step needs?",
    "natural-sense": "Does each sentence, read as its language reads, mean what its writer means?",
    "needed-terms": "Is every term that a reader needs explained by then?",
    "next-place": "Where a reader is sent elsewhere, can they tell what they get there?",
    "objection": "Is the objection that its reader will have met or openly left?",
    "opening": "Can a reader tell from title and opening what they will get?",
    "point": "Could a reader say at the end what the author holds, doubts or leaves open?",
    "prerequisites": "Is what a reader must have named before the first command that needs it?",
    "promises": "Does the text come back to what its title and first lines hold out?",
    "purpose": "Does the text say early what a reader gains?",
    "register": "Where the style of address changes, can a reader still tell what they are to do?",
    "remedy": "Does what was done meet what is said to have been wrong?",
    "repeatable": "Could a reader who wants to do the same find what it takes?",
    "results-located": "Can a reader tell from which command or file each result comes?",
    "seen-change": "Is each change said by what a user meets?",
    "since-publication": "Can a reader tell what was changed since the publication?",
    "steady-words": "Do the words on which the argument turns keep one meaning?",
    "step-worked": "Can a reader see whether a step did what it is for?",
    "support": "Does what the text shows reach its conclusions?",
    "terms-of-use": "Can a reader tell on which terms each part may be used?",
    "thread": "Does each section follow from the ones before and lead on to the point?",
    "told-before": "Is every event told before a later passage rests on it?",
    "way-out": "Is it said what takes the place of what goes away?",
    "what-to-type": "Can a reader tell what to type as it stands and what to put in?",
    "which-way": "Where several ways are shown, can a reader tell which is theirs?",
    "who-acts": "Can it be told in every sentence who does what?",
    "whose-word": "Can a reader tell what the author saw, was told and supposes?",
}

OWNED_BY_CHECKS = frozenset(_BY_CHECKS)
"""What checks decide, so that no rubric asks it."""

OWNED: Mapping[str, str] = MappingProxyType(_BY_CHECKS | _BY_RUBRICS)
"""By id: what is asked."""


def is_own(id: str) -> bool:
    """Whether an id is of the form that somebody's own rubric may add to the list."""
    return id.startswith(OWN) and len(id) > len(OWN)
