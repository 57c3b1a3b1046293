"""Archives from outside: what is refused, with which words; and that nothing is written outside the folder."""

import gzip
import io
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from arena.archives import limits, reading
from arena.archives.manifest import BadManifest
from arena.archives.packing import pack
from arena.archives.reading import BadSubmission, inspect, unpack

MANIFEST = b'name = "kabuki"\nversion = "1.0"\nlanguage = "python"\ncommand = ["python3", "bot.py"]\ngames = ["iki"]\n'
PLAIN = {"bot.toml": MANIFEST, "bot.py": b"print(0)\n"}


def zipped(files, *, attributes=0o100644, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr, info.compress_type = attributes << 16, method
            archive.writestr(info, content)
    return out.getvalue()


def tarred(files, *extra, compress=True):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
        for info in extra:
            archive.addfile(info)
    return gzip.compress(out.getvalue()) if compress else out.getvalue()


def special(name, kind, target=""):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


@pytest.mark.parametrize("make", [zipped, tarred, lambda files: tarred(files, compress=False)])
def test_a_good_archive_is_read_in_every_format(make, tmp_path):
    found = inspect(make(PLAIN))
    assert (found.manifest.name, found.manifest.version, found.manifest.games) == ("kabuki", "1.0", ("iki",))
    assert found.files == 2
    assert found.unpacked_bytes == sum(map(len, PLAIN.values()))
    unpack(make(PLAIN), tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == PLAIN


def test_one_folder_around_everything_is_left_out(tmp_path):
    unpack(zipped({f"kabuki-main/{name}": content for name, content in PLAIN.items()}), tmp_path)
    assert (tmp_path / "bot.py").exists()


def test_the_program_becomes_executable_even_if_the_zip_forgot(tmp_path):
    files = {"bot.toml": MANIFEST.replace(b'["python3", "bot.py"]', b'"bin/bot --fast"'), "bin/bot": b"\x7fELF"}
    read = unpack(zipped(files), tmp_path)
    assert read.command == ("./bin/bot", "--fast")
    assert (tmp_path / "bin/bot").stat().st_mode & stat.S_IXUSR
    assert not (tmp_path / "bot.toml").stat().st_mode & stat.S_IXUSR


def test_the_same_folder_packs_to_the_same_bytes(tmp_path):
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "x.pyc").write_bytes(b"x")
    for name, content in PLAIN.items():
        (tmp_path / name).write_bytes(content)
    first = pack(tmp_path)
    (tmp_path / "bot.py").touch()
    assert pack(tmp_path) == first
    assert inspect(first).files == 2
    (tmp_path / "link").symlink_to("/etc/passwd")
    with pytest.raises(BadSubmission, match="link is a link"):
        pack(tmp_path)


LONG = "n" * (limits.LONGEST_NAME + 1)
TRICKS = {
    "absolute path": ({"/etc/cron.d/x": b""}, "/etc/cron.d/x: a path must be relative"),
    "drive": ({"C:/x": b""}, "a path must be relative"),
    "dotted path": ({"../../x": b""}, "must not contain . or .."),
    "dotted inside": ({"a/../../x": b""}, "must not contain . or .."),
    "backslash": ({"..\\x": b""}, "not by a backslash"),
    "control character": ({"a\nb": b""}, "printable UTF-8"),
    "huge name": ({LONG: b""}, "at most 100 bytes"),
    "huge path": ({"/".join(["a" * 40] * 6): b""}, "at most 200 bytes"),
    "deep": ({"/".join("abcdefghijklmnopqr"): b""}, "at most 16 folders"),
    "case": ({"Readme": b"", "README": b""}, "differ only in case"),
    "ligature": ({"ﬁle": b"", "file": b""}, "differ only in case"),
    "file and folder": ({"a": b"", "a/b": b""}, "both a file and a folder"),
    "folder and file": ({"a/b": b"", "A": b""}, "both a file and a folder"),
}


@pytest.mark.parametrize("make", [zipped, tarred])
@pytest.mark.parametrize("name", TRICKS)
def test_a_path_that_could_do_harm_is_refused_by_name(make, name, tmp_path):
    files, words = TRICKS[name]
    outside = tmp_path / "inner"
    outside.mkdir()
    with pytest.raises(BadSubmission, match=words):
        unpack(make({**PLAIN, **files}), outside)
    assert list(tmp_path.rglob("*")) == [outside], "nothing was written"


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (special("evil", tarfile.SYMTYPE, "/etc/passwd"), "evil is a link"),
        (special("evil", tarfile.LNKTYPE, "bot.py"), "evil is a link"),
        (special("evil", tarfile.CHRTYPE), "evil is a device"),
        (special("evil", tarfile.BLKTYPE), "evil is a device"),
        (special("evil", tarfile.FIFOTYPE), "evil is a device, pipe"),
    ],
)
def test_links_and_special_files_are_refused(entry, words):
    with pytest.raises(BadSubmission, match=words):
        inspect(tarred(PLAIN, entry))


def test_a_link_in_a_zip_is_refused():
    with pytest.raises(BadSubmission, match="is a link"):
        inspect(zipped(PLAIN, attributes=0o120777))


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_zip_in_which_a_file_could_ask_for_gigabytes_of_memory_is_refused(method):
    with pytest.raises(BadSubmission, match=rf"bot.toml is compressed by method {method}; only deflate is allowed"):
        inspect(zipped(PLAIN, method=method))


