"""A bot's program in a sandbox: no network, its own root, limits, a filter for system calls. One interface, two ways: bubblewrap and gVisor's runsc.

There is no third way: where neither works, nothing is started.
"""
