/* Dyad's linear blocks and controllers with memory. Their states, x, stand beside the output.
 *
 * LimPID is made of smaller blocks, as in Dyad, so that pid.integrator.x stands among the results:
 *
 *     y = limit(k*(P + I + D) + k_ff*u_ff),  P = wp*u_s - u_m,  D = Td*s/(1 + s*Td/Nd)*(wd*u_s - u_m)
 *     der(I) = (u_s - u_m + (y - what it would be without limits)/(k*Ni))/Ti */
#include "component/block/dyad_block.h"

#define NUMBER(name_, value_, doc_)                                                                          \
    {                                                                                                        \
        .name = (name_), .value = (value_), .doc = (doc_)                                                    \
    }
#define LAG                                                                                                  \
    {                                                                                                        \
        .name = "T", .need = EG_REQUIRED, EG_AT_LEAST(2.2250738585072014e-308), .doc = "Time constant [s]"   \
    }
#define STATE(name_, doc_)                                                                                   \
    {                                                                                                        \
        .name = (name_), .doc = (doc_)                                                                       \
    }

static const eg_port siso[] = {EG_PORTS_SISO};
static const eg_variable state[] = {STATE("x", "State")};

/* ---------------------------------------------------------------- Integrator, Derivative, FirstOrder */

static const eg_parameter integrator[] = {NUMBER("x0", 0.0, "State at the start"),
                                          NUMBER("k", 1.0, "Factor")};
static const eg_parameter derivative[] = {NUMBER("x0", 0.0, "State at the start"), LAG,
                                          NUMBER("k", 1.0, "Factor")};
static const eg_parameter first_order[] = {LAG, NUMBER("k", 1.0, "Factor")};

EG_DYAD_BLOCK(integrator, "Continuous", "Integrator", "Integral of a signal",
              "The output grows at the rate k*u, from x0 at the start.",
              EG_TEXTS("der(x) = k*u;", "y = x;", "initial equation x = x0;"), EG_PARAMETERS(integrator),
              EG_PORTS(siso), EG_VARIABLES(state))
EG_DYAD_BLOCK(
    derivative, "Continuous", "Derivative", "Rate of a signal, smoothed",
    "The output is the rate of k*u behind a low-pass of the time constant T: the smaller T, the nearer "
    "to the true rate. x follows u, from x0 at the start.",
    EG_TEXTS("der(x) = (u - x)/T;", "y = k/T*(u - x);", "initial equation x = x0;"),
    EG_PARAMETERS(derivative), EG_PORTS(siso), EG_VARIABLES(state))
EG_DYAD_BLOCK(first_order, "Continuous", "FirstOrder", "First-order low-pass",
              "The output follows k times the input with the time constant T. It begins at 0, or where x is "
              "given a start.",
              EG_TEXTS("der(x) = (k*u - x)/T;", "y = x;"), EG_PARAMETERS(first_order), EG_PORTS(siso),
              EG_VARIABLES(state))

/* ---------------------------------------------------------------- SecondOrder, Plant */

static const eg_parameter second_order[] = {NUMBER("k", 1.0, "Factor"),
                                            NUMBER("w", 1.0, "Angular frequency [rad/s]"),
                                            NUMBER("d", 1.0, "Damping ratio")};
static const eg_variable two_states[] = {STATE("x", "State"), STATE("xd", "Its rate")};
static const eg_variable plant_states[] = {STATE("x1", "A position"), STATE("x2", "Its rate")};

EG_DYAD_BLOCK(second_order, "Continuous", "SecondOrder", "Second-order low-pass",
              "The output follows k times the input as an oscillator of the angular frequency w and the "
              "damping ratio d does. It begins at rest at 0, or where x and xd are given starts.",
              EG_TEXTS("der(x) = xd;", "der(xd) = w*(w*(k*u - x) - 2*d*xd);", "y = x;"),
              EG_PARAMETERS(second_order), EG_PORTS(siso), EG_VARIABLES(two_states))
EG_DYAD_BLOCK(plant, "Continuous", "Plant", "An oscillator to try controllers on",
              "A damped oscillator of the frequency 1 rad/s, which the input pushes; the output is half its "
              "position and its rate. It begins at rest at 0, or where x1 and x2 are given starts.",
              EG_TEXTS("der(x1) = x2;", "der(x2) = -x1 - 0.5*x2 + u;", "y = 0.5*x1 + x2;"), EG_PORTS(siso),
              EG_VARIABLES(plant_states))

