# What `info` says of the classes.
. "$(dirname "$0")/lib.sh"

run info
status_is 0
err_is_empty
out_has '^Modelica\.Mechanics\.Translational\.Components$' '^  ElastoGap +[A-Z]' '^TranslationalComponents'

# By full name, by the end of it, and by its last part, which means the class of the standard library.
for name in Modelica.Mechanics.Translational.Components.ElastoGap Translational.Components.ElastoGap ElastoGap; do
    run info $name
    status_is 0
    out_has '^model Modelica\.Mechanics\.Translational\.Components\.ElastoGap$' '^Usage$' '^Parameters$' \
        '^  c .*\[N/m\].*>= 0' '^  n .*1 to 1000000000 .*= 1' '^  f_ref .*= c\*s_ref' '^Ports$' \
        'flange_a +flange: s \[m\], f \[N\]' 'f is positive into the component' 'if useHeatPort' '^Variables$' '  lossPower .*\[W\]' \
        '^Equations$' '^References$' 'doi\.org/10\.1115/1\.3423596' '^Extends$' 'PartialCompliantWithRelativeStates' '^Examples' '^In other vocabularies$' \
        'TranslationalComponents\.'
done
run info TranslationalComponents.Components.ElastoGap
status_is 0
out_has '^  c .*required' '^  heat_port +heat port: T \[K\], Q_flow \[W\]'
run info ElastoGap --equations
status_is 0
out_has '^equation$' ';$'
[ "$(grep -c Parameters .out)" -eq 0 ] || fail '--equations prints more than equations'

# Law by law, with the constants that follow from the restitution.
run info Elastogap.Contact.Gap
status_is 0
out_has '^Further equations with law = "hunt-crossley"$' '^  D = 3\*\(1 - e\)/2;$' '^  f_d2 = if contact then d\*v_rel else 0;$' \
    '^  D\*\(1 \+ e\) = log\(\(1 \+ D\)/\(1 - e\*D\)\);$' '^All equations with law = "restitution"$'
[ "$(grep -c 'if law' .out)" -eq 0 ] || fail 'equations of a law ask for the law'

run info ElastGap
status_is 2
err_has 'ElastGap' 'did you mean .*ElastoGap'
run info Modelica.Mechanics.Translational.Components.Mas
status_is 2
err_has 'Modelica\.Mechanics\.Translational\.Components\.Mass'
run info Modelica.Thermal
status_is 0
out_has HeatCapacitor
[ "$(grep -c ElastoGap .out)" -eq 0 ] || fail 'a package shows more than its classes'

# Three letters of which one is right are no slip.
run info Foo
status_is 2
err_has 'unknown class Foo' 'info FILE\.mo'
[ "$(grep -c 'did you mean' .err)" -eq 0 ] || fail 'a name is near Foo'

# What classes are about, in their names, descriptions and others' names for them; else in their documentation.
for word in friction FRICTION; do
    run info $word
    status_is 0
    err_is_empty
    out_has '^Modelica\.Mechanics\.Translational\.Components$' '^  SupportFriction  +Coulomb friction' \
        '^  Brake  +Brake with Coulomb friction$'
    [ "$(grep -ci friction .out)" -eq "$(grep -c '^  ' .out)" ] || fail 'classes are listed that are not about it'
done
run info friction --json
status_is 0
out_has '"kind": "search"' '"name": "Modelica\.Mechanics\.Translational\.Components\.SupportFriction"'
run info rubber
status_is 0
out_has '^Elastogap\.Contact$' '^  TableGap '

# A package by its last part alone, and misspelt.
for name in Translational Modelica.Mechanics.Translatoinal; do
    run info $name
    status_is 2
    err_has "unknown class $name; did you mean Modelica\.Mechanics\.Translational\?"
done

# A user's own model, in the words of its declarations.
cat >Own.mo <<'MODEL'
model Own "A ball on a spring"
  parameter Modelica.Units.SI.Mass load = 2 "What hangs there";
  Modelica.Mechanics.Translational.Components.Mass ball(m = load, L = 0) "The ball itself";
  Modelica.Mechanics.Translational.Components.Spring spring(c = 10);
  Modelica.Mechanics.Translational.Components.Fixed wall;
equation
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, ball.flange_a);
  annotation(experiment(StopTime = 3));
end Own;
MODEL
run info Own.mo --set load=4
status_is 0
err_is_empty
out_has '^model Own$' '^  A ball on a spring$' 'StopTime = 3' '^  load +.*4 \[kg\]  >= 0  // What hangs there' \
    '^  ball +Mass\(m = 4, L = 0\)  // The ball itself$' '^  spring +Spring\(c = 10\)' '3 components, 2 connections' \
    '^Taken by$' '^  exact +yes$' '^  clusters by their own clocks +yes$' '^  firmware +yes$'
