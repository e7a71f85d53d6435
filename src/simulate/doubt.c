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
    double *y, *yp, *again; /* at one end: the point, and y' rounded otherwise */
    double *size;           /* of the unknown: its values, and what its rates make of it in all of the run */
    double *off;            /* by how much rounding moves y' */
} rates;

/* The rates where o's run begins. False: they cannot be had. */
static bool find_rates(const eg_model *m, const eg_simulate_options *o, bool shakes, eg_diagnostics *d,
                       rates *r)
{
    double *yp = shakes ? r->again : r->yp;
    eg_network *s = eg_network_create(m, d);
    if (!s)
        return false;
    s->rounding.shakes = shakes;
    const bool ok = eg_simulate_begin(s, o, r->y, yp) == EG_OK &&
                    eg_network_make_consistent(s, eg_system_since(&s->base, o->start_time), r->y, yp) == 0;
    for (int i = 0; i < m->n; i++)
        r->size[i] = fmax(r->size[i], s->differential[i] ? s->rounding.least[i] : INFINITY);
    eg_network_free(s);
    return ok;
}

static void look_at(const eg_model *m, const eg_simulate_options *o, eg_diagnostics *d, rates *r)
{
    if (!find_rates(m, o, true, d, r) || !find_rates(m, o, false, d, r))
        return;
    for (int i = 0; i < m->n; i++) {
        r->size[i] = fmax(r->size[i], fmax(fabs(r->y[i]), fabs(r->yp[i]) * (o->stop_time - o->start_time)));
        r->off[i] = fmax(r->off[i], fabs(r->again[i] - r->yp[i]));
    }
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

int eg_equations_roughest(eg_network *s, const eg_simulate_options *o, const double *y, const double *yp)
{
    const eg_model *m = s->m;
    const size_t n = (size_t)m->n;
    if (!m->user || m->user->unknowns + m->user->flow_count == 0)
        return -1;
    eg_diagnostics *own = eg_diagnostics_create(); /* what was to be said has been said */
    double *room = calloc(5 * n + 1, sizeof *room), most = SEEN;
    rates r = {.y = room, .yp = room + n, .again = room + 2 * n, .size = room + 3 * n, .off = room + 4 * n};
    int at = -1;
    if (own && room && look_at_ends(s, o, y, yp, &r, own))
        for (int i = 0; i < m->n; i++) {
            const double off = r.off[i] * (o->stop_time - o->start_time) / r.size[i];
            if (off > most) {
                most = off;
                at = i;
            }
        }
    free(room);
    eg_diagnostics_free(own);
    return at;
}
