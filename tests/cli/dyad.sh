# Models in Dyad from the command line: runs, tests, libraries, mistakes.
. "$(dirname "$0")/lib.sh"

run simulate "$SOURCE/examples/ElastoGap.dyad" --signals '*.s' --output walls.csv
status_is 0
out_has 'WallsTransient' 'events +12'
files_are walls.csv

# A library by its name, and a file inside of it.
run simulate DyadContacts.WrittenWallsTransient -I "$SOURCE/examples/DyadContacts" --output a.csv
status_is 0
run simulate "$SOURCE/examples/DyadContacts/dyad/walls.dyad" --output b.csv
status_is 0
cmp a.csv b.csv
rm -f a.csv b.csv walls.csv

run test "$SOURCE/examples/DyadContacts/dyad/walls.dyad"
status_is 0
out_has '^ok +WrittenWalls +case1' '1 of 1 tests passed'

# A test that expects something else says what it found.
cat >fall.dyad <<'TEXT'
test component Fall
  mass = Mass(m = 2)
  force = ConstantForce(f_constant = 4)
  ground = Fixed()
relations
  connect(force.support, ground.flange)
  connect(force.flange, mass.flange_a)
metadata {"Dyad": {"tests": {
  "right": {"stop": 3, "initial": {"mass.s": 1, "mass.v": 0}, "expect": {"initial": {"mass.s": 1}, "final": {"mass.s": "10", "t": 3}}},
  "loose": {"stop": 3, "initial": {"mass.s": 1, "mass.v": 0}, "atol": {"mass.s": 0.5}, "expect": {"final": {"mass.s": 10.4}}},
  "wrong": {"stop": 3, "initial": {"mass.s": 1, "mass.v": 0}, "expect": {"final": {"mass.s": 11}, "signals": ["mass.q"]}}
}}}
end
TEXT
run test fall.dyad
status_is 1
out_has '^ok +Fall +right' '^ok +Fall +loose' '^not ok +Fall +wrong' 'at the end: mass.s is 10, expected 11' 'no variable mass.q' \
    '2 of 3 tests passed'

# A share of the magnitude, for all or for one; and temperatures below 0, which are only differences.
cat >cools.dyad <<'TEXT'
test component Cools
  body = ThermalComponents.HeatCapacitor(C = 10, T0 = -10)
  cold = ThermalComponents.FixedTemperature(T = -20)
  wire = ThermalComponents.ThermalConductor(G = 10)
relations
  connect(body.node, wire.node_a)
  connect(wire.node_b, cold.node)
metadata {"Dyad": {"tests": {
  "shares": {"stop": 2, "rtol": {"body.T": 0.001}, "expect": {"final": {"body.T": -18.64}, "signals": ["body.node.T", "wire.node_a.Q"]}},
  "all": {"stop": 2, "rtol": 1e-6, "atol": 0.01, "expect": {"final": {"body.T": -18.64, "wire.Q_flow": 13.534}}},
  "near": {"stop": 2, "rtol": 1e-6, "expect": {"final": {"body.T": -18.64}}}
}}}
end
TEXT
run test cools.dyad
status_is 1
out_has '^ok +Cools +shares' '^ok +Cools +all' '^not ok +Cools +near' 'expected -18.64, and 1.86e-05 off at most'

# A missing value with a guess is found by what holds at the start: the length at which a spring carries 1000 N at
# 1.5 m, through a component of the library and through one's own; a value given from outside is taken.
cat >missing.dyad <<'TEXT'
component Inner
  parameter k::Real = missing
  x = RealOutput()
relations
  guess k = 1
  x = k
end
test component Rests
  mass = Mass(m = 100, L = 0, g = 10, theta = π / 2)
  gap = ElastoGap(c = 1000, d = 1, s_rel0 = missing)
  ground = Fixed(s0 = 0)
  air = FixedTemperature(T = 300)
  given = Inner(k = 3)
  found = Inner()
relations
  initial mass.s = 1.5
  initial mass.v = 0
  initial mass.a = 0
  initial found.x = 7
  guess gap.s_rel0 = 3
  connect(ground.flange, gap.flange_a)
  connect(gap.flange_b, mass.flange_a)
  connect(gap.heat_port, air.node)
metadata {"Dyad": {"tests": {"rest": {"stop": 1, "expect": {
  "initial": {"gap.s_rel0": 2.5, "found.k": 7, "given.x": 3}, "final": {"mass.s": 1.5, "gap.s_rel0": 2.5}}}}}}
