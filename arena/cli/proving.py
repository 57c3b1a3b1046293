"""Checking many replays."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from arena.cli.progress import counted
from arena.cli.refusals import Refused
from arena.replays import SUFFIX, ReplayError, key_path, local_key, read, verify

KEY_DIGITS = 64
EACH_UP_TO = 20  # files; of more, only the bad ones are listed


def gathered(paths: Iterable[Path]) -> list[Path]:
    """The files, and the replays in the folders. A folder without any is passed over unless nothing else was given.

    `arena local --save DIR` keeps the bots' logs in a folder beside the replays, and a shell's DIR/* names both.
    """
    given = list(paths)
    files = [file for path in given for file in (sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path])]
    if not files:
        folders = ", ".join(map(str, given))
        raise Refused(f"{folders}: no replays there (files that end in {SUFFIX})")
    return files


def trusted(keys: Sequence[str]) -> set[str]:
    """The public keys to trust: those given, and our own if there is one."""
    for key in keys:
        if len(key) != KEY_DIGITS or not set(key.lower()) <= set("0123456789abcdef"):
            raise Refused(f"--key takes a public key of {KEY_DIGITS} hex digits; got {key!r}")
    own = {local_key().public} if key_path().exists() else set()
    return own | {key.lower() for key in keys}


def prove(files: Sequence[Path], keys: Collection[str] | None) -> int:
    """Check each and say what is wrong; 1 if anything is."""
    bad = 0
    for path, wrong, remark in counted(_checked(files, keys), len(files), "verify"):
        if wrong is not None:
            bad += 1
            print(f"{path}: BAD, {wrong}")
        elif len(files) <= EACH_UP_TO:
            print(f"{path}: good, {remark}")
    good = len(files) - bad
    print(f"{good} {'replay is' if good == 1 else 'replays are'} good" + (f", {bad} bad" if bad else ""))
    return 1 if bad else 0


def _checked(files: Sequence[Path], keys: Collection[str] | None) -> Iterator[tuple[Path, str | None, str]]:
    for path in files:
        try:
            proof = verify(read(path), keys)
        except ReplayError as wrong:
            yield path, f"{type(wrong).__name__}: {wrong}", ""
        else:
            signer = "" if proof.trusted else f"; signed by the key {proof.signer}"
            yield path, None, proof.remark + signer
