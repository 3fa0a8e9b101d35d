"""The command line. Each command's module is imported only when it is called."""

import atexit
import gc
import importlib
import os
import shlex
import sys

import click

from workbench.checks.undisturbed import undisturbed
from workbench.cli.exits import Exit, exit_of
from workbench.core.errors import WorkbenchError

_COMMANDS = {
    "open": "workbench.cli.open:open_command",
    "review": "workbench.cli.review:review",
    "status": "workbench.cli.status:status",
    "report": "workbench.cli.report:report",
    "spend": "workbench.cli.spend:spend",
    "fixes": "workbench.cli.fixes:fixes",
    "personas": "workbench.cli.content:personas",
    "rubrics": "workbench.cli.content:rubrics",
    "checks": "workbench.cli.checks:checks",
    "replay": "workbench.cli.replay:replay",
    "calibrate": "workbench.cli.calibrate:calibrate",
    "noise": "workbench.cli.noise:noise",
    "plant": "workbench.cli.plant:plant",
    "compare": "workbench.cli.compare:compare",
    "taglines": "workbench.cli.taglines:taglines",
    "demo": "workbench.cli.demo:demo",
    "export": "workbench.cli.export:export",
    "import": "workbench.cli.import_:import_command",
    "doctor": "workbench.cli.doctor:doctor",
}
_SHORT_HELP = {
    "open": "Open a text in the full-screen workbench.",
    "review": "Read and judge a text once, without a screen.",
    "status": "Say where a text stands: ruling, rounds, concerns.",
    "report": "How often each judge, reader and check is right.",
    "spend": "What was spent on which text, source, model or day.",
    "fixes": "What you agreed to fix, as a list for a person or an agent.",
    "personas": "List, show, write and check readers.",
    "rubrics": "List, show, write and check rubrics.",
    "checks": "List, show and run the deterministic checks.",
    "replay": "Try a changed persona, rubric or model on what you marked.",
    "calibrate": "Whether a judge answers a rubric as you do, and you as you did.",
    "noise": "How much of what readings say of an unchanged text is chance.",
    "plant": "Plant known faults in a copy, and see who finds them.",
    "compare": "Which of two drafts readers choose, and which you do, blind.",
    "taglines": "Try lines on readers: who gets them, and which can't be told apart.",
    "demo": "Try every key on a recorded loop; nothing is sent or kept.",
    "export": "What is stored, as lines that another database takes in.",
    "import": "Take in an export, or what another reviewer found.",
    "doctor": "What works here, and what to do about what does not.",
}


class _LazyGroup(click.Group):
    """A group that knows its commands by name and imports one when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, attribute = _COMMANDS[cmd_name].split(":")
        with undisturbed():
            command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that was named; where a text was named instead, click's error says how to open one."""
        named = args[0]
        # Not `Path.exists`, which raises where a name is too long for a file.
        is_path = {".", "/"} & set(named) or os.path.exists(named)  # noqa: PTH110
        if is_path and named not in _COMMANDS and not named.startswith("-"):
            opens = f"workbench open {shlex.quote(named)}"
            ctx.fail(f"There is no command {named!r}. Did you mean `{opens}`?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_SHORT_HELP.items()))


@click.group(
    cls=_LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="review-loop-workbench", prog_name="workbench")
@click.pass_context
def workbench(context: click.Context) -> int | None:
    """Read a piece of writing until nothing is left to fix, and know how far to trust the readers.

    Without a command: every text that you opened, how it is ruled and what waits for you.
    """
    if context.invoked_subcommand is not None:
        return None
    from workbench.cli.home import home

    return home()


def main() -> None:
    """Run the command line and exit with a code of the table in `exits`."""
    from workbench.cli.streams import FULL, discarded, opened, told

    # Else Python looks through everything for cycles before it ends, a tenth of the time of a short command.
    atexit.register(gc.freeze)
    opened()
    try:
        result = workbench.main(standalone_mode=False)
    except click.exceptions.Abort:
        _leave("Interrupted.", Exit.INTERRUPTED)
    except KeyboardInterrupt:
        _leave("Interrupted.", Exit.INTERRUPTED)
    except click.ClickException as error:
        told(error.show)
        sys.exit(Exit.USAGE)
    except WorkbenchError as error:
        _leave(str(error), exit_of(error))
    except SystemExit as ended:
        # Only click exits from inside, with 1, when nobody reads what is printed any more.
        sys.exit(Exit.FINE if ended.code == 1 else ended.code)
    except Exception as error:
        if isinstance(error, OSError) and error.errno in FULL:
            discarded(sys.stdout)
            _leave(f"What was to be printed could not be written: {error.strerror}.", Exit.USAGE)
        told(lambda: sys.excepthook(*sys.exc_info()))
        _leave("This is a bug in Workbench; what is above says where.", Exit.BUG)
    sys.exit(result if isinstance(result, int) else Exit.FINE)


def _leave(message: str, code: Exit) -> None:
    from workbench.cli.output import narrate

    narrate(message)
    sys.exit(code)