end
TEXT
run test missing.dyad
status_is 0
out_has '^ok +Rests +rest'
sed 's/guess k = 1/# none/' missing.dyad >unknown.dyad
run check unknown.dyad
status_is 1
err_has 'unknown.dyad:2:13: error: the value of the parameter "found.k" is missing, and no guess' 'write guess k = ... under relations'

# What Dyad's pages print: cases of enumerations as calls, with fields; types of types; guesses for connectors; names
# with Greek letters; Q for the heat flow. All go into Modelica and back with the same motion.
cat >forms.dyad <<'TEXT'
type Stroke = Position(min = -1)
enum Law =
  | Linear
  | Cubic()
component Hub
  extends TranslationalComponents.Interfaces.PartialCompliant()
  structural parameter law::Law = Law.Linear()
  parameter c::TranslationalSpringConstant = 100
  heat_port = HeatPort()
relations
  f = ifelse(law == Law.Linear, c*s_rel, c*s_rel*(1 + s_rel^2))
  heat_port.Q = -abs(f)
end
component Forms
  hub = Hub(law = Law.Cubic())
  drive = TranslationalComponents.Sources.Position(ref_type = TranslationalComponents.Sources.ReferenceType.Filtered(f_crit = 20.0))
  wave = BlockComponents.Sources.Cosine(amplitude = 0.1, frequency = 1)
  ground = Fixed(s0 = 0)
  mass = Mass(m = 2)
  cap = ThermalComponents.HeatCapacitor(C = 10, T0 = 300)
  loss = ThermalComponents.FixedHeatFlow(Q = -3)
  parameter α_0::Stroke = 0.05
  variable Δs::Stroke
relations
  guess cap.node.T = 290
  initial mass.s = α_0
  initial mass.v = 0
  Δs = mass.s - drive.s
  connect(wave.y, drive.s_ref)
  connect(drive.support, ground.flange)
  connect(drive.flange, hub.flange_a)
  connect(hub.flange_b, mass.flange_a)
  connect(hub.heat_port, cap.node, loss.node)
end
TEXT
run simulate forms.dyad --output forms1.csv
status_is 0
err_has 'this start value is not used: "port" is a connector'
run convert forms.dyad -o forms.mo
status_is 0
grep -q 'heat_port.Q_flow = -abs(f)' forms.mo || fail "heat_port.Q has not become Q_flow"
run simulate forms.mo --output forms2.csv
status_is 0
cmp forms1.csv forms2.csv
run convert forms.mo -o forms.back.dyad
status_is 0
grep -q 'variable Δs::' forms.back.dyad || fail "Greek letters are lost"
grep -q 'heat_port.Q = -abs(f)' forms.back.dyad || fail "heat_port.Q_flow has not become Q"
run simulate forms.back.dyad --output forms3.csv
status_is 0
cmp forms1.csv forms3.csv
rm -f forms*

# A part with a constraint takes another component, from a base class and from a part; it goes into Modelica and back.
cat >holders.dyad <<'TEXT'
component Held
  holder::TranslationalComponents.Interfaces.PartialCompliant = Spring(c = 2 ^ 2 ^ 0.5, s_rel0 = 0.2)
  mass = Mass(m = 1)
  wall = Fixed(s0 = 0)
relations
  initial mass.s = 0.5
  initial mass.v = 0
  connect(wall.flange, holder.flange_a)
  connect(holder.flange_b, mass.flange_a)
end
component Damped
  extends Held(holder = TranslationalComponents.SpringDamper(c = 30, d = 1, s_rel0 = 0.2))
end
test component Both
  a = Damped()
  b = Held(holder = SpringDamper(c = 30, d = 1, s_rel0 = 0.2), mass(m = 1))
metadata {"Dyad": {"tests": {"t": {"stop": 0.5, "expect": {"signals": ["a.holder.f_d", "b.holder.f_d"]}}}}}
end
TEXT
run test holders.dyad
status_is 0
run simulate holders.dyad --output h1.csv
status_is 0
run convert holders.dyad -o holders.mo
status_is 0
grep -q 'Held b(redeclare TranslationalComponents.Components.SpringDamper holder(c = 30' holders.mo || fail "no redeclaration"
run simulate holders.mo --output h2.csv
status_is 0
run convert holders.mo -o back.dyad
status_is 0
run simulate back.dyad --output h3.csv
status_is 0
cmp h1.csv h2.csv
cmp h1.csv h3.csv
rm -f holders* back.dyad h?.csv

