"""Positions that the rulebooks leave open: found in play, replayed, reduced to examples."""
