# Every target sets up what it needs in .venv. PYTHON may name another interpreter (3.11 or later).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: help venv run hostile test screenshots webbench soak check format bench proto dist arenabench golden map lock clean
.DEFAULT_GOAL := help

help: ## what can be done
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# uv installs about ten times faster than pip; it comes from PyPI like everything else.
$(STAMP): pyproject.toml Makefile requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Meiji Arena needs Python 3.11 or later; $(PYTHON) is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "Could not make a virtual environment in $(VENV). On Debian: apt-get install python3-venv"; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check "uv>=0.8" || { echo "Could not install uv from PyPI: is the package index reachable?"; exit 1; }
	@$(BIN)/uv pip install --quiet --python $(BIN)/python -c requirements.lock -e '.[server]' --group test --group check --group proto --group dist
	@touch $(STAMP)

venv: $(STAMP) ## set up .venv

run: $(STAMP) ## start the whole arena, with a demo season going (Ctrl-C stops it)
	@$(BIN)/arena up

# Continuous integration (CI is set) must not pass without the browser tests; elsewhere it is told that they are skipped.
test: $(STAMP) ## every test (installs Chromium where it can)
	@tools/chromium >/dev/null || { test -z "$$CI" && echo "The browser tests (tests/browser) are skipped."; }
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal

screenshots: $(STAMP) ## pictures of every page into docs/images (installs Chromium where it can)
	@tools/chromium >/dev/null
	@$(BIN)/python -m tests.browser.pictures

webbench: $(STAMP) ## measure the site over 200,000 matches, beside a bare page
	@$(BIN)/python -m bench.web

soak: $(STAMP) ## MATCHES back-to-back matches (default 2000) under faults, for MINUTES at least
	@$(BIN)/python -m tests.faults.soak --matches $(or $(MATCHES),2000) --minutes $(or $(MINUTES),0) --seed $(or $(SEED),1)

hostile: $(STAMP) ## MESSAGES hostile messages (default 1,000,000) against a running arena
	@$(BIN)/python -m tests.faults.hostile --messages $(or $(MESSAGES),1000000) --minutes $(or $(MINUTES),5)

check: $(STAMP) ## lint, types, import directions, generated code, known holes in dependencies
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache | tail -n 8
	@PYTHON=$(BIN)/python tools/proto check
	@$(BIN)/python -m tools.audit

proto: $(STAMP) ## make arena/v1 from proto/ anew
	@PYTHON=$(BIN)/python tools/proto make

format: $(STAMP) ## put the code in shape
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

# Peers get an environment of their own: they bring a gigabyte along, and versions that must not touch ours.
bench: $(STAMP) ## measure the engine beside its peers (installs the peers)
	@test -x .venv-peers/bin/python || $(PYTHON) -m venv .venv-peers
	@$(BIN)/uv pip install --quiet --python .venv-peers/bin/python -e .
	@$(BIN)/uv pip install --quiet --python .venv-peers/bin/python --group peers || echo "Some peers could not be installed; their rows will be missing."
	@.venv-peers/bin/python -m bench.engine

map: $(STAMP) ## write the list of modules (docs/architecture.md) and of settings (docs/settings.md) anew
	@$(BIN)/python -m tools.module_map
	@$(BIN)/python -m tools.settings_page

arenabench: $(STAMP) ## measure the whole path: workers, Redis, gateway
	@$(BIN)/python -m bench.arena

golden: $(STAMP) ## write the golden matches anew (after raising rules_version)
	@$(BIN)/python -m tests.golden.write

dist: $(STAMP) ## build the wheel into dist/
	@rm -rf build dist  # setuptools would pack what an earlier build left there
	@$(BIN)/python -m build --wheel --installer uv --outdir dist . >/dev/null && ls dist/*.whl

lock: $(VENV)/bin/uv ## pin what we ship in
	@$(BIN)/uv pip compile --quiet --universal --no-emit-index-url --all-extras --group test --group check --group proto --group dist pyproject.toml -o requirements.lock

clean: ## remove everything that was built or installed here
	@rm -rf $(VENV) .venv-peers .cache build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info
