# Slips of careless users: each is refused with its place and says what to write, once for each error.
. "$(dirname "$0")/lib.sh"

cat >Drop.mo <<'MODEL'
model Drop
  import Modelica.Mechanics.Translational.Components;
  import Modelica.Mechanics.Translational.Sources;
  Components.Fixed ground;
  Components.ElastoGap stop(c = 1e5, d = 60);
  Components.Mass ball(m = 2, L = 0, s(start = 0.5, fixed = true), v(start = 0, fixed = true));
  Sources.ConstantForce weight(f_constant = -20);
  Real z[3] = {1, 2, 3};
equation
  connect(ground.flange, stop.flange_a);
  connect(stop.flange_b, ball.flange_a);
  connect(weight.flange, ball.flange_b);
  annotation(experiment(StopTime = 2));
end Drop;
MODEL
cat >Drop.dyad <<'MODEL'
component Drop
  ground = TranslationalComponents.Fixed()
  stop = TranslationalComponents.Spring(c = 1e5)
  ball = TranslationalComponents.Mass(m = 2, L = 0)
relations
  initial ball.s = 0.5
  initial ball.v = 0
  connect(ground.flange, stop.flange_a)
  connect(stop.flange_b, ball.flange_a)
end
MODEL

slip() { # FILE OLD NEW: one place of it is written otherwise (sed)
    sed "s|$2|$3|" "$1" >"Slip.${1##*.}"
    run check "Slip.${1##*.}"
    status_is 1
    errors=$(grep -c 'error: ' .err)
    err_has "^Slip\.${1##*.}:[0-9]+"
    [ "$(grep -c 'remedy: ' .err)" -ge "$errors" ] || fail "an error without its remedy: $2 for $3"
}

run check Drop.mo
status_is 0
run check Drop.dyad
status_is 0
while IFS='~' read -r old new; do
    slip Drop.mo "$old" "$new"
done <<'SLIPS'
d = 60);~d = 60)
stop.flange_a);~stop.flange_a)
1e5, d~1e5 d
Components.Mass ball~components.Mass ball
Components.Mass ball~Components.mass ball
ball.flange_a~Ball.flange_a
m = 2,~m = 2 kg,
m = 2,~m = 2,5,
m = 2,~m = -2,
m = 2,~m = "2",
m = 2,~m = true,
m = 2,~m = 1/0,
m = 2,~m = sqr(2),
m = 2,~m = 2, m = 3,
m = 2,~mass = 2,
weight.flange,~weight.flange_b,
weight.flange,~weight.f,
connect(stop~// connect(stop
Components.Fixed ground;~
{1, 2, 3}~{1, 2}
{1, 2, 3}~{1, 2, time % 2}
{1, 2, 3}~{1, 2, z[4]}
{1, 2, 3}~{1, 2, sin(1, 2)}
StopTime = 2~StopTime = -2
StopTime = 2~StopTime = "2"
Translational.Sources~Translational.Source
end Drop;~
SLIPS
while IFS='~' read -r old new; do
    slip Drop.dyad "$old" "$new"
done <<'SLIPS'
Fixed()~fixed()
m = 2~m = 2 kg
m = 2~m = "2"
c = 1e5~k = 1e5
ground.flange,~ground.flange_b,
initial ball.s~initial ball.x
initial ball.v = 0~ball.v = q
relations~equation
^end~
SLIPS
finish
