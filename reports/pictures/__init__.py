"""Pictures of positions, drawn as SVG from a state and the names of its ruleset."""

from reports.pictures.scene import Group, groups, picture, style, symbols, words

__all__ = ["Group", "groups", "picture", "style", "symbols", "words"]
