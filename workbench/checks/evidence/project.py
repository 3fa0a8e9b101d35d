"""A repository with what its manifests and site generators say of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar, cast

from workbench.checks.evidence.code_files import CodeFiles
from workbench.checks.evidence.manifest import Home, home
from workbench.checks.evidence.package import Package
from workbench.checks.evidence.programs import Programs
from workbench.checks.evidence.repository import Repository
from workbench.checks.evidence.sites import Site, sites
from workbench.checks.text.page import Page, is_read
from workbench.checks.text.targets import Target, leads_out, target_of, web_target

if TYPE_CHECKING:
    # Importing all of them takes longer than most texts take to be checked, and most need a few.
    from workbench.checks.evidence.environment.variables import Environment
    from workbench.checks.evidence.javascript.exports import JavaScript
    from workbench.checks.evidence.mentions import Mentions
    from workbench.checks.evidence.python.api import Api
    from workbench.checks.evidence.settings.declared import Defaults
    from workbench.checks.evidence.settings.keys import Keys


_Known = TypeVar("_Known")


@dataclass
class Project:
    """What the checks of one text share, each fact read when it is first asked for."""

    repository: Repository
    _pages: dict[str, Page | None] = field(default_factory=dict, init=False, repr=False)
    _known: dict[tuple[int, object], tuple[Page, object]] = field(
        default_factory=dict, init=False, repr=False
    )

    @cached_property
    def home(self) -> Home | None:
        """Where the manifests say that it lives; None where they do not."""
        return home(self.repository)

    @cached_property
    def sites(self) -> tuple[Site, ...]:
        """The site generators configured in it."""
        return sites(self.repository)

    @cached_property
    def packages(self) -> tuple[Package, ...]:
        """The packages that its manifests describe."""
        from workbench.checks.evidence.packages import packages

        return packages(self.repository)

    @cached_property
    def python(self) -> "Api":
        """The Python modules of it."""
        from workbench.checks.evidence.python.api import Api
        from workbench.checks.evidence.python.layout import Layout

        named = {package.name.value for package in self.packages if package.name is not None}
        needed = {name for package in self.packages for name in package.dependencies} - named
        folders = [package.folder for package in self.packages if package.ecosystem == "python"]
        return Api(self.repository, Layout(self.repository, folders, frozenset(needed)))

    @cached_property
    def javascript(self) -> "JavaScript":
        """The npm packages of it."""
        from workbench.checks.evidence.javascript.exports import JavaScript

        return JavaScript(self.repository, tuple(p.folder for p in self.packages if p.ecosystem == "npm"))

    @cached_property
    def code(self) -> CodeFiles:
        """Its code, to be searched."""
        return CodeFiles(self.repository)

    @cached_property
    def environment(self) -> "Environment":
        """The environment variables that its code reads."""
        from workbench.checks.evidence.environment.variables import Environment

        return Environment(self.code)

    @cached_property
    def defaults(self) -> "Defaults":
        """The defaults that its code states."""
        from workbench.checks.evidence.settings.declared import Defaults

        return Defaults(self.code)

    @cached_property
    def keys(self) -> "Keys":
        """The keys of settings that its code asks for."""
        from workbench.checks.evidence.settings.keys import Keys

        return Keys(self.code)

    @cached_property
    def programs(self) -> Programs:
        """The programs that its packages install and its scripts are."""
        return Programs(self.repository, self.packages)

    @cached_property
    def mentions(self) -> "Mentions":
        """What its source code names."""
        from workbench.checks.evidence.mentions import Mentions

        return Mentions(self.repository)

    @cached_property
    def names(self) -> frozenset[str]:
        """What it is called, case folded: its folder, its place on the web, its packages, their commands."""
        named = {self.repository.root.name}
        if self.home is not None:
            named.add(self.home.name.rpartition("/")[2])
        for package in self.packages:
            named.update(package.programs)
            if package.name is not None:
                named.add(package.name.value)
        return frozenset(name.casefold() for name in named)

    def known(self, page: Page, work: Callable[[Page, "Project"], _Known]) -> _Known:
        """What some work gives for a page, done once for all checks that ask for it."""
        key = (id(page), work)
        if key not in self._known:
            # With the page, since the number of one that is gone may become another's.
            self._known[key] = (page, work(page, self))
        return cast(_Known, self._known[key][1])

    def page(self, path: str) -> Page | None:
        """Another text of the repository; None where none can be read."""
        if path not in self._pages:
            text = self.repository.text(path) if is_read(path) else None
            page = None if text is None else Page(path, text)
            self._pages[path] = page if page is not None and page.is_parsed else None
        return self._pages[path]

    def target(self, written: str) -> Target | None:
        """The place in the repository that a link names; None where it leads elsewhere."""
        if not leads_out(written):
            return target_of(written)
        return web_target(written, self.home.name) if "github" in written and self.home else None
