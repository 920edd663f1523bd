"""Ways to win: which there are, what each wins, and what they cost; a module for each part."""
