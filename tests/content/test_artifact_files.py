import os
import socket
from pathlib import Path

import pytest

from workbench.checks.evidence.git import git_root
from workbench.content.artifact_files import LARGEST, ArtifactFiles
from workbench.core.errors import ArtifactError


@pytest.fixture
def files():
    return ArtifactFiles(str, git_root)


@pytest.fixture
def repository(tmp_path):
    root = tmp_path / "repo"
    (root / ".git").mkdir(parents=True)
    (root / "docs").mkdir()
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "key.md").write_text("the key")
    return root


async def refusal(files, path):
    with pytest.raises(ArtifactError) as refused:
        await files.read(path)
    return str(refused.value)


async def test_a_files_bytes_are_read(files, tmp_path):
    path = tmp_path / "README.md"
    path.write_bytes(b"\xff\r\n")
    assert await files.read(path) == b"\xff\r\n"


async def test_what_is_no_file_is_said_to_be_what_it_is(files, tmp_path, monkeypatch):
    assert "There is no file" in await refusal(files, tmp_path / "gone.md")
    assert "is a folder: name a file in it" in await refusal(files, tmp_path)
    os.mkfifo(tmp_path / "pipe.md")
    assert "a pipe or a device" in await refusal(files, tmp_path / "pipe.md")
    assert "a pipe or a device" in await refusal(files, Path("/dev/zero"))
    # From its folder, for the whole path of a socket may be too long.
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.md")
        assert "a pipe or a device" in await refusal(files, tmp_path / "socket.md")
    (tmp_path / "dangling.md").symlink_to(tmp_path / "nowhere.md")
    assert "a link to a file that is not there" in await refusal(files, tmp_path / "dangling.md")
    (tmp_path / "circle.md").symlink_to(tmp_path / "circle.md")
    assert await refusal(files, tmp_path / "circle.md")
    assert await refusal(files, tmp_path / "nul\0.md")
    assert await refusal(files, tmp_path / ("long" * 200))


async def test_a_file_above_the_cap_is_refused_and_one_at_it_is_read(files, tmp_path):
    path = tmp_path / "large.md"
    with path.open("wb") as file:
        file.truncate(LARGEST)
    assert len(await files.read(path)) == LARGEST
    with path.open("ab") as file:
        file.write(b"x")
    assert "larger than 20 MB" in await refusal(files, path)


async def test_a_link_inside_the_repository_is_followed(files, repository):
    (repository / "docs" / "guide.md").write_text("a guide")
    (repository / "README.md").symlink_to("docs/guide.md")
    (repository / "more").symlink_to("docs")
    assert await files.read(repository / "README.md") == b"a guide"
    assert await files.read(repository / "more" / "guide.md") == b"a guide"


@pytest.mark.parametrize("target", ["../private/key.md", "/etc/hostname"])
async def test_a_link_out_of_the_repository_is_not_followed(files, repository, target):
    (repository / "README.md").symlink_to(target)
    said = await refusal(files, repository / "README.md")
    assert "is a link to" in said and "name that file if you mean it" in said
    assert "the key" not in said


async def test_a_folder_that_links_out_of_the_repository_is_not_followed(files, repository):
    (repository / "manual").symlink_to("../private")
    assert "is a link to" in await refusal(files, repository / "manual" / "key.md")


async def test_without_a_repository_a_link_out_of_the_folder_is_not_followed(files, tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (tmp_path / "key.md").write_text("the key")
    (folder / "a.md").write_text("mine")
    (folder / "b.md").symlink_to("a.md")
    (folder / "c.md").symlink_to("../key.md")
    assert await files.read(folder / "b.md") == b"mine"
    assert "is a link to" in await refusal(files, folder / "c.md")


async def test_a_repository_that_is_reached_by_a_link_is_read(files, repository):
    (repository / "README.md").write_text("mine")
    link = repository.parent / "link"
    link.symlink_to(repository)
    assert await files.read(link / "README.md") == b"mine"


async def test_a_path_that_goes_up_out_of_a_repository_names_the_file_it_leads_to(files, repository):
    assert await files.read(repository / ".." / "private" / "key.md") == b"the key"


async def test_when_a_file_was_written_is_known_while_it_is_there(files, tmp_path):
    path = tmp_path / "README.md"
    assert await files.changed_at(path) is None
    path.write_text("x")
    os.utime(path, (0, 0))
    assert (await files.changed_at(path)).year == 1970
