#!/bin/sh
# Runs every fuzz target of a build for some seconds, from the seed corpus and with a fixed seed. What
# the fuzzer finds and learns is kept outside the tree.
#
#   tools/fuzz.sh BUILD SECONDS
set -eu
build=$1
seconds=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for target in "$build"/fuzz_*; do
    [ -x "$target" ] || continue
    name=$(basename "$target")
    mkdir -p "$work/$name"
    # An input that takes longer than 10 s or more than 2 GB is a bug as well.
    if ! "$target" -max_total_time="$seconds" -seed=20 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$work/" "$work/$name" tests/corpus >"$work/log" 2>&1; then
        tail -60 "$work/log"
        for artifact in "$work"/crash-* "$work"/timeout-* "$work"/oom-* "$work"/leak-*; do
            [ ! -f "$artifact" ] || { trap - EXIT; echo "The input that failed: $artifact"; }
        done
        echo "$name: FAILED"
        exit 1
    fi
    grep -E 'number_of_executed_units|peak_rss_mb' "$work/log" || true
    echo "$name: $seconds s, nothing found"
done