def test_a_zip_that_lists_one_file_twice_is_refused():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive, pytest.warns(UserWarning, match="Duplicate"):
        for content in (b"one", b"two"):
            archive.writestr("bot.toml", content)
    with pytest.raises(BadSubmission, match=r"bot\.toml is in the archive twice"):
        inspect(out.getvalue())


def test_bombs_are_refused_by_what_they_unpack_to_not_by_what_they_say(monkeypatch):
    monkeypatch.setattr(limits, "MOST_UNPACKED", 1_000_000)
    for make in (zipped, tarred):
        bomb = make({**PLAIN, "zeros": bytes(1_100_000)})
        assert len(bomb) < 20_000
        with pytest.raises(BadSubmission, match="unpacked, the archive has more than"):
            inspect(bomb)
        with pytest.raises(BadSubmission, match="unpacked, the archive has more than"):
            inspect(make({**PLAIN, **{f"zeros{n}": bytes(300_000) for n in range(4)}}))
    lying = bytearray(zipped({**PLAIN, "zeros": bytes(1_100_000)}))
    for at in range(len(lying) - 4):  # both headers now say one byte
        if lying[at : at + 4] == (1_100_000).to_bytes(4, "little"):
            lying[at : at + 4] = (1).to_bytes(4, "little")
    with pytest.raises(BadSubmission):
        inspect(bytes(lying))


def test_a_header_that_never_ends_is_not_held_in_memory(monkeypatch):
    monkeypatch.setattr(limits, "MOST_UNPACKED", 1_000_000)
    monkeypatch.setattr(limits, "MOST_FILES", 10)
    info = special("x", tarfile.XHDTYPE)
    info.size = 50_000_000
    body = info.tobuf(tarfile.USTAR_FORMAT) + bytes(50_000_000)
    with pytest.raises(BadSubmission, match="unpacked, the archive has more than"):
        inspect(gzip.compress(body, 1))


def test_too_many_files_are_refused(monkeypatch):
    monkeypatch.setattr(limits, "MOST_FILES", 10)
    for make in (zipped, tarred):
        with pytest.raises(BadSubmission, match="more than 10 files"):
            inspect(make({**PLAIN, **{f"f{n}": b"" for n in range(30)}}))
    monkeypatch.setattr(limits, "MOST_HEADERS", 20)
    with pytest.raises(BadSubmission, match="more than 10 files"):
        inspect(zipped({f"f{n}": b"" for n in range(30)}))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not a zip, tar or tar.gz"),
        (b"Rar!\x1a\x07\x00", "not a zip, tar or tar.gz"),
        (b"PK\x03\x04" + bytes(100), "broken"),
        (b"\x1f\x8b" + bytes(100), "broken"),
        (gzip.compress(b"not a tar" * 100), "broken"),
        (zipped(PLAIN)[:-10], "broken"),
        (bytes(limits.MOST_BYTES + 1), "at most 32 MB are allowed"),
    ],
    # The bytes of a gzip contain the time: as an id they would differ between the processes of one run.
    ids=["empty", "rar", "zip", "gzip", "gzip of no tar", "truncated zip", "too large"],
)
def test_what_is_no_archive_is_refused(data, words):
    with pytest.raises(BadSubmission, match=words):
        inspect(data)


def test_a_truncated_tar_is_refused_or_has_no_manifest():
    whole = tarred(PLAIN)
    for size in range(0, len(whole), 7):
        with pytest.raises(reading.Invalid):
            inspect(whole[:size])


BAD = {
    "not = toml = at all": "bot.toml is not TOML",
    "name": "bot.toml is not TOML",
    MANIFEST.decode() + 'colour = "red"': "there is no key 'colour'; there are: name, version,",
    'version = "1"': "bot.toml: name is missing",
    MANIFEST.decode().replace('"kabuki"', "7"): "name must be a text of 2 to 40 letters.*got 7",
    MANIFEST.decode().replace('"1.0"', '"one two"'): "version must be a text of 1 to 40.*got 'one two'",
    MANIFEST.decode().replace('"python"', '""'): "language must be a text of at most 40",
    MANIFEST.decode().replace('["python3", "bot.py"]', "[]"): 'command must be a list of texts, such as ."python3"',
    MANIFEST.decode().replace('["python3", "bot.py"]', '["perl", "x"]'): "begins with 'perl', which is neither a file",
    MANIFEST.decode().replace('["python3", "bot.py"]', '["../sh"]'): "begins with '../sh', which is neither",
    MANIFEST.decode().replace('["python3", "bot.py"]', '["python3", "\\u0007"]'): "each word of command",
    MANIFEST.decode().replace('["iki"]', '["go"]'): "there is no game 'go'; there are: ",
    MANIFEST.decode() + 'protocol = "http"': "protocol must be one of grpc, lines; got 'http'",
}


@pytest.mark.parametrize("text", BAD)
def test_a_wrong_manifest_is_refused_with_what_would_be_right(text):
    with pytest.raises(BadManifest, match=BAD[text]):
        inspect(zipped({**PLAIN, "bot.toml": text.encode()}))


def test_an_archive_without_a_manifest_says_so():
    with pytest.raises(BadManifest, match=r"there is no bot\.toml at the top"):
        inspect(zipped({"a/bot.toml": MANIFEST, "b/bot.py": b""}))


def test_the_python_starter_can_be_handed_in_as_it_is():
    found = inspect(pack(Path(__file__).parents[3] / "bots" / "python")).manifest
    assert found.command == ("python3", "rules_bot.py")
