#!/bin/sh
# What a communication step of an FMU costs beyond the work of the engine inside: the bouncing mass under
# Co-Simulation, beside the direct run over the same points.
#
#     bench/fmu.sh
#
# Environment:  ELASTOGAP     the program             (build/elastogap)
#               BENCH_BUILD   where fmu_steps is      (build/bench)
#               REPEAT        runs, of which the least counts  (200)
#
# The engine's own work is what `--stats-file` gives as integrate_seconds, without signals but one, over the number of
# points. The table is also written to bench/results/fmu.csv.
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"
repeat=${REPEAT:-200}
model=$root/examples/BouncingMass.mo
stop=3
budget=2 # us

# own STEP ENGINE: seconds a point of the direct run, the least of several.
own() {
    for _ in 1 2 3 4 5 6 7 8 9; do
        "$elastogap" simulate "$model" --engine "$2" --interval "$1" --signals mass.s --output "$work/direct.csv" \
            --stats-file "$work/direct.json" --quiet
        json integrate_seconds <"$work/direct.json"
    done | sort -g | awk -v h="$1" -v stop="$stop" 'NR == 1 { printf "%.4g\n", $1*h/stop }'
}

# survey STEP ENGINE: a row of the table.
survey() {
    rm -rf "$work/fmu" "$work/mass.fmu"
    "$elastogap" fmu "$model" --engine "$2" -o "$work/mass.fmu" >/dev/null
    mkdir "$work/fmu"
    (cd "$work/fmu" && cmake -E tar xf ../mass.fmu)
    token=$(sed -n 's/.*instantiationToken="\([^"]*\)".*/\1/p' "$work/fmu/modelDescription.xml" | head -n 1)
    count=$(awk -v h="$1" -v stop="$stop" 'BEGIN { printf "%.0f", stop/h }')
    step=$("$build/fmu_steps" "$work/fmu/binaries/x86_64-linux/BouncingMass.so" "$work/fmu/resources/" "$token" "$1" \
        "$count" "$repeat")
    engine=$(own "$1" "$2")
    beyond=$(awk -v a="$step" -v b="$engine" 'BEGIN { printf "%.3f", 1e6*(a - b) }')
    verdict=$(demand "doStep of $2" "beyond the direct run" us "$beyond" $budget)
    awk -v e="$2" -v h="$1" -v n="$count" -v a="$step" -v b="$engine" -v beyond="$beyond" -v verdict="$verdict" 'BEGIN {
        printf "%-8s %8s %8d %10.3f us %10.3f us %10.3f us  %s\n", e, h, n, 1e6*a, 1e6*b, beyond, verdict }'
    echo "\"$2\",$1,$count,$step,$engine" >>"$work/fmu.csv"
}

needs "$elastogap" "$build/fmu_steps"
echo '"engine","step","steps","s a step","s a point of the direct run"' >"$work/fmu.csv"
printf '%-8s %8s %8s %13s %13s %13s\n' engine step steps 'a doStep' 'directly' beyond
survey 0.002 exact
survey 0.002 erk
publish fmu.csv
