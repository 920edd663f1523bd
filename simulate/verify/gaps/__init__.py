"""Positions that the rulebooks leave open: found in play, played again, reduced to examples."""
