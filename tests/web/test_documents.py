"""Rules and documents on the site: every rule and move has an anchor, no link leads nowhere, nothing in a document runs, and a search finds sections."""

import re

import pytest

import engine
from tests.house.test_citations import written
from web import documents

LINK = re.compile(r'href="([^"]*)"')


def test_every_rule_and_every_move_has_an_anchor():
    for game in engine.games():
        page = documents.document(f"rules/{game}")
        defined = written(game)
        assert len(defined) > 20
        assert defined <= page.anchors, defined - page.anchors
        for verb in {
            str(engine.game(game).action(number)).split()[0] for number in range(len(engine.game(game).vocabulary))
        }:
            assert documents.move_address(game, f"{verb} whatever") == f"/rules/{game}#move-{verb}"


def test_no_link_of_a_document_leads_nowhere(client):
    broken = []
    for name in documents.names():
        page = documents.document(name)
        for target in LINK.findall(page.body):
            path, _, anchor = target.partition("#")
            if path.startswith("https://"):
                continue
            other = page if not path else documents.document(path.removeprefix("/docs/").removeprefix("/"))
            if anchor and anchor not in other.anchors:
                broken.append(f"{name}: {target}")
        assert client.get(documents.address(name)).status_code == 200
    assert not broken


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "[x](javascript:alert(1))",
        "![x](https://evil.example/x.png)",
        "`<b>`",
        "I-FIRE-2 <i onclick=x>",
    ],
)
def test_nothing_in_a_document_runs(text):
    body = documents.rendered("x", f"# Title\n\n{text}\n\n| a |\n|--:|\n| {text} |\n").body
    assert not re.search(r'<(script|img|i |b>)|href="(?!#)|style=', body)


def test_a_search_finds_a_rule_by_its_id_and_sections_by_their_words(client):
    page = client.get("/docs?q=I-FIRE-2").text
    assert 'href="/rules/iki#I-FIRE-2"' in page
    assert "<mark>" in client.get("/docs?q=round+robin").text
    assert "No section has all of these words" in client.get("/docs?q=zzqx").text
    assert "&lt;script&gt;" in client.get("/docs?q=<script>").text
    assert client.get("/docs/..%2f..%2fetc").status_code == 404
    assert client.get("/rules/none").status_code == 404


def test_moves_link_to_their_rule(client, world):
    page = client.get(f"/matches/{world.done_match}?moves=1").text
    rule, verb = re.search(r'href="(/rules/\w+#move-(\w+))" title="The rules for this move"><code>\2', page).groups()
    assert f'id="move-{verb}"' in client.get(rule).text
