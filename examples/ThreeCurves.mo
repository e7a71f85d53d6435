// Three equal masses meet three equal stops: the same spring and damper under three laws of contact.
//
// What the force of a contact should not do, and what the bounded damper of ElastoGap is for. A push is
// negative. elastoGap1, the spring-damper as it is, jumps at touch and pulls before it lets go (its f rises above
// zero); elastoGap2, set to zero where it would pull, still jumps at touch; elastoGap3, the ElastoGap, does
// neither.
//
//   elastogap simulate examples/ThreeCurves.mo --plot 'elastoGap?.f' --plot-file ThreeCurves.svg
model ThreeCurves "One impact under three laws of contact"
  import Modelica.Mechanics.Translational.Components;
  import Modelica.Units.SI;

  parameter SI.TranslationalSpringConstant c = 10;
  parameter SI.TranslationalDampingConstant d = 1.5;
  parameter SI.Position s_start = 0.5 "Distance of the masses from their stops";
  parameter SI.Velocity v_start = -1;

  Components.Fixed wall;
  Elastogap.Contact.Gap elastoGap1(law = "kelvin-voigt", c = c, d = d);
  Elastogap.Contact.Gap elastoGap2(law = "kelvin-voigt-clipped", c = c, d = d);
  Components.ElastoGap elastoGap3(c = c, d = d);
  Components.Mass mass1(m = 1, s(start = s_start, fixed = true), v(start = v_start, fixed = true));
  Components.Mass mass2(m = 1, s(start = s_start, fixed = true), v(start = v_start, fixed = true));
  Components.Mass mass3(m = 1, s(start = s_start, fixed = true), v(start = v_start, fixed = true));

equation
  connect(wall.flange, elastoGap1.flange_a);
  connect(wall.flange, elastoGap2.flange_a);
  connect(wall.flange, elastoGap3.flange_a);
  connect(elastoGap1.flange_b, mass1.flange_a);
  connect(elastoGap2.flange_b, mass2.flange_a);
  connect(elastoGap3.flange_b, mass3.flange_a);

  annotation(experiment(StopTime = 2, Interval = 0.004, Tolerance = 1e-8));
end ThreeCurves;
