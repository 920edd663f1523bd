"""The machine: plays games by the rules that `model` declares, and records them."""

from simulate.game import Game, IllegalAction

__all__ = ["Game", "IllegalAction"]
