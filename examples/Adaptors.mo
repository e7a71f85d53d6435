/* A model cut in two, with signals across the cut.
 *
 * Two trolleys are joined by a spring and a damper, once directly and once through adaptors: on one side the force
 * comes in and the motion goes out, on the other side the motion comes in and the force goes out. This is how
 * parts of a model meet that run in different programs. Both pairs move alike; a trolley that is driven by the
 * acceleration of another one moves as if they were one. Shafts do the same, with both kinds of adaptors. */
model Adaptors "Flanges made of signals"
  Modelica.Blocks.Sources.Sine sine(f=1.3, amplitude=20);
  Modelica.Mechanics.Translational.Sources.Force force[3];
  Modelica.Mechanics.Translational.Components.Mass first[2](each m=1, each s(fixed=true), each v(fixed=true));
  Modelica.Mechanics.Translational.Components.Mass second[2](each m=2, each s(start=0.1, fixed=true), each v(fixed=true));
  Modelica.Mechanics.Translational.Components.SpringDamper direct(c=300, d=4, s_rel0=0.1);
  Modelica.Mechanics.Translational.Components.SpringDamper between(c=300, d=4, s_rel0=0.1);
  Modelica.Mechanics.Translational.Components.GeneralForceToPositionAdaptor outA(use_pder2=false), outB(use_pder2=false), outC;
  Modelica.Mechanics.Translational.Components.GeneralPositionToForceAdaptor inA(use_pder2=false), inB(use_pder2=false), inC;
  Modelica.Mechanics.Translational.Components.Mass leader(m=1.5, s(fixed=true), v(fixed=true)), follower(m=0.5);
  Modelica.Mechanics.Rotational.Sources.Torque torque;
  Modelica.Mechanics.Rotational.Components.Inertia shaft(J=1.5, phi(fixed=true), w(fixed=true)), middle(J=0.25), last(J=0.25);
  Modelica.Mechanics.Rotational.Components.TorqueToAngleAdaptor outD;
  Modelica.Mechanics.Rotational.Components.AngleToTorqueAdaptor inD;
  Modelica.Mechanics.Rotational.Components.GeneralTorqueToAngleAdaptor outE;
  Modelica.Mechanics.Rotational.Components.GeneralAngleToTorqueAdaptor inE;
equation
  for i in 1:3 loop
    connect(sine.y, force[i].f);
  end for;
  connect(force[1].flange, first[1].flange_a);
  connect(first[1].flange_b, direct.flange_a);
  connect(direct.flange_b, second[1].flange_a);
  connect(force[2].flange, first[2].flange_a);
  connect(first[2].flange_b, outA.flange);
  connect(outA.p, inA.p);
  connect(outA.pder, inA.pder);
  connect(inA.f, outA.f);
  connect(inA.flange, between.flange_a);
  connect(between.flange_b, inB.flange);
  connect(outB.p, inB.p);
  connect(outB.pder, inB.pder);
  connect(inB.f, outB.f);
  connect(outB.flange, second[2].flange_a);
  connect(force[3].flange, leader.flange_a);
  connect(leader.flange_b, outC.flange);
  connect(outC.p, inC.p);
  connect(outC.pder, inC.pder);
  connect(outC.pder2, inC.pder2);
  connect(inC.f, outC.f);
  connect(inC.flange, follower.flange_a);
  connect(sine.y, torque.tau);
  connect(torque.flange, shaft.flange_a);
  connect(shaft.flange_b, outD.flange);
  connect(outD.phi, inD.phi);
  connect(outD.w, inD.w);
  connect(outD.a, inD.a);
  connect(inD.tau, outD.tau);
  connect(inD.flange, middle.flange_a);
  connect(middle.flange_b, outE.flange);
  connect(outE.p, inE.p);
  connect(outE.pder, inE.pder);
  connect(outE.pder2, inE.pder2);
  connect(inE.f, outE.f);
  connect(inE.flange, last.flange_a);
  annotation (experiment(StopTime=2, Interval=0.01));
end Adaptors;
