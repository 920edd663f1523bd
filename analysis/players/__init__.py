"""Strength of players, and their share in a result."""
