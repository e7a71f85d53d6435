/* Gap with a law that has a spring, and f_release > 0: a stop that sticks, by oil, paint or a magnet.
 *
 * Once its flanges have touched they stick. Beyond s_rel0 the spring pulls by the power law by which it
 * pushes before, without a damper:
 *
 *     stuck    f = f_ref*((s_rel - s_rel0)/s_ref)^n,  s_rel0 <= s_rel < s_rel0 + x_release
 *     x_release = s_ref*(f_release/f_ref)^(1/n),      where f = f_release
 *
 * There it lets go: f jumps to 0, and what the spring has stored, f_release*x_release/(n + 1), is lost at the
 * event. It sticks again when the flanges have touched again. In compression it is the law as it is
 * (contact/side.h), whose v0 is anew the speed at s_rel0 whenever the flanges get there from outside, stuck
 * or not.
 *
 * Modes are those of a side and one more. What the element remembers beside v0 is whether it has touched: a
 * place beyond s_rel0 alone does not say. */
#include "component/contact/parameters.h"
#include "component/contact/side.h"

enum { K_EXTENSION = EG_SIDE_COUNT, K_STICKS, K_COUNT };
enum { STUCK = EG_SIDE_MODES + 1 };
enum { TOUCH, RELEASE }; /* switching functions of STUCK */

double eg_adhesive_extension(const eg_side *side)
{
    const double share = side->f_release / side->f_ref;
    if (isfinite(share) && share >= 2.2250738585072014e-308)
        return side->s_ref * pow(share, 1.0 / side->n);
    return side->s_ref * (pow(side->f_release, 1.0 / side->n) / pow(side->f_ref, 1.0 / side->n));
}

bool eg_adhesive_sticks(const eg_side *side)
{
    return side->law != EG_CONTACT_RESTITUTION && side->f_release > 0 &&
           side->s_rel0 + eg_adhesive_extension(side) > side->s_rel0;
}

const char *eg_adhesive_check(const eg_side *side)
{
    if (side->law == EG_CONTACT_RESTITUTION || !(side->f_release > 0))
        return NULL;
    if (!(side->f_ref > 0))
        return "f_release is the pull of a spring, and this one has no stiffness; give c or f_ref more than "
               "0, or "
               "leave f_release out";
    return isfinite(side->s_rel0 + eg_adhesive_extension(side))
               ? NULL
               : "f_release is so large for this spring that it would let go at no finite extension; give "
                 "less";
}

/* ---------------------------------------------------------------- the element */

static bool is_compressed(int mode)
{
    return mode > 0 && mode < STUCK;
}

/* A side's mode whose spring, carried on beyond s_rel0, is that of `mode`. */
static int as_side(int mode)
{
    return mode == STUCK ? (int)EG_CONTACT_LINEAR : mode;
}

static eg_law_spring_ spring_of(const double *k, double s_rel)
{
    const eg_side_view side = eg_side_view_of(k, EG_CONTACT_LINEAR);
    return eg_elasto_gap_curve_(&side.law.gap, s_rel);
}

static void force(const double *k, int mode, double s_rel, double v_rel, eg_force *out)
{
    if (mode != STUCK) {
        eg_side_force(k, mode, s_rel, v_rel, out);
        return;
    }
    const eg_law_spring_ pull = spring_of(k, s_rel);
    *out = (eg_force){.f = pull.f_c, .df_ds = pull.slope, .d2f_ds2 = pull.curve};
}

static int dependence(const double *k, int mode)
{
    return mode == STUCK ? EG_ON_POSITION : eg_side_dependence(k, mode);
}

static void bound(const double *k, int mode, eg_force *f)
{
    if (mode != STUCK)
        eg_side_bound(k, mode, f);
    else if (f->f < 0)
        f->f = 0;
}

static double energy(const double *k, int mode, double s_rel)
{
    return eg_side_energy(k, as_side(mode), s_rel);
}

static double lost(const double *k, int left, int mode, double s_rel)
{
    return left == STUCK && mode == EG_CONTACT_APART ? energy(k, STUCK, s_rel) : 0.0;
}

static int mode_at(const double *k, double s_rel, double v_rel)
{
    const int mode = eg_side_mode_at(k, s_rel, v_rel);
    const bool reaches = k[K_STICKS] != 0.0 && s_rel - k[EG_SIDE_S_REL0] < k[K_EXTENSION];
    return mode == EG_CONTACT_APART && reaches ? STUCK : mode;
}

