/* May the rounding of users' equations show in a run? Where a small number is the difference of large
 * ones, as an acceleration of two masses of which one is 1e12 times the other, neither tolerance nor
 * balance tells. At the ends of a run and at some of its events the rates are found twice, once with each
 * operation rounded otherwise: in a network of its own, so that the run does not feel it. */
#include "network/motion/energy.h"
#include "network/motion/take_over.h"
#include "network/motion/unknowns.h"
#include "network/solve/consistent.h"
#include "network/user/user.h"
#include "simulate/doubt.h"

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

void eg_swings_tell(const eg_network *s, const double *y, const double *yp, double allowed, eg_diagnostics *d)
{
    double angle;
    const int b = eg_network_swinging(s, y, yp, allowed, &angle);
    if (b < 0)
        return;
    eg_report(
        d, EG_WARNING, EG_NOWHERE,
        "%s swings so often in this run (%.2g times) that the last digit of its mass alone turns its phase "
        "by %.2g rad",
        s->m->bodies[b].name, angle / 6.283185307179586, 0.5 * DBL_EPSILON * angle);
    eg_remedy(d, "look for a stiffness that is out of all proportion there; or simulate a shorter span");
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

struct eg_roughness {
    const eg_model *m;
    eg_network *beside;     /* takes the run's place at each look; NULL: there has been none */
    eg_diagnostics *own;    /* what was to be said of the points has been said */
    double span;            /* of the run [s] */
    long events, next;      /* so far, and the one to look behind */
    double *y, *yp;         /* (n) a point looked at, */
    double *shaken, *again; /* (n) and rounded otherwise */
    double *size;           /* (n) of unknowns: their values, and what their rates make of them in the run */
    double *off;            /* (n) by how much rounding moves y' */
};

eg_roughness *eg_roughness_create(const eg_model *m, double span)
{
    const size_t n = (size_t)m->n + 1;
    if (!m->user || m->user->unknowns + m->user->flow_count == 0)
        return NULL;
    eg_roughness *q = calloc(1, sizeof *q);
    double *room = calloc(6 * n, sizeof *room);
    if (!q || !room) {
        free(q);
        free(room);
        return NULL;
    }
    *q = (eg_roughness){.m = m,
                        .span = span,
                        .next = 1,
                        .y = room,
                        .yp = room + n,
                        .shaken = room + 2 * n,
                        .again = room + 3 * n,
                        .size = room + 4 * n,
                        .off = room + 5 * n};
    return q;
}

void eg_roughness_free(eg_roughness *q)
{
    if (!q)
        return;
    eg_network_free(q->beside);
    eg_diagnostics_free(q->own);
    free(q->y);
    free(q);
}

/* The rates, as they are and rounded otherwise. False: they cannot be had. */
static bool find_rates(eg_roughness *q, const eg_network *run, double t)
{
    const size_t bytes = (size_t)q->m->n * sizeof *q->y;
    eg_network *s = q->beside;
    s->base.origin = run->base.origin;
    s->base.span = run->base.span;
    s->rounding.shakes = false;
    if (eg_network_go_on_from(s, run) != EG_OK || eg_network_revive(s, t, q->y, q->yp) != 0 ||
        eg_network_make_consistent(s, t, q->y, q->yp) != 0)
        return false;
    memcpy(q->shaken, q->y, bytes);
    memcpy(q->again, q->yp, bytes);
    s->rounding.shakes = true;
    return eg_network_make_consistent(s, t, q->shaken, q->again) == 0;
}

void eg_roughness_look(eg_roughness *q, const eg_network *run, double t, const double *y, const double *yp)
{
    const eg_model *m = q->m;
    if (!q->own)
        q->own = eg_diagnostics_create();
    if (q->own && !q->beside)
        q->beside = eg_network_create(m, q->own);
    if (!q->beside)
        return;
    memcpy(q->y, y, (size_t)m->n * sizeof *y);
    memcpy(q->yp, yp, (size_t)m->n * sizeof *yp);
    if (!find_rates(q, run, t))
        return;
    for (int i = 0; i < m->n; i++) {
        const double least = run->differential[i] ? run->rounding.least[i] : INFINITY;
        const double way = fabs(q->yp[i]) * q->span;
        q->size[i] = fmax(fmax(q->size[i], least), fmax(fabs(q->y[i]), way));
        q->off[i] = fmax(q->off[i], fabs(q->again[i] - q->yp[i]));
    }
}

void eg_roughness_look_behind(eg_roughness *q, const eg_network *run, double t, const double *y,
                              const double *yp)
{
    enum { MOST = 256 };
    if (++q->events != q->next)
        return;
    q->next = q->next < MOST ? 4 * q->next : 0;
    eg_roughness_look(q, run, t, y, yp);
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

/* size[i], of unknowns, becomes the largest of the array that i is an element of: of a wave that has not
 * come to the end of a chain, nobody asks for the digits there. Without memory each stands for itself. */
static void take_sizes_of_arrays(const eg_model *m, double *size)
{
    int *array = malloc(((size_t)m->n + 1) * sizeof *array);
    if (array && eg_unknown_arrays(m, array) == 0) {
        for (int i = 0; i < m->n; i++)
            size[array[i]] = fmax(size[array[i]], size[i]);
        for (int i = 0; i < m->n; i++)
            size[i] = size[array[i]];
    }
    free(array);
}

/* Has rounding moved any unknown by more than may be, in parts of its size? */
static bool may_show(const eg_roughness *q)
{
    for (int i = 0; i < q->m->n; i++)
        if (q->off[i] * q->span > SEEN * q->size[i])
            return true;
    return false;
}

int eg_roughness_most(const eg_roughness *q, const eg_trajectory *rows)
{
    if (!may_show(q))
        return -1;
    eg_unknown *all = eg_model_unknowns(q->m);
    double *size = malloc(((size_t)q->m->n + 1) * sizeof *size);
    double most = SEEN;
    int at = -1;
    for (int i = 0; i < q->m->n && size; i++)
        size[i] = fmax(q->size[i], all ? largest_stored(rows, &all[i]) : 0);
    if (size)
        take_sizes_of_arrays(q->m, size);
    for (int i = 0; i < q->m->n && size; i++) {
        const double moved = q->off[i] * q->span;
        if (moved > most * size[i]) {
            most = moved / size[i];
            at = i;
        }
    }
    free(size);
    free(all);
    return at;
}
