#!/bin/sh
# What `auto` takes beside the best engine, on every example: processor time of a run in memory, in turns.
#
#     bench/auto.sh
#
# Environment:  BENCH_BUILD   where the bench programs are  (build/bench)
#               ROUNDS        turns of each                 (5)
#               LIMIT         seconds that one may take     (120)
#
# An engine that refuses an example, or fails on it, has no time; `fixed`, which has an error of its own, takes no part.
# The table is also written to bench/results/auto.csv.
set -eu
LC_ALL=C
export LC_ALL
root=$(cd "$(dirname "$0")/.." && pwd)
build=${BENCH_BUILD:-$root/build/bench}
rounds=${ROUNDS:-5}
limit=${LIMIT:-120}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

json() { # KEY: of the line of JSON on standard input
    tr ',{}' '[\n*]' | sed -n "s/^ *\"$1\" *: *\"\\{0,1\\}\\([^\"]*\\)\"\\{0,1\\} *\$/\\1/p" | head -n 1
}

median() {
    [ -f "$1" ] || return 0
    sort -g "$1" | awk '{ x[NR] = $1 } END { print x[int((NR + 1)/2)] }'
}

once() { # MODEL ENGINE
    if timeout "$limit" "$build/bench_runs" "$1" "$2" 0 0 1 >"$work/line" 2>/dev/null; then
        json seconds <"$work/line" >>"$work/$2.times"
        [ "$2" != auto ] || json engine <"$work/line" >"$work/taken"
    else
        : >"$work/$2.failed"
    fi
}

example() { # MODEL
    rm -f "$work"/*.times "$work"/*.failed
    i=0
    while [ "$i" -lt "$rounds" ]; do
        for engine in auto exact erk ida; do
            [ -f "$work/$engine.failed" ] || once "$1" $engine
        done
        i=$((i + 1))
    done
    name=$(basename "$1" .mo)
    echo "\"$name\",\"$(cat "$work/taken" 2>/dev/null)\",$(median "$work/auto.times"),$(median "$work/exact.times"),$(median \
        "$work/erk.times"),$(median "$work/ida.times")" |
        awk -F, '{ best = 1e300
            for (i = 4; i <= 6; i++) if ($i != "" && $i < best) best = $i
            ratio = best < 1e300 && $3 != "" ? sprintf("%.2f", $3/best) : ""
            print $0 "," ratio }' >>"$work/auto.csv"
    tail -n 1 "$work/auto.csv" | awk -F, '{ gsub("\"", ""); printf "%-16s %-10s", $1, $2
        for (i = 3; i <= 6; i++) printf " %10s", $i == "" ? "-" : sprintf("%.1f", 1e6*$i)
        printf " %6s %s\n", $7, ($7 > 1.5 ? "SLOW" : "") }'
}

[ -x "$build/bench_runs" ] || { echo "bench: $build/bench_runs does not exist: run make bench" >&2; exit 1; }
echo '"example","auto took","auto [s]","exact [s]","erk [s]","ida [s]","auto/best"' >"$work/auto.csv"
printf '%-16s %-10s %10s %10s %10s %10s %6s\n' 'median [us]' 'auto took' auto exact erk ida ratio
for model in "$root"/examples/*.mo; do
    example "$model"
done
mkdir -p "$root/bench/results"
mv "$work/auto.csv" "$root/bench/results/auto.csv"
echo "written to bench/results/auto.csv"
