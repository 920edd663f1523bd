"""The list of pages: their order in the navigation. A new page is one module and one line here."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reports.results import Results
    from reports.site.blocks import Page


@dataclass(frozen=True)
class Entry:
    """A page: its name in the navigation, and the module whose `build(results)` makes it."""

    name: str
    module: str

    def build(self, results: Results) -> Page:
        """The page; the module is imported only now."""
        page: Page = importlib.import_module(self.module).build(results)
        return page


PAGES = (
    Entry("Overview", "reports.site.pages.overview"),
    Entry("Staff cards", "reports.site.pages.staff"),
    Entry("Guests", "reports.site.pages.guests"),
    Entry("Politics and emperor", "reports.site.pages.court"),
    Entry("Modules", "reports.site.pages.modules"),
    Entry("Variants", "reports.site.pages.variants"),
    Entry("Strong play", "reports.site.pages.strong"),
    Entry("Players", "reports.site.pages.players"),
    Entry("The game", "reports.site.pages.game"),
    Entry("Rules", "reports.site.pages.rules"),
    Entry("Questions", "reports.site.pages.questions"),
    Entry("Method", "reports.site.pages.method"),
)
