#!/bin/sh
# All linters; each says what it found, and all of them run even when one fails.
#
#   tools/lint.sh BUILD JOBS     from the root of the tree; BUILD has compile_commands.json and the libraries
set -u
build=$1
jobs=$2
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

tidy() { # the files of the library and of the program, each with its own flags
    find src -name '*.c' | sort | xargs -P "$jobs" -n 4 clang-tidy -p "$build" --quiet 2>"$build/tidy.log"
}

static_analysis() {
    cppcheck --quiet --std=c11 --enable=warning,portability,performance --inline-suppr --error-exitcode=1 \
        --suppress=missingIncludeSystem --suppress=nullPointerOutOfMemory --suppress=normalCheckLevelMaxBranches \
        -j "$jobs" -I include -I src -DEG_HAVE_MATIO=1 src
}

run format format
run layers tools/check_layers
run symbols tools/check_symbols "$build"
run text tools/check_text
run cppcheck static_analysis
run clang-tidy tidy
exit $outcome
