from workbench.storage import resources


def test_a_checkout_has_its_files_at_the_root():
    assert "0001_initial" in resources.sql_files("migrations")


def test_a_wheel_has_its_files_inside_the_package(tmp_path, monkeypatch):
    folder = tmp_path / "_content" / "store" / "views"
    folder.mkdir(parents=True)
    (folder / "b.sql").write_text("select 2")
    (folder / "a.sql").write_text("select 1")
    (folder / "README.md").write_text("Not SQL.")
    monkeypatch.setattr(resources, "files", lambda package: tmp_path)
    assert list(resources.sql_files("views").items()) == [("a", "select 1"), ("b", "select 2")]
