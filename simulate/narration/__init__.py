"""Puts a game into sentences: names of things, changes between two states, decisions."""
