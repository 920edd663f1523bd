"""Describes a game in sentences: names of things, changes between two states, decisions."""
