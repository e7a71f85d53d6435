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
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"
rounds=${ROUNDS:-5}
limit=${LIMIT:-120}

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
        for engine in auto exact erk irk ida; do
            [ -f "$work/$engine.failed" ] || once "$1" $engine
        done
        i=$((i + 1))
    done
    name=$(basename "$1" .mo)
    echo "\"$name\",\"$(cat "$work/taken" 2>/dev/null)\",$(median "$work/auto.times"),$(median "$work/exact.times"),$(median \
        "$work/erk.times"),$(median "$work/irk.times"),$(median "$work/ida.times")" |
        awk -F, '{ best = 1e300
            for (i = 4; i <= 7; i++) if ($i != "" && $i < best) best = $i
            ratio = best < 1e300 && $3 != "" ? sprintf("%.2f", $3/best) : ""
            print $0 "," ratio }' >>"$work/auto.csv"
    tail -n 1 "$work/auto.csv" | awk -F, '{ gsub("\"", ""); printf "%-16s %-10s", $1, $2
        for (i = 3; i <= 7; i++) printf " %10s", $i == "" ? "-" : sprintf("%.1f", 1e6*$i)
        printf " %6s %s\n", $8, ($8 > 1.5 ? "SLOW" : "") }'
}

needs "$build/bench_runs"
echo '"example","auto took","auto [s]","exact [s]","erk [s]","irk [s]","ida [s]","auto/best"' >"$work/auto.csv"
printf '%-16s %-10s %10s %10s %10s %10s %10s %6s\n' 'median [us]' 'auto took' auto exact erk irk ida ratio
for model in "$root"/examples/*.mo; do
    example "$model"
done
worst=$(awk -F, '$8 + 0 > most { most = $8 + 0; name = $1 } END { gsub("\"", "", name); print most, name }' "$work/auto.csv")
demand "auto, ${worst#* }" "over the fastest engine, the largest of all examples" 1 "${worst%% *}" 1.5 >"$work/verdict"
publish auto.csv
