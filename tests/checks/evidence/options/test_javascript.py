import pytest


def test_commander_is_read_chain_by_chain(script, spelled):
    program = script(
        """#!/usr/bin/env node
const { Command, Option } = require('commander');
const program = new Command('tool');
// program.option('--not-this')
program.version('1.0.0').option('-q, --quiet', "don't");
const make = program.command('make <file>').alias('m');
make.option('-s, --size <n>', 'size', 'a4')
  .addOption(new Option('--kind <k>').choices(['x', 'y']).default('x'));
program.parse();
""",
        name="tool.js",
    )
    make = program.commands["m"]
    assert program.whole and program.closed and program.option("-V")
    assert spelled(program) == {"-q", "--quiet"} and spelled(make) == {"-s", "--size", "--kind"}
    assert (make.option("-s").default, make.option("--kind").choices) == ("a4", ("x", "y"))


def test_yargs_takes_every_form_of_a_name(script):
    program = script(
        """
const yargs = require('yargs');
yargs.option('outDir', { alias: 'o', default: 'dist', type: 'string' })
  .command('build <x>', 'build', y => y.option('fast', { type: 'boolean' }))
  .strict().argv;
""",
        name="tool.js",
    )
    assert program.option("--out-dir").default == "dist" and program.option("-o") and program.loose
    assert program.commands["build"].option("--no-fast") and program.option("--fast") is None


@pytest.mark.parametrize(
    ("text", "name", "default"),
    [
        (
            "import meow from 'meow';\nmeow(`x`, {flags: {outDir: {type: 'string', default: 'd'}}});",
            "--out-dir",
            "d",
        ),
        ("const m = require('minimist');\nm(process.argv, {default: {port: 80}});", "--port", "80"),
        ("require('minimist')(process.argv, {string: ['port'], default: {port: 80}});", "--port", "80"),
        (
            "import { parseArgs } from 'node:util';\n"
            "parseArgs({options: {port: {type: 'string', default: '80'}}});",
            "--port",
            "80",
        ),
        (
            "import cac from 'cac';\nconst c = cac('t');\nc.option('--port <n>', 'p', {default: 80});",
            "--port",
            "80",
        ),
    ],
)
def test_other_parsers_of_node_declare_options_and_defaults(script, text, name, default):
    assert script(text, name="tool.mjs").option(name).default == default


def test_an_option_made_of_values_leaves_the_program_not_whole(script):
    program = script(
        "const { program } = require('commander');\n"
        "program.option('--a').option(`--${name}`);\nprogram.parse();\n",
        name="tool.js",
    )
    assert not program.whole


def test_commander_gives_a_word_that_names_no_command_to_its_default_one(script):
    program = script(
        """
const { program } = require('commander');
program.command('install <name>', 'install one').command('list', 'list all', { isDefault: true });
program.parse();
""",
        name="tool.js",
    )
    assert program.default_command == "list"


def npm(programs, **files):
    """The program of a package whose bin is built."""
    manifest = files.pop("manifest", '{"name": "tool", "bin": {"tool": "bin/tool.js"}}')
    return programs(**{"package.json": manifest, **files}).named("tool")


def test_a_program_of_sade_takes_options_for_the_command_before(script, spelled):
    program = script(
        """
const sade = require('sade')
const prog = sade('tool')
prog.version('1').option('-g, --global', 'all', 'x')
prog.command('build <src>', 'Build', { default: true, alias: ['b'] })
  .option('-o, --output', 'where', 'dist')
  .command('watch')
  .option('--poll', 'often')
prog.parse(process.argv)
""",
        name="tool.js",
    )
    assert spelled(program) == {"-g", "--global"}
    assert set(program.commands) >= {"build", "b", "watch"} and program.default_command == "build"
    assert spelled(program.commands["build"]) == {"-o", "--output"}
    assert spelled(program.commands["watch"]) == {"--poll"}


def test_the_source_of_a_built_file_is_read(programs, spelled):
    program = npm(
        programs,
        **{
            "bin/tool.js": "#!/usr/bin/env node\nimport '../dist/cli.mjs'\n",
            "src/cli.ts": (
                "import { cac } from 'cac'\nconst cli: CAC = cac('tool')\n"
                "cli.option('--days <n>', 'how many', { default: 7 })\ncli.parse()\n"
            ),
        },
    )
    assert spelled(program) == {"--days"} and program.option("--days").default == "7"


MANIFEST = '{"name": "tool", "bin": "bin/tool.js", "oclif": {"commands": "./lib/commands"}}'
OCLIF = {
    "bin/tool.js": "const oclif = await import('@oclif/core')\nawait oclif.execute({dir: __dirname})\n",
    "src/commands/pack/deb.ts": (
        "import {Command, Flags} from '@oclif/core'\n\nexport default class Deb extends Command {\n"
        "  static aliases = ['deb']\n"
        "  static flags = {\n    root: Flags.string({char: 'r', default: '.', options: ['.', 'x']}),\n"
        "    sha: Flags.boolean({allowNo: true}),\n  }\n  async run() {}\n}\n"
    ),
}


def test_commands_of_oclif_are_files(programs, spelled):
    program = npm(programs, manifest=MANIFEST.replace("}}", ', "topicSeparator": " "}}'), **OCLIF)
    deb = program.commands["pack"].commands["deb"]
    assert deb.whole and spelled(deb) == {"--root", "-r", "--sha", "--no-sha"}
    assert (deb.option("-r").default, deb.option("-r").choices) == (".", (".", "x"))
    assert program.commands["pack:deb"] is program.commands["deb"]
    assert not program.closed


def test_a_flag_of_oclif_that_others_make_leaves_the_command_not_whole(programs):
    text = OCLIF["src/commands/pack/deb.ts"].replace("Flags.boolean", "flags.app")
    program = npm(programs, manifest=MANIFEST, **{**OCLIF, "src/commands/pack/deb.ts": text})
    assert not program.commands["pack:deb"].whole


def test_commands_of_citty_are_taken_from_their_files(programs, spelled):
    program = npm(
        programs,
        **{
            "bin/tool.js": (
                "import { defineCommand, runMain } from 'citty'\nconst main = defineCommand({\n"
                "  args: { rootDir: { type: 'string', alias: 'r', default: 'x' } },\n"
                "  subCommands: { build: () => import('./build').then(m => m.default), other: load() },\n})\n"
                "runMain(main)\n"
            ),
            "bin/build.js": (
                "import { defineCommand } from 'citty'\nexport default defineCommand({\n"
                "  args: { ...common, dir: { type: 'positional' } },\n  run() {},\n})\n"
            ),
        },
    )
    assert program.closed and spelled(program) == {"--rootDir", "--root-dir", "-r"}
    assert set(program.commands) == {"build", "other"}
    assert not program.commands["build"].whole and not program.commands["other"].whole
