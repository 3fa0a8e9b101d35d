from pathlib import Path

from workbench.content import locations


def test_the_database_is_where_the_environment_says():
    assert locations.database({"WORKBENCH_DB": "/tmp/some.db"}) == Path("/tmp/some.db")


def test_the_settings_file_is_where_the_environment_says():
    assert locations.config_file({"WORKBENCH_CONFIG": "~/some.toml"}) == Path.home() / "some.toml"


def test_without_an_environment_everything_is_in_the_programs_own_folders():
    assert locations.config_file({}) == locations.user_config() / "config.toml"
    assert locations.user_config().name == "workbench"
    assert "workbench" in locations.database({}).parts


def test_a_project_keeps_its_content_beside_its_other_hidden_folders():
    assert locations.project_content(Path("/work/repository")) == Path("/work/repository/.workbench")


def test_shipped_content_holds_no_program():
    for name in ("personas", "rubrics"):
        assert list(locations.bundled(name).rglob("*.py")) == []
