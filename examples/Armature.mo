// The armature of a small solenoid, pulled up by its coil and pushed down by a spring.
//
// It is TranslatoryArmatureAndStopper, known by its MSL name: a mass that travels 4 mm between two stops, each a
// stiff ElastoGap with quadratic spring force. The coil is on for 50 ms and off for 50 ms: pulled, the armature
// bounces at the upper stop until it rests there, let go at the lower one. At rest a stop is pressed in by
// x = sqrt(F/c), whatever the damping: 77 micrometres by the 6 N that are left of the coil's force at the top, 55
// by the 3 N of the spring at the bottom.
//
// Plot armature.s and armature.stopper_xMin.f, armature.stopper_xMax.f.
model Armature "An armature between its stops"
  import Modelica.Mechanics.Translational.{Components, Sources};

  Modelica.Magnetic.FluxTubes.Examples.Utilities.TranslatoryArmatureAndStopper armature(
    m = 0.05, L = 0.02, c = 1e9, d = 200, x_min = 0, x_max = 0.024,
    s(start = 0.012, fixed = true), v(start = 0, fixed = true));
  Components.Fixed housing(s0 = 0.064);
  Components.Spring spring(c = 250, s_rel0 = 0.056) "Pushes down, by 3 N to 4 N";
  Sources.Force coil;
  Modelica.Blocks.Sources.Pulse current(amplitude = 10, width = 50, period = 0.1) "Pull of the coil in N";

equation
  connect(armature.flange_b, spring.flange_a);
  connect(spring.flange_b, housing.flange);
  connect(current.y, coil.f);
  connect(coil.flange, armature.flange_a);

  annotation(experiment(StopTime = 0.2, Interval = 0.0001));
end Armature;
