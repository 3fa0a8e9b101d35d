"""The personas."""

from workbench.core.shelf import Sort
from workbench.tui.screens.content_list import ContentListScreen


class PersonasScreen(ContentListScreen):
    """Who reads."""

    sort: Sort = "personas"
    titled = "Personas"
