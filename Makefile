# The door: what a person types. CMake does the building (CMakeLists.txt), tools/setup.sh the installing.
#
#   make            the program build/elastogap and the libraries build/libelastogap.a, .so
#   make fmus       ready-made FMUs of the force laws: build/fmus/*.fmu (FMI 3.0) and build/fmus/fmi2/*.fmu
#   make pack       contact models with thirty true digits: build/pack, texts, FMUs, tables; and the errors of all tools
#   make deb        Debian's packages: build/deb/*.deb
#   make wheel      the Python package with all it needs: build/wheel/*.whl (pip install ./python installs it here)
#   make manual     the reference manual: build/manual/index.html and build/manual/markdown/README.md
#   make docs       the documentation as one static site, all it shows tried on the way: build/docs/index.html
#   make demo       installs what is missing, builds, simulates examples/ElastoGap.mo
#   make browser    the pages of --report in Chromium: clicks, keys, pixels
#   make bundle     the scripts of these pages and of the playground anew, from src/report/web and web, by node and npm
#   make web        the playground, a static site with the library as WebAssembly: build/playground/site
#   make web-check  the same, tried: its numbers against the native program's, its page in Chromium
#   make web-serve  the same, shown to this machine alone: http://127.0.0.1:8017/ (PORT=8017)
#   make check      the same set-up, then all tests
#   make firmware   a bouncing mass on a Cortex-M4 under QEMU, against the same on this machine
#   make install    PREFIX=/usr/local
#   make bench      speed, beside programs written by hand on SUNDIALS, GSL and SciPy
#   make accuracy   the tables of docs/accuracy.md and docs/sensitivities.md
#   make asan       all tests under the address and undefined-behaviour sanitizers, then a minute of fuzzing
#   make hunt       each of tools/hunt for HUNT_SECONDS: drawn inputs against independent oracles
#   make tsan       the tests with threads under the thread sanitizer
#   make lint       format, static analysis, layers, symbols, documentation
#   make format     applies the house style
#   make setup      installs what all of the above need
BUILD ?= build
PREFIX ?= /usr/local
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
FUZZ_SECONDS ?= 60
PORT ?= 8017
HUNT_SECONDS ?= 60
HUNT_CASES ?= 0
HUNT_SEED ?= 1
CMAKE_FLAGS ?=
CONFIGURE = cmake -S . -B $(BUILD) -DCMAKE_RULE_MESSAGES=OFF $(CMAKE_FLAGS)
CTEST = ctest --output-on-failure -j $(JOBS)

.PHONY: all configure build demo fmus pack deb wheel manual docs browser bundle web web-serve web-check check firmware install bench accuracy asan hunt tsan lint format setup clean
.NOTPARALLEL:

all:
	@tools/setup.sh --check build
	@$(MAKE) --no-print-directory build

# What is not found is said each time: it explains what the program then cannot do.
configure:
	@mkdir -p $(BUILD)
	@$(CONFIGURE) >$(BUILD)/configure.log 2>&1 || { cat $(BUILD)/configure.log; exit 1; }
	@grep -E '^-- .*: not (built|found)' $(BUILD)/configure.log || true

build: configure
	@echo "Building in $(BUILD)"
	@cmake --build $(BUILD) -j $(JOBS) -- --no-print-directory

demo:
	@tools/setup.sh build demo
	@$(MAKE) --no-print-directory build
	$(BUILD)/elastogap simulate examples/ElastoGap.mo --stats \
	    --plot 'mass?.s' --plot 'elastoGap?.f' --plot-file ElastoGap.svg \
	    --report ElastoGap.html
	@echo "To look at: $(CURDIR)/ElastoGap.html"

