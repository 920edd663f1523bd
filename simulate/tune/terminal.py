"""What a search shows at the terminal."""

from rich.console import Console

from simulate.bars import layout
from simulate.tune.tuning import Tuning


class Bar:
    """A watcher that draws a bar of generations with the last one's values."""

    def __init__(self, tuning: Tuning, console: Console) -> None:
        self.progress = layout(console)
        self.task = self.progress.add_task("generations", total=tuning.generations, said="")

    def __enter__(self) -> "Bar":
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def generation(self, row: dict[str, float]) -> None:
        values = f"mean {row['mean']:.1f}, best {row['best']:.1f}, step {row['step']:.3f}"
        self.progress.update(self.task, completed=row["generation"], said=values)
