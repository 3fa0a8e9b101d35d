"""The report is printed at once: it loads neither what opens a text nor what makes a history of one."""

import subprocess
import sys

from support.databases import begin

_NEEDLESS = (
    *("textual", "rich", "anthropic", "boto3", "sqlite_utils", "rapidfuzz", "markdown_it", "yaml"),
    *("workbench.checks.registry", "workbench.core.desk", "workbench.core.history"),
    "workbench.core.effective_marks",
)
_PRINTED = """
import sys
from workbench.cli import main
sys.argv = ["workbench", "report", "--db", {db!r}]
try:
    main()
finally:
    print(*[name for name in {names!r} if name in sys.modules], file=sys.stderr)
"""


def test_the_report_on_a_database_that_is_up_to_date_loads_only_what_counts(tmp_path):
    begin(tmp_path / "w.db")
    script = _PRINTED.format(db=str(tmp_path / "w.db"), names=_NEEDLESS)
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "judge said satisfied" in ended.stdout
    assert ended.stderr.strip() == "", ended.stderr
