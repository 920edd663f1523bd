"""Terminal output of a run: a progress bar while it runs, a short table at its end."""

import math
import time
from typing import Self

import numpy as np
from rich.console import Console
from rich.progress import ProgressColumn, TextColumn
from rich.table import Table

from model.wording import many
from simulate import policies
from simulate.base.bars import layout
from simulate.base.notation import bounds, number
from simulate.batch.many import RunsWatcher
from simulate.batch.runner import Outcome, Run
from simulate.batch.tally import Tally, Watcher

Z95 = 1.959963984540054


class Display:
    """A display of progress bars, shown while its context lasts."""

    def __init__(self, console: Console, *more: ProgressColumn) -> None:
        self.console = console
        self.started = time.monotonic()
        self.progress = layout(console, *more)

    def __enter__(self) -> Self:
        self.started = time.monotonic()
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def speed(self, games: int) -> str:
        """Games per second since the start."""
        return f"{games / max(1e-9, time.monotonic() - self.started):,.0f} games/s"

    def note(self, text: str) -> None:
        """A line above the bars."""
        self.progress.console.print(text, highlight=False)


class Bar(Display, Watcher):
    """A watcher that draws a progress bar: games, games per second, time left, share of wins."""

    def __init__(self, run: Run, console: Console) -> None:
        super().__init__(console, TextColumn("{task.fields[wins]}", markup=False))
        self.run = run
        self.before = 0
        self.mixed = len(set(run.seats())) > 1
        self.task = self.progress.add_task("games", total=run.games, said="", wins="")

    def begin(self, total: int, done: int) -> None:
        self.before = done
        self.started = time.monotonic()
        self.progress.reset(self.task, total=total, completed=done)
        if done:
            self.note(f"{done:,} of {total:,} games are recorded already; continuing")

    def update(self, tally: Tally) -> None:
        self.progress.update(
            self.task,
            completed=self.before + tally.games,
            said=self.speed(tally.games),
            wins="wins " + shares(self.run, tally, self.mixed),
        )


class Overall(Display, RunsWatcher):
    """A watcher of many runs that draws one progress bar over all their games."""

    def __init__(self, title: str, games: int, console: Console) -> None:
        super().__init__(console)
        self.played = 0
        self.task = self.progress.add_task(title, total=games, said="")

    def update(self, recorded: int, played: int) -> None:
        self.played = played
        said = self.speed(played) if played else ""
        self.progress.update(self.task, completed=recorded + played, said=said)


def shares(run: Run, tally: Tally, mixed: bool) -> str:
    """The live share of wins, by policy if the policies at the table differ, else by seat."""
    if tally.games == 0:
        return ""
    if mixed:
        names = [policies.label(name) for name in policies.cast(run.seats())]
        wins = tally.wins_by_policy / tally.games
        seats = tally.seats_by_policy
        return " ".join(f"{names[i]} {wins[i]:.0%}" for i in np.flatnonzero(seats))
    return " ".join(f"{share:.0%}" for share in tally.wins_by_seat[: run.players] / tally.games)


EACH = """select {by}::varchar as who, count(*), sum(win)::double, avg(vp), stddev_samp(vp),
count(*), var_pop(win) * count(*), var_pop(vp) * count(*)
from players where game < {games} group by all order by all"""
"""By seat or policy: seats, wins, mean VP and its standard deviation; the number of deals, and the
squared deviations of their wins and VP from the means, added up. Here each deal has one row."""
BY_DEAL = """select who, sum(seats), sum(wins), sum(total) / sum(seats), any_value(spread),
count(*), sum((wins - w * seats) ** 2), sum((total - m * seats) ** 2) from
(select {by}::varchar as who, game // {deal} as deal, count(*) as seats,
sum(win)::double as wins, sum(vp)::double as total
from players where game < {games} group by all) join
(select {by}::varchar as who, avg(win) as w, avg(vp) as m, stddev_samp(vp) as spread
from players where game < {games} group by all) using (who)
group by who order by who"""
"""The same where a deal has several: games that share it, or seats of one policy. It takes memory
for each deal."""


def summary(run: Run, outcome: Outcome, console: Console) -> None:
    """The table at the end, over all recorded games of the run."""
    import duckdb  # here, because it is slow to import
    import pyarrow.dataset

    from simulate.data.manifest import table_folder
    from simulate.data.records import shard_number

    store = outcome.job.store
    by = "policy" if len(set(run.seats())) > 1 else "seat"
    with duckdb.connect() as db:
        for name in ("games", "players"):
            listed = store.entries(table_folder(name, outcome.job.partition))
            files = [store.location(one) for one in listed if shard_number(one) is not None]
            db.register(name, pyarrow.dataset.dataset(files, filesystem=store.arrow()))
        several = by == "policy" and len(set(run.seats())) < run.players
        query = BY_DEAL if several or run.same_deal > 1 else EACH
        rows = db.execute(query.format(by=by, games=run.games, deal=run.same_deal)).fetchall()
        rounds, turns, rerolls, winning = db.execute(
            f"""select avg(rounds), avg(turns), avg(rerolls),
            (select sum(vp * win) from players where game < {run.games}) / count(*)
            from games where game < {run.games}"""
        ).fetchone() or (0, 0, 0, 0)
    table = Table(title=f"{run.ruleset.label}, {run.players} players, {many(run.games, 'game')}")
    for heading in (by, "wins", "95% interval, %", "mean VP", "95% interval, VP", "spread (SD)"):
        table.add_column(heading, justify="left" if heading == by else "right")
    for name, seats, wins, mean, spread, deals, square_wins, square_vp in rows:
        games = min(seats, run.games)
        share = wins / games
        # Games that share a deal are not independent: the deals are counted, not the games.
        trials, half = float(games), math.nan
        if deals > 1:
            half = Z95 * clustered(square_vp, seats, deals)
            if run.same_deal > 1 and square_wins > 0:
                trials = share * (1 - share) / clustered(square_wins, games, deals) ** 2
        elif run.same_deal > 1:
            trials = float(deals)
        low, high = wilson(share * trials, trials)
        label = str(int(name) + 1) if by == "seat" else name
        table.add_row(
            label, f"{share:.1%}", bounds(100 * low, 100 * high, 1), number(mean, 1),
            bounds(mean - half, mean + half, 1), number(spread, 1),
        )  # fmt: skip
    console.print(table)
    console.print(
        f"winner's mean {winning:.1f} VP; {rounds:.0f} rounds, {turns:.1f} turns, "
        f"{rerolls:.2f} rerolls a game; recorded in {store}",
        highlight=False,
        soft_wrap=True,
    )


def clustered(squares: float, observations: int, deals: int) -> float:
    """Standard error of a mean of observations that come in deals.

    squares: of each deal's sum of deviations from that mean, added up.
    """
    return math.sqrt(squares * deals / (deals - 1)) / observations


def wilson(wins: float, games: float) -> tuple[float, float]:
    """95% score interval of a share (Wilson 1927); shared wins count as fractions."""
    share = wins / games
    z2 = Z95 * Z95
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    spread = share * (1 - share) / games + z2 / (4 * games * games)
    half = Z95 * float(np.sqrt(spread)) / (1 + z2 / games)
    return middle - half, middle + half
