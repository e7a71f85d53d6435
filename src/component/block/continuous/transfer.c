/* TransferFunction, StateSpace, CriticalDamping and LowpassButterworth: linear systems of any order.
 *
 *     TransferFunction    y/u = (b[1]*s^m + ...)/(a[1]*s^n + ...), in controller canonical form:
 *                         der(x_scaled[1]) = (a_end*u - a[2]*x_scaled[1] - ... - a[na]*x_scaled[nx])/a[1]
 *                         der(x_scaled[i]) = x_scaled[i-1]
 *                         y = ((b[2] - d*a[2])*x_scaled[1] + ...)/a_end + d*u,  d = b[1]/a[1]
 *                         with b as long as a (zeros in front). a_end = a[na], which makes x_scaled[nx] = u
 *                         in rest; x = x_scaled/a_end are the states of the form as textbooks have it.
 *     StateSpace          der(x) = A*x + B*u, y = C*x + D*u
 *     CriticalDamping     n lags in a row, der(x[i]) = w*(x[i-1] - x[i])
 *     LowpassButterworth  pairs of poles on a circle in a row, and a lag where n is odd
 *
 * Sums are built term by term: sum_a[i], sum_b[i] hold the first i terms. */
#include "component/by_equations.h"

#define INIT_IS(what) "initType == Modelica.Blocks.Types.Init." what

#define VECTOR(name_, default_, doc_)                                                                        \
    {                                                                                                        \
        .name = (name_), .columns = 1, .value_text = (default_), .is_structural = true, .doc = (doc_)        \
    }
#define MATRIX(name_, default_, doc_)                                                                        \
    {                                                                                                        \
        .name = (name_), .columns = EG_ANY_COLUMNS, .value_text = (default_), .is_structural = true,         \
        .doc = (doc_)                                                                                        \
    }
#define COUNT(name_, formula_, doc_)                                                                         \
    {                                                                                                        \
        .name = (name_), .type = EG_INTEGER, .is_protected = true, .value_text = (formula_), .doc = (doc_)   \
    }
#define DERIVED(name_, formula_, doc_)                                                                       \
    {                                                                                                        \
        .name = (name_), .is_protected = true, .value_text = (formula_), .doc = (doc_)                       \
    }
#define VARIABLES(name_, size_, doc_)                                                                        \
    {                                                                                                        \
        .name = (name_), .size = (size_), .doc = (doc_)                                                      \
    }
#define PROTECTED_VARIABLES(name_, size_, doc_)                                                              \
    {                                                                                                        \
        .name = (name_), .size = (size_), .is_protected = true, .doc = (doc_)                                \
    }
#define F_CUT                                                                                                \
    {                                                                                                        \
        .name = "f", EG_SI_FREQUENCY, .need = EG_FALLS_BACK, .value = 1.0, EG_AT_LEAST(0.0),                 \
        .doc = "Cut-off frequency"                                                                           \
    }

/* ---------------------------------------------------------------- TransferFunction */

static const eg_parameter transfer_parameters[] = {
    VECTOR("b", "{1}", "Coefficients of the numerator, the highest power first: 2*s + 3 is {2, 3}"),
    VECTOR("a", "{1}", "Coefficients of the denominator, the highest power first"),
    EG_PARAMETER_INIT(EG_NO_INIT),
    VECTOR("x_start", "zeros(size(a, 1) - 1)", "States at the start"),
    EG_PARAMETER_Y_START,
    COUNT("na", "size(a, 1)", "Length of a"),
    COUNT("nb", "size(b, 1)", "Length of b"),
    COUNT("nx", "size(a, 1) - 1", "Number of states"),
    {.name = "bb",
     .columns = 1,
     .is_protected = true,
     .value_text = "{if i <= na - nb then 0 else b[i - (na - nb)] for i in 1:na}",
     .doc = "b with zeros in front, as long as a"},
    DERIVED("d", "bb[1]/a[1]", "What goes through at once"),
    DERIVED("a_end", "if a[na] > 100*Modelica.Constants.eps*sqrt(a*a) then a[na] else 1.0",
            "Scale of the states"),
};
static const eg_port siso[] = {EG_PORTS_SISO};
static const eg_variable transfer_variables[] = {
    VARIABLES("x", "nx", "States of the controller canonical form"),
    PROTECTED_VARIABLES("x_scaled", "nx", "The same, scaled"),
    PROTECTED_VARIABLES("sum_a", "nx", "First terms of the denominator's sum"),
    PROTECTED_VARIABLES("sum_b", "nx", "First terms of the output's sum"),
};

