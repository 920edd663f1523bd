"""Bars while a verification runs: games, games a second and the time left, by policy."""

import time
from typing import Self

from simulate.batch.progress import Display
from simulate.compiling.ahead import compile_ahead
from simulate.verify.run import GamesWatcher


class Bars(Display, GamesWatcher):
    """A watcher that draws one bar per policy."""

    def __enter__(self) -> Self:
        compile_ahead(self.console.print)
        return super().__enter__()

    def begin(self, policy: str, games: int) -> None:
        self.started = time.monotonic()
        self.done = 0
        if not self.console.is_terminal:  # a log: no bar is drawn there before its end
            self.console.print(f"playing {games:,} {policy} games ...", highlight=False)
        self.task = self.progress.add_task(f"{policy} games", total=games, said="")

    def update(self, games: int) -> None:
        self.done += games
        self.progress.update(self.task, completed=self.done, said=self.speed(self.done))