# Data of a file drive a mass: columns by their names, beside the text and in the library; 1.25 + 2.5 + 0.75 N.s on 2 kg.
mkdir -p Lib/dyad Lib/assets
printf 'name = "Lib"\n' >Lib/Project.toml
printf 'time;force;"step"\n0;0;5\n1;2.5;6\n2;2.5;7\n3;-1;8\n' >Lib/assets/load.csv
cat >Lib/dyad/driven.dyad <<'TEXT'
test component Driven
  structural parameter data::DyadData.DyadTimeseries = DyadTimeseries("dyad://Lib/assets/load.csv", independent_var = "time", dependent_vars = ["force"])
  load = BlockComponents.Tables.Interpolation(interpolation_type = LinearInterpolation, dataset = data)
  steps = BlockComponents.Interpolation(interpolation_type = ConstantInterpolation, dataset = DyadDataset("assets/load.csv", independent_var = "time", dependent_vars = ["step"]))
  mass = Mass(m = 2)
  force = TranslationalComponents.Force()
  ground = Fixed(s0 = 0)
relations
  load.u = time
  steps.u = time
  initial mass.s = 0
  initial mass.v = 0
  connect(load.y, force.f)
  connect(force.flange_a, ground.flange)
  connect(force.flange_b, mass.flange_a)
metadata {"Dyad": {"tests": {"t": {"stop": 3, "atol": 1e-6, "expect": {"initial": {"steps.y": 5}, "final": {"mass.v": 2.25, "steps.y": 8}}}}}}
end
TEXT
run test Lib/dyad/driven.dyad
status_is 0
run simulate Lib.Driven -I . --output d1.csv
status_is 0
run convert Lib/dyad/driven.dyad -o Lib/dyad/driven.mo
status_is 0
run simulate Lib/dyad/driven.mo --output d2.csv
status_is 0
sed 's/"force"\]/"forces"]/; s/assets.load/load/2' Lib/dyad/driven.dyad >Lib/dyad/wrong.dyad
run check Lib/dyad/wrong.dyad
status_is 1
err_has 'has no column "forces"' 'time;force;"step"'
rm -rf Lib d?.csv

# Documentation is shown: of a model, and of a component that cannot be simulated since its parameters have no value.
cat >told.dyad <<'TEXT'
"""
Holds things
together.
"""
component Told
  "how stiff"
  parameter k::TranslationalSpringConstant
  # how long
  parameter L::Length = 2m
  flange = Flange()
  s = Spring(c = k, s_rel0 = L)
relations
  connect(flange, s.flange_a)
end
TEXT
run info told.dyad
status_is 0
out_has 'model Told  Holds things together.' '^  k +TranslationalSpringConstant +how stiff' '^  L +Length +how long' 'cannot be simulated by itself'
run info told.dyad --set k=3
status_is 0
out_has 'k += 3 \[N/m\]  // how stiff' 's +Spring\(c = 3, s_rel0 = 0.002\)'

# Siblings of a file are its module; a broken one that nobody asks for does no harm.
printf 'component Ball\n  mass = Mass(m = 1)\nend\n' >ball.dyad
printf "component Broken\n  mass = \nend\n" >broken.dyad
printf 'component Two\n  a = Ball()\n  b = Ball()\nend\n' >two.dyad
run check two.dyad
status_is 0
printf 'component Three\n  a = Broken()\nend\n' >three.dyad
run check three.dyad
status_is 1
err_has 'broken.dyad:3:1: error'

# What stands in for users' equations inside has no name of its own in messages.
cat >arm.dyad <<'TEXT'
component Arm
  a = Flange()
  b = Flange()
relations
  a.s = b.s + 0.1
  a.f + b.f = 0
end
component Held
  arm = Arm()
  spring = Spring(c = 3)
  ground = Fixed()
relations
  connect(ground.flange, spring.flange_a)
  connect(spring.flange_b, arm.a)
end
TEXT
run simulate arm.dyad
status_is 1
err_has 'speed of arm would'

