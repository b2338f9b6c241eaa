# The whole developer interface. Every target sets up what it needs; CONTRIBUTING.md explains them.
# It needs Python 3.11 or newer, Git and make; the rest is brought by scripts/setup.py.

DATA ?= ../shared/data
ARGS ?=
DATABASE ?=

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p && break; done)
ifeq ($(PYTHON),)
$(error Proofroom needs Python 3.11 or newer on the path, and found none)
endif

SETUP := $(PYTHON) scripts/setup.py
VENV := .venv/bin/

.PHONY: up demo test check coverage bench bench-check conformance chaos attack docs lock clean

up: ## start the studio; ARGS are passed on
	@$(SETUP) run ui
	@exec $(VENV)proofroom up $(ARGS)

demo: ## the whole loop once, headless, then exit
	@$(SETUP) run ui
	@exec $(VENV)proofroom demo $(ARGS)

test: ## every check and every test
	@$(SETUP) dev ui browser
	@$(VENV)python scripts/suite.py $(ARGS)

coverage: ## the Python tests with coverage, as a page in .cache/coverage
	@$(SETUP) dev ui
	@$(VENV)python -m pytest -q -n2 --dist=loadfile --cov --cov-report=term:skip-covered --cov-report=html:.cache/coverage $(ARGS)

check: ## format, lint, types, imports, architecture: seconds
	@$(SETUP) dev
	@$(VENV)python scripts/check.py

bench: ## measure against the targets; ARGS name measurements
	@$(SETUP) dev
	@$(VENV)python -m bench.run $(ARGS)

bench-check: ## measure, and fail where a figure is half as large again as in bench/kept.json
	@$(SETUP) dev
	@$(VENV)python -m bench.run --check $(ARGS)

conformance: ## run the suites found under DATA
	@$(SETUP) dev
	@$(VENV)python scripts/conformance.py $(DATA)

chaos: ## kill the studio 200 times in the middle of its work
	@$(SETUP) dev
	@PROOFROOM_TEST_KILLS=200 $(VENV)python -m pytest tests/chaos -q $(ARGS)

attack: ## attack a studio on loopback as a stranger would; ARGS name cases, DATABASE=postgres the other database
	@$(SETUP) dev ui
	@PROOFROOM_TEST_DATABASE=$(DATABASE) PROOFROOM_TEST_KILLS=200 PROOFROOM_TEST_CASES=30 $(VENV)python -m pytest tests/attack -q $(if $(ARGS),-k "$(ARGS)")

docs: ## write the generated reference pages
	@$(SETUP) dev
	@$(VENV)python scripts/reference.py

lock: ## resolve the dependencies anew into requirements/
	@$(SETUP) dev
	@$(VENV)python scripts/lock.py $(ARGS)

clean: ## remove what was made here, but not the data folder
	rm -rf .venv .cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage* htmlcov dist build
	rm -rf src/proofroom/ui web/node_modules bench/results
	find src tests scripts bench -name __pycache__ -type d -prune -exec rm -rf {} +
