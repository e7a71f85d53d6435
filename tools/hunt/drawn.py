"""Models of Modelica with parameters that follow from others in every way (draw), and other values for these (other)."""

ABSURD = ["0", "-0.0", "1e-320", "-1e-320", "2.2e-308", "1e-30", "1e-12", "1e12", "1e30", "-1e30", "1e150", "1e308",
          "-1e308"]
TRANSLATIONAL = "Modelica.Mechanics.Translational"
HELPERS = """package P
  function curved
    input Real x;
    output Real y;
  algorithm
    y := x;
    for i in 1:3 loop
      y := y + x/(i + x^2);
    end for;
  end curved;
  function chosen
    input Real x;
    input Real limit;
    output Real y;
  algorithm
    if x > limit then
      y := limit + sqrt(x - limit);
    else
      y := x;
    end if;
  end chosen;
  function plain "Without its unit"
    input Real x;
    output Real y = x;
  algorithm
  end plain;
  function bent
    input Real x;
    output Real y = if x > 1 then 1 + log(x) else x;
  algorithm
  end bent;
  record Data
    Real c = 20;
    Real d = 0.5;
  end Data;
  model Stop "A gap of a user's own"
    parameter Real k = 100;
    parameter Real zeta = 0.1;
    parameter Real play = 0.1;
    TRANSLATIONAL.Interfaces.Flange_a flange_a;
    TRANSLATIONAL.Interfaces.Flange_b flange_b;
    TRANSLATIONAL.Components.ElastoGap gap(c = k, d = 2*zeta*sqrt(k), s_rel0 = play);
  equation
    connect(flange_a, gap.flange_a);
    connect(gap.flange_b, flange_b);
  end Stop;
  partial model Tied "Two flanges, and a law of a user's own"
    extends TRANSLATIONAL.Interfaces.PartialCompliant;
    parameter Real stiffness = 30;
    parameter Real cubic = stiffness/10;
  end Tied;
  model Hardening
    extends Tied;
  equation
    f = stiffness*s_rel + cubic*s_rel^3;
  end Hardening;
  model Lag "First order, of a user's own"
    parameter Real T = 0.3;
    parameter Real x0 = T/2;
    parameter Boolean isShifted = false;
    Real x(start = x0, fixed = true);
    Modelica.Blocks.Interfaces.RealOutput y = x + (if isShifted then 1 else 0);
    Real u;
  equation
    T*der(x) = u - x;
  end Lag;
  model World "What is around all parts"
    parameter Real g = 9.81;
    parameter Real rho = 1.2;
    final parameter Real weight = g*rho;
  end World;
  model Drag "Speaks of the world, wherever that is declared"
    outer P.World world;
    parameter Real area = 0.3;
    TRANSLATIONAL.Interfaces.Flange_a flange;
    TRANSLATIONAL.Components.Damper air(d = hidden*world.rho);
    TRANSLATIONAL.Components.Fixed wall;
    TRANSLATIONAL.Sources.ConstantForce pull(f_constant = area*world.weight);
  protected
    parameter Real hidden = 2*area;
  equation
    connect(wall.flange, air.flange_a);
    connect(air.flange_b, flange);
    connect(pull.flange, flange);
  end Drag;
  model Twice "Classes in a class, one of them with a value that is final"
    parameter Real k = 50;
    parameter Real gain = 2;
    parameter Data data = Data(c = k);
    TRANSLATIONAL.Interfaces.Flange_a flange_a;
    TRANSLATIONAL.Interfaces.Flange_b flange_b;
    Stop upper(k = gain*k, play = -0.2);
    Stop lower(final k = data.c + k, zeta = data.d/10);
  equation
    connect(flange_a, upper.flange_a);
    connect(flange_a, lower.flange_a);
    connect(upper.flange_b, flange_b);
    connect(lower.flange_b, flange_b);
  end Twice;
""".replace("TRANSLATIONAL", TRANSLATIONAL)