# Each is written whole or not at all.
fmus:
	@tools/setup.sh build demo
	@$(MAKE) --no-print-directory build
	@mkdir -p $(BUILD)/fmus/fmi2
	@for model in fmus/*.mo; do name=$$(basename $$model .mo); \
	    $(BUILD)/elastogap fmu $$model -o $(BUILD)/fmus/$$name.fmu && \
	    $(BUILD)/elastogap fmu $$model --fmi 2 -o $(BUILD)/fmus/fmi2/$$name.fmu || exit 1; \
	done
	@ls $(BUILD)/fmus/*.fmu $(BUILD)/fmus/fmi2/*.fmu

pack:
	@tools/setup.sh build pack
	@$(MAKE) --no-print-directory build
	@pack/make.sh $(BUILD)/elastogap $(BUILD)/pack
	@pack/closed.py
	@pack/run.py --elastogap $(BUILD)/elastogap --pack $(BUILD)/pack

deb:
	@tools/setup.sh build deb
	@tools/make_deb $(BUILD)/deb

# Made anew, so that no page of what is gone is left.
manual:
	@tools/setup.sh build demo
	@$(MAKE) --no-print-directory build
	@rm -rf $(BUILD)/manual
	@$(BUILD)/elastogap manual --output $(BUILD)/manual --examples examples

docs:
	@tools/setup.sh build test docs
	@$(MAKE) --no-print-directory build
	@/usr/bin/python3 -B tools/docs/site $(BUILD) $(BUILD)/docs

wheel:
	@tools/setup.sh build
	@$(MAKE) --no-print-directory build
	@mkdir -p $(BUILD)/wheel
	@cd python && ELASTOGAP_BUILD=$(abspath $(BUILD)) python3 -c \
	    'import elastogap_build as b, sys; print("$(BUILD)/wheel/" + b.build_wheel(sys.argv[1]))' $(abspath $(BUILD))/wheel

bundle:
	@tools/bundle report $(BUILD)/web
	@tools/bundle playground $(BUILD)/playground/packages

# Debian's emscripten looks for its packages where Debian's node does.
web:
	@tools/setup.sh build web
	@$(MAKE) --no-print-directory build
	@NODE_PATH=/usr/share/nodejs emcmake cmake -S web -B $(BUILD)/playground/core -DEG_NATIVE=$(abspath $(BUILD)) >/dev/null
	@NODE_PATH=/usr/share/nodejs cmake --build $(BUILD)/playground/core -j $(JOBS) -- --no-print-directory
	@node web/site.mjs $(BUILD)/playground/core $(BUILD)/playground/site

web-serve: web
	@node web/serve.mjs $(BUILD)/playground/site $(PORT)

web-check: web
	@tools/setup.sh build browser
	@tools/bundle report $(BUILD)/web --check
	@tools/bundle playground $(BUILD)/playground/packages --check
	@node tests/browser/core.mjs $(BUILD)/elastogap $(BUILD)/playground/core $(BUILD)/browser/core
	@node tests/browser/playground.mjs $(BUILD)/elastogap $(BUILD)/web $(BUILD)/playground/site $(BUILD)/browser/playground
	@/usr/bin/python3 -B tools/docs/site $(BUILD) $(BUILD)/browser/site --reference
	@node tests/browser/reference.mjs $(BUILD)/web $(BUILD)/browser/site

browser:
	@tools/setup.sh build browser
	@$(MAKE) --no-print-directory build
	@tools/bundle report $(BUILD)/web --check
	@tools/bundle playground $(BUILD)/playground/packages --check
	@node tests/browser/report.mjs $(BUILD)/elastogap $(BUILD)/web $(BUILD)/browser
	@echo "The playground is tried by a target of its own, which compiles the core first: make web-check"

check:
	@tools/setup.sh build test
	@$(MAKE) --no-print-directory build
	@cmake --build $(BUILD) -j $(JOBS) --target tests
	@cd $(BUILD) && $(CTEST)
	@echo "Pages of --report are tried in Chromium by a target of their own: make browser"

firmware:
	@tools/setup.sh build firmware
	@$(MAKE) --no-print-directory build
	@examples/firmware/run.sh $(BUILD)/elastogap $(BUILD)/firmware

install: build
	@cmake --install $(BUILD) --prefix $(PREFIX)

bench:
	@tools/setup.sh build bench
	@$(MAKE) --no-print-directory build
	@cmake -S bench -B $(BUILD)/bench >/dev/null
	@cmake --build $(BUILD)/bench -j $(JOBS)
	@ELASTOGAP=$(abspath $(BUILD))/elastogap BENCH_BUILD=$(abspath $(BUILD))/bench bench/run.sh
	@ELASTOGAP=$(abspath $(BUILD))/elastogap bench/engines.sh
	@ELASTOGAP=$(abspath $(BUILD))/elastogap BENCH_BUILD=$(abspath $(BUILD))/bench bench/exact.sh
	@BENCH_BUILD=$(abspath $(BUILD))/bench bench/ensemble.sh
	@ELASTOGAP=$(abspath $(BUILD))/elastogap bench/fixed.sh
	@ELASTOGAP=$(abspath $(BUILD))/elastogap BENCH_BUILD=$(abspath $(BUILD))/bench bench/fmu.sh
	@ELASTOGAP=$(abspath $(BUILD))/elastogap BENCH_BUILD=$(abspath $(BUILD))/bench bench/peers.sh
	@BENCH_BUILD=$(abspath $(BUILD))/bench bench/auto.sh
	@cmake --build $(BUILD) -j $(JOBS) --target test_prepared >/dev/null
	@ELASTOGAP=$(abspath $(BUILD))/elastogap COSTS=$(abspath $(BUILD))/test_prepared BENCH_BUILD=$(abspath $(BUILD))/bench \
		bench/gradients.sh
	@bench/demands.sh

accuracy:
	@tools/setup.sh build
	@$(MAKE) --no-print-directory build
	@cmake -S bench -B $(BUILD)/bench >/dev/null
	@cmake --build $(BUILD)/bench -j $(JOBS) --target accuracy_table sensitivity_table >/dev/null
	@$(BUILD)/bench/accuracy_table
	@$(BUILD)/bench/sensitivity_table

asan:
	@tools/setup.sh build test asan
	@CC=clang $(MAKE) --no-print-directory build BUILD=build-asan \
	    CMAKE_FLAGS="-DCMAKE_BUILD_TYPE=Debug -DEG_SANITIZE=ON -DEG_FUZZ=ON $(CMAKE_FLAGS)"
	@cmake --build build-asan -j $(JOBS) --target tests
	@cd build-asan && $(CTEST)
	@tools/fuzz.sh build-asan $(FUZZ_SECONDS)

hunt:
	@tools/setup.sh build hunt
	@$(MAKE) --no-print-directory build
	@tools/hunt/run $(BUILD)/elastogap $(HUNT_SECONDS) $(HUNT_CASES) $(HUNT_SEED)

tsan:
	@tools/setup.sh build test
	@$(MAKE) --no-print-directory configure BUILD=build-tsan \
	    CMAKE_FLAGS="-DCMAKE_BUILD_TYPE=Debug -DEG_TSAN=ON $(CMAKE_FLAGS)"
	@cmake --build build-tsan -j $(JOBS) --target thread_tests
	@cd build-tsan && $(CTEST) -L threads

lint:
	@tools/setup.sh build lint
	@$(MAKE) --no-print-directory build
	@CC=clang $(MAKE) --no-print-directory configure BUILD=build-lint
	@tools/lint.sh $(BUILD) build-lint $(JOBS)

format:
	@find include src tests bench examples -name '*.[ch]' | xargs clang-format -i

setup:
	@tools/setup.sh build demo test hunt asan lint

clean:
	@rm -rf build build-asan build-tsan build-lint
