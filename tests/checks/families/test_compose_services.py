import pytest

from workbench.checks.families.compose_services import check_compose_services

COMPOSE = "services:\n  web:\n    image: x\n  db:\n    image: postgres\n"


@pytest.fixture
def on(judged):
    def judge(*commands, **files):
        text = "\n".join(("```sh", *commands, "```", ""))
        return judged(check_compose_services, text, {"compose.yaml": COMPOSE, **files})

    return judge


@pytest.mark.parametrize(
    "command",
    [
        "docker compose up -d webb",
        "docker-compose logs -f --tail 20 webb",
        "docker compose exec webb sh -c 'x y'",
        "docker compose run --rm -e A=b webb pytest",
    ],
)
def test_a_service_that_no_file_defines_is_a_fault(on, command):
    found = on(command)
    assert found.faults == [("webb", "web")]
    assert found.findings[0].evidence[0].line == 2


@pytest.mark.parametrize(
    "command",
    [
        "docker compose up -d web db",
        "docker compose --profile worker up --build",
        "docker compose logs --tail 20 web",
        "docker compose exec -u postgres db psql -U weir",
        "docker compose run --rm web flask create-admin",
        "docker compose -p other up web",
    ],
)
def test_services_are_confirmed_and_their_commands_are_none(on, command):
    found = on(command)
    assert found.faults == []
    assert found.confirmed


def test_a_file_that_is_named_and_overrides_are_the_ones_in_force(on):
    files = {"dev.yml": "services:\n  mail: {}\n", "compose.override.yaml": "services:\n  proxy: {}\n"}
    assert on("docker compose -f dev.yml up mail", "docker compose up proxy", **files).faults == []
    assert on("docker compose -f dev.yml up web", **files).faults == [("web", None)]


@pytest.mark.parametrize("extra", ["include:\n  - other.yml\n", "a: [\n"])
def test_files_that_are_not_wholly_known_decide_nothing(on, extra):
    found = on("docker compose up cache", **{"compose.yaml": COMPOSE + extra})
    assert (found.faults, found.left) == ([], ["cache"])


@pytest.mark.parametrize(
    "command", ["docker compose down -v", "docker compose up $SERVICE", "docker run web2", "docker compose"]
)
def test_other_words_are_no_services(on, command):
    assert on(command).faults == []