run test none.dyad
status_is 2
run test "$SOURCE/examples/ElastoGap.mo" # where there is no test, none has passed
status_is 2
out_has 'ElastoGap\.mo: no tests'
err_has 'there is no test in what was named'
run test "$SOURCE/examples/ElastoGap.mo" "$SOURCE/examples/DyadContacts/dyad/walls.dyad"
status_is 0
run test
status_is 2
# What is missing for heat: the component, its port or parameter, and the text to write; with that it is right.
cat >warm.dyad <<'MODEL'
component Warm
  ground = TranslationalComponents.Fixed()
  stop = TranslationalComponents.ElastoGap(c = 1e4, d = 5)
  ball = TranslationalComponents.Mass(m = 1)
relations
  initial ball.s = 1
  initial ball.v = 0
  connect(ground.flange, stop.flange_a)
  connect(stop.flange_b, ball.flange_a)
end
MODEL
run check warm.dyad
status_is 1
err_has 'warm\.dyad:3:3: error: nothing determines the temperature of the heat port stop\.heat_port' \
    'room = ThermalComponents\.FixedTemperature\(T = 293\.15\)' 'connect\(stop\.heat_port, room\.port\)'
sed 's/^relations/  room = ThermalComponents.FixedTemperature(T = 293.15)\n&\n  connect(stop.heat_port, room.port)/' warm.dyad >right.dyad
run check right.dyad
status_is 0
sed 's/FixedTemperature(T = 293.15)/HeatCapacitor(C = 10)/' right.dyad >start.dyad
run check start.dyad
status_is 1
err_has 'start\.dyad:5:3: error: room\.T0 has no value' 'set room\.T0 in K \(Temperature at the start\), for instance T0 = 293\.15'
sed 's/HeatCapacitor(C = 10)/HeatCapacitor(C = 10, T0 = 293.15)/' start.dyad >started.dyad
run check started.dyad
status_is 0

# Analyses that are not transient. A signal is named by itself or by its analysis point; frequencies in rad/s.
cat >analyses.dyad <<'MODEL'
component Osc
  mass = TranslationalComponents.Mass(m = 1)
  spring = TranslationalComponents.SpringDamper(c = c, d = 1, s_rel0 = 0)
  ground = TranslationalComponents.Fixed()
  push = TranslationalComponents.Force()
  sine = BlockComponents.Sine(amplitude = 1, frequency = 1)
  parameter c::Real = 50
relations
  initial mass.s = 0.1
  initial mass.v = 0
  connect(ground.flange, spring.flange_a, push.flange_a)
  connect(spring.flange_b, mass.flange_a, push.flange_b)
  connect(sine.y, push.f)
  u: analysis_point(sine.y, push.f)
end
analysis Linear
  extends DyadControlSystems.LinearAnalysis(inputs = ["u"], outputs = ["mass.s"], wl = 1, wu = 100, duration = -1, num_frequencies = 300)
  model = Osc(c = 100)
end
analysis Rest
  extends SteadyStateAnalysis(abstol = 1e-8, reltol = 1e-8)
  model = Osc()
end
MODEL
run linearize analyses.dyad --model Linear -o linear.json --bode bode.csv
status_is 0
out_has "^Linear at 0 s: 2 states, 1 input, 1 output" "-0.5 +\+-9.98749"
python3 - <<'PYTHON' || fail "not the analysis' inputs, outputs and frequencies"
import csv, json, math
linear = json.load(open("linear.json"))
assert [v["name"] for v in linear["inputs"]] == ["sine.y"] and [v["name"] for v in linear["outputs"]] == ["mass.s"]
rows = list(csv.reader(open("bode.csv")))[1:]
first, last = float(rows[0][0]) * 2 * math.pi, float(rows[-1][0]) * 2 * math.pi
assert abs(first - 1) < 1e-12 and abs(last - 100) < 1e-9, (first, last)
PYTHON
run linearize analyses.dyad --model Linear --outputs mass.v
status_is 0
out_has "^  mass.v"
run simulate analyses.dyad --model Linear
status_is 1
err_has "Linear is a LinearAnalysis: it is not simulated over time" 'elastogap linearize analyses.dyad'
run simulate analyses.dyad
status_is 1
err_has "Rest is a SteadyStateAnalysis" "elastogap steady analyses.dyad" "with --model"