class Names:
    """Values that expressions may speak of; all of them more than 0."""

    def __init__(self, random):
        self.random = random
        self.names = []

    def number(self):
        r = self.random
        return repr(float(f"{r.choice([r.uniform(0.2, 3), 10 ** r.uniform(-1, 2)]):.3g}"))

    def term(self):
        return self.random.choice(self.names) if self.names and self.random.random() < 0.7 else self.number()

    def expression(self, depth=0):
        r = self.random
        if depth > 2 or r.random() < 0.3:
            return self.term()
        a, b = self.expression(depth + 1), self.expression(depth + 1)
        return r.choice([
            f"({a} + {b})", f"{a}*({b})", f"({a})/({b})", f"sqrt({a})", f"max({a}, {b})", f"min({a}, {b})",
            f"(if {self.term()} > {self.number()} then {a} else {b})", f"P.curved({a})", f"P.chosen({a}, {b})",
            f"P.bent({a})", f"abs(-({a}))", f"({a})^2", f"exp(-({a})/10)", f"(2 + sin({a}))",
            f"(1.5 + tanh({a} - {b}))", f"sum({{{a}, {b}}})", f"Modelica.Constants.pi*({a})", f"mod({a}, 7) + 0.1",
            f"(if {self.term()} > {self.number()} and {self.term()} < {self.number()} then {a} else {b})",
        ])


def draw(random):
    """The text of a model."""
    of = Names(random)
    lines, equations, initial = [], [], []
    limit = random.choice(["", "(min = 0)", "(min = 1e-6, max = 1e6)"])
    for i in range(random.randint(1, 5)):
        word = random.choice(["parameter", "parameter", "parameter", "final parameter", "constant"])
        value = of.number() if word == "constant" else of.expression()
        lines.append(f"parameter Real p{i}{limit} = {value};".replace("parameter", word, 1))
        of.names.append(f"p{i}")
    if random.random() < 0.5:
        n = random.randint(2, 3)
        lines.append(f"parameter Real vec[{n}] = {{{', '.join(of.expression() for _ in range(n))}}};")
        of.names += [f"vec[{random.randint(1, n)}]", "sum(vec)", "max(vec)"]
    if random.random() < 0.4:
        lines.append(f"parameter Integer count = {random.randint(2, 3)};")
        of.names.append("count")
    if random.random() < 0.5:
        lines.append(random.choice([f"parameter P.Data data(c = {of.expression()});",
                                    f"parameter P.Data data = P.Data(c = {of.expression()}, d = {of.number()});"]))
        of.names += ["data.c", "data.d"]
    lines.append(f"parameter Boolean isOn = {random.choice(['true', 'false'])};")
    of.names.append("(if isOn then 1.5 else 0.7)")
    lines.append(f"{TRANSLATIONAL}.Components.Fixed ground;")
    bodies = random.randint(1, 3)
    for i in range(bodies):
        start = random.choice([of.number(), of.expression()])
        lines.append(f"{TRANSLATIONAL}.Components.Mass mass{i}(m = {of.expression()}, "
                     f"s(start = {start}, fixed = true), "
                     f"v(start = {random.choice(['0', of.expression()])}, fixed = true));")
        of.names.append(f"P.plain(mass{i}.m)")
        lines.append(f"{TRANSLATIONAL}.Components.SpringDamper tie{i}(c = {of.expression()}, d = {of.expression()}, "
                     f"s_rel0 = {of.term()});")
        before = "ground.flange" if i == 0 else f"mass{i - 1}.flange_b"
        equations += [f"connect({before}, tie{i}.flange_a);", f"connect(tie{i}.flange_b, mass{i}.flange_a);"]
        of.names.append(f"P.plain(tie{i}.c)")
    last = f"mass{bodies - 1}.flange_b"
    for i in range(random.randint(1, 4)):
        kind = random.choice(KINDS)
        kind(random, of, i, last, lines, equations, initial)
    lines += ["equation"] + equations
    if initial:
        lines += ["initial equation"] + initial
    body = "\n".join("    " + line for line in lines)
    return f"{HELPERS}  model Case\n{body}\n    annotation(experiment(StopTime = 1));\n  end Case;\nend P;\n"


def between(name, last, equations, a="flange_a", b="flange_b"):
    equations += [f"connect(ground.flange, {name}.{a});", f"connect({name}.{b}, {last});"]


def gap(random, of, i, last, lines, equations, _):
    lines.append(f"{TRANSLATIONAL}.Components.ElastoGap gap{i}({random.choice(['c', 'f_ref'])} = {of.expression()}, "
                 f"d = {of.expression()}, s_rel0 = -({of.term()}){random.choice([', n = 1.5', ', n = 2', ''])});")
    between(f"gap{i}", last, equations)


