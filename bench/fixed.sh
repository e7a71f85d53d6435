#!/bin/sh
# How even the steps of the engine `fixed` are: iterations and, where valgrind is installed, instructions of the
# slowest step beside those of the median.
#
#     bench/fixed.sh
#
# Environment:  ELASTOGAP   the program           (build/elastogap)
#               STEPS       of each model         (1000000)
#
# A step of each kind is counted by callgrind, one with the median and the first with the most iterations. The
# table is also written to bench/results/fixed.csv.
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"
steps=${STEPS:-1000000}

# instructions STEP: of that one.
instructions() {
    valgrind --tool=callgrind --collect-atstart=no --toggle-collect=counted --callgrind-out-file=/dev/null \
        "$work/steps" "$1" "$amplitude" "$frequency" "$1" 2>&1 | sed -n 's/.*Collected : //p'
}

# survey NAME MODEL AMPLITUDE FREQUENCY STEPS [OPTION]...: a row of the table.
survey() {
    name=$1
    model=$2
    amplitude=$3
    frequency=$4
    count=$5
    shift 5
    "$elastogap" firmware "$model" --name plan --step 1e-3 --output "$work/plan.c" "$@"
    ${CC:-cc} -std=c11 -O2 -ffp-contract=off -I"$root/include" -I"$root/src" "$root/bench/fixed_steps.c" \
        "$root"/src/fixed/run/*.c "$work/plan.c" -lm -o "$work/steps"
    # shellcheck disable=SC2046 # words
    set -- $("$work/steps" "$count" "$amplitude" "$frequency")
    usual=- slowest=- ratio=-
    if command -v valgrind >/dev/null; then
        usual=$(instructions "$4")
        slowest=$(instructions "$5")
        ratio=$(awk -v a="$slowest" -v b="$usual" 'BEGIN { printf "%.2f", a/b }')
        demand "$name" "instructions of the slowest step over the median" 1 "$ratio" 3 >"$work/verdict"
    fi
    printf '%-18s %9s %6s %6s %11s %12s %12s %6s %9s\n' "$name" "$count" "$2" "$3" "$6" "$usual" "$slowest" \
        "$ratio" "$7"
    echo "\"$name\",$count,$2,$3,$6,$usual,$slowest,$ratio,$7" >>"$work/fixed.csv"
}

needs "$elastogap"
echo '"model","steps","iterations, median","most","scaled back","instructions, median","slowest","ratio","s a step"' \
    >"$work/fixed.csv"
printf '%-18s %9s %6s %6s %11s %12s %12s %6s %9s\n' '1 ms' steps median most 'scaled back' instructions slowest ratio \
    's a step'
chain pulse 100 >"$work/chain.mo"
survey PreLoad "$root/examples/PreLoad.mo" 150 0.01 "$steps" --show spool.s
survey BouncingMass "$root/examples/BouncingMass.mo" 0 0 "$steps" --show mass.s
survey 'BouncingMass n=1.5' "$root/examples/BouncingMass.mo" 0 0 "$steps" --set stop.n=1.5 --show mass.s
survey HardStops "$root/examples/HardStops.mo" 25 0.5 "$steps" --show slider.s
survey Chain100 "$work/chain.mo" 0 0 $((steps / 100)) --show mass1.s
publish fixed.csv
