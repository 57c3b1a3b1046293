"""The one core: players, matches, replays, ratings, leagues, wire, gateway, SDK, command line."""
