"""Whether the method keeps its promises, and how many games a question needs."""
