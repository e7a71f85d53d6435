#!/bin/sh
# Runs every fuzz target of a build for some seconds, from the seed corpus and with a fixed seed, all at once.
# What the fuzzer finds and learns is kept outside the tree.
#
#   tools/fuzz.sh BUILD SECONDS
set -eu
build=$1
seconds=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# An input that takes longer than 10 s or more than 2 GB is a bug as well.
fuzz() { # TARGET
    own=$work/$(basename "$1")
    mkdir -p "$own/corpus"
    "$1" -max_total_time="$seconds" -seed=20 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$own/" "$own/corpus" tests/corpus >"$own/log" 2>&1 || touch "$own/failed"
}

for target in "$build"/fuzz_*; do
    [ ! -x "$target" ] || fuzz "$target" &
done
wait

for own in "$work"/*/; do
    name=$(basename "$own")
    if [ -e "$own/failed" ]; then
        tail -60 "$own/log"
        for artifact in "$own"/crash-* "$own"/timeout-* "$own"/oom-* "$own"/leak-*; do
            [ ! -f "$artifact" ] || { trap - EXIT; echo "The input that failed: $artifact"; }
        done
        echo "$name: FAILED"
        exit 1
    fi
    grep -E 'number_of_executed_units|peak_rss_mb' "$own/log" || true
    echo "$name: $seconds s, nothing found"
done
