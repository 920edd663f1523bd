"""Recorded games as files: where they are, what vouches for them, how damage is found.

They lie in a folder (`folder`) or an object store (`bucket`), used alike (`store`).
"""