# Of one of another kind the component is read and checked, and simulated under its own name.
printf '%s\n' 'component Ball' '  m = TranslationalComponents.Mass(m = 1)' 'relations' '  initial m.s = 0' \
    '  initial m.v = 1' 'end' 'analysis Sweep' '  extends DyadSweep.ParameterSweep(n = 3)' '  model = Ball()' 'end' >other.dyad
run check other.dyad
status_is 0
err_has 'analyses of the kind "ParameterSweep" are not supported: only the component is read' 'elastogap sweep FILE'
run simulate other.dyad
status_is 1
err_has 'Sweep: analyses of the kind "ParameterSweep" are not supported' 'elastogap sweep FILE'
run simulate other.dyad --model Ball --stop-time 1 --get m.s --output other.csv
status_is 0
out_has '^m.s = 1 m$'
run steady analyses.dyad
status_is 0
out_has "^Rest at 0 s: 1 equilibrium" "there are no others" "^ *spring.s_rel  *0 m"
for name in Linear Rest; do
    run check analyses.dyad --model $name
    status_is 0
done
run simulate analyses.dyad --model Osc --quiet
status_is 0

# Texts that lie side by side call each other by the name of their directory, too. One with the name of a library
# has what is built in of that, under short names; and a text may be the one that is asked for although its name is
# that of a class that is built in.
mkdir -p Rigs RotationalComponents
cat >Rigs/part.dyad <<'MODEL'
component Holder
  spring = TranslationalComponents.Spring(c = 10)
  ground = TranslationalComponents.Fixed()
  flange = Flange()
relations
  connect(ground.flange, spring.flange_a)
  connect(spring.flange_b, flange)
end
MODEL
cat >Rigs/rig.dyad <<'MODEL'
component Rig
  holder = Rigs.Holder()
  mass = TranslationalComponents.Mass(m = 1)
relations
  initial mass.s = 0.1
  initial mass.v = 0
  connect(holder.flange, mass.flange_a)
end
MODEL
run check Rigs/rig.dyad
status_is 0
cat >RotationalComponents/spring.dyad <<'MODEL'
component Spring
  extends Nothing
  external "julia"
end
MODEL
cat >RotationalComponents/rotor_test.dyad <<'MODEL'
test component RotorTest
  fixed = Fixed()
  spring = Spring(c = 1)
  rotor = Inertia(J = 1)
relations
  initial rotor.phi = 1
  initial rotor.w = 0
  connect(fixed.spline, spring.spline_a)
  connect(spring.spline_b, rotor.spline_a)
end
MODEL
run check RotationalComponents/rotor_test.dyad
status_is 0
cat >plant.dyad <<'MODEL'
component Plant
  variable x::Real
relations
  initial x = 1
  der(x) = -x
end
MODEL
run simulate plant.dyad --output plant.csv
status_is 0
grep -q '"time","x"' plant.csv || fail "the built-in Plant was simulated"

# A library of another version, whose class lacks a parameter that the built-in one needs, is meant.
mkdir -p old/TranslationalComponents/dyad
printf 'name = "TranslationalComponents"\n' >old/TranslationalComponents/Project.toml
cat >old/TranslationalComponents/dyad/spring_damper.dyad <<'MODEL'
component SpringDamper
  extends PartialCompliantWithRelativeStates
  parameter c::Real
  parameter d::Real
  variable rest::Length(guess = 0)
relations
  f = c*(s_rel - rest) + d*v_rel
  der(rest) = 0
end
MODEL
cat >use.dyad <<'MODEL'
component Use
  sd = TranslationalComponents.SpringDamper(c = 10, d = 1)
  mass = TranslationalComponents.Mass(m = 1)
  ground = TranslationalComponents.Fixed()
relations
  initial mass.s = 1
  initial mass.v = 0
  initial sd.rest = 0.5
  connect(ground.flange, sd.flange_a)
  connect(sd.flange_b, mass.flange_a)
end
MODEL
run check use.dyad
status_is 1
err_has "has no \"rest\""
run simulate use.dyad -I old --get sd.rest
status_is 0
out_has "0.5"


# What older texts call D is der. Held at rest by forces of 1e4 N, whose round-off comes into y by the
# acceleration: steps follow the motion, and not that. Behind 0.4 s a force of 1 N pushes the seat up.
cat >seat.dyad <<'TEXT'
component Strut
  extends TranslationalComponents.Interfaces.PartialCompliant
  parameter c::Real
  parameter d::Real
  variable free::Length(guess = 0)
  variable v_rel::Velocity
