# elastogap ensemble: tables in, tables out, and what is wrong about them.
. "$(dirname "$0")/lib.sh"

drop_with 'm = 2' >drop.mo

# A table with a mark of UTF-8, quoted names, blanks and lines as Windows ends them.
printf '\357\273\277"stop.d", ball.s.start\r\n60, 0.5\r\n\r\n1e2,0.25\r\n' >sets.csv
run ensemble drop.mo --sets sets.csv --get ball.s --get 'max(ball.v)' --get 'count(stop, contact begins)' \
    --get 'time(*, contact begins, 1)' --engine exact
status_is 0
out_has '2 sets, 2 done' 'written  ensemble\.csv'
err_is_empty
head -1 ensemble.csv | grep -qF '"set","stop.d","ball.s.start","ball.s","max(ball.v)","count(stop, contact begins)",' ||
    fail 'the header is another one'
[ "$(wc -l <ensemble.csv)" = 3 ] || fail 'not a line a set'
# It falls for sqrt(2 h/g).
near "$(sed -n 2p ensemble.csv | cut -d, -f7)" 0.31927542840705048 1e-12 'first touch'
near "$(sed -n 3p ensemble.csv | cut -d, -f7)" 0.22576182049286544 1e-12 'first touch'
run simulate drop.mo --engine exact --quiet --signals ball.s
near "$(sed -n 2p ensemble.csv | cut -d, -f4)" "$(tail -1 Drop.csv | cut -d, -f2)" 1e-12 'place at the end'

# Ranges and draws: all combinations, the same for any number of threads.
for threads in 1 3; do
    run ensemble drop.mo --set 'stop.c=range(1e4,1e5,3)' --set 'm=range(1, 2, 2)' --set 'ball.s.start=normal(1, 0.1)' \
        --set 'stop.d=loguniform(1,100)' --count 5 --seed 7 --get ball.s --threads $threads -o "t$threads.csv" --quiet
    status_is 0
done
cmp -s t1.csv t3.csv || fail 'threads change the results'
[ "$(wc -l <t1.csv)" = 31 ] || fail 'not all combinations'
[ "$(sed -n 31p t1.csv | cut -d, -f2,3)" = 100000,2 ] || fail 'the ranges do not end where they should'
run ensemble drop.mo --set 'stop.d=uniform(1,100)' --count 5 --seed 8 --get ball.s -o s8.csv --quiet
run ensemble drop.mo --set 'stop.d=uniform(1,100)' --count 5 --seed 9 --get ball.s -o s9.csv --quiet
cmp -s s8.csv s9.csv && fail 'the seed changes nothing'
# One value for all sets is a setting as for simulate.
run ensemble drop.mo --set ball.v.start=-1 --set 'stop.d=range(60,60,1)' --get 'max(ball.v)' --quiet
status_is 0

# Start values have two names, as settings and as columns.
run ensemble drop.mo --set ball.v.start=-1 --set 'ball.s.start=range(1,2,3)' --get ball.s --quiet -o dots.csv
status_is 0
run ensemble drop.mo --set 'ball.v(start) = -1' --set 'ball.s(start)=range(1,2,3)' --get ball.s --quiet -o brackets.csv
status_is 0
err_is_empty
sed 's/ball\.s(start)/ball.s.start/' brackets.csv >same.csv
cmp -s dots.csv same.csv || fail "start values by brackets come to something else: $(cat brackets.csv)"
run simulate drop.mo --set 'ball.q(start)=1' --quiet
status_is 1
err_has 'has no "q" to modify'

# Derivatives as columns: the first touch is at t = sqrt(2 h/g), which grows by t/(2 h) with h and by nothing with d.
# Threads change nothing; a set that does not run has none.
for threads in 1 3; do
    run ensemble drop.mo --sets sets.csv --get 'time(*, contact begins, 1)' --sensitivity ball.s.start \
        --sensitivity stop.d --threads $threads --quiet -o "d$threads.csv"
    status_is 0
    err_is_empty
done
cmp -s d1.csv d3.csv || fail 'threads change the derivatives'
head -1 d1.csv | grep -qF '"d(time(*, contact begins, 1))/d(ball.s.start)","d(time(*, contact begins, 1))/d(stop.d)","status"' ||
    fail "the header is another one: $(head -1 d1.csv)"
near "$(sed -n 2p d1.csv | cut -d, -f5)" 0.31927542840705048 1e-9 'd(first touch)/d(height)'
near "$(sed -n 3p d1.csv | cut -d, -f5)" 0.45152364098573090 1e-9 'd(first touch)/d(height)'
near "$(sed -n 3p d1.csv | cut -d, -f6)" 0 1e-12 'd(first touch)/d(damping)'
run ensemble drop.mo --set 'm=range(0,2,3)' --get ball.s --sensitivity stop.c --quiet -o m.csv
status_is 2
sed -n 2p m.csv | grep -q '^0,0,,,"refused",' || fail "a refused set has a derivative: $(sed -n 2p m.csv)"
sed -n 4p m.csv | grep -qE '^2,2,[^,]+,[^,]+,"done",' || fail "a set has no derivative: $(sed -n 4p m.csv)"
run ensemble drop.mo --set 'stop.d=range(1,2,2)' --get ball.s --sensitivity stop.q --quiet
status_is 2
err_has "there is no parameter 'stop\.q'" 'that was set 0'

