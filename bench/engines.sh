#!/bin/sh
# Work and precision of the engines `erk` and `ida` in one run: they take turns, the medians of the integration
# alone are printed beside the true error, so that equal errors can be compared.
#
#     bench/engines.sh
#
# Environment:  ELASTOGAP   the program           (build/elastogap)
#               REPEAT      runs of each          (5)
#               TOLERANCES  asked for             (1e-4 1e-6 1e-8 1e-10)
#
# Models: a mass of 1 kg dropped from 1 m on a stop of 1e4 N/m^n and 10 N.s/m, 10 s, n = 1 and 1.5; the examples
# ElastoGap and PreLoad (that one with `auto` in place of `erk`, for which it is too stiff). The error is the
# largest of one position [m] over all points of the grid, against a run at 1e-12. The table is also written
# to bench/results/engines.csv.
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"
repeat=${REPEAT:-5}
tolerances=${TOLERANCES:-1e-4 1e-6 1e-8 1e-10}

# run MODEL ENGINE TOLERANCE SIGNAL NAME: NAME.csv and NAME.json.
run() {
    "$elastogap" simulate "$1" --engine "$2" --tolerance "$3" --signals "$4" --output "$work/$5.csv" \
        --stats-file "$work/$5.json" --quiet
}

# compare CASE MODEL SIGNAL EXPLICIT: a line for each tolerance and engine; EXPLICIT is erk or auto.
compare() {
    run "$2" "$4" 1e-12 "$3" truth
    for tolerance in $tolerances; do
        rm -f "$work"/*.times
        i=0
        while [ "$i" -lt "$repeat" ]; do
            for engine in "$4" ida; do
                run "$2" "$engine" "$tolerance" "$3" "$engine"
                json integrate_seconds <"$work/$engine.json" >>"$work/$engine.times"
            done
            i=$((i + 1))
        done
        for engine in "$4" ida; do
            seconds=$(median "$work/$engine.times")
            error=$(distance "$work/truth.csv" "$work/$engine.csv")
            steps=$(json steps <"$work/$engine.json")
            evaluations=$(json evaluations <"$work/$engine.json")
            printf '%-12s %-6s %-7s %10s %8s %12s %12.1f\n' "$1" "$engine" "$tolerance" "$error" "$steps" \
                "$evaluations" "$(echo "$seconds" | awk '{ print $1*1e6 }')"
            echo "\"$1\",\"$engine\",$tolerance,$error,$steps,$evaluations,$seconds" >>"$work/engines.csv"
        done
    done
}

needs "$elastogap"
bounce 1 0.001 >"$work/bounce1.mo"
bounce 1.5 0.001 >"$work/bounce1.5.mo"
echo '"case","engine","tolerance","error [m]","steps","evaluations","integration [s]"' >"$work/engines.csv"
printf '%-12s %-6s %-7s %10s %8s %12s %12s\n' case engine tol 'error [m]' steps evaluations 'median [us]'
compare 'bounce 1' "$work/bounce1.mo" mass.s erk
compare 'bounce 1.5' "$work/bounce1.5.mo" mass.s erk
compare ElastoGap "$root/examples/ElastoGap.mo" mass2.s erk
compare PreLoad "$root/examples/PreLoad.mo" spool.s auto
publish engines.csv
