# elastogap sweep: the same table however it is run, stopped and gone on with; what it refuses; what it comes to.
. "$(dirname "$0")/lib.sh"

drop_with 'm = 2' >drop.mo
cat >ishigami.mo <<'MODEL'
model Ishigami
  parameter Real x1 = 1;
  parameter Real x2 = 1;
  parameter Real x3 = 1;
  Real y = sin(x1) + 7*sin(x2)^2 + 0.1*x3^4*sin(x1);
  Real plane = 2*x1 - 3*x2 + 0.5*x3 + 7;
  annotation(experiment(StopTime = 0.01));
end Ishigami;
MODEL
sweep=(sweep drop.mo --set 'stop.d=loguniform(1, 1e3)' --set 'stop.c=uniform(1e4, 1e6)' --design lhs --count 6000
    --seed 5 --get ball.s --get 'max(abs(stop.f))' --get 'count(stop, contact begins)')

# Bytes do not depend on threads, and values and results are those of an ensemble.
for threads in 1 2 3 600; do # 600: several writers make the table
    run "${sweep[@]}" --threads $threads -o "t$threads.csv"
    status_is 0
    err_is_empty
    out_has '6000 rows, 6000 done' 'does not close in 0'
    cmp -s t1.csv "t$threads.csv" || fail 'threads change the table'
done
[ ! -e t1.csv.journal ] || fail 'the journal has stayed'
cut -d, -f2,3 t1.csv >sets.csv
run ensemble drop.mo --sets sets.csv --get ball.s --get 'max(abs(stop.f))' --get 'count(stop, contact begins)' \
    -o e.csv --quiet
status_is 0
cmp -s <(cut -d, -f1-8 t1.csv | tail -n +2) <(cut -d, -f1-8 e.csv | tail -n +2) ||
    fail 'rows are not what an ensemble of the same values comes to'

# Killed at any moment, and gone on with: the same bytes, and nothing that was done is done again.
kills=0
for i in $(seq 40); do
    "$ELASTOGAP" "${sweep[@]}" -o killed.csv --resume >.out 2>.err &
    sleep 0.0$((RANDOM % 9 + 1))$((RANDOM % 10))
    kill -KILL $! 2>.kill && kills=$((kills + 1))
    wait $! 2>.kill && break
done
run "${sweep[@]}" -o killed.csv --resume
status_is 0
cmp -s t1.csv killed.csv || fail "kills change the table ($kills of them)"
rm -f .kill

# What was computed before the kill is found.
"$ELASTOGAP" "${sweep[@]}" --stop-time 200 -o long.csv >.out 2>.err &
pid=$!
for i in $(seq 300); do
    [ "$(stat -c %s long.csv.journal 2>/dev/null || echo 0)" -gt 5000 ] && break
    sleep 0.05
done
kill -KILL $pid
wait $pid 2>/dev/null
[ -e long.csv.journal ] || fail 'no journal is left of a sweep that was killed'
[ ! -e long.csv ] || fail 'there is a table before all rows are done'
run "${sweep[@]}" --stop-time 200 -o long.csv
status_is 2
err_has 'long\.csv\.journal: error: a sweep was stopped here' 'remedy: go on with it by --resume'
run "${sweep[@]}" --stop-time 200 --seed 6 -o long.csv --resume
status_is 2
err_has 'journal of another sweep'
sed -i 's/c = 1e5/c = 2e5/' drop.mo
run "${sweep[@]}" --stop-time 200 -o long.csv --resume
status_is 2
err_has 'journal of another sweep'
sed -i 's/c = 2e5/c = 1e5/' drop.mo
rm long.csv.journal

# A disk that is full while rows are computed, and one that has no room for the table.
for blocks in 20 300; do
    rm -f full.csv
    (ulimit -f $blocks && "$ELASTOGAP" "${sweep[@]}" -o full.csv >.out 2>.err)
    status=$?
    status_is 3
    err_has 'cannot write the file: it grows larger'
    [ ! -e full.csv ] || fail 'half a table is there'
    run "${sweep[@]}" -o full.csv --resume
    status_is 0
    out_has 'of them were in the journal'
    cmp -s t1.csv full.csv || fail 'a full disk changes the table'
