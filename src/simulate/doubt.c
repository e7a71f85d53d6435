/* May the rounding of users' equations show in a run? Where a small number is the difference of large
 * ones, as an acceleration of two masses of which one is 1e12 times the other, neither tolerance nor
 * balance tells. At the ends of a run the rates are found twice, once with each operation rounded
 * otherwise. */
#include "network/motion/energy.h"
#include "network/motion/unknowns.h"
#include "network/solve/consistent.h"
#include "network/user/user.h"
#include "simulate/balance.h"
#include "simulate/state.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What rounding may do to a variable over all of a run, in parts of its size, before a second run is asked
 * for. */
static const double SEEN = 1e-8;

static bool tell_overheated(const eg_network *s, const double *yp, double allowed, eg_diagnostics *d)
{
    double by;
    const int i = eg_network_overheated(s, yp, allowed, &by);
    if (i < 0)
        return false;
    const eg_heat_source *h = &s->m->thermal.sources[i];
    eg_report(
        d, EG_WARNING, EG_NOWHERE,
        "the heat flow of %s is so large (%.3g W) that its last digit alone changes the temperature of %s by "
        "%.2g K in this run",
        eg_instance_path(s->m, h->instance), s->signals.net[h->input].x, s->m->heat[h->node].name, by);
    eg_remedy(d, "choose heat flows of the size of what shall be seen; leave out those that cancel");
    return true;
}

bool eg_hidden_tell(const eg_network *s, const double *y, const double *yp, double allowed, eg_diagnostics *d)
{
    const int i = eg_network_hidden(s, y, yp, allowed);
    if (i < 0)
        return tell_overheated(s, yp, allowed, d);
    eg_unknown *all = eg_model_unknowns(s->m);
    char name[300] = "a variable";
    const char *unit = all ? all[i].unit : "";
    if (all)
        eg_unknown_name(&all[i], name, sizeof name);
    eg_report(d, EG_WARNING, EG_NOWHERE,
              "%s is %.3g %s, and so large that %.2g %s is its last digit: a motion of %.2g %s in a second "
              "is lost in its rounding",
              name, y[i], unit, DBL_EPSILON * fabs(y[i]), unit, fabs(yp[i]), unit);
    eg_remedy(d, "choose start values and lengths of the size of the motion");
    free(all);
    return true;
}

/* What is found of each unknown (n) over the two ends of a run. */
typedef struct rates {
    double *y, *yp, *shaken, *again; /* at one end: the point, and what it is rounded otherwise */
    double *size; /* of the unknown: its values, and what its rates make of it in the run */
    double *off;  /* by how much rounding moves y' */
} rates;

/* The rates where o's run begins, as they are and rounded otherwise. False: they cannot be had. */
static bool find_rates(eg_network *s, const eg_simulate_options *o, rates *r)
{
    const double t = eg_system_since(&s->base, o->start_time);
    if (eg_simulate_begin(s, o, r->y, r->yp) != EG_OK || eg_network_make_consistent(s, t, r->y, r->yp) != 0)
        return false;
    memcpy(r->shaken, r->y, (size_t)s->m->n * sizeof *r->y);
    memcpy(r->again, r->yp, (size_t)s->m->n * sizeof *r->yp);
    s->rounding.shakes = true;
    return eg_network_make_consistent(s, t, r->shaken, r->again) == 0;
}

static void look_at(const eg_model *m, const eg_simulate_options *o, eg_diagnostics *d, rates *r)
{
    eg_network *s = eg_network_create(m, d);
    if (s && find_rates(s, o, r))
        for (int i = 0; i < m->n; i++) {
            const double least = s->differential[i] ? s->rounding.least[i] : INFINITY;
            const double way = fabs(r->yp[i]) * (o->stop_time - o->start_time);
            r->size[i] = fmax(fmax(r->size[i], least), fmax(fabs(r->y[i]), way));
            r->off[i] = fmax(r->off[i], fabs(r->again[i] - r->yp[i]));
        }
    eg_network_free(s);
}

/* At both ends; false: there is no memory for the latter. */
static bool look_at_ends(eg_network *s, const eg_simulate_options *o, const double *y, const double *yp,
                         rates *r, eg_diagnostics *d)
{
    look_at(s->m, o, d, r);
    eg_state *end = eg_state_take(s, o->stop_time, y, yp);
    if (!end)
        return false;
    eg_simulate_options from = *o;
    from.start_time = o->stop_time;
    from.stop_time = o->stop_time + (o->stop_time - o->start_time);
    from.start_from = end;
    look_at(s->m, &from, d, r);
    eg_state_free(end);
    return true;
}

/* The largest value that rows of the run have of an unknown; 0: they have none of it. */
static double largest_stored(const eg_trajectory *t, const eg_unknown *u)
{
    char name[300];
    double largest = 0;
    size_t stride;
    eg_unknown_name(u, name, sizeof name);
    const long signal = eg_trajectory_find(t, name);
    const double *x = signal < 0 ? NULL : eg_trajectory_values(t, signal, &stride);
    for (size_t row = 0; x && row < eg_trajectory_rows(t); row++)
        largest = fmax(largest, fabs(x[row * stride]));
    return largest;
}

/* The unknown that rounding may move most in the run, in parts of its size, where that may be seen; or -1.
 * What is small at both ends may have been large between them, as rows tell. */
static int most_rounded(const rates *r, const eg_model *m, double span, const eg_trajectory *rows)
{
    eg_unknown *all = NULL;
    double most = SEEN;
    int at = -1;
    for (int i = 0; i < m->n; i++) {
        const double moved = r->off[i] * span;
        if (!(moved > most * r->size[i]))
            continue;
        if (!all)
            all = eg_model_unknowns(m);
        const double size = fmax(r->size[i], all ? largest_stored(rows, &all[i]) : 0);
        if (moved > most * size) {
            most = moved / size;
            at = i;
        }
    }
    free(all);
    return at;
}

int eg_equations_roughest(eg_network *s, const eg_simulate_options *o, const double *y, const double *yp,
                          const eg_trajectory *rows)
{
    const eg_model *m = s->m;
    const size_t n = (size_t)m->n;
    if (!m->user || m->user->unknowns + m->user->flow_count == 0)
        return -1;
    double *room = calloc(6 * n + 1, sizeof *room);
    if (!room)
        return -1;
    rates r = {.y = room,
               .yp = room + n,
               .shaken = room + 2 * n,
               .again = room + 3 * n,
               .size = room + 4 * n,
               .off = room + 5 * n};
    eg_diagnostics *own = eg_diagnostics_create(); /* what was to be said has been said */
    const bool is_known = own && look_at_ends(s, o, y, yp, &r, own);
    const int at = is_known ? most_rounded(&r, m, o->stop_time - o->start_time, rows) : -1;
    eg_diagnostics_free(own);
    free(room);
    return at;
}
