/* Tables of Boolean and Integer signals, sines whose frequency and amplitude are signals, and delays. */
#include "component/block/tables/spline.h"
#include "component/by_equations.h"

/* ---------------------------------------------------------------- tables of time
 *
 * A CombiTimeTable with steps does the work; its values are whole numbers. */

#define EXTRAPOLATION                                                                                        \
    EG_PARAMETER_EXTRAPOLATION(                                                                              \
        EG_HOLD_LAST_POINT,                                                                                  \
        "Beyond the ends: HoldLastPoint, Periodic, or NoExtrapolation: the run ends with an error")
#define TABLE_TIMES(before_)                                                                                 \
    {.name = "startTime", EG_SI_TIME, .value = -INFINITY, .doc = "Until then the output is " before_},       \
    {                                                                                                        \
        .name = "shiftTime", EG_SI_TIME, .doc = "Time 0 of the table"                                        \
    }
#define STEPS(table_)                                                                                        \
    "Modelica.Blocks.Sources.CombiTimeTable combiTimeTable(final table = " table_ ", final smoothness = "    \
    "Modelica.Blocks.Types.Smoothness.ConstantSegments, final columns = {2}, final extrapolation = "         \
    "extrapolation, final startTime = startTime, final shiftTime = shiftTime) \"The steps\";"
#define SUITABLE                                                                                             \
    "assert(extrapolation <> Modelica.Blocks.Types.Extrapolation.LastTwoPoints, \"steps have no last two "   \
    "points to go on through: take HoldLastPoint or Periodic\");"

static const eg_parameter boolean_table_parameters[] = {
    {.name = "table",
     .columns = 1,
     .value_text = "{0, 1}",
     .is_structural = true,
     .doc = "Times, rising, at which the output changes"},
    {.name = "startValue",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "Output before the first change"},
    EXTRAPOLATION,
    TABLE_TIMES("false"),
    {.name = "n",
     .type = EG_INTEGER,
     .is_protected = true,
     .value_text = "size(table, 1)",
     .doc = "How many times"},
};
static const eg_port boolean_port[] = {EG_PORT_OF(EG_BOOLEAN_OUTPUT, "y", "Output signal")};

EG_EQUATION_BLOCK(
    boolean_table, "Sources.BooleanTable", "Boolean signal that changes at given times",
    "The output begins with startValue and changes at every time of the table, which must rise.", "Sequencer",
    EG_TEXTS(SUITABLE,
             "for i in 2:n loop assert(table[i] > table[i - 1], \"the times of the table must rise\"); "
             "end for;",
             "connect(combiTimeTable.y[1], realToBoolean.u);", "y = realToBoolean.y;"),
    .components =
        EG_TEXTS(STEPS("if n > 0 then cat(1, [table[1], if startValue then 1 else 0], "
                       "[table, {mod(if startValue then i + 1 else i, 2) for i in 1:n}]) else [0, if "
                       "startValue then 1 else 0]"),
                 "Modelica.Blocks.Math.RealToBoolean realToBoolean \"Of its steps\";"),
    .extends = EG_TEXTS(EG_INTERFACE("partialBooleanSO")), EG_PARAMETERS(boolean_table_parameters),
    EG_PORTS(boolean_port))

static const eg_parameter integer_table_parameters[] = {
    {.name = "table",
     .columns = 2,
     .need = EG_REQUIRED,
     .is_structural = true,
     .doc = "Times, rising, and the value from each of them on, a whole number"},
    EXTRAPOLATION,
    TABLE_TIMES("0"),
    {.name = "n",
     .type = EG_INTEGER,
     .is_protected = true,
     .value_text = "size(table, 1)",
     .doc = "How many times"},
};
static const eg_port integer_port[] = {EG_PORT_OF(EG_INTEGER_OUTPUT, "y", "Output signal")};

EG_EQUATION_BLOCK(
    integer_table, "Sources.IntegerTable", "Integer signal that changes at given times",
    "From each time of the table on the output is the number beside it; the times must rise.", "Sequencer",
    EG_TEXTS("assert(n > 0, \"the table is empty: give table = [0, 1; 2, 5]\");", SUITABLE,
             "for i in 1:n loop assert(rem(table[i, 2], 1) == 0, \"the second column of the table "
             "must hold whole numbers\"); end for;",
             "for i in 2:n loop assert(table[i, 1] > table[i - 1, 1], \"the times of the table must "
             "rise\"); end for;",
             "connect(combiTimeTable.y[1], realToInteger.u);", "y = realToInteger.y;"),
    .components = EG_TEXTS(STEPS("if n > 0 then table else [0, 0]"),
                           "Modelica.Blocks.Math.RealToInteger realToInteger \"Of its steps\";"),
    .extends = EG_TEXTS(EG_INTERFACE("IntegerSO")), EG_PARAMETERS(integer_table_parameters),
    EG_PORTS(integer_port))

