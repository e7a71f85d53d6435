/* ForceStep: f = flange.f = -offsetForce - (if time < startTime then 0 else stepForce).
 *
 * A positive force pushes what is connected to the flange in positive direction; the variable f has the
 * sign of flange.f, opposite to the parameters. The step is a time event: at startTime itself the right side
 * holds. */
#include "component/common.h"
#include "component/block/source_block.h"

enum { STEP_FORCE, OFFSET_FORCE, START_TIME, USE_SUPPORT };
enum { S, F, S_SUPPORT };
enum { BEFORE, AFTER };

static int declare_force(int support, eg_parts *parts)
{
    if (eg_declare_coordinate(parts, S, EG_NONE, EG_NONE, support, EG_AT_FLANGE, EG_DEFAULT))
        return -1;
    return eg_parts_add_force(
        parts, (eg_force_part){.port = EG_AT_FLANGE, .support = support, .input = EG_OWN, .sign = 1.0});
}

static int declare(const double *p, eg_parts *parts)
{
    return declare_force(eg_support(p[USE_SUPPORT]), parts);
}

static int dyad_declare(const double *p, eg_parts *parts)
{
    (void)p;
    return declare_force(EG_AT_SUPPORT, parts);
}

static double value(const double *p, long phase)
{
    return phase == AFTER ? p[OFFSET_FORCE] + p[STEP_FORCE] : p[OFFSET_FORCE];
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
    return p[STEP_FORCE] != 0.0 ? -1 : EG_SMOOTH;
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

#define PARAMETERS(how)                                                                                      \
    {.name = "stepForce",                                                                                    \
     EG_SI_FORCE,                                                                                            \
     .need = (how),                                                                                          \
     .value = 1.0,                                                                                           \
     .doc = "Height of the step, positive in positive direction"},                                           \
        {.name = "offsetForce", EG_SI_FORCE, .need = (how), .doc = "Force before the step"},                 \
    {                                                                                                        \
        .name = "startTime", EG_SI_TIME, .doc = "Time of the step"                                           \
    }

static const eg_parameter parameters[] = {PARAMETERS(EG_FALLS_BACK), EG_PARAMETER_USE_SUPPORT};
static const eg_parameter dyad_parameters[] = {PARAMETERS(EG_HAS_DEFAULT)};

static const eg_port ports[] = {EG_PORTS_FLANGE_AND_SUPPORT};
static const eg_port dyad_ports[] = {EG_PORTS_DYAD_FLANGE_AND_SUPPORT};

#define VARIABLE_F                                                                                           \
    {                                                                                                        \
        .name = "f", EG_SI_FORCE, .doc = "Force at the flange (= flange.f): minus the stepped force"         \
    }

static const eg_variable variables[] = {EG_VARIABLE_S_TO_SUPPORT, VARIABLE_F, EG_VARIABLE_S_SUPPORT};
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
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
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
    EG_PARAMETERS(dyad_parameters),
    EG_PORTS(dyad_ports),
    EG_VARIABLES(dyad_variables),
    .declare = dyad_declare,
    .observe = dyad_observe,
    .block = &block,
};
