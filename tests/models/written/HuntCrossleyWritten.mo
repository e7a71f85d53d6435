// A ball on a stop with Hunt and Crossley's law: with the library's law, written in equations with the
// library's Mass, and written with nothing of the library.
package HuntCrossleyWritten "A bouncer after Hunt and Crossley, written"
  import Modelica.Mechanics.Translational.Interfaces;
  import Modelica.Units.SI;

  model Law "Force of a sphere on a plane: k p^1.5 (1 + 1.5 alpha p')"
    Interfaces.Flange_b flange;
    parameter Real k = 1e6 "[N/m1.5]";
    parameter Real alpha(unit = "s/m") = 0.2;
    SI.Velocity v;
    SI.Force f;
    Boolean contact = flange.s < 0 "Do they touch?";
  equation
    v = der(flange.s);
    f = if contact then k*(-flange.s)^1.5*(1 - 1.5*alpha*v) else 0;
    flange.f = -f;
  end Law;

  model Mass "Falls"
    parameter SI.Mass m;
    parameter SI.Acceleration g = 9.81;
    SI.Position s;
    SI.Velocity v;
    Interfaces.Flange_a flange;
  equation
    flange.s = s;
    v = der(s);
    m*der(v) = flange.f - m*g;
  end Mass;

  model Weight "Pulls down"
    parameter SI.Force f;
    Interfaces.Flange_b flange;
  equation
    flange.f = f;
  end Weight;

  model WithMass "Of the library there is Mass"
    Law law;
    Weight weight(f = 2*9.81);
    Modelica.Mechanics.Translational.Components.Mass ball(m = 2, L = 0, s(start = 0.1, fixed = true),
      v(start = 0, fixed = true));
  equation
    connect(law.flange, ball.flange_a);
    connect(weight.flange, ball.flange_b);
    annotation(experiment(StopTime = 2, Interval = 0.004));
  end WithMass;

  model WithNone "Of the library there is nothing"
    Law law;
    Mass ball(m = 2, s(start = 0.1, fixed = true), v(start = 0, fixed = true));
  equation
    connect(law.flange, ball.flange);
    annotation(experiment(StopTime = 2, Interval = 0.004));
  end WithNone;
end HuntCrossleyWritten;
