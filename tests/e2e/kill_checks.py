"""What must hold after every kill, whatever the moment."""

import json
import shutil
import tempfile
from collections import Counter, defaultdict
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database

_LONE_ROWS = {
    "a finding of no reading": """
        select id from findings where reading_id is null and kind <> 'overlooked'""",
    "a finding of an ended round that is in no concern": """
        select findings.id from findings
        join readings on readings.id = reading_id join rounds on rounds.id = round_id
        where rounds.state <> 'running' and findings.id not in (select finding_id from placements)""",
    "an overlooked problem that is in no concern": """
        select id from findings
        where kind = 'overlooked' and id not in (select finding_id from placements)""",
    "a decision about a concern without a finding, that nobody merged or split": """
        select id from decisions
        where concern_id is not null
        and concern_id not in (select concern_id from placements) and concern_id not in (
            select concern_id from decisions where what in ('merge', 'split')
            union select json_extract(moved.value, '$.concern')
            from decisions, json_each(decisions.value, '$.findings') as moved
            where what in ('merge', 'split') and json_extract(moved.value, '$.concern') is not null
        )""",
    "a finding in a concern of another artifact": """
        select findings.id from findings
        join revisions on revisions.id = revision_id join placements on finding_id = findings.id
        join concerns on concerns.id = concern_id where concerns.artifact_id <> revisions.artifact_id""",
    "a decision about another artifact's concern": """
        select decisions.id from decisions join concerns on concerns.id = concern_id
        where concerns.artifact_id <> decisions.artifact_id""",
    "a decision about a finding of another artifact": """
        select decisions.id from decisions join findings on findings.id = finding_id
        join revisions on revisions.id = findings.revision_id
        where revisions.artifact_id <> decisions.artifact_id""",
    "a model's reading of no round": """
        select readings.id from readings join sources on sources.id = source_id
        where round_id is null and sources.kind <> 'check' and provider <> 'me'""",
    "two finished readings of one seat": """
        select min(id) from readings where state = 'finished' and round_id is not null
        group by round_id, source_id, trial having count(*) > 1""",
    "a running round that is not the newest": """
        select id from rounds where state = 'running' and number < (
            select max(number) from rounds as others where others.artifact_id = rounds.artifact_id)""",
    "rounds with a gap in their numbers": """
        select artifact_id from rounds group by artifact_id having max(number) <> count(*)""",
    "revisions with a gap in their numbers": """
        select artifact_id from revisions group by artifact_id having max(number) <> count(*)""",
}
_UNPLACED_FAULTS = """
    select findings.id, artifact_id from findings
    join readings on readings.id = reading_id join revisions on revisions.id = findings.revision_id
    where round_id is null and findings.id not in (select finding_id from placements)
"""
_OWN_ANSWERS = """
    select revision_id, wording, value from own_answers join sources on sources.id = source_id
    union select revision_id, wording, value from answers
    join readings on readings.id = reading_id join sources on sources.id = answers.source_id
    where provider = 'me'
"""
_FINISHED = """
    select round_id, prompt_sha256 from readings where state = 'finished' and round_id is not null
"""


@contextmanager
def as_left(db):
    """The database as the kill left it: a copy with its log, so that the next start has the mending to do."""
    with tempfile.TemporaryDirectory(dir=db.parent) as folder:
        copy = Path(folder) / "copy.db"
        for end in ("", "-wal"):
            beside = db.with_name(db.name + end)
            if beside.exists():
                shutil.copy(beside, copy.with_name(copy.name + end))
        with closing(Database(copy)) as opened:
            yield opened


