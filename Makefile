# Every target sets up what it needs in .venv. PYTHON may name another interpreter (3.11 or later).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
ON_COMPILED = MEIJI_ENGINE=compiled $(BIN)/python -m pytest -q -n 2 --dist worksteal tests/golden tests/contract tests/engine

.PHONY: help venv run helm release-parts compiled escape hosted hosted-season hosted-twins hostile test test-all test-compiled test-kits screenshots webbench viewerbench soak check format bench proto dist arenabench golden map lock clean
.DEFAULT_GOAL := help

help: ## what can be done
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# uv installs about ten times faster than pip; it comes from PyPI like everything else. Unlike pip it leaves bytecode to the first start, where five
# processes would compile the same modules beside each other, and where PYTHONDONTWRITEBYTECODE is set every start would do it again.
$(STAMP): pyproject.toml Makefile requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Meiji Arena needs Python 3.11 or later; $(PYTHON) is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "Could not make a virtual environment in $(VENV). On Debian: apt-get install python3-venv"; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check "uv>=0.8" || { echo "Could not install uv from PyPI: is the package index reachable?"; exit 1; }
	@$(BIN)/uv pip install --quiet --python $(BIN)/python -c requirements.lock -e '.[server,research]' --group test --group check --group proto --group dist
	@$(BIN)/python -m compileall -qq -j 0 -x '/(numpy|open_spiel|pip|scipy|setuptools)/' $(VENV)/lib || true
	@touch $(STAMP)

venv: $(STAMP) ## set up .venv

# The first start does not wait for the compiler: the engine is compiled in the background, and used from the next start on.
run: $(STAMP) ## start the whole arena, with a demo season going (Ctrl-C stops it)
	@test "$$MEIJI_ENGINE" = plain || $(BIN)/python -m tools.compile_engine --if-possible --soon
	@$(BIN)/arena up

compiled: $(STAMP) ## compile the engine with mypyc (needs a C compiler); about twice as fast
	@$(BIN)/python -m tools.compile_engine

# Continuous integration (CI is set) must not pass without the browser tests and the compiled engine; elsewhere a line says what is skipped.
test: $(STAMP) ## every test (installs Chromium where it can)
	@tools/chromium >/dev/null || { test -z "$$CI" && echo "The browser tests (tests/browser) are skipped."; }
	@tools/sandbox || { test -z "$$CI" && echo "The tests of the sandbox (tests/sandbox) are skipped."; }
	@MEIJI_ENGINE=plain $(BIN)/python -m pytest -q -n 2 --dist worksteal
	@$(BIN)/python -m tools.compile_engine --for-tests $(if $(CI),,--if-possible)
	@if test -n "$$CI" || MEIJI_ENGINE=compiled $(BIN)/python -c 'import engine' 2>/dev/null; then \
		MEIJI_TESTS=brief $(ON_COMPILED); else echo "The tests on the compiled engine are skipped."; fi

test-compiled: $(STAMP) ## every test of the engine on its compiled build (make test runs fewer option sets there)
	@$(BIN)/python -m tools.compile_engine --for-tests
	@$(ON_COMPILED)

test-all: ## every test on every Python that is here, and a soak under faults (an hour or two)
	@tools/test-all

test-kits: $(STAMP) ## build every starter whose toolchain is here, examine it, and let them all play in a running arena
	@$(BIN)/python -m tests.bots.all_kits $(KITS)

screenshots: $(STAMP) ## pictures of every page into docs/images (installs Chromium where it can)
	@tools/chromium >/dev/null
	@$(BIN)/python -m tests.browser.pictures

webbench: $(STAMP) ## measure the site over 200,000 matches, beside a bare page
	@$(BIN)/python -m bench.web

viewerbench: $(STAMP) ## measure the viewer in a browser, beside chessground
	@tools/chromium >/dev/null
	@$(BIN)/python -m bench.viewer

soak: $(STAMP) ## MATCHES back-to-back matches (default 2000) under faults, for MINUTES at least
	@$(BIN)/python -m tests.faults.soak --matches $(or $(MATCHES),2000) --minutes $(or $(MINUTES),0) --seed $(or $(SEED),1)

