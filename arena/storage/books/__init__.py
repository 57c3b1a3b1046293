"""The arena's books as its API reads them: lists that go on from a key, plain rows, a fixed number of statements.

Who may see what is decided by arena.storage.pages.viewers, for API and site alike.
"""