class Ledger:
    """What is known of one database from outside: what was asked, what was decided, what was stored."""

    def __init__(self, db, log):
        self.db, self.log = db, log
        self.finished = Counter()
        """Finished readings by round and prompt."""
        self.decided = {}
        """What is stored of each decision, by key."""
        self.unplaced = set()
        """Faults that are in no concern: the next opening has to place them."""
        self.is_behind = False
        """Whether the database waits for a migration."""
        self.answers = {}
        """What the person answered last, by revision and question."""
        self.seen = 0
        self.marks = 0
        """Decisions whose storing was reported."""
        self.asked = 0

    def faults(self, together=False):
        """What is wrong, a sentence each; `together` where several sessions were killed."""
        told = self._told()
        if not self.db.exists() or not self.db.stat().st_size:
            return [f"{len(told)} things were done and there is no database"] if self._did(told) else []
        with as_left(self.db) as db:
            found = [f"integrity: {row[0]}" for row in db.execute("pragma integrity_check") if row[0] != "ok"]
            found += [f"a reference to nothing: {row}" for row in db.execute("pragma foreign_key_check")]
            if not db.table("decisions").exists():
                return found + ([f"the tables are gone, {told}"] if self._did(told) else [])
            self.is_behind = not db.table("own_answers").exists()
            for what, sql in _LONE_ROWS.items():
                found += [f"{what}: {id}" for (id,) in db.execute(sql).fetchall()]
            found += self._asked_twice(told)
            found += self._lost_decisions(db, told, together)
            found += self._lost_answers(db, told)
            found += self._left_open(db, told, together)
            self.finished = Counter(db.execute(_FINISHED).fetchall())
            self.decided = decisions_of(db)
        return found

    def _told(self):
        """The new lines of the log; a line that a kill cut off was not told."""
        lines = self.log.read_bytes().splitlines(keepends=True) if self.log.exists() else []
        new = [json.loads(line) for line in lines[self.seen :] if line.endswith(b"\n")]
        self.seen = len(lines)
        return new

    def _did(self, told):
        return any(entry["what"] in ("did", "stored", "opened") for entry in told)

    def _asked_twice(self, told):
        """Prompts that were asked although their reading had been stored as finished."""
        finished = Counter(self.finished)
        found = []
        for entry in told:
            if entry["what"] == "stored":
                finished[entry["round"], entry["prompt"]] += 1
            elif entry["what"] == "asked" and "round" in entry:
                self.asked += 1
                if finished[entry["round"], entry["prompt"]]:
                    found.append(f"asked again: {entry['prompt']} in round {entry['round']}")
        return found

    def _lost_decisions(self, db, told, together):
        stored = decisions_of(db)
        done = [entry for entry in told if entry["what"] == "did" and entry["decision"]]
        self.marks += len(done)
        found = [f"a decision was lost: {each}" for id, each in self.decided.items() if id not in stored]
        for entry in done:
            given, kept = entry["decision"], stored.get(entry["decision"]["id"])
            if kept is None or any(kept[key] != given[key] for key in ("on", "what", "value", "reason")):
                found.append(f"a decision was lost: {given}, stored is {kept}")
        if not together and not found:
            found += self._other_than_told(stored, told)
        return found

    def _lost_answers(self, db, told):
        """The person's answers to a rubric, of which the last to each question counts."""
        for entry in told:
            if entry["what"] == "answered":
                self.answers[entry["revision"], entry["question"]] = entry["value"]
        if not self.answers:
            return []
        kept = set(db.execute(_OWN_ANSWERS).fetchall())
        there = {(revision, question) for revision, question, _ in kept}
        other = [key for key, value in self.answers.items() if (*key, value) not in kept]
        lost = [key for key in other if key not in there]
        # One may have been given again, and the kill come before that was told.
        return [f"answers of the person were lost: {lost or other}"] if lost or len(other) > 1 else []

    def _other_than_told(self, stored, told):
        """Where what stands differs from what was told, but for the one thing under way at the kill."""
        artifact = {id: each["artifact"] for id, each in stored.items()}
        standing = {id: [each["undone"], each["dropped"]] for id, each in self.decided.items()}
        for entry in told:
            if entry["what"] == "did" and entry["decision"]:
                _apply(standing, entry["kind"], entry["decision"]["id"], artifact)
        pending = [entry for entry in told if entry["what"] in ("will", "did")]
        under_way = pending[-1]["kind"] if pending and pending[-1]["what"] == "will" else None
        kept = {id: [each["undone"], each["dropped"]] for id, each in stored.items()}
        if kept == standing:
            return []
        if under_way:
            changed = sorted(id for id in kept if kept[id] != standing.get(id))
            new = [id for id in changed if id not in standing]
            for ids in [new, *([id] for id in changed)]:
                maybe = {key: list(value) for key, value in standing.items()}
                for id in ids:
                    _apply(maybe, under_way, id, artifact)
                if maybe == kept:
                    return []
        return [
            f"decisions stand otherwise than was told ({under_way} under way): {_differing(standing, kept)}"
        ]

    def _left_open(self, db, told, together):
        """Rounds and faults that an opening should have seen to."""
        unplaced = set(db.execute(_UNPLACED_FAULTS).fetchall())
        before, self.unplaced = self.unplaced, unplaced
        opened = [entry for entry in told if entry["what"] == "opened"]
        if not opened:
            return []
        seen = {entry["artifact"] for entry in opened}
        left = [id for id, artifact in before & unplaced if artifact in seen]
        found = [f"a fault that was left in no concern: {id}" for id in left]
        running = [entry["running"] for entry in opened if entry["running"]]
        return found if together else [*found, *(f"rounds that were left running: {ids}" for ids in running)]

    def asked_by(self, child):
        """The prompts that one child asked, each as often as it did."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        entries = [json.loads(line) for line in lines]
        return [e["prompt"] for e in entries if e["child"] == child and e["what"] == "asked"]

    def unread(self, path):
        """The newest round of a text, and how many of its seats have no finished reading."""
        if not self.db.exists() or not self.db.stat().st_size:
            return None, 0
        with as_left(self.db) as db:
            if not db.table("rounds").exists():
                return None, 0
            rows = db.execute(
                "select rounds.id, json_array_length(planned), rounds.state from rounds "
                "join artifacts on artifacts.id = artifact_id where path = ? order by rounds.id desc limit 1",
                [str(path)],
            ).fetchall()
            if not rows:
                return None, 0
            round, planned, _ = rows[0]
            finished = db.execute(
                "select count(*) from readings join sources on sources.id = source_id "
                "where round_id = ? and state = 'finished' and kind <> 'matcher'",
                [round],
            ).fetchone()[0]
        return round, planned - finished


def decisions_of(db):
    """Every decision that is stored, by key."""
    found = {}
    for row in db.query("select * from decisions"):
        on = next(
            [kind, row[f"{kind}_id"]]
            for kind in ("concern", "finding", "answer", "reading")
            if row.get(f"{kind}_id") is not None
        )
        found[row["id"]] = {
            "on": on,
            "artifact": row["artifact_id"],
            **{key: row[key] for key in ("what", "value", "reason")},
            **{key: bool(row[key]) for key in ("undone", "dropped")},
        }
    return found


def _apply(standing, kind, id, artifact):
    """What a decision, an undo or a redo makes of what stands."""
    if kind in ("undo", "redo"):
        if id in standing:
            standing[id][0] = kind == "undo"
        return
    for other, each in standing.items():
        if artifact[other] == artifact[id]:
            each[1] = each[1] or each[0]
    standing[id] = [False, False]


def _differing(one, other):
    found = defaultdict(list)
    for id in one.keys() | other.keys():
        if one.get(id) != other.get(id):
            found[id] = [one.get(id), other.get(id)]
    return dict(found)
