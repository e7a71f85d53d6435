within ;
package Library "Nested packages, extends, modifiers, redeclared flanges"
  package Interfaces
    partial model Stop
      Modelica.Mechanics.Translational.Interfaces.Flange_a flange_a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
      parameter Modelica.Units.SI.Length reach(min = 0) = 0.01 "Until here";
    end Stop;
  end Interfaces;
  model Soft
    extends Interfaces.Stop(final reach = 0.02);
    Modelica.Mechanics.Translational.Components.ElastoGap gap(final c = 1/reach, d(displayUnit = "N.s/m") = 1, useHeatPort = true);
    Modelica.Mechanics.Translational.Components.Fixed fixed(s0 = reach);
    Modelica.Thermal.HeatTransfer.Sources.FixedTemperature room(T = 293.15);
  equation
    connect(flange_a, gap.flange_a);
    connect(gap.flange_b, fixed.flange);
    connect(gap.heatPort, room.port);
  end Soft;
  model Test
    extends Modelica.Icons.Example;
    Soft soft;
    Modelica.Mechanics.Translational.Components.Mass mass(m = 1, s.start = 0);
    Modelica.Mechanics.Translational.Sources.Force force;
    Modelica.Blocks.Sources.Sine sine(amplitude = 3, f = 2, phase = 1e-1);
  equation
    connect(sine.y, force.f);
    connect(force.flange, mass.flange_a);
    connect(mass.flange_b, soft.flange_a);
    annotation(experiment(StopTime = 2), Documentation(info = "<html>text \"quoted\" \\ </html>"));
  end Test;
end Library;