/* A motion that begins beyond s_rel0 has not touched. */
static void remember(double *k, int left, int mode, double s_rel, double v_rel)
{
    (void)s_rel;
    eg_side_remember(k, is_compressed(left), is_compressed(mode), v_rel);
    k[K_STICKS] = left >= 0 && mode != EG_CONTACT_APART;
}

static void switching(const double *k, int mode, double s_rel, double v_rel, double *h, double *dh_ds,
                      double *dh_dv)
{
    if (mode != STUCK) {
        eg_side_switching(k, mode, s_rel, v_rel, h, dh_ds, dh_dv);
        return;
    }
    const double x = s_rel - k[EG_SIDE_S_REL0];
    h[TOUCH] = x;
    h[RELEASE] = k[K_EXTENSION] - x;
    h[2] = 1.0;
    for (int i = 0; i < 3; i++) {
        if (dh_ds) {
            if (i == TOUCH)
                dh_ds[i] = 1.0;
            else if (i == RELEASE)
                dh_ds[i] = -1.0;
            else
                dh_ds[i] = 0.0;
        }
        if (dh_dv)
            dh_dv[i] = 0.0;
    }
}

static int next_mode(const double *k, int mode, int i, double s_rel, double v_rel)
{
    if (mode == STUCK)
        return i == RELEASE ? EG_CONTACT_APART : eg_side_next_mode(k, EG_CONTACT_APART, 0, s_rel, v_rel);
    const int next = eg_side_next_mode(k, mode, i, s_rel, v_rel);
    return is_compressed(mode) && next == EG_CONTACT_APART ? STUCK : next;
}

static const char *event_name(int mode, int i)
{
    if (mode == STUCK)
        return i == RELEASE ? "lets go" : "contact begins anew";
    return is_compressed(mode) && i == 0 ? "contact ends, still sticks" : eg_side_event_name(mode, i);
}

static double roughness(const double *k, int mode, int i)
{
    return mode == STUCK && i != TOUCH ? 0.0 : eg_side_roughness(k, as_side(mode), i);
}

static double compression(const double *k, int mode, double s_rel)
{
    return eg_side_compression(k, as_side(mode), s_rel);
}

static const char *const modes[] = {"apart", EG_SIDE_MODE_NAMES, "stuck"};

static void prepare(const double *p, double *k)
{
    const eg_side side = eg_gap_side(p, NULL);
    eg_side_prepare(&side, k);
    k[K_EXTENSION] = eg_adhesive_extension(&side);
    k[K_STICKS] = 0.0;
}

/* The engine `fixed`, whose contacts have no such mode, refuses it: there are no `contacts`. */
const eg_element_ops eg_adhesive_gap_element = {
    .mode_count = EG_COUNT(modes),
    .modes = modes,
    .switch_count = 3,
    .coefficient_count = K_COUNT,
    .prepare = prepare,
    .force = force,
    .dependence = dependence,
    .bound = bound,
    .energy = energy,
    .lost = lost,
    .mode_at = mode_at,
    .switching = switching,
    .next_mode = next_mode,
    .remember = remember,
    .event_name = event_name,
    .roughness = roughness,
    .compression = compression,
    .is_linear = eg_side_is_linear,
};

/* ---------------------------------------------------------------- what it shows */

void eg_adhesive_gap_observe(const eg_observation *o, double *out)
{
    if (o->mode != STUCK) {
        eg_gap_observe(o, out);
        return;
    }
    const eg_side_view side = eg_side_view_of(o->k, EG_CONTACT_LINEAR);
    out[EG_GAP_F] = out[EG_GAP_F_C] = o->force.f;
    out[EG_GAP_LOSS_POWER] = out[EG_GAP_F_D] = out[EG_GAP_F_D2] = 0;
    out[EG_GAP_RATIO] = (o->s_rel - side.k[EG_SIDE_S_REL0]) / side.k[EG_SIDE_S_REF];
    out[EG_GAP_CONTACT] = 0;
    out[EG_GAP_V0] = side.v0;
    out[EG_GAP_DAMPING] = eg_side_damping_at_work(&side);
}

double eg_adhesive_gap_discrete(int mode, int variable)
{
    (void)variable; /* contact */
    return is_compressed(mode);
}
