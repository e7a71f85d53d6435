# Models of 20-sim: equations in SIDOPS, ports, functions of time, events; .emx files with submodels; what is refused.
. "$(dirname "$0")/lib.sh"

# ---------------------------------------------------------------- one component: a class for a Modelica model

cat >SpringDamper.sidops <<'TEXT'
ports
	translation in p_high;
	translation out p_low;
end;
parameters
	real k = 10.0 {N/m};	// stiffness
	real d = 0.1 {N.s/m};
variables
	real x {m};
equations
	x = int(p.v);
	p.F = k*x + d*p.v;
TEXT
cat >Stiffness.sidops <<'TEXT'
// told by its stiffness and damping ratio; ports are those that the equations speak of
parameters
	real k = 10.0 {N/m};
	real b = 0.01;
	real m = 1.0 {kg};
variables
	real x {m}, d {N.s/m};
initialequations
	d = 2*b*sqrt(k*m);
equations
	x = int(p_high.v - p_low.v, 0.1);
	p.F = k*x + d*p.v;
TEXT
cat >Use.mo <<'TEXT'
model Use
  import Modelica.Mechanics.Translational.Components;
  import Iconic = IconicDiagrams.Mechanical.Translation.Components;
  SpringDamper a(k = 100, d = 3, x_initial = 0.1);
  Iconic.SpringDamper.Default b(k = 100, d = 3, x_initial = 0.1);
  Stiffness c(k = 100, b = 0.2, m = 2);
  Iconic.SpringDamper.Stiffness d(k = 100, b = 0.2, m = 2, x_initial = 0.1);
  Components.Mass m[4](each m = 2, each s(start = 0, fixed = true), each v(start = 1, fixed = true));
  Components.Fixed f;
  Real first, second;
equation
  connect(f.flange, a.p_high); connect(a.p_low, m[1].flange_a);
  connect(f.flange, b.p_high); connect(b.p_low, m[2].flange_a);
  connect(f.flange, c.p_high); connect(c.p_low, m[3].flange_a);
  connect(f.flange, d.p_high); connect(d.p_low, m[4].flange_a);
  first = m[1].s - m[2].s;
  second = m[3].s - m[4].s;
  annotation(experiment(StopTime = 3));
end Use;
TEXT
run simulate Use.mo -I . --get 'max(abs(first))' --get 'max(abs(second))' --get 'max(abs(a.p_F - b.p.F))'
status_is 0
python3 - .out <<'TEXT' || fail "the written spring-dampers differ from the native ones"
import sys
values = [float(line.split(" = ")[1].split()[0]) for line in open(sys.argv[1]) if line.startswith("max")]
assert len(values) == 3 and max(values[:2]) < 1e-12 and values[2] < 1e-10, values
TEXT

# What it stores and loses is booked: m x'' = -k x - d x', x = 0, x' = -2 at the start (x is the compression).
cat >Booked.mo <<'TEXT'
model Booked
  SpringDamper a(k = 100, d = 3);
  Modelica.Mechanics.Translational.Components.Mass m(m = 2, s(start = 0, fixed = true), v(start = 2, fixed = true));
  Modelica.Mechanics.Translational.Components.Fixed f;
equation
  connect(f.flange, a.p_high); connect(a.p_low, m.flange_a);
  annotation(experiment(StopTime = 0.7, Tolerance = 1e-10));
end Booked;
TEXT
for engine in exact erk irk; do
    run simulate Booked.mo -I . --engine $engine --stats
    status_is 0
    python3 - .out <<'TEXT' || fail "$engine: what the written spring-damper stores and loses is not booked"
import math
import sys
lines = (line.split() for line in open(sys.argv[1]))
found = {w[-2]: float(w[-1]) for w in lines if len(w) in (2, 3) and w[-2] in ("supplied", "potential", "dissipated")}
k, d, m, t, v0 = 100.0, 3.0, 2.0, 0.7, 2.0
delta = d / (2 * m)
w = math.sqrt(k / m - delta * delta)
x = v0 / w * math.exp(-delta * t) * math.sin(w * t)
v = v0 * math.exp(-delta * t) * (math.cos(w * t) - delta / w * math.sin(w * t))
stored, kept = k * x * x / 2, m * v * v / 2
assert found["supplied"] == 0, found
assert abs(found["potential"] - stored) < 1e-7, (found, stored)
assert abs(found["dissipated"] - (m * v0 * v0 / 2 - stored - kept)) < 1e-7, (found, stored, kept)
TEXT
done

