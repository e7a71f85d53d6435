// Two coupled oscillators, and blocks of one's own that watch their normal modes.
//
// Two equal masses on three equal springs swing in two normal modes: q1 = (s1 + s2)/sqrt(2) at sqrt(c/m) and q2 =
// (s1 - s2)/sqrt(2) at sqrt(3 c/m). One mass alone is plucked, so both modes carry the same energy, and it wanders to
// the other mass and back. Each block below is a user's own and extends one of the interfaces of Modelica.Blocks:
// they split the motion into modes, compute their energies, which do not change but for the damping, and say
// which mass leads.
model ModalMonitor "Normal modes, by blocks on every interface"
  import Modelica.Blocks.Interfaces;
  import Modelica.Mechanics.Translational;

  constant Real h = 1/sqrt(2);

  block Modes "Modal coordinates of a pair"
    extends Interfaces.MIMO(final nin = 2, final nout = 2);
  equation
    y[1] = h*(u[1] + u[2]);
    y[2] = h*(u[1] - u[2]);
  end Modes;

  block Scaled "Each signal times its factor"
    extends Interfaces.MIMOs(n = 2);
    parameter Real k[2] = {1, 1};
  equation
    y[1] = k[1]*u[1];
    y[2] = k[2]*u[2];
  end Scaled;

  block Energies "Of unit masses: (rate^2 + stretched^2)/2"
    extends Interfaces.MI2MO(n = 2);
  equation
    y[1] = (u1[1]^2 + u2[1]^2)/2;
    y[2] = (u1[2]^2 + u2[2]^2)/2;
  end Energies;

  block Total "Sum of all"
    extends Interfaces.MISO(nin = 2);
  equation
    y = u[1] + u[2];
  end Total;

  block Mean "Mean of all"
    extends Interfaces.PartialRealMISO(nu = 2);
  equation
    y = (u[1] + u[2])/2;
  end Mean;

  block Envelope "Ideal amplitudes of the two masses, from theory"
    extends Interfaces.MO(nout = 2);
    parameter Real beat = 1 "Half the difference of the frequencies";
    parameter Real amplitude = 1;
  equation
    y[1] = amplitude*cos(beat*time);
    y[2] = amplitude*sin(beat*time);
  end Envelope;

  block Levels "An energy, and the amplitude of one mass that would carry it alone"
    extends Interfaces.SIMO(nout = 2);
    parameter Real c(unit = "N/m") = 1;
  equation
    y[1] = u;
    y[2] = sqrt(2*u/c);
  end Levels;

  block Leads "Is the first larger by magnitude?"
    extends Interfaces.partialBooleanComparison;
  equation
    y = u1*u1 > u2*u2;
  end Leads;

  block Differ "xor"
    extends Interfaces.SI2BooleanSO;
  equation
    y = (u1 and not u2) or (u2 and not u1);
  end Differ;

  block Window "True from startTime on, for a while"
    extends Interfaces.BooleanSignalSource;
    parameter Modelica.Units.SI.Time startTime = 0;
    parameter Modelica.Units.SI.Time width = 1;
  equation
    y = time >= startTime and time < startTime + width;
  end Window;

  block Inverse "not"
    extends Interfaces.BooleanSISO;
  equation
    y = not u;
  end Inverse;

  block Other "not, drawn small"
    extends Interfaces.PartialBooleanSISO_small;
  equation
    y = not u;
  end Other;

  block Both "and"
    extends Interfaces.PartialBooleanMISO(nu = 2);
  equation
    y = u[1] and u[2];
  end Both;

  block Inverses "not, of each"
    extends Interfaces.BooleanMIMOs(n = 2);
  equation
    y[1] = not u[1];
    y[2] = not u[2];
  end Inverses;

  block Count "How often it became true"
    extends Interfaces.partialBooleanSI;
    Interfaces.IntegerOutput y;
    Integer n(start = 0, fixed = true);
  equation
    when u then
      n = pre(n) + 1;
    end when;
    y = n;
  end Count;

  block Double "Twice"
    extends Interfaces.PartialIntegerSISO;
  equation
    y = 2*u;
  end Double;

  block Sum "Sum of counts"
    extends Interfaces.PartialIntegerMISO(nu = 2);
  equation
    y = u[1] + u[2];
  end Sum;

  block Hold "A soft hand that holds the mean in the middle"
    extends Interfaces.SVcontrol;
    parameter Real k(unit = "N/m") = 0.5;
  equation
    y = k*(u_s - u_m);
  end Hold;

  parameter Real c(unit = "N/m") = 40;
  Translational.Components.Fixed wall(s0 = 0);
  Translational.Components.SpringDamper spring1(c = c, d = 0.02), spring2(c = c, d = 0.02), spring3(c = c, d = 0.02);
  Translational.Components.Mass mass1(m = 1, s(start = 0.1, fixed = true), v(start = 0, fixed = true));
  Translational.Components.Mass mass2(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Translational.Sensors.PositionSensor place1, place2;
  Translational.Sensors.SpeedSensor speed1, speed2;
  Translational.Sources.Force hand;

  Modes modes, rates;
  Scaled stretched(k = {sqrt(c), sqrt(3*c)});
  Energies energies;
  Total total;
  Mean mean;
  Envelope theory(beat = (sqrt(3*c) - sqrt(c))/2, amplitude = 0.1);
  Levels levels(c = 2*c);
  Differ differ;
  Leads leads;
  Window window(startTime = 1, width = 3);
  Inverse follows;
  Other still;
  Both seen;
  Inverses others;
  Count handovers, back;
  Double twice;
  Sum all;
  Hold hold;
  Modelica.Blocks.Sources.Constant middle(k = 0);

equation
  connect(wall.flange, spring1.flange_a);
  connect(spring1.flange_b, mass1.flange_a);
  connect(mass1.flange_b, spring2.flange_a);
  connect(spring2.flange_b, mass2.flange_a);
  connect(mass2.flange_b, spring3.flange_a);
  connect(spring3.flange_b, wall.flange);
  connect(mass1.flange_a, place1.flange);
  connect(mass2.flange_a, place2.flange);
  connect(mass1.flange_a, speed1.flange);
  connect(mass2.flange_a, speed2.flange);
  connect(place1.s, modes.u[1]);
  connect(place2.s, modes.u[2]);
  connect(speed1.v, rates.u[1]);
  connect(speed2.v, rates.u[2]);
  connect(modes.y, stretched.u);
  connect(rates.y, energies.u1);
  connect(stretched.y, energies.u2);
  connect(energies.y, total.u);
  connect(place1.s, mean.u[1]);
  connect(place2.s, mean.u[2]);
  connect(middle.y, hold.u_s);
  connect(mean.y, hold.u_m);
  connect(hold.y, hand.f);
  connect(hand.flange, mass1.flange_b);
  connect(total.y, levels.u);
  connect(theory.y[1], leads.u1);
  connect(theory.y[2], leads.u2);
  connect(leads.y, follows.u);
  connect(window.y, still.u);
  connect(leads.y, seen.u[1]);
  connect(window.y, seen.u[2]);
  connect(leads.y, differ.u1);
  connect(window.y, differ.u2);
  connect(leads.y, others.u[1]);
  connect(follows.y, others.u[2]);
  connect(leads.y, handovers.u);
  connect(follows.y, back.u);
  connect(handovers.y, twice.u);
  connect(twice.y, all.u[1]);
  connect(back.y, all.u[2]);

  annotation(experiment(StopTime = 6, Interval = 0.01));
end ModalMonitor;
