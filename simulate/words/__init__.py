"""Names of things: places and cards as written, and as people call them."""
