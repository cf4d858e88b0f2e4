# Development commands; `make help` lists them.
#
# All targets work on a machine that has only make and Python 3.11 or newer; what else they need goes into `.venv`.

# The first of these that is new enough; `make PYTHON=…` names another one.
PYTHON = $(shell for each in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$each && break; done)

# Compiled modules are kept: the tests start many processes.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run test coverage lint bench faults clean installed

help: ## List these targets.
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

run: installed ## Run Intake with everything it needs: PORT (8000) is its port, LOCAL_DIR (.local) holds its state.
	@exec .venv/bin/python -m local --with-parent

test: installed ## Run the tests: ARGS are pytest's, as in make test ARGS="tests/cases/matters -x".
	@exec .venv/bin/python -m pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder $(ARGS)

# Of the features and what they build on: tests of whole processes would double the time and add next to nothing.
COVERED = tests/core tests/accounts tests/cases tests/messaging tests/portal tests/operations

coverage: installed ## Report the lines and branches that tests run: COVERED are their folders. Takes 1.4 times as long.
	@.venv/bin/coverage erase
	@.venv/bin/coverage run -m pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder $(COVERED)
	@.venv/bin/coverage combine --quiet && .venv/bin/coverage report

lint: installed ## Check style and types.
	@.venv/bin/ruff check .
	@.venv/bin/mypy

bench: installed ## Measure the speed of Intake, each time against a yardstick in the same run.
	@exec .venv/bin/python -m bench

faults: installed ## Kill the worker, Redis and Postgres 131 times while events flow; takes about ten minutes.
	@exec .venv/bin/python -m tests.faults $(SEED)

clean: ## Remove everything that make can make again; LOCAL_DIR, which holds data, stays.
	@rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage*
	@find . -name __pycache__ -not -path './.local*' -prune -exec rm -rf {} +

# Brings `.venv` up to date, which takes a moment when there is nothing to do.
installed:
	@python="$(PYTHON)"; if [ -z "$$python" ]; then \
		echo "Intake needs Python 3.11 or newer, and no python3 of that age is on the PATH." >&2; exit 1; fi; \
	exec $$python -I local/install.py
