/* Dyad's blocks without memory: arithmetic, limits, and ends of wires; and the SlewRateLimiter, which
 * follows its input as fast as it may. */
#include "component/block/dyad_block.h"

#define GAIN(name_, value_, doc_)                                                                            \
    {                                                                                                        \
        .name = (name_), .value = (value_), .doc = (doc_)                                                    \
    }

static const eg_port one[] = {EG_PORTS_SISO};
static const eg_port two[] = {EG_PORTS_SI2SO};
static const eg_port three[] = {{.name = "u1", .kind = EG_REAL_INPUT, .doc = "First input"},
                                {.name = "u2", .kind = EG_REAL_INPUT, .doc = "Second input"},
                                {.name = "u3", .kind = EG_REAL_INPUT, .doc = "Third input"},
                                EG_PORT_Y};
static const eg_port end[] = {EG_PORT_U};

/* ---------------------------------------------------------------- Math */

static const eg_parameter gain[] = {{.name = "k", .need = EG_REQUIRED, .doc = "Factor"}};
static const eg_parameter weights[] = {GAIN("k1", 1.0, "Factor of u1"), GAIN("k2", 1.0, "Factor of u2")};
static const eg_parameter three_weights[] = {GAIN("k1", 1.0, "Factor of u1"), GAIN("k2", 1.0, "Factor of u2"),
                                             GAIN("k3", 1.0, "Factor of u3")};

EG_DYAD_BLOCK(gain, "Math", "Gain", "Multiplies a signal by a constant", "The output is the input times k.",
              EG_TEXTS("y = k*u;"), EG_PARAMETERS(gain), EG_PORTS(one))
EG_DYAD_BLOCK(add, "Math", "Add", "Weighted sum of two signals",
              "The output is k1*u1 + k2*u2; with k2 = -1 it is the difference.",
              EG_TEXTS("y = k1*u1 + k2*u2;"), EG_PARAMETERS(weights), EG_PORTS(two))
EG_DYAD_BLOCK(add3, "Math", "Add3", "Weighted sum of three signals", "The output is k1*u1 + k2*u2 + k3*u3.",
              EG_TEXTS("y = k1*u1 + k2*u2 + k3*u3;"), EG_PARAMETERS(three_weights), EG_PORTS(three))
EG_DYAD_BLOCK(feedback, "Math", "Feedback", "Difference of two signals",
              "The output is u1 - u2: what is wanted less what is.", EG_TEXTS("y = u1 - u2;"), EG_PORTS(two))
EG_DYAD_BLOCK(product, "Math", "Product", "Product of two signals", "The output is u1*u2.",
              EG_TEXTS("y = u1*u2;"), EG_PORTS(two))
EG_DYAD_BLOCK(division, "Math", "Division", "Quotient of two signals",
              "The output is u1/u2; where u2 is 0 the simulation ends with an error.", EG_TEXTS("y = u1/u2;"),
              EG_PORTS(two))
EG_DYAD_BLOCK(
    reverse_causality, "Math", "ReverseCausality", "A signal that makes two others equal",
    "The output becomes what it must be for u1 and u2 to be the same at all times: the inverse of "
    "the blocks and equations between the output and the inputs. It does not look through bodies of "
    "the library: give those their motion, with a Position.",
    EG_TEXTS("u1 = u2;"), EG_PORTS(two))

/* ---------------------------------------------------------------- Nonlinear */

static const eg_parameter limits[] = {
    {.name = "y_max", .need = EG_REQUIRED, .doc = "Largest output"},
    {.name = "y_min", .value_text = "-y_max", .doc = "Smallest output"},
};
static const eg_parameter slew[] = {
    {.name = "rising", .unit = "s-1", .need = EG_REQUIRED, .doc = "Largest rate of the output"},
    {.name = "falling", .unit = "s-1", .value_text = "-rising", .doc = "Smallest rate of the output"},
    {.name = "td", EG_SI_TIME, .need = EG_REQUIRED, .doc = "Time constant with which the output follows"},
};

EG_DYAD_BLOCK(limiter, "Nonlinear", "Limiter", "Signal held between two bounds",
              "The output is u, but no more than y_max and no less than y_min. Where it meets a bound is an "
              "event.",
              EG_TEXTS("assert(y_min <= y_max, \"y_min must be no more than y_max\");",
                       "y = if u > y_max then y_max elseif u < y_min then y_min else u;"),
              EG_PARAMETERS(limits), EG_PORTS(one))
EG_DYAD_BLOCK(slew_rate_limiter, "Nonlinear", "SlewRateLimiter", "Signal whose rate is held between bounds",
              "The output begins at the input and follows it with the time constant td, as long as that "
              "takes a rate between falling and rising; else with these.",
              EG_TEXTS("assert(falling <= rising, \"falling must be no more than rising\");",
                       "der(y) = if (u - y)/td > rising then rising elseif (u - y)/td < falling then falling "
                       "else (u - y)/td;",
                       "initial equation y = u;"),
              EG_PARAMETERS(slew), EG_PORTS(one))

/* ---------------------------------------------------------------- Tables */

static const char *const interpolations[] = {"LinearInterpolation", "ConstantInterpolation", NULL};
#define INTERPOLATION "BlockComponents.Tables.InterpolationType"

static const eg_parameter data[] = {
    {.name = "dataset",
     .columns = 2,
     .need = EG_REQUIRED,
     .is_structural = true,
     .doc = "x, not falling, and the values there: two columns"},
    {.name = "interpolation_type",
     .type = EG_ENUMERATION,
     .type_name = INTERPOLATION,
     .literals = interpolations,
     .need = EG_REQUIRED,
     .is_structural = true,
     .doc = "Lines between the points, or steps: the value of the point before"},
};

EG_DYAD_BLOCK(
    interpolation, "Tables", "Interpolation", "Function given by points",
    "The output is the value of the data at x = u: DyadDataset(\"file.csv\", independent_var = \"t\", "
    "dependent_vars = [\"v\"]) takes them from a file whose first line names its columns. Beyond the ends "
    "the first or the last line goes on, or the last step.",
    EG_TEXTS(
        "y = Elastogap.Math.interpolate(dataset[:, 1], dataset[:, 2], if interpolation_type == " INTERPOLATION
        ".LinearInterpolation then Modelica.Blocks.Types.Smoothness.LinearSegments else "
        "Modelica.Blocks.Types.Smoothness.ConstantSegments, u);"),
    EG_PARAMETERS(data), EG_PORTS(one))

/* ---------------------------------------------------------------- Routing */

EG_DYAD_BLOCK(pass_through, "Routing", "RealPassThrough", "Hands a signal on", "The output is the input.",
              EG_TEXTS("y = u;"), EG_PORTS(one))
EG_DYAD_BLOCK(terminator, "Routing", "Terminator", "Takes a signal that nobody wants",
              "It does nothing with its input.", NULL, EG_PORTS(end))
