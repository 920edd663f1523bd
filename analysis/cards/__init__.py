"""The value of cards, tiles, boards and entrances, and how they are used."""