# A law that is not linear, by every one who is told of it: the page, the engine that refuses, the statistics.
sed 's/c = 10);/c = 10); Modelica.Mechanics.Translational.Components.ElastoGap bumper(c = 10, d = 1, n = 1.5);/
    s/^equation/&\n  connect(wall.flange, bumper.flange_a); connect(bumper.flange_b, ball.flange_b);/' Own.mo >Curved.mo
why='the force of bumper is not linear between its events'
run info Curved.mo
status_is 0
out_has "^  exact +no: $why\$" '^  erk +yes$' '^  many rows at once +yes$'
run simulate Curved.mo --engine exact
status_is 3
err_has "cannot begin at t = 0 s, because $why"
run simulate Curved.mo --output none.csv --stats --stats-file curved.json
status_is 0
out_has '^Engine erk: ' "^  not exact +because $why\$"
grep -q "\"exact\": \"$why\"" curved.json || fail 'the statistics file does not tell who refuses'
run simulate Own.mo --output none.csv --stats
[ "$(grep -c '  not ' .out)" -eq 0 ] || fail 'an engine that takes the model is said to refuse it'
rm -f none.csv curved.json
run info ./absent.mo
status_is 2
err_has 'absent\.mo: error: cannot read the file'
sed 's/load = 2/load = x/' Own.mo >Broken.mo
run info Broken.mo
status_is 1
err_has 'Broken\.mo:2:43: error: "x" is not known here'
run info Own.mo --equations
status_is 2
err_has 'needs a class'
run info Mass --set m=2
status_is 2
err_has 'need a FILE\.mo'
rm -f *.mo

# Which form of their equations 20-sim's elements take.
run info "$SOURCE/examples/Suspension.mo"
out_has 'body +Mass\(implementation = "Gravity", m = 300'
status_is 0
err_is_empty
out_has '^  clip +SpringDamper\.Stiffness\(k = 900' '^Causality$' '^  strut +force out$' \
    '^  cable +velocity out: der\(x\) = \(p\.F - k\*x\)/d$' '^States$' '^  strut.s_rel, tyre.s_rel,'
run simulate "$SOURCE/examples/Suspension.mo" --stop-time 0.1 --stats --stats-file s.json --output s.csv
status_is 0
out_has '^Causality$' '^  cable +velocity out' '^  states +strut.s_rel, tyre.s_rel,'
grep -A4 '"state_names"' s.json | tr -d ' \n' | grep -q '"state_names":\["strut.s_rel","tyre.s_rel"' || fail 'no states in the statistics file'
grep -q '"cable": "velocity out: der(x) = (p.F - k\*x)/d"' s.json || fail 'no causality in the statistics file'
head -1 s.csv | grep -q '"tyre.d"' || fail 'what SpringDamper computes does not stand among the results'
rm -f s.json s.csv

# Every class can be described.
run info
awk '/^[A-Z]/ { package = $1 } /^  / { print package "." $1 }' .out >classes.txt
[ "$(wc -l <classes.txt)" -gt 40 ] || fail "only $(wc -l <classes.txt) classes"
while read -r class; do
    run info "$class"
    status_is 0
    out_has "$class"
done <classes.txt
# Limits of what a model declares: those of the type, and its own.
cat >limits.mo <<'MODEL'
model Limits
  parameter Modelica.Units.SI.Distance gap = 1;
  parameter Real share(min = 0, max = 1) = 0.5;
  parameter Integer count(min = 1) = 2;
  parameter Real free = 3;
end Limits;
MODEL
run info limits.mo
status_is 0
out_has 'gap += 1 \[m\]  >= 0$' 'share += 0\.5  0 to 1$' 'count += 2  >= 1$' 'free += 3$'

# The parts of a class's page: usage in its own language, connectors with their direction, neighbours, and what is
# wrong with a spring-damper as a stop.
run info ElastoGap
out_has '^  flange_a .* Flange_a +Left flange$' 'into the cut plane' '^The two difficulties of a spring-damper' \
    'The force jumps at touch' 'damper pulls at lift-off' '^Related classes$' '^  Elastogap\.Contact\.TableGap$'
cat >wish.mo <<'MODEL'
model Wish
  Modelica.Mechanics.Translational.Components.Fixed wall;
  Modelica.Mechanics.Translational.Components.SpringDamper spring(c = 10, d = 1, stateSelect = StateSelect.prefer);
  Modelica.Mechanics.Translational.Components.Mass m(m = 1);
