# Development commands; `make help` lists them.
#
# All targets work on a machine that has only make and Python 3.11 or newer; what else they need goes into `.venv`.

# The first of these that is new enough; `make PYTHON=…` names another one.
PYTHON = $(shell for each in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$each && break; done)

# Compiled modules are kept: the tests start many processes.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run test coverage lint bench faults races lock sbom clean tested uv

help: ## List these targets.
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

run: ## Run Intake with everything it needs: PORT (8000) is its port, LOCAL_DIR (.local) holds its state.
	@$(call install,run $(if $(DEMO_BILLING),billing))
	@exec .venv/bin/python -m local --with-parent

test: tested ## Run the tests: ARGS are pytest's, as in make test ARGS="tests/cases/matters -x".
	@exec .venv/bin/python -m pytest --numprocesses 4 --dist loadfile --no-loadscope-reorder $(ARGS)

# Of the features and what they build on: tests of whole processes would double the time and add next to nothing.
COVERED = tests/core tests/accounts tests/cases tests/messaging tests/portal tests/operations

coverage: tested ## Report the lines and branches that tests run: COVERED are their folders. Takes 1.4 times as long.
	@.venv/bin/coverage erase
	@.venv/bin/coverage run -m pytest --numprocesses 4 --dist loadfile --no-loadscope-reorder $(COVERED)
	@.venv/bin/coverage combine --quiet && .venv/bin/coverage report

lint: tested ## Check style and types.
	@.venv/bin/ruff check .
	@.venv/bin/mypy

bench: tested ## Measure the speed of Intake, each time against a yardstick in the same run.
	@exec .venv/bin/python -m bench

faults: tested ## Kill and stop every process 194 times while events flow and firms work; takes half an hour.
	@exec .venv/bin/python -m tests.faults $(SEED)

races: tested ## Run acts on the same records at the same moment: ACTS="link,merge|archive" are two sides of pairs.
	@exec .venv/bin/python -m pytest -q -s -o faulthandler_timeout=0 tests/races/races.py

lock: uv ## Write the locks and docs/licences.md, after a change of a requirements file.
	@PATH="$$PWD/.venv/uv/bin:$$PATH" .venv/bin/python -m local.lock
	@$(call install,test)
	@.venv/bin/python -m local.licences

sbom: tested ## Write what production installs as a software bill of materials: sbom.json, in CycloneDX's form.
	@.venv/bin/python -m local.sbom > sbom.json

clean: ## Remove everything that make can make again; LOCAL_DIR, which holds data, stays.
	@rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage*
	@find . -name __pycache__ -not -path './.local*' -prune -exec rm -rf {} +

# Brings `.venv` up to date with the locks of these names, which takes a moment when there is nothing to do.
install = python="$(PYTHON)"; if [ -z "$$python" ]; then \
		echo "Intake needs Python 3.11 or newer, and no python3 of that age is on the PATH." >&2; exit 1; fi; \
	$$python -I local/install.py $(1)

tested:
	@$(call install,test)

# uv, which finds the digests for `make lock`, and further versions of Python for CI.
uv: tested
	@[ -x .venv/uv/bin/uv ] || .venv/bin/python -m pip install --quiet --target .venv/uv uv==0.13.9
