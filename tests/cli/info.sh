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
        '^  c .*\[N/m\].*>= 0' '^  n .*>= 1 .*= 1' '^  f_ref .*= c\*s_ref' '^Ports$' \
        'flange_a +flange: s \[m\], f \[N\]' 'f is positive into the component' 'if useHeatPort' '^Variables$' '  lossPower .*\[W\]' \
        '^Equations$' '^Extends$' 'PartialCompliantWithRelativeStates' '^Examples' '^In other vocabularies$' \
        'TranslationalComponents\.'
done
run info TranslationalComponents.Components.ElastoGap
status_is 0
out_has '^  c .*required' '^  heat_port +heat port: T \[K\], Q_flow \[W\]'
run info ElastoGap --equations
status_is 0
out_has '^equation$' ';$'
[ "$(grep -c Parameters .out)" -eq 0 ] || fail '--equations prints more than equations'

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

# Every class can be described.
run info
awk '/^[A-Z]/ { package = $1 } /^  / { print package "." $1 }' .out >classes.txt
[ "$(wc -l <classes.txt)" -gt 40 ] || fail "only $(wc -l <classes.txt) classes"
while read -r class; do
    run info "$class"
    status_is 0
    out_has "$class"
done <classes.txt
finish
