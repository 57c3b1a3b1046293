"""What all games share: contract, actions, chance, options, positions, tables, labels. Knows no game."""
