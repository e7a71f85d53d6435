#!/bin/sh
# Gradients of one position in a chain of a hundred ElastoGaps by p of its stiffnesses, beside differences of runs and
# CVODES with the law as it stands (bench/peers/cvodes_chain.c): processor time and error.
#
#     bench/gradients.sh
#
# Environment:  ELASTOGAP     the program                   (build/elastogap)
#               COSTS         what times prepared models    (build/test_prepared)
#               BENCH_BUILD   where the bench programs are  (build/bench)
#
# Times are the least of five runs [ms]. The error is the largest of ten derivatives, beside the largest of these,
# against `exact` at 1e-12. Differences are between runs with c 1e-5 of itself less and more, 2 p of them at the price of
# one each. The table is also written to bench/results/gradients.csv.
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"
costs=${COSTS:-$root/build/test_prepared}
needs "$elastogap" "$costs" "$build/cvodes_chain"
numbers="1 2 3 4 5 6 7 8 9 10"

"$costs" chain >"$work/Chain.mo"

# derivatives ENGINE TOLERANCE [--adjoint]: ten, one a line.
derivatives() {
    engine=$1
    tolerance=$2
    shift 2
    for i in $numbers; do
        set -- "$@" --by "gap[$i].c"
    done
    "$elastogap" sensitivity "$work/Chain.mo" --of 'mass[4].s' --engine "$engine" --tolerance "$tolerance" "$@" |
        awk '$1 == "by" { print $3 }'
}

# value I C: the position where gap I has that stiffness.
value() {
    "$elastogap" simulate "$work/Chain.mo" --engine erk --tolerance "$tolerance" --set "gap[$1].c=$2" \
        --get 'mass[4].s' --quiet | awk '{ print $(NF > 1 ? NF - 1 : NF) }'
}

differences() { # TOLERANCE
    tolerance=$1
    for i in $numbers; do
        echo "$(value "$i" 100001) $(value "$i" 99999)" | awk '{ printf "%.15g\n", ($1 - $2)/2 }'
    done
}

error() { # FILE
    paste "$work/truth" "$1" | awk '{ d = $1 - $2; d = d < 0 ? -d : d; s = $1 < 0 ? -$1 : $1
        if (d > most) most = d; if (s > size) size = s } END { printf "%.1e", most/size }'
}

# line WAY TOLERANCE P MS RUNS ERROR
line() {
    printf '%-24s %8s %5s %10s %8s %10s\n' "$@"
    echo "\"$1\",$2,$3,$4,$5,$6" >>"$work/gradients.csv"
}

peer() { # WAY METHOD TOLERANCE
    own=$("$build/cvodes_chain" run "$2" "$3" 1 | head -n 1)
    for p in 1 10 100; do
        "$build/cvodes_chain" "$1" "$2" "$3" "$p" >"$work/peer"
        if [ "$p" = 10 ]; then
            sed 1,2d "$work/peer" >"$work/own"
            off=$(error "$work/own")
        else
            off=-
        fi
        ms=$(head -n 1 "$work/peer")
        line "CVODES $2, $1" "$3" "$p" "$ms" "$(ratio "$ms" "$own")" "$off"
    done
}

ratio() {
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", a/b }'
}

ours() { # TOLERANCE
    derivatives erk "$1" >"$work/forward"
    derivatives erk "$1" --adjoint >"$work/adjoint"
    differences "$1" >"$work/differences"
    "$costs" cost "$1" >"$work/costs"
    own=$(awk '$1 == "run" { print $2 }' "$work/costs")
    for p in 1 10 100; do
        for way in forward adjoint differences; do
            ms=$(awk -v p="$p" -v way="$way" -v own="$own" \
                '$1 == way && $2 == p { print $3 } way == "differences" && $1 == "run" { print 2*p*own }' "$work/costs")
            off=-
            [ "$p" != 10 ] || off=$(error "$work/$way")
            line "erk, $way" "$1" "$p" "$ms" "$(ratio "$ms" "$own")" "$off"
        done
    done
}

derivatives exact 1e-12 >"$work/truth"
echo '"way","tolerance","p","ms","runs of its own","error"' >"$work/gradients.csv"
printf '%-24s %8s %5s %10s %8s %10s\n' way tolerance p ms runs error
for tolerance in 1e-6 1e-10; do
    ours "$tolerance"
    peer forward adams "$tolerance"
    peer adjoint adams "$tolerance"
done
publish gradients.csv
