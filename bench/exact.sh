#!/bin/sh
# What the engines exact and erk take for models with contact, beside CVODE where there is a peer: processor time
# of one run in memory, at a known true error.
#
#     bench/exact.sh
#
# Environment:  ELASTOGAP     the program                   (build/elastogap)
#               BENCH_BUILD   where the bench programs are  (build/bench)
#               REPEAT        runs of each                  (100; a tenth of it for what takes long)
#
# The bouncing mass (peers/cvode_bounce.c) has its error against `exact` with steps of its own at 10,001 instants;
# of the peer, both linear multistep methods and both ways to find roots are tried at rising accuracy, and the
# fastest that comes within 1e-10 m counts. Chains: N unit masses between two walls, 1 mm of free gap, c = 1e5,
# d = 50; `pulse`: the first one at 1 m/s, 1 s; `gas`: v_i = 2 frac(0.6180339887498949 i) - 1, 0.2 s. The table is
# also written to bench/results/exact.csv.
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"
repeat=${REPEAT:-100}
few=$(((repeat + 9) / 10))

# row CASE QUANTITY UNIT VALUE [BUDGET [MORE]]: a line of the table; MORE: at least the budget, not at most.
row() {
    verdict=
    [ $# -lt 5 ] || verdict=$(demand "$1" "$2" "$3" "$4" "$5" "${6:-}")
    printf '%-22s %-42s %-4s %12s %10s %s\n' "$1" "$2" "$3" "$4" "${5:-}" "$verdict"
    echo "\"$1\",\"$2\",\"$3\",$4,${5:-},\"$verdict\"" >>"$work/exact.csv"
}

# per SECONDS UNIT [COUNT]: the time in that unit, divided.
per() {
    awk -v s="$1" -v u="$2" -v n="${3:-1}" 'BEGIN { printf "%.4g", s/u/n }'
}

runs() { # MODEL ENGINE TOLERANCE INTERVAL REPEAT [SIGNALS]
    "$build/bench_runs" "$@" >"$work/runs.json" || die "bench_runs failed on $*"
}

of_runs() {
    json "$1" <"$work/runs.json"
}

# The fastest of the peer's settings that is within 1e-10 m. They take turns with `exact`, whose runs are so short
# that the processor may be slow for all of them.
best_peer() {
    for method in bdf adams; do
        for roots in edge frozen; do
            runs "$work/bounce.mo" exact 1e-6 10 "$repeat" time
            of_runs seconds >>"$work/own"
            for rtol in 1e-11 3e-12 1e-12 3e-13 1e-13; do
                "$build/cvode_bounce" $method $roots $rtol "$work/truth.csv" >>"$work/peers.json" || true
            done
        done
    done
    while read -r line; do
        echo "$line" | json error | awk '{ exit !($1 == $1 + 0 && $1 <= 1e-10) }' || continue
        echo "$(echo "$line" | json seconds) $(echo "$line" | json method) $(echo "$line" | json roots) \
$(echo "$line" | json rtol) $(echo "$line" | json error)"
    done <"$work/peers.json" | sort -g | head -n 1
}

bench_bounce() {
    bounce 1 >"$work/bounce.mo"
    runs "$work/bounce.mo" exact 1e-6 10 "$repeat" time
    of_runs seconds >"$work/own"
    events=$(of_runs events)
    if [ -x "$build/cvode_bounce" ]; then
        "$elastogap" simulate "$work/bounce.mo" --engine exact --interval 0.001 --signals mass.s --quiet \
            --output "$work/truth.csv"
        best=$(best_peer)
        [ -n "$best" ] || die "no setting of CVODE comes within 1e-10 m"
        exact=$(sort -g "$work/own" | head -n 1)
        # shellcheck disable=SC2086 # words
        set -- $best
        row "bouncing mass, n = 1" "CVODE $2, roots $3, rtol $4: error $5 m" us "$(per "$1" 1e-6)"
        row "bouncing mass, n = 1" "CVODE/exact" 1 "$(per "$1" "$exact")" 200 more
    fi
    row "bouncing mass, n = 1" "exact, $events events" us "$(per "$(sort -g "$work/own" | head -n 1)" 1e-6)" 20
    bounce 1.5 >"$work/bounce15.mo"
    runs "$work/bounce15.mo" erk 1e-10 10 "$few" time
    row "bouncing mass, n = 1.5" "erk at 1e-10" us "$(per "$(of_runs seconds)" 1e-6)" 100
}

bench_examples() {
    runs "$root/examples/ElastoGap.mo" exact 1e-6 0 "$repeat"
    row ElastoGap "exact, 501 output points" us "$(per "$(of_runs seconds)" 1e-6)" 30
    runs "$root/examples/ElastoGap.mo" exact 1e-6 5 "$repeat" time
    row ElastoGap "exact, without them" us "$(per "$(of_runs seconds)" 1e-6)" 8
    runs "$root/examples/PreLoad.mo" exact 1e-6 0 "$few"
    row PreLoad "exact, 1001 output points" ms "$(per "$(of_runs seconds)" 1e-3)" 2
}

# time_events N REPEAT: of the gas, once more.
time_events() {
    runs "$work/gas$1.mo" exact 1e-6 10 "$2" 'mass1.s'
    per "$(of_runs seconds)" 1e-6 "$(of_runs events)" >>"$work/events$1"
    echo >>"$work/events$1"
}

bench_chains() {
    for form in gas pulse; do
        chain $form 1000 >"$work/$form.mo"
        runs "$work/$form.mo" exact 1e-6 10 3 'mass1.s'
        row "$form, N = 1000" "exact, $(of_runs events) events, up to $(of_runs largest_cluster) bodies" ms \
            "$(per "$(of_runs seconds)" 1e-3)" 50
        row "$form, N = 1000" "memory a mass" kB "$(per "$(of_runs memory)" 1e3 1000)" 1
    done
    for n in 100 10000 100000; do
        chain gas $n >"$work/gas$n.mo"
        : >"$work/events$n"
    done
    for _ in 1 2; do # in turns: a run of 100 masses is so short that the processor may be slow for all of it
        time_events 100 "$few"
        time_events 10000 1
        time_events 100000 1
    done
    for n in 100 10000 100000; do
        event=$(sort -g "$work/events$n" | head -n 1)
        row "gas, N = $n" "exact, time an event" us "$event"
        [ "$n" -gt 100 ] || least=$event
    done
    row gas "time an event, N = 100,000 over N = 100" 1 "$(per "$event" "$least")" 2
    runs "$work/pulse.mo" exact 1e-6 10 3 'mass1.s'
    exact=$(of_runs seconds)
    sed 's/d = 50/d = 50, n = 1.5/' "$work/pulse.mo" >"$work/pulse15.mo"
    runs "$work/pulse15.mo" erk 1e-6 10 1 'mass1.s'
    row "pulse, N = 1000" "erk with n = 1.5 over exact with n = 1" 1 "$(per "$(of_runs seconds)" "$exact")" 30
    "$build/bench_measure" "$work/measure.json" "$elastogap" simulate "$work/pulse.mo" --engine exact --signals \
        'mass?.s' --signals mass10.s --quiet --output "$work/pulse.csv"
    row "pulse, N = 1000" "text to CSV of ten signals" ms "$(per "$(json wall_seconds <"$work/measure.json")" 1e-3)" 250
}

needs "$elastogap" "$build/bench_runs"
echo '"case","quantity","unit","value","budget","verdict"' >"$work/exact.csv"
printf '%-22s %-42s %-4s %12s %10s\n' case quantity unit value budget
bench_bounce
bench_examples
bench_chains
publish exact.csv
