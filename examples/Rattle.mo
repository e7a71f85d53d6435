// A stack of plates that rattles between two walls.
//
// What one can do with a package: a model of one's own with flanges, built from two components (Plate),
// used as an array; connections in a loop; a part that exists only when a parameter says so.
package Rattle "Plates between walls"
  import Modelica.Units.SI;

  model Plate "A mass with a gap on its left side"
    extends Modelica.Mechanics.Translational.Interfaces.PartialTwoFlanges;
    parameter SI.Mass m = 0.1;
    parameter SI.Position s_start "Where its middle is at the start";
    parameter SI.Velocity v_start = 0;
    parameter SI.TranslationalSpringConstant c = 5e4;
    parameter Real zeta = 0.05 "Damping ratio of the gap";
    Modelica.Mechanics.Translational.Components.ElastoGap gap(c = c, d = 2*zeta*sqrt(c*m));
    Modelica.Mechanics.Translational.Components.Mass mass(
      m = m,
      L = 0.01,
      s(start = s_start, fixed = true),
      v(start = v_start, fixed = true));
  equation
    connect(flange_a, gap.flange_a);
    connect(gap.flange_b, mass.flange_a);
    connect(mass.flange_b, flange_b);
  end Plate;

  model Stack "Plates in a row, the first one thrown at the others"
    import Modelica.Mechanics.Translational.Components;

    parameter Integer n(min = 1) = 5 "Number of plates";
    parameter SI.Length pitch = 0.02 "From plate to plate at the start";
    parameter Boolean closed = true "Is there a wall on the right?";

    Components.Fixed left;
    Plate plate[n](
      s_start = {i*pitch for i in 1:n},
      v_start = {if i == 1 then 2 else 0 for i in 1:n});
    Components.ElastoGap bumper(c = plate[1].c, d = 10) if closed;
    Components.Fixed right(s0 = (n + 1)*pitch) if closed;

  equation
    connect(left.flange, plate[1].flange_a);
    for i in 1:n - 1 loop
      connect(plate[i].flange_b, plate[i + 1].flange_a);
    end for;
    if closed then
      connect(plate[n].flange_b, bumper.flange_a);
      connect(bumper.flange_b, right.flange);
    end if;

    annotation(experiment(StopTime = 0.5, Interval = 0.0005));
  end Stack;
end Rattle;