const eg_class eg_class_transfer_function = {
    .name = EG_MSL_BLOCK("Continuous.TransferFunction"),
    .kind = EG_BLOCK,
    .doc = "Linear transfer function of any order",
    .text = "y is u times the quotient of two polynomials of s, the numerator of no higher order than the "
            "denominator. The states stand in controller canonical form, scaled so that the last one equals "
            "the input in rest.",
    .extends = EG_TEXTS(EG_INTERFACE("SISO")),
    .examples = EG_TEXTS("Filters"),
    .equations = EG_TEXTS(
        "assert(nb <= na, \"the numerator b must be no longer than the denominator a\");",
        "for i in 1:nx loop sum_a[i] = (if i > 1 then sum_a[i - 1] else 0) + a[i + 1]*x_scaled[i]; "
        "sum_b[i] = (if i > 1 then sum_b[i - 1] else 0) + (bb[i + 1] - d*a[i + 1])*x_scaled[i]; "
        "der(x_scaled[i]) = if i == 1 then (a_end*u - sum_a[nx])/a[1] else x_scaled[i - 1]; "
        "x[i] = x_scaled[i]/a_end; end for;",
        "y = (if nx > 0 then sum_b[nx]/a_end else 0) + d*u;",
        "initial equation if " INIT_IS(
            "SteadyState") " then for i in 1:nx loop der(x_scaled[i]) = 0; end for; "
                           "elseif " INIT_IS(
                               "InitialOutput") " then if nx > 0 then y = y_start; end if; "
                                                "for i in 2:nx loop der(x_scaled[i]) = 0; end for; "
                                                "else for i in 1:nx loop x_scaled[i] = x_start[i]*a_end; "
                                                "end for; end if;"),
    .by_equations = true,
    EG_PARAMETERS(transfer_parameters),
    EG_PORTS(siso),
    EG_VARIABLES(transfer_variables),
};

/* ---------------------------------------------------------------- StateSpace */

static const eg_parameter space_parameters[] = {
    MATRIX("A", "[1, 0; 0, 1]", "How the states act on their rates"),
    MATRIX("B", "[1; 1]", "How the inputs act on the rates"),
    MATRIX("C", "[1, 1]", "How the states act on the outputs"),
    MATRIX("D", "zeros(size(C, 1), size(B, 2))", "How the inputs act on the outputs"),
    EG_PARAMETER_INIT(EG_NO_INIT),
    VECTOR("x_start", "zeros(size(A, 1))", "States at the start"),
    VECTOR("y_start", "zeros(size(C, 1))", "Outputs at the start"),
    COUNT("nin", "size(B, 2)", "Number of inputs"),
    COUNT("nout", "size(C, 1)", "Number of outputs"),
    COUNT("nx", "size(A, 1)", "Number of states"),
    COUNT("ny", "size(C, 1)", "Number of outputs"),
};
static const eg_port space_ports[] = {EG_PORTS_OF(EG_REAL_INPUT, "u", "nin", "Input signals"),
                                      EG_PORTS_OF(EG_REAL_OUTPUT, "y", "nout", "Output signals")};
static const eg_variable space_variables[] = {
    VARIABLES("x", "nx", "States"),
    PROTECTED_VARIABLES("sum_x", "nx, nx + nin", "First terms of the sums of the rates"),
    PROTECTED_VARIABLES("sum_y", "ny, nx + nin", "First terms of the sums of the outputs"),
};

