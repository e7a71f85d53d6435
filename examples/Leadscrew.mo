// A slide on a leadscrew, both with hard stops as Simscape has them.
//
// A motor turns the screw, 1250 rad a metre, until the slide runs onto the upper one of two soft stops, whose stiffness
// and damping come in over 2 mm (TranslationalHardStop, smoothly through its transition region). The handwheel sits
// on the screw with a dog: a quarter of a turn of play between two stops (RotationalHardStop, undamped on the rebound), so
// that it is left behind at first, is struck, and rattles when the slide is thrown back.
model Leadscrew "Hard stops of a slide and of its handwheel, by Simscape's names"
  import Modelica.Mechanics.{Translational, Rotational};

  Modelica.Blocks.Sources.Pulse torque(amplitude = 1.2, period = 2, width = 60, offset = -0.2);
  Rotational.Sources.Torque motor;
  Rotational.Components.Inertia screw(J = 4e-4, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Rotational.Components.Damper bearing(d = 2e-3);
  Rotational.Components.Fixed bed;
  Rotational.Components.IdealGearR2T thread(ratio = 1250);
  Translational.Components.Mass slide(m = 30, L = 0);
  Translational.Components.Fixed frame;

  Elastogap.Contact.TranslationalHardStop stops(
    hard_stop_model = "Stiffness and damping applied smoothly through transition region, damped rebound",
    upper_bound = 0.3, lower_bound = -0.02, transition_region = 2e-3,
    contact_stiffness_at_upper_bound = 2e6, contact_stiffness_at_lower_bound = 2e6,
    contact_damping_at_upper_bound = 2e4, contact_damping_at_lower_bound = 2e4);
  Elastogap.Contact.RotationalHardStop dog(
    hard_stop_model = "Full stiffness and damping applied at bounds, undamped rebound",
    upper_bound = 0.8, lower_bound = -0.8,
    contact_stiffness_at_upper_bound = 20, contact_stiffness_at_lower_bound = 20,
    contact_damping_at_upper_bound = 0.04, contact_damping_at_lower_bound = 0.04);
  Rotational.Components.Inertia handwheel(J = 1e-4, phi(start = 0, fixed = true), w(start = 0, fixed = true));

equation
  connect(torque.y, motor.tau);
  connect(motor.flange, screw.flange_a);
  connect(bed.flange, bearing.flange_a);
  connect(bearing.flange_b, screw.flange_b);
  connect(screw.flange_b, thread.flangeR);
  connect(thread.flangeT, slide.flange_a);
  connect(frame.flange, stops.flange_a);
  connect(stops.flange_b, slide.flange_b);
  connect(screw.flange_b, dog.flange_a);
  connect(dog.flange_b, handwheel.flange_a);

  annotation(experiment(StopTime = 4, Interval = 0.004));
end Leadscrew;
