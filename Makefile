# Every command of the project. `make test` and `make report` each work on a fresh clone: whatever
# they need is installed into .venv first, from requirements.lock, and again when that changes.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

# What `make simulate` plays; for example: make simulate PLAYERS=2,3 GAMES=1e6 OUT=data/large
# What is not given is as `gah simulate --help` says.
RULES   ?=
PLAYERS ?=
POLICY  ?=
GAMES   ?=
SEED    ?=
WORKERS ?=
OUT     ?=

# What `make batch` plays: a file, or a plan that comes with the suite
PLAN ?= quick

CORES ?= auto

# Anything else for the command behind a target; for example: make test ARGS="-k emperor"
ARGS ?=

PACKAGES := model simulate analysis reports

# Python saves its compiled modules, whatever the environment says: without it every
# process of a test or a report would compile some thousand of them again (seconds, each time).
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install test test-long check docs wheel format report report-full simulate batch bench verify records validate mutate play lock clean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

install: $(STAMP) ## Create .venv and install the pinned dependencies (done by the others when needed)

$(BIN)/python:
	@test "$$(uname -sm)" != "Darwin x86_64" || { \
	  echo "The pinned dependencies have no wheels for Intel Macs (numba, llvmlite, cryptography); use the Dockerfile." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Python 3.11 or newer is needed, but '$(PYTHON)' is $$($(PYTHON) --version 2>/dev/null || echo missing); name another with: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "'$(PYTHON)' cannot create virtual environments; install its venv module (Debian, Ubuntu: apt install python3-venv)." >&2; exit 1; }
	@echo "Creating $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV)

# uv fetches and unpacks in parallel, five times as fast as pip; where it finds no way to the index
# (it does not read pip's settings), pip does the work. Wheels only: a source build would fetch build
# tools that the lock does not pin. Not compiled ahead: most modules are never imported, and Python
# compiles the others on first use.
PIP     = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
UV      = $(BIN)/uv pip install --quiet --python $(BIN)/python --system-certs
LOCKED := --only-binary :all: --require-hashes

$(STAMP): requirements.lock requirements-uv.lock pyproject.toml | $(BIN)/python
	@echo "Installing the dependencies from requirements.lock (some seconds, or a minute or two by pip)"
	@$(PIP) $(LOCKED) -r requirements-uv.lock
	@$(UV) $(LOCKED) -r requirements.lock || { \
	  echo "uv could not install them; trying pip" >&2; $(PIP) $(LOCKED) -r requirements.lock; }
	@echo "Installing this project into $(VENV)"
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

# A file's tests stay together, because many share what a fixture made; the order of files is that
# of tests/pacing.py.
test: install ## Run the tests (CORES at a time; default: all)
	@$(BIN)/python -m simulate.compiling.ahead
	@echo "Running the tests, $(CORES) cores at a time (those that take long: make test-long)"
	@$(BIN)/python -m pytest -n $(CORES) --dist loadfile --no-loadscope-reorder $(ARGS)

test-long: install ## Run all tests, also the long ones, with more examples for each property
	@$(BIN)/python -m simulate.compiling.ahead
	@$(BIN)/python -m pytest -m "long or not long" --hypothesis-profile=long $(ARGS)

check: install ## Check format, style, types, the direction of imports, and that every rule has its test
	@bash -n .ci/run
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m tests.tracing
	@$(BIN)/python -m tests.records
	@$(MAKE) --no-print-directory docs

# A link that leads nowhere, a page in no list and a docstring that cannot be read are errors.
docs: install ## Build the documents as a site: build/docs/index.html
	@$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --jobs auto docs build/docs

# An installed suite has no tests: an index of which test proves which clause goes into the wheel.
wheel: install ## Build an installable wheel, with the records that reports quote: dist/
	@$(BIN)/python -m tests.tracing --out verification/tests_index.json
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
	  --wheel-dir dist .
	@rm -rf build/lib build/bdist.* verification/tests_index.json

