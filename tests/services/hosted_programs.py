"""Folders of small bots in several languages, as authors hand them in: built here, since the arena builds nothing."""

import os
import shutil
import subprocess
from pathlib import Path

PYTHON = """
import os, random, sys
from arena.sdk import Bot, run

class Any(Bot):
    def choose(self, decision):
        print("chose", file=sys.stderr, flush=True)
        return random.randrange(len(decision.legal))

run(Any())
"""
NODE = """
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => console.log(Math.floor(Math.random() * JSON.parse(line).legal.length)));
"""
JAVA = """
import java.io.*;
public class Bot {
    public static void main(String[] words) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        while (in.readLine() != null) { System.out.println(0); System.out.flush(); }
    }
}
"""
CPP = """
#include <iostream>
#include <string>
int main() {
    std::string line;
    while (std::getline(std::cin, line)) std::cout << 0 << std::endl;
}
"""
GO = """
package main

import ("bufio"; "fmt"; "os")

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for { if _, err := in.ReadString('\\n'); err != nil { return }; fmt.Println(0) }
}
"""
SOURCES = {
    "python": ("bot.py", PYTHON, ["python3", "bot.py"], []),
    "node": ("bot.js", NODE, ["node", "bot.js"], []),
    "java": ("Bot.java", JAVA, ["java", "-cp", ".", "Bot"], ["javac", "Bot.java"]),
    "c++": ("bot.cpp", CPP, ["./bot"], ["g++", "-O1", "-static", "-o", "bot", "bot.cpp"]),
    "go": ("bot.go", GO, ["./bot"], ["go", "build", "-o", "bot", "bot.go"]),
}
"""By language: the file, its text, the command, how it is built."""
GO_SDK = "/usr/local/go/bin"


def missing(language: str) -> str:
    """The tool that is not on this machine; empty: the bot can be built and run."""
    *_, command, build = SOURCES[language]
    words = [*command[:1], *build[:1]]
    return next((word for word in words if not word.startswith("./") and shutil.which(word, path=_path()) is None), "")


def _path() -> str:
    return f"{os.environ['PATH']}:{GO_SDK}"


def folder(where: Path, name: str, language: str, source: str = "", version: str = "1.0") -> Path:
    """A folder with the bot and its bot.toml, built."""
    file, text, command, build = SOURCES[language]
    made = where / f"{name}-{version}"
    made.mkdir(parents=True)
    (made / file).write_text(source or text, "utf-8")
    if build:
        given = {**os.environ, "PATH": _path(), "CGO_ENABLED": "0", "HOME": os.environ.get("HOME", str(where))}
        subprocess.run(build, cwd=made, check=True, env=given, capture_output=True, timeout=300)
    protocol = "grpc" if language == "python" else "lines"
    words = ", ".join(f'"{word}"' for word in command)
    (made / "bot.toml").write_text(
        f'name = "{name}"\nversion = "{version}"\nlanguage = "{language}"\ncommand = [{words}]\nprotocol = "{protocol}"\n',
        "utf-8",
    )
    return made
