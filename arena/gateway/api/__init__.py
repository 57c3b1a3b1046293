"""ArenaService: what authors and organisers read and change over gRPC. The gateway serves it.

service.py takes calls; rpcs.py and submissions.py answer them, in threads. Visibility is decided by the queries, never here.
"""
