"""Checking many replays."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from arena.cli.progress import counted
from arena.cli.refusals import Refused
from arena.replays import SUFFIX, ReplayError, Untrusted, key_path, local_key, read, verify

GOOD, UNKNOWN, WRONG = "good", "SIGNER UNKNOWN", "BAD"
"""What is said of a file."""
ALL_GOOD, BAD, SIGNER_UNKNOWN = 0, 1, 3
"""Exit codes; 2 is for a command that cannot be carried out."""
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
    """Check each and say what is wrong. ALL_GOOD, or SIGNER_UNKNOWN if only signers are in doubt, or BAD."""
    found: Counter[str] = Counter()
    signers: set[str] = set()
    for path, verdict, sentence, signer in counted(_checked(files, keys), len(files), "verify"):
        found[verdict] += 1
        if verdict == UNKNOWN:
            signers.add(signer)
        if verdict != GOOD or len(files) <= EACH_UP_TO:
            print(f"{path}: {verdict}, {sentence}")
    print(", ".join(_counted(found)))
    if signers:
        flags = " ".join(f"--key {signer}" for signer in sorted(signers))
        print(f"If that is the key the arena publishes (on its site under /keys), verify again with: {flags}")
    return BAD if found[WRONG] else SIGNER_UNKNOWN if found[UNKNOWN] else ALL_GOOD


def _counted(found: Counter[str]) -> Iterator[str]:
    yield f"{found[GOOD]} {'replay is' if found[GOOD] == 1 else 'replays are'} good"
    if found[UNKNOWN]:
        yield f"{found[UNKNOWN]} good but for an unknown signer"
    if found[WRONG]:
        yield f"{found[WRONG]} bad"


def _checked(files: Sequence[Path], keys: Collection[str] | None) -> Iterator[tuple[Path, str, str, str]]:
    """Per file its verdict, the sentence for it, and who signed an untrusted one."""
    for path in files:
        try:
            proof = verify(read(path), keys)
        except Untrusted as unknown:
            yield path, UNKNOWN, str(unknown), unknown.signer
        except ReplayError as wrong:
            yield path, WRONG, f"{type(wrong).__name__}: {wrong}", ""
        else:
            signer = "" if proof.trusted else f"; signed by the key {proof.signer}"
            yield path, GOOD, proof.remark + signer, proof.signer