/* ---------------------------------------------------------------- sines of signals */

#define WAVE_PARAMETERS                                                                                      \
    {.name = "useConstantAmplitude",                                                                         \
     .type = EG_BOOLEAN,                                                                                     \
     .is_structural = true,                                                                                  \
     .doc = "true: the amplitude is constantAmplitude, and no signal"},                                      \
        {.name = "constantAmplitude", .value = 1.0, .doc = "The amplitude, where it is no signal"},          \
        {.name = "useConstantFrequency",                                                                     \
         .type = EG_BOOLEAN,                                                                                 \
         .is_structural = true,                                                                              \
         .doc = "true: the frequency is constantFrequency, and no signal"},                                  \
        {.name = "constantFrequency",                                                                        \
         EG_SI_FREQUENCY,                                                                                    \
         .value = 1.0,                                                                                       \
         .doc = "The frequency, where it is no signal"},                                                     \
    {                                                                                                        \
        .name = "offset", .doc = "Added to the wave"                                                         \
    }
static const eg_parameter wave_parameters[] = {WAVE_PARAMETERS};
static const eg_port wave_ports[] = {
    {.name = "amplitude",
     .kind = EG_REAL_INPUT,
     .condition = "not useConstantAmplitude",
     .doc = "Amplitude, where it is a signal"},
    {.name = "f",
     .kind = EG_REAL_INPUT,
     .unit = "Hz",
     .condition = "not useConstantFrequency",
     .doc = "Frequency, where it is a signal"},
    EG_PORT_Y,
};
static const eg_variable wave_variables[] = {
    {.name = "phi", .quantity = "Angle", .unit = "rad", .doc = "The angle: integral of the frequency"}};
#define WAVE(id, name_, what_)                                                                               \
    EG_EQUATION_BLOCK(                                                                                       \
        id, "Sources." name_ "VariableFrequencyAndAmplitude", "A " what_ " whose frequency is a signal",     \
        "y = offset + amplitude*" what_ "(phi), where phi grows by 2*pi*f. Its start, phi(start = ...), is " \
        "the phase.",                                                                                        \
        "Rating",                                                                                            \
        EG_TEXTS("connect(amplitude, amplitude_internal);", "connect(f, f_internal);",                       \
                 "if useConstantAmplitude then amplitude_internal = constantAmplitude; end if;",             \
                 "if useConstantFrequency then f_internal = constantFrequency; end if;",                     \
                 "der(phi) = 2*Modelica.Constants.pi*f_internal;",                                           \
                 "y = offset + amplitude_internal*" what_ "(phi);"),                                         \
        .components = EG_TEXTS("protected Modelica.Blocks.Interfaces.RealOutput amplitude_internal "         \
                               "\"The amplitude\";",                                                         \
                               "protected Modelica.Blocks.Interfaces.RealOutput f_internal(unit = \"Hz\") "  \
                               "\"The frequency\";"),                                                        \
        .extends = EG_TEXTS(EG_INTERFACE("SO")), EG_PARAMETERS(wave_parameters), EG_PORTS(wave_ports),       \
        EG_VARIABLES(wave_variables))

WAVE(sine_variable, "Sine", "sin")
WAVE(cosine_variable, "Cosine", "cos")

/* ---------------------------------------------------------------- delays */

static const eg_port siso[] = {EG_PORTS_SISO};
static const eg_parameter fixed_delay_parameters[] = {{.name = "delayTime",
                                                       EG_SI_TIME,
                                                       .need = EG_FALLS_BACK,
                                                       .value = 1.0,
                                                       EG_AT_LEAST(0.0),
                                                       .is_structural = true,
                                                       .doc = "By how much"}};
EG_EQUATION_BLOCK(
    fixed_delay, "Nonlinear.FixedDelay", "What a signal was a while ago",
    "The output is the input delayTime ago, and until so much time has passed what the input was at "
    "the start. Jumps and kinks of the input are events of the output.",
    "LateWave", EG_TEXTS("y = if delayTime > 0 then delay(u, delayTime) else u;"),
    .extends = EG_TEXTS(EG_INTERFACE("SISO")), EG_PARAMETERS(fixed_delay_parameters), EG_PORTS(siso))

static const eg_parameter variable_delay_parameters[] = {{.name = "delayMax",
                                                          EG_SI_TIME,
                                                          .need = EG_FALLS_BACK,
                                                          .value = 1.0,
                                                          EG_AT_LEAST(1e-60),
                                                          .is_structural = true,
                                                          .doc = "The longest delay"}};