def law(random, of, i, last, lines, equations, _):
    name = random.choice(["hunt-crossley", "lankarani-nikravesh", "gonthier", "kelvin-voigt", "elasto-gap", "hertz"])
    more = "e = 0.5" if name in ("hunt-crossley", "lankarani-nikravesh", "gonthier") else f"d = {of.expression()}"
    if name == "hertz":
        more = f"s_ref = {of.number()}, f_ref = {of.expression()}"
    lines.append(f'Elastogap.Contact.Gap law{i}(law = "{name}", c = {of.expression()}, {more}, '
                 f"s_rel0 = -({of.term()}));".replace("c = ", "v_min = 0.001, c = ", 1 if name != "hertz" else 0))
    if name == "hertz":
        lines[-1] = lines[-1].replace(lines[-1][lines[-1].index("c = "):lines[-1].index("s_ref")], "")
    between(f"law{i}", last, equations)


def stop(random, of, i, last, lines, equations, _):
    lines.append(f"P.Stop stop{i}({random.choice([f'k = {of.expression()}, ', ''])}play = -({of.expression()}));")
    of.names.append(f"stop{i}.k")
    between(f"stop{i}", last, equations)


def row(random, of, i, last, lines, equations, _):
    n = random.randint(2, 3)
    values = f"{{{', '.join(of.expression() for _ in range(n))}}}"
    lines.append(f"{TRANSLATIONAL}.Components.Spring row{i}[{n}]("
                 f"{random.choice([f'c = {values}', f'each c = {of.expression()}'])});")
    equations += [f"for k in 1:{n} loop connect(ground.flange, row{i}[k].flange_a); "
                  f"connect(row{i}[k].flange_b, {last}); end for;"]


def stops(random, of, i, last, lines, equations, _):
    n = random.randint(2, 3)
    lines.append(f"P.Stop stops{i}[{n}](k = {{{', '.join(of.expression() for _ in range(n))}}}, "
                 f"each play = -({of.expression()}));")
    for k in range(1, n + 1):
        between(f"stops{i}[{k}]", last, equations)


def extra(random, of, i, last, lines, equations, _):
    lines.append(f"{TRANSLATIONAL}.Components.Damper extra{i}(d = {of.expression()}) if "
                 f"{random.choice(['isOn', 'not isOn', of.term() + ' > ' + of.number()])};")
    between(f"extra{i}", last, equations)


def iconic(random, of, i, last, lines, equations, _):
    of_three = random.choice([f'implementation = "Default", k = {of.expression()}, d = {of.expression()}',
                              f'implementation = "Stiffness", k = {of.expression()}, b = 0.2, m = {of.term()}',
                              f'implementation = "Frequency", f = {of.term()}, b = 0.1, m = {of.expression()}'])
    lines.append(f"IconicDiagrams.Mechanical.Translation.Components.SpringDamper iconic{i}({of_three});")
    between(f"iconic{i}", last, equations, "p_high", "p_low")


def hardening(random, of, i, last, lines, equations, _):
    lines.append(f"P.Hardening hard{i}(stiffness = {of.expression()});")
    between(f"hard{i}", last, equations)


def driven(random, of, i, last, lines, equations, _):
    source = random.choice([
        f"Modelica.Blocks.Sources.Sine source{i}(amplitude = {of.expression()}, f = {of.term()})",
        f"Modelica.Blocks.Sources.Step source{i}(height = {of.expression()}, startTime = 0.3)",
        f"Modelica.Blocks.Sources.Ramp source{i}(height = {of.expression()}, duration = {of.term()}, offset = "
        f"{of.term()})",
        f"Modelica.Blocks.Sources.Trapezoid source{i}(amplitude = {of.expression()}, rising = 0.1, period = 0.7)",
        f"Modelica.Blocks.Sources.Pulse source{i}(amplitude = {of.expression()}, period = 0.37)",
    ])
    lines += [source + ";", f"{TRANSLATIONAL}.Sources.Force force{i};"]
    if random.random() < 0.4:
        block = random.choice([f"Continuous.FirstOrder block{i}(k = {of.term()}, T = {of.expression()}, "
                               f"y_start = {of.term()})", f"Math.Gain block{i}(k = {of.expression()})",
                               f"Continuous.PI block{i}(k = {of.term()}, T = {of.expression()})",
                               f"Nonlinear.Limiter block{i}(uMax = {of.expression()})"])
        lines.append(f"Modelica.Blocks.{block};")
        equations += [f"connect(source{i}.y, block{i}.u);", f"connect(block{i}.y, force{i}.f);"]
    else:
        equations.append(f"connect(source{i}.y, force{i}.f);")
    equations.append(f"connect(force{i}.flange, {last});")


