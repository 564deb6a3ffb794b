# Everything a newcomer needs: `make demo` to try it, `make test` to check it, `make run` to serve a real bot.
.DEFAULT_GOAL := help
PYTHON ?= python3
export OMP_NUM_THREADS := 1

# uv from the PATH if there is one, else our own copy under .tools
UV := $(shell command -v uv 2>/dev/null || echo .tools/bin/uv)

.PHONY: help setup demo run test check format lint types floors words bench bench-search chaos soak clean

help:                ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 14

.tools/bin/uv:
	$(PYTHON) .ci/bring_uv.py .tools

.venv/.ready: pyproject.toml uv.lock | $(UV)
	$(UV) sync --locked --quiet
	@touch $@

setup: .venv/.ready  ## make the virtual environment

demo: setup          ## talk to Shoal in the browser: no token, nothing to configure
	.venv/bin/shoal demo

run: setup           ## serve the bot whose BOT_TOKEN stands in .env
	.venv/bin/shoal serve

test: setup          ## run the tests
	.venv/bin/pytest -n auto --maxprocesses 4 --dist worksteal

check: setup format lint types floors test  ## all that must be green before a commit

format: setup        ## put the code in its usual form
	.venv/bin/ruff format --quiet .
	.venv/bin/ruff check --quiet --fix-only .

lint: setup          ## ruff
	.venv/bin/ruff check .

types: setup         ## mypy, strict
	.venv/bin/mypy

floors: setup        ## who may import whom
	.venv/bin/lint-imports --no-cache

bench: setup         ## measure and write docs/benchmarks.md
	$(UV) sync --locked --quiet --group bench
	.venv/bin/python -m tests.bench

chaos: setup         ## thousands of conversations while everything fails: SEED, CONVERSATIONS, DATABASE, WORKERS
	.venv/bin/python -m tests.chaos

bench-search: setup  ## measure the search alone, with a million titles too, and put it into docs/benchmarks.md
	$(UV) sync --locked --quiet --group bench
	BENCH_SIZES=$${BENCH_SIZES:-100000,1000000} .venv/bin/python -m tests.bench.search

soak: setup          ## talk for SOAK_MINUTES and see whether memory, files or tables grow
	.venv/bin/python -m tests.chaos.soak

words: setup         ## bring every catalogue up to date with the sentences in bot/screens
	.venv/bin/pybabel -q extract -k say -k label -k count:1,2 -k count_label:1,2 --no-location --sort-output \
		--project=Shoal --copyright-holder="the Shoal founders" -o locales/shoal.pot bot/screens
	for po in locales/*/LC_MESSAGES/shoal.po; do \
		l=$$(echo $$po | cut -d/ -f2); .venv/bin/pybabel -q update -N --ignore-pot-creation-date -D shoal -i locales/shoal.pot -d locales -l $$l; done

clean:               ## remove what was built
	rm -rf .venv .tools .pytest_cache .mypy_cache .ruff_cache .hypothesis
