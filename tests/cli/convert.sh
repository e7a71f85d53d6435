# From Modelica to Dyad and back: every example simulates to the same bits in all three texts. What Dyad has no words
# for is told, and carried in the metadata.
. "$(dirname "$0")/lib.sh"

# Beside the copies lie the data files that they name.
cp "$SOURCE"/examples/*.txt "$SOURCE"/examples/*.csv .

for file in "$SOURCE"/examples/*.mo; do
    name=$(basename "$file" .mo)
    run convert "$file" -o "$name.dyad"
    status_is 0
    if grep -q "\"modelica\"" "$name.dyad"; then
        err_has "$name.mo:[0-9]+:[0-9]+: warning: .* in Dyad: Modelica in the metadata says it"
    else
        err_is_empty
    fi
    run convert "$name.dyad" -o "$name.mo"
    status_is 0
    run simulate "$file" --tolerance 1e-3 --output first.csv
    status_is 0
    for copy in "$name.dyad" "$name.mo"; do
        run simulate "$copy" --tolerance 1e-3 --output again.csv
        status_is 0
        cmp -s first.csv again.csv || fail "$copy does not simulate to the same bits"
    done
done
rm -f -- *

# Comments, documentation, arrays, conditions, enumerations, classes inside of classes.
cat >rig.mo <<'TEXT'
// About the rig.
model Rig "A rig"
  type Kind = enumeration(soft, hard);
  parameter Kind kind = Kind.hard;
  parameter Integer n = 3 "How many"; // at least 1
  // Masses in a row,
  // all of them free.
  Modelica.Mechanics.Translational.Components.Mass m[n](each m = 2, L = {0.1, 0.2, 0.3}, s(start = {i*0.5 for i in 1:n}, each fixed = true), each v(fixed = true));
  Real y(unit = "m") = if kind == Kind.hard and not n > 3 then m[1].s else -(m[2].s - m[3].s) "Out";
equation
  for i in 1:n-1 loop
    connect(m[i].flange_b, d[i].flange_a); // right
    connect(m[i + 1].flange_a, d[i].flange_b);
  end for;
  assert(y < 100, "far \"away\"");
public
  Modelica.Mechanics.Translational.Components.Damper d[n - 1](each d = 1.5);
  annotation(experiment(StartTime = 1, StopTime = 2, NumberOfIntervals = 50));
end Rig;
TEXT
run convert rig.mo
status_is 0
out_has '^# About the rig\.' '^"A rig"' '^enum Kind = \| soft \| hard' '# at least 1' '^component Rig' '# Masses in a row,' \
    'm = \[Modelica.*Mass\(m = 2, L = ifelse\(i == 1, 0.1, ' '^ +initial m\[i\].s = i \* 0.5' '^ *y = ifelse\(' '&&|and !' 'saveat = \(2 - 1\) / 50' \
    '^analysis RigTransient'
run convert rig.mo -o rig.dyad
run convert rig.dyad -o back.mo
status_is 0
run simulate rig.mo --output a.csv
run simulate rig.dyad --output b.csv
run simulate back.mo --output c.csv
status_is 0
cmp a.csv b.csv || fail "rig.dyad"
cmp a.csv c.csv || fail "back.mo"

# Mistakes.
run convert rig.mo -o rig.txt
status_is 2
run convert rig.csv
status_is 2
run convert none.mo
status_is 2
printf 'model A\n  Modelica.Mechanics.Translational.Components.Mass m(m = 1;\nend A;\n' >wrong.mo
run convert wrong.mo -o wrong.dyad
status_is 1
[ ! -e wrong.dyad ] || fail "wrong.dyad was written"
# A matrix of scalars is written by its elements; one of vectors has no words in Dyad, and is carried.
cat > matrices.mo <<MODEL
model Matrices
  Real x(start = 1, fixed = true), v[2], m[2, 2] = transpose([v, 2*v]), n[2, 1] = transpose([x, 2*x]);
equation
  v = {x, 2*x};
  der(x) = -x;
end Matrices;
MODEL
run convert matrices.mo -o matrices.dyad
status_is 0
err_has "matrices made of vectors cannot be written in Dyad"
run convert matrices.dyad -o matrices_again.mo
status_is 0
for file in matrices.mo matrices.dyad matrices_again.mo; do
    run simulate "$file" --output matrices.csv
    status_is 0
    tail -n 1 matrices.csv > "$file.row"
done
cmp -s matrices.mo.row matrices.dyad.row || fail "the model in Dyad differs"
cmp -s matrices.mo.row matrices_again.mo.row || fail "the model from Dyad differs"

cat > epsilon.dyad <<MODEL
component Epsilon
  variable x::Real
relations
  initial x = 1
  der(x) = -x*eps(Float64)
end
MODEL
run convert epsilon.dyad
status_is 0
out_has 'der\(x\) = -x \* Modelica.Constants.eps;'

# Texts of any length are written whole, and names in quotes stay apart.
{
    echo "model Long"
    echo "  parameter Real v[700] = {$(seq -s, 1 700)};"
    echo "  parameter Real '1' = 2, '.' = 3, '//' = 4; // of three names"
    echo "  Real y = sum(v) + '1' + 10*'.' + 100*'//';"
    echo "end Long;"
} > long.mo
run convert long.mo -o long.dyad
status_is 0
run convert long.dyad -o long_again.mo
status_is 0
for file in long.dyad long_again.mo; do
    run simulate "$file" --output long.csv
    status_is 0
    near "$(value_at long.csv y 1)" 245782 0 "y of $file" # 700*701/2 + 2 + 30 + 400
done

finish
