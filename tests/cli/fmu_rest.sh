# Events of what begins from rest, where an instant that is counted from a level would be the root of round-off: an
# FMU and the direct run both have them at the instant of the closed form.
. "$(dirname "$0")/lib.sh"

instants() { # of the rows of events, but for those of the start; what is closer than 1e-9 s is one
    awk -F, 'NR > 1 && $1 == last && $1 - seen > 1e-9 && $1 > 0 { print $1; seen = $1 } { last = $1 }' "$1"
}

same_instants() { # of two files, to 1e-9 s
    instants "$1" >left.txt
    instants "$2" >right.txt
    paste -d' ' left.txt right.txt | awk -v name="$1" '
        function off(a, b) { return a > b ? a - b : b - a }
        NF != 2 || off($1, $2) > 1e-9 { print name ": " $0; bad = 1 }
        END { exit bad || NR < 1 }' || fail "event times of $1"
}

for model in BrakedSlider Clutching Replay; do
    cp "$SOURCE/examples/$model.mo" .
    [ $model = Replay ] && cp "$SOURCE/examples/road.txt" "$SOURCE/examples/damper.csv" .
    run fmu $model.mo -o $model.fmu
    run simulate $model.mo --tolerance 1e-12 --signals time --output $model.csv --quiet
    status_is 0
    run simulate $model.fmu --tolerance 1e-12 --signals time --output me.csv --quiet
    status_is 0
    same_instants $model.csv me.csv
done

# The ramp reaches 4 N at 4 s, and F - (F - 4 N)/4 reaches 6 N at 20/3 s; nothing else happens before 8 s.
[ "$(instants BrakedSlider.csv | wc -l)" = 4 ] || fail "events of BrakedSlider: $(instants BrakedSlider.csv)"
near "$(instants BrakedSlider.csv | sed -n 1p)" 4 1e-14 'the carriage breaks away'
near "$(instants BrakedSlider.csv | sed -n 2p)" 6.6666666666666667 1e-14 'the rider breaks away'
# A model whose name stands in quotes.
printf "model 'a b' Real x(start = 1, fixed = true); equation der(x) = -x; end 'a b';" > quoted.mo
run fmu quoted.mo -o quoted.fmu
status_is 0
run simulate quoted.fmu --output quoted.csv
status_is 0
near "$(value_at quoted.csv x 1)" 0.36787944117144233 1e-6 "x at 1 s"
run check quoted.mo --model "'a b'"
status_is 0

finish
