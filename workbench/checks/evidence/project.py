"""A repository with what its manifests and site generators say of it."""

from dataclasses import dataclass, field
from functools import cached_property

from workbench.checks.evidence.manifest import Home, home
from workbench.checks.evidence.repository import Repository
from workbench.checks.evidence.sites import Site, sites
from workbench.checks.text.page import Page, is_markdown
from workbench.checks.text.targets import Target, leads_out, target_of, web_target


@dataclass
class Project:
    """What the checks of one text share, each fact read when it is first asked for."""

    repository: Repository
    _pages: dict[str, Page | None] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def home(self) -> Home | None:
        """Where the manifests say that it lives; None where they do not."""
        return home(self.repository)

    @cached_property
    def sites(self) -> tuple[Site, ...]:
        """The site generators configured in it."""
        return sites(self.repository)

    def page(self, path: str) -> Page | None:
        """Another Markdown file of the repository; None where there is none that can be read."""
        if path not in self._pages:
            text = self.repository.text(path) if is_markdown(path) else None
            self._pages[path] = None if text is None else Page(path, text)
        return self._pages[path]

    def target(self, written: str) -> Target | None:
        """The place in the repository that a link names; None where it leads elsewhere."""
        if not leads_out(written):
            return target_of(written)
        return web_target(written, self.home.name) if "github" in written and self.home else None
