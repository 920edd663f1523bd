"""Games as numbers of fixed size, for learning players: actions and observations of a ruleset."""

from simulate.encoding.actions import ActionTable
from simulate.encoding.observation import Observer

__all__ = ["ActionTable", "Observer"]
