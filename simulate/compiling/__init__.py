"""How compiled functions become machine code, where it is kept, and compiling ahead."""
