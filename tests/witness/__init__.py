"""A second witness: an interpreter of the rules that shares no code with the engine.

`interpreter.py` is where to begin; README.md says what it may import and what was found.
"""
