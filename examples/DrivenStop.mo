// A hammer that follows a given motion strikes a sprung mass.
//
// Position moves the hammer exactly as the sine says; what force that takes is a result: drive.flange.f.
// Between two strokes the mass swings on its spring, and the stroke meets it now here, now there.
model DrivenStop "A sprung mass, struck by a driven hammer"
  import Modelica.Mechanics.Translational.{Components, Sources};

  Modelica.Blocks.Sources.Sine stroke(amplitude = 0.05, f = 4, offset = -0.06);
  Sources.Position drive(exact = true);
  Components.Rod hammer(L = 0.02);
  Components.ElastoGap face(c = 2e5, d = 100);
  Components.Mass mass(m = 0.4, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Components.SpringDamper suspension(c = 900, d = 0.5);
  Components.Fixed frame;

equation
  connect(stroke.y, drive.s_ref);
  connect(drive.flange, hammer.flange_a);
  connect(hammer.flange_b, face.flange_a);
  connect(face.flange_b, mass.flange_a);
  connect(mass.flange_b, suspension.flange_a);
  connect(suspension.flange_b, frame.flange);

  annotation(experiment(StopTime = 3, Interval = 0.002));
end DrivenStop;
