"""The process that runs bots that were handed in: each in a sandbox, with a token that dies with it."""
