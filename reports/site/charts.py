"""The section with the chart of all components of a kind, where some are judged."""

from __future__ import annotations

from functools import partial

from reports.figures.catalogue import kind_figure
from reports.figures.figure import for_pages
from reports.pieces import kind_of
from reports.results import Results
from reports.site.blocks import Section
from reports.verdicts import verdicts_of


def chart_section(kind: str, results: Results) -> list[Section]:
    """The section; none without verdicts."""
    if verdicts_of(results, kind, results.main) is None:
        return []
    many = kind_of(kind).many.lower()
    figure = for_pages(partial(kind_figure, results, kind))
    return [Section(f"chart-{kind.replace('_', '-')}", f"All {many} in one chart", [figure])]
