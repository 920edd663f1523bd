"""Bars while a verification runs: games, games a second and the time left, by policy."""

import time

from rich.console import Console

from simulate.base.bars import layout
from simulate.compiling.ahead import compile_ahead


class Bars:
    """A watcher that draws one bar for each policy."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.started = 0.0
        self.done = 0
        self.progress = layout(console)

    def __enter__(self) -> "Bars":
        compile_ahead(self.console.print)
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def begin(self, policy: str, games: int) -> None:
        self.started = time.monotonic()
        self.done = 0
        if not self.console.is_terminal:  # a log: no bar is drawn there before its end
            self.console.print(f"playing {games:,} {policy} games ...", highlight=False)
        self.task = self.progress.add_task(f"{policy} games", total=games, said="")

    def update(self, games: int) -> None:
        self.done += games
        speed = self.done / max(1e-9, time.monotonic() - self.started)
        self.progress.update(self.task, completed=self.done, said=f"{speed:,.0f} games/s")

    def note(self, text: str) -> None:
        self.progress.console.print(text, highlight=False)
