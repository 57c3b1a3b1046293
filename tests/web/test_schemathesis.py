"""schemathesis asks a running site for what the description allows, and for what it does not: no error of ours, answers as described."""

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.served import served
from web.api.description import description

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
EXAMPLES = 8
"""Per operation and kind of data; the whole takes some seconds."""
SETTINGS = hypothesis.settings(
    max_examples=EXAMPLES,
    derandomize=True,  # the same requests every time
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def site(played, redis_server, tmp_path_factory):
    with redis_server.client() as redis:
        redis.flushall()
    with served(
        played[0], tmp_path_factory.mktemp("served"), redis_server, web_api_per_minute=1_000_000, web_threads=2
    ) as made:
        yield made


SCHEMA = schemathesis.openapi.from_dict(description())
KINDS = {
    "there": GenerationMode.POSITIVE,  # at addresses that exist, with any query that is allowed
    "anywhere": GenerationMode.POSITIVE,
    "wrong": GenerationMode.NEGATIVE,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("path", description()["paths"])
def test_every_answer_conforms(site, played, path, kind):
    operation = SCHEMA[path]["GET"]
    there = {"match_id": played[1].done_match, "set_id": played[1].done_set, "slug": "nippon-open"}
    there["name"] = "iki" if "games" in path else "shinobi"
    places = [name for name in there if f"{{{name}}}" in path]
    if (kind == "wrong" and not description()["paths"][path]["get"]["parameters"]) or (
        kind == "anywhere" and not places
    ):
        return  # nothing could be wrong, or elsewhere

    @hypothesis.given(case=operation.as_strategy(generation_mode=KINDS[kind]))
    @SETTINGS
    def ask(case):
        if kind == "there":
            case.path_parameters.update({name: there[name] for name in places})
        case.call_and_validate(base_url=site.address, checks=CHECKS)

    ask()
