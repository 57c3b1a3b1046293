"""The gRPC server of `arena simulator`: a stream is a search tree, and each stream's steps are answered in a thread for that stream."""

import logging
from collections.abc import Iterator
from concurrent import futures
from typing import Any

import grpc

from arena.errors import Invalid, LimitReached
from arena.simulator.tree import Tree
from arena.v1.simulator_pb2 import (
    Forgotten,
    LookResults,
    PlayoutResults,
    Positions,
    SearchRequest,
    SearchResponse,
)
from engine import EngineError

log = logging.getLogger("arena.simulator")

METHOD = "arena.v1.SimulatorService"
MOST_TREES = 64
"""Streams at once; more wait."""
OPTIONS = (("grpc.max_receive_message_length", 4 * 1024 * 1024), ("grpc.so_reuseport", 0))


def serve(address: str) -> tuple[grpc.Server, int]:
    """Start a simulator at an address of this machine, such as `127.0.0.1:50061`. Returns the running server and its port."""
    server = grpc.server(futures.ThreadPoolExecutor(MOST_TREES, "tree"), options=OPTIONS)
    handler = grpc.stream_stream_rpc_method_handler(search, SearchRequest.FromString, SearchResponse.SerializeToString)
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(METHOD, {"Search": handler})])
    try:
        port = server.add_insecure_port(address)
    except RuntimeError as error:
        raise Invalid(f"cannot listen at {address}: {error}") from None
    server.start()
    return server, port


def search(requests: Iterator[SearchRequest], context: grpc.ServicerContext) -> Iterator[SearchResponse]:
    """Answer the steps of one tree."""
    tree = Tree()
    for request in requests:
        try:
            yield answer(tree, request)
        except (Invalid, EngineError) as error:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))
        except LimitReached as error:
            context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, str(error))


def answer(tree: Tree, request: SearchRequest) -> SearchResponse:
    """Do one step."""
    step: Any
    match request.WhichOneof("step"):
        case "draw":
            step = request.draw
            observation = step.observation if step.HasField("observation") else None
            return SearchResponse(positions=Positions(positions=tree.draw(observation, step.worlds, step.seed)))
        case "apply":
            return SearchResponse(
                positions=Positions(positions=[tree.apply(request.apply.position, request.apply.action)])
            )
        case "playouts":
            step = request.playouts
            results = tree.playouts(step.positions, step.count, step.most_decisions, step.seed)
            return SearchResponse(playouts=PlayoutResults(results=results))
        case "looks":
            step = request.looks
            return SearchResponse(looks=LookResults(results=tree.looks(step.positions, step.ahead, step.seed)))
        case "forget":
            tree.forget(request.forget.positions)
            return SearchResponse(forgotten=Forgotten(positions=len(tree)))
        case _:
            raise Invalid("a request has one of draw, apply, playouts, looks and forget")
