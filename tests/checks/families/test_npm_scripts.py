import pytest

from workbench.checks.families.npm_scripts import check_npm_scripts

ROOT = (
    '{"name": "heron", "scripts": {"build": "x", "test": "y", "docs:build": "z"}, '
    '"dependencies": {"vite": "1"}}\n'
)


@pytest.fixture
def on(judged):
    return lambda text, **files: judged(check_npm_scripts, text, {"package.json": ROOT, **files})


def block(*lines):
    return "\n".join(("## Development", "", "```sh", *lines, "```", ""))


@pytest.mark.parametrize(
    "command", ["npm run buidl", "npm run-script buidl", "yarn run buidl", "pnpm run buidl"]
)
def test_a_script_that_is_not_there_is_a_fault(on, command):
    sure = not command.startswith("yarn")
    assert on(block(command)).faults == ([(command, "build")] if sure else [])


@pytest.mark.parametrize("command", ["npm start", "yarn dev", "pnpm lint", "yarn docs:serve"])
def test_a_short_form_that_only_a_script_can_be_is_a_fault(on, command):
    assert [quote for quote, _ in on(block(command)).faults] == [command]


@pytest.mark.parametrize(
    "command",
    ["npm run build", "npm test", "npm t", "yarn build", "yarn run docs:build", "pnpm test", "bun run build"],
)
def test_scripts_are_confirmed(on, command):
    assert on(block(command)).confirmed == [command]


@pytest.mark.parametrize(
    "command", ["npm install", "npm ci", "npm link", "yarn", "yarn vite", "pnpm tsc", "npm run <x>"]
)
def test_other_commands_are_none(on, command):
    assert on(block(command)).faults == []


def test_npm_start_falls_back_to_a_server_js(on):
    assert on(block("npm start"), **{"server.js": "x\n"}).confirmed == ["npm start"]


def test_workspaces_folders_and_prefixes_lead_to_their_own_package(on):
    files = {"web/package.json": '{"name": "@heron/web", "scripts": {"dev": "x"}}\n'}
    commands = (
        "npm run dev -w @heron/web",
        "npm --prefix web run dev",
        "cd web && npm run dev",
        "yarn workspace @heron/web dev",
    )
    found = on(block(*commands), **files)
    assert found.faults == []
    assert len(found.confirmed) == 4


def test_an_option_that_passes_over_packages_is_left(on):
    assert on(block("npm run lint --workspaces --if-present")).faults == []


@pytest.mark.parametrize(
    "text",
    [
        "Add it to your package.json and run `npm run lint`.\n",
        '```json\n{"scripts": {"lint": "heron ."}}\n```\n\n`npm run lint`\n',
        "```sh\nheron new my-app\ncd my-app\nnpm run dev\n```\n",
    ],
)
def test_the_readers_own_package_is_not_judged(on, text):
    assert on(text).faults == []


def test_a_page_of_a_folder_is_judged_by_the_package_beside_it(judged):
    files = {"package.json": ROOT, "web/package.json": '{"scripts": {"dev": "x"}}\n'}
    found = judged(check_npm_scripts, block("npm run dev", "npm run build"), files, name="web/README.md")
    assert (found.faults, found.confirmed) == ([], ["npm run dev", "npm run build"])


def test_a_package_to_install_may_show_scripts_of_its_users(on):
    text = "## Usage\n\n```sh\nnpm run watch-js\n```\n"
    assert on(text).faults == []
    private = ROOT.replace('"name"', '"private": true, "name"')
    assert on(text, **{"package.json": private}).faults == [("npm run watch-js", None)]
