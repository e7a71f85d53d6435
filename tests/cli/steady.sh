# elastogap steady, runs that begin in equilibria, from saved states and from rows, and what is refused.
. "$(dirname "$0")/lib.sh"

cp "$SOURCE/examples/BistableRelay.mo" Relay.mo
cat >Drop.mo <<'MODEL'
model Drop
  import Modelica.Mechanics.Translational.Components;
  import Modelica.Mechanics.Translational.Sources;
  Components.Fixed ground;
  Components.ElastoGap stop(c = 1e5, d = 60);
  Components.Mass ball(m = 2, L = 0, s(start = 0.5, fixed = true), v(start = 0, fixed = true));
  Sources.ConstantForce weight(f_constant = -2*9.81);
equation
  connect(ground.flange, stop.flange_a);
  connect(stop.flange_b, ball.flange_a);
  connect(weight.flange, ball.flange_b);
end Drop;
MODEL

# All three equilibria, as text, JSON and CSV.
run steady Relay.mo -o all.json -o all.csv
status_is 0
out_has '^BistableRelay at 0 s: 3 equilibria' 'from 49 points each' 'openStop  *apart' 'closedStop  *linear' 'balance of forces to'
files_are Drop.mo Relay.mo all.json all.csv
if grep -q LAPACK .err; then
    stability='unknown'
else
    err_is_empty
    stability='stable'
    out_has '^1  stable' '^2  unstable: 1 growing mode' '^3  stable'
fi
python3 - "$stability" <<'CHECK' || fail "all.json or all.csv is wrong"
import json, sys
a = json.load(open("all.json"))
e = a["equilibria"]
assert a["model"] == "BistableRelay" and a["complete"] is False and len(e) == 3
assert e[0]["stability"] == sys.argv[1] and [x["number"] for x in e] == [1, 2, 3]
assert e[2]["contacts"][1] == {"component": "closedStop", "mode": "linear", "at_edge": False}
assert abs(e[0]["relative_residual"]) < 1e-12 and e[0]["residual_of"] == "arm"
rows = [l.split(",") for l in open("all.csv").read().split("\n")]
assert rows[0] == ['"number"', '"stability"', '"spring.s_rel"', '"arm.v"', '"openStop"', '"closedStop"'] and len(rows) == 5
assert float(rows[3][2]) == e[2]["linear"]["states"][0]["value"]
CHECK

# Where it is complete, and where something falls.
run steady Drop.mo
status_is 0
out_has '^Drop at 0 s: 1 equilibrium' 'there are no others' 'stop.s_rel  *-0.0001962 m'
run steady Drop.mo --set 'stop.c=0'
status_is 3
err_has 'warning: no equilibrium of Drop was found at time 0 s: nothing stops ball.v' 'error: no equilibrium was found'
run steady Drop.mo -o all.mat
status_is 2
err_has 'must end in .json or .csv'

# Runs that begin there.
run simulate Drop.mo --start steady --get ball.s --get 'max(abs(ball.v))' -o rest.csv --quiet
status_is 0
near "$(value_at rest.csv ball.s 1)" -0.0001962 1e-17 'the ball at rest'
if [ "$stability" = stable ]; then
    run simulate Relay.mo --start steady -o rest.csv
    status_is 1
    err_has 'has 3 equilibria at 0 s, 2 of them stable: which one' 'remedy: .*--start steady:1'
fi
run simulate Relay.mo --start steady:3 -o rest.csv --quiet
status_is 0
near "$(value_at rest.csv arm.s 0.2)" 0.00180198542608 1e-13 'the arm at rest'
run simulate Relay.mo --start steady:4 -o rest.csv
status_is 2
err_has 'no equilibrium number 4'
run simulate Relay.mo --start rest -o rest.csv
status_is 2
err_has "not 'rest'"

# Linear models about all of them.
run linearize Relay.mo --at steady -o lin.csv
status_is 0
out_has '^equilibrium 1: BistableRelay' '^equilibrium 3: BistableRelay'
[ -f lin-1.csv ] && [ -f lin-2.csv ] && [ -f lin-3.csv ] || fail "there is no file for each"
cp lin-2.csv second.csv
run linearize Relay.mo --at steady:2 -o lin.csv --quiet
status_is 0
cmp -s lin.csv second.csv || fail "number 2 alone is another one"
run linearize Relay.mo --at rest
status_is 2

# Steady motion: pushed against a damper.
cat >Pushed.mo <<'END'
model Pushed
  import Modelica.Mechanics.Translational.*;
  Components.Mass m(m=2, s(fixed=true), v(fixed=true));
  Components.Damper d(d=4);
  Components.Fixed g;
  Sources.ConstantForce f(f_constant=10);
equation
  connect(g.flange, d.flange_a);
  connect(d.flange_b, m.flange_a);
  connect(f.flange, m.flange_b);
