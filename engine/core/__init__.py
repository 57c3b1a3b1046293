"""What all games share: contract, actions, chance, options, positions, tables. Knows no game."""
