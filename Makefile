# Set-up is two commands: `make open` and `make test`. Each makes the environment it needs;
# `make setup` makes it and does nothing else.
FILE ?= README.md
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: open setup test lint bench prompts faults kills bench-identity bench-stopping picture clean

open: $(VENV)/.installed
	@$(BIN)/workbench open $(FILE)

setup: $(VENV)/.installed

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -q -n 2

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.installed-dev bench-identity bench-stopping
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/keys.py
	$(BIN)/python benchmarks/editor_keys.py
	$(BIN)/python benchmarks/memory.py
	$(BIN)/python benchmarks/rounds.py
	$(BIN)/python benchmarks/cost.py --short
	$(BIN)/python benchmarks/one_round.py
	$(BIN)/python benchmarks/report.py
	$(BIN)/python benchmarks/tagline_board.py
	$(BIN)/python benchmarks/coverage.py
	$(BIN)/python benchmarks/replay.py

prompts: $(VENV)/.installed-dev
	PYTHONPATH=tests $(BIN)/python -m content.assembled_prompts

faults: $(VENV)/.installed-dev
	PYTHONPATH=tests $(BIN)/python -m providers.faults_page

kills: $(VENV)/.installed-dev
	PYTHONPATH=tests $(BIN)/python -m e2e.kills --kills 1000

bench-identity: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/identity.py

bench-stopping: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/stopping.py

picture: $(VENV)/.installed-dev
	PYTHONPATH=tests $(BIN)/python -m support.picture docs/images/review.svg

$(VENV)/bin/python:
	@if command -v uv >/dev/null 2>&1; then uv venv --quiet $(VENV); \
	elif $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then \
	  $(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
	    echo "Python has no ensurepip: install python3-venv (Debian, Ubuntu: apt install python3-venv) and run make again."; \
	    exit 1; }; \
	  $(PYTHON) -m venv $(VENV); \
	else echo "Workbench needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; fi

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	@echo "Setting up $(VENV): once, and for about half a minute"
	@if command -v uv >/dev/null 2>&1; then uv pip install --quiet --python $(BIN)/python -e .; \
	else $(BIN)/python -m pip install --quiet --disable-pip-version-check -e .; fi
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed pyproject.toml
	@if command -v uv >/dev/null 2>&1; then uv pip install --quiet --python $(BIN)/python --group dev; \
	else $(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1' \
	  && $(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev; fi
	@touch $@

clean:
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