/* ---------------------------------------------------------------- StateSpace */

#define MATRIX(name_, default_, doc_)                                                                        \
    {                                                                                                        \
        .name = (name_), .columns = EG_ANY_COLUMNS, .value_text = (default_), .is_structural = true,         \
        .doc = (doc_)                                                                                        \
    }
#define VECTOR(name_, size_, doc_)                                                                           \
    {                                                                                                        \
        .name = (name_), .columns = 1, .value_text = "zeros(" size_ ")", .is_structural = true,              \
        .doc = (doc_)                                                                                        \
    }

static const eg_parameter space[] = {
    EG_PARAMETER_COUNT("nx", 2.0, 0.0, "Number of states"),
    EG_PARAMETER_COUNT("nu", 1.0, 0.0, "Number of inputs"),
    EG_PARAMETER_COUNT("ny", 1.0, 0.0, "Number of outputs"),
    MATRIX("A", "zeros(nx, nx)", "How the states act on their rates"),
    MATRIX("B", "ones(nx, nu)", "How the inputs act on the rates"),
    MATRIX("C", "ones(ny, nx)", "How the states act on the outputs"),
    MATRIX("D", "zeros(ny, nu)", "How the inputs act on the outputs"),
    VECTOR("x0", "nx", "States at the start"),
    VECTOR("u0", "nu", "Inputs of the point of operation"),
    VECTOR("y0", "ny", "Outputs of the point of operation"),
};
static const eg_port space_ports[] = {EG_PORTS_OF(EG_REAL_INPUT, "u", "nu", "Input signals"),
                                      EG_PORTS_OF(EG_REAL_OUTPUT, "y", "ny", "Output signals")};
static const eg_variable space_states[] = {{.name = "x", .size = "nx", .doc = "States"}};

EG_DYAD_BLOCK(
    state_space, "Continuous", "StateSpace", "Linear system in state space",
    "der(x) = A*x + B*(u - u0) and y = C*x + D*(u - u0) + y0, with any number of states, inputs and "
    "outputs. u0 and y0 are the point about which the system is linear.",
    EG_TEXTS("assert(size(A, 1) == nx and size(A, 2) == nx and size(B, 1) == nx and size(B, 2) == nu "
             "and size(C, 1) == ny and size(C, 2) == nx and size(D, 1) == ny and size(D, 2) == nu, "
             "\"the sizes of A, B, C and D do not fit nx, nu and ny\");",
             "der(x) = A*x + B*(u - u0);", "y = C*x + D*(u - u0) + y0;", "initial equation x = x0;"),
    EG_PARAMETERS(space), EG_PORTS(space_ports), EG_VARIABLES(space_states))

/* ---------------------------------------------------------------- LimPID */

#define CONTROLLER_PARAMETERS                                                                                \
    NUMBER("k", 1.0, "Gain of the controller"),                                                              \
    {                                                                                                        \
        .name = "Ti", EG_SI_TIME, .value = 0.5, .doc = "Time constant of the integrator"                     \
    }
#define CONTROLLER_LIMITS                                                                                    \
    NUMBER("y_max", 1e300, "Largest output"),                                                                \
        {.name = "y_min", .value_text = "-y_max", .doc = "Smallest output"},                                 \
        NUMBER("wp", 1.0, "Weight of the set point in the proportional part"),                               \
        NUMBER("Ni", 0.9, "Ni*Ti is the time constant with which the integrator leaves a limit"),            \
        NUMBER("k_ff", 1.0, "Factor of u_ff"), NUMBER("xi0", 0.0, "State of the integrator at the start")

static const eg_parameter pid[] = {
    CONTROLLER_PARAMETERS,
    CONTROLLER_LIMITS,
    {.name = "Td", EG_SI_TIME, .value = 0.1, .doc = "Time constant of the derivative"},
    NUMBER("wd", 1.0, "Weight of the set point in the derivative part"),
    NUMBER("Nd", 10.0, "The derivative's low-pass has the time constant Td/Nd"),
    NUMBER("xd0", 0.0, "State of the derivative at the start"),
};
static const eg_parameter pid_external[] = {CONTROLLER_PARAMETERS, CONTROLLER_LIMITS};

