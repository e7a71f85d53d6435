/* The constants that deliver a wanted restitution.
 *
 * In the units of impact.h the restitution falls with the damping delta: without load, and without a
 * transition whose width is a length of its own, it depends on nothing else. So delta is found first, and
 * the contact time, penetration or force of that unit impact then gives the length L, L the stiffness c =
 * m*v0^2/L^(n+1). A load, a transition or a contact that sticks makes delta depend on L: then the second
 * search runs around the first. It is a bisection on logarithms. */
#include "law/impact.h"

#include "base/report.h"

#include <math.h>

/* Of a restitution: above what integration leaves of round-off, and far below what is promised. */
static const double FOUND = 2e-13;

/* By which a bracket grows at most, as a logarithm: a factor of 2. */
static const double WIDEST = 0.69314718055994531;

typedef struct search {
    const eg_impact_design *design;
    eg_unit_impact unit;
    eg_impact impact;
    eg_status status;
    double wanted; /* the restitution of the push, which a pull then makes less: design->e */
    double near;   /* where the last delta was found; 0: none was yet */
    double away;   /* how far from there the next one may be, as a logarithm */
} search;

static eg_status refuse(eg_diagnostics *d, const char *message, const char *remedy)
{
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s", message);
    eg_remedy(d, "%s", remedy);
    return EG_ERROR_USAGE;
}

/* ---------------------------------------------------------------- damping for a restitution */

static double restitution(search *s, double delta)
{
    s->unit.delta = delta;
    if (s->status == EG_OK)
        s->status = eg_unit_impact_compute(&s->unit, &s->impact);
    return s->impact.e;
}

static bool is_exact_family(const search *s)
{
    bool family = eg_contact_is_hysteresis(s->unit.law) || s->unit.law == EG_CONTACT_LANKARANI_NIKRAVESH_1994;
    return family && s->unit.load == 0.0;
}

/* A positive number between two, at which a function has opposite signs. */
typedef struct interval {
    double low, at_low, high, at_high;
} interval;

/* Where to look next: false position on logarithms, with a bisection every third time. */
static double between(const interval *k, int round)
{
    double share = round % 3 == 2 ? 0.5 : k->at_low / (k->at_low - k->at_high);
    double middle = k->low * pow(k->high / k->low, share);
    return middle > k->low && middle < k->high ? middle : 0.5 * (k->low + k->high);
}

/* An end that stays counts half (the Illinois rule: Dowell and Jarratt, BIT 11 (1971) 168). */
static void narrow(interval *k, bool is_low, double at, double value)
{
    if (is_low) {
        k->low = at;
        k->at_low = value;
        k->at_high *= 0.5;
    } else {
        k->high = at;
        k->at_high = value;
        k->at_low *= 0.5;
    }
}

/* The delta in low..high at which the restitution is the wanted one. */
static double bracketed_root(search *s, double low, double high)
{
    const double e = s->wanted;
    interval k = {low, restitution(s, low) - e, high, 0.0};
    k.at_high = restitution(s, high) - e;
    for (int i = 0; i < 200 && k.high > k.low * (1.0 + 1e-14) && s->status == EG_OK; i++) {
        double middle = between(&k, i), g = restitution(s, middle) - e;
        if (fabs(g) < FOUND)
            return middle;
        narrow(&k, g > 0.0, middle, g);
    }
    return k.low;
}

/* Damping that delivers more and less than e, around what was found before. False: there is none. */
static bool bracket(search *s, double *low, double *high)
{
    const double e = s->wanted;
    double away = s->near > 0.0 ? s->away : WIDEST;
    *low = s->near > 0.0 ? s->near * exp(-away) : 1e-12;
    *high = s->near > 0.0 ? s->near * exp(away) : 1.0;
    while (*low > 1e-12 && restitution(s, *low) < e && s->status == EG_OK) {
        *high = *low;
        away = fmin(4.0 * away, WIDEST);
        *low *= exp(-2.0 * away);
    }
    while (restitution(s, *high) > e && s->status == EG_OK) {
        *low = *high;
        away = fmin(4.0 * away, WIDEST);
        *high *= exp(away);
        if (*high > 1e6)
            return false;
    }
    return true;
}

/* Sets unit.delta and impact, that of the push. False: no damping delivers e (or s->status says what
 * failed). */
static bool find_push(search *s)
{
    const double e = s->wanted;
    double low, high;
    if (e > 1.0)
        return false;
    if (e == 1.0 || s->unit.law == EG_CONTACT_HERTZ)
        return restitution(s, 0.0) == e && s->status == EG_OK;
    if (is_exact_family(s)) {
        restitution(s, eg_contact_exact_factor(e));
        s->impact.e = e;
        return s->status == EG_OK;
    }
    if (!bracket(s, &low, &high))
        return false;
    const double found = bracketed_root(s, low, high);
    s->away = s->near > 0.0 ? fmin(fmax(4.0 * fabs(log(found / s->near)), 1e-10), WIDEST) : WIDEST;
    s->near = found;
    return fabs(restitution(s, found) - e) <= 1e-10 && s->status == EG_OK;
}

