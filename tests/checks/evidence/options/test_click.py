import pytest


def test_groups_commands_and_decorators_of_the_project_are_read(script, spelled):
    program = script(
        """
import click

def shared(*names):
    def wrap(function):
        for name in reversed(names):
            function = click.option(f"--{name}")(function)
        return function
    return wrap

@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--debug/--no-debug")
def cli():
    pass

@cli.command()
@shared("left", "right")
@click.option("-n", "--count", default=3, type=int)
def draw_lines(**given):
    pass

@click.command("wipe")
def wipe_command():
    pass

cli.add_command(wipe_command)
if __name__ == "__main__":
    cli()
"""
    )
    assert program.whole and program.closed
    assert program.option("-h") and spelled(program) == {"--debug", "--no-debug"}
    assert set(program.commands) == {"draw-lines", "wipe"}
    assert spelled(program.commands["draw-lines"]) == {"--left", "--right", "-n", "--count"}
    assert program.commands["draw-lines"].option("-n").default == "3"


@pytest.mark.parametrize(
    "decorator",
    ["@plugins.verbosity_option", "@click.option(*compute())", "@click.command(cls=plugins.Own)"],
)
def test_a_decorator_that_is_not_understood_leaves_the_command_not_whole(script, decorator):
    body = decorator if "command" in decorator else f"@click.command()\n{decorator}"
    program = script(f"import click, plugins\n{body}\ndef main():\n    pass\nmain()\n")
    assert not program.whole


def test_typer_takes_options_from_parameters(script, spelled):
    program = script(
        """
from typing import Annotated
import enum
import typer

class Size(str, enum.Enum):
    small = "s"
    large = "l"

app = typer.Typer(add_completion=False)
sub = typer.Typer()
app.add_typer(sub, name="db")

@app.command()
def run_it(path: str, dry_run: bool = False, size: Size = Size.small,
           port: Annotated[int, typer.Option("--port", "-p")] = 80):
    pass

@sub.command("up")
def up(force: bool = typer.Option(False, "--force")):
    pass

app()
"""
    )
    run = program.commands["run-it"]
    assert program.whole and set(program.commands) == {"run-it", "db"}
    assert spelled(run) == {"--dry-run", "--no-dry-run", "--size", "--port", "-p"}
    assert (run.option("--size").default, run.option("--size").choices) == ("s", ("s", "l"))
    assert spelled(program.commands["db"].commands["up"]) == {"--force"}


def test_a_single_typer_command_is_the_program_itself(script):
    program = script("import typer\ndef main(loud: bool = False):\n    pass\ntyper.run(main)\n")
    assert program.option("--loud") and not program.closed


def test_wraps_gives_a_function_the_name_and_the_options_of_another(script, spelled):
    program = script(
        """
import click
import functools

def shared(function):
    @click.option("--loud", is_flag=True)
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)
    return wrapper

@click.group()
def cli():
    pass

@cli.command()
@shared
@click.option("--days")
def show(days):
    pass

cli()
"""
    )
    assert set(program.commands) == {"show"}
    assert spelled(program.commands["show"]) == {"--loud", "--days"}


def test_groups_of_options_of_cloup_are_read(script, spelled):
    program = script(
        """
import cloup

@cloup.command(context_settings=cloup.Context.settings(help_option_names=["-h", "--help"]))
@cloup.option_group("Output", cloup.option("--one", default=1), cloup.option("--two"))
@cloup.constraint(cloup.constraints.mutually_exclusive, ["one", "two"])
def main(**given):
    pass

main()
"""
    )
    assert program.whole and program.option("-h") and spelled(program) == {"--one", "--two"}