# Sets that cannot run are told, and the others do.
run ensemble drop.mo --set 'm=range(0,2,3)' --get ball.s --quiet
status_is 2
err_has 'set 0: m = 0 changes the structure of Drop'
[ "$(cut -d, -f4 ensemble.csv | tr '\n' ' ')" = '"status" "refused" "done" "done" ' ] || fail 'statuses are wrong'
run ensemble drop.mo --set 'stop.c=range(-1,1,2)' --get ball.s --quiet
status_is 1
err_has 'set 0: .*stop\.c' 'drop\.mo'

# What is wrong on the command line.
run ensemble drop.mo --set 'stop.d=uniform(1,2)'
status_is 2
err_has 'say what is wanted'
for law in 'uniform(1)' 'uniform(2,1)' 'loguniform(0,1)' 'range(1,2,0)' 'range(1,2,2.5)' 'normal(0,-1)' 'uniform(1,2'; do
    run ensemble drop.mo --set "stop.d=$law" --get ball.s
    status_is 2
    err_has 'cannot be read; write [a-z]+\('
done
run ensemble drop.mo --set 'stop.d=uniform(1,2)' --get 'min(ball.s'
status_is 2
err_has '--get:1:11: error: expected'
for what in 'final()' 'time(stop, *)' 'time(stop, *, 0)' 'count()'; do
    run ensemble drop.mo --set 'stop.d=uniform(1,2)' --get "$what"
    status_is 2
    err_has '--get cannot be'
done
run ensemble drop.mo --set 'stop.e=uniform(1,2)' --get ball.s
status_is 2
err_has 'ElastoGap has no "e"'
run ensemble drop.mo --set 'stop.d=uniform(1,2)' --get ball.x
status_is 2
err_has 'no variable ball\.x' 'did you mean ball\.s'
run ensemble drop.mo --get 'count(stp, *)'
status_is 2
err_has 'no component of Drop matches .stp.' 'did you mean stop'
run ensemble drop.mo --get ball.s --output none/e.csv
status_is 3
err_has 'none/e\.csv: error: cannot write the file'
run ensemble drop.mo --get ball.s --output e.mat
status_is 2
err_has '--output must end in \.csv'
run ensemble none.mo --get ball.s
status_is 2
for table in 'stop.d\n1,2\n' 'stop.d,m\n1\n' 'stop.d\nx\n' 'stop.d\n' '\n1\n' '"stop.d\n1\n' 'stop.d\nnan\n'; do
    printf "$table" >wrong.csv
    run ensemble drop.mo --sets wrong.csv --get ball.s
    status_is 2
    err_has 'wrong\.csv:[0-9]+: error: '
done
run ensemble drop.mo --sets no.csv --get ball.s
status_is 2
run ensemble drop.mo --set 'stop.d=range(1,2,1e9)' --set 'stop.c=range(1,2,1e9)' --get ball.s
status_is 2
err_has 'too many'
# Energy balances: of all sets, in lanes and one by one.
run ensemble drop.mo --set 'stop.d=uniform(1,100)' --count 130 --engine erk --get ball.s -o lanes.csv
status_is 0
err_is_empty
out_has 'energy +balanced in 130 sets, does not close in 0' '16 lanes'
run ensemble drop.mo --set 'stop.d=uniform(1,100)' --count 130 --engine erk --balance --get ball.s -o all.csv
out_has 'energy +balanced in 130 sets, does not close in 0' '1 lane'
for table in lanes all; do
    told=$(awk -F, 'NR > 1 && $5 != "" && $5 >= 0 && $5 < 1e-4' $table.csv | wc -l)
    [ "$told" = 130 ] || fail "not all balances are told in $table"
done
run ensemble drop.mo --set 'stop.d=uniform(1,100)' --count 130 --engine erk --lanes 4 --get ball.s -o four.csv
cmp -s lanes.csv four.csv || fail 'the number of lanes changes balances'
# What swings, resists, drives, and is not smooth at touch: balances close by what lanes integrate, which are other
# sums than those of runs alone.
cat >swung.mo <<'END'
model Swung
  import Modelica.Mechanics.Translational.*;
  Components.Fixed wall;
  Components.ElastoGap gap(c = 1e4, d = 10, n = 1.7);
  Components.ElastoGap between(c = 3e4, d = 20, n = 1.3, s_rel0 = 0.1);
  Components.SpringDamper tie(c = 500, d = 3, s_rel0 = 0.3);
  Components.Mass one(m = 1, L = 0, s(start = 1, fixed = true), v(start = 0, fixed = true));
  Components.Mass two(m = 0.4, L = 0, s(start = 1.3, fixed = true), v(start = 0, fixed = true));
  Sources.Force push;
  Sources.QuadraticSpeedDependentForce drag(f_nominal = -3, v_nominal = 2, ForceDirection = true);
  Modelica.Blocks.Sources.Sine u(amplitude = 40, f = 3, offset = -9.81);