run check SpringDamper.sidops
status_is 0
out_has "its ports \(p_high, p_low\) are open"
run info SpringDamper.sidops
status_is 0
out_has "k +=.*10 \[N/m\]"
out_has "x_initial +=.*Value of x at the start"
run simulate SpringDamper.sidops
status_is 1
err_has "note: nothing is connected to the ports of SpringDamper: p_high, p_low"

# Converted to Modelica it is the same to the last bit.
mkdir converted
for name in SpringDamper Stiffness; do
    run convert $name.sidops -o converted/$name.mo
    status_is 0
done
grep -q "^  // stiffness\|// stiffness" converted/SpringDamper.mo || fail "the remark is lost"
run simulate Use.mo -I . --output first.csv
run simulate Use.mo -I converted --output again.csv
status_is 0
cmp -s first.csv again.csv || fail "the converted components do not simulate to the same bits"

# ---------------------------------------------------------------- what functions mean

cat >Functions.sidops <<'TEXT'
parameters
	real f = 2 {Hz};
	real length = 5 {mm};
	boolean on = true;
variables
	real x, y, z, r, q, w, s; integer n; boolean b;
	real count;
	boolean hidden change;
initialequations
	count = 0;
equations
	change = timeevent(0.5);
	x = sin(2*pi*f*time);
	y = resint(1, 0.5, time > 0.25 and time < 0.5, 0.25);
	z = limint(if time < 0.5 then 1 else -1 end, -0.1, 0.2, 0);
	r = 2*int(x) + ddt(x)/(2*pi*f);
	q = if x > 0.5 then 1 elsif x < -0.5 then -1 else 0 end;
	if on then w = limit(3*time, -1, 2); else w = 0; end;
	n = 7 mod 4 + 9 div 2;
	s = step(0.3) + ramp(0.2) + trunc(-2.5) + round(2.5) + exp10(2) + log2(8) + 2^-1;
	b = x > 0 xor y > 0.6;
	if eventup(sin(2*pi*time/0.4 - 1)) then count = count + 1; end;
TEXT
# The integral of a sine, y after the reset, the way back from the limit, and so on.
run simulate Functions.sidops --get r --get y --get z --get w --get n --get s --get count --get length
status_is 0
python3 - .out <<'TEXT' || fail "functions of SIDOPS have other values"
import math, sys
got = {}
for line in open(sys.argv[1]):
    if " = " in line:
        name, value = line.split(" = ", 1)
        got[name.strip()] = float(value.split()[0])
# r: 2*(1 - cos(4*pi*t))/(4*pi) + cos(4*pi*t) at 1; z: from 0.2 at 0.5 down to -0.1 at 0.8
want = {"r": 1, "y": 1.0, "z": -0.1, "w": 2, "n": 7, "s": 106.3, "count": 3, "length": 0.005}
for name, value in want.items():
    assert abs(got[name] - value) < 1e-6*max(1, abs(value)), (name, got[name], value)
TEXT

# ---------------------------------------------------------------- statements one after the other

cat >Code.sidops <<'TEXT'
variables
	real a, c, sum; integer i, n;
code
	n = 2;
	a = 2*time;
	a = a + 1;
	if a > 2 then
		c = a - 2;
		c = c^2;
	else
		c = 0;
	end;
	sum = 0;
	for i = 1 to 4 do
		sum = sum + i*a;
	end;
	switch n
		case 1 do sum = 0;
		case 2 do sum = 2*sum;
		default do sum = -1;
	end;
TEXT
run simulate Code.sidops --get a --get c --get sum
status_is 0
out_has "^a = 3$"
out_has "^c = 1$"
out_has "^sum = 60$"