static const eg_port variable_delay_ports[] = {
    EG_PORTS_SISO, {.name = "delayTime", .kind = EG_REAL_INPUT, .unit = "s", .doc = "By how much; above 0"}};
EG_EQUATION_BLOCK(variable_delay, "Nonlinear.VariableDelay", "What a signal was a while ago, by a signal",
                  "As FixedDelay, but the delay changes; it must stay above 0 and no longer than delayMax.",
                  "LateWave", EG_TEXTS("y = delay(u, delayTime, delayMax);"),
                  .extends = EG_TEXTS(EG_INTERFACE("SISO")), EG_PARAMETERS(variable_delay_parameters),
                  EG_PORTS(variable_delay_ports))

/* exp(-T*s) as a quotient of polynomials (H. Pade): the coefficients of s^i are
 * T^i/i! times (n!/(n-i)!) (n+m-i)!/(n+m)!, and (-1)^i the same with m for n. */
#define PADE(of_, sign_)                                                                                     \
    "{product(" sign_ "delayTime*((" of_ " - j + 1)/(n + m - j + 1))/j for j in 1:i) for i in " of_ ":-1:0}"
static const eg_parameter pade_parameters[] = {
    {.name = "delayTime",
     EG_SI_TIME,
     .need = EG_FALLS_BACK,
     .value = 1.0,
     EG_AT_LEAST(1e-60),
     .is_structural = true,
     .doc = "By how much"},
    {.name = "n",
     .type = EG_INTEGER,
     .value = 1.0,
     .min = 1.0,
     .max = 2147483647.0,
     .is_structural = true,
     .doc = "Order of the denominator"},
    {.name = "m",
     .type = EG_INTEGER,
     .value_text = "n",
     .min = 1.0,
     .max = 2147483647.0,
     .is_structural = true,
     .doc = "Order of the numerator, n at most"},
    {.name = "balance",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: the states are scaled so that all are of one magnitude"},
    {.name = "a",
     .columns = 1,
     .is_protected = true,
     .value_text = PADE("n", ""),
     .doc = "Coefficients of the denominator, the highest power first"},
    {.name = "b",
     .columns = 1,
     .is_protected = true,
     .value_text = PADE("m", "-"),
     .doc = "Coefficients of the numerator, the highest power first"},
    {.name = "bb",
     .columns = 1,
     .is_protected = true,
     .value_text = "{if i <= n - m then 0 else b[i - (n - m)] for i in 1:n + 1}",
     .doc = "b with zeros in front"},
    {.name = "d", .is_protected = true, .value_text = "bb[1]/a[1]", .doc = "What goes through at once"},
    {.name = "s",
     .columns = 1,
     .is_protected = true,
     .value_text = "{if balance then n/delayTime else 1 for i in 1:n}",
     .doc = "How much faster each state is than the next one is scaled"},
};
static const eg_variable pade_variables[] = {
    {.name = "x", .size = "n", .doc = "States of the controller canonical form, scaled"},
    {.name = "sum_a", .size = "n", .is_protected = true, .doc = "First terms of the denominator's sum"},
    {.name = "sum_y", .size = "n", .is_protected = true, .doc = "First terms of the output's sum"}};

EG_EQUATION_BLOCK(
    pade_delay, "Nonlinear.PadeDelay", "A delay as a linear system",
    "exp(-delayTime*s) approximated by a quotient of polynomials of the orders m and n, of which the "
    "series in s "
    "agree up to s^(m + n). It starts in rest. With `balance` the states are scaled by powers of "
    "n/delayTime.",
    "Rating",
    EG_TEXTS("assert(m <= n, \"the order m of the numerator must not exceed n\");",
             "for i in 1:n loop sum_a[i] = (if i > 1 then sum_a[i - 1] else 0) + a[i + 1]*x[i]/s[i]^(i - 1); "
             "sum_y[i] = (if i > 1 then sum_y[i - 1] else 0) + (bb[i + 1] - d*a[i + 1])*x[i]/s[i]^(i - 1); "
             "end for;",
             "der(x[1]) = (u - sum_a[n])/a[1];", "for i in 2:n loop der(x[i]) = s[i]*x[i - 1]; end for;",
             "y = sum_y[n] + d*u;", "initial equation for i in 1:n loop der(x[i]) = 0; end for;"),
    .extends = EG_TEXTS(EG_INTERFACE("SISO")), EG_PARAMETERS(pade_parameters), EG_PORTS(siso),
    EG_VARIABLES(pade_variables))
