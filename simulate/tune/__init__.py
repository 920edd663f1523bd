"""Finding the weights of a heuristic by self-play: `gah tune`."""
