/* The element of a contact with a force: its law frozen in a mode, on either side. contact/side.h has the
 * conventions. */
#include "component/contact/side.h"

static eg_contact law_of(const double *k)
{
    eg_elasto_gap gap = eg_elasto_gap_msl(0, k[EG_SIDE_D], k[EG_SIDE_S_REL0], k[EG_SIDE_S_REF],
                                          k[EG_SIDE_F_REF], k[EG_SIDE_N]);
    return eg_contact_make((eg_contact_law)(int)k[EG_SIDE_LAW], &gap, k[EG_SIDE_FACTOR],
                           k[EG_SIDE_TRANSITION]);
}

eg_side_view eg_side_view_of(const double *k, int mode)
{
    bool upper = mode > EG_SIDE_MODES;
    const double *own = upper ? k + EG_SIDE_COUNT : k;
    return (eg_side_view){own, law_of(own), (eg_contact_mode)(upper ? mode - EG_SIDE_MODES : mode),
                          upper ? -1 : 1, own[EG_SIDE_V0]};
}

int eg_side_mode(const eg_side_view *side, eg_contact_mode mode)
{
    return side->sign < 0 && mode != EG_CONTACT_APART ? (int)mode + EG_SIDE_MODES : (int)mode;
}

eg_fixed_contact eg_side_contact(const eg_side_view *side)
{
    return (eg_fixed_contact){.sign = side->sign,
                              .v_min = side->k[EG_SIDE_V_MIN],
                              .v_impact = side->k[EG_SIDE_V_IMPACT],
                              .v0 = side->v0,
                              .law = side->law};
}

void eg_side_force(const double *k, int mode, double s_rel, double v_rel, eg_force *out)
{
    const eg_side_view side = eg_side_view_of(k, mode);
    eg_law_force o;
    eg_contact_force(&side.law, side.mode, side.v0, side.sign * s_rel, side.sign * v_rel, &o);
    o.f = side.sign * o.f + 0.0;
    o.d2f_ds2 *= side.sign;
    o.dloss_ds *= side.sign;
    o.dloss_dv *= side.sign;
    *out = eg_force_of(o);
}

int eg_side_dependence(const double *k, int mode)
{
    const eg_side_view side = eg_side_view_of(k, mode);
    int depends = eg_contact_dependence(&side.law, side.mode);
    return (depends & 1 ? EG_ON_POSITION : 0) | (depends & 2 ? EG_ON_VELOCITY : 0);
}

double eg_side_energy(const double *k, int mode, double s_rel)
{
    const eg_side_view side = eg_side_view_of(k, mode);
    return eg_contact_energy(&side.law, side.mode, side.sign * s_rel);
}

double eg_side_compression(const double *k, int mode, double s_rel)
{
    const eg_side_view side = eg_side_view_of(k, mode);
    return mode == 0 ? INFINITY : fabs(side.sign * s_rel - side.k[EG_SIDE_S_REL0]);
}

double eg_side_roughness(const double *k, int mode, int i)
{
    const double *own = eg_side_view_of(k, mode).k;
    bool smooth = fmod(own[EG_SIDE_N], 2.0) == 1.0 || own[EG_SIDE_F_REF] == 0.0;
    return mode == 0 || i != 0 || smooth ? 0.0 : own[EG_SIDE_N];
}

int eg_side_next_mode(const double *k, int mode, int i, double s_rel, double v_rel)
{
    const eg_side_view side = eg_side_view_of(k, mode);
    return eg_side_mode(&side,
                        eg_contact_next(&side.law, side.mode, i, side.sign * s_rel, side.sign * v_rel));
}

int eg_side_mode_at(const double *k, double s_rel, double v_rel)
{
    const eg_contact law = law_of(k);
    return (int)eg_contact_mode_at(&law, s_rel, v_rel);
}

void eg_side_switching(const double *k, int mode, double s_rel, double v_rel, double *h, double *dh_ds,
                       double *dh_dv)
{
    const eg_side_view side = eg_side_view_of(k, mode);
    eg_contact_switching(&side.law, side.mode, side.sign * s_rel, side.sign * v_rel, h, dh_ds, dh_dv);
    for (int i = 0; i < 3; i++) {
        if (dh_ds)
            dh_ds[i] *= side.sign;
        if (dh_dv)
            dh_dv[i] *= side.sign;
    }
}

/* A contact that begins remembers its speed; one that is there at the start has the speed of the start. */
void eg_side_remember(double *k, bool was, bool is, double v_rel)
{
    if (is && !was)
        k[EG_SIDE_V0] =
            k[EG_SIDE_V_IMPACT] > 0 ? k[EG_SIDE_V_IMPACT] : eg_contact_touch_speed(v_rel, k[EG_SIDE_V_MIN]);
}

/* With n = 1, where no damper fades in and none follows the depth. */
bool eg_side_is_linear(const double *k)
{
    int law = (int)k[EG_SIDE_LAW];
    bool linear = law == EG_CONTACT_ELASTO_GAP || law == EG_CONTACT_KELVIN_VOIGT ||
                  law == EG_CONTACT_KELVIN_VOIGT_CLIPPED || law == EG_CONTACT_UNDAMPED_REBOUND ||
                  law == EG_CONTACT_HERTZ;
    return linear && (k[EG_SIDE_N] == 1.0 || k[EG_SIDE_F_REF] == 0.0);
}

