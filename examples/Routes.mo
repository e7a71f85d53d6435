/* Three slides that are pushed by one vector of signals.
 *
 * Forces are joined, parted, replicated and picked; a counter says which of the positions is watched. */
model Routes "Vectors of signals drive a row of slides"
  import Modelica.Mechanics.Translational.*;
  import Modelica.Blocks;
  import Modelica.Blocks.Routing;
  Components.Fixed wall[3];
  Components.SpringDamper spring[3](c={100,150,200}, each d=1);
  Components.Mass slide[3](each m=1, each L=0, s(start={0.1,0,0}, each fixed=true), v(each start=0, each fixed=true));
  Blocks.Sources.Sine wave(f=2, amplitude=3), second(f=3), third(f=1, amplitude=2);
  Routing.Multiplex3 all;
  Routing.DeMultiplex3 apart;
  Mechanics force[3];
  Routing.Replicator same(nout=3);
  Routing.ExtractSignal some(nin=3, nout=2, extract={3,1});
  Routing.Extractor watched(nin=3);
  Blocks.Sources.IntegerStep which(height=2, offset=1, startTime=0.5);
  Routing.IntegerReplicator steps(nout=2);
  Routing.IntegerPassThrough step;
  Routing.BooleanReplicator flags(nout=2);
  Routing.BooleanPassThrough flag;
  Routing.RealPassThrough passed;
  Blocks.Sources.BooleanStep on(startTime=0.4);
  Routing.Multiplex bundle(n=2);
  Routing.DeMultiplex unbundle(n=2);
  Routing.Multiplex2 m2(n1=2);
  Routing.Multiplex4 m4;
  Routing.Multiplex5 m5;
  Routing.Multiplex6 m6;
  Routing.DeMultiplex2 d2(n2=2);
  Routing.DeMultiplex4 d4;
  Routing.DeMultiplex5 d5;
  Routing.DeMultiplex6 d6;
  Controller controller(nu_s=2, nu_m=2, ny=2);
  Above above(n=2);
  Codes codes(nout=2);
  Odd odd(n=2);
  Thousand thousand;
  block Mechanics "A force on a slide, by a signal"
    extends Modelica.Blocks.Interfaces.SISO;
  equation
    y = u;
  end Mechanics;
  block Controller "Proportional, of two signals"
    extends Modelica.Blocks.Interfaces.MVcontrol;
  equation
    y = {u_s[i] - u_m[i] for i in 1:ny};
  end Controller;
  block Above "Which elements are greater"
    extends Modelica.Blocks.Interfaces.MI2BooleanMOs;
  equation
    for i in 1:n loop
      y[i] = u1[i] > u2[i];
    end for;
  end Above;
  block Codes "Numbers"
    extends Modelica.Blocks.Interfaces.IntegerMO;
  equation
    for i in 1:nout loop
      y[i] = if time > 0.5 then i else 2*i;
    end for;
  end Codes;
  block Odd "Which numbers are odd"
    extends Modelica.Blocks.Interfaces.IntegerMIBooleanMOs;
  equation
    for i in 1:n loop
      y[i] = mod(u[i], 2) == 1;
    end for;
  end Odd;
  block Thousand "From metres to millimetres"
    extends Modelica.Blocks.Interfaces.PartialConversionBlock;
  equation
    y = 1000*u;
  end Thousand;
  Sources.Force push[3];
  Sensors.PositionSensor position[3];
equation
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, slide.flange_a);
  connect(push.flange, slide.flange_b);
  connect(slide.flange_b, position.flange);
  connect(wave.y, all.u1[1]);
  connect(second.y, all.u2[1]);
  connect(third.y, all.u3[1]);
  connect(all.y, apart.u);
  connect(apart.y1[1], force[1].u);
  connect(apart.y2[1], force[2].u);
  connect(apart.y3[1], force[3].u);
  connect(force.y, push.f);
  connect(wave.y, same.u);
  connect(position.s, some.u);
  connect(position.s, watched.u);
  connect(which.y, step.u);
  connect(step.y, watched.index);
  connect(which.y, steps.u);
  connect(on.y, flag.u);
  connect(flag.y, flags.u);
  connect(watched.y, passed.u);
  connect(wave.y, bundle.u[1]);
  connect(second.y, bundle.u[2]);
  connect(bundle.y, unbundle.u);
  connect(bundle.y, m2.u1);
  connect(third.y, m2.u2[1]);
  connect(m2.y, d2.u);
  connect(wave.y, m4.u1[1]);
  connect(second.y, m4.u2[1]);
  connect(third.y, m4.u3[1]);
  connect(passed.y, m4.u4[1]);
  connect(m4.y, d4.u);
  connect(wave.y, m5.u1[1]);
  connect(second.y, m5.u2[1]);
  connect(third.y, m5.u3[1]);
  connect(passed.y, m5.u4[1]);
  connect(d4.y1[1], m5.u5[1]);
  connect(m5.y, d5.u);
  connect(wave.y, m6.u1[1]);
  connect(second.y, m6.u2[1]);
  connect(third.y, m6.u3[1]);
  connect(passed.y, m6.u4[1]);
  connect(d4.y2[1], m6.u5[1]);
  connect(d5.y5[1], m6.u6[1]);
  connect(m6.y, d6.u);
  connect(some.y, controller.u_s);
  connect(unbundle.y, controller.u_m);
  connect(some.y, above.u1);
  connect(unbundle.y, above.u2);
  connect(codes.y, odd.u);
  connect(position[1].s, thousand.u);
  annotation(experiment(StopTime=0.8, Interval=0.005, Tolerance=1e-8));
end Routes;
