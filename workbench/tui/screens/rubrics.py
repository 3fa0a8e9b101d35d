"""The rubrics; enter leads to the questions of one."""

from collections.abc import Sequence
from dataclasses import replace

from workbench.core.artifacts import Kind
from workbench.core.instruments import Rubric
from workbench.core.ports import Settings
from workbench.core.shelf import Sort, draft_of
from workbench.tui.screens.content_list import ContentListScreen
from workbench.tui.screens.rubric_questions import QuestionsScreen


class RubricsScreen(ContentListScreen):
    """By what is judged."""

    sort: Sort = "rubrics"
    titled = "Rubrics"

    async def do_open(self) -> None:
        """Show the questions of the rubric under the cursor; of a broken one the file."""
        file = self.here
        if file.waits or not isinstance(file.item, Rubric):
            await super().do_open()
            return

        async def back(_: object) -> None:
            await self.attempt(self.load())

        self.app.push_screen(QuestionsScreen(self.workshop, draft_of(file), self.report), back)

    def with_it(self, settings: Settings, kind: Kind, readers: Sequence[str]) -> Settings:
        """Settings under which the rubric under the cursor judges; the usual one again where it did."""
        name = self.item.name
        return replace(settings, rubric=None if settings.rubric == name else name)
