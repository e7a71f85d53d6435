// A ball on Hunt and Crossley's contact, written as equations.
package HuntCrossleyWritten
  model Contact "f = K x^n (1 + (D/v0) der(x))"
    Modelica.Mechanics.Translational.Interfaces.Flange_a flange_a;
    Modelica.Mechanics.Translational.Interfaces.Flange_b flange_b;
    parameter Real K = 1e6, n = 1.5, lambda = 0.6;
    Modelica.Units.SI.Position s_rel = flange_b.s - flange_a.s;
    Modelica.Units.SI.Velocity v_rel = der(s_rel);
    Modelica.Units.SI.Force f;
    Boolean contact = s_rel < 0;
  equation
    f = if contact then -K*(-s_rel)^n*(1 - lambda*v_rel) else 0;
    flange_b.f = f;
    flange_a.f = -f;
  end Contact;

  model Place "A place on the ground"
    Modelica.Mechanics.Translational.Interfaces.Flange_b flange;
  equation
    flange.s = 0;
  end Place;

  model WithMass "The ball is native"
    Modelica.Mechanics.Translational.Components.Mass ball(m = 0.5, L = 0, s(start = 0.2, fixed = true),
      v(start = 0, fixed = true));
    Contact contact;
    Place ground;
    Modelica.Mechanics.Translational.Sources.ConstantForce gravity(f_constant = -0.5*9.81);
  equation
    connect(ground.flange, contact.flange_a);
    connect(contact.flange_b, ball.flange_a);
    connect(gravity.flange, ball.flange_b);
    annotation(experiment(StopTime = 2, Interval = 0.01));
  end WithMass;

  model WithNone "No class is native"
    parameter Real K = 1e6, n = 1.5, lambda = 0.6, m = 0.5;
    Real s(start = 0.2, fixed = true), v(start = 0, fixed = true), f;
    Boolean contact = s < 0;
  equation
    f = if contact then K*(-s)^n*(1 - lambda*v) else 0;
    der(s) = v;
    m*der(v) = f - m*9.81;
    annotation(experiment(StopTime = 2, Interval = 0.01));
  end WithNone;
end HuntCrossleyWritten;
