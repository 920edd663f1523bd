"""Compilation of functions to machine code, the code cache, and compiling ahead."""
