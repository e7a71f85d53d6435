/* Position (rotational): turns a flange along a reference angle, exactly or through a filter. The motion is
 * that of the translational Position (position.c), phi_ref in place of s_ref. */
#include "component/rotational.h"

enum { EXACT, F_CRIT, W_CRIT, AF, BF, USE_SUPPORT };
enum { PHI, W, A, PHI_SUPPORT };

static const char *check(const double *p, const bool *given, bool *is_error)
{
    *is_error = false;
    if (p[EXACT] == 0.0 && p[F_CRIT] == 0.0)
        return "f_crit = 0 lets nothing through the filter: phi_ref has no effect after the start";
    if (p[EXACT] != 0.0 && given[F_CRIT])
        return "f_crit plays no part, because the reference is followed exactly";
    return NULL;
}

static int declare(const double *p, eg_parts *parts)
{
    bool exact = p[EXACT] != 0.0;
    int support = eg_support(p[USE_SUPPORT]), w = exact ? EG_NONE : W, a = exact ? EG_NONE : A;
    if (eg_declare_coordinate(parts, PHI, w, a, support, EG_AT_FLANGE, exact ? EG_DEFAULT : EG_PREFER))
        return -1;
    return eg_parts_add_drive(parts, (eg_drive_part){.port = EG_AT_FLANGE,
                                                     .support = support,
                                                     .input = EG_AT_SIGNAL,
                                                     .variable_s = EG_NONE,
                                                     .variable_v = w});
}

static void observe(const eg_observation *o, double *out)
{
    if (o->p[EXACT] != 0.0)
        out[W] = out[A] = 0.0;
    out[PHI_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

static const eg_parameter parameters[] = {
    {.name = "exact",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: phi follows phi_ref exactly; false: through a filter"},
    {.name = "f_crit",
     EG_SI_FREQUENCY,
     .value = 50.0,
     EG_AT_LEAST(0.0),
     .doc = "Critical frequency of the filter; above those that matter in phi_ref"},
    {.name = "w_crit",
     EG_SI_ANGULAR_FREQUENCY,
     .value_text = "2*pi*f_crit",
     .is_protected = true,
     .doc = "Critical angular frequency of the filter"},
    {.name = "af", .value = 1.3617, .is_protected = true, .doc = "Coefficient of S in the filter"},
    {.name = "bf", .value = 0.6180, .is_protected = true, .doc = "Coefficient of S^2 in the filter"},
    EG_PARAMETER_USE_SUPPORT,
};

static const eg_port ports[] = {
    EG_ROT_PORTS_FLANGE_AND_SUPPORT,
    {.name = "phi_ref",
     .kind = EG_REAL_INPUT,
     .unit = "rad",
     .doc = "Reference angle, relative to the support"},
};

static const eg_variable variables[] = {
    EG_ROT_VARIABLE_PHI_TO_SUPPORT,
    {.name = "w", EG_SI_ANGULAR_VELOCITY, .doc = "Rate of phi; 0 when exact"},
    {.name = "a", EG_SI_ANGULAR_ACCELERATION, .doc = "Rate of w; 0 when exact"},
    EG_ROT_VARIABLE_PHI_SUPPORT,
};

const eg_class eg_class_rot_position = {
    .name = EG_ROT("Sources.Position"),
    .doc = "Turns a flange along a reference angle",
    .text =
        "Forces a flange to follow the signal phi_ref, relative to the support. Whatever torque that takes "
        "is there and can be read as flange.tau; its work counts as supplied energy.\n\n"
        "Exact means that angle, speed and acceleration are those of phi_ref, which must have two "
        "derivatives; w and a of this component are then 0, as in the Modelica Standard Library. Otherwise "
        "phi_ref passes a second-order Bessel filter of critical frequency f_crit.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("RollingCart"),
    .equations =
        EG_TEXTS(EG_ROT_EQUATIONS_ONE_FLANGE, "phi = flange.phi - phi_support;",
                 "if exact then phi = phi_ref; else w = der(phi); end if;",
                 "if exact then w = 0; else a = der(w); end if;",
                 "if exact then a = 0; else a = ((phi_ref - phi)*w_crit - af*w)*(w_crit/bf); end if;",
                 "initial equation if not exact then phi = phi_ref; end if;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .complete = eg_position_complete,
    .check = check,
    .declare = declare,
    .observe = observe,
    .drive = &eg_position_drive,
};
