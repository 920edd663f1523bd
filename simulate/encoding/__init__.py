"""Games as fixed-size numbers, for learned players: actions and observations of a ruleset."""

from simulate.encoding.actions import ActionTable
from simulate.encoding.observation import Observer

__all__ = ["ActionTable", "Observer"]
