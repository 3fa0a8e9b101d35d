from workbench.checks.evidence.options.gradle import gradle_properties


def test_a_script_of_the_shell_takes_the_options_of_getopts_and_of_its_case(script, spelled):
    program = script(
        '#!/bin/sh\nwhile getopts "hn:" o; do :; done\n'
        'case "$1" in\n  -v|--verbose) ;;\n  --out=*) ;;\nesac\n'
        "# --not-this)\n",
        name="tool.sh",
    )
    assert spelled(program) == {"-h", "-n", "-v", "--verbose", "--out"} and not program.whole


def test_a_gradle_build_asks_for_properties_by_name(programs):
    found = programs(
        **{
            "build.gradle": "def a = findProperty('rows') ?: 8\n"
            "if (project.hasProperty('wide')) {}\n// property('no')\n",
            "gradle.properties": "colour=red\n",
        }
    )
    build = gradle_properties(found.repository)
    assert build.whole and {"rows", "wide", "colour"} <= set(build.asked) and "no" not in build.asked
