#!/bin/sh
# Ensembles beside loops over single runs of erk: processor time per instance at a known true error.
#
#     bench/ensemble.sh
#
# Environment:  BENCH_BUILD   where the bench programs are  (build/bench)
#               SETS          bouncing masses               (100000)
#               VALVES        relief valves                 (30720)
#
# Processor time, not wall time, so that neighbours on the machine do not show; the gain of two threads is the
# ratio of wall times, and needs a quiet machine: the same work in two processes shows what the machine allows.
# The table is also written to bench/results/ensemble.csv.
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"
cd "$work"
echo '"case","quantity","unit","value","ratio","budget","verdict"' >ensemble.csv

# row CASE QUANTITY UNIT VALUE [RATIO [BUDGET]]
row() {
    verdict=
    [ $# -lt 6 ] || verdict=$(awk -v a="$5" -v b="$6" 'BEGIN { print (a + 0 >= b + 0) ? "ok" : "BELOW" }')
    printf '%-16s %-44s %-4s %10s %8s %6s %s\n' "$1" "$2" "$3" "$4" "${5:-}" "${6:-}" "$verdict"
    echo "\"$1\",\"$2\",\"$3\",$4,${5:-},${6:-},\"$verdict\"" >>ensemble.csv
}

of() { # KEY
    awk -v key="$1" '$1 == key { print $2 }' out.txt
}

ratio() { # KEY KEY
    awk -v a="$(of "$1")" -v b="$(of "$2")" 'BEGIN { printf "%.2f", a/b }'
}

bench() { # LABEL CASE SETS SINGLES
    "$build/bench_ensemble" "$2" "$3" "$4" >out.txt
    row "$1" "loop over single erk runs" us "$(of loop_cpu_us)"
    row "$1" "  error of a sample" "" "$(of loop_error)"
    row "$1" "ensemble, erk, $(of erk_lanes) lanes, one thread" us "$(of erk_cpu_us)" \
        "$(ratio loop_cpu_us erk_cpu_us)" $5
    row "$1" "  error of the sample" "" "$(of erk_error)"
    row "$1" "ensemble, auto, one thread" us "$(of auto_cpu_us)" "$(ratio loop_cpu_us auto_cpu_us)" 5
    row "$1" "  error of the sample" "" "$(of auto_error)"
    row "$1" "two processes that share nothing, wall time" us "$(of processes_wall_us)" \
        "$(ratio auto_wall_us processes_wall_us)"
    row "$1" "two threads, wall time" us "$(of auto2_wall_us)" "$(ratio auto_wall_us auto2_wall_us)" 1.9
    row "$1" "two threads, processor time over that of one" us "$(of auto2_cpu_us)" \
        "$(ratio auto2_cpu_us auto_cpu_us)"
    row "$1" "  the same of the two processes" us "$(of processes_cpu_us)" \
        "$(ratio processes_cpu_us auto_cpu_us)"
}

bench "bouncing masses" bounce "${SETS:-100000}" 1000 ""
bench "relief valves" valve "${VALVES:-30720}" 256 5
publish ensemble.csv
