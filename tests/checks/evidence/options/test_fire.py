import pytest


def test_fire_takes_options_from_the_parameters_of_a_function(script):
    program = script(
        "import fire\n\ndef load(url_list, size=256, strict=True):\n    pass\n\n"
        "if __name__ == '__main__':\n    fire.Fire(load)\n"
    )
    assert program.whole and program.option("--size").default == "256"
    assert all(program.option(name) for name in ("--url_list", "--url-list", "-u", "--nostrict", "--help"))
    # Two of them begin with this letter.
    assert program.option("-s") is None and program.option("--sizes") is None


def test_fire_takes_commands_from_a_mapping_and_from_methods(script):
    program = script(
        "import fire\n\nclass Cup:\n    def __init__(self, place='brest'):\n        pass\n"
        "    def read_all(self, days=7):\n        pass\n    def _hide(self):\n        pass\n\n"
        "def main():\n    fire.Fire(Cup)\n\nmain()\n"
    )
    assert set(program.commands) == {"read_all", "read-all"} and not program.closed
    assert program.option("--place").reaches and program.commands["read-all"].option("--days")
    mapped = script("import fire\n\ndef a(x=1):\n    pass\n\nfire.Fire({'go': a})\n", name="other.py")
    assert mapped.closed and mapped.commands["go"].option("-x")


@pytest.mark.parametrize("given", ["load", "made()", ""])
def test_fire_is_not_whole_where_more_may_be_taken(script, given):
    program = script(f"import fire\n\ndef load(a=1, **more):\n    pass\n\nfire.Fire({given})\n")
    assert not program.whole


def test_argh_takes_commands_from_functions(script, spelled):
    program = script(
        "import argh\n\ndef echo(text, times=2, *, loud=False):\n    pass\n\n"
        "def wipe_all(*, day):\n    pass\n\n"
        "parser = argh.ArghParser()\nparser.add_commands([echo, wipe_all])\nparser.dispatch()\n"
    )
    assert program.whole and program.closed and set(program.commands) == {"echo", "wipe-all"}
    assert spelled(program.commands["echo"]) == {"--times", "-t", "--loud", "-l"}
    assert spelled(program.commands["wipe-all"]) == {"--day", "-d"}


def test_a_decorator_of_argh_leaves_the_command_not_whole(script):
    program = script(
        "import argh\n\n@argh.arg('--other', default=3)\ndef echo(times=2):\n    pass\n\n"
        "argh.dispatch_command(echo)\n"
    )
    assert not program.whole and program.option("--times").default == "2"