# A switch with hysteresis: a tank that fills at 1 from 0.5 to 2, empties at 2 down to 1, and so on: a turn takes 1.5 s.
cat >Valve.sidops <<'TEXT'
ports
	signal out valve;
	signal boolean out is_open;
end;
variables
	real level; boolean busy;
initialequations
	busy = true;
code
	level = int(1 - 3*valve, 0.5);
	if level > 2 then valve = 1.0; is_open = true; busy = false; end;
	if level < 1 then valve = 0.0; is_open = false; busy = true; end;
TEXT
run simulate Valve.sidops --stop-time 10 --tolerance 1e-9 --get level --get 'integral(valve)' --get 'min(level)' \
    --get 'max(level)' --get busy --get is_open
status_is 0
python3 - .out <<'TEXT' || fail "the valve switches otherwise"
import sys
got = [float(line.split(" = ")[1].split()[0]) for line in open(sys.argv[1]) if " = " in line]
want = [1.5, 3, 0.5, 2, 1, 0]
assert len(got) == 6 and all(abs(a - b) < 1e-7 for a, b in zip(got, want)), got
TEXT

# A stop among the initialequations: at the start, where its condition holds then, and not later.
cat >First.sidops <<'TEXT'
parameters
	real pulse = 1;
variables
	real x;
initialequations
	if pulse >= 2 then stopsimulation('the pulse is too long'); end;
equations
	x = int(1, 0);
TEXT
run simulate First.sidops --stop-time 3 --get x --get time
status_is 0
out_has '^x = 3 *$' '^time = 3 s'
run simulate First.sidops --stop-time 3 --set pulse=2 --get x --get time
status_is 0
out_has '^x = 0 *$' '^time = 0 s'
# Where it follows a variable it is asked at the start alone.
sed 's/if pulse >= 2/if x >= 2/' First.sidops >Later.sidops
run simulate Later.sidops --stop-time 3 --get x
status_is 0
out_has '^x = 3 *$'

# ---------------------------------------------------------------- .emx: submodels, signals, bonds, knots

cat >Net.emx <<'TEXT'
<?xml version="1.0" encoding="UTF-8"?>
<Document>
 <Model version="4.6" build="4.6.0">
  <Sidops><![CDATA[model 128 184
 description '<Information> it''s no matter </Information>';
 type 'Main'
 end;
 implementation bg
  submodels
   Mass1 10 20
    specifications active 'Default'
     specification 'Gravity'
      type Mass
       ports
        translation knot duplicatable none p [1];
      end;
      icon bg top
       figures
        group
         line 1 2 3 4;
        end;
       terminals
        p 10 20 fixed;
      end;
      implementation eq
parameters
	real m = 3 {kg};
equations
	p.v = 7;
      implementation_end;
     specification_end;
     specification 'Default'
      type Mass
       ports
        translation in p;
        signal out position {m}; "where it is"
      end;
      icon bg top
      end;
      implementation eq
parameters
	real m = 2 {kg};
equations
	p.v = int(p.F/m);
	position = int(p.v);
	//	the last line ends in a remark	implementation_end;
     specification_end;
    end;
   Spring1 50 20
    description 'a spring'
    type Spring
     ports
      translation in p;
     restrictions
      causality preferred out p;
    end;
    icon bg top
     figures
      line 1 2 3 4;
     terminals
      p_high 10 20 fixed;
      p_low 10 40 fixed;
    end;
    implementation eq
parameters
	real k = 50 {N/m};
variables
	real x;
equations
	x = int(p.v);
	p.F = k*x;
    implementation_end;
   Wall 90 20
    type FixedWorld
     ports
      translation in p;
    end;
    icon bg top
    end;
    implementation eq
equations
	p.v = 0;
    implementation_end;
   'Node-1' 60 20
    knot Node
     ports
      translation knot duplicatable none p [1];
    end;
    icon bg ellipse
    end;
    implementation eq
equations
	sum (direct (p.t)) = 0;
	equal (collect (p.a));
    implementation_end;
   Gain 120 20
    type Gain
     ports
      signal in input;
      signal out output;
    end;
    icon bg top
    end;
    implementation eq
parameters
	real K = 10.0;
equations
	output = K*input;
    implementation_end;
   Splitter 130 20
    knot Splitter
     ports
      signal knot duplicatable out output [1];
      signal knot in input [1];
    end;
    icon bg top
    end;
    implementation eq
equations
	collect (output) = input;
    implementation_end;
   Sum 140 20
    knot PlusMinus
     ports
      signal knot duplicatable in plus [1];
      signal knot duplicatable in minus [1];
      signal knot out output [1];
    end;
    icon bg top
    end;
    implementation eq
equations
	output = sum (collect (plus)) - sum (collect (minus));
    implementation_end;
  end;
  connections
   Wall\p <= Spring1\p_low;
   Spring1\p_high <= 'Node-1'\p 60 20 70 30 'label';
   'Node-1'\p => Mass1\p;
   Mass1\position -> Gain\input;
   Gain\output -> Splitter\input;
   Splitter\output -> Sum\plus;
   Splitter\output -> Sum\minus;
   Splitter\output -> Sum\plus;
  end;
  figures
   text 'a drawing' 10 20 color 0 11;
 implementation_end;
]]>
  </Sidops>
 </Model>
 <Experiments>
  <Experiment>
   <Name>first</Name>