static const char *contact_event(eg_contact_mode mode, int i)
{
    bool limited = mode == EG_CONTACT_APPROACH_LIMITED || mode == EG_CONTACT_REBOUND_LIMITED;
    if (i == 0)
        return mode == EG_CONTACT_APART ? "contact begins" : "contact ends";
    if (i == 2)
        return limited ? "rebound limit ends" : "rebound limit begins";
    if (mode == EG_CONTACT_UNDAMPED)
        return "approach begins";
    if (mode == EG_CONTACT_TRANSITION)
        return "damper fully engaged";
    return limited ? "approach limit ends" : "damper lets go";
}

const char *eg_side_event_name(int mode, int i)
{
    return contact_event((eg_contact_mode)(mode > EG_SIDE_MODES ? mode - EG_SIDE_MODES : mode), i);
}

static bool never_pulls(eg_contact_law law)
{
    return law != EG_CONTACT_KELVIN_VOIGT && law < EG_CONTACT_LANKARANI_NIKRAVESH_1994;
}

void eg_side_bound(const double *k, int mode, eg_force *f)
{
    const eg_side_view side = eg_side_view_of(k, mode);
    if (never_pulls(side.law.law) && side.sign * f->f > 0)
        f->f = 0;
}

/* ---------------------------------------------------------------- both sides */

static eg_side_view upper_of(const double *k)
{
    return eg_side_view_of(k, EG_SIDE_MODES + 1);
}

int eg_two_sides_mode_at(const double *k, double s_rel, double v_rel)
{
    const eg_side_view upper = upper_of(k);
    int mode = eg_side_mode_at(k, s_rel, v_rel);
    return mode > 0 ? mode : eg_side_mode(&upper, eg_contact_mode_at(&upper.law, -s_rel, -v_rel));
}

void eg_two_sides_switching(const double *k, int mode, double s_rel, double v_rel, double *h, double *dh_ds,
                            double *dh_dv)
{
    eg_side_switching(k, mode, s_rel, v_rel, h, dh_ds, dh_dv);
    if (mode > 0)
        return;
    h[1] = -k[EG_SIDE_COUNT + EG_SIDE_S_REL0] - s_rel;
    h[2] = 1.0;
    for (int i = 1; i < 3; i++) {
        if (dh_ds)
            dh_ds[i] = i == 1 ? -1.0 : 0.0;
        if (dh_dv)
            dh_dv[i] = 0.0;
    }
}

int eg_two_sides_next_mode(const double *k, int mode, int i, double s_rel, double v_rel)
{
    if (mode > 0 || i == 0)
        return eg_side_next_mode(k, mode, i, s_rel, v_rel);
    const eg_side_view upper = upper_of(k);
    return eg_side_mode(&upper, eg_contact_next(&upper.law, EG_CONTACT_APART, 0, -s_rel, -v_rel));
}

int eg_two_sides_contacts(const double *k, eg_fixed_contact *out)
{
    const eg_side_view lower = eg_side_view_of(k, 0), upper = upper_of(k);
    out[0] = eg_side_contact(&lower);
    out[1] = eg_side_contact(&upper);
    return 2;
}

void eg_two_sides_remember(double *k, int left, int mode, double s_rel, double v_rel)
{
    (void)s_rel;
    bool is_lower = mode > 0 && mode <= EG_SIDE_MODES, was_lower = left > 0 && left <= EG_SIDE_MODES;
    eg_side_remember(k, was_lower, is_lower, v_rel);
    eg_side_remember(k + EG_SIDE_COUNT, left > EG_SIDE_MODES, mode > EG_SIDE_MODES, -v_rel);
}

bool eg_two_sides_are_linear(const double *k)
{
    return eg_side_is_linear(k) && eg_side_is_linear(k + EG_SIDE_COUNT);
}

const char *eg_two_sides_event_name(int mode, int i)
{
    if (mode == 0)
        return i == 0 ? "contact with the lower stop begins" : "contact with the upper stop begins";
    return eg_side_event_name(mode, i);
}

const char *const eg_two_sides_modes[EG_TWO_SIDES_MODES] = {"apart", EG_SIDE_MODE_NAMES, EG_SIDE_MODE_NAMES};

/* ---------------------------------------------------------------- parameters */

static bool has_damper(eg_contact_law law)
{
    return law != EG_CONTACT_HERTZ && law != EG_CONTACT_RESTITUTION && !eg_contact_is_hysteresis(law);
}

