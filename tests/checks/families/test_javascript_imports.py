import pytest

FILES = {
    "package.json": '{"name": "@lark/spur", "main": "dist/index.js"}',
    "src/index.ts": (
        "export { dig, sow as scatter } from './garden';\nexport * from './seeds';\n"
        "export const width = 1, length = 2;\nexport type Bed = {};\n"
    ),
    "src/garden.ts": "export function dig() {}\nexport function sow() {}\n",
    "src/seeds.ts": "// export const ghost = 1\nexport class Seed {}\n",
}
COMMON = {
    "package.json": '{"name": "larkspur", "main": "index.js"}',
    "index.js": "module.exports = { dig, sow: 1, ...require('./more'), run() {} };\n",
    "more.js": "exports.rake = 1;\n",
}


def js(line):
    return f"```js\n{line}\n```\n"


def quotes(report, ids=("imports", "attributes")):
    return [(fault.quote, fault.expected) for fault in report.faults if fault.asks in ids]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import { dig, scatter, Seed, length } from '@lark/spur';", []),
        ("import { sow } from '@lark/spur';", [("sow", None)]),
        ("import { digg } from '@lark/spur';", [("digg", "dig")]),
        ("import type { Unknown } from '@lark/spur';", []),
        ("import anything from '@lark/spur';", []),
        ("import { anything } from '@lark/other';", []),
    ],
)
def test_names_are_looked_up_in_the_source_that_the_entry_is_built_from(checked, line, found):
    assert [quote for quote, _ in quotes(checked(js(line), files=FILES))] == [quote for quote, _ in found]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("const { dig, sow, rake, run } = require('larkspur');", []),
        ("const { rakes } = require('larkspur');", [("rakes", "rake")]),
        ("const lark = require('larkspur');\nlark.rake(); lark.diig();", [("diig", "dig")]),
        ("const lark = require('larkspur');\nlark.mine = 1;", []),
    ],
)
def test_an_object_of_exports_is_read_with_what_it_spreads(checked, line, found):
    assert quotes(checked(js(line), files=COMMON)) == found


def test_exports_that_are_computed_are_not_decided(checked):
    files = {**COMMON, "index.js": "module.exports = make();\nmodule.exports.a = 1;\n"}
    report = checked(js("const { b } = require('larkspur');"), files=files)
    assert quotes(report) == []
    assert [claim.quote for claim in report.undecided if claim.check == "imports"] == ["b"]