relations
  v_rel = D(s_rel)
  D(free) = 0
  f = c * (s_rel - free) + d * v_rel
end
component Seat
  low = TranslationalComponents.Mass(m = 25)
  car = TranslationalComponents.Mass(m = 1000)
  seat = TranslationalComponents.Mass(m = 100)
  tyre = Strut(c = 100, d = 1e4)
  spring = Strut(c = 1e4, d = 10)
  cushion = Strut(c = 1000, d = 1)
  ground = TranslationalComponents.Fixed()
  weight_low = TranslationalComponents.ConstantForce(f_constant = -250)
  weight_car = TranslationalComponents.ConstantForce(f_constant = -10000)
  weight_seat = TranslationalComponents.ConstantForce(f_constant = -1000)
  force = TranslationalComponents.Force()
  sensor = TranslationalComponents.PositionSensor()
  variable dx::Real
  variable ddx::Real
  variable y::Real
relations
  initial low.s = 0.5
  initial low.v = 0
  initial low.a = 0
  initial car.s = 1
  initial car.v = 0
  initial car.a = 0
  initial seat.s = 1.5
  initial seat.v = 0
  initial seat.a = 0
  initial y = 0
  connect(ground.flange, tyre.flange_a, weight_low.support, weight_car.support, weight_seat.support)
  connect(tyre.flange_b, low.flange_a, spring.flange_a, weight_low.flange)
  connect(spring.flange_b, car.flange_a, cushion.flange_a, weight_car.flange, force.flange_a)
  connect(cushion.flange_b, seat.flange_a, weight_seat.flange, force.flange_b, sensor.flange)
  dx = der(sensor.s)
  ddx = der(dx)
  der(y) = dx + 0.2 * (sensor.s - 1.5) + 20 * ddx
  force.f = -y + ifelse(time > 0.4, 1, 0)
end
TEXT
run simulate seat.dyad --engine irk --stop-time 1 --tolerance 1e-9 --max-steps 1000 --stats -o seat.csv
status_is 0
# by the classical formula of Runge and Kutta with steps of 1/50000 s, and of half of that: the same ten digits
near "$(value_at seat.csv seat.s 1)" 1.50123515586 1e-9 "seat.s"
near "$(value_at seat.csv y 1)" 0.0538609863 1e-8 "y"

# Linear and steady analyses of analyses, with values of the model; no loop is opened. Of m = 2, d = 0.5: k/m, d/m, 1/m.
cat >rig.dyad <<'TEXT'
component Rig
  parameter k::Real = 4
  mass = TranslationalComponents.Mass(m = 2)
  sd = TranslationalComponents.SpringDamper(c = k, d = 0.5, s_rel0 = 1)
  ground = TranslationalComponents.Fixed()
  force = TranslationalComponents.Force()
  sensor = TranslationalComponents.PositionSensor()
  u = RealInput()
  y = RealOutput()
relations
  initial mass.s = 1
  initial mass.v = 0
  connect(ground.flange, sd.flange_a, force.flange_a)
  connect(sd.flange_b, mass.flange_a, force.flange_b)
  connect(sensor.flange, mass.flange_b)
  connect(u, force.f)
  connect(sensor.s, y)
end
analysis L
  extends LinearAnalysis(inputs = ["u"], outputs = ["mass.v", "y"], loop_openings = [])
  parameter k::Real = 16
  model = Rig(k = k)
end
analysis Stiffer
  extends L(k = 25)
end
analysis S
  extends SteadyStateAnalysis(reltol = 1e-6)
  model = Rig(k = 8)
end
analysis Same
  extends S()
end
TEXT
for pair in L:-8 Stiffer:-12.5; do
    run linearize rig.dyad --model "${pair%:*}" -o rig.json
    status_is 0
    tr -d ' \n' <rig.json | grep -qF "[${pair#*:},-0.25]" || fail "no ${pair#*:} in A of ${pair%:*}"
    tr -d ' \n' <rig.json | grep -qF '"B":[[0],[0.5]]' || fail "another B of ${pair%:*}"
    tr -d ' \n' <rig.json | grep -qF '"C":[[0,1],[1,0]]' || fail "another C of ${pair%:*}"
done
run steady rig.dyad --model Same
status_is 0
out_has '1 equilibrium' 'lowest natural frequency 0.31831 Hz' # sqrt(8/2)/(2 pi)
finish
