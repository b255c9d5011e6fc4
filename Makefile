# Everything starts here; `make help` lists it. Each target sets up .venv by itself when that is missing or stale.
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help book serve lab notebooks homework test portable lint bench requirements vendor clean

# The first Python on this machine that is 3.11 to 3.13; `make PYTHON=...` names another.
FITS := import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3 python; do \
	if $$p -c '$(FITS)' 2>/dev/null; then echo $$p; break; fi; done)
unexport MPLBACKEND PYTHONDONTWRITEBYTECODE  # the notebooks draw inline; what is compiled is kept

BIN := .venv/bin
READY := .venv/.ready
SITE := _build/html/.built
LITE := lite/static/pyodide/pyodide-lock.json
DIST := .venv/.dist
SOURCES := _config.yml _toc.yml $(wildcard book/* homework/release/* lite/*.* extensions/*.* extensions/vendor/*) $(shell find book/_static book/_templates -type f 2>/dev/null)
LIBRARY := README.md tools/npm.py $(wildcard lite/*.*) $(shell find perceptron_lib -name '*.py' -o -name '*.js' -o -name '*.css')

help:  ## list the commands
	@awk -F':.*## ' '/^[a-z]+:.*## / {printf "  make %-14s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

# A new virtual environment whenever a pin or pyproject.toml changed. uv installs in seconds; should it fail, pip.
$(READY): requirements.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "This book needs Python 3.11, 3.12 or 3.13, and none was found."; exit 1; }
	rm -rf .venv
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "$$(grep '^uv==' requirements.txt)" \
		&& $(BIN)/uv pip install --compile-bytecode --python $(BIN)/python -r requirements.txt \
		|| $(BIN)/python -m pip install -r requirements.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

# Whether the site serves all of Pyodide itself: `make book PYODIDE_DIST=folder`, with a folder that holds its release.
$(DIST): $(READY) $(shell echo '$(PYODIDE_DIST)' | cmp -s - .venv/.dist || echo always)
	@echo '$(PYODIDE_DIST)' > $@

.PHONY: always
always:

# Python for the browser, with this library in it.
$(LITE): $(READY) $(DIST) $(LIBRARY)
	$(BIN)/python -m lite.pyodide $(if $(PYODIDE_DIST),"$(PYODIDE_DIST)")

$(SITE): $(READY) $(SOURCES) $(LITE)
	rm -rf _build  # else pages of renamed chapters would stay
	$(BIN)/jupyter-book build -W -n --keep-going .
	touch $@

book: $(SITE)  ## build the website into _build/html
	@echo "The book is in _build/html; 'make serve' shows it."

serve: $(SITE)  ## build the website, serve it on this machine, print its address (PORT=8000)
	$(BIN)/python -u -m http.server $(or $(PORT),8000) --bind 127.0.0.1 --directory _build/html

lab: $(READY)  ## open the chapters in JupyterLab
	$(BIN)/jupyter trust book/*.ipynb  # else JupyterLab shows no stored picture
	$(BIN)/jupyter lab --notebook-dir=book

notebooks: $(READY)  ## re-run every chapter and store its outputs
	$(BIN)/python tools/notebooks.py

homework: $(READY)  ## make the students' notebooks from the authors' files
	$(BIN)/python -m homework build

test: $(SITE)  ## run every test; installs a browser where there is none
	$(BIN)/python -m tests.browser
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n auto --dist loadscope --no-loadscope-reorder  # the long ones come first

portable: $(READY)  ## run the chapters, the library's tests and the sets' solutions as other processors would
	$(BIN)/python -m tools.portable

lint: $(READY)  ## format the code and check its style and types
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/mypy

bench: $(SITE)  ## time the library, the pages, the grader and JupyterLite, and hold Novikoff's bound against 30,000 runs
	$(BIN)/python -m benchmarks.speed --write
	$(BIN)/python -m benchmarks.separation --write
	$(BIN)/python -m benchmarks.multiclass --write
	$(BIN)/python -m benchmarks.bound --write
	$(BIN)/python -m benchmarks.live --write
	$(BIN)/python -m benchmarks.pages --write
	$(BIN)/python -m benchmarks.grading --write
	$(BIN)/python -m benchmarks.lite --write

requirements: $(READY)  ## recompile requirements.txt from pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --fork-strategy fewest --python-version 3.11 --all-extras \
		--custom-compile-command "make requirements" pyproject.toml -o requirements.txt

vendor: $(READY)  ## fetch KaTeX, and make the site's font of icons
	$(BIN)/python -m tools.vendor

clean:  ## remove what was built
	rm -rf _build .venv
