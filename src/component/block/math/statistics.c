/* Math: means, harmonics and extrema of signals, and angles.
 *
 * Means over a period are integrals that begin anew at its end; period number n + 1 ends at t0 + (n +
 * 1)/f, t0 the start of the run. Means since the start are those up to now. */
#include "component/by_equations.h"

#define BASE_FREQUENCY(start_)                                                                               \
    {                                                                                                        \
        .name = "f", EG_SI_FREQUENCY, .need = EG_FALLS_BACK, .value = (start_), EG_AT_LEAST(1e-60),          \
        .doc = "How many periods a second has"                                                               \
    }
#define X0                                                                                                   \
    {                                                                                                        \
        .name = "x0", .doc = "The integral at the start"                                                     \
    }
#define Y0(...)                                                                                              \
    {                                                                                                        \
        .name = "y0", .doc = "Output until the first period ends", __VA_ARGS__                               \
    }
#define PROTECTED(name_, doc_)                                                                               \
    {                                                                                                        \
        .name = (name_), .is_protected = true, .doc = (doc_)                                                 \
    }
#define START_TIME                                                                                           \
    {                                                                                                        \
        .name = "t0", EG_SI_TIME, .is_protected = true, .doc = "Start of the run"                            \
    }
/* Without a derivative where there is none. */
#define ROOT(of_) "(if noEvent(" of_ " > 0) then sqrt(" of_ ") else 0)"
#define ANGLE(y_, x_) "(if noEvent(abs(" y_ ") + abs(" x_ ") > 0) then atan2(" y_ ", " x_ ") else 0)"
static const eg_port siso[] = {EG_PORTS_SISO};

/* ---------------------------------------------------------------- over periods */

