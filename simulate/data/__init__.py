"""Recorded games as files: where they are saved, how they are verified, how damage is found.

They are in a folder (`folder`) or an object store (`bucket`), with one interface (`store`).
"""