end Pushed;
END
run steady Pushed.mo -o pushed.json
status_is 0
err_is_empty
out_has 'Pushed at 0 s: 0 equilibria, 1 steady motion'
out_has '1  steady motion, d.s_rel by 2.5 m/s: stable'
grep -q '"speed": 2.5' pushed.json || fail 'no speed in pushed.json'
run simulate Pushed.mo --start steady --stop-time 1 -o pushed.csv --quiet
status_is 0
near "$(value_at pushed.csv m.v 1)" 2.5 1e-12 'the speed of what is pushed'

# States: the rest of a run, and what a run to the saved point and on from it makes.
for engine in auto exact erk irk fixed; do
    run simulate Drop.mo --engine $engine --interval 0.01 --stop-time 0.7 --save-state a.state -o a.csv --quiet
    status_is 0
    run simulate Drop.mo --start-from a.state --stop-time 2 -o b.csv --events b.events.csv --quiet
    status_is 0
    err_is_empty
    run simulate Drop.mo --engine $engine --interval 0.01 --stop-time 2 --restart-at 0.7 --save-state c.state@0.7 \
        -o c.csv --events c.events.csv --quiet
    status_is 0
    cmp -s a.state c.state || fail "$engine: the states differ"
    tail -n +2 b.csv >b.rows
    tail -n "$(wc -l <b.rows)" c.csv >c.rows
    cmp -s b.rows c.rows || fail "$engine: rows differ"
    tail -n +2 b.events.csv >b.rows
    tail -n "$(wc -l <b.rows)" c.events.csv >c.rows
    cmp -s b.rows c.rows || fail "$engine: events differ"
done

# Saving changes nothing; steps of the engine fixed go on.
for engine in auto exact erk irk fixed; do
    run simulate Drop.mo --engine $engine --interval 0.01 --stop-time 2 -o plain.csv --events plain.events.csv --quiet
    run simulate Drop.mo --engine $engine --interval 0.01 --stop-time 2 --save-state c.state@0.7031 \
        --save-state b.state@0.3 -o c.csv --events c.events.csv --quiet
    status_is 0
    err_is_empty
    cmp -s plain.csv c.csv || fail "$engine: saving changes rows"
    cmp -s plain.events.csv c.events.csv || fail "$engine: saving changes events"
done
for from in a c; do
    run simulate Drop.mo --engine fixed --interval 0.01 --stop-time 0.7 --save-state a.state -o a.csv --quiet
    run simulate Drop.mo --start-from $from.state --stop-time 2 -o b.csv --quiet
    status_is 0
    tail -n +3 b.csv >b.rows
    tail -n "$(wc -l <b.rows)" plain.csv >c.rows
    cmp -s b.rows c.rows || fail "fixed from $from.state: rows differ"
done
run simulate Drop.mo --restart-at soon -o x.csv
status_is 2
err_has "--restart-at must be a time"
run simulate Drop.mo --restart-at 7 --stop-time 2 -o x.csv
status_is 2
err_has 'the run is to begin anew at 7 s'

# What is no state of this model.
head -c 200 a.state >cut.state
run simulate Drop.mo --start-from cut.state -o x.csv
status_is 3
err_has 'cut.state has been cut short'
run simulate Relay.mo --start-from a.state -o x.csv
status_is 2
err_has 'the state is that of the model Drop, not of BistableRelay'
run simulate Drop.mo --start-from none.state -o x.csv
status_is 3
err_has 'none.state'
run simulate Drop.mo --start-from a.state@1 -o x.csv
status_is 2
err_has 'a saved state has a time of its own'
run simulate Drop.mo --start-from a.state --start-time 1 -o x.csv
status_is 2
run simulate Drop.mo --save-state late.state@5 --stop-time 2 -o x.csv
status_is 2
err_has 'a state is to be saved at 5 s'
run simulate Drop.mo --start-from a.state --set stop.c=2e5 --stop-time 2 -o x.csv --quiet
status_is 0
err_has 'other values of parameters: stop.c was 100000 and is 200000; 2 of them'

# Rows.
run simulate Drop.mo --stop-time 2 --interval 0.01 -o c.csv --quiet
run simulate Drop.mo --start-from c.csv@0.5 --stop-time 2 --interval 0.01 -o d.csv --quiet
status_is 0
err_is_empty
near "$(value_at d.csv ball.s 2)" "$(value_at c.csv ball.s 2)" 1e-9 'the ball from a row'
run simulate Drop.mo --start-from c.csv@0.505 --stop-time 2 -o d.csv
status_is 2
err_has 'has no row at 0.505 s, but at 0.5 s and 0.51 s'
run simulate Drop.mo --start-from c.csv@7 -o d.csv
status_is 2
err_has 'its rows are from 0 s to 2 s'
run simulate Drop.mo --start-from c.csv@0.5 -o c.csv
status_is 2
err_has 'remedy: name the results by --output'
run simulate Drop.mo --save-state x.csv -o x.csv
status_is 2
run simulate Drop.mo --start-from a.state --save-state a.state --stop-time 1 -o x.csv --quiet
status_is 0
run simulate Drop.mo --signals stop.f --stop-time 1 -o few.csv --quiet
run simulate Drop.mo --start-from few.csv@0.5 -o d.csv
status_is 2
err_has 'does not hold all that a run of Drop begins with: ball.v, stop.s_rel'
finish