done
out_has '6000 of them were in the journal'
rm -f full.csv

# A damaged end of a journal is computed again.
(ulimit -f 60 && "$ELASTOGAP" "${sweep[@]}" -o torn.csv >.out 2>.err)
printf 'torn' >>torn.csv.journal
run "${sweep[@]}" -o torn.csv --resume
status_is 0
cmp -s t1.csv torn.csv || fail 'what is cut off changes the table'
echo 'no journal of a sweep, but somebody else'"'"'s file of some length' >torn.csv.journal
run "${sweep[@]}" -o torn.csv --resume
status_is 2
err_has 'no journal of a sweep'
grep -q somebody torn.csv.journal || fail 'a file of somebody else is gone'
echo 'short' >torn.csv.journal
run "${sweep[@]}" -o torn.csv --resume
status_is 2
grep -q short torn.csv.journal || fail 'a short file of somebody else is gone'
rm -f ./*.journal

# Rows that fail have their reason, and are no failure of the sweep; structures of their own run.
run sweep drop.mo --set 'm=list(1, -1, 2)' --set 'stop.n=list(1, 1.5)' --get ball.s -o failed.csv
status_is 0
err_has '2 of 6 rows have failed, the first of them row 2: '
[ "$(cut -d, -f5 failed.csv | tr '\n' ' ')" = '"status" "done" "done" "wrong" "wrong" "done" "done" ' ] || fail 'statuses are wrong'
sed -n 4p failed.csv | grep -qE '"wrong",,".*ball.*"$' || fail 'the reason is missing'
run simulate drop.mo --set m=2 --set stop.n=1.5 --signals ball.s --quiet
near "$(sed -n 7p failed.csv | cut -d, -f4)" "$(tail -1 Drop.csv | cut -d, -f2)" 1e-9 'a structure of its own'
run sweep drop.mo --set 'stop.c=list(-1, -2)' --get ball.s -o failed.csv
status_is 1
err_has '2 of 2 rows have failed'
[ ! -e failed.csv.journal ] || fail 'the journal has stayed'
run sweep drop.mo --set 'stop.c=list(-1, -2)' --get ball.s -o failed.csv --analysis none.csv
status_is 1
[ ! -e failed.csv.journal ] || fail 'the journal of a sweep whose rows have all failed has stayed'

# A contact without damping lasts as long as its harmonic motion is below the start: 14.174904947600 ms; as long its
# force is above 100 N, 13.536130590747 ms, and above 1 kN, 7.116194874577 ms. A tolerance of 1e-6 over 0.32 s.
run sweep drop.mo --set stop.d=0 --stop-time 0.6 --get 'duration(stop, contact begins, contact ends, 1)' \
    --get 'integral(stop.f < -100)' --get 'integral(stop.f < -1000)' \
    --get 'duration(stop, contact begins, contact ends, 2)' --get 'duration(stop, contact*, contact*, 1)' -o times.csv
status_is 0
near "$(tail -1 times.csv | cut -d, -f2)" 0.014174904947600 3.2e-7 'the duration of a contact'
near "$(tail -1 times.csv | cut -d, -f3)" 0.013536130590747 3.2e-7 'the time above 100 N'
near "$(tail -1 times.csv | cut -d, -f4)" 0.007116194874577 3.2e-7 'the time above 1 kN'
[ "$(tail -1 times.csv | cut -d, -f5)" = '' ] || fail 'a contact that there is none of lasts'
[ "$(tail -1 times.csv | cut -d, -f6)" = "$(tail -1 times.csv | cut -d, -f2)" ] || fail 'from one event to the next'
for engine in exact erk ida; do
    run sweep drop.mo --set stop.d=0 --stop-time 0.6 --engine $engine -o times.csv --quiet \
        --get 'duration(stop, contact begins, contact ends, 1)'
    status_is 0
    near "$(tail -1 times.csv | cut -d, -f2)" 0.014174904947600 2e-6 "the duration of a contact, by $engine"
done

# Sobol's indices of Ishigami's function (Ishigami and Homma 1990): S1 0.3139, 0.4424, 0; ST 0.5576, 0.4424, 0.2437.
# A dozen intervals of 95 %: three half-widths hold all of them but for a chance of 1e-7.
pi=3.141592653589793
run sweep ishigami.mo --design saltelli --count 512 --set "x1=uniform(-$pi,$pi)" --set "x2=uniform(-$pi,$pi)" \
    --set "x3=uniform(-$pi,$pi)" --get y --get plane --analysis a.csv -o i.csv --exceed 'y>10' --quiet
status_is 0
err_is_empty
check_index() { # STATISTIC NAME VALUE
    grep "^\"y\",\"$1\",\"$2\"" a.csv | awk -F, -v x="$3" '
        { d = $5 - x; if (d < 0) d = -d; exit !(d <= 3*($7 - $5) && $7 - $5 < 0.2 && $6 < $5) }' ||
        fail "$1 of $2 is not $3: $(grep "^\"y\",\"$1\",\"$2\"" a.csv)"
}
check_index first x1 0.31390519
check_index first x2 0.44241114
check_index first x3 0
check_index total x1 0.55758886
check_index total x2 0.44241114
check_index total x3 0.24368366
# The slopes of a plane are exact, and so are means of 8.
for pair in x1:2 x2:-3 x3:0.5; do
    near "$(grep "^\"plane\",\"slope\",\"${pair%:*}\"" a.csv | cut -d, -f5)" "${pair#*:}" 1e-12 "slope of ${pair%:*}"
done
grep -q '^"y","exceeds",,10,0\.0' a.csv || fail 'the chance of more than 10 is missing'
# The formulas of SALib (Saltelli and others 2010), written anew, on the same rows.
if command -v python3 >/dev/null; then
    python3 - <<'PYTHON' || fail 'indices are not those of the formulas'
import csv
from fractions import Fraction as F
y = [float(r["y"]) for r in csv.DictReader(open("i.csv"))]
d, mean = 3, sum(map(F, y)) / len(y)
y = [F(v) - mean for v in y]
n = len(y) // (d + 2)
a, b = y[0::d + 2], y[d + 1::d + 2]
m = sum(a + b) / (2 * n)
variance = sum((v - m)**2 for v in a + b) / (2 * n)
told = {(r["statistic"], r["name"]): float(r["value"]) for r in csv.DictReader(open("a.csv")) if r["what"] == "y" and r["name"]
        and r["statistic"] in ("first", "total")}
bad = 0
for k in range(d):
    ab = y[k + 1::d + 2]
    first = sum(q * (p - o) for o, p, q in zip(a, ab, b)) / n / variance
    total = sum((o - p)**2 for o, p in zip(a, ab)) / n / variance / 2
    for statistic, value in (("first", first), ("total", total)):
        # n sums of numbers of about the variance, each rounded three times
        if abs(told[statistic, f"x{k + 1}"] - float(value)) > 3 * n * 2.3e-16:
            print(statistic, k, told[statistic, f"x{k + 1}"], float(value)); bad = 1
raise SystemExit(bad)
PYTHON
fi

# Of the second order: SALib's formulas again, of rows A, AB, BA, B, written anew in fractions.
run sweep ishigami.mo --design saltelli2 --count 128 --set "x1=uniform(-$pi,$pi)" --set "x2=uniform(-$pi,$pi)" \
    --set "x3=uniform(-$pi,$pi)" --get y --analysis a2.csv -o i2.csv --quiet
status_is 0
[ "$(wc -l <i2.csv)" -eq 1025 ] || fail 'saltelli2 has not 8 rows a point'
if command -v python3 >/dev/null; then
    python3 - <<'PYTHON' || fail 'indices of the second order are not those of the formulas'
import csv
from fractions import Fraction as F
y = [float(r["y"]) for r in csv.DictReader(open("i2.csv"))]
d, mean = 3, sum(map(F, y)) / len(y)
y = [F(v) - mean for v in y]
w = 2 * d + 2
n = len(y) // w
a, b = y[0::w], y[w - 1::w]
m = sum(a + b) / (2 * n)
variance = sum((v - m)**2 for v in a + b) / (2 * n)
told = {r["name"]: float(r["value"]) for r in csv.DictReader(open("a2.csv")) if r["statistic"] == "second"}
first = [sum(q * (p - o) for o, p, q in zip(a, y[k + 1::w], b)) / n / variance for k in range(d)]
bad = len(told) != 3
for j in range(d):
    for k in range(j + 1, d):
        ba, ab = y[d + 1 + j::w], y[k + 1::w]
        value = sum(p * q - o * r for p, q, o, r in zip(ba, ab, a, b)) / n / variance - first[j] - first[k]
        # three sums of n numbers of about the variance, each rounded three times
        if abs(told[f"x{j + 1}, x{k + 1}"] - float(value)) > 9 * n * 2.3e-16:
            print(j, k, told, float(value)); bad = 1
raise SystemExit(bad)
PYTHON
fi

# What is wrong.
refused() { # REGEX ARGUMENT...
    local pattern=$1
    shift
    run sweep drop.mo --get ball.s "$@" -o r.csv
    status_is 2
    err_has "$pattern"
    [ ! -e r.csv ] && [ ! -e r.csv.journal ] || fail 'something is left behind'
}
refused "must be grid, random, lhs, sobol, saltelli, saltelli2 or subset" --design factorial
refused 'a sweep has one --design, but lhs and sobol are given' --design lhs --design sobol --set 'm=uniform(1,2)'
for law in 'uniform(1 kg, 2 kg)' 'uniform(1, 2) kg' 'uniform(1; 2)' 'uniform(1, 2' 'range(1, 2, 3'; do
    refused "in the parameter's unit, which is not written, and have commas" --set "m=$law"
done
refused 'nothing to draw' --design lhs --count 5
refused 'factors of a grid cannot be correlated' --set 'm=uniform(1,2)' --set 'stop.d=uniform(1,2)' --correlate m,stop.d=0.5
refused 'independent' --design saltelli --set 'm=uniform(1,2)' --set 'stop.d=uniform(1,2)' --correlate m,stop.d=0.5
refused 'names stop\.c, which no --set' --design lhs --set 'm=uniform(1,2)' --correlate m,stop.c=0.5
refused 'needs NAME,NAME=VALUE' --design lhs --set 'm=uniform(1,2)' --correlate m=0.5
refused 'not between -1 and 1' --design lhs --set 'm=uniform(1,2)' --set 'stop.d=uniform(1,2)' --correlate m,stop.d=1
refused 'two correlations' --design lhs --set 'm=uniform(1,2)' --set 'stop.d=uniform(1,2)' --correlate m,stop.d=0.5 \
    --correlate stop.d,m=-0.5
refused 'two correlations' --design lhs --set 'm=uniform(1,2)' --set 'stop.d=uniform(1,2)' --correlate m,stop.d=0 \
    --correlate stop.d,m=0.5
refused 'correlations of stop\.d contradict' --design lhs --set 'm=uniform(1,2)' --set 'stop.c=uniform(1,2)' \
    --set 'stop.d=uniform(1,2)' --correlate m,stop.c=0.9 --correlate stop.c,stop.d=0.9 --correlate m,stop.d=-0.9
refused 'only a grid can be made of a table' --design lhs --set 'm=uniform(1,2)' --sets sets.csv
refused 'goes into the table of --analysis' --exceed 'ball.s>1'
refused 'cannot be .ball\.v>1' --exceed 'ball.v>1' --analysis x.csv
refused 'too many' --set 'm=range(1,2,1e9)' --set 'stop.d=range(1,2,1e9)'
for law in 'normal(0,1,2)' 'normal(0,1,2,1)' 'normal(0,1,50,60)' 'triangular(1,3,2)' 'weibull(0,1)' 'list()' 'list(a)' \
    'logrange(0,1,3)' 'exponential(0)' 'gumbel(1,0)' 'lognormal(1,-1)' 'normal(0,1e999)'; do
    refused 'cannot be read; write [a-z]+\(' --set "m=$law"
done
for get in 'duration(stop, contact begins, 1)' 'duration(stop, contact begins, contact ends)' \
    'duration(stop, contact begins, contact ends, 0)' 'duration(stop)'; do
    refused 'or duration\(COMPONENT, EVENT, UNTIL, NUMBER\)' --get "$get"
done
refused 'one for all; leave one of them out' --set 'm=list(1,2)' --set m=3
refused 'one for all; leave one of them out' --set ' m = 3' --set 'm=uniform(1,2)' --set stop.d=3
refused "the same twice: 'm=list\(1,2\)' and 'm=list\(3,4\)'; leave one" --set 'm=list(1,2)' --set 'm=list(3,4)'
refused "the same twice: 'm=1' and 'm =1'; leave one" --set m=1 --set 'm =1'
for command in simulate check flatten steady linearize 'ensemble --get ball.s'; do
    run ${command%% *} drop.mo ${command#${command%% *}} --set m=1 --set stop.d=3 --set ' m=2'
    status_is 2
    err_has "the same twice: 'm=1' and ' m=2'; leave one"
done
unknown() { # VALUE REGEX...: of a distribution that there is not
    run sweep drop.mo --get ball.s --set "m=$1" -o r.csv
    shift
    status_is 1
    err_has 'begins as no distribution does' "$@"
}
unknown 'gauss(1,2)' 'perhaps normal\(MEAN, DEVIATION\)' 'there are uniform, loguniform, '
unknown 'unifrm(1,2)' 'perhaps uniform\(LOW, HIGH\)'
unknown 'Lognormal(1, 2)' 'perhaps lognormal\('
unknown 'normal[1,2]' 'perhaps normal\('
unknown 'dice(1,2)' 'write one of uniform, loguniform, '
run sweep drop.mo --get ball.s --set 'm=sqrt(stop.q)' -o r.csv # this is not what is wrong with it
[ "$(grep -c 'no distribution' .err)" -eq 0 ] || fail 'a function that there is is told as no distribution'
run sweep drop.mo --get ball.m --set 'm=uniform (3, 3)' -o r.csv
status_is 0
grep -q '^0,3,3,' r.csv || fail 'a blank before the parenthesis changes the distribution'
run sweep drop.mo --get ball.m --set ' m = uniform(3, 3)' --set 'stop.d =uniform(1, 2)' --design lhs --count 2 \
    --correlate 'm , stop.d = 0.3' -o r.csv
status_is 0
head -1 r.csv | grep -q '^"row","m","stop.d","ball.m",' || fail 'blanks around a name are part of it'
# Told to end, it says how to go on.
"$ELASTOGAP" sweep drop.mo --set 'm=uniform(1,2)' --design random --count 1e9 --get ball.s -o ended.csv >.out 2>.err &
for i in $(seq 600); do
    [ "$(stat -c %s ended.csv.journal 2>/dev/null || echo 0)" -gt 1000 ] && break
    sleep 0.02
done
kill -TERM $!
wait $!
status=$?
status_is 143
err_has 'computed are in ended\.csv\.journal, and the same command with --resume goes on'
rm -f ended.csv.journal r.csv
refused "engine fixed locates none" --engine fixed --get 'duration(stop, contact begins, contact ends, 1)'
run sweep drop.mo --get ball.s --set 'm=list(1,2)' -o /dev/stdout
status_is 2
err_has 'ordinary file'
finish
