"""Ways to win: which there are, their wins and their costs; a module for each part."""
