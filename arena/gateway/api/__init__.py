"""ArenaService: what authors and organisers read and change over gRPC. The gateway serves it.

service.py takes calls; one module for each family of calls answers them, in threads. Visibility is decided by the queries, never here.
"""