#define CONTROLLER_PORTS                                                                                     \
    {.name = "u_s", .kind = EG_REAL_INPUT, .doc = "Set point"},                                              \
        {.name = "u_m", .kind = EG_REAL_INPUT, .doc = "Measurement"},                                        \
        {.name = "y", .kind = EG_REAL_OUTPUT, .doc = "What the controller asks for"},                        \
    {                                                                                                        \
        .name = "u_ff", .kind = EG_REAL_INPUT,                                                               \
        .doc = "Feed-forward: added to the output before it is limited"                                      \
    }

static const eg_port pid_ports[] = {CONTROLLER_PORTS};
static const eg_port pid_external_ports[] = {
    CONTROLLER_PORTS, {.name = "u_d", .kind = EG_REAL_INPUT, .doc = "Derivative part, before the gain"}};
static const eg_variable pid_variables[] = {{.name = "control_error", .doc = "Set point less measurement"}};

#define MATH(name) "BlockComponents.Math." name
#define CONTROLLER_PARTS                                                                                     \
    MATH("Add add_p(k1 = wp, k2 = -1);"), MATH("Add3 add_i(k2 = -1);"), MATH("Gain proportional(k = 1);"),   \
        "BlockComponents.Continuous.Integrator integrator(k = 1/Ti, x0 = xi0);", MATH("Add3 add_pid;"),      \
        MATH("Gain gain_pid(k = k);"), MATH("Add add_ff(k2 = k_ff);"),                                       \
        "BlockComponents.Nonlinear.Limiter limiter(y_max = y_max, y_min = y_min);",                          \
        MATH("Add add_sat(k2 = -1);"), MATH("Gain gain_track(k = 1/(k*Ni));")
#define CONTROLLER_EQUATIONS                                                                                 \
    "control_error = u_s - u_m;", "connect(u_s, add_p.u1);", "connect(u_m, add_p.u2);",                      \
        "connect(u_s, add_i.u1);", "connect(u_m, add_i.u2);", "connect(add_p.y, proportional.u);",           \
        "connect(add_i.y, integrator.u);", "connect(proportional.y, add_pid.u1);",                           \
        "connect(integrator.y, add_pid.u3);", "connect(add_pid.y, gain_pid.u);",                             \
        "connect(gain_pid.y, add_ff.u1);", "connect(u_ff, add_ff.u2);", "connect(add_ff.y, limiter.u);",     \
        "connect(limiter.y, add_sat.u1);", "connect(add_ff.y, add_sat.u2);",                                 \
        "connect(add_sat.y, gain_track.u);", "connect(gain_track.y, add_i.u3);", "connect(limiter.y, y);"

EG_DYAD_BLOCK(lim_pid, "Continuous", "LimPID", "PID controller with limits",
              "Proportional, integral and derivative action on the difference of set point and measurement, "
              "held between y_min and y_max; at a limit the integrator is led back. u_ff is added before the "
              "limits: where it is not wanted, give it 0.",
              EG_TEXTS(CONTROLLER_EQUATIONS, "connect(u_s, add_d.u1);", "connect(u_m, add_d.u2);",
                       "connect(add_d.y, derivative.u);", "connect(derivative.y, add_pid.u2);"),
              .components = EG_TEXTS(CONTROLLER_PARTS, MATH("Add add_d(k1 = wd, k2 = -1);"),
                                     "BlockComponents.Continuous.Derivative derivative(k = Td, "
                                     "T = max(Td/Nd, 1e-14), x0 = xd0);"),
              EG_PARAMETERS(pid), EG_PORTS(pid_ports), EG_VARIABLES(pid_variables))
EG_DYAD_BLOCK(lim_pid_external, "Continuous", "LimPIDExternalDerivative",
              "PID controller with limits whose derivative part is a signal",
              "A LimPID whose derivative part is the signal u_d, times k: for a plant that measures its rate "
              "itself.",
              EG_TEXTS(CONTROLLER_EQUATIONS, "connect(u_d, add_pid.u2);"),
              .components = EG_TEXTS(CONTROLLER_PARTS), EG_PARAMETERS(pid_external),
              EG_PORTS(pid_external_ports), EG_VARIABLES(pid_variables))
