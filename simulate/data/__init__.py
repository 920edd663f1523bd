"""Recorded games as files: where they are, what vouches for them, how damage is found."""
