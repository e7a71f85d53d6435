# What Dyad has no words for goes there and back in the metadata of components, as Modelica: the same motion.
. "$(dirname "$0")/lib.sh"

cat >Pack.mo <<'TEXT'
package Pack "All kinds"
  import SI = Modelica.Units.SI;
  constant SI.Acceleration g = 9.81 "gravity";
  constant Integer n = 2;
  type Hard = SI.TranslationalSpringConstant(min = 1);
  type Kind = enumeration(default, state, hard);
  record Data "What a spring is"
    SI.TranslationalSpringConstant c = 100;
    SI.TranslationalDampingConstant d = 1;
  end Data;
  function clip "x between -1 and 1"
    input Real x;
    output Real y;
  protected
    Real t;
  algorithm
    t := min(x, 1);
    if t < -1 then
      y := -1; // low
    else
      y := t;
    end if;
  end clip;
  package Parts
    function clip
      input Real x; input Real lim = 2;
      output Real y;
    algorithm
      y := 0;
      for i in 1:3 loop
        y := y + min(x, lim)/3;
      end for;
    end clip;
    model Body
      parameter SI.Mass m = 1;
      Modelica.Mechanics.Translational.Components.Mass path(m = m, s(start = 0.5, fixed = true), v(fixed = true));
      Modelica.Mechanics.Translational.Interfaces.Flange_a state "to the outside";
    equation
      connect(path.flange_a, state);
    end Body;
  end Parts;
  model Holder
    replaceable Modelica.Mechanics.Translational.Components.Spring sp(c = 5) constrainedby Modelica.Mechanics.Translational.Interfaces.PartialCompliant;
    Modelica.Mechanics.Translational.Components.Fixed fixed;
    Modelica.Mechanics.Translational.Interfaces.Flange_b flange_b;
  equation
    connect(fixed.flange, sp.flange_a);
    connect(sp.flange_b, flange_b);
  end Holder;
  model Soft = Holder(sp(c = 3));
  model Whole
    parameter Kind default = Kind.default;
    parameter Data data(c = 50);
    parameter Boolean on = true;
    parameter String test = "a \"quoted\" \\ name";
    Parts.Body b[n](m = {1, 2}, path(s(start = {0.1, 0.2})));
    Parts.Body single(path(s(start = 0.7)));
    Holder h[2](redeclare each Modelica.Mechanics.Translational.Components.SpringDamper sp(c = data.c, d = data.d));
    Soft soft;
    Real 'strange name'(start = 1, fixed = true);
    Real _under = clip('strange name') + Parts.clip(2*time, lim = 0.5) + g;
    Real alg;
    discrete Real last(start = 0);
    Integer k(start = 3, fixed = true);
    Boolean flag(start = true, fixed = true);
    inner parameter Real world = 3;
    Inside inside;
    Real v3[3] = {i^2*time for i in 1:3};
    Real total = sum(v3);
    model Inside
      outer parameter Real world;
      Real y = world*time;
      Real z = Whole.twice(y);
    end Inside;
    function twice
      input Real u; output Real y = 2*u;
    algorithm
    end twice;
  initial equation
    last = 5;
  equation
    for i in 1:n loop
      connect(h[i].flange_b, b[i].state);
    end for;
    connect(soft.flange_b, single.state);
    der('strange name') = -'strange name';
    when sample(0.1, 0.1) then
      last = pre(last) + 1;
    elsewhen time > 0.55 then
      last = 0;
    end when;
    when {'strange name' < 0.8, 'strange name' < 0.7} then
      k = pre(k) + 1;
      flag = not pre(flag);
    end when;
    assert(alg < 100, "alg is too large: " + String(alg), AssertionLevel.warning);
    if on then
      connect(soft.flange_b, extra.flange);
    end if;
  public
    Modelica.Mechanics.Translational.Components.Fixed far if not on;
    Modelica.Mechanics.Translational.Sources.ConstantForce extra(f_constant = 0.1);
  algorithm
    alg := 0;
    for i in 1:3 loop
      alg := alg + i*time;
    end for;
    annotation(experiment(StopTime = 1, Tolerance = 1e-7));
  end Whole;
