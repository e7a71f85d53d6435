/* ForceStep and TorqueStep.
 *
 *     ForceStep:   f = flange.f = -offsetForce - (if time < startTime then 0 else stepForce)
 *     TorqueStep:  tau = -flange.tau = offsetTorque + (if time < startTime then 0 else stepTorque)
 *
 * A positive step pushes what is connected to the flange in positive direction. As in the Modelica Standard
 * Library the variable f has the sign of flange.f, opposite to the parameters, but tau that of the
 * parameters. The step is a time event: at startTime itself the right side holds. */
#include "component/twins.h"
#include "component/block/sources/source_block.h"

enum { STEP, OFFSET, START_TIME, USE_SUPPORT };
enum { S, F, S_SUPPORT };
enum { BEFORE, AFTER };

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_force(parts, eg_support(p[USE_SUPPORT]), EG_OWN, S, EG_NONE);
}

static int dyad_declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_force(parts, EG_AT_SUPPORT, EG_OWN, S, EG_NONE);
}

static double value(const double *p, long phase)
{
    return phase == AFTER ? p[OFFSET] + p[STEP] : p[OFFSET];
}

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)t, (void)u;
    *y = (eg_jet){value(p, phase), 0.0, 0.0};
}

static long phase_at(const double *p, double t)
{
    return t < p[START_TIME] ? BEFORE : AFTER;
}

static double phase_end(const double *p, long phase)
{
    return phase == BEFORE ? p[START_TIME] : INFINITY;
}

static int continuity(const double *p)
{
    return p[STEP] != 0.0 ? -1 : EG_SMOOTH;
}

static const eg_block_ops block = {.evaluate = evaluate,
                                   .phase = phase_at,
                                   .phase_end = phase_end,
                                   .continuity = continuity,
                                   .generator = eg_polynomial_generator};

static void dyad_observe(const eg_observation *o, double *out)
{
    out[F] = -value(o->p, o->phase);
}

static void observe(const eg_observation *o, double *out)
{
    dyad_observe(o, out);
    out[S_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

static void rot_observe(const eg_observation *o, double *out)
{
    out[F] = value(o->p, o->phase);
    out[S_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

#define PARAMETERS(D, how)                                                                                   \
    {.name = "step" EG_WORD_FORCE_UPPER(D),                                                                  \
     EG_SI_TWIN_F(D),                                                                                        \
     .need = (how),                                                                                          \
     .value = 1.0,                                                                                           \
     .doc = "Height of the step, positive in positive direction"},                                           \
        {.name = "offset" EG_WORD_FORCE_UPPER(D),                                                            \
         EG_SI_TWIN_F(D),                                                                                    \
         .need = (how),                                                                                      \
         .doc = EG_WORD_FORCE_UPPER(D) " before the step"},                                                  \
    {                                                                                                        \
        .name = "startTime", EG_SI_TIME, .doc = "Time of the step"                                           \
    }

static const eg_parameter parameters[] = {PARAMETERS(T, EG_FALLS_BACK), EG_PARAMETER_USE_SUPPORT};
static const eg_parameter rot_parameters[] = {PARAMETERS(R, EG_FALLS_BACK), EG_PARAMETER_USE_SUPPORT};
static const eg_parameter dyad_parameters[] = {PARAMETERS(T, EG_HAS_DEFAULT)};

static const eg_port ports[] = {EG_PORTS_FLANGE_AND_SUPPORT};
static const eg_port rot_ports[] = {EG_ROT_PORTS_FLANGE_AND_SUPPORT};
static const eg_port dyad_ports[] = {EG_PORTS_DYAD_FLANGE_AND_SUPPORT};

#define EQUATION_TAU "tau = offsetTorque + (if time < startTime then 0 else stepTorque);"
#define VARIABLE_F                                                                                           \
    {                                                                                                        \
        .name = "f", EG_SI_FORCE, .follows = true,                                                           \
        .doc = "Force at the flange (= flange.f): minus the stepped force"                                   \
    }

static const eg_variable variables[] = {EG_VARIABLE_S_TO_SUPPORT, VARIABLE_F, EG_VARIABLE_S_SUPPORT};
static const eg_variable rot_variables[] = {
    EG_ROT_VARIABLE_PHI_TO_SUPPORT,
    {.name = "tau", EG_SI_TORQUE, .follows = true, .doc = "Torque on what is connected (= -flange.tau)"},
    EG_ROT_VARIABLE_PHI_SUPPORT,
};
static const eg_variable dyad_variables[] = {EG_VARIABLE_S_TO_SUPPORT, VARIABLE_F};

#define TEXT                                                                                                 \
    "A force that steps from offsetForce to offsetForce + stepForce at startTime. Positive forces push "     \
    "what is connected to the flange in positive direction.\n\n"                                             \
    "Mind the sign of the variable f: like every force at a port it counts positive into the component "     \
    "and is minus the stepped force."

#define EQUATION_F "f = -offsetForce - (if time < startTime then 0 else stepForce);"

const eg_class eg_class_force_step = {
    .name = EG_MSL("Sources.ForceStep"),
    .doc = "Force that steps at a given time",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Sources.ForceStep")),
    .extends =
        EG_TEXTS(EG_MSL_PARTIAL("PartialForce"), EG_MSL_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .equations = EG_TEXTS(EG_EQUATIONS_SUPPORT, "f = flange.f;", EQUATION_F),
    .solved = EG_TEXTS(EQUATION_F),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
    .block = &block,
};

const eg_class eg_class_torque_step = {
    .name = EG_ROT("Sources.TorqueStep"),
    .doc = "Torque that steps at a given time",
    .text =
        "A torque that steps from offsetTorque to offsetTorque + stepTorque at startTime. Positive torques "
        "turn what is connected to the flange in positive direction.",
    .extends =
        EG_TEXTS(EG_ROT_PARTIAL("PartialTorque"), EG_ROT_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("RollingCart"),
    .equations = EG_TEXTS(EG_ROT_EQUATIONS_ONE_FLANGE, "phi = flange.phi - phi_support;",
                          "tau = -flange.tau;", EQUATION_TAU),
    .solved = EG_TEXTS(EQUATION_TAU),
    EG_PARAMETERS(rot_parameters),
    EG_PORTS(rot_ports),
    EG_VARIABLES(rot_variables),
    .declare = declare,
    .observe = rot_observe,
    .block = &block,
};

const eg_class eg_class_dyad_force_step = {
    .name = EG_DYAD("Sources.ForceStep"),
    .short_name = EG_DYAD("ForceStep"),
    .doc = "Force that steps at a given time (Dyad)",
    .text =
        TEXT "\n\nIn Dyad the support is always there: connect it to a Fixed for a force from the ground.",
    .also = EG_TEXTS(EG_MSL("Sources.ForceStep")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialForce")),
    .equations = EG_TEXTS(EG_EQUATIONS_DYAD_SUPPORT, "f = flange.f;", EQUATION_F),
    .solved = EG_TEXTS(EQUATION_F),
    EG_PARAMETERS(dyad_parameters),
    EG_PORTS(dyad_ports),
    EG_VARIABLES(dyad_variables),
    .declare = dyad_declare,
    .observe = dyad_observe,
    .block = &block,
};
