"""`arena kit` and the starters as a whole. `make test-kits` builds and plays them; here is what needs no compiler."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
import yaml

from arena.kits import FolderTaken, Unknown, kit, kits, protos_archive, write_kit

ROOT = Path(__file__).parents[2]
MOST_LINES = 150
MOST_README_LINES = 40
ON_RUNNERS = {"cargo", "go", "mvn", "npm", "perl", "ruby", "shellcheck", "test"}
"""Tools that GitHub's machines have, or that come with the toolchain."""


def test_every_language_that_the_docs_promise_has_a_starter():
    languages = {"c", "cpp", "go", "java", "llm", "perl", "python", "ruby", "rust", "shell", "typescript"}
    assert set(kits()) == languages
    guide = (ROOT / "docs" / "write-a-bot.md").read_text("utf-8")
    assert all(f"| `{language}` |" in guide for language in languages)


@pytest.mark.parametrize("language", kits())
def test_a_starter_is_short_and_its_readme_names_its_commands(language):
    starter = kit(language)
    for name in starter.sources:
        assert len((starter.folder / name).read_text("utf-8").splitlines()) < MOST_LINES, name
    readme = (starter.folder / "README.md").read_text("utf-8")
    assert len(readme.splitlines()) < MOST_README_LINES
    assert starter.build.replace(" -B -ntp", "") in readme and starter.run in readme
    assert all(Path(name).name in readme for name in starter.sources if not name.endswith(".h"))
    assert re.search(r"^Style: `", readme, re.MULTILINE) and starter.checks, "how its code is formatted and checked"


@pytest.mark.parametrize("language", kits())
def test_a_kit_is_the_starter_as_it_is_committed_with_protos_and_a_workflow(language, tmp_path):
    starter = kit(language)
    written = {path.as_posix() for path in write_kit(starter, tmp_path / "bot")}
    listed = subprocess.run(
        ["git", "ls-files", f"bots/{language}"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    committed = {str(Path(name).relative_to(f"bots/{language}")) for name in listed.stdout.split()}
    if not committed:
        pytest.skip("this is not a git checkout")
    protos = {path for path in written if path.startswith("proto/")}
    assert written - protos == (committed - {"kit.toml"}) | {".github/workflows/bot.yml"}
    assert bool(protos) == starter.protos
    assert not any(path.is_symlink() for path in (tmp_path / "bot").rglob("*"))
    workflow = (tmp_path / "bot" / ".github" / "workflows" / "bot.yml").read_text("utf-8")
    assert f'arena doctor --bot "{starter.run}"' in workflow and starter.build in workflow
    assert "# toolchain" not in workflow and "COMMAND" not in workflow and "BUILD" not in workflow
    steps = yaml.safe_load(workflow)["jobs"]["bot"]["steps"]
    installed = starter.ci_setup.split()
    assert {command.split()[0] for command in starter.checks} <= {*installed, *ON_RUNNERS}, (
        "installed before they check"
    )
    assert [step["name"] for step in steps if "name" in step][-2:] == ["Doctor", "Compare with the last release"]


@pytest.fixture
def workflow_step(tmp_path):
    """Runs the last step of a starter's workflow as GitHub does, but for 2 matches; the finished process."""

    def run():
        steps = yaml.safe_load((tmp_path / "bot" / ".github" / "workflows" / "bot.yml").read_text("utf-8"))
        script = steps["jobs"]["bot"]["steps"][-1]["run"].replace("--matches 100", "--matches 2")
        known = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "ARENA_KEY": "key.pem"}
        return subprocess.run(
            ["bash", "-e", "-c", script],
            cwd=tmp_path / "bot",
            env={**os.environ, **known},
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
        )

    return run


def test_the_workflow_compares_with_the_last_release_and_fails_if_one_of_them_cannot_play(tmp_path, workflow_step):
    folder = tmp_path / "bot"
    write_kit(kit("python"), folder)

    def git(*words):
        author = ("-c", "user.name=author", "-c", "user.email=author@example.org")
        subprocess.run(["git", *author, *words], cwd=folder, check=True, capture_output=True)

    git("init")
    git("add", ".")
    git("commit", "-m", "first")
    done = workflow_step()
    assert (done.returncode, done.stdout) == (0, "There is no release to compare with.\n")
    git("tag", "v1")
    (folder / "rules_bot.py").write_text("raise SystemExit(3)\n", "utf-8")
    git("commit", "-am", "second")
    done = workflow_step()
    assert done.returncode != 0 and "ended with exit code 3" in done.stderr
    git("worktree", "remove", "--force", "../last")
    git("checkout", "v1", "rules_bot.py")
    git("commit", "-m", "third")
    done = workflow_step()
    assert done.returncode == 0 and "after 2 matches" in done.stdout, done.stderr


def test_a_kit_never_overwrites_anything(tmp_path):
    (tmp_path / "kept.txt").write_text("mine", "utf-8")
    with pytest.raises(FolderTaken, match="is not empty"):
        write_kit(kit("go"), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]


def test_an_unknown_language_is_answered_with_those_there_are():
    with pytest.raises(Unknown, match="choose one of c, cpp, go"):
        kit("cobol")
    assert kit("Go") is kit("go")


def test_the_command_says_what_comes_next(tmp_path):
    command = [sys.executable, "-m", "arena.cli", "kit", "new", "rust", str(tmp_path / "bot")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert "cargo build --release" in done.stdout and "arena doctor" in done.stdout
    again = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert again.returncode != 0 and "is not empty" in again.stderr


def test_the_archive_holds_every_proto_and_is_the_same_every_time():
    archive = zipfile.ZipFile(BytesIO(protos_archive()))
    wanted = {path.relative_to(ROOT).as_posix() for path in (ROOT / "proto").rglob("*.proto")}
    assert {"proto/buf.yaml", "proto/README.md", *wanted} == set(archive.namelist())
    protos_archive.cache_clear()
    assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert BytesIO(protos_archive()).getvalue() == archive.fp.getvalue()


def test_versions_of_libraries_are_pinned():
    package = (ROOT / "bots" / "typescript" / "package.json").read_text("utf-8")
    assert not re.search(r'"[\^~]', package)
    assert (ROOT / "bots" / "go" / "go.sum").exists()
    assert tomllib.loads((ROOT / "bots" / "rust" / "Cargo.lock").read_text("utf-8"))["package"]
