/* Continuous.Filter: low, high and band filters of any order (filter_sections.h has their coefficients). */
#include "component/by_equations.h"
#include "component/block/continuous/filter_sections.h"

#define DESIGN                                                                                               \
    "Elastogap.Math.filterSections(analogFilter, filterType, order, f_cut, f_min, A_ripple, normalized)"
#define TYPE_IS(what) "filterType == Modelica.Blocks.Types.FilterType." what
#define INIT_IS(what) "init == Modelica.Blocks.Types.Init." what " then "
#define IF_STEADY "if " INIT_IS("SteadyState")
#define IF_STATE "elseif " INIT_IS("InitialState")
#define IF_OUTPUT "elseif " INIT_IS("InitialOutput")
#define DERIVED(name_, type_, formula_, doc_)                                                                \
    {                                                                                                        \
        .name = (name_), .type = (type_), .is_protected = true, .value_text = (formula_), .doc = (doc_)      \
    }

static const eg_parameter filter_parameters[] = {
    {.name = "analogFilter",
     .type = EG_ENUMERATION,
     .type_name = "Modelica.Blocks.Types.AnalogFilter",
     .literals = eg_analog_filter_literals,
     .is_structural = true,
     .doc = "Which characteristic: CriticalDamping and Bessel do not overshoot, or little; Butterworth is "
            "flat in "
            "its band, ChebyshevI steep beyond it"},
    {.name = "filterType",
     .type = EG_ENUMERATION,
     .type_name = "Modelica.Blocks.Types.FilterType",
     .literals = eg_filter_type_literals,
     .is_structural = true,
     .doc = "What comes through"},
    {.name = "order",
     .type = EG_INTEGER,
     .value = 2.0,
     .min = 1.0,
     .max = EG_FILTER_MAX_ORDER,
     .is_structural = true,
     .doc = "Number of poles; of a band filter half of it"},
    {.name = "f_cut",
     EG_SI_FREQUENCY,
     .need = EG_REQUIRED,
     EG_AT_LEAST(2.2250738585072014e-308),
     .is_structural = true,
     .doc = "Cut-off frequency; of a band its upper end"},
    {.name = "gain", .value = 1.0, .doc = "Factor of the output"},
    {.name = "A_ripple",
     .value = 0.5,
     .unit = "dB",
     EG_AT_LEAST(1e-12),
     .is_structural = true,
     .doc = "Ripple of Chebyshev's filter in its band"},
    {.name = "f_min", EG_SI_FREQUENCY, EG_AT_LEAST(0.0), .is_structural = true, .doc = "Lower end of a band"},
    {.name = "normalized",
     .type = EG_BOOLEAN,
     .value = 1.0,
     .is_structural = true,
     .doc = "true: at f_cut the amplitude has fallen by 3 dB"},
    {.name = "init",
     .type = EG_ENUMERATION,
     .type_name = "Modelica.Blocks.Types.Init",
     .literals = eg_init_literals,
     .value = EG_STEADY_STATE,
     .is_structural = true,
     .doc = "What holds at the start: nothing, a steady state, the states or the output"},
    {.name = "nx",
     .type = EG_INTEGER,
     .value_text = "if Integer(filterType) <= 2 then order else 2*order",
     .doc = "Number of states"},
    {.name = "x_start",
     .columns = 1,
     .value_text = "zeros(nx)",
     .is_structural = true,
     .doc = "States at the start"},
    EG_PARAMETER_Y_START,
    {.name = "u_nominal",
     .value = 1.0,
     EG_AT_LEAST(2.2250738585072014e-308),
     .doc = "Magnitude of the input, by which the states are scaled"},
    {.name = "sections",
     .columns = 5,
     .is_protected = true,
     .value_text = DESIGN,
     .doc = "Of each section a, b, ku, k1, k2; those of first order, with b = 0, first"},
    DERIVED("n", EG_INTEGER, "size(sections, 1)", "Number of sections"),
    DERIVED("nr", EG_INTEGER, "sum(if sections[i, 2] == 0 then 1 else 0 for i in 1:size(sections, 1))",
            "Number of those of first order"),
    DERIVED("na", EG_INTEGER, "n - nr", "Number of those of second order"),
    {.name = "through",
     .is_protected = true,
     .value_text = "if " TYPE_IS("BandPass") " then 0 else 1",
     .doc = "1: the input of a section goes through to its output"},
};
static const eg_port filter_ports[] = {EG_PORTS_SISO,
                                       EG_PORTS_OF(EG_REAL_OUTPUT, "x", "nx", "States of the sections")};
static const eg_variable filter_variables[] = {{.name = "uu",
                                                .size = "n + 1",
                                                .is_protected = true,
                                                .doc = "What goes into the sections, scaled, and out"}};

EG_EQUATION_BLOCK(
    filter, "Continuous.Filter", "Low, high or band filter of any order",
    "A row of sections of first order, der(x) = a*(x - u), and of second order, with the poles a +- "
    "ib. Low passes come "
    "as CriticalDamping, Bessel, Butterworth and ChebyshevI; a high pass follows from the low pass by "
    "s -> 1/s, a band "
    "pass from f_min to f_cut by s -> (s + 1/s)/w. By default a filter begins in a steady state.",
    "Rating",
    EG_TEXTS(
        "assert(" TYPE_IS("LowPass") " or " TYPE_IS("HighPass") " or f_min > 0 and f_min < f_cut, \"a band "
                                                                "reaches from f_min > 0 to f_cut > f_min\");",
        "uu[1] = u/u_nominal;",
        "for i in 1:nr loop der(x[i]) = sections[i, 1]*(x[i] - uu[i]); "
        "uu[i + 1] = if " TYPE_IS("LowPass") " then x[i] else uu[i] - x[i]; end for;",
        "for i in 1:na loop "
        "der(x[nr + 2*i - 1]) = sections[nr + i, 1]*x[nr + 2*i - 1] - sections[nr + i, 2]*x[nr + 2*i] + "
        "sections[nr + i, 3]*uu[nr + i]; "
        "der(x[nr + 2*i]) = sections[nr + i, 2]*x[nr + 2*i - 1] + sections[nr + i, 1]*x[nr + 2*i]; "
        "uu[nr + i + 1] = if " TYPE_IS(
            "LowPass") " then x[nr + 2*i] else sections[nr + i, 4]*x[nr + 2*i - 1] + "
                       "sections[nr + i, 5]*x[nr + 2*i] + through*uu[nr + i]; end for;",
        "y = gain*u_nominal*uu[n + 1];",
        "initial equation " IF_STEADY "for i in 1:nx loop der(x[i]) = 0; end for; " IF_STATE
        "for i in 1:nx loop x[i] = x_start[i]; end for; " IF_OUTPUT
        "y = y_start; for i in 1:nx - 1 loop der(x[i]) = 0; end for; end if;"),
    .extends = EG_TEXTS(EG_INTERFACE("SISO")), EG_PARAMETERS(filter_parameters), EG_PORTS(filter_ports),
    EG_VARIABLES(filter_variables))
