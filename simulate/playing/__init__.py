"""Games of a table, played into rows of numbers: by compiled code or decision by decision."""