<ExpData>
   <Parameters>
    <Variable><Name>Gain\K</Name><Value>4</Value></Variable>
   </Parameters>
   <Initials>
    <Variable><Name>Mass1\position_initial</Name><Value>0.5</Value></Variable>
    <Variable><Name>Spring1\x_initial</Name><Value>0.5</Value></Variable>
    <Variable><Name>Mass1\p.v_initial</Name><Value>0.25</Value></Variable>
   </Initials>
   <StartTime>0</StartTime>
   <FinishTime>3</FinishTime>
</ExpData>
  </Experiment>
 </Experiments>
</Document>
TEXT
run simulate Net.emx --get Mass1.position --get Sum.output --get Mass1.p_v
status_is 0
# x = 0.5 cos(w t) + 0.25/w sin(w t), w = sqrt(50/2) = 5
python3 - .out <<'TEXT' || fail "the network of submodels moves otherwise"
import math, sys
got = {}
for line in open(sys.argv[1]):
    if " = " in line:
        name, value = line.split(" = ", 1)
        got[name.strip()] = float(value.split()[0])
x = 0.5*math.cos(15) + 0.05*math.sin(15)
v = -2.5*math.sin(15) + 0.25*math.cos(15)
assert abs(got["Mass1.position"] - x) < 1e-5 and abs(got["Mass1.p_v"] - v) < 5e-5, (got, x, v)
assert abs(got["Sum.output"] - 4*x) < 4e-5, got
TEXT
run convert Net.emx -o Net.mo
status_is 0
run simulate Net.emx --output first.csv
run simulate Net.mo --output again.csv
status_is 0
cmp -s first.csv again.csv || fail "the converted network does not simulate to the same bits"

# Bonds of any domain: a source of voltage, a resistor and a capacitor at one junction.
sed -e '/^  submodels/,/^  figures/d' Net.emx >Head.txt
python3 - <<'TEXT'
head = open("Head.txt").read()
submodel = """   {name} 1 2
    {kind} {name}
     ports
{ports}
    end;
    icon bg top
    end;
    implementation eq
{text}    implementation_end;
"""
parts = [
    ("Se", "type", "      electric out p;", "equations\n\tp.u = 5;\n"),
    ("R", "type", "      electric in p;", "parameters\n\treal R = 2 {ohm};\nequations\n\tp.u = R*p.i;\n"),
    ("C", "type", "      electric in p;", "parameters\n\treal C = 0.5 {F};\nequations\n\tp.u = int(p.i)/C;\n"),
    ("One", "knot", "      electric knot duplicatable none p [1];\n      signal knot out flow [1];",
     "equations\n\tsum(direct(p.e)) = 0;\n\tequal(collect(p.f));\n\tflow = first(p.f);\n"),
]
text = "  submodels\n" + "".join(submodel.format(name=n, kind=k, ports=p, text=t) for n, k, p, t in parts)
text += "  end;\n  connections\n   Se\\p => One\\p;\n   One\\p |=> R\\p user;\n   One\\p => C\\p;\n  end;\n  figures\n"
at = head.index(" implementation bg\n") + len(" implementation bg\n")
open("Circuit.emx", "w").write(head[:at] + text + head[at:])
TEXT
run simulate Circuit.emx --get One.flow --tolerance 1e-9
status_is 0
# i = 2.5 exp(-t/(R C)), R C = 1
python3 - .out <<'TEXT' || fail "the circuit discharges otherwise"
import math, sys
got = [float(line.split(" = ")[1].split()[0]) for line in open(sys.argv[1]) if line.startswith("One.flow")][0]
assert abs(got - 2.5*math.exp(-3)) < 1e-7, got
TEXT

