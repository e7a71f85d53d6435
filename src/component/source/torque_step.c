/* TorqueStep: tau = -flange.tau = offsetTorque + (if time < startTime then 0 else stepTorque). The step is a
 * time event: at startTime itself the right side holds. */
#include "component/rotational.h"
#include "component/block/source_block.h"

enum { STEP_TORQUE, OFFSET_TORQUE, START_TIME, USE_SUPPORT };
enum { PHI, TAU, PHI_SUPPORT };
enum { BEFORE, AFTER };

static int declare(const double *p, eg_parts *parts)
{
    return eg_rot_declare_torque(parts, eg_support(p[USE_SUPPORT]), EG_OWN, PHI, EG_NONE);
}

static double value(const double *p, long phase)
{
    return phase == AFTER ? p[OFFSET_TORQUE] + p[STEP_TORQUE] : p[OFFSET_TORQUE];
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
    return p[STEP_TORQUE] != 0.0 ? -1 : EG_SMOOTH;
}

static const eg_block_ops block = {.evaluate = evaluate,
                                   .phase = phase_at,
                                   .phase_end = phase_end,
                                   .continuity = continuity,
                                   .generator = eg_polynomial_generator};

static void observe(const eg_observation *o, double *out)
{
    out[TAU] = value(o->p, o->phase);
    out[PHI_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

static const eg_parameter parameters[] = {
    {.name = "stepTorque",
     EG_SI_TORQUE,
     .need = EG_FALLS_BACK,
     .value = 1.0,
     .doc = "Height of the step, positive in positive direction"},
    {.name = "offsetTorque", EG_SI_TORQUE, .need = EG_FALLS_BACK, .doc = "Torque before the step"},
    {.name = "startTime", EG_SI_TIME, .doc = "Time of the step"},
    EG_PARAMETER_USE_SUPPORT,
};

static const eg_port ports[] = {EG_ROT_PORTS_FLANGE_AND_SUPPORT};

static const eg_variable variables[] = {
    EG_ROT_VARIABLE_PHI_TO_SUPPORT,
    {.name = "tau", EG_SI_TORQUE, .doc = "Torque on what is connected (= -flange.tau)"},
    EG_ROT_VARIABLE_PHI_SUPPORT,
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
    .equations =
        EG_TEXTS(EG_ROT_EQUATIONS_ONE_FLANGE, "phi = flange.phi - phi_support;", "tau = -flange.tau;",
                 "tau = offsetTorque + (if time < startTime then 0 else stepTorque);"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
    .block = &block,
};