escape: $(STAMP) ## every way out of the sandbox, tried in a bare process and in each sandbox: as root, as a user, under runsc
	@tools/sandbox runsc
	@$(BIN)/python -m tests.sandbox.everywhere

hosted: $(STAMP) ## hosted bots in a running arena: validation, ranking, crashes, a runner that is killed
	@tools/sandbox
	@MEIJI_ENGINE=plain $(BIN)/python -m pytest -q tests/e2e/hosted_bots.py

hosted-season: $(STAMP) ## a season of 8 hosted bots in several languages: one crashes in every third match, the runner is killed twice
	@MEIJI_ENGINE=plain $(BIN)/python -m tests.e2e.hosted_season

hosted-twins: $(STAMP) ## two copies of one hosted bot on a loaded machine: their Elo must be the same, and no match lost on time
	@MEIJI_ENGINE=plain $(BIN)/python -m bench.hosted_twins

hostile: $(STAMP) ## MESSAGES hostile messages (default 1,000,000) against a running arena
	@$(BIN)/python -m tests.faults.hostile --messages $(or $(MESSAGES),1000000) --minutes $(or $(MINUTES),5)

check: $(STAMP) ## lint, types, import directions, migrations, generated code, known holes in dependencies
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
	@$(BIN)/djlint --check --quiet web/templates || { echo "Templates are not formatted: run make format"; exit 1; }
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache | tail -n 8
	@$(BIN)/python -m tools.migrations
	@PYTHON=$(BIN)/python tools/proto check
	@$(BIN)/python -m tools.audit

proto: $(STAMP) ## make arena/v1 from proto/ again
	@PYTHON=$(BIN)/python tools/proto make

format: $(STAMP) ## put the code in shape
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format . ; $(BIN)/djlint --reformat --quiet web/templates

# Peers get a separate environment: they bring a gigabyte along, and versions that must not touch ours.
bench: $(STAMP) ## measure the engine beside its peers (installs the peers)
	@test -x .venv-peers/bin/python || $(PYTHON) -m venv .venv-peers
	@$(BIN)/uv pip install --quiet --python .venv-peers/bin/python -e .
	@$(BIN)/uv pip install --quiet --python .venv-peers/bin/python --group peers || echo "Some peers could not be installed; their rows will be missing."
	@.venv-peers/bin/python -m bench.engine

map: $(STAMP) ## write the lists of modules (docs/modules.md) and settings (docs/settings.md)
	@$(BIN)/python -m tools.module_map
	@$(BIN)/python -m tools.settings_page

arenabench: $(STAMP) ## measure the whole path: workers, Redis, gateway
	@$(BIN)/python -m bench.arena

golden: $(STAMP) ## write the golden matches again (after raising rules_version)
	@$(BIN)/python -m tests.golden.write

# The compiled wheel is for this Python and this kind of machine, and holds the source too. It is built with the tools of .venv.
dist: $(STAMP) ## build the wheel and the zip of the protos into dist/ (COMPILED=1: with the compiled engine)
	@rm -rf build dist  # setuptools would pack what an earlier build left there
ifdef COMPILED
	@$(BIN)/python -m tools.compile_engine
	@MEIJI_COMPILED=1 $(BIN)/python -m build --wheel --no-isolation --outdir dist . >/dev/null
else
	@$(BIN)/python -m build --wheel --installer uv --outdir dist . >/dev/null
endif
	@$(BIN)/python -c 'import pathlib; from arena.kits import protos_archive; pathlib.Path("dist/meiji-arena-protos.zip").write_bytes(protos_archive())'
	@ls dist/*

helm: $(STAMP) ## render the Helm chart and hold it against Kubernetes' schemas (needs Go for helm)
	@tools/helm
	@$(BIN)/python -m pytest -q tests/deploy/helm_chart.py

release-parts: $(STAMP) ## the SBOM of what we ship, and whether the image's wheels exist for amd64 and arm64
	@tools/release_parts

lock: $(VENV)/bin/uv ## pin what we ship in
	@$(BIN)/uv pip compile --quiet --universal --no-emit-index-url --all-extras --group test --group check --group proto --group dist pyproject.toml -o requirements.lock

clean: ## remove everything that was built or installed here
	@rm -rf $(VENV) .venv-peers engine/_compiled .cache build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info