# The example, against 20-sim's components as they are built in.
cat >Native.mo <<'TEXT'
model Native
  import Iconic = IconicDiagrams.Mechanical.Translation.Components;
  Iconic.FixedWorld wall;
  Iconic.SpringDamper.Default buffer(k = 800, d = 12);
  Iconic.Mass.Default front(m = 35), rear(m = 25);
  Iconic.SpringDamper.Frequency coupling(f = 1.5, b = 0.1, m = 25);
  IconicDiagrams.Mechanical.Translation.Actuators.ForceActuator push;
  Modelica.Blocks.Sources.Step step(height = 50, startTime = 1);
  Wagons wagons;
  Real first = front.x - wagons.front.x, second = rear.x - wagons.rear.x;
  Real lost = buffer.lossPower - wagons.buffer.lossPower;
equation
  connect(front.p, buffer.p_high);
  connect(buffer.p_low, wall.p);
  connect(rear.p, coupling.p_high);
  connect(coupling.p_low, front.p);
  connect(step.y, push.F);
  connect(push.p, rear.p);
  annotation(experiment(StopTime = 8));
end Native;
TEXT
run simulate Native.mo -I "$SOURCE/examples" --tolerance 1e-11 --get 'max(abs(first))' --get 'max(abs(second))' \
    --get 'max(abs(lost))' --set wagons.front.m=35
status_is 0
python3 - .out <<'TEXT' || fail "the wagons move otherwise than those of native components"
import sys
values = [float(line.split(" = ")[1].split()[0]) for line in open(sys.argv[1]) if line.startswith("max")]
assert len(values) == 3 and max(values[:2]) < 1e-9 and values[2] < 1e-7, values
TEXT
run check "$SOURCE/examples/Wagons.emx"
status_is 0
err_is_empty

# ---------------------------------------------------------------- terminals of any domain, ports that are shared

