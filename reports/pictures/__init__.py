"""Pictures of positions, drawn as SVG from a state and the names of its ruleset."""

from reports.pictures.ending import Ending, ending
from reports.pictures.scene import Group, groups, picture, style, symbols, words

__all__ = ["Ending", "Group", "ending", "groups", "picture", "style", "symbols", "words"]
