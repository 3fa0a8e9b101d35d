"""The personas."""

from collections.abc import Sequence
from dataclasses import replace

from workbench.core.artifacts import Kind
from workbench.core.ports import Settings
from workbench.core.shelf import Sort
from workbench.tui.screens.content_list import ContentListScreen


class PersonasScreen(ContentListScreen):
    """Who reads."""

    sort: Sort = "personas"
    titled = "Personas"

    def with_it(self, settings: Settings, kind: Kind, readers: Sequence[str]) -> Settings:
        """Settings under which the persona under the cursor reads too; the others alone where it did."""
        name = self.item.name
        asked = tuple(each for each in readers if each != name) if name in readers else (*readers, name)
        return replace(settings, readers={**settings.readers, kind: asked})