# A motor on a voltage, with a wheel that rubs: J w' = k i - b w, U = R i + k w, so that
# w = k U/(R b + k^2) (1 - exp(-t (b + k^2/R)/J)). The wheel's port takes two connections, the earth's as well; an arrow
# ends in "end;"; one submodel has no implementation; "spare" is never spoken of; {ohm} and 1{hr} are 20-sim's.
cat >Motor.emx <<'TEXT'
<?xml version="1.0"?>
<Document><Model version="4.6"><Sidops><![CDATA[Motor 1 1
 type Motor
 end;
 icon bg
  figures
   line 1 1 2 2 color 0 end;
 end;
 implementation bg
  submodels
   Source 1 1
    type VoltageSource
     ports
      electric delta out p;
    end;
    icon bg
     figures
      line 1 2 3 4 color 0 end;
     terminals
      p high 1 1 fixed;
      p low 1 2 fixed;
    end;
    implementation eq
variables
	real spare;
equations
	p.u = rate * 7200/1{hr};
    implementation_end;
   Earth 1 1
    type Ground
     ports
      electric psi duplicatable in p;
    end;
    icon bg
    end;
    implementation eq
equations
	p.u = 0;
    implementation_end;
   Resistor 1 1
    type Resistor
     ports
      electric delta in p;
    end;
    icon bg
    end;
    implementation eq
parameters
	real R = 2 {ohm};
equations
	p.u = R*p.i;
    implementation_end;
   Drive 1 1
    type DCMotor
     ports
      electric delta in p1;
      rotation psi out p2;
    end;
    icon bg
    end;
    implementation eq
parameters
	real k = 0.5 {N.m/A};
equations
	p2.T = k*p1.i;
	p1.u = k*p2.omega;
    implementation_end;
   Wheel 1 1
    type Inertia
     ports
      rotation psi duplicatable in p;
    end;
    icon bg
    end;
    implementation eq
parameters
	real J = 0.3 {kg.m2};
equations
	p.omega = int(p.T/J);
    implementation_end;
   Shown 1 1
    type Submodel
     ports
      rotation in p;
    end;
   Rubs 1 1
    type Friction
     ports
      rotation in p;
    end;
    icon bg
    end;
    implementation eq
parameters
	real b = 0.1 {N.m.s/rad};
equations
	p.T = b*p.omega;
    implementation_end;
  end;
  connections
   Source\p_high => Resistor\p_high;
   Resistor\p_low => Drive\p1_high;
   Drive\p1_low => Earth\p;
   Earth\p => Source\p_low;
   Drive\p2 => Wheel\p;
   Wheel\p => Rubs\p;
  end;
 implementation_end;
]]></Sidops></Model></Document>
TEXT
sed -e '/^   Shown/,/^    end;/d' -e 's/rate \* 7200\/1{hr}/7200\/2{hr}*12/' Motor.emx >Wheel.emx
run check Wheel.emx
status_is 0
run simulate Wheel.emx --stats
status_is 0
out_has 'Energy balance: none'
run simulate Wheel.emx --stop-time 1 --tolerance 1e-10 --get 'last(Wheel.p_omega)' --get 'last(Drive.p1_f)'
status_is 0
python3 - .out <<'TEXT' || fail "the motor turns otherwise than its equations say"
import math
import sys
omega, i = [float(line.split(" = ")[1].split()[0]) for line in open(sys.argv[1]) if line.startswith("last")]
R, k, J, b, U = 2, 0.5, 0.3, 0.1, 12.0
expected = k * U / (R * b + k * k) * (1 - math.exp(-(b + k * k / R) / J))
assert abs(omega - expected) < 1e-7 * expected, (omega, expected)
assert abs(i - (U - k * expected) / R) < 1e-7, i
TEXT
grep -q spare .out && fail "a variable that nothing speaks of is there"
# A shared port that nothing is connected to brings nothing: the wheel stands still. A remark behind a unit is none of it.
sed -e 's/Drive.p2 => Wheel.p;/Drive\\p2 => Rubs\\p;/; /Wheel.p => Rubs.p;/d' -e 's/{kg.m2};/{kg.m2} \/\/ inertia\n;/' Wheel.emx >Alone.emx
run simulate Alone.emx --stop-time 1 --set Wheel.p_omega_initial=3 --get 'last(Wheel.p_omega)'
status_is 0
out_has 'last\(Wheel.p_omega\) = 3'
run info Alone.emx
out_has 'Wheel.J +=.*0\.3 \[kg\.m2\]'
# What has no implementation is no more than its ports: its torque follows from nothing.
sed 's/rate \* 7200\/1{hr}/12/; s/Wheel.p => Rubs.p;/&\n   Wheel\\p => Shown\\p;/' Motor.emx >Open.emx
run check Open.emx
status_is 1
err_has 'no equation determines'

# What a program around the model gives is an input of the whole.
cat >Fed.emx <<'TEXT'
<Document><Model version="4.6"><Sidops><![CDATA[Fed 1 1
 type Fed
 end;
 icon bg
 end;
 implementation bg
  submodels
   Tank 1 1
    type Tank
     ports
      signal out level;
    end;
    icon bg
    end;
    implementation eq
externals
	real global import valve;
	real global export height;
equations
	level = int(valve - level);
	height = level;
    implementation_end;
  end;
 implementation_end;
]]></Sidops></Model></Document>
TEXT
printf 'time,valve\n0,2\n1,2\n' >valve.csv
run simulate Fed.emx --stop-time 1 --tolerance 1e-10 --input valve.csv --get 'last(height)'
status_is 0
python3 - .out <<'TEXT' || fail "the tank fills otherwise"
import math
import sys
(height,) = [float(line.split(" = ")[1].split()[0]) for line in open(sys.argv[1]) if line.startswith("last")]
assert abs(height - 2 * (1 - math.exp(-1))) < 1e-8, height
TEXT

