"""The figure about modules: how a game with them differs from one without."""

from __future__ import annotations

from analysis import editions
from analysis.metrics import TOTALS
from reports import draw, style
from reports.figure import Figure, How
from reports.layout import WIDE, Layout
from reports.results import Results
from reports.text import VP, signed


def modules_figure(results: Results, layout: Layout = WIDE) -> Figure:
    """Paired differences of whole-game measures: a panel a number of players, a mark a ruleset."""
    frame = results.modules
    order, labels = [one.name for one in TOTALS], [one.label for one in TOTALS]
    rules, players = results.module_rules, sorted(int(n) for n in set(frame["players"]))
    marks = {one: style.POLICY_MARKS[i % len(style.POLICY_MARKS)] for i, one in enumerate(rules)}
    height = 0.8 + len(order) * (0.2 + 0.16 * len(rules))
    canvas, axes = layout.grid([height], len(players))
    for ax, n in zip(axes[0], players, strict=True):
        series = [
            draw.Series(one, frame[(frame["players"] == n) & (frame["rules_b"] == one)], marks[one])
            for one in rules
        ]
        style.rows_axis(ax, labels)
        style.zero_line(ax)
        draw.few_ticks(ax)
        draw.estimates(ax, order, series, "measure", 1.0, gap=0.8 / (1 + len(rules)))
        ax.set_title(f"{n} players")
        ax.set_xlabel(layout.label("with modules minus without"))
    draw.legend(canvas, list(marks.items()), draw.FDR_NOTES)
    first = frame[frame["measure"] == "vp"].iloc[0]
    title = (
        f"With {first['players']} {first['policy']} players, {first['rules_b']} changes a player's"
        f" score by {signed(first, VP)}"
    )
    return Figure(
        key="modules",
        topic="What modules do to a game",
        title=title,
        caption=(
            f"Each ruleset minus {results.rules}, paired on the same deals as far as the rules"
            " allow; units as the rows say. Lines: 95% intervals, clustered by deal. Filled: false"
            " discovery rate 5% over the measures of one ruleset and player count. Games:"
            f" {int(frame['games'].min())} or more for each."
        ),
        alt=f"Differences in whole-game measures with modules. {title}",
        table=frame,
        canvas=canvas,
        how=How((editions.edition_differences,), composed=(editions.pairs_query,)),
    )
