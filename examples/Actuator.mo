/* A motor drives a slide through a rack, all of it on a bed that stands on springs.
 *
 * Motor and rack are models of their own. The motor is made of components, which stand on whatever the motor stands
 * on; it is used twice: on the housing of the machine, and on the ground. The slide's damper is written as equations,
 * with a support that may be absent too. */
model Actuator "Models of one's own that stand on a support, or on the ground"
  import Modelica.Mechanics.Rotational;
  import Modelica.Mechanics.Translational;

  model Motor "Rotor with bearings, driven by a signal"
    extends Rotational.Interfaces.PartialOneFlangeAndSupport;
    Modelica.Blocks.Interfaces.RealInput tau(unit="N.m");
    Rotational.Components.Inertia rotor(J=0.02);
    Rotational.Components.BearingFriction bearing(useSupport=true, tau_pos=[0, 0.05; 100, 0.2], phi(start=0, fixed=true), w(start=0, fixed=true));
    Rotational.Sources.Torque drive(useSupport=true);
  equation
    connect(tau, drive.tau);
    connect(drive.support, internalSupport);
    connect(bearing.support, internalSupport);
    connect(drive.flange, rotor.flange_a);
    connect(rotor.flange_b, bearing.flange_a);
    connect(bearing.flange_b, flange);
  end Motor;

  model Shaft "Elastic shaft that rubs in its housing"
    extends Rotational.Interfaces.PartialTwoFlangesAndSupport;
    Rotational.Components.SpringDamper shaft(c=80, d=0.2);
    Rotational.Components.Damper rubs(d=0.01);
  equation
    connect(flange_a, shaft.flange_a);
    connect(shaft.flange_b, flange_b);
    connect(flange_b, rubs.flange_b);
    connect(rubs.flange_a, internalSupport);
  end Shaft;

  model Guide "Slide on a rail: a damper between the flanges and the rail"
    extends Translational.Interfaces.PartialTwoFlangesAndSupport;
    Translational.Components.Rod rod(L=0.2);
    Translational.Components.Damper rubs(d=4);
  equation
    connect(flange_a, rod.flange_a);
    connect(rod.flange_b, flange_b);
    connect(rod.flange_b, rubs.flange_b);
    connect(rubs.flange_a, internalSupport);
  end Guide;

  model Buffer "Spring that ends on the rail"
    extends Translational.Interfaces.PartialOneFlangeAndSupport;
    Translational.Components.SpringDamper pad(c=500, d=2);
  equation
    connect(internalSupport, pad.flange_a);
    connect(pad.flange_b, flange);
  end Buffer;

  model Draught "Resists the speed against its support, f = d*v"
    parameter Boolean useSupport=false;
    parameter Real d(unit="N.s/m")=3;
    Translational.Interfaces.Flange_a flange;
    Translational.Interfaces.Support support if useSupport;
    Translational.Interfaces.InternalSupport internalSupport(f=-flange.f);
    Translational.Components.Fixed fixed if not useSupport;
  equation
    flange.f = d*(der(flange.s) - der(internalSupport.s));
    connect(internalSupport.flange, support);
    connect(internalSupport.flange, fixed.flange);
  end Draught;

  model Fan "Resists the rotation, tau = k*w*abs(w)"
    parameter Real k(unit="N.m.s2/rad2")=1e-4;
    Rotational.Interfaces.Flange_a flange;
    Rotational.Interfaces.InternalSupport internalSupport(tau=-flange.tau);
    Rotational.Components.Fixed fixed;
  equation
    flange.tau = k*der(flange.phi)*abs(der(flange.phi));
    connect(internalSupport.flange, fixed.flange);
  end Fan;

  model Rack "Rack and pinion"
    extends Translational.Interfaces.PartialElementaryRotationalToTranslational;
    parameter Real radius(unit="m")=0.05;
  equation
    flangeT.s = radius*flangeR.phi;
    0 = flangeR.tau + radius*flangeT.f;
  end Rack;

  Motor motor, second(useSupport=true);
  Shaft shaft(useSupport=true), coupling;
  Fan fan;
  Rack rack;
  Guide guide(useSupport=true);
  Buffer buffer(useSupport=true);
  Draught draught(useSupport=true), air(d=1);
  Rotational.Components.Inertia pinion(J=0.001, phi(start=0, fixed=true), w(start=0, fixed=true));
  Rotational.Components.Inertia housing(J=2, phi(start=0, fixed=true), w(start=0, fixed=true));
  Rotational.Components.Inertia wheel(J=0.05, phi(start=0, fixed=true), w(start=0, fixed=true));
  Rotational.Components.SpringDamper mount(c=2000, d=5);
  Rotational.Components.Fixed floor;
  Translational.Components.Mass slide(m=4);
  Translational.Components.Mass bed(m=60, s(start=0, fixed=true), v(start=0, fixed=true));
  Translational.Components.SpringDamper feet(c=4e4, d=200);
  Translational.Components.Fixed ground;
  Modelica.Blocks.Sources.Sine signal(amplitude=2, f=1.5);
equation
  connect(signal.y, motor.tau);
  connect(signal.y, second.tau);
  connect(motor.flange, shaft.flange_a);
  connect(shaft.support, housing.flange_a);
  connect(shaft.flange_b, pinion.flange_a);
  connect(pinion.flange_b, rack.flangeR);
  connect(rack.flangeT, slide.flange_a);
  connect(slide.flange_b, guide.flange_a);
  connect(guide.flange_b, buffer.flange);
  connect(guide.support, bed.flange_a);
  connect(buffer.support, bed.flange_a);
  connect(slide.flange_b, draught.flange);
  connect(slide.flange_b, air.flange);
  connect(draught.support, bed.flange_a);
  connect(bed.flange_b, feet.flange_b);
  connect(feet.flange_a, ground.flange);
  connect(second.support, housing.flange_b);
  connect(second.flange, coupling.flange_a);
  connect(coupling.flange_b, wheel.flange_a);
  connect(wheel.flange_b, fan.flange);
  connect(housing.flange_b, mount.flange_b);
  connect(mount.flange_a, floor.flange);
  annotation (experiment(StopTime=0.5, Interval=0.002));
end Actuator;