format: install ## Format the code and apply safe fixes
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

report: install ## Simulate what the report needs and write its pages
	@$(BIN)/gah report $(ARGS)

# Takes hours; it continues where it was stopped.
report-full: install ## The same with more games, 2 to 4 players and each module by itself
	@$(BIN)/gah report --full $(ARGS)

simulate: install ## Play games and record them (RULES, PLAYERS, POLICY, GAMES, SEED, WORKERS, OUT)
	@$(BIN)/gah simulate $(foreach one,$(RULES),--rules "$(one)") $(if $(PLAYERS),--players "$(PLAYERS)") \
	  $(foreach one,$(POLICY),--policy "$(one)") $(if $(GAMES),--games "$(GAMES)") \
	  $(if $(SEED),--seed "$(SEED)") $(if $(WORKERS),--workers "$(WORKERS)") \
	  $(if $(OUT),--out "$(OUT)") $(ARGS)

batch: install ## Play the games of a plan and ask its questions (PLAN: a file, quick, editions, modules, overnight)
	@$(BIN)/gah batch "$(PLAN)" $(if $(OUT),--out "$(OUT)") $(if $(WORKERS),--workers "$(WORKERS)") $(ARGS)

bench: install ## Measure how fast games are played on this machine, and a reference engine
	@$(BIN)/python -c 'import pyspiel' 2>/dev/null || $(PIP) $(LOCKED) -r requirements-bench.lock \
	  || echo "The reference engine cannot be installed here; continuing without it." >&2
	@$(BIN)/gah check bench $(ARGS)

verify: install ## Test rules and recorded games at length; the records go to verification/
	@$(BIN)/gah check verify --out verification/verify.txt $(ARGS)
	@$(BIN)/gah rules gaps --counts verification/verify.json --examples verification/gaps
	@$(BIN)/python -m tests.longrun --out verification/tests.txt

# Records of today's rules and players are left alone; it continues where it was stopped.
records: install ## Renew the records in verification/ that are out of date (some: ARGS=verify)
	@$(BIN)/python -m tests.records --renew $(ARGS)

validate: install ## Check that the statistics do what they claim (verification/validation.txt)
	@$(BIN)/gah check validate --deals 1000 --out verification/validation.txt $(ARGS)

# All of it takes an hour or more; a sample: make mutate ARGS="--sample 100 --seed 2"
mutate: install ## Change the rules one thing at a time; do the tests notice? (verification/mutation_*.txt)
	@$(BIN)/python -m tests.mutation $(ARGS)

play: install ## Play a game in the terminal
	@$(BIN)/gah play $(ARGS)

PIN = $(BIN)/uv pip compile --universal --python-version 3.11 --only-binary :all: --generate-hashes \
  --no-emit-index-url --no-header --no-annotate --no-config --system-certs --quiet

# Existing pins stay; `make lock ARGS=--upgrade` renews them. Hashes cover every platform and
# Python version, and no index address is written to the files. The reference engine's has only what
# is not installed anyway.
lock: | $(BIN)/python ## Pin all dependencies again, with hashes, from pyproject.toml (ARGS=--upgrade renews them)
	@test -x $(BIN)/uv || $(PIP) $(LOCKED) -r requirements-uv.lock
	@$(PIN) pyproject.toml --extra dev --extra docs --output-file requirements.lock $(ARGS)
	@$(PIN) pyproject.toml --extra bench --constraint requirements.lock --output-file requirements-bench.lock \
	  $$(sed -n 's/==.*//; s/^[^ #]/--no-emit-package &/p' requirements.lock)
	@echo uv | $(PIN) - --output-file requirements-uv.lock $(ARGS)

clean: ## Remove .venv, caches and build output (recorded games in data/ stay)
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@for folder in $(PACKAGES) tests; do \
	  if [ -d $$folder ]; then find $$folder -name __pycache__ -type d -prune -exec rm -rf {} +; fi; done
