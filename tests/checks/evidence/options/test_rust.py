CARGO = '[package]\nname = "tool"\nversion = "1.0.0"\n'


def test_clap_derive_names_options_and_commands_as_clap_does(programs, spelled):
    program = programs(
        **{
            "Cargo.toml": CARGO,
            "src/main.rs": """
use clap::{Parser, Subcommand, Args, ValueEnum};
/* #[arg(long)] not_this: bool, */
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[arg(short, long, global = true)]
    dry_run: bool,
    #[command(subcommand)]
    command: Command,
}
#[derive(Subcommand)]
enum Command {
    /// Make it
    #[command(visible_alias = "m")]
    MakeAll { #[arg(long = "out", default_value = "a.txt")] target: String, #[command(flatten)] more: More },
    Wipe(More),
}
#[derive(Args)]
struct More {
    #[arg(long, value_enum, default_value_t = Order::ByDate)]
    sort: Order,
    #[arg(long, default_value_t = 1_000)]
    limit: u32,
}
#[derive(ValueEnum, Clone)]
enum Order { ByDate, Name }
fn main() { Cli::parse(); }
""",
        }
    ).named("tool")
    make = program.commands["make-all"]
    assert program.whole and program.closed and program.option("-V")
    assert set(program.commands) == {"make-all", "m", "wipe", "help"}
    assert spelled(make) == {"--out", "--sort", "--limit"} == spelled(program.commands["wipe"]) | {"--out"}
    sort = make.option("--sort")
    assert (sort.default, sort.choices, make.option("--limit").default) == (
        "by-date",
        ("by-date", "name"),
        "1000",
    )
    assert program.option("--dry-run").reaches


def test_the_builder_of_clap_is_read_from_its_chain(programs, spelled):
    program = programs(
        **{
            "Cargo.toml": CARGO,
            "src/main.rs": """
use clap::{Arg, ArgAction, Command};
fn main() {
    let found = Command::new("tool")
        .arg(Arg::new("a").short('a').long("all").action(ArgAction::SetTrue))
        .subcommand(Command::new("go").alias("run").arg(Arg::new("n").long("number").default_value("3")))
        .get_matches();
}
""",
        }
    ).named("tool")
    assert program.whole and spelled(program) == {"-a", "--all"}
    assert program.commands["run"].option("--number").default == "3"


def test_a_struct_of_another_crate_leaves_the_program_not_whole(programs):
    program = programs(
        **{
            "Cargo.toml": CARGO,
            "src/main.rs": "#[derive(Parser)]\nstruct Cli { #[command(flatten)] v: other::Verbosity }\n"
            "fn main() { Cli::parse(); }\n",
        }
    ).named("tool")
    assert not program.whole


ARGH = """
use argh::FromArgs;

#[derive(FromArgs)]
/// A tool.
struct Args {
    #[argh(option, short = 'p', default = "8080")]
    /// where to listen
    listen_port: u16,
    #[argh(switch, long = "loud")]
    /// say more
    noisy: bool,
    #[argh(subcommand)]
    inner: Command,
}

#[derive(FromArgs)]
#[argh(subcommand)]
enum Command {
    One(First),
}

#[derive(FromArgs)]
#[argh(subcommand, name = "first")]
struct First {
    #[argh(option, default = "String::from(\\"x\\")")]
    name: String,
}

fn main() { let args: Args = argh::from_env(); }
"""


def test_argh_takes_options_from_fields(programs, spelled):
    program = programs(**{"Cargo.toml": CARGO, "src/main.rs": ARGH}).named("tool")
    assert program.whole and program.closed
    assert spelled(program) == {"--listen-port", "-p", "--loud"}
    assert program.option("-p").default == "8080" and program.option("--loud").takes_value is False
    assert program.commands["first"].option("--name").default == "x"


def test_gumdrop_gives_each_field_both_names(programs, spelled):
    source = """
use gumdrop::Options;

#[derive(Options)]
struct Args {
    #[options(help = "print it")]
    help: bool,
    #[options(free)]
    files: Vec<String>,
    #[options(no_short, default = "80")]
    port: u16,
}

fn main() { let args = Args::parse_args_default_or_exit(); }
"""
    program = programs(**{"Cargo.toml": CARGO, "src/main.rs": source}).named("tool")
    assert program.whole and spelled(program) == {"--help", "-h", "--port"}
    assert program.option("--port").default == "80"


def test_structopt_takes_a_long_name_with_its_hyphens(programs, spelled):
    source = """
use structopt::StructOpt;

#[derive(StructOpt)]
struct Args {
    #[structopt(long = "--with-base64")]
    base: bool,
}

fn main() { Args::from_args(); }
"""
    program = programs(**{"Cargo.toml": CARGO, "src/main.rs": source}).named("tool")
    assert spelled(program) == {"--with-base64"}
