"""Pictures of positions, drawn as SVG from a state and the names of its ruleset."""

from reports.pictures.ending import Ending, ending
from reports.pictures.scene import Stack, groups, picture, style, symbols, words
from reports.pictures.view import Unseen

__all__ = ["Ending", "Stack", "Unseen", "ending", "groups", "picture", "style", "symbols", "words"]
