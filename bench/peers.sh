#!/bin/sh
# Time over true error: the engines beside programs written by hand on SUNDIALS, the GNU Scientific Library and SciPy
# (bench/peers/), in one run and taking turns.
#
#     bench/peers.sh
#
# Environment:  ELASTOGAP     the program                   (build/elastogap)
#               BENCH_BUILD   where the bench programs are  (build/bench)
#               ROUNDS        turns of each                 (3; each is a median itself; SciPy has one)
#               LEVELS        errors to be reached [m]      (1e-4 1e-6 1e-8 1e-10)
#               MODELS        which of them                 (bounce bounce1.5 elastogap preload)
#               SVG           a file for the diagrams       (none; wants gnuplot)
#
# Times are processor times of an integration that stores nothing. The error is the largest of one position [m] at
# 10,001 instants, against `exact` (n = 1) or `erk` at 1e-12. Only what reaches the same error is compared: of each
# library the fastest of all methods, root functions and tolerances counts, and failures are listed. All runs are in
# bench/results/peers.csv, with the facts of the machine.
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"
rounds=${ROUNDS:-3}
models=${MODELS:-bounce bounce1.5 elastogap preload}
levels=${LEVELS:-1e-4 1e-6 1e-8 1e-10}
tolerances="1e-4 1e-6 1e-8 1e-10 1e-12"

# trajectory ENGINE TOLERANCE FILE.csv
trajectory() {
    "$elastogap" simulate "$file" --engine "$1" --tolerance "$2" --interval "$interval" --signals "$signal" --quiet \
        --output "$3"
}

# note LIBRARY METHOD ROOTS TOLERANCE ERROR SECONDS: one turn; failures have no error.
note() {
    echo "$model,$1,$2,$3,$4,$5,$6" >>"$work/turns.csv"
}

# engine NAME TOLERANCE
engine() {
    key=$work/error.$1.$2
    if [ ! -f "$key" ]; then
        trajectory "$1" "$2" "$work/run.csv" && distance "$work/truth.csv" "$work/run.csv" >"$key" || : >"$key"
    fi
    if [ -s "$key" ] && "$build/bench_runs" "$file" "$1" "$2" "$stop" 5 time >"$work/line"; then
        note elastogap "$1" - "$2" "$(cat "$key")" "$(json median <"$work/line")"
    else
        note elastogap "$1" - "$2" '' ''
    fi
}

# peer LIBRARY METHOD ROOTS TOLERANCE COMMAND...: not again once it has failed.
peer() {
    library=$1
    method=$2
    roots=$3
    tolerance=$4
    shift 4
    key=$work/error.$library.$method.$roots.$tolerance
    if [ ! -f "$key" ]; then
        if timeout 20 "$@" "$method" "$roots" "$model" "$tolerance" "$work/truth.csv" >"$work/line" 2>"$work/said"; then
            json error <"$work/line" >"$key"
            note "$library" "$method" "$roots" "$tolerance" "$(cat "$key")" "$(json seconds <"$work/line")"
        else
            : >"$key"
            note "$library" "$method" "$roots" "$tolerance" '' ''
        fi
    elif [ -s "$key" ] && timeout 20 "$@" "$method" "$roots" "$model" "$tolerance" >"$work/line" 2>"$work/said"; then
        note "$library" "$method" "$roots" "$tolerance" "$(cat "$key")" "$(json seconds <"$work/line")"
    fi
}

