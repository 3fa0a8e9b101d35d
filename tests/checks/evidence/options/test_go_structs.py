import pytest

MODULE = "module example.org/tool\n\ngo 1.22\n"
KONG = 'package main\n\nimport "github.com/alecthomas/kong"\n\n'


@pytest.fixture
def tool(programs):
    """The program of some Go files by its name."""

    def make(main, **more):
        return programs(**{"go.mod": MODULE, "main.go": main, **more}).named("tool")

    return make


def test_kong_takes_options_and_commands_from_tags(tool, spelled):
    program = tool(
        KONG
        + """type Globals struct {
	DryRun bool `short:"n" negatable:"" help:"say \\"what\\" only"`
}

var cli struct {
	Globals
	StripANSI string `enum:"yes,no" default:"no"`
	private   string
	Serve struct {
		Port int      `short:"p" name:"listen" default:"80" aliases:"at"`
		Path []string `arg:""`
	} `cmd:"" aliases:"s,up" help:"Serve."`
	Draw draw.Command `cmd:""`
}

func main() { kong.Parse(&cli, kong.Name("tool")) }
""",
        **{
            "draw/draw.go": (
                'package draw\n\ntype Command struct {\n\tStyle Style `embed:"" prefix:"line."`\n}\n'
            ),
            "draw/style.go": "package draw\n\ntype Style struct {\n\tColour, Width string\n}\n",
        },
    )
    assert program.whole and program.closed
    assert spelled(program) == {"--dry-run", "--no-dry-run", "-n", "--strip-ansi"}
    assert program.option("--strip-ansi").choices == ("yes", "no")
    assert set(program.commands) == {"serve", "s", "up", "draw"}
    serve = program.commands["up"]
    assert spelled(serve) == {"--listen", "--at", "-p"} and serve.option("-p").default == "80"
    assert spelled(program.commands["draw"]) == {"--line.colour", "--line.width"}


@pytest.mark.parametrize(
    "field", ["\tother.Flags", '\tMore other.Flags `embed:""`', '\tMore string `kong:"name=x"`']
)
def test_a_struct_of_another_project_leaves_kong_not_whole(tool, field):
    program = tool(
        f"{KONG}type CLI struct {{\n\tName string\n{field}\n}}\n\nfunc main() {{ kong.Parse(&CLI{{}}) }}\n"
    )
    assert not program.whole and program.option("--name")


def test_a_default_command_of_kong_keeps_the_first_word_free(tool):
    program = tool(
        KONG
        + 'type CLI struct {\n\tRun struct{} `cmd:"" default:"withargs"`\n}\n'
        + "func main() {\n\tvar cli CLI\n\tkong.Parse(&cli)\n}\n"
    )
    assert program.default_command == "run" and not program.closed


URFAVE = 'package main\n\nimport (\n\t"os"\n\t"github.com/urfave/cli/v2"\n)\n\n'


def test_urfave_takes_flags_and_commands_from_literals(tool, spelled):
    program = tool(
        URFAVE
        + """var shared = []cli.Flag{
	&cli.StringFlag{Name: "name, N", Value: "x"},
}

func main() {
	app := cli.NewApp()
	app.Flags = append(shared, verbose())
	app.Commands = []*cli.Command{
		{Name: "wipe", Aliases: []string{"w"}, Flags: []cli.Flag{&cli.IntFlag{Name: "days", Value: 3}}},
		build.Command(),
	}
	app.Run(os.Args)
}

func verbose() cli.Flag { return &cli.BoolFlag{Name: "verbose"} }
""",
        **{
            "build/build.go": (
                'package build\n\nimport "github.com/urfave/cli/v2"\n\nfunc Command() *cli.Command {\n'
                '\treturn &cli.Command{\n\t\tName: "build",\n\t\tAction: func(c *cli.Context) error {\n'
                "\t\t\treturn nil\n\t\t},\n\t}\n}\n"
            )
        },
    )
    assert program.whole and program.closed
    assert {"--name", "-N", "--verbose", "-verbose"} <= spelled(program)
    assert program.option("--name").default == "x" and program.option("--verbose").takes_value is False
    assert {"wipe", "w", "build", "help"} <= set(program.commands)
    assert program.commands["w"].option("--days").default == "3"


@pytest.mark.parametrize(
    "flags", ["other.Flags()", "[]cli.Flag{other.Flag}", '[]cli.Flag{&cli.StringFlag{Name: prefix + "x"}}']
)
def test_flags_that_are_not_literals_leave_urfave_not_whole(tool, flags):
    program = tool(URFAVE + f"func main() {{\n\tapp := &cli.App{{Flags: {flags}}}\n\tapp.Run(os.Args)\n}}\n")
    assert not program.whole


def test_global_flags_of_urfave_follow_commands_from_version_3_on(tool):
    main = "func main() {\n\t(&cli.Command{\n"
    main += '\t\tFlags: []cli.Flag{&cli.BoolFlag{Name: "v"}},\n\t}).Run(ctx, os.Args)\n}\n'
    assert tool(URFAVE.replace("/v2", "/v3") + main).option("-v").reaches
    assert not tool(URFAVE + main).option("-v").reaches


def test_go_flags_takes_options_from_tags(tool, spelled):
    program = tool(
        'package main\n\nimport "github.com/jessevdk/go-flags"\n\n'
        'type options struct {\n\tVerbose bool `short:"v" long:"verbose"`\n'
        '\tPort int `long:"port" default:"80"`\n\tHidden string\n}\n\n'
        "func main() {\n\tvar opts options\n\tflags.Parse(&opts)\n}\n"
    )
    assert program.whole and spelled(program) == {"-v", "--verbose", "--port"}
    assert program.option("--port").default == "80"