/* The same with the pull that follows. */
static bool find_damping(search *s)
{
    const double e = s->design->e, pull = 2.0 * eg_unit_impact_pull(&s->unit);
    s->wanted = pull > 0.0 ? sqrt(e * e + pull) : e;
    const bool found = find_push(s);
    if (found)
        eg_unit_impact_stick(&s->unit, &s->impact);
    return found;
}

/* ---------------------------------------------------------------- size of the contact */

/* What the impact would have as time, penetration or force if its length were L. */
static double size_at(const search *s, double L)
{
    const eg_impact_design *d = s->design;
    switch (d->by) {
    case EG_IMPACT_DESIGN_TIME: return s->impact.contact_time * L / d->speed;
    case EG_IMPACT_DESIGN_PENETRATION: return s->impact.max_penetration * L;
    case EG_IMPACT_DESIGN_FORCE: return s->impact.peak_force * d->mass * d->speed * d->speed / L;
    case EG_IMPACT_DESIGN_C: break;
    }
    return d->mass * d->speed * d->speed * pow(L, -d->n - 1.0);
}

/* The length that has the wanted size, of an impact that does not depend on it. */
static double length_for(const search *s)
{
    const eg_impact_design *d = s->design;
    switch (d->by) {
    case EG_IMPACT_DESIGN_TIME: return d->value * d->speed / s->impact.contact_time;
    case EG_IMPACT_DESIGN_PENETRATION: return d->value / s->impact.max_penetration;
    case EG_IMPACT_DESIGN_FORCE: return s->impact.peak_force * d->mass * d->speed * d->speed / d->value;
    case EG_IMPACT_DESIGN_C: break;
    }
    return pow(d->mass * d->speed * d->speed / d->value, 1.0 / (d->n + 1.0));
}

static bool solve_at(search *s, double L)
{
    const eg_impact_design *d = s->design;
    s->unit.load = d->load * L / (d->mass * d->speed * d->speed);
    s->unit.width = d->transition / L;
    s->unit.release = d->f_release * L / (d->mass * d->speed * d->speed);
    return find_damping(s);
}

/* How much too large the contact is at this length, as a logarithm, force counted the other way: time and
 * penetration grow with L and force falls. Where e cannot be had, L is too large for the load or the pull. */
static double excess(search *s, double L)
{
    if (!solve_at(s, L))
        return 1.0;
    const double ratio = log(size_at(s, L) / s->design->value);
    return s->design->by == EG_IMPACT_DESIGN_FORCE ? -ratio : ratio;
}

/* The length at which the impact is as large as wanted, near that one. */
static double length_found(search *s, double near)
{
    interval k = {.low = near, .high = near};
    for (int i = 0; (k.at_low = excess(s, k.low)) > 0.0 && i < 60 && s->status == EG_OK; i++)
        k.low *= 0.5;
    for (int i = 0; (k.at_high = excess(s, k.high)) <= 0.0 && i < 60 && s->status == EG_OK; i++)
        k.high *= 2.0;
    for (int i = 0; i < 100 && k.high > k.low * (1.0 + 1e-13) && s->status == EG_OK; i++) {
        double middle = between(&k, i), g = excess(s, middle);
        if (fabs(g) < 1e-11)
            return middle;
        narrow(&k, !(g > 0.0), middle, g);
    }
    return k.low;
}

static bool find_length(search *s, double *L)
{
    const eg_impact_design *d = s->design;
    if (d->load == 0.0 && d->f_release == 0.0 && s->unit.law != EG_CONTACT_SMOOTH_TRANSITION) {
        const bool found = find_damping(s);
        *L = length_for(s);
        return found;
    }
    restitution(s, 0.0); /* a guess: the impact without damping and load */
    *L = length_for(s);
    if (d->by == EG_IMPACT_DESIGN_C)
        return solve_at(s, *L);
    *L = length_found(s, *L);
    return solve_at(s, *L) && fabs(size_at(s, *L) - d->value) <= 1e-8 * d->value;
}

/* ---------------------------------------------------------------- */

static bool is_positive(double x)
{
    return x > 0.0 && isfinite(x);
}

