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
