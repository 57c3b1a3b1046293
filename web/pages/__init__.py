"""The page families, each with a blueprint named `pages`."""
