"""What an action is: what it is for, where it may be used, and when the footer shows it."""

from dataclasses import dataclass
from enum import Flag, StrEnum, auto


class Group(StrEnum):
    """Under which heading of the help an action stands, in the order shown."""

    MARK = "Mark the row"
    MOVE = "Move"
    FIND = "Find"
    TEXT = "The text"
    ROUND = "Readings"
    RUBRIC = "Answer the rubric yourself"
    COMPARE = "Two texts beside each other"
    TAGLINES = "Candidates, tried on readers"
    CONTENT = "Personas and rubrics"
    APP = "Workbench"


class Where(Flag):
    """What the person is doing when an action may be used."""

    LIST = auto()
    """Going through the list."""
    OPENED = auto()
    """Inside an opened concern, among its findings."""
    PICKING = auto()
    """Choosing the words of an overlooked problem."""
    RUBRIC = auto()
    """Going through the questions of a rubric to answer them."""
    QUOTING = auto()
    """Choosing the words that an answer rests on."""
    VERDICT = auto()
    """Choosing among the verdicts that the answers leave."""
    LOOP = auto()
    """Going through the rounds of the loop."""
    DIFF = auto()
    """Reading what changed between two revisions."""
    HOME = auto()
    """Going through the list of every artifact."""
    OFFERED = auto()
    """Asked whether a text that was opened is one that moved."""
    CONTENT = auto()
    """Going through the personas or the rubrics."""
    QUESTIONS = auto()
    """Going through the questions of a rubric that is being changed."""
    WRITING = auto()
    """Typing a persona or rubric."""
    ASKED = auto()
    """Asked whether to do what a key said."""
    BLIND = auto()
    """Answering a judge's questions before its own answers are seen."""
    AGAIN = auto()
    """Marking again what was marked, with the first mark hidden."""
    REVEALED = auto()
    """Looking at what was hidden until the answer was given."""
    COMPARING = auto()
    """Choosing between two texts before it is seen what readers chose."""
    COMPARED = auto()
    """Looking at what readers chose between them."""
    TAGLINES = auto()
    """Going through the candidates of a file."""
    READS = auto()
    """Going through what readers said of one candidate."""


class Footer(StrEnum):
    """When the footer shows an action; the help always does."""

    NEVER = "never"
    WIDE = "wide"
    """Where there is room."""
    ALWAYS = "always"


ROWS = Where.LIST | Where.OPENED
ON_BOARD = ROWS | Where.PICKING
WORDS = Where.PICKING | Where.QUOTING
JUDGING = Where.RUBRIC | Where.QUOTING | Where.VERDICT
OVER_BOARD = Where.LOOP | Where.DIFF
SHELF = Where.CONTENT | Where.QUESTIONS
DRAFTING = Where.QUESTIONS | Where.WRITING
CANDIDATES = Where.TAGLINES | Where.READS
LISTED = Where.RUBRIC | Where.VERDICT | Where.HOME | OVER_BOARD | SHELF | CANDIDATES
HIDDEN = Where.BLIND | Where.AGAIN | Where.REVEALED
COMPARISON = Where.COMPARING | Where.COMPARED
ANYWHERE = ON_BOARD | JUDGING | Where.HOME | OVER_BOARD | SHELF | HIDDEN | COMPARISON | CANDIDATES


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a key does."""

    id: str
    """Its name in a keymap."""
    keys: tuple[str, ...]
    """As Textual names them, the one that is shown first."""
    label: str
    """A word or two for the footer."""
    help: str
    """One sentence."""
    group: Group
    where: Where = ROWS
    footer: Footer = Footer.NEVER