const eg_class eg_class_state_space = {
    .name = EG_MSL_BLOCK("Continuous.StateSpace"),
    .kind = EG_BLOCK,
    .doc = "Linear system in state space",
    .text = "der(x) = A*x + B*u and y = C*x + D*u, with any number of states, inputs and outputs. "
            "InitialOutput needs as many outputs as states, whose values then follow.",
    .extends = EG_TEXTS(EG_INTERFACE("MIMO")),
    .examples = EG_TEXTS("Filters"),
    .equations = EG_TEXTS(
        "assert(size(A, 2) == nx and size(B, 1) == nx and size(C, 2) == nx and size(D, 1) == ny and "
        "size(D, 2) == nin, \"the sizes of A, B, C and D do not fit\");",
        "assert(not (" INIT_IS(
            "InitialOutput") ") or nx == ny, "
                             "\"InitialOutput needs as many outputs as states; use InitialState or "
                             "SteadyState\");",
        "for i in 1:nx loop for j in 1:nx + nin loop sum_x[i, j] = (if j > 1 then sum_x[i, j - 1] else 0) + "
        "(if j <= nx then A[i, j]*x[j] else B[i, j - nx]*u[j - nx]); end for; "
        "der(x[i]) = sum_x[i, nx + nin]; end for;",
        "for i in 1:ny loop for j in 1:nx + nin loop sum_y[i, j] = (if j > 1 then sum_y[i, j - 1] else 0) + "
        "(if j <= nx then C[i, j]*x[j] else D[i, j - nx]*u[j - nx]); end for; "
        "y[i] = sum_y[i, nx + nin]; end for;",
        "initial equation if " INIT_IS(
            "SteadyState") " then for i in 1:nx loop der(x[i]) = 0; end for; "
                           "elseif " INIT_IS(
                               "InitialOutput") " then for i in 1:ny loop y[i] = y_start[i]; end for; "
                                                "else for i in 1:nx loop x[i] = x_start[i]; end for; end "
                                                "if;"),
    .by_equations = true,
    EG_PARAMETERS(space_parameters),
    EG_PORTS(space_ports),
    EG_VARIABLES(space_variables),
};

/* ---------------------------------------------------------------- CriticalDamping */

#define ORDER(doc_)                                                                                          \
    {                                                                                                        \
        .name = "n", .type = EG_INTEGER, .value = 2.0, .min = 1.0, .max = 2147483647.0,                      \
        .is_structural = true, .doc = (doc_)                                                                 \
    }

static const eg_parameter critical_parameters[] = {
    ORDER("Order: number of lags"),
    F_CUT,
    {.name = "normalized",
     .type = EG_BOOLEAN,
     .value = 1.0,
     .is_structural = true,
     .doc = "true: at f the amplitude has fallen by 3 dB; false: each lag has the frequency f"},
    EG_PARAMETER_INIT(EG_NO_INIT),
    VECTOR("x_start", "zeros(n)", "States at the start"),
    EG_PARAMETER_Y_START,
    DERIVED("alpha", "if normalized then sqrt(2^(1/n) - 1) else 1.0", "Correction of the frequency"),
    DERIVED("w", "2*Modelica.Constants.pi*f/alpha", "Frequency of each lag"),
};
static const eg_variable critical_variables[] = {VARIABLES("x", "n", "Outputs of the lags")};

const eg_class eg_class_critical_damping = {
    .name = EG_MSL_BLOCK("Continuous.CriticalDamping"),
    .kind = EG_BLOCK,
    .doc = "Filter of equal lags in a row",
    .text = "A low-pass filter of order n that does not overshoot: n equal first-order lags.",
    .extends = EG_TEXTS(EG_INTERFACE("SISO")),
    .examples = EG_TEXTS("Filters"),
    .equations = EG_TEXTS(
        "for i in 1:n loop der(x[i]) = if i == 1 then (u - x[1])*w else (x[i - 1] - x[i])*w; end for;",
        "y = x[n];",
        "initial equation if " INIT_IS(
            "SteadyState") " then for i in 1:n loop der(x[i]) = 0; end for; "
                           "elseif " INIT_IS(
                               "InitialOutput") " then y = y_start; "
                                                "for i in 1:n - 1 loop der(x[i]) = 0; end for; "
                                                "else for i in 1:n loop x[i] = x_start[i]; end for; end if;"),
    .by_equations = true,
    EG_PARAMETERS(critical_parameters),
    EG_PORTS(siso),
    EG_VARIABLES(critical_variables),
};

