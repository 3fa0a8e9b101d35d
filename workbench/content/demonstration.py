"""The demo that ships: three versions of one text, and what its readers answered."""

from dataclasses import dataclass
from pathlib import Path

from workbench.content.locations import bundled
from workbench.core.errors import UsageError


@dataclass(frozen=True, slots=True)
class Demonstration:
    """A loop that was really made, to be gone through again."""

    versions: tuple[str, ...]
    """The text as its author had it in each round."""
    recording: Path
    """What was answered, for `providers.recorded`."""

    def begin(self, folder: Path) -> Path:
        """Write the first version into a folder, and give its path."""
        path = folder / "README.md"
        path.write_text(self.versions[0], encoding="utf-8")
        return path

    def edit(self, path: Path, line: int) -> None:
        """Make the author's next edit of the text, in an editor's place.

        Raises:
            UsageError: there is no further one.
        """
        text = path.read_text(encoding="utf-8")
        following = self.versions.index(text) + 1 if text in self.versions else len(self.versions)
        if following == len(self.versions):
            raise UsageError("The recording ends here: the author made no further edit.")
        path.write_text(self.versions[following], encoding="utf-8")


def demonstration() -> Demonstration:
    """The demo that ships."""
    folder = bundled("demo")
    versions = tuple(path.read_text(encoding="utf-8") for path in sorted(folder.glob("[0-9].md")))
    return Demonstration(versions, folder / "recording.json")
