// A valve spool that a preloaded spring holds in the middle.
//
// The spring stands between two plates, and the plates between stops of the housing (the outer contacts).
// The spool carries two collars (the inner contacts) that push a plate each: moved to the right it takes
// one plate along, moved to the left the other; either way it compresses the spring further. So there is a
// dead band in which the force of the spool stays below the preload and the spool hardly moves, and beyond
// it a straight line.
//
// The two contacts A touch exactly when the simulation begins; the two contacts B are 1.75 mm open and close
// within the first millisecond. Plot spool.s against force.f: the force is a slow sine of 150 N.
model PreLoad "A spool with a preloaded spring"
  import Modelica.Mechanics.Translational.Components;

  parameter Modelica.Units.SI.TranslationalSpringConstant c_stop = 1e6 "Stiffness of the contacts";
  parameter Modelica.Units.SI.TranslationalDampingConstant d_stop = 250 "Damping of the contacts";

  Components.Fixed fixedLe(s0 = -0.0955) "Left end of the housing";
  Components.Rod housing(L = 0.0305) "To the right end of the housing";

  Components.ElastoGap outerContactA(c = c_stop, d = d_stop, s_rel0 = 0.0015) "Left plate on the housing";
  Components.Mass springPlateA(m = 0.01, L = 0.002, s(start = -0.093, fixed = true), v(fixed = true));
  Components.Spring spring(c = 20e3, s_rel0 = 0.025) "Preloaded between the plates";
  Components.Mass springPlateB(m = 0.01, L = 0.002, s(start = -0.06925, fixed = true), v(fixed = true));
  Components.ElastoGap outerContactB(c = c_stop, d = d_stop, s_rel0 = 0.0015) "Right plate on the housing";

  Components.Rod rod1(L = 0.007) "Sleeve of the left plate";
  Components.Rod rod2(L = 0.007) "Sleeve of the right plate";
  Components.ElastoGap innerContactA(c = c_stop, d = d_stop, s_rel0 = 0.001) "Left collar on its sleeve";
  Components.ElastoGap innerContactB(c = c_stop, d = d_stop, s_rel0 = 0.001) "Right collar on its sleeve";
  Components.Rod rod3(L = 0.00575) "From the left collar to the spool";
  Components.Rod rod4(L = 0.00575) "From the spool to the right collar";

  Components.Mass spool(m = 0.15, L = 0.19, s(start = 0.01475, fixed = true), v(fixed = true));
  Components.Damper friction(d = 2500) "Between spool and housing";

  Modelica.Mechanics.Translational.Sources.Force force "Pushes the spool";
  Modelica.Blocks.Sources.Sine sineForce(amplitude = 150, f = 0.01);

equation
  // housing, plates and spring
  connect(fixedLe.flange, housing.flange_a);
  connect(fixedLe.flange, outerContactA.flange_a);
  connect(outerContactA.flange_b, springPlateA.flange_a);
  connect(springPlateA.flange_b, spring.flange_a);
  connect(spring.flange_b, springPlateB.flange_a);
  connect(springPlateB.flange_b, outerContactB.flange_a);
  connect(outerContactB.flange_b, housing.flange_b);

  // sleeves and collars
  connect(springPlateA.flange_b, rod1.flange_a);
  connect(rod1.flange_b, innerContactA.flange_b);
  connect(innerContactA.flange_a, rod3.flange_a);
  connect(rod3.flange_b, rod4.flange_a);
  connect(rod4.flange_b, innerContactB.flange_b);
  connect(innerContactB.flange_a, rod2.flange_a);
  connect(rod2.flange_b, springPlateB.flange_a);

  // the spool, its friction and its force
  connect(spool.flange_a, rod4.flange_a);
  connect(fixedLe.flange, friction.flange_a);
  connect(friction.flange_b, rod3.flange_a);
  connect(sineForce.y, force.f);
  connect(force.flange, spool.flange_a);

  annotation(experiment(StopTime = 100, Interval = 0.1));
end PreLoad;
