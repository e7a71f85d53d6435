/* Two buttons, a counter and a latch that lock and free a slide.
 *
 * A sine and a ramp are compared with each other in all ways; pulses and steps are combined by gates; edges are counted,
 * and what they say decides which force pushes the slide. A relay that holds itself needs a Pre in its circle: it is
 * set by the first edge of the pulses and let go by the step. */
model LogicNetwork "Gates, edges, comparisons and conversions that move a slide"
  Modelica.Mechanics.Translational.Components.Mass slide(m=1, L=0, s(start=0, fixed=true), v(start=0, fixed=true));
  Modelica.Mechanics.Translational.Components.Fixed wall;
  Modelica.Mechanics.Translational.Components.SpringDamper centring(c=50, d=4);
  Modelica.Mechanics.Translational.Sources.Force push;
  Modelica.Blocks.Sources.BooleanPulse button(period=0.3, width=40, startTime=0.1);
  Modelica.Blocks.Sources.BooleanStep release(startTime=1.3);
  Modelica.Blocks.Sources.BooleanConstant ready;
  Modelica.Blocks.Sources.SampleTrigger clock(period=0.25, startTime=0.05);
  Modelica.Blocks.Sources.BooleanExpression late(y = time > 1.5);
  Modelica.Blocks.Sources.IntegerConstant two(k=2);
  Modelica.Blocks.Sources.IntegerStep more(height=3, offset=1, startTime=0.9);
  Modelica.Blocks.Sources.IntegerExpression counted(y = count);
  Modelica.Blocks.Sources.RealExpression energy(y = 0.5*slide.m*slide.v^2);
  Modelica.Blocks.Sources.Sine wave(f=1.5, amplitude=2);
  Modelica.Blocks.Sources.Ramp ramp(height=3, duration=2, offset=-1);
  Modelica.Blocks.Logical.Or holds;
  Modelica.Blocks.Logical.And held;
  Modelica.Blocks.Logical.Not locked;
  Modelica.Blocks.Logical.Pre before;
  Modelica.Blocks.Logical.Xor differ;
  Modelica.Blocks.Logical.Nor neither;
  Modelica.Blocks.Logical.Nand notBoth;
  Modelica.Blocks.Logical.LogicalSwitch choice;
  Modelica.Blocks.Logical.Edge pressed;
  Modelica.Blocks.Logical.FallingEdge let;
  Modelica.Blocks.Logical.Change either;
  Modelica.Blocks.Logical.Greater above;
  Modelica.Blocks.Logical.GreaterEqual notBelow;
  Modelica.Blocks.Logical.Less below;
  Modelica.Blocks.Logical.LessEqual notAbove;
  Modelica.Blocks.Math.BooleanToReal force(realTrue=10, realFalse=-2);
  Modelica.Blocks.Math.BooleanToInteger number(integerTrue=5);
  Modelica.Blocks.Math.RealToBoolean fast(threshold=0.02);
  Modelica.Blocks.Math.IntegerToBoolean enough(threshold=3);
  Modelica.Blocks.Math.IntegerToReal level;
  Modelica.Blocks.Math.IntegerChange changed;
  Integer count(start=0, fixed=true), ticks(start=0, fixed=true), turns(start=0, fixed=true);
equation
  connect(wall.flange, centring.flange_a);
  connect(centring.flange_b, slide.flange_a);
  connect(push.flange, slide.flange_b);
  connect(button.y, holds.u1);
  connect(before.y, holds.u2);
  connect(holds.y, held.u1);
  connect(release.y, locked.u);
  connect(locked.y, held.u2);
  connect(held.y, before.u);
  connect(held.y, force.u);
  connect(force.y, push.f);
  connect(button.y, differ.u1);
  connect(release.y, differ.u2);
  connect(button.y, neither.u1);
  connect(release.y, neither.u2);
  connect(ready.y, notBoth.u1);
  connect(late.y, notBoth.u2);
  connect(button.y, choice.u1);
  connect(late.y, choice.u2);
  connect(release.y, choice.u3);
  connect(button.y, pressed.u);
  connect(button.y, let.u);
  connect(above.y, either.u);
  connect(wave.y, above.u1);
  connect(ramp.y, above.u2);
  connect(wave.y, notBelow.u1);
  connect(ramp.y, notBelow.u2);
  connect(wave.y, below.u1);
  connect(ramp.y, below.u2);
  connect(wave.y, notAbove.u1);
  connect(ramp.y, notAbove.u2);
  connect(above.y, number.u);
  connect(energy.y, fast.u);
  connect(counted.y, enough.u);
  connect(more.y, level.u);
  connect(more.y, changed.u);
  when pressed.y or let.y then
    count = pre(count) + two.y;
  end when;
  when clock.y then
    ticks = pre(ticks) + 1;
  end when;
  when {either.y, changed.y} then
    turns = pre(turns) + 1;
  end when;
  annotation(experiment(StopTime=2, Interval=0.01, Tolerance=1e-8));
end LogicNetwork;
