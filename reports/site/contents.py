"""The list of pages in the order of the navigation. A new page is one module and one line here."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reports.results import Results
    from reports.site.blocks import Page


@dataclass(frozen=True)
class PageEntry:
    """A page: its key, and the module of `reports/site/pages/` whose `build(results)` makes it."""

    key: str
    module: str

    def build(self, results: Results) -> Page:
        """Build the page; its module is imported only now."""
        page: Page = importlib.import_module(f"reports.site.pages.{self.module}").build(results)
        return page


PAGES = (
    PageEntry("index", "overview"),
    PageEntry("staff", "staff"),
    PageEntry("guests", "guests"),
    PageEntry("court", "court"),
    PageEntry("modules", "modules"),
    PageEntry("variants", "variants"),
    PageEntry("strong", "strong"),
    PageEntry("players", "players"),
    PageEntry("game", "game"),
    PageEntry("rules", "rules"),
    PageEntry("questions", "questions"),
    PageEntry("method", "method"),
)