def own(random, of, i, last, lines, equations, initial):
    start = random.choice([f"(start = {of.expression()}, fixed = true)", f"(start = {of.number()})"])
    lines.append(f"Real x{i}{start};")
    if "fixed" not in start:
        initial.append(f"x{i} = {of.expression()};")
    equations.append(random.choice([
        f"der(x{i}) = {of.expression()} - ({of.expression()})*x{i}/(1 + {of.term()});",
        f"{of.expression()}*der(x{i}) = mass0.s - x{i};",
        f"if isOn then der(x{i}) = -x{i}; else der(x{i}) = {of.expression()} - x{i}; end if;",
        f"der(x{i}) = if x{i} > {of.expression()} then -({of.term()}) else {of.term()} + mass0.v/({of.expression()});",
        f"der(x{i}) = -{of.expression()}*P.chosen(x{i}^2, {of.expression()})*x{i};",
        f"der(x{i}) = {of.expression()}*sin({of.term()}*time) - x{i};",
    ]))


def sampled(random, of, i, last, lines, equations, _):
    lines.append(f"discrete Real held{i}(start = {of.expression()}, fixed = true);")
    condition = random.choice([f"sample(0.1, 0.1*({of.term()}) + 0.05)", f"time > 0.2 + 0.01*{of.term()}"])
    equations.append(f"when {condition} then"
                     f" held{i} = {of.expression()} + pre(held{i})/2; end when;")


def lag(random, of, i, last, lines, equations, _):
    more = random.choice(["", f", x0 = {of.expression()}", ", isShifted = isOn"])
    lines += [f"P.Lag lag{i}(T = {of.expression()}{more});", f"{TRANSLATIONAL}.Sources.Force push{i};"]
    equations += [f"lag{i}.u = {of.expression()};", f"connect(lag{i}.y, push{i}.f);",
                  f"connect(push{i}.flange, {last});"]


def warm(random, of, i, last, lines, equations, _):
    lines += [f"{TRANSLATIONAL}.Components.Damper warm{i}(d = {of.expression()}, useHeatPort = true);",
              f"Modelica.Thermal.HeatTransfer.Components.HeatCapacitor store{i}(C = {of.expression()}, "
              f"T(start = 290 + {of.term()}, fixed = true));"]
    equations.append(f"connect(warm{i}.heatPort, store{i}.port);")
    between(f"warm{i}", last, equations)


def moved(random, of, i, last, lines, equations, _):
    lines += [f"{TRANSLATIONAL}.Components.Rod rod{i}(L = {of.expression()});",
              f"{TRANSLATIONAL}.Components.Mass tip{i}(m = {of.expression()}, L = {of.term()});"]
    equations += [f"connect({last}, rod{i}.flange_a);", f"connect(rod{i}.flange_b, tip{i}.flange_a);"]


def drag(random, of, i, last, lines, equations, _):
    if not any(" world" in line for line in lines) and random.random() < 0.6:
        lines.append(f"inner P.World world(g = {of.expression()}{random.choice(['', f', rho = {of.term()}'])});")
    lines.append(f"P.Drag drag{i}{random.choice(['', f'(area = {of.expression()})'])};")
    equations.append(f"connect(drag{i}.flange, {last});")


def twice(random, of, i, last, lines, equations, _):
    lines.append(f"P.Twice twice{i}{random.choice(['', f'(k = {of.expression()})', f'(data.c = {of.term()})'])};")
    of.names.append(f"twice{i}.gain")
    between(f"twice{i}", last, equations)


