# Measures that what events come to is a part of: max(-stop.f)/count(stop, contact begins). Held against the events
# that a run by itself writes, and against closed forms.
. "$(dirname "$0")/lib.sh"

cat >drop.mo <<'MODEL'
model Drop
  import Modelica.Mechanics.Translational.Components.*;
  parameter Integer n(min = 1) = 1;
  Fixed ground;
  ElastoGap stop(c = 1e5, d = 300);
  Mass ball(m = 2, L = 0, s(start = 0.5, fixed = true), v(start = 0, fixed = true));
  Mass beside[n](each m = 1, each L = 0, s(each fixed = true), v(each fixed = true));
  Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -9.81*ball.m);
equation
  connect(ground.flange, stop.flange_a);
  connect(stop.flange_b, ball.flange_a);
  connect(weight.flange, ball.flange_b);
  annotation(experiment(StopTime = 1));
end Drop;
MODEL
gets=(--get 'count(stop, contact begins)' --get 'max(-stop.f)'
    --get 'max(-stop.f)/count(stop, contact begins)'
    --get 'time(stop, contact begins, 3) - time(stop, contact begins, 2)'
    --get 'time( st?p ,contact begins,2)/duration(stop, contact begins, contact ends, 2)'
    --get 'mod(count(stop, contact*), 3) + ball.m*count(*, * limit *)'
    --get 'if count(stop, contact begins) > 3 then time(stop, contact begins, 4) else -1'
    --get 'max(count(stop, contact begins), count(stop, contact ends)) - min(ball.s)')

# What a set of values comes to, from the events of its run and two numbers.
cat >oracle.awk <<'AWK'
BEGIN { FS = "," }
FNR == 1 { next }
{ gsub(/"/, ""); contacts += $3 ~ /^contact/; limits += $3 ~ / limit / }
$3 == "contact begins" { begin[++begins] = $1 }
$3 == "contact ends" { end[++ends] = $1 }
function number(x) { return sprintf("%.17g", x) }
END {
    print begins + 0
    print number(peak)
    print number(peak/begins)
    print (begins > 2 ? number(begin[3] - begin[2]) : "")
    print (ends > 1 ? number(begin[2]/(end[2] - begin[2])) : "")
    print contacts % 3 + mass*limits
    print (begins > 3 ? begin[4] : -1)
    print number((begins > ends ? begins : ends) - least)
}
AWK

run sweep drop.mo --set 'stop.d=list(0, 60, 300, 900)' --set 'n=range(1, 2, 2)' "${gets[@]}" -o rows.csv
status_is 0
row=1
for d in 0 60 300 900; do
    run simulate drop.mo --set stop.d=$d --events events.csv -o run.csv --get 'max(-stop.f)' --get 'min(ball.s)' \
        --get 'time(stop, contact begins, 1)'
    status_is 0
    peak=$(sed -n 's/^max(-stop.f) = \([^ ]*\).*/\1/p' .out) least=$(sed -n 's/^min(ball.s) = \([^ ]*\).*/\1/p' .out)
    near "$(sed -n 's/^time(.*) = \([^ ]*\) s$/\1/p' .out)" 0.319275428407050533 1e-14 'a fall from half a metre'
    awk -v peak="$peak" -v least="$least" -v mass=2 -f oracle.awk events.csv >expected
    for n in 1 2; do
        row=$((row + 1))
        for k in $(seq 8); do
            value=$(sed -n ${row}p rows.csv | cut -d, -f$((k + 3))) wanted=$(sed -n ${k}p expected)
            if [ -z "$value$wanted" ]; then continue; fi
            near "$value" "$wanted" "$(awk -v x="$wanted" 'BEGIN { print 1e-12*(x < 0 ? 1 - x : 1 + x) }')" \
                "measure $k of d = $d, n = $n"
        done
    done
done

# The same numbers by `ensemble` and by a run's own --get; the same bytes for any number of threads and lanes.
run ensemble drop.mo --set 'stop.d=list(300)' "${gets[@]}" -o sets.csv
status_is 0
[ "$(tail -1 sets.csv | cut -d, -f3-10)" = "$(sed -n 6p rows.csv | cut -d, -f4-11)" ] || fail 'ensemble has other values'
for engine in exact erk; do
    for threads in 1 2; do
        run sweep drop.mo --engine $engine --threads $threads --design lhs --count 300 --set 'stop.d=uniform(10, 900)' \
            "${gets[@]}" -o $engine$threads.csv --quiet
        status_is 0
    done
    cmp ${engine}1.csv ${engine}2.csv || fail 'threads change bytes'
done

# The parts of an expression and the whole of it, in one table.
run sweep drop.mo --engine erk --design random --count 40 --set 'stop.d=uniform(10, 900)' --quiet -o parts.csv \
    --get 'time(stop, contact begins, 2)' --get 'time(stop, contact begins, 1)' \
    --get 'time(stop, contact begins, 2) - time(stop, contact begins, 1)'
status_is 0
awk -F, 'NR > 1 && ($3 - $4 - $5 > 1e-15 || $3 - $4 - $5 < -1e-15 || $5 == "") { exit 1 }' parts.csv ||
    fail 'the parts make another whole'

# What is nearly right.
refused() { # REGEX GET
    run sweep drop.mo --set 'stop.d=list(1, 2)' --get "$2" -o none.csv
    [ $status -eq 1 ] || [ $status -eq 2 ] || fail "exit status is $status"
    err_has "$1" remedy
    [ ! -e none.csv ] || fail 'there is a table'
}
refused "no component of Drop matches 'stp'" '1/count(stp)'
refused 'name stop, then the event' 'time(stop.contact, *, 3) - time(stop.contact, *, 2)'
refused 'write time\(stop, contact begins, 3\)' '1 + time(stop, 3)'
refused 'write time\(stop, contact begins, 3\)' '1 + time(stop, *, 0)'
refused 'write duration\(' '1 + duration(stop, contact begins, 1)'
refused 'write count\(' '1 + count()'
refused 'write count\(' '1 + count(stop, a, b)'
refused 'cannot stand in another' 'max(stop.f*count(stop))'
refused 'cannot stand in a loop' 'sum(count(stop) for i in 1:3)'
refused 'Drop has no variable' 'x.count(stop)'
run simulate drop.mo --engine fixed --get '1 + count(stop)' -o run.csv
status_is 3
err_has 'engine fixed locates none' remedy
run ensemble drop.mo --engine fixed --get '1 + count(stop)'
status_is 2
err_has 'engine fixed locates none'

# What is asked for often has short names.
run simulate drop.mo -o run.csv --get 'time(stop.contact, 3) - time(stop, contact begins, 3)' \
    --get 'duration(stop.contact, 2) - duration(stop, contact begins, contact ends, 2)' \
    --get 'energy(stop) - integral(stop.lossPower)' --get 'time(stop.contact, 2)*energy(stop)'
status_is 0
[ "$(grep -c ' = 0 ' .out)" -eq 3 ] || fail "short names come to something else: $(cat .out)"
for wrong in 'time(stop, 2)' 'duration(stop.contact, contact ends, 2)' 'energy(ball)'; do
    run simulate drop.mo -o run.csv --get "$wrong"
    status_is 2
done
finish
