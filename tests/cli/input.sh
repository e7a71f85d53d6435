# elastogap simulate MODEL --input FILE.csv: what drives the inputs of a model's top level.
. "$(dirname "$0")/lib.sh"

cat >Push.mo <<'MODEL'
model Push
  Modelica.Blocks.Interfaces.RealInput u(start = 9);
  input Real w(start = 0.5);
  input Boolean on(start = false);
  Real x(start = 0, fixed = true);
  Modelica.Mechanics.Translational.Sources.Force force;
  Modelica.Mechanics.Translational.Components.Mass mass(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
equation
  connect(u, force.f);
  connect(force.flange, mass.flange_a);
  der(x) = w;
end Push;
MODEL

# A force that ramps, then jumps to 0 at t = 1: v(1) = 0.5, s(2) = 1/6 + 0.5. Rows on a line are no events. What has no column keeps
# its start value.
printf '"time","u"\n0,0\n0.25,0.25\n0.5,0.5\n1,1\n1,0\n3,0\n' >in.csv
run simulate Push.mo --input in.csv --stop-time 2 --tolerance 1e-10 --output r.csv --stats
status_is 0
err_is_empty
out_has 'events +0 and 1 at given times' ' 1\.000000000 s +u '
near "$(value_at r.csv mass.v 2)" 0.5 1e-12 'mass.v(2)'
near "$(value_at r.csv mass.s 2)" 0.666666666666667 1e-12 'mass.s(2)'
near "$(value_at r.csv x 2)" 1 1e-12 'x(2)'
near "$(value_at r.csv u 0.8)" 0.8 1e-12 'u(0.8)'
[ "$(awk -F, '$1 == 1' r.csv | wc -l)" = 2 ] || fail "the jump is not two rows"

# Before the first row and behind the last one its values stay; times may be negative.
printf 'time,w\n-1,3\n0.5,0\n0.5,2\n1,4\n' >in.csv
run simulate Push.mo --input in.csv --start-time -2 --stop-time 2 --interval 0.25 --output r.csv --quiet
status_is 0
near "$(value_at r.csv w -1.5)" 3 0 'w(-1.5)'
near "$(value_at r.csv w 0)" 1 1e-12 'w(0)'
near "$(value_at r.csv w 0.5)" 2 1e-12 'w(0.5), right'
near "$(value_at r.csv w 2)" 4 0 'w(2)'
near "$(value_at r.csv x 2)" 10.75 1e-9 'x(2)' # 3 + 2.25 + 1.5 + 4

# Mistakes.
printf 'time,uu\n0,1\n' >wrong.csv
run simulate Push.mo --input wrong.csv
status_is 2
err_has "no input of that name" "remedy: did you mean 'u'"
printf 'time,on\n0,1\n' >wrong.csv
run simulate Push.mo --input wrong.csv
status_is 2
err_has 'no Real'
printf 'time,u\n0,nan\n' >wrong.csv
run simulate Push.mo --input wrong.csv
status_is 2
err_has 'finite'
printf 'time,u\n' >wrong.csv
run simulate Push.mo --input wrong.csv
status_is 2
run simulate Push.mo --input none.csv
status_is 2
err_has 'none\.csv'
run simulate "$SOURCE/examples/ElastoGap.mo" --input in.csv
status_is 2
err_has 'declares no inputs'
[ ! -e Push.csv ] || fail "a result of a run that was refused"

# Lines between the largest numbers there are stay within them: at their ends, and in the middle.
cat >large.mo <<'MODEL'
model Large
  input Real u(start = 0);
end Large;
MODEL
printf 'time,u\n0,0.7\n1,1.7976931348623157e308\n2,-7e301\n3,1.7976931348623157e308\n4,-1.7976931348623157e308\n' >large.csv
run simulate large.mo --input large.csv --interval 0.5 --stop-time 4 --quiet
status_is 0
near "$(value_at Large.csv u 1)" 1.7976931348623157e308 0 'u(1)'
near "$(value_at Large.csv u 3)" 1.7976931348623157e308 0 'u(3)'
near "$(value_at Large.csv u 3.5)" 0 0 'u(3.5)'
near "$(value_at Large.csv u 4)" -1.7976931348623157e308 0 'u(4)'

# An input of the model leads on into blocks of equations, however deep; what nothing gives is named.
cat >through.mo <<'TEXT'
model Doubled
  Modelica.Blocks.Interfaces.RealInput u;
  Modelica.Blocks.Interfaces.RealOutput y;
  parameter Real k = 2;
equation
  y = k*u;
end Doubled;
model Deep
  Modelica.Blocks.Interfaces.RealInput w;
  Modelica.Blocks.Interfaces.RealOutput z;
  Doubled inner_;
equation
  connect(w, inner_.u);
  connect(inner_.y, z);
end Deep;
model Through
  Modelica.Blocks.Interfaces.RealInput u(start = 4);
  Modelica.Blocks.Interfaces.RealOutput y;
  Deep deep;
  Doubled three(k = 3), beside;
equation
  connect(u, deep.w);
  connect(deep.z, three.u);
  connect(three.y, y);
  beside.u = u;
end Through;
model Open
  Deep deep;
  Doubled two;
equation
  connect(deep.z, two.u);
end Open;
TEXT
printf 'time,u\n0,1\n1,3\n' >through.csv
run simulate through.mo --model Through -o still.csv
status_is 0
near "$(value_at still.csv y 1)" 24 0 "y of the start value"
run simulate through.mo --model Through --input through.csv -o driven.csv
status_is 0
near "$(value_at driven.csv y 1)" 18 0 "y of the table"
near "$(value_at driven.csv beside.y 1)" 6 0 "beside.y of the table"
run check through.mo --model Open
status_is 1
err_has 'the signal deep.w is not connected to a source'
finish
