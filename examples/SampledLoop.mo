/* A slide on springs, held at its place by a digital controller.
 *
 * Its position is sampled every 20 ms; a discrete transfer function makes a force of the error, a filter in state space
 * takes part, holds of order 0 and 1 give it to the actuator. Every crossing of the middle triggers a sample of
 * the speed, whose greatest magnitude is kept. */
model SampledLoop "A digital controller holds a slide against its springs"
  import Modelica.Mechanics.Translational.*;
  import Modelica.Blocks;
  import Modelica.Blocks.{Discrete, Math, Logical};
  Components.Fixed wall;
  Components.SpringDamper spring(c=200, d=2);
  Components.Mass slide(m=1, L=0, s(start=0.1, fixed=true), v(start=0, fixed=true));
  Components.ElastoGap stop(c=1e4, d=50, s_rel0=0);
  Components.Fixed bumper(s0=0.12);
  Sources.Force push;
  Sensors.PositionSensor position;
  Sensors.SpeedSensor speed;
  Blocks.Sources.Step wanted(height=0.03, startTime=0.5);
  Discrete.Sampler measured(samplePeriod=0.02);
  Discrete.Sampler setpoint(samplePeriod=0.02);
  Math.Feedback error;
  Discrete.TransferFunction lead(b={200,-150}, a={1,-0.3}, samplePeriod=0.02);
  Discrete.ZeroOrderHold hold(samplePeriod=0.02);
  Discrete.StateSpace smooth(A=[0.5], B=[0.5], C=[1], D=[0], samplePeriod=0.02);
  Discrete.FirstOrderHold line(samplePeriod=0.02);
  Math.Add force(k2=0.2);
  Discrete.UnitDelay last(samplePeriod=0.02, startTime=0.01);
  Logical.GreaterThreshold right(threshold=0.02);
  Discrete.TriggeredSampler crossing;
  Discrete.TriggeredMax fastest;
  Halved halved(samplePeriod=0.1);
  Both both(samplePeriod=0.1, nin=2, nout=1);
  Each scaled(samplePeriod=0.1, n=2);
  Single single(samplePeriod=0.05);
  Several several(samplePeriod=0.05, nu_s=2, nu_m=2, ny=2);
  block Halved "Half of each sample"
    extends Modelica.Blocks.Interfaces.DiscreteSISO;
  equation
    when sampleTrigger then
      y = u/2;
    end when;
  end Halved;
  block Both "Sum of the samples"
    extends Modelica.Blocks.Interfaces.DiscreteMIMO;
  equation
    when sampleTrigger then
      y[1] = u[1] + u[2];
    end when;
  end Both;
  block Each "Twice each sample, when the next one comes"
    extends Modelica.Blocks.Interfaces.DiscreteMIMOs;
  equation
    when sampleTrigger then
      y = 2*pre(u);
    end when;
  end Each;
  block Single "A proportional controller, sampled"
    extends Modelica.Blocks.Interfaces.SVdiscrete;
  equation
    y = 3*(sampler_s.y - sampler_m.y);
  end Single;
  block Several "Two of them"
    extends Modelica.Blocks.Interfaces.MVdiscrete;
  equation
    y = {3*(sampler_s[i].y - sampler_m[i].y) for i in 1:ny};
  end Several;
  block Clock "Counts samples"
    extends Modelica.Blocks.Interfaces.DiscreteBlock;
    Integer n(start=0, fixed=true) "How many";
  equation
    when sampleTrigger then
      n = pre(n) + 1;
    end when;
  end Clock;
  Clock ticks(samplePeriod=0.25);
equation
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, slide.flange_a);
  connect(slide.flange_b, stop.flange_a);
  connect(stop.flange_b, bumper.flange);
  connect(push.flange, slide.flange_b);
  connect(slide.flange_b, position.flange);
  connect(slide.flange_b, speed.flange);
  connect(position.s, measured.u);
  connect(wanted.y, setpoint.u);
  connect(setpoint.y, error.u1);
  connect(measured.y, error.u2);
  connect(error.y, lead.u);
  connect(lead.y, hold.u);
  connect(lead.y, smooth.u[1]);
  connect(smooth.y[1], line.u);
  connect(hold.y, force.u1);
  connect(line.y, force.u2);
  connect(force.y, push.f);
  connect(measured.y, last.u);
  connect(position.s, right.u);
  connect(right.y, crossing.trigger);
  connect(right.y, fastest.trigger);
  connect(speed.v, crossing.u);
  connect(speed.v, fastest.u);
  connect(position.s, halved.u);
  connect(position.s, both.u[1]);
  connect(halved.y, both.u[2]);
  connect(position.s, scaled.u[1]);
  connect(halved.y, scaled.u[2]);
  connect(wanted.y, single.u_s);
  connect(position.s, single.u_m);
  connect(wanted.y, several.u_s[1]);
  connect(position.s, several.u_s[2]);
  connect(position.s, several.u_m[1]);
  connect(speed.v, several.u_m[2]);
  annotation(experiment(StopTime=0.8, Interval=0.005, Tolerance=1e-8));
end SampledLoop;
