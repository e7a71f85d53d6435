// A brake on a carriage that itself rubs on the ground.
//
// A rider of 1 kg is held by a brake (6 N) on a carriage of 3 kg, which sticks to the ground with 4 N. A force F
// grows by 1 N/s on the rider. At 4 N the carriage breaks away with its rider, for friction in line lets go where
// it is weakest. Then the brake has to carry F - (F - 4 N)/4, and that reaches 6 N at F = 6.667 N: the rider slides.
// At 8 s the brake opens.
model BrakedSlider "A brake on a sliding support"
  import Modelica.Mechanics.Translational.Components;
  import Modelica.Mechanics.Translational.Sources;

  Components.Mass rider(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Components.Brake brake(useSupport = true, fn_max = 12, mu_pos = [0, 0.5]);
  Components.Mass carriage(m = 3, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Components.SupportFriction ground(f_pos = [0, 4]);
  Sources.Force push;
  Modelica.Blocks.Sources.Ramp load(height = 9, duration = 9);
  Modelica.Blocks.Sources.Step hand(offset = 1, height = -1, startTime = 8);

equation
  connect(load.y, push.f);
  connect(push.flange, rider.flange_a);
  connect(rider.flange_b, brake.flange_a);
  connect(hand.y, brake.f_normalized);
  connect(brake.support, carriage.flange_a);
  connect(carriage.flange_b, ground.flange_a);

  annotation(experiment(StopTime = 9, Interval = 0.005));
end BrakedSlider;
