"""How games go: seats, scores by source, leads."""
