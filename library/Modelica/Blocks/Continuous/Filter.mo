within Modelica.Blocks.Continuous;
/* Elastogap.Math.filterSections has the coefficients: of each section a, b, ku, k1 and k2
 * (src/component/block/continuous/filter_sections.h). */
block Filter "Low, high or band filter of any order"
  parameter Modelica.Blocks.Types.AnalogFilter analogFilter =
    Modelica.Blocks.Types.AnalogFilter.CriticalDamping
    "Which characteristic: CriticalDamping and Bessel do not overshoot, or little; Butterworth is "
    + "flat in its band, ChebyshevI steep beyond it" annotation(Evaluate = true);
  parameter Modelica.Blocks.Types.FilterType filterType = Modelica.Blocks.Types.FilterType.LowPass
    "What comes through" annotation(Evaluate = true);
  parameter Integer order(min = 1, max = 41) = 2
    "Number of poles; of a band filter half of it" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Frequency f_cut(min = 2.2250738585072014e-308)
    "Cut-off frequency; of a band its upper end" annotation(Evaluate = true);
  parameter Real gain = 1 "Factor of the output";
  parameter Real A_ripple(unit = "dB", min = 1e-12) = 0.5
    "Ripple of Chebyshev's filter in its band" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Frequency f_min(min = 0) = 0
    "Lower end of a band" annotation(Evaluate = true);
  parameter Boolean normalized = true
    "true: at f_cut the amplitude has fallen by 3 dB" annotation(Evaluate = true);
  parameter Modelica.Blocks.Types.Init init = Modelica.Blocks.Types.Init.SteadyState
    "What holds at the start: nothing, a steady state, the states or the output"
    annotation(Evaluate = true);
  parameter Integer nx = if Integer(filterType) <= 2 then order else 2*order "Number of states";
  parameter Real x_start[:] = zeros(nx) "States at the start" annotation(Evaluate = true);
  parameter Real y_start = 0 "Output at the start";
  parameter Real u_nominal(min = 2.2250738585072014e-308) = 1
    "Magnitude of the input, by which the states are scaled";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Modelica.Blocks.Interfaces.RealOutput x[nx] "States of the sections";
protected
  parameter Real sections[:, 5] = Elastogap.Math.filterSections(analogFilter, filterType, order, f_cut,
    f_min, A_ripple, normalized)
    "Of each section a, b, ku, k1, k2; those of first order, with b = 0, first";
  parameter Integer n = size(sections, 1) "Number of sections";
  parameter Integer nr = sum(if sections[i, 2] == 0 then 1 else 0 for i in 1:size(sections, 1))
    "Number of those of first order";
  parameter Integer na = n - nr "Number of those of second order";
  parameter Real through = if filterType == Modelica.Blocks.Types.FilterType.BandPass then 0 else 1
    "1: the input of a section goes through to its output";
  Real uu[n + 1] "What goes into the sections, scaled, and out";
equation
  assert(filterType == Modelica.Blocks.Types.FilterType.LowPass
    or filterType == Modelica.Blocks.Types.FilterType.HighPass or f_min > 0
    and f_min < f_cut, "a band reaches from f_min > 0 to f_cut > f_min");
  uu[1] = u/u_nominal;
  for i in 1:nr loop
    der(x[i]) = sections[i, 1]*(x[i] - uu[i]);
    uu[i + 1] = if filterType == Modelica.Blocks.Types.FilterType.LowPass then x[i] else uu[i] - x[i];
  end for;
  for i in 1:na loop
    der(x[nr + 2*i - 1]) = sections[nr + i, 1]*x[nr + 2*i - 1] - sections[nr + i, 2]*x[nr + 2*i] +
      sections[nr + i, 3]*uu[nr + i];
    der(x[nr + 2*i]) = sections[nr + i, 2]*x[nr + 2*i - 1] + sections[nr + i, 1]*x[nr + 2*i];
    uu[nr + i + 1] = if filterType == Modelica.Blocks.Types.FilterType.LowPass then x[nr + 2*i]
      else sections[nr + i, 4]*x[nr + 2*i - 1] + sections[nr + i, 5]*x[nr + 2*i] + through*uu[nr + i];
  end for;
  y = gain*u_nominal*uu[n + 1];
initial equation
  if init == Modelica.Blocks.Types.Init.SteadyState then
    for i in 1:nx loop
      der(x[i]) = 0;
    end for;
  elseif init == Modelica.Blocks.Types.Init.InitialState then
    for i in 1:nx loop
      x[i] = x_start[i];
    end for;
  elseif init == Modelica.Blocks.Types.Init.InitialOutput then
    y = y_start;
    for i in 1:nx - 1 loop
      der(x[i]) = 0;
    end for;
  end if;
  annotation(
    Documentation(info = "
A row of sections of first order, der(x) = a*(x - u), and of second order, with the poles a +- ib. Low
passes come as CriticalDamping, Bessel, Butterworth and ChebyshevI; a high pass follows from the low pass
by s -> 1/s, a band pass from f_min to f_cut by s -> (s + 1/s)/w. By default a filter begins in a steady
state."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Rating"}));
end Filter;