equation
  connect(wall.flange, gap.flange_a);
  connect(gap.flange_b, one.flange_a);
  connect(push.flange, one.flange_b);
  connect(u.y, push.f);
  connect(one.flange_b, tie.flange_a);
  connect(tie.flange_b, two.flange_a);
  connect(one.flange_b, between.flange_a);
  connect(between.flange_b, two.flange_a);
  connect(drag.flange, two.flange_b);
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end Swung;
END
run ensemble swung.mo --set 'gap.d=uniform(1,30)' --set 'between.c=loguniform(1e3,1e5)' --count 64 --engine erk \
    --get one.s -o swung_lanes.csv
status_is 0
err_is_empty
out_has '16 lanes' 'balanced in 64 sets, does not close in 0'
run ensemble swung.mo --set 'gap.d=uniform(1,30)' --set 'between.c=loguniform(1e3,1e5)' --count 64 --engine erk \
    --balance --get one.s -o swung_all.csv
own=$(paste -d, swung_lanes.csv swung_all.csv |
    awk -F, 'NR > 1 && $6 != $12 && $6 < 1e-9 && $12 < 1e-9 { n++ } END { print n + 0 }')
[ "$own" = 64 ] || fail "of 64 sets only $own were balanced in lanes"
# 0.5 m v^2 is beyond all numbers, m v is not.
run ensemble drop.mo --set 'ball.v.start=range(0,1e5,3)' --set ball.m=1e300 --set ball.s.start=1e3 \
    --set weight.f_constant=0 --stop-time 0.01 --engine erk --get ball.v -o infinite.csv
status_is 3
err_has 'set 1: the energy balance is no finite number' 'set 2: the energy balance is no finite number'
# Alone the same steps are made, in another order of sums.
off=$(paste -d, lanes.csv all.csv | awk -F, 'NR > 1 { d = $3 - $8; if (d * d > 1e-26) n++ } END { print n + 0 }')
[ "$off" = 0 ] || fail 'looking at balances changes results'


# Elements of matrices: each set is the run with that setting, to the bit.
run ensemble "$SOURCE/examples/BumpStop.mo" --set 'stop.table[3,2]=range(300,500,3)' --get 'max(abs(stop.f))' \
    -o table.csv --quiet
status_is 0
for value in 300 400 500; do
    run simulate "$SOURCE/examples/BumpStop.mo" --set "stop.table[3,2]=$value" --get 'max(abs(stop.f))' -o run.csv --quiet
    near "$(awk -F, -v v=$value '$2 == v { print $3 }' table.csv)" "$(awk '{ print $3 }' .out)" 1e-11 "a table with $value"
done
cat >lookup.mo <<'MODEL'
model Lookup
  Modelica.Blocks.Tables.CombiTable1Ds t(table = [0, 0; 1, 2; 3, 8]);
equation
  t.u = 2;
end Lookup;
MODEL
run ensemble lookup.mo --set 't.table[3,2]=range(4,8,2)' --get 't.y[1]' -o lookup.csv --quiet
status_is 0
near "$(sed -n 2p lookup.csv | cut -d, -f3)" 3 1e-14 'halfway between 2 and 4'
near "$(sed -n 3p lookup.csv | cut -d, -f3)" 5 1e-14 'halfway between 2 and 8'
run ensemble lookup.mo --set 't.table[4,2]=range(4,8,2)' --get 't.y[1]'
status_is 2
err_has 'subscript 4 is out of range'
# As a page: bands of the sets, which single runs come to; lines of a few; sets that are wrong are left out.
cat >fall.mo <<'MODEL'
model Fall
  parameter Real g(min = 0) = 1;
  Real h(start = 0, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
end Fall;
MODEL
values=
for k in 1 2 3 4 5 6 7 8 9 10 11; do
    values=$values,$k
    run simulate fall.mo --set g=$k --interval 0.001 -o "one$(printf %02d $k).csv" --quiet
done
run ensemble fall.mo --set "g=list(-1$values)" --get h -o bands.csv --report bands.html
status_is 1
out_has 'written  bands.csv, bands.html'
python3 "$SOURCE/tests/cli/report_bands.py" bands.html one*.csv || fail 'bands are not those of single runs'
grep -q '11 runs, of which this page shows set 1: g = 1 by itself' bands.html || fail 'the page does not say which'
run ensemble fall.mo --set 'g=list(1,2)' --get h -o few.csv --report few.html --quiet
status_is 0
python3 "$SOURCE/tests/cli/report_read.py" few.html one01.csv || fail 'the first run is not the single one'
run ensemble fall.mo --set 'g=list(1,2)' --get h --report few.txt
status_is 2
err_has 'must end in .html'
run ensemble fall.mo --set 'g=list(-1,-2)' --get h -o none.csv --report none.html
status_is 1
err_has 'nothing to show'
[ ! -e none.html ] || fail 'a page of nothing'
finish
