MODULE = "module example.org/tool\n\ngo 1.22\n"


def test_flags_of_go_are_known_with_one_hyphen_and_two(programs):
    program = programs(
        **{
            "go.mod": MODULE,
            "main.go": """package main

import ("flag"; "time")

const size = 12

func main() {
	wait := flag.Duration("wait", 10*time.Second, "a \\"quoted\\" text // no comment")
	flag.IntVar(&x, "size", size, "")
	flag.Bool("quiet", false, "")
	flag.Parse()
}
""",
        }
    ).named("tool")
    assert program.whole and program.option("--wait").default == "10s"
    assert program.option("-size").default == "12" and program.option("-qui") is None
    assert program.option("-quiet").takes_value is False


def test_commands_of_cobra_keep_their_own_flags(programs, spelled):
    program = programs(
        **{
            "go.mod": MODULE,
            "main.go": "package main\n\nfunc main() { cmd.Execute() }\n",
            "cmd/root.go": """package cmd

import "github.com/spf13/cobra"

var rootCmd = &cobra.Command{Use: "tool", Version: "1"}

func init() {
	rootCmd.PersistentFlags().StringP("config", "c", "tool.yaml", "")
	rootCmd.PersistentFlags().BoolP("verbose", "v", false, "")
	rootCmd.AddCommand(serveCmd, newWipeCmd())
}
""",
            "cmd/serve.go": """package cmd

import "github.com/spf13/cobra"

var serveCmd = &cobra.Command{
	Use:     "serve [dir]",
	Aliases: []string{"s"},
	RunE:    func(cmd *cobra.Command, args []string) error { return nil },
}

func init() {
	f := serveCmd.Flags()
	f.IntP("port", "p", 80, "")
}

func newWipeCmd() *cobra.Command {
	cmd := &cobra.Command{Use: "wipe"}
	cmd.Flags().Bool("all", false, "")
	return cmd
}
""",
        }
    ).named("tool")
    assert program.whole and program.option("-c").reaches
    assert program.option("-v").names == ("--verbose", "-v") and program.option("--version")
    assert set(program.commands) == {"serve", "s", "wipe", "help", "completion"}
    assert spelled(program.commands["s"]) == {"--port", "-p"}
    assert program.commands["s"].option("--port").default == "80"
    assert spelled(program.commands["wipe"]) == {"--all"}
