/* Speed (rotational): turns a flange with a reference speed, exactly or through a filter. The motion is that
 * of the translational Speed (speed.c), w_ref in place of v_ref. */
#include "component/rotational.h"

enum { EXACT, F_CRIT, W_CRIT, USE_SUPPORT };
enum { PHI, W, A, PHI_SUPPORT };

static const char *check(const double *p, const bool *given, bool *is_error)
{
    *is_error = false;
    if (p[EXACT] == 0.0 && p[F_CRIT] == 0.0)
        return "f_crit = 0 lets nothing through the filter: w_ref has no effect after the start";
    if (p[EXACT] != 0.0 && given[F_CRIT])
        return "f_crit plays no part, because the reference is followed exactly";
    return NULL;
}

static int declare(const double *p, eg_parts *parts)
{
    int support = eg_support(p[USE_SUPPORT]), a = p[EXACT] != 0.0 ? EG_NONE : A;
    if (eg_declare_coordinate(parts, PHI, W, a, support, EG_AT_FLANGE, EG_PREFER))
        return -1;
    return eg_parts_add_drive(parts, (eg_drive_part){.port = EG_AT_FLANGE,
                                                     .support = support,
                                                     .input = EG_AT_SIGNAL,
                                                     .variable_s = PHI,
                                                     .variable_v = EG_NONE});
}

static void observe(const eg_observation *o, double *out)
{
    if (o->p[EXACT] != 0.0)
        out[A] = 0.0;
    out[PHI_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

static const eg_parameter parameters[] = {
    {.name = "exact",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: w follows w_ref exactly; false: through a filter"},
    {.name = "f_crit",
     EG_SI_FREQUENCY,
     .value = 50.0,
     EG_AT_LEAST(0.0),
     .doc = "Critical frequency of the filter; above those that matter in w_ref"},
    {.name = "w_crit",
     EG_SI_ANGULAR_FREQUENCY,
     .value_text = "2*pi*f_crit",
     .is_protected = true,
     .doc = "Critical angular frequency of the filter"},
    EG_PARAMETER_USE_SUPPORT,
};

static const eg_port ports[] = {
    EG_ROT_PORTS_FLANGE_AND_SUPPORT,
    {.name = "w_ref",
     .kind = EG_REAL_INPUT,
     .unit = "rad/s",
     .doc = "Reference speed, relative to the support"},
};

static const eg_variable variables[] = {
    {.name = "phi", EG_SI_ANGLE, .fixed = true, .doc = "Angle from the support to the flange"},
    {.name = "w", EG_SI_ANGULAR_VELOCITY, .doc = "Rate of phi"},
    {.name = "a", EG_SI_ANGULAR_ACCELERATION, .doc = "Rate of w; 0 when exact"},
    EG_ROT_VARIABLE_PHI_SUPPORT,
};

const eg_class eg_class_rot_speed = {
    .name = EG_ROT("Sources.Speed"),
    .doc = "Turns a flange with a reference speed",
    .text =
        "Forces a flange to turn with the speed of the signal w_ref, relative to the support, beginning at "
        "the start value of phi (0 unless given). Whatever torque that takes is there and can be read as "
        "flange.tau; its work counts as supplied energy.\n\n"
        "Exact means that speed and acceleration are those of w_ref, which must be continuous and have a "
        "derivative; a of this component is then 0, as in the Modelica Standard Library. Otherwise w_ref "
        "passes a first-order filter of critical frequency f_crit.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("RollingCart"),
    .equations = EG_TEXTS(EG_ROT_EQUATIONS_ONE_FLANGE, "phi = flange.phi - phi_support;", "w = der(phi);",
                          "if exact then w = w_ref; else a = der(w); end if;",
                          "if exact then a = 0; else a = (w_ref - w)*w_crit; end if;",
                          "initial equation if not exact then w = w_ref; end if;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .complete = eg_speed_complete,
    .check = check,
    .declare = declare,
    .observe = observe,
    .drive = &eg_speed_drive,
};
