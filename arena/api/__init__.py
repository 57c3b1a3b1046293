"""ArenaService: the arena's books for programs of authors and organisers, served by the gateway.

service.py takes calls and answers them; one module per family of rpcs does the work, in threads: sync functions of room, viewer
and request. What may be seen is decided by arena.storage, never here.
"""
