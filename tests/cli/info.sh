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
    '^  ball +Mass\(m = 4, L = 0\)  // The ball itself$' '^  spring +Spring\(c = 10\)' '3 components, 2 connections'
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
finish