turn() { # one round of all
    for tolerance in $tolerances; do
        [ "$tolerance" != 1e-12 ] || [ "$model" = bounce1.5 ] || engine exact 1e-12
        for name in erk irk ida auto; do
            [ "$model $name" != 'preload erk' ] || continue # too stiff for explicit steps
            case "$model $tolerance $name" in # erk and auto, which takes it, are the truth there
            'bounce1.5 1e-12 erk' | 'bounce1.5 1e-12 auto') continue ;;
            esac
            engine $name "$tolerance"
        done
        for roots in edge frozen; do
            for method in bdf adams erk ida; do
                [ ! -x "$build/peer_sundials" ] || [ "$model $method" = 'preload erk' ] || peer sundials $method $roots "$tolerance" "$build/peer_sundials"
            done
            for method in rk8pd msbdf; do
                [ ! -x "$build/peer_gsl" ] || peer gsl $method $roots "$tolerance" "$build/peer_gsl"
            done
            for method in DOP853 LSODA; do
                [ -z "$scipy" ] || [ "$1" -gt 1 ] || [ "$tolerance" = 1e-4 ] || [ "$tolerance" = 1e-8 ] ||
                    peer scipy $method $roots "$tolerance" "$scipy" -W ignore "$root/bench/peers/scipy_peer.py"
            done
        done
    done
}

# compare MODEL FILE SIGNAL STOP TRUTH
compare() {
    case " $models " in
    *" $1 "*) ;;
    *) return 0 ;;
    esac
    model=$1
    file=$2
    signal=$3
    stop=$4
    interval=$(awk -v t="$4" 'BEGIN { print t/10000 }')
    rm -f "$work"/error.*
    trajectory "$5" 1e-12 "$work/truth.csv"
    i=1
    while [ "$i" -le "$rounds" ]; do
        turn "$i"
        i=$((i + 1))
    done
}

# The medians of the turns.
medians() {
    echo '"model","library","method","roots","tolerance","error [m]","median [s]","least [s]"'
    sort -t, -k1,5 -k7g "$work/turns.csv" | awk -F, '
        function flush() { if (n) printf "\"%s\",%s,%s,%s\n", key, error, x[int((n + 1)/2)], x[1] }
        { now = $1 "\",\"" $2 "\",\"" $3 "\",\"" $4 "\",\"" $5 }
        now != key { flush(); key = now; error = $6; n = 0 }
        { x[++n] = $7 }
        END { flush() }' | sed 's/^\("[^"]*","[^"]*","[^"]*","[^"]*"\),"\([^"]*\)"/\1,\2/'
}

# Of each library the fastest that reaches an error, and how much longer than the best engine it takes.
table() {
    for case in $models; do
        for level in $levels; do
            awk -F, -v case="\"$case\"" -v level="$level" '
                $1 == case && $6 != "" && $6 + 0 <= level && $7 != "" {
                    if (!($2 in best) || $7 < best[$2]) { best[$2] = $7; how[$2] = $3 " " $4 " " $5 } }
                END {
                    gsub("\"", "", case)
                    split("\"elastogap\" \"sundials\" \"gsl\" \"scipy\"", name, " ")
                    for (i = 1; i <= 4; i++) if (name[i] in best) {
                        gsub("\"", "", how[name[i]])
                        label = name[i]; gsub("\"", "", label)
                        printf "%-10s %-7s %-10s %-22s %11.1f %9.1f\n", case, level, label, how[name[i]],
                            1e6*best[name[i]], best[name[i]]/best["\"elastogap\""] } }' "$work/peers.csv"
        done
    done
}

# One panel a model, the same range of times in all; a library has its colour, dashes stand for roots at the edge alone.
#   engine or method of a library, points, dashes
series='elastogap exact - 13 1
elastogap erk - 7 1
elastogap irk - 5 1
elastogap ida - 9 1
sundials adams frozen 8 1
sundials bdf frozen 6 1
sundials bdf edge 6 2
sundials erk frozen 4 1
sundials ida frozen 10 1
gsl rk8pd frozen 8 1
gsl rk8pd edge 8 2
gsl msbdf frozen 6 1
scipy DOP853 frozen 4 1
scipy LSODA frozen 6 1'

look() { # LIBRARY POINTS DASHES: how it is drawn
    case $1 in
    elastogap) echo "lc rgb '#c4161c' lw 3 pt $2 dt $3 ps 1" ;;
    sundials) echo "lc rgb '#1f5fa8' lw 1 pt $2 dt $3 ps 0.7" ;;
    gsl) echo "lc rgb '#2a8a3e' lw 1 pt $2 dt $3 ps 0.7" ;;
    *) echo "lc rgb '#808080' lw 1 pt $2 dt $3 ps 0.7" ;;
    esac
}