static eg_status check(const eg_impact_design *d, eg_diagnostics *diagnostics)
{
    if (!eg_contact_name(d->law))
        return refuse(diagnostics, "the law is not one of eg_contact_law", "take one that has a name");
    if (d->law == EG_CONTACT_RESTITUTION)
        return refuse(diagnostics,
                      "restitution is rigid: its parameter e is the restitution, whatever mass and speed; it "
                      "has no stiffness, takes no time and no way, and its force is infinite",
                      "set e, or take a law with a spring for a contact of finite size");
    if (!(d->e > 0.0 && d->e <= 1.0))
        return refuse(diagnostics, "the restitution e must be more than 0 and at most 1",
                      "e is the speed after the impact divided by the speed before");
    if (!is_positive(d->mass) || !is_positive(d->speed) || !is_positive(d->value))
        return refuse(diagnostics, "mass, speed and the size of the contact must be more than 0 and finite",
                      "give them in kg, m/s, and N/m^n, s, m or N");
    if (!(d->n >= 1.0 && isfinite(d->n)) || !(d->load >= 0.0 && isfinite(d->load)))
        return refuse(diagnostics, "the exponent n must be at least 1 and the load at least 0",
                      "a load presses the body against the stop");
    if (!(d->f_release >= 0.0 && isfinite(d->f_release)))
        return refuse(diagnostics, "f_release must be at least 0 and finite", "give the pull in N");
    if (d->law == EG_CONTACT_SMOOTH_TRANSITION && !is_positive(d->transition))
        return refuse(diagnostics, "smooth-transition needs the width of its transition",
                      "give a length in m over which the damper engages");
    if (d->law == EG_CONTACT_HERTZ && d->e < 1.0)
        return refuse(diagnostics, "hertz has no damper: its restitution is 1", "take another law for e < 1");
    return EG_OK;
}

static eg_status refuse_impossible(const eg_impact_design *d, eg_diagnostics *diagnostics)
{
    if (d->f_release > 0.0)
        return refuse(
            diagnostics,
            "no damping delivers this restitution in a contact that sticks so: the pull up to f_release "
            "takes more than is left, also of an impact without any damping",
            "ask for less restitution or a stiffer contact, or give less f_release");
    if (d->load > 0.0)
        return refuse(diagnostics,
                      "no damping delivers this restitution in such a contact under this load: a body that "
                      "comes back too slowly stays in contact",
                      "ask for more restitution or a stiffer contact, or take off load");
    return refuse(diagnostics, "no damping delivers this restitution in such a contact",
                  d->law == EG_CONTACT_SMOOTH_TRANSITION
                      ? "take a transition that is narrow against the penetration"
                      : "take another law, or exact-restitution, which delivers every restitution");
}

/* Hunt and Crossley's D is at most 3/2, Lankarani and Nikravesh's at most 3/4: there is a smallest
 * restitution. */
static eg_status refuse_factor(const eg_impact_design *d, eg_diagnostics *diagnostics)
{
    eg_report(
        diagnostics, EG_ERROR, EG_NOWHERE,
        "%s delivers no restitution below %.4f, even with its parameter e = 0: its damping factor D is at "
        "most %g",
        eg_contact_name(d->law), eg_contact_delivered(eg_contact_factor(d->law, 0.0)),
        eg_contact_factor(d->law, 0.0));
    eg_remedy(diagnostics, "take exact-restitution, which delivers every restitution");
    return EG_ERROR_USAGE;
}

eg_status eg_impact_design_solve(const eg_impact_design *d, eg_diagnostics *diagnostics,
                                 eg_impact_problem *problem, eg_impact *impact)
{
    eg_status status = check(d, diagnostics);
    if (status != EG_OK)
        return status;
    search s = {.design = d, .unit = {.law = d->law, .n = d->n}};
    double L = 1.0;
    bool found = find_length(&s, &L);
    if (s.status != EG_OK)
        return s.status;
    if (!found)
        return refuse_impossible(d, diagnostics);
    const bool family = eg_contact_is_hysteresis(d->law);
    if (family && isnan(eg_contact_parameter(d->law, s.unit.delta)))
        return refuse_factor(d, diagnostics);
    const double c =
        d->by == EG_IMPACT_DESIGN_C ? d->value : d->mass * d->speed * d->speed * pow(L, -d->n - 1.0);
    const double delta = s.unit.delta;
    const double damping =
        d->law == EG_CONTACT_LANKARANI_NIKRAVESH_1994 ? delta * c / d->speed : delta * d->mass * d->speed / L;
    const eg_elasto_gap gap = eg_elasto_gap_simple(c, family ? 0.0 : damping, 0.0, d->n);
    const eg_contact law = eg_contact_make(d->law, &gap, family ? delta : 0.0, d->transition);
    *problem = (eg_impact_problem){law, d->mass, d->speed, d->load, d->f_release};
    return impact ? eg_impact_compute(problem, impact) : EG_OK;
}
