// A quarter of a car on an uneven road, in 20-sim's names.
//
// Body and wheel fall by their weight onto the spring-dampers that carry them; the road is given by MSL's
// Position, since vocabularies mix. x is positive in compression and starts where x_initial says, so that both
// spring-dampers begin with the load that they carry at rest. On the body stands an instrument, which weighs a
// kilogram and hangs between a spring, a damper and the cable, a spring-damper whose other end is fastened
// by a clip without mass: what holds the clip has velocity out, and `elastogap info` says so.
//
//   elastogap simulate examples/Suspension.mo --stats --plot '*.x' --plot-file Suspension.svg
model Suspension "Body, wheel and road, in 20-sim's names"
  import IconicDiagrams.Mechanical.Translation.Components;
  import Modelica.Mechanics.Translational.Sources;

  parameter Real g(unit = "m/s2") = 9.81;
  parameter Real body_start(unit = "m") = 0 "Where the body starts";

  Components.Mass body(implementation = "Gravity", m = 300, g = g, x_initial = body_start);
  Components.Mass.Gravity wheel(m = 40, g = g);
  Components.Mass.Default instrument(m = 1, p.v_initial = 0.1);
  Components.Mass logger(m = 2);
  Components.SpringDamper.Frequency strut(f = 1.2, b = 0.3, m = 300, x_initial = g/(2*3.14159265358979*1.2)^2)
    "Between wheel and body: 1.2 Hz with the body on it";
  Components.SpringDamper tyre(implementation = "Stiffness", k = 150e3, b = 0.05, m = 40,
                               x_initial = 340*g/150e3);
  Components.Spring holder(k = 4000);
  Components.Damper absorber(d = 20);
  Components.SpringDamper.Default cable(k = 500, d = 1);
  Components.SpringDamper.Stiffness clip(k = 900, b = 0.2, m = 1);

  Sources.Position road(exact = true);
  Modelica.Blocks.Sources.Sine bumps(amplitude = 0.02, f = 1.5, phase = Modelica.Constants.pi/2,
                                     offset = -0.02);
equation
  connect(bumps.y, road.s_ref);
  connect(tyre.p_low, road.flange);
  connect(tyre.p_high, wheel.p);
  connect(strut.p_low, wheel.p);
  connect(strut.p_high, body.p);
  connect(holder.p_high, instrument.p);
  connect(holder.p_low, body.p);
  connect(absorber.p_high, instrument.p);
  connect(absorber.p_low, body.p);
  connect(cable.p_high, instrument.p);
  connect(cable.p_low, clip.p_high);
  connect(clip.p_low, logger.p);
  connect(logger.p, body.p);

  annotation(experiment(StopTime = 3, Interval = 0.006, Tolerance = 1e-8));
end Suspension;
