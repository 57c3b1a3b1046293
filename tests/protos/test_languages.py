"""Every proto compiles in the languages bots are written in, as an author would compile it."""

import os
import re
import shutil
from pathlib import Path

import pytest

from arena.v1 import arena_pb2, bots_pb2
from tests.protos.toolchains import (
    BUNDLED,
    FILES,
    MAVEN,
    PROTOS,
    RELEASE,
    compiled,
    fetched,
    generated,
    needed,
    once,
    program,
    protoc,
)

GO_PROTOBUF = "v1.36.12"
PROST = "=0.14.4"
MADE_FOR_LISTS = ("size", "count", "list", "map", "builder", "bytes")
"""Endings of methods that generated code has for a field that is a list or map."""


def test_no_field_has_the_name_of_a_generated_method():
    """Told without a compiler: `bag_size()` in C++ and `getBagCount()` in Java belong to the field `bag`."""
    waiting = [
        *bots_pb2.DESCRIPTOR.message_types_by_name.values(),
        *arena_pb2.DESCRIPTOR.message_types_by_name.values(),
    ]
    seen = set()
    while waiting:
        message = waiting.pop()
        if message.full_name in seen:
            continue
        seen.add(message.full_name)
        names = {field.name for field in message.fields}
        for field in message.fields:
            waiting += [field.message_type] if field.message_type else []
            if field.is_repeated:
                assert not names & {f"{field.name}_{ending}" for ending in MADE_FOR_LISTS}, message.full_name
    assert len(seen) > 60


def test_every_file_names_its_package_in_each_language():
    for path in FILES:
        text = path.read_text("utf-8")
        for option in (
            *("go_package", "java_package", "java_multiple_files", "java_outer_classname", "csharp_namespace"),
            *("objc_class_prefix", "php_metadata_namespace", "php_namespace", "ruby_package", "swift_prefix"),
        ):
            assert f"option {option} = " in text, f"{path.name}: {option}"


def test_cpp():
    once("cpp", _cpp)


def _cpp(folder: Path) -> None:
    compiler = program("g++")
    protoc_for_cpp, include, libraries = _cpp_protobuf(folder)
    generated(protoc_for_cpp, folder / "made", f"--cpp_out={folder / 'made'}", LD_LIBRARY_PATH=libraries)
    for path in sorted((folder / "made").rglob("*.pb.cc")):
        compiled(compiler, "-std=c++17", "-fsyntax-only", "-I", folder / "made", *include, path, cwd=folder)


def _cpp_protobuf(folder: Path) -> tuple[str, list[str], str]:
    """protoc, compiler options for its headers, and where its libraries are. Headers fit only the protoc they came with."""
    if shutil.which("protoc") and Path("/usr/include/google/protobuf/message.h").exists():
        return "protoc", [], ""
    root = folder / "debian"
    if not root.exists():
        if not shutil.which("apt-get") or not shutil.which("dpkg"):
            pytest.skip("the headers of protobuf are not installed: libprotobuf-dev and protobuf-compiler on Debian")
        packages = folder / "packages"
        packages.mkdir(exist_ok=True)
        needed("apt-get", "download", *_debian_packages(folder), cwd=packages)
        for package in packages.glob("*.deb"):
            needed("dpkg", "-x", package, root, cwd=folder)
    libraries = next(root.glob("usr/lib/**/libprotoc.so.*")).parent
    return str(root / "usr/bin/protoc"), ["-I", str(root / "usr/include")], str(libraries)


def _debian_packages(folder: Path) -> list[str]:
    """protobuf's compiler and headers, with the libraries they need of the same source."""
    no = [f"--no-{kind}" for kind in ("recommends", "suggests", "conflicts", "breaks", "replaces", "enhances")]
    listed = needed("apt-cache", "depends", "--recurse", *no, "protobuf-compiler", "libprotobuf-dev", cwd=folder)
    found = sorted(set(re.findall(r"^((?:libproto|libabsl|protobuf-)[\w.+-]+)$", listed, re.MULTILINE)))
    return found or ["protobuf-compiler", "libprotobuf-dev"]


def test_go():
    once("go", _go)


