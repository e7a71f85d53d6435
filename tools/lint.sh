#!/bin/sh
# All linters; each says what it found, and all of them run even when one fails.
#
#   tools/lint.sh BUILD CLANG JOBS     from the root of the tree: BUILD has the libraries, CLANG need only be
#                                      configured for clang (compile_commands.json)
set -u
build=$1
clang=$2
jobs=$3
outcome=0

run() { # NAME COMMAND...
    name=$1
    shift
    if "$@"; then
        echo "$name: ok"
    else
        echo "$name: FAILED"
        outcome=1
    fi
}

sources() {
    find src include tests bench examples -name '*.[ch]' 2>/dev/null | sort
}

format() {
    sources | xargs clang-format --dry-run -Werror
}

# The files of the library and of the program, each with its own flags, the largest first; clang's warnings count
# too.
tidy() {
    find src -name '*.c' -printf '%s %p\n' | sort -rn | cut -d ' ' -f 2 |
        xargs -P "$jobs" -n 1 clang-tidy -p "$clang" --quiet 2>"$clang/tidy.log"
}

static_analysis() {
    cppcheck --quiet --std=c11 --enable=warning,portability,performance --inline-suppr --error-exitcode=1 \
        --suppress=missingIncludeSystem --suppress=nullPointerOutOfMemory --suppress=normalCheckLevelMaxBranches \
        -j "$jobs" -I include -I src -DEG_HAVE_MATIO=1 -DEG_HAVE_HDF5=1 src
}

# The Python package, by Debian's mypy where it is.
types() {
    ! command -v mypy >/dev/null || (cd python && mypy)
}

# Its rules, by npm's build of ruff where npm and the registry are.
rules() {
    command -v npm >/dev/null || return 0
    if [ ! -d "$clang/ruff/node_modules" ] && ! npm install --silent --no-audit --no-fund --prefix "$clang/ruff" \
        @astral-sh/ruff-wasm-nodejs@0.17.4 >"$clang/npm.log" 2>&1; then
        echo "ruff cannot be installed, and is left out: $clang/npm.log"
        return 0
    fi
    node tools/ruff.mjs "$clang/ruff"
}

run format format
run types types
run rules rules
run layers tools/check_layers
run names tools/check_names
run symbols tools/check_symbols "$build"
run text tools/check_text
run remedies tools/check_remedies
run cppcheck static_analysis
run clang-tidy tidy
exit $outcome