# ---------------------------------------------------------------- mistakes, with place and remedy

refused() { # what is wrong, the remedy; the text comes from the standard input
    cat >Wrong.sidops
    run check Wrong.sidops
    status_is 1
    err_has "$1"
    err_has "$2"
}
refused 'Wrong.sidops:2:6: error: the function "gauss" of SIDOPS is not supported' "remedy: random numbers" <<'TEXT'
variables real x; equations
 x = gauss(1);
TEXT
refused 'error: the function "dll" of SIDOPS' "remedy: code of others is not called" <<'TEXT'
variables real x; equations x = dll('a.dll', 'f', time);
TEXT
refused '"inte" is no function of SIDOPS' "did you mean \"int\"" <<'TEXT'
variables real x; equations x = inte(1);
TEXT
refused '"int" takes 1 to 2 arguments, not 3' "" <<'TEXT'
variables real x; equations x = int(1, 2, 3);
TEXT
refused 'expected "else"' "an if-expression has a value in either case" <<'TEXT'
variables real x; equations x = if time > 1 then 2 end;
TEXT
refused 'expected "end"' 'each "if" has an end of its own' <<'TEXT'
variables real x; equations if time > 1 then x = 2; else x = 3;
TEXT
refused 'the port "p" has no "x"' "it has F and v" <<'TEXT'
ports translation in p; end;
equations p.x = 1;
TEXT
refused '"q" is no port of the model' 'declare it under "ports"' <<'TEXT'
ports translation in p; end;
equations p.F = q.F;
TEXT
refused '"x" keeps what it was' "give it a value in every branch .*, or whole numbers or truth values only" <<'TEXT'
variables real x, y; code if time > 1 then x = 2.5*time; end; y = x;
TEXT
refused '"int" cannot stand inside of if' "integrate outside of it" <<'TEXT'
variables real x, y; equations if time > 1 then x = 1 + int(2); else x = 3; end;
TEXT
refused 'expected a type \(real, integer, boolean, string\)' 'did you mean "real"' <<'TEXT'
parameters rael k = 1; equations
TEXT
refused 'expected a section' 'did you mean "equations"' <<'TEXT'
equatoins x = 1;
TEXT
refused '"x" is declared twice' "give each its own name" <<'TEXT'
variables real x; real x; equations x = 1;
TEXT
refused 'an event has no else' "an equation of its own" <<'TEXT'
variables real x; equations if event(time - 1) then x = 1; else x = 2; end;
TEXT
echo '<Document><Model></Model></Document>' >Empty.emx
run check Empty.emx
status_is 1
err_has 'Empty.emx:1:1: error: this file holds no model of 20-sim'
printf ' \n' >Empty.emx
run check Empty.emx
status_is 1
err_has 'Empty.emx:1:1: error: this file holds no model of 20-sim'
sed -e 's/Spring1.p_low/Spring9\\p_low/' Net.emx >Loose.emx
run check Loose.emx
status_is 1
err_has 'there is no submodel "Spring9" to connect'
sed -e 's/Mass1.position ->/Mass1\\p ->/' Net.emx >Loose.emx
run check Loose.emx
status_is 1
err_has 'a signal cannot be connected to a port of power'
# A word that begins a section elsewhere is told of, and reading goes on behind it.
printf 'parameters\n real k = 1;\nspecifications\n x = 1;\nequations\n y = k;\n' >Sections.sidops
run check Sections.sidops
status_is 1
err_has 'Sections.sidops:3:1: error: expected a section'
# A parameter without a value names the setting that gives it one.
printf "%s\n" parameters "	real k;" variables "	real x;" equations "	x = int(-k*x, 1);" >open.sidops
run check open.sidops
status_is 1
err_has "or --set .k=\.\.\.."
run check open.sidops --set k=2
status_is 0
rm -f open.sidops
finish