equation
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, m.flange_a);
end Wish;
MODEL
run info wish.mo
status_is 0
out_has 'spring +SpringDamper\(c = 10, d = 1, stateSelect = StateSelect\.prefer\)$'
rm wish.mo
run info SpringDamper
out_has '^The two difficulties' '^References$' 'Hunt'
run info Mass
[ "$(grep -c 'two difficulties' .out)" -eq 0 ] || fail 'a mass is no contact'
run info TranslationalComponents.ElastoGap
out_has '^  elastoGap = TranslationalComponents\.ElastoGap\(c = 1, d = 1\)$' 's_ref = 1, f_ref = c\*s_ref, n = 1\)$' \
    '^  s_ref .*\[m\].*> 0 .*= 1$' '^  heat_port .* Node ' '^  flange_a .* Flange +Left' 'out of it at the other'
run info IconicDiagrams.Mechanical.Translation.Components.SpringDamper
out_has '^  parameters$' '^    real k = 0 \{N/m\};$'

# Names that the reader knows beside those of the registry.
for name in TranslationalComponents.Interfaces.PartialCompliantWithRelativeStates \
    TranslationalComponents.PartialCompliantWithRelativeStates; do
    run info $name
    status_is 0
    out_has "^partial model $name\$" "Dyad's name of Modelica\.Mechanics\.Translational\.Interfaces" \
        "^  extends $name\(\)\$" '^  v_rel +Velocity +\[m/s\]' '^  v_rel = der\(s_rel\);$' '^  flange_b .* Flange '
    run info $name --equations
    status_is 0
    out_has '^  flange_a\.f = -f;$'
done
run info TranslationalComponents.Interfaces
status_is 0
out_has '^package TranslationalComponents\.Interfaces' '^  PartialCompliantWithRelativeStates +partial model '
run info TranslationalComponents
out_has '^TranslationalComponents\.Components$' '^  PartialCompliant +partial model '
while read -r name pattern; do
    run info "$name"
    status_is 0
    err_is_empty
    out_has "$pattern"
done <<'NAMES'
Dyad.Flange ^connector Dyad\.Flange$
Dyad.Force ^  unit +N$
RotationalComponents.Interfaces.Spline ^connector
Modelica.Units.SI.Distance ^  range +>= 0$
Distance ^type Modelica\.Units\.SI\.Distance
Modelica.Units.NonSI.Angle_deg ^  unit +deg$
Real ^type Real$
StateSelect ^  prefer +[A-Z]
Modelica.Blocks.Types.Init ^  SteadyState +[A-Z]
Modelica.Constants.pi ^  value +3\.14159265358979
Modelica.Math.sin ^function Modelica\.Math\.sin$
Modelica.Icons.Example ^icon Modelica\.Icons\.Example$
Modelica.Math ^  atan2 +function
Modelica.Constants ^  g_n +constant +standard gravity \[m/s2\]$
Modelica.Units.SI ^  Force +type +Real in N$
NAMES

# Users' classes: what they extend, with the values that hold in them.
cat >Lib.mo <<'MODEL'
package Lib "stops"
  type Stiffness = Real(unit = "N/m", min = 0);
  class Short = Modelica.Mechanics.Translational.Components.ElastoGap(c = 5, d = 2) "short";
  model Stop "of rubber"
    extends Modelica.Mechanics.Translational.Components.ElastoGap(c = k, d(start = 3), n = 1.5);
    parameter Stiffness k = 2e4 "how stiff";
    parameter Modelica.Units.SI.Length wear(max = 0.1);
    Real share(start = 1, fixed = true) "of the load";
  equation
    der(share) = f/f_ref - share;
  end Stop;
  model Softer
    extends Stop(k = 100, s_rel0 = 0.5);
  end Softer;
  partial model Law
    extends Modelica.Mechanics.Translational.Interfaces.PartialCompliantWithRelativeStates(s_nominal = 2);
  protected
    Real hidden = 1;
  end Law;
  model Rig
    Stop stop(wear = 0.01);
    Modelica.Mechanics.Translational.Components.Fixed wall;
    Modelica.Mechanics.Translational.Components.Mass m(m = 1);
  equation
    connect(wall.flange, stop.flange_a);
    connect(stop.flange_b, m.flange_a);
  end Rig;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  function twice
    input Real x "of which";
    output Real y;
  algorithm
    y := 2*x;
  end twice;
end Lib;
MODEL
run info Lib.mo
status_is 0
out_has '^model Lib\.Rig$' '^package Lib  stops$' '^  Law +partial model' '^  twice +function'
for way in 'Lib.mo Lib.Stop' 'Lib.mo Stop' 'Lib.mo --model Lib.Stop'; do
    # shellcheck disable=SC2086
    run info $way
    status_is 0
    err_is_empty
    out_has '^model Lib\.Stop  of rubber$' '^  Lib\.Stop stop\(d = 1, wear = 1\);$' \
        'ElastoGap\(c = k, d\(start = 3\), n = 1\.5\)$' '^        \[N/m\]  >= 0  = k  \(of Modelica' \
        '^        \[N\.s/m\]  >= 0  start = 3 ' '1 to 1000000000  = 1\.5' '^  k +Stiffness +how stiff$' \
        '^        \[N/m\]  >= 0  = 20000$' '^        \[m\]  <= 0\.1  required$' '^        start = 1, fixed = true$' \
        '^  flange_a +Flange_a ' '^  der\(share\) = f / f_ref - share;$' '^  f = f_c \+ f_d;$' 'a part of others'
