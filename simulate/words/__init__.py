"""What things are called: places and cards as they are written, and by the names of people."""
