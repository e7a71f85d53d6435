# From Modelica to Dyad, back, and to Dyad again: every example is the same motion with the same events in all four
# texts. Dyad's texts have Dyad's classes; what Dyad has no words for is told, and carried in the metadata.
. "$(dirname "$0")/lib.sh"

# Where Dyad's class has a connector that Modelica's leaves out there is one body, or node of heat, more: the steps
# differ. At a tolerance of 1e-11 both are that near to the motion, and agree to 1e-9.
same_motion() { # FIRST AGAIN: names of results and events, without .csv
    python3 "$SOURCE/tests/cli/same_motion.py" "$1.csv" "$2.csv" "$1_events.csv" "$2_events.csv" >.said 2>&1 ||
        fail "$2: $(tail -n 1 .said)"
}

# Outside of comments and of what stands in the metadata as Modelica.
has_no_modelica() { # FILE
    ! grep -vE '^ *#|^ *"|\{"(class|element|equation|initial equation|algorithm|initial algorithm)"' "$1" | grep -q 'Modelica\.' ||
        fail "$1 has names of Modelica: $(grep -vE '^ *#|^ *"' "$1" | grep -m 1 'Modelica\.')"
}

# Beside the copies lie the data files that they name.
cp "$SOURCE"/examples/*.txt "$SOURCE"/examples/*.csv .

converted=0
for file in "$SOURCE"/examples/*.mo; do
    name=$(basename "$file" .mo)
    run convert "$file" -o "$name.dyad"
    status_is 0
    if grep -q "\"modelica\"" "$name.dyad"; then
        err_has "$name.mo:[0-9]+:[0-9]+: warning: .* in Dyad: Modelica in the metadata says it"
    else
        err_is_empty
    fi
    has_no_modelica "$name.dyad"
    run convert "$name.dyad" -o "$name.mo"
    status_is 0
    run convert "$name.mo" -o "${name}_again.dyad"
    status_is 0
    has_no_modelica "${name}_again.dyad"
    [ "${SANITIZE:-0}" = 0 ] || [ $((++converted % 4)) = 0 ] || continue # sanitizers watch every fourth run
    [ "$name" != Waves ] || continue # its limiter of rates switches to and fro within an ulp of time
    run simulate "$file" --tolerance 1e-11 --output first.csv --events first_events.csv
    status_is 0
    for copy in "$name.dyad" "$name.mo" "${name}_again.dyad"; do
        run simulate "$copy" --tolerance 1e-11 --output again.csv --events again_events.csv
        status_is 0
        same_motion first again
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
    'm = \[TranslationalComponents.Mass\(m = 2, L = ifelse\(i == 1, 0.1, ' '^ +initial m\[i\].s = i \* 0.5' '^ *y = ifelse\(' '&&|and !' 'saveat = \(2 - 1\) / 50' \
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

# Functions of Julia, which Modelica has under other names or says in its own words: the same bits in Dyad, in
# Modelica and back, flat, and the same motion in an FMU.
cat > julia.dyad <<MODEL
component Julia
  parameter s_ref::Length(min = eps(Float64), max = Inf) = floatmin(Float64) + 1
  parameter low::Real = typemin(Float64)
  structural parameter n::Integer = Int(4.0)
  structural parameter k::Integer = Int(n)
  parameter v::Real[n] = range(0, 1, length = n)
  parameter w::Real[2, 2] = hcat([1, 2], [3, 4])
  variable x::Real
  variable y::Real[n]
  variable z::Real
relations
  initial x = 0.3
  der(x) = x > 0.5 ? log1p(x) : asinh(x) + 1
  y .= sec.(v .* x) .+ abs2.(v)
  z = round(10x) + fld(x, 0.1) + copysign(x, x - 0.4) + max(x, 0.5, 2x) + 2pi*ℯ + length(v) + maximum(v) + x % 0.2*2 + (xor(x > 0.4, x > 0.6) ? 1 : 0) + expm1(x) + cbrt(x) + k
end
analysis Run
  extends TransientAnalysis(stop = 2)
  model = Julia()
end
MODEL
run convert julia.dyad -o julia.mo
status_is 0
grep -q "min = Modelica.Constants.eps, max = Modelica.Constants.inf" julia.mo || fail "no limits in Modelica"
grep -q "if x > 0.5 then log(1 + x)" julia.mo || fail "no condition in Modelica"
run convert julia.mo -o julia_again.dyad
status_is 0
grep -q "min = eps(Float64), max = Inf" julia_again.dyad || fail "no limits in Dyad"
grep -q "range(0, 1, length = n)" julia_again.dyad || fail "no range in Dyad"
grep -q "Modelica" julia_again.dyad && fail "a name of Modelica in Dyad"
run flatten julia.dyad -o julia_flat.mo
status_is 0
for file in julia.dyad julia.mo julia_again.dyad julia_flat.mo; do
    run simulate "$file" --engine erk --output "$file.csv"
    status_is 0
done
cmp -s julia.dyad.csv julia.mo.csv || fail "the model in Modelica differs"
cmp -s julia.dyad.csv julia_again.dyad.csv || fail "the model in Dyad again differs"
near "$(value_at julia_flat.mo.csv x 2)" "$(value_at julia.dyad.csv x 2)" 0 "x of the flat text"
near "$(value_at julia_flat.mo.csv z 2)" "$(value_at julia.dyad.csv z 2)" 0 "z of the flat text"
run fmu julia.dyad -o julia.fmu
status_is 0
run simulate julia.fmu --tolerance 1e-10 --output julia_fmu.csv
status_is 0
run simulate julia.dyad --tolerance 1e-10 --output julia_exact.csv
status_is 0
near "$(value_at julia_fmu.csv x 2)" "$(value_at julia_exact.csv x 2)" 2e-8 "x of the FMU" # 100 tolerances each
near "$(value_at julia_fmu.csv z 2)" "$(value_at julia_exact.csv z 2)" 5e-7 "z of the FMU" # dz/dx is 20 at most

# A function of the text that has a name of Julia goes before it, there and back.
cat > own.mo <<MODEL
model Own
  function prod
    input Real x[:];
    output Real y = 10*sum(x);
  algorithm
  end prod;
  function inv
    input Real x;
    output Real y = x + 100;
  algorithm
  end inv;
  Real y = product({2, 3}) + prod({2, 3}) + inv(2) + integer(time + 0.5);
end Own;
MODEL
run convert own.mo -o own.dyad
status_is 0
run convert own.dyad -o own_again.mo
status_is 0
for file in own.mo own.dyad own_again.mo; do
    run simulate "$file" --output "$file.csv"
    status_is 0
    near "$(value_at "$file.csv" y 0)" 158 0 "y of $file" # 6 + 50 + 102 + 0
done

# What means another thing in Julia, or has no word there, stays Modelica; a name that is taken is written in full.
cat > other.mo <<MODEL
model Other
  parameter Integer e[2, 2] = identity(2);
  parameter Real pi = 3, a = integer(2.5) + product({2, 3}) + max({1, 4}) + sum(linspace(0, 1, 3));
  Real y = sum(e) + pi + Modelica.Constants.pi + a + Modelica.Math.exp(time);
end Other;
MODEL
run convert other.mo -o other.dyad
status_is 0
err_has "identity\(n\) cannot be written in Dyad"
grep -q "floor(Int, 2.5) + prod(\[2, 3\]) + maximum(\[1, 4\]) + sum(range(0, 1, length = 3))" other.dyad || fail "not as Julia has it"
grep -q "+ 3.141592653589793 +" other.dyad || fail "pi is the model's own"
run convert other.dyad -o other_again.mo
status_is 0
for file in other.mo other.dyad other_again.mo; do
    run simulate "$file" --output "$file.csv"
    status_is 0
    near "$(value_at "$file.csv" y 0)" 22.64159265358979 1e-14 "y of $file" # 2 + 3 + pi + (2 + 6 + 4 + 1.5) + 1
done

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

# What wants to be a state goes there and back with its number: above 0 it is preferred, below it is avoided,
# an infinite one is an order; the states are the same.
cat >prio.dyad <<'TEXT'
component Rig
  parameter n::Integer = 3
  variable x::Length(statePriority = 10, initial = 1)
  variable y::Length(statePriority = -3)
  variable z::Length(statePriority = 2.5)
  variable plain::Length(statePriority = 1)
  variable avoided::Length(statePriority = -1)
  variable none::Length(statePriority = 0)
  variable never::Length(statePriority = -Inf)
  variable given::Length(statePriority = 2 * n - 1)
  variable against::Length(statePriority = -n)
  m = TranslationalComponents.Mass(m = 1, s(statePriority = 5, initial = 1), v(initial = 0))
  flange = TranslationalComponents.Fixed()
  s = TranslationalComponents.Spring(c = 3, s_rel0 = 0, s_rel(statePriority = Inf))
relations
  der(x) = -x
  y = 2 * x
  z = 3 * x
  plain = x
  avoided = x
  none = x
  never = x
  given = x
  against = x
  connect(flange.flange, s.flange_a)
  connect(s.flange_b, m.flange_a)
end
TEXT
run convert prio.dyad -o prio.mo
status_is 0
for text in 'x(stateSelect = if 10 > 0 then StateSelect.prefer elseif 10 < 0 then StateSelect.avoid else' \
    'plain(stateSelect = StateSelect.prefer)' 'avoided(stateSelect = StateSelect.avoid)' \
    'none(stateSelect = StateSelect.default)' 'never(stateSelect = StateSelect.never)' \
    's_rel(stateSelect = StateSelect.always)'; do
    grep -qF "$text" prio.mo || fail "no $text"
done
run convert prio.mo -o again.dyad
status_is 0
[ "$(grep -o 'statePriority = [^,)]*' prio.dyad)" = "$(grep -o 'statePriority = [^,)]*' again.dyad)" ] ||
    fail "other priorities: $(grep -o 'statePriority = [^,)]*' again.dyad)"
run convert again.dyad -o again.mo
status_is 0
for model in prio.dyad prio.mo again.dyad again.mo; do
    run info $model
    out_has '^  s\.s_rel, m\.v, x$'
done

# Wishes that a component of Modelica has as parameters are those of its variables in Dyad.
cat >wishes.mo <<'TEXT'
model Wishes
  import Modelica.Mechanics.Translational.Components.*;
  import Modelica.Mechanics.Rotational;
  parameter StateSelect chosen = StateSelect.avoid;
  Mass a(m = 1, s(start = 0, fixed = true), v(start = 1, fixed = true));
  Mass b(m = 2, s(start = 1, fixed = true), v(start = 0, fixed = true), stateSelect = StateSelect.prefer);
  SpringDamper sd(c = 1, d = 1, stateSelect = StateSelect.avoid, s_nominal = 0.01, s_rel(nominal = 2));
  SpringDamper other(c = 1, d = 1, stateSelect = chosen);
  Damper two[2](each d = 1, each stateSelect = StateSelect.never);
  ElastoGap gap(s_rel0 = -5, c = 1, d = 1, stateSelect = StateSelect.always);
  Rotational.Components.Inertia wheel(J = 1, phi(start = 0, fixed = true), w(start = 1, fixed = true));
  Rotational.Components.Fixed ground;
  Rotational.Components.SpringDamper shaft(c = 1, d = 1, phi_nominal = 0.1, stateSelect = StateSelect.default);
equation
  connect(ground.flange, shaft.flange_a);
  connect(shaft.flange_b, wheel.flange_a);
  connect(a.flange_b, sd.flange_a);
  connect(sd.flange_b, b.flange_a);
  connect(a.flange_b, other.flange_a);
  connect(other.flange_b, b.flange_a);
  for i in 1:2 loop
    connect(a.flange_b, two[i].flange_a);
    connect(two[i].flange_b, b.flange_a);
  end for;
  connect(a.flange_b, gap.flange_a);
  connect(gap.flange_b, b.flange_a);
end Wishes;
TEXT
run convert wishes.mo -o wishes.dyad
status_is 0
err_has 'Dyad has no number for this stateSelect'
for text in 'm = 2, s(statePriority = 1), v(statePriority = 1)' 's_rel(nominal = 2, statePriority = -1)' \
    's_rel(stateSelect = chosen)' '[TranslationalComponents.Damper(d = 1, s_rel(statePriority = -Inf)' \
    's_rel(statePriority = Inf), v_rel(statePriority = Inf)' 'phi_rel(nominal = 0.1, statePriority = 0)'; do
    grep -qF "$text" wishes.dyad || fail "no $text"
done
run convert wishes.dyad -o wishes_again.mo
status_is 0
for model in wishes.mo wishes.dyad wishes_again.mo; do
    run info $model
    out_has '^  gap\.s_rel, b\.s, shaft\.phi_rel, a\.v, b\.v, wheel\.w$'
done

# Blocks that Dyad does not have stand there with their equations: without the metadata they are the same.
cat >blocks.mo <<'TEXT'
model Signals
  Modelica.Blocks.Sources.Sine a(amplitude = 0.9, f = 1.3, phase = 0.4), b(amplitude = 0.5, f = 0.7, offset = 1.2);
  Modelica.Blocks.Math.Atan2 angle;
  Modelica.Blocks.Math.Tanh flat;
  Modelica.Blocks.Math.Sqrt root;
  Modelica.Blocks.Math.Max larger;
  Modelica.Blocks.Math.Log10 decades;
  Modelica.Blocks.Math.Power octaves(base = 2);
  Modelica.Blocks.Math.LinearDependency mixed(y0 = 1, k1 = 2, k2 = -3);
  Modelica.Blocks.Nonlinear.DeadZone play(uMax = 0.4);
  Modelica.Blocks.Sources.Exponentials rising(outMax = 2, riseTime = 0.3, riseTimeConst = 0.1);
equation
  connect(a.y, angle.u1);
  connect(b.y, angle.u2);
  connect(a.y, flat.u);
  connect(b.y, root.u);
  connect(a.y, larger.u1);
  connect(b.y, larger.u2);
  connect(b.y, decades.u);
  connect(a.y, octaves.u);
  connect(a.y, mixed.u1);
  connect(b.y, mixed.u2);
  connect(a.y, play.u);
end Signals;
TEXT
run convert blocks.mo -o blocks.dyad
status_is 0
err_has 'Modelica.Blocks.Math.Tanh is not known in Dyad: its equations say it'
sed '/^metadata {/,/^}/d' blocks.dyad >bare.dyad
for text in 'y = atan(u1, u2)' 'y = max(u1, u2)' 'parameter uMin::Real = -uMax'; do
    grep -qF "$text" bare.dyad || fail "no $text"
done
if grep -q 'Modelica' bare.dyad; then fail "Modelica is left in bare.dyad"; fi
for file in blocks.mo blocks.dyad bare.dyad; do
    run simulate "$file" --model Signals --interval 0.1 -o "$file.csv"
    status_is 0
done
for name in angle flat root larger decades octaves mixed play rising; do
    for time in 0.1 0.3 0.5 0.9 1; do
        for file in blocks.dyad bare.dyad; do # the same functions of the same numbers, but for the order of sums
            near "$(value_at $file.csv $name.y $time)" "$(value_at blocks.mo.csv $name.y $time)" 1e-14 "$name of $file"
        done
    done
done
# Sources that Dyad's library has by their full names alone, with its Regularization.
cat >sources.mo <<'TEXT'
model Sources
  import S = Modelica.Mechanics.Translational.Sources;
  import Modelica.Mechanics.Translational.Components.Mass;
  S.LinearSpeedDependentForce viscous(f_nominal = -2, v_nominal = 1);
  S.QuadraticSpeedDependentForce drag(f_nominal = -1, v_nominal = 1, ForceDirection = false);
  S.InverseSpeedDependentForce power(f_nominal = -0.5, v_nominal = 1, v0 = 0.1);
  S.SignForce dry(f_nominal = -2, v0 = 0.1, reg = Modelica.Blocks.Types.Regularization.Linear);
  S.ConstantSpeed belt(v_fixed = 1);
  S.Accelerate push;
  Modelica.Blocks.Sources.Sine wave(amplitude = 2, f = 1);
  Mass m[4](each m = 1, v(start = {1, 1, 2, 3}, each fixed = true), s(each start = 0, each fixed = true));
  Mass carried(m = 1), pushed(m = 1);
equation
  connect(viscous.flange, m[1].flange_a);
  connect(drag.flange, m[2].flange_a);
  connect(power.flange, m[3].flange_a);
  connect(dry.flange, m[4].flange_a);
  connect(belt.flange, carried.flange_a);
  connect(push.flange, pushed.flange_a);
  connect(wave.y, push.a_ref);
end Sources;
TEXT
run convert sources.mo -o sources.dyad
status_is 0
err_is_empty
has_no_modelica sources.dyad
for class in LinearSpeedDependentForce QuadraticSpeedDependentForce InverseSpeedDependentForce SignForce ConstantSpeed Accelerate; do
    grep -q "= TranslationalComponents.Sources.$class(" sources.dyad || fail "sources.dyad has no $class"
done
grep -q 'reg = TranslationalComponents.Components.Regularization.Linear' sources.dyad || fail "no Regularization"
for text in mo dyad; do
    run simulate sources.$text --tolerance 1e-11 --quiet --output $text.csv --events ${text}_events.csv
    status_is 0
done
same_motion mo dyad
finish