done
run info Lib.mo Softer
out_has 'Lib\.Stop\(k = 100, s_rel0 = 0\.5\)' '^        \[N/m\]  >= 0  = 100  \(of Lib\.Stop\)$' \
    '^        \[m\]  = 0\.5  \(of Modelica' '^        \[N/m\]  >= 0  = k  \(of Modelica'
run info Lib.mo Short
out_has 'Lib\.Short  short$' 'ElastoGap\(c = 5, d = 2\)' '>= 0  = 5 '
run info Lib.mo Law
out_has '^partial model Lib\.Law$' '^  extends Lib\.Law;$' '>= 0  = 2 '
[ "$(grep -c hidden .out)" -eq 0 ] || fail 'a protected variable is listed'
run info Lib.mo Pin
out_has '^connector Lib\.Pin$' '^  i +flow Real'
run info Lib.mo twice
out_has '^function Lib\.twice$' '^  x +input Real +of which$' '^    y := 2 \* x;$'
run info Lib.mo Stiffness
out_has '^type Lib\.Stiffness$' '^  unit +N/m$' '^  range +>= 0$'
run info Lib.Stop -I .
status_is 0
out_has '^model Lib\.Stop  of rubber$'
run info Lib.Stopp -I .
status_is 1
err_has 'Lib\.mo:1:9: error: "Lib" has no class "Stopp"' 'did you mean "Stop"'
run info Lib.mo Stopp
status_is 1
err_has 'did you mean .*Stop'
run info Lib.mo Stop --equations
status_is 0
out_has '^// Lib\.Stop$' '^equation$' '^  // of Modelica'
run info Lib.mo Stop --model Rig
status_is 2
err_has 'named twice'
cat >own.dyad <<'TEXT'
component Own
  extends TranslationalComponents.Interfaces.PartialCompliantWithRelativeStates()
  "how stiff"
  parameter c::TranslationalSpringConstant(min = 1)
relations
  f = ifelse(s_rel < 0, c*s_rel, 0)
end
TEXT
run info own.dyad
status_is 0
out_has '^model Own$' '^  own = Own\(c = 1\)$' '^  flange_a +Flange ' '>= 1  required$' \
    '^  f = ifelse\(s_rel < 0, c \* s_rel, 0\)$'
rm -f Lib.mo own.dyad

# What classes of one's own say of themselves: HTML as text, whatever stands around it.
cat >Said.mo <<'MODEL'
package Said
  model Html
    Real x = 1;
    annotation (Icon(graphics={Text(textString="Documentation(info=\"no\")")}), /* Documentation(info="no") */
      Documentation(revisions="<html>no</html>", info = "<html>
<h4>Rubber</h4><p>60&deg; &lt;Shore&gt; &amp; steel, a < b,
<b>c</b>&#916;x &#x3c0; \"quoted\" &nosuch; &</p><!-- no --><style>no</style>
<ul><li>first</li><li>second</li></ul><pre>
f = c*s
   + d*v</pre></html>"));
  end Html;
  model Plain
    annotation (Documentation(info = "One line" + ",
and another   <p>"));
  end Plain;
  model Silent
    parameter Real info = 3;
    annotation (Documentation(revisions = "info = \"no\""));
  end Silent;
  model Cut
    annotation (Documentation(info = "<html><p>open <pre>kept &lt"));
  end Cut;
  model Behind
    annotation (/*/ a "quote */ Documentation(info = "behind a comment"));
  end Behind;
end Said;
MODEL
run info Said.mo Html
status_is 0
out_has '^Documentation$' '^  Rubber$' '^  60.+ <Shore> & steel, a < b, c.+x .+ "quoted" &nosuch; &$' '^  - first$' '^  - second$' \
    '^      f = c\*s$' '^         \+ d\*v$'
grep -qw no "$work/.out" && fail 'it says what is no documentation'
run info Said.mo Plain
status_is 0
out_has '^  One line,$' '^  and another <p>$'
run info Said.mo Silent
status_is 0
grep -qw -e no -e Documentation "$work/.out" && fail 'it says what is no documentation'
run info Said.mo Cut
status_is 0
out_has '^  open$' '^      kept &lt$'
run info Said.mo Behind
status_is 0
out_has '^  behind a comment$'
finish