static const eg_parameter mean_parameters[] = {
    BASE_FREQUENCY(50.0),
    X0,
    Y0(),
    {.name = "yGreaterOrEqualZero",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: the mean is never below 0 but by rounding, which is cut off"}};
static const eg_variable mean_variables[] = {
    START_TIME,
    {.name = "n", .type = EG_INTEGER, .is_protected = true, .doc = "How many periods have ended"},
    {.name = "x", .modifiers = "start = x0, fixed = true", .is_protected = true, .doc = "The integral"},
    PROTECTED("y_last", "Mean over the last whole period")};

EG_EQUATION_BLOCK(
    mean, "Math.Mean", "Mean over a period",
    "The output is the mean of the input over the last whole period 1/f, the first of which begins "
    "with the run.",
    "Rating",
    EG_TEXTS("when initial() then t0 = time; end when;", "initial equation pre(n) = 0; pre(y_last) = y0;",
             "der(x) = u;",
             "when time >= t0 + (pre(n) + 1)/f then n = pre(n) + 1; "
             "y_last = if yGreaterOrEqualZero then max(0.0, f*pre(x)) else f*pre(x); "
             "reinit(x, 0); end when;",
             "y = y_last;"),
    .extends = EG_TEXTS(EG_INTERFACE("SISO")), EG_PARAMETERS(mean_parameters), EG_PORTS(siso),
    EG_VARIABLES(mean_variables))

static const eg_parameter rectified_parameters[] = {BASE_FREQUENCY(50.0), X0, Y0(EG_AT_LEAST(0.0))};
#define MEAN(name_, more_)                                                                                   \
    "protected Modelica.Blocks.Math.Mean " name_ "(final f = f, " more_ ") \"Mean over a period\";"

EG_EQUATION_BLOCK(rectified_mean, "Math.RectifiedMean", "Mean of the magnitude over a period",
                  "The output is the mean of the input's magnitude over the last whole period 1/f.", "Rating",
                  EG_TEXTS("connect(u, abs1.u);", "connect(abs1.y, mean.u);", "y = mean.y;"),
                  .components = EG_TEXTS(MEAN("mean", "final x0 = x0, final y0 = y0"),
                                         "protected Modelica.Blocks.Math.Abs abs1 \"Magnitude\";"),
                  .extends = EG_TEXTS(EG_INTERFACE("SISO")), EG_PARAMETERS(rectified_parameters),
                  EG_PORTS(siso))
EG_EQUATION_BLOCK(root_mean_square, "Math.RootMeanSquare", "Root of the mean square over a period",
                  "The output is the root of the mean of u^2 over the last whole period 1/f.", "Rating",
                  EG_TEXTS("connect(u, product.u1);", "connect(u, product.u2);",
                           "connect(product.y, mean.u);", "y = " ROOT("mean.y") ";"),
                  .components = EG_TEXTS(MEAN("mean", "final x0 = x0, final y0 = y0^2, "
                                                      "final yGreaterOrEqualZero = true"),
                                         "protected Modelica.Blocks.Math.Product product \"Square\";"),
                  .extends = EG_TEXTS(EG_INTERFACE("SISO")), EG_PARAMETERS(rectified_parameters),
                  EG_PORTS(siso))

#define WAVE(name_, class_, doc_)                                                                            \
    "protected Modelica.Blocks.Sources." class_ " " name_ "(final amplitude = sqrt(2), final f = k*f, "      \
    "final phase = 0) \"" doc_ " of the harmonic\";"
static const eg_parameter harmonic_parameters[] = {
    BASE_FREQUENCY(50.0),
    {.name = "k",
     .type = EG_INTEGER,
     .need = EG_FALLS_BACK,
     .value = 1.0,
     .is_structural = true,
     .doc = "Which harmonic: so many waves a period has"},
    {.name = "useConjugateComplex",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: the angle with the other sign"},
    {.name = "x0Cos", .doc = "The integral with the cosine at the start"},
    {.name = "x0Sin", .doc = "The integral with the sine at the start"},
    {.name = "y0Cos", .doc = "Cosine part until the first period ends"},
    {.name = "y0Sin", .doc = "Sine part until the first period ends"}};
static const eg_port harmonic_ports[] = {
    EG_PORT_U,
    EG_PORT_OF(EG_REAL_OUTPUT, "y_rms", "Root mean square of the harmonic"),
    {.name = "y_arg", .kind = EG_REAL_OUTPUT, .unit = "rad", .doc = "Its angle"}};

EG_EQUATION_BLOCK(
    harmonic, "Math.Harmonic", "A harmonic of a periodic signal",
    "Over each period 1/f the input is weighted with the cosine and the sine of 2*pi*k*f*time; the "
    "outputs are length and angle of the two means over the last whole period.",
    "Rating",
    EG_TEXTS("connect(sin1.y, product1.u1);", "connect(u, product1.u2);", "connect(u, product2.u1);",
             "connect(sin2.y, product2.u2);", "connect(product1.y, mean1.u);",
             "connect(product2.y, mean2.u);", "y_rms = " ROOT("(mean1.y^2 + mean2.y^2)") ";",
             "y_arg = (if useConjugateComplex then -1 else 1)*" ANGLE("mean2.y", "mean1.y") ";"),
    .components = EG_TEXTS(MEAN("mean1", "final x0 = x0Cos, final y0 = y0Cos"),
                           MEAN("mean2", "final x0 = x0Sin, final y0 = y0Sin"),
                           WAVE("sin1", "Cosine", "Cosine"), WAVE("sin2", "Sine", "Sine"),
                           "protected Modelica.Blocks.Math.Product product1 \"With the cosine\";",
                           "protected Modelica.Blocks.Math.Product product2 \"With the sine\";"),
    EG_PARAMETERS(harmonic_parameters), EG_PORTS(harmonic_ports))

static const eg_parameter distortion_parameters[] = {
    BASE_FREQUENCY(1.0),
    {.name = "useFirstHarmonic",
     .type = EG_BOOLEAN,
     .value = 1.0,
     .is_structural = true,
     .doc = "true: relative to the first harmonic; false: to the whole signal"}};
static const eg_variable distortion_variables[] = {PROTECTED("rest", "Mean square of the rest")};
static const eg_port distortion_ports[] = {
    EG_PORTS_SISO, EG_PORT_OF(EG_BOOLEAN_OUTPUT, "valid", "There is something to be relative to")};

EG_EQUATION_BLOCK(
    total_harmonic_distortion, "Math.TotalHarmonicDistortion", "How far a signal is from a sine",
    "The root mean square of all that is not the first harmonic, over that of the first harmonic "
    "or of the whole signal, over the last whole period; 0 and not valid where that is 0.",
    "Rating",
    EG_TEXTS(
        "connect(u, harmonic.u);", "connect(u, rms.u);",
        "valid = (if useFirstHarmonic then harmonic.y_rms else rms.y) > Modelica.Constants.eps;",
        "rest = rms.y^2 - harmonic.y_rms^2;",
        "y = if valid then " ROOT("rest") "/(if useFirstHarmonic then harmonic.y_rms else rms.y) else 0;"),
    EG_VARIABLES(distortion_variables),
    .components = EG_TEXTS("protected Modelica.Blocks.Math.Harmonic harmonic(final f = f, final k = 1) "
                           "\"The first harmonic\";",
                           "protected Modelica.Blocks.Math.RootMeanSquare rms(final f = f) \"Of the "
                           "whole signal\";"),
    .extends = EG_TEXTS(EG_INTERFACE("SISO")), EG_PARAMETERS(distortion_parameters),
    EG_PORTS(distortion_ports))

/* ---------------------------------------------------------------- since the start */

#define T_EPS                                                                                                \
    {                                                                                                        \
        .name = "t_eps", EG_SI_TIME, .value = 1e-7, EG_AT_LEAST(0.0),                                        \
        .doc = "So long after the start the mean is of something"                                            \
    }
static const eg_parameter continuous_mean_parameters[] = {
    T_EPS, {.name = "startTime", .value = -INFINITY, .doc = "Where the mean begins, if not at the start"}};
static const eg_variable continuous_mean_variables[] = {
    {.name = "mu", .fixed = true, .is_protected = true, .doc = "The integral"},
    {.name = "actualStartTime", EG_SI_TIME, .is_protected = true, .doc = "Where the mean begins"}};

EG_EQUATION_BLOCK(
    continuous_mean, "Math.ContinuousMean", "Mean of a signal since the start",
    "The output is the integral of the input since the start (or startTime), over the time since "
    "then.",
    "Rating",
    EG_TEXTS("when initial() then actualStartTime = max(time, startTime); end when;",
             "der(mu) = if time >= actualStartTime then u else 0;",
             "y = noEvent(if time > actualStartTime + t_eps then mu/(time - actualStartTime) else u);"),
    .extends = EG_TEXTS(EG_INTERFACE("SISO")), EG_PARAMETERS(continuous_mean_parameters), EG_PORTS(siso),
    EG_VARIABLES(continuous_mean_variables))

static const eg_parameter variance_parameters[] = {T_EPS};
static const eg_variable variance_variables[] = {
    {.name = "t_0", EG_SI_TIME, .is_protected = true, .doc = "Start of the run"},
    PROTECTED("mu", "Mean up to now"),
    PROTECTED("var", "Variance up to now")};

EG_EQUATION_BLOCK(
    variance, "Math.Variance", "Variance of a signal since the start",
    "The output is the mean square of the distance between the input and the mean that it had up "
    "to then.",
    "Rating",
    EG_TEXTS("when initial() then t_0 = time; end when;", "initial equation mu = u; var = 0;",
             "der(mu) = noEvent(if time >= t_0 + t_eps then (u - mu)/(time - t_0) else 0);",
             "der(var) = noEvent(if time >= t_0 + t_eps then ((u - mu)^2 - var)/(time - t_0) else 0);",
             "y = noEvent(if time >= t_0 + t_eps then max(var, 0) else 0);"),
    .extends = EG_TEXTS(EG_INTERFACE("SISO")), EG_PARAMETERS(variance_parameters), EG_PORTS(siso),
    EG_VARIABLES(variance_variables))
EG_EQUATION_BLOCK(
    standard_deviation, "Math.StandardDeviation", "Standard deviation of a signal since the start",
    "The output is the root of the variance.", "Rating",
    EG_TEXTS("connect(u, variance.u);", "y = " ROOT("variance.y") ";"),
    .components = EG_TEXTS("protected Modelica.Blocks.Math.Variance variance(final t_eps = t_eps) "
                           "\"Variance of the input\";"),
    .extends = EG_TEXTS(EG_INTERFACE("SISO")), EG_PARAMETERS(variance_parameters), EG_PORTS(siso))

/* ---------------------------------------------------------------- extrema */

static const eg_port extrema_ports[] = {EG_PORT_U,
                                        EG_PORT_OF(EG_REAL_OUTPUT, "y_min", "Least value up to now"),
                                        EG_PORT_OF(EG_REAL_OUTPUT, "y_max", "Greatest value up to now")};
#define EXTREMA_TIMES                                                                                        \
    {.name = "t_min", EG_SI_TIME, .doc = "When the least value was"},                                        \
    {                                                                                                        \
        .name = "t_max", EG_SI_TIME, .doc = "When the greatest value was"                                    \
    }
static const eg_parameter extrema_parameters[] = {{.name = "Ts",
                                                   EG_SI_TIME,
                                                   .need = EG_FALLS_BACK,
                                                   .value = 0.01,
                                                   EG_AT_LEAST(1e-60),
                                                   .doc = "Time from one look to the next"}};
static const eg_variable extrema_variables[] = {
    EXTREMA_TIMES,
    START_TIME,
    {.name = "n", .type = EG_INTEGER, .is_protected = true, .doc = "How often was looked"}};

EG_EQUATION_BLOCK(
    signal_extrema, "Math.SignalExtrema", "Least and greatest sample of a signal",
    "Every Ts the input is looked at; the outputs are the least and the greatest of what was seen.", "Rating",
    EG_TEXTS("when initial() then t0 = time; end when;",
             "initial equation pre(n) = -1; pre(t_min) = 0; pre(t_max) = 0;",
             "when {initial(), time >= t0 + (pre(n) + 1)*Ts} then n = pre(n) + 1; "
             "y_min = if initial() then u else min(u, pre(y_min)); "
             "y_max = if initial() then u else max(u, pre(y_max)); "
             "t_min = if initial() or y_min < pre(y_min) then time else pre(t_min); "
             "t_max = if initial() or y_max > pre(y_max) then time else pre(t_max); end when;"),
    EG_PARAMETERS(extrema_parameters), EG_PORTS(extrema_ports), EG_VARIABLES(extrema_variables))

static const eg_parameter continuous_extrema_parameters[] = {{.name = "T",
                                                              EG_SI_TIME,
                                                              .value = 1e-6,
                                                              EG_AT_LEAST(1e-60),
                                                              .doc = "How fast the aid follows the input"}};
static const eg_variable continuous_extrema_variables[] = {EXTREMA_TIMES,
                                                           PROTECTED("x", "Follows the input a little late")};

EG_EQUATION_BLOCK(
    continuous_signal_extrema, "Math.ContinuousSignalExtrema", "Least and greatest value of a signal",
    "Where the input turns, an aid that follows it T later is passed: that is an event, at which the "
    "outputs are brought up to date.",
    "Rating",
    EG_TEXTS("initial equation x = u;", "der(x) = (u - x)/T;",
             "when {initial(), u <= x, u >= x, terminal()} then "
             "y_min = if initial() then u else min(pre(y_min), min(u, pre(u))); "
             "y_max = if initial() then u else max(pre(y_max), max(u, pre(u))); "
             "t_min = if initial() or y_min < pre(y_min) then time else pre(t_min); "
             "t_max = if initial() or y_max > pre(y_max) then time else pre(t_max); end when;"),
    EG_PARAMETERS(continuous_extrema_parameters), EG_PORTS(extrema_ports),
    EG_VARIABLES(continuous_extrema_variables))

/* ---------------------------------------------------------------- angles and triangles */

static const eg_port angle_ports[] = {
    {.name = "u", .kind = EG_REAL_INPUT, .unit = "rad", .doc = "Angle"},
    {.name = "y", .kind = EG_REAL_OUTPUT, .unit = "rad", .doc = "The same angle within one turn"}};
static const eg_parameter wrap_parameters[] = {{.name = "positiveRange",
                                                .type = EG_BOOLEAN,
                                                .is_structural = true,
                                                .doc = "true: from 0 to 2*pi; false: from -pi to pi"}};
EG_EQUATION_BLOCK(wrap_angle, "Math.WrapAngle", "An angle within one turn",
                  "Whole turns are taken off, so that the output is in ]-pi, pi] or in [0, 2*pi[.", "Rating",
                  EG_TEXTS("y = u - 2*Modelica.Constants.pi*(if positiveRange then "
                           "floor(u/(2*Modelica.Constants.pi)) else "
                           "ceil((u - Modelica.Constants.pi)/(2*Modelica.Constants.pi)));"),
                  .extends = EG_TEXTS(EG_INTERFACE("SISO")), EG_PARAMETERS(wrap_parameters),
                  EG_PORTS(angle_ports))

static const eg_port to_polar_ports[] = {
    EG_PORT_OF(EG_REAL_INPUT, "u_re", "First coordinate"),
    EG_PORT_OF(EG_REAL_INPUT, "u_im", "Second coordinate"),
    EG_PORT_OF(EG_REAL_OUTPUT, "y_abs", "Length"),
    {.name = "y_arg", .kind = EG_REAL_OUTPUT, .unit = "rad", .doc = "Angle"}};
EG_EQUATION_BLOCK(rectangular_to_polar, "Math.RectangularToPolar", "Length and angle of a vector",
                  "y_abs is the length of (u_re, u_im), y_arg its angle from the first axis, in ]-pi, pi].",
                  "Rating",
                  EG_TEXTS("y_abs = " ROOT("(u_re^2 + u_im^2)") ";", "y_arg = " ANGLE("u_im", "u_re") ";"),
                  EG_PORTS(to_polar_ports))

static const eg_port from_polar_ports[] = {
    EG_PORT_OF(EG_REAL_INPUT, "u_abs", "Length"),
    {.name = "u_arg", .kind = EG_REAL_INPUT, .unit = "rad", .doc = "Angle"},
    EG_PORT_OF(EG_REAL_OUTPUT, "y_re", "First coordinate"),
    EG_PORT_OF(EG_REAL_OUTPUT, "y_im", "Second coordinate")};
EG_EQUATION_BLOCK(polar_to_rectangular, "Math.PolarToRectangular", "A vector of given length and angle",
                  "(y_re, y_im) has the length u_abs and the angle u_arg from the first axis.", "Rating",
                  EG_TEXTS("y_re = u_abs*cos(u_arg);", "y_im = u_abs*sin(u_arg);"),
                  EG_PORTS(from_polar_ports))

static const eg_parameter pythagoras_parameters[] = {{.name = "u1IsHypotenuse",
                                                      .type = EG_BOOLEAN,
                                                      .is_structural = true,
                                                      .doc = "true: u1 is the hypotenuse and y a leg"}};
static const eg_port pythagoras_ports[] = {
    EG_PORTS_SI2SO, EG_PORT_OF(EG_BOOLEAN_OUTPUT, "valid", "There is such a triangle")};
static const eg_variable pythagoras_variables[] = {PROTECTED("y2", "Square of the output")};
EG_EQUATION_BLOCK(
    pythagoras, "Math.Pythagoras", "Third side of a right triangle",
    "y = sqrt(u1^2 + u2^2), or with u1IsHypotenuse sqrt(u1^2 - u2^2), 0 and not valid where that "
    "is no number.",
    "Rating",
    EG_TEXTS("y2 = if u1IsHypotenuse then u1^2 - u2^2 else u1^2 + u2^2;",
             "valid = not u1IsHypotenuse or y2 >= 0;", "y = if noEvent(y2 > 0) then sqrt(y2) else 0;"),
    .extends = EG_TEXTS(EG_INTERFACE("SI2SO")), EG_PARAMETERS(pythagoras_parameters),
    EG_PORTS(pythagoras_ports), EG_VARIABLES(pythagoras_variables))

static const eg_parameter exponent_parameters[] = {{.name = "exponent", .value = 2.0, .doc = "The exponent"}};
EG_EQUATION_BLOCK(exponentiation, "Math.Exponentiation", "Power of a signal",
                  "y = u^exponent; where that is no whole number u must not be negative.", "Rating",
                  EG_TEXTS("y = u^exponent;"), .extends = EG_TEXTS(EG_INTERFACE("SISO")),
                  EG_PARAMETERS(exponent_parameters), EG_PORTS(siso))

/* ---------------------------------------------------------------- conversions of kind */

static const eg_port to_integer_ports[] = {EG_PORT_U,
                                           EG_PORT_OF(EG_INTEGER_OUTPUT, "y", "Nearest whole number")};
EG_EQUATION_BLOCK(real_to_integer, "Math.RealToInteger", "Nearest whole number",
                  "What is halfway goes away from 0. Every change is an event.", "Rating",
                  EG_TEXTS("y = if u > 0 then integer(u + 0.5) else 1 - integer(1.5 - u);"),
                  EG_PORTS(to_integer_ports))

static const eg_port boolean_ports[] = {EG_PORT_OF(EG_BOOLEAN_INPUT, "u", "Input signal"),
                                        EG_PORT_OF(EG_BOOLEAN_OUTPUT, "y", "Output signal")};
EG_EQUATION_BLOCK(math_edge, "Math.Edge", "True at the instant at which the input becomes true",
                  "The output is true during the event in which the input rises, and false again after it.",
                  "Sequencer", EG_TEXTS("y = edge(u);"), .extends = EG_TEXTS(EG_INTERFACE("BooleanSISO")),
                  EG_PORTS(boolean_ports))
EG_EQUATION_BLOCK(
    boolean_change, "Math.BooleanChange", "True at the instants at which the input changes",
    "The output is true during the event in which the input rises or falls, and false after it.", "Sequencer",
    EG_TEXTS("y = change(u);"), .extends = EG_TEXTS(EG_INTERFACE("BooleanSISO")), EG_PORTS(boolean_ports))