def table(random, of, i, last, lines, equations, _):
    values = "; ".join(f"{x}, {of.expression()}" for x in (0, 0.4, 0.9, 1.5))
    smoothness = random.choice(["LinearSegments", "ConstantSegments", "ContinuousDerivative",
                                "MonotoneContinuousDerivative1"])
    lines += [f"Modelica.Blocks.Tables.CombiTable1Ds table{i}(table = [{values}], smoothness = "
              f"Modelica.Blocks.Types.Smoothness.{smoothness});",
              f"Modelica.Blocks.Sources.ContinuousClock clock{i}(offset = {of.term()}/1e3);",
              f"{TRANSLATIONAL}.Sources.Force given{i};"]
    equations += [f"connect(clock{i}.y, table{i}.u);", f"connect(table{i}.y[1], given{i}.f);",
                  f"connect(given{i}.flange, {last});"]


def curve(random, of, i, last, lines, equations, _):
    lines.append(f"Elastogap.Contact.TableGap curve{i}(table = [0, 0; 0.1, {of.term()}; 0.3, 3*({of.term()}) + 500], "
                 f"d = {of.expression()}, s_rel0 = -({of.term()}));")
    between(f"curve{i}", last, equations)


def shaft(random, of, i, last, lines, equations, _):
    rotational = "Modelica.Mechanics.Rotational"
    lines += [f"{rotational}.Components.Inertia wheel{i}(J = {of.expression()});",
              f"{rotational}.Components.IdealGearR2T rack{i}(ratio = {of.expression()});",
              f"{rotational}.Components.{random.choice(['Spring torsion', 'SpringDamper torsion'])}{i}("
              f"c = {of.expression()}{random.choice(['', f', phi_rel0 = {of.term()}/100'])});",
              f"{rotational}.Components.Fixed bench{i};"]
    lines[-2] = lines[-2].replace(f"SpringDamper torsion{i}(", f"SpringDamper torsion{i}(d = {of.term()}, ")
    equations += [f"connect(bench{i}.flange, torsion{i}.flange_a);", f"connect(torsion{i}.flange_b, wheel{i}.flange_a);",
                  f"connect(wheel{i}.flange_b, rack{i}.flangeR);", f"connect(rack{i}.flangeT, {last});"]


def brake(random, of, i, last, lines, equations, _):
    rubs = f"{of.number()}/9"
    lines += [f"{TRANSLATIONAL}.Components.Brake brake{i}(fn_max = {of.expression()}, mu_pos = [0, {rubs}; 1, "
              f"{rubs} + {of.number()}/9]);",
              f"Modelica.Blocks.Sources.Step press{i}(height = {of.term()}, startTime = 0.2, offset = 0.1);"]
    equations += [f"connect(press{i}.y, brake{i}.f_normalized);", f"connect(brake{i}.flange_a, {last});"]


def switched(random, of, i, last, lines, equations, _):
    lines += [f"Modelica.Blocks.Logical.Hysteresis level{i}(uLow = -0.1*({of.term()}), uHigh = 0.1*({of.term()}));",
              f"Modelica.Blocks.Sources.Sine wave{i}(amplitude = {of.expression()}, f = 3);",
              f"Modelica.Blocks.Math.BooleanToReal pick{i}(realTrue = {of.expression()}, realFalse = -({of.term()}));",
              f"{TRANSLATIONAL}.Sources.Force kick{i};"]
    equations += [f"connect(wave{i}.y, level{i}.u);", f"connect(level{i}.y, pick{i}.u);",
                  f"connect(pick{i}.y, kick{i}.f);", f"connect(kick{i}.flange, {last});"]


KINDS = [gap, law, stop, row, stops, extra, iconic, hardening, driven, own, own, sampled, lag, warm, moved,
         drag, drag, twice, table, curve, shaft, brake, switched]


def other(random, kind, value):
    if kind == "Boolean":
        return "false" if value == "true" else "true"
    if kind.startswith("Int"):
        return str(random.choice([0, -1, 1000000000]) if random.random() < 0.1 else int(value) + random.choice([-1, 1]))
    if random.random() < 0.15:
        return random.choice(ABSURD)
    number = float(value)
    return repr(random.choice([number*random.uniform(0.6, 1.7), number*random.uniform(0.6, 1.7),
                               number + random.uniform(0, 0.3), -number, 0.0 if random.random() < 0.2 else 1.1*number])
                or 0.01)