end Pack;
TEXT
cat >Repl.mo <<'TEXT'
package Repl
  model Base
    replaceable model S = Modelica.Mechanics.Translational.Components.Spring(c = 4) constrainedby Modelica.Mechanics.Translational.Interfaces.PartialCompliant;
    S s;
    Modelica.Mechanics.Translational.Components.Mass m(m=1, s(start=1, fixed=true), v(fixed=true));
    Modelica.Mechanics.Translational.Components.Fixed f;
  equation
    connect(f.flange, s.flange_a); connect(s.flange_b, m.flange_a);
  end Base;
  model Run
    import C = Modelica.Mechanics.Translational.Components;
    extends Base(redeclare model S = C.SpringDamper(c = 9, d = 1));
    Real y = if time > 0.5 then m.s else 0;
    annotation(experiment(StopTime = 2));
  end Run;
end Repl;
TEXT
cat >Over.mo <<'TEXT'
connector Sig = input Real;
block Gain "k u"
  parameter Real k = 1;
  input Real u;
  output Real y;
equation
  y = k*u;
end Gain;
model Base
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Base;
model Over
  extends Base(x(start = 3));
  Base inner1(x(start = 4));
  Gain gain(k = 2, u = x);
  parameter Real loop_ = 2;
  parameter Integer m = 2;
  Real z[m](start = {1, 2}, each fixed = true);
  Real w[m, 2](each start = 2, each fixed = true);
  parameter Real A[2, 2] = [1, 2; 3, 4];
  Real q(stateSelect = StateSelect.prefer, unit = "m", displayUnit = "mm");
equation
  der(q) = 1;
  for i in 1:m loop der(z[i]) = -i*z[i]; for j in 1:2 loop der(w[i,j]) = -A[i,j]*w[i,j]; end for; end for;
initial equation
  q = 0.5;
  annotation(experiment(StopTime = 1));
end Over;
TEXT
mkdir back
for name in Pack Repl Over; do
    run convert $name.mo -o $name.dyad
    status_is 0
    run convert $name.dyad -o back/$name.mo
    status_is 0
    run simulate $name.mo --tolerance 1e-11 --output first.csv --events first_events.csv
    status_is 0
    for copy in $name.dyad back/$name.mo; do
        run simulate $copy --tolerance 1e-11 --output again.csv --events again_events.csv
        status_is 0
        python3 "$SOURCE/tests/cli/same_motion.py" first.csv again.csv first_events.csv again_events.csv >.said 2>&1 ||
            fail "$copy: $(tail -n 1 .said)"
    done
    run convert back/$name.mo -o again.dyad
    status_is 0
done

# What is not visible from outside stays so.
cat >Hidden.mo <<'TEXT'
model Hidden
  Real x(start = 1, fixed = true);
protected
  Real y = 2*x;
equation
  der(x) = -y;
end Hidden;
TEXT
run convert Hidden.mo -o Hidden.dyad
status_is 0
run convert Hidden.dyad -o back/Hidden.mo
status_is 0
grep -q '^protected$' back/Hidden.mo || fail "y is no longer protected"
printf 'component User\n  h = Hidden()\n  variable z::Real\nrelations\n  z = h.y\nend\n' >>Hidden.dyad
run check Hidden.dyad
status_is 1
err_has 'protected'

# A mistake in what is carried has a place in the text in Dyad.
cat >wrong.dyad <<'TEXT'
component Ball
  variable h::Real
  variable v::Real
relations
  initial h = 1
  initial v = 0
  der(h) = v
  der(v) = -9.81
metadata {"elastogap": {"modelica": [
  {"equation": 2, "text": [
    "when h < 0 then",
    "  reinit(v, -0.7*prev(v));",
    "end when;"]}]}}
end
TEXT
run simulate wrong.dyad
status_is 1
err_has 'wrong.dyad:12:[0-9]+: error: .*prev'
sed -e 's/prev/pre/; s/then/than/' wrong.dyad >syntax.dyad
run simulate syntax.dyad
status_is 1
err_has 'syntax.dyad:11:[0-9]+: error: expected "then"'
sed -e 's/prev/pre/; s/"equation"/"equations"/' wrong.dyad >kind.dyad
run simulate kind.dyad
status_is 1
err_has 'kind.dyad:10:3: error: this says no Modelica' 'remedy: write \{"equation"'
sed -e 's/prev/pre/' wrong.dyad >right.dyad
run simulate right.dyad --stop-time 1
status_is 0
out_has 'events +2'
finish
