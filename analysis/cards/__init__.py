"""What cards, tiles, boards and entrances are worth, and how they are used."""
