#!/bin/sh
# Ensembles beside loops over single runs of erk: processor time per instance at a known true error.
#
#     bench/ensemble.sh
#
# Environment:  BENCH_BUILD   where the bench programs are  (build/bench)
#               SETS          bouncing masses               (100000)
#               VALVES        relief valves                 (30720)
#
# Processor time, not wall time, so that neighbours on the machine do not show. What two threads gain is the ratio of
# wall times, round by round, with its median and quartiles; the same work in two processes, in the same rounds, shows
# what the machine allows. Where others have worked beside, or the host has taken processors away (steal), the gain of
# two is theirs too. The table is also written to bench/results/ensemble.csv.
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"
cd "$work"
echo '"case","quantity","unit","value","ratio","budget","verdict"' >ensemble.csv

# row CASE QUANTITY UNIT VALUE [RATIO [BUDGET]]
row() {
    verdict=
    [ $# -lt 6 ] || verdict=$(demand "$1" "$2" 1 "$5" "$6" more)
    printf '%-16s %-52s %-4s %10s %8s %6s %s\n' "$1" "$2" "$3" "$4" "${5:-}" "${6:-}" "$verdict"
    echo "\"$1\",\"$2\",\"$3\",$4,${5:-},${6:-},\"$verdict\"" >>ensemble.csv
}

of() { # KEY
    awk -v key="$1" '$1 == key { print $2 }' out.txt
}

ratio() { # KEY KEY
    awk -v a="$(of "$1")" -v b="$(of "$2")" 'BEGIN { printf "%.2f", a/b }'
}

# gain KEY WORDS: with its quartiles.
gain() {
    echo "$2 ($(of "$1_low") to $(of "$1_high"))"
}

bench() { # LABEL CASE SETS SINGLES BUDGET_OF_ERK
    "$build/bench_ensemble" "$2" "$3" "$4" >out.txt
    row "$1" "loop over single erk runs" us "$(of loop_cpu_us)"
    row "$1" "  error of a sample" "" "$(of loop_error)"
    row "$1" "ensemble, erk, $(of erk_lanes) lanes, one thread" us "$(of erk_cpu_us)" \
        "$(ratio loop_cpu_us erk_cpu_us)" $5
    row "$1" "  error of the sample" "" "$(of erk_error)"
    row "$1" "ensemble, auto, one thread" us "$(of one_cpu_us)" "$(ratio loop_cpu_us one_cpu_us)" 5
    row "$1" "  error of the sample" "" "$(of auto_error)"
    row "$1" "$(gain two_gain 'two threads, wall time')" us "$(of two_wall_us)" "$(of two_gain)" 1.9
    row "$1" "$(gain processes_gain 'two processes that share nothing')" us "$(of processes_wall_us)" \
        "$(of processes_gain)"
    row "$1" "  processor time, two threads over one" us "$(of two_cpu_us)" "$(of two_cost)"
    row "$1" "  processor time, two processes over one" us "$(of processes_cpu_us)" "$(of processes_cost)"
    row "$1" "  of the processors, others took" "%" "$(of others_percent)"
    row "$1" "  of the processors, the host took (steal)" "%" "$(of steal_percent)"
}

bench "bouncing masses" bounce "${SETS:-100000}" 1000 ""
bench "relief valves" valve "${VALVES:-30720}" 256 5
publish ensemble.csv