title() { # MODEL
    case $1 in
    bounce) echo 'Bouncing mass, n = 1' ;;
    bounce1.5) echo 'Bouncing mass, n = 1.5' ;;
    elastogap) echo 'ElastoGap' ;;
    preload) echo 'PreLoad' ;;
    esac
}

panel() { # MODEL: and the legend of all beside the last one
    echo "set title \"$(title "$1")\""
    echo 'plot \'
    echo "$series" | while read -r library method roots points dashes; do
        file=$work/$1.$library.$method.$roots
        style=$(look "$library" "$points" "$dashes")
        grep "^\"$1\",\"$library\",\"$method\",\"$roots\",[^,]*,[0-9]" "$results/peers.csv" | sort -t, -k6g >"$file" &&
            [ -s "$file" ] &&
            echo "\"$file\" using (\$6 > 1e-14 ? \$6 : 1e-14):7 with linespoints $style notitle, \\"
        [ "$1" != "${models##* }" ] ||
            echo "keyentry with linespoints $style title \"$library $method${roots#-}\", \\" |
            sed 's/frozen"/, frozen"/; s/edge"/, edge"/; s/sundials/SUNDIALS/; s/gsl/GSL/; s/scipy/SciPy/'
    done
    echo
}

diagrams() { # FILE.svg
    {
        cat <<PLOT
set terminal svg size 1300,860 font "sans-serif,13" background "white"
set output "$1"
set datafile separator ","
set logscale xy
set format x "10^{%T}"
set format y "10^{%T}"
set xlabel "largest error of a position [m]"
set ylabel "processor time [s]"
set key at screen 0.995, screen 0.94 right top Left reverse vertical maxcols 1 samplen 3
set grid lc rgb '#d0d0d0'
set xrange [3e-15:1e-1]
set yrange [5e-6:2]
set multiplot layout 2,2 margins 0.06, 0.80, 0.075, 0.955 spacing 0.07, 0.12
PLOT
        for case in $models; do
            panel "$case"
        done
    } >"$work/plot"
    gnuplot "$work/plot"
}

needs "$elastogap" "$build/bench_runs"
scipy=
for python in /usr/bin/python3 python3; do
    [ -n "$scipy" ] || ! "$python" -c 'import scipy.integrate' 2>/dev/null || scipy=$python
done
: >"$work/turns.csv"
bounce 1 >"$work/bounce1.mo"
bounce 1.5 >"$work/bounce1.5.mo"
compare bounce "$work/bounce1.mo" mass.s 10 exact
compare bounce1.5 "$work/bounce1.5.mo" mass.s 10 erk
compare elastogap "$root/examples/ElastoGap.mo" mass2.s 5 exact
compare preload "$root/examples/PreLoad.mo" spool.s 100 exact
# asked MODEL RATIO: how much longer the best of SUNDIALS takes for 1e-10 m.
asked() {
    ratio=$(awk -v model="$1" '$1 == model && $2 == "1e-10" && $3 == "sundials" { print $NF }' "$work/table")
    [ -z "$ratio" ] || demand "$1" "the best of SUNDIALS over the best engine, error 1e-10 m" 1 "$ratio" "$2" more >"$work/verdict"
}

medians >"$work/peers.csv"
table >"$work/table"
asked bounce 200
asked bounce1.5 20
publish peers.csv
printf '%-10s %-7s %-10s %-22s %11s %9s\n' model 'error' 'library' 'best of its settings' 'median [us]' ratio
cat "$work/table"
echo "gave up or took too long:"
awk -F, '!/^#/ && NR > 1 && $6 == "" { print "  " $1 " " $2 " " $3 " " $4 " " $5 }' "$results/peers.csv" |
    tr -d '"'
[ -z "${SVG:-}" ] || diagrams "$SVG"