void eg_side_prepare(const eg_side *side, double *k)
{
    k[EG_SIDE_LAW] = side->law;
    k[EG_SIDE_D] = side->d;
    k[EG_SIDE_S_REL0] = side->s_rel0;
    k[EG_SIDE_S_REF] = side->s_ref;
    k[EG_SIDE_F_REF] = side->f_ref;
    k[EG_SIDE_N] = side->n;
    k[EG_SIDE_FACTOR] = eg_contact_is_hysteresis(side->law) ? eg_contact_factor(side->law, side->e) : 0;
    k[EG_SIDE_TRANSITION] = side->transition;
    k[EG_SIDE_V_IMPACT] = side->v_impact;
    k[EG_SIDE_V_MIN] = side->v_min;
    k[EG_SIDE_V0] = side->v_impact > 0 ? side->v_impact : side->v_min;
}

double eg_side_damping(const eg_side *side)
{
    if (!has_damper(side->law) || side->has_d || !side->has_e)
        return side->d;
    const double scale = pow(side->s_ref, side->n);
    const eg_impact_design design = {.law = side->law,
                                     .e = side->e,
                                     .mass = side->mass,
                                     .speed = side->v_impact,
                                     .n = side->n,
                                     .transition = side->transition,
                                     .by = EG_IMPACT_DESIGN_C,
                                     .value = side->f_ref / scale};
    eg_impact_problem problem;
    if (eg_impact_design_solve(&design, NULL, &problem, NULL) != EG_OK)
        return 0.0;
    return design.law == EG_CONTACT_LANKARANI_NIKRAVESH_1994 ? problem.law.gap.d * scale : problem.law.gap.d;
}

double eg_side_unbounded(const eg_side_view *side, const eg_observation *o, double f_d)
{
    if (side->mode == EG_CONTACT_APART)
        return 0;
    if (side->law.law == EG_CONTACT_ELASTO_GAP)
        return side->k[EG_SIDE_D] * o->v_rel;
    if (side->mode == EG_CONTACT_LINEAR)
        return f_d;
    const double s = side->sign * o->s_rel;
    return eg_contact_damping_at_(&side->law, (int)side->mode, side->v0, s).B * o->v_rel;
}

double eg_side_factor(eg_contact_law law, double e)
{
    double factor = eg_contact_is_hysteresis(law) ? eg_contact_factor(law, e) : 0;
    return isfinite(factor) ? factor : 0; /* the check complains */
}

double eg_side_damping_at_work(const eg_side_view *side)
{
    const double *k = side->k;
    return eg_contact_is_hysteresis(side->law.law) ? k[EG_SIDE_FACTOR] * k[EG_SIDE_F_REF] / k[EG_SIDE_V0]
                                                   : k[EG_SIDE_D];
}

static const char *check_family(const eg_side *s)
{
    if (s->has_d)
        return "d plays no part in this law: its damping follows from e; leave d out, or take "
               "lankarani-nikravesh-1994 for a damping constant of your own";
    if (!s->has_e)
        return "this law needs the restitution e; give e = ..., more than 0 and at most 1";
    return isfinite(eg_contact_factor(s->law, s->e))
               ? NULL
               : "e = 0 asks for infinite damping in this law; give e more than 0";
}

static const char *check_damped(const eg_side *s)
{
    if (s->has_d && s->has_e)
        return "d and e are both given; give d, or e with mass and v_impact, from which d then follows";
    if (s->has_d)
        return NULL;
    if (!s->has_e)
        return "this law needs its damping; give d, or e with mass and v_impact, from which d follows";
    if (!(s->mass > 0 && s->v_impact > 0))
        return "d follows from e for one mass and one speed of impact; give mass and v_impact beside e";
    return s->d > 0 || s->e == 1
               ? NULL
               : "no damping delivers this e in this contact; `elastogap law design` says why";
}

static const char *check_rigid(const eg_side *s)
{
    if (s->has_d)
        return "d plays no part in this law, which is rigid; leave d out";
    return s->has_e ? NULL : "this law needs the restitution e; give e = ..., at least 0 and at most 1";
}

const char *eg_side_check(const eg_side *s)
{
    if (s->law == EG_CONTACT_SMOOTH_TRANSITION && !(s->transition > 0))
        return "smooth-transition needs the width over which its damper engages; give transition = ... m";
    if (s->law == EG_CONTACT_RESTITUTION)
        return check_rigid(s);
    if (eg_contact_is_hysteresis(s->law))
        return check_family(s);
    return has_damper(s->law) ? check_damped(s) : NULL;
}

const char *eg_side_doubt(const eg_side *s)
{
    if (s->transition > 0 && s->law != EG_CONTACT_SMOOTH_TRANSITION)
        return "transition plays no part in this law; leave it out, or take smooth-transition";
    if (s->law != EG_CONTACT_HERTZ)
        return NULL;
    if (s->has_d && s->d > 0)
        return "hertz has no damper: d plays no part; leave d out, or take another law";
    return s->has_e && s->e < 1
               ? "hertz has no damper: its restitution is 1; leave e out, or take another law"
               : NULL;
}

const char *const eg_contact_laws[] = {
    "elasto-gap",
    "kelvin-voigt",
    "kelvin-voigt-clipped",
    "undamped-rebound",
    "smooth-transition",
    "hertz",
    "lankarani-nikravesh-1994",
    "hunt-crossley",
    "lankarani-nikravesh",
    "gonthier",
    "flores",
    "hu-guo",
    "exact-restitution",
    "restitution",
    NULL,
};
