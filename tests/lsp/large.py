"""A text of as many lines as are asked for: one package of models that fall on stops."""

MODEL = """  model Drop{k} "A mass falls on a stop"
    import Modelica.Units.SI;
    Components.Fixed ground;
    Components.ElastoGap stop(c = 1e5, d = 60);
    Components.Mass ball(m = {m}, L = 0, s(start = 0.5, fixed = true), v(start = 0, fixed = true));
    Sources.ConstantForce weight(f_constant = -2*9.81);
    Modelica.Blocks.Sources.Sine sine(f = 3) "Größe ∂x/∂t 🙂";
    parameter SI.Mass extra = 2 "Not used";
    Real x(start = 1, fixed = true) "Decays";
  equation
    der(x) = -x*extra;
    when x < 0.5 then
      reinit(x, 1);
    end when;
    connect(ground.flange, stop.flange_a);
    connect(stop.flange_b, ball.flange_a);
    connect(weight.flange, ball.flange_b);
    annotation(experiment(StopTime = 2));
  end Drop{k};

"""
HEAD = """within ;
package Large "A large text"
  import Modelica.Mechanics.Translational.Components;
  import Modelica.Mechanics.Translational.Sources;

"""


def large(lines):
    """Return the text and how many models it has."""
    count = (lines - HEAD.count("\n") - 1) // MODEL.count("\n")
    models = [MODEL.format(k=k, m=k + 1) for k in range(count)]
    return HEAD + "".join(models) + "end Large;\n", count