def _go(folder: Path) -> None:
    compiler, module = program("go"), folder / "module"
    plugin = folder / "protoc-gen-go"
    if not plugin.exists():
        install = f"google.golang.org/protobuf/cmd/protoc-gen-go@{GO_PROTOBUF}"
        needed(compiler, "install", install, cwd=folder, GOBIN=str(folder), GOFLAGS="-mod=mod")
    options = (f"--plugin=protoc-gen-go={plugin}", "--go_opt=module=meiji-arena", f"--go_out={module}")
    generated(BUNDLED, module, *options)
    required = f"module meiji-arena\n\ngo 1.23\n\nrequire google.golang.org/protobuf {GO_PROTOBUF}\n"
    (module / "go.mod").write_text(required, "utf-8")
    needed(compiler, "mod", "tidy", cwd=module)
    compiled(compiler, "build", "./...", cwd=module)
    assert len(list((module / "arena" / "v1").glob("*.pb.go"))) == len(FILES)


def test_java():
    once("java", _java)


def _java(folder: Path) -> None:
    compiler = program("javac")
    library = fetched("protobuf-java.jar", f"{MAVEN}/protobuf-java/4.{RELEASE}/protobuf-java-4.{RELEASE}.jar")
    generated(protoc(), folder / "made", f"--java_out={folder / 'made'}")
    made = sorted((folder / "made" / "meiji" / "arena" / "v1").glob("*.java"))
    compiled(compiler, "-nowarn", "-proc:none", "-d", folder / "classes", "-cp", library, *made, cwd=folder)


def test_rust():
    once("rust", _rust)


def _rust(folder: Path) -> None:
    compiler = program("cargo")
    manifest = (
        '[package]\nname = "protos"\nversion = "0.0.0"\nedition = "2021"\n\n'
        f'[dependencies]\nprost = "{PROST}"\n\n'
        f'[build-dependencies]\nprost-build = {{ version = "{PROST}", default-features = false }}\n'
    )
    build = (
        "fn main() -> std::io::Result<()> {\n"
        '    let root = std::path::PathBuf::from(std::env::var("PROTOS").unwrap());\n'
        '    let listed = std::fs::read_dir(root.join("arena/v1"))?;\n'
        "    let files: Vec<_> = listed.map(|entry| entry.unwrap().path()).collect();\n"
        "    prost_build::compile_protos(&files, &[root])\n}\n"
    )
    library = 'include!(concat!(env!("OUT_DIR"), "/arena.v1.rs"));\n'
    (folder / "src").mkdir(exist_ok=True)
    for name, text in (("Cargo.toml", manifest), ("build.rs", build), ("src/lib.rs", library)):
        (folder / name).write_text(text, "utf-8")
    needed(compiler, "fetch", cwd=folder)
    environment = {"PROTOC": str(protoc()), "PROTOS": str(PROTOS)}
    os.utime(folder / "build.rs")  # cargo does not know that the protos are read there
    compiled(compiler, "check", "--offline", cwd=folder, **environment)


def test_typescript():
    once("typescript", _typescript)


def _typescript(folder: Path) -> None:
    packages = ("@bufbuild/protobuf@2.16.0", "@bufbuild/protoc-gen-es@2.16.0", "typescript@5.9.3")
    npm, tools = program("npm"), folder / "node_modules" / ".bin"
    if not tools.exists():
        quiet = ("--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error")
        needed(npm, "install", "--prefix", folder, *quiet, *packages, cwd=folder)
    made = folder / "made"
    plugin = f"--plugin=protoc-gen-es={tools / 'protoc-gen-es'}"
    generated(BUNDLED, made, plugin, "--es_opt=target=ts", f"--es_out={made}")
    strict = ("--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext")
    compiled(tools / "tsc", *strict, *sorted(made.rglob("*.ts")), cwd=folder)


def test_csharp():
    """Generated everywhere, compiled where dotnet is."""
    once("csharp-compiled" if shutil.which("dotnet") else "csharp", _csharp)


def _csharp(folder: Path) -> None:
    made = folder / "made"
    generated(protoc(), made, f"--csharp_out={made}")
    assert len(list(made.glob("*.cs"))) == len(FILES)
    assert all("namespace MeijiArena.V1" in path.read_text("utf-8") for path in made.glob("*.cs"))
    dotnet = shutil.which("dotnet")
    if dotnet is None:
        return
    project = (
        '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup>'
        f'<ItemGroup><PackageReference Include="Google.Protobuf" Version="3.{RELEASE}" /></ItemGroup></Project>\n'
    )
    (made / "protos.csproj").write_text(project, "utf-8")
    needed(dotnet, "restore", cwd=made)
    compiled(dotnet, "build", "--no-restore", "--nologo", cwd=made)