/* ---------------------------------------------------------------- LowpassButterworth
 *
 * Poles of the prototype: -cos and sin of equally spaced angles on a circle of radius 1. Pair i has the
 * frequency w0[i] = w and the damping D[i] = -polereal[i]. */

static const eg_parameter butterworth_parameters[] = {
    ORDER("Order: number of poles"),
    F_CUT,
    EG_PARAMETER_INIT(EG_NO_INIT),
    VECTOR("x1_start", "zeros(m)", "Outputs of the pairs at the start"),
    VECTOR("x2_start", "zeros(m)", "Their rates at the start"),
    {.name = "xr_start", .doc = "State of the lag at the start, where n is odd"},
    EG_PARAMETER_Y_START,
    COUNT("m", "div(n, 2)", "Number of pairs"),
    {.name = "evenOrder",
     .type = EG_BOOLEAN,
     .is_protected = true,
     .value_text = "2*m == n",
     .doc = "There is no single pole"},
    DERIVED("w", "2*Modelica.Constants.pi*f", "Cut-off frequency as an angular one"),
    DERIVED("angle", "Modelica.Constants.pi/(2*n)", "Half of the angle from pole to pole"),
    {.name = "polereal",
     .columns = 1,
     .is_protected = true,
     .value_text = "{cos(angle*(n + 2*i - 1)) for i in 1:m}",
     .doc = "Real parts of the poles of the prototype"},
    {.name = "poleimag",
     .columns = 1,
     .is_protected = true,
     .value_text = "{sin(angle*(n + 2*i - 1)) for i in 1:m}",
     .doc = "Imaginary parts of the poles of the prototype"},
    {.name = "w0",
     .columns = 1,
     .is_protected = true,
     .value_text = "{(polereal[i]^2 + poleimag[i]^2)*w for i in 1:m}",
     .doc = "Frequencies of the pairs"},
    {.name = "D",
     .columns = 1,
     .is_protected = true,
     .value_text = "{-polereal[i]*w/w0[i] for i in 1:m}",
     .doc = "Dampings of the pairs"},
};
static const eg_variable butterworth_variables[] = {
    VARIABLES("x1", "m", "Outputs of the pairs"),
    VARIABLES("x2", "m", "Their rates"),
    {.name = "xr", .doc = "State of the lag, where n is odd"},
    PROTECTED_VARIABLES("z", "m + 1", "What goes into the pairs, and out of the last one"),
};

const eg_class eg_class_lowpass_butterworth = {
    .name = EG_MSL_BLOCK("Continuous.LowpassButterworth"),
    .kind = EG_BLOCK,
    .doc = "Butterworth filter of any order",
    .text = "A low-pass filter whose amplitude is as flat as can be below f, where it has fallen by 3 dB: "
            "pairs of poles in a row and, where n is odd, a first-order lag behind them.",
    .extends = EG_TEXTS(EG_INTERFACE("SISO")),
    .examples = EG_TEXTS("Filters"),
    .equations = EG_TEXTS(
        "z[1] = u;",
        "for i in 1:m loop der(x1[i]) = x2[i]; "
        "der(x2[i]) = w0[i]^2*z[i] - 2*D[i]*w0[i]*x2[i] - w0[i]^2*x1[i]; z[i + 1] = x1[i]; end for;",
        "if evenOrder then xr = 0; y = z[m + 1]; else der(xr) = (z[m + 1] - xr)*w; y = xr; end if;",
        "initial equation if " INIT_IS(
            "SteadyState") " then for i in 1:m loop der(x1[i]) = 0; der(x2[i]) = 0; "
                           "end for; if not evenOrder then der(xr) = 0; end if; "
                           "elseif " INIT_IS(
                               "InitialOutput") " then y = y_start; for i in 1:m loop der(x1[i]) = 0; end "
                                                "for; "
                                                "for i in 1:(if evenOrder then m - 1 else m) loop "
                                                "der(x2[i]) = 0; end for; "
                                                "else for i in 1:m loop x1[i] = x1_start[i]; x2[i] = "
                                                "x2_start[i]; end for; "
                                                "if not evenOrder then xr = xr_start; end if; end if;"),
    .by_equations = true,
    EG_PARAMETERS(butterworth_parameters),
    EG_PORTS(siso),
    EG_VARIABLES(butterworth_variables),
};
