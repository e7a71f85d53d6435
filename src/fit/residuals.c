/* Residuals and their Jacobian at a point, by runs of the model on all cores.
 *
 * Derivatives are central differences of runs that are accurate to their tolerance. A step is so long that
 * it moves what is shown by about `nudge` of its spread: with runs of 1e-10 of that, round-off takes part
 * with 1e-6 of a derivative and curvature with the square of the nudge, 1e-8. A sample that a step moves
 * across a touch or the end of a contact is none to worry about: there forces have a kink, so that motion
 * has one in its third derivative only, and what times of events and samples are differs by the same order
 * as elsewhere. Where what is shown jumps, as speeds do at rigid impacts, a sample that a step moves
 * across tells nothing of the derivative: where the sides differ by much, the one that has moved less is
 * taken. On the way, far from the end, differences to one side of runs of less accuracy do: what a step
 * errs by is then a part of about the nudge of its length. */
#include "fit/problem.h"

#include "base/clock.h"
#include "base/flag.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double nudge = 1e-4;
/* What a derivative may be off by from that on one side, in the size of derivatives of that column; more
 * is a jump. */
static const double much = 10;
/* Samples of a loop may go back by that part of what there is to be seen, as they do by their noise. */
static const double slack = 0.1;

/* One thread's. */
typedef struct member {
    eg_fit_problem *problem;
    eg_probe *probe;
    eg_probe_samples *samples;
    eg_probe_events *events;
    eg_probe_curve *curves;
    double *values;        /* (names) */
    double *times, *found; /* (m and times of events), (m) */
    eg_spot *scaled;       /* (m) samples of loops; NULL: there are none */
    pthread_t thread;
    bool started;
} member;

/* What all do together: all runs of the data at each of some points. */
typedef struct eg_fit_team {
    member *members;
    int count;
    const double *points; /* (point_count x n) */
    double *shown;        /* (point_count x m) */
    bool *good;           /* (point_count x runs) */
    size_t point_count;
    size_t *early;     /* (columns) of the first point, or NULL */
    eg_diagnostics *d; /* of the first point, or NULL */
    atomic_size_t next;
    double *room_points, *room_shown; /* (2n x n), (2n x m) of differences */
    bool *room_good;
} eg_fit_team;

/* ---------------------------------------------------------------- from unknowns to what is shown */

bool eg_fit_counts(const eg_fit_problem *p, const eg_fit_column *c, size_t sample)
{
    return c->time[sample] <= p->horizon;
}

size_t eg_fit_counted(const eg_fit_problem *p)
{
    size_t count = 0;
    for (size_t i = 0; i < p->column_count; i++)
        for (size_t k = 0; k < p->columns[i].count; k++)
            count += eg_fit_counts(p, &p->columns[i], k);
    return count;
}

double eg_fit_deviation(const eg_fit_column *c, size_t sample)
{
    return c->deviation ? c->noise * c->deviation[sample] : c->noise;
}

typedef struct shape {
    double delay, gain, bias;
} shape;

/* Of samples in a file, behind a sensor (-1: none). */
static shape shape_of(const eg_fit_problem *p, size_t file, long sensor, const double *u)
{
    shape x = {.gain = 1};
    if (sensor >= 0) {
        const eg_fit_sensor *s = &p->sensors[sensor];
        x = (shape){s->delay, s->gain, s->bias};
    }
    for (size_t i = 0; i < p->sensor_count; i++)
        if (strcmp(p->sensors[i].column, "time") == 0)
            x.delay += p->sensors[i].delay;
    for (size_t j = 0; j < p->sought_count; j++) {
        const eg_sought *s = &p->sought[j];
        const double value = eg_sought_value(s, u[j]);
        if (s->kind == EG_SOUGHT_VALUE || (s->file >= 0 && (size_t)s->file != file) ||
            (s->file < 0 && (long)s->item != sensor))
            continue;
        if (s->kind == EG_SOUGHT_DELAY)
            x.delay += value;
        else if (s->kind == EG_SOUGHT_GAIN)
            x.gain = value;
        else
            x.bias = value;
    }
    return x;
}

void eg_fit_values(const eg_fit_problem *p, size_t run, const double *u, double *values)
{
    const eg_data_run *r = &p->runs[run];
    memcpy(values, p->base, p->name_count * sizeof *values);
    for (size_t j = 0; j < p->sought_count; j++)
        if (p->sought[j].kind == EG_SOUGHT_VALUE &&
            (p->sought[j].file < 0 || (size_t)p->sought[j].file == r->file))
            values[p->sought[j].item] = eg_sought_value(&p->sought[j], u[j]);
    for (size_t i = 0; i < p->row_count; i++)
        values[p->rows[i].item] = p->rows[i].values[r->file][r->row];
}

/* The samples of a column that belong to a run and count: from *first on. How many. */
static size_t samples_of(const eg_fit_problem *p, const eg_fit_column *c, const eg_data_run *run,
                         size_t *first)
{
    size_t count = 0;
    *first = 0;
    if (c->file != run->file)
        return 0;
    if (run->row >= 0) {
        *first = c->sample_of[run->row] >= 0 ? (size_t)c->sample_of[run->row] : 0;
        return c->sample_of[run->row] >= 0;
    }
    while (count < c->count && eg_fit_counts(p, c, count))
        count++;
    return count;
}

double eg_fit_last_time(const eg_fit_problem *p, size_t run)
{
    double last = p->start;
    for (size_t i = 0; i < p->column_count; i++) {
        size_t first;
        const size_t count = samples_of(p, &p->columns[i], &p->runs[run], &first);
        if (count > 0)
            last = fmax(last, p->columns[i].time[first + count - 1]);
    }
    return last;
}

/* Of events of a run: how many there have to be. */
static size_t events_until(const eg_fit_column *c, const eg_data_run *run, size_t last)
{
    return run->row >= 0 ? 1 : c->number[last] + 1;
}

/* What a run is asked for, and the last time that it has to come to. */
static void make_job(member *b, size_t run, const double *u, eg_probe_job *job, size_t *early)
{
    const eg_fit_problem *p = b->problem;
    double last = p->start, *times = b->times;
    bool has_events = false;
    eg_fit_values(p, run, u, b->values);
    *job = (eg_probe_job){.values = b->values,
                          .start = p->start,
                          .samples = b->samples,
                          .events = b->events,
                          .curves = b->curves};
    for (size_t i = 0; i < p->column_count; i++) {
        const eg_fit_column *c = &p->columns[i];
        const double delay = shape_of(p, c->file, c->sensor, u).delay;
        size_t first;
        const size_t count = samples_of(p, c, &p->runs[run], &first);
        if (count == 0)
            continue;
        last = fmax(last, c->time[first + count - 1] - delay);
        if (c->over) {
            eg_probe_curve *curve = &b->curves[job->curve_count++];
            curve->over = c->over->expression;
            curve->expression = c->expression;
            curve->spread[0] = c->over->spread / fabs(c->over->factor);
            curve->spread[1] = c->spread / fabs(c->factor);
            continue;
        }
        if (c->is_events) {
            const size_t events = events_until(c, &p->runs[run], first + count - 1);
            b->events[job->event_count++] = (eg_probe_events){.ask = c->ask, .count = events, .times = times};
            has_events = true;
            times += events;
            continue;
        }
        for (size_t k = 0; k < count; k++)
            times[k] = c->time[first + k] - delay;
        for (size_t k = 0; k < count && early; k++)
            early[i] += times[k] < p->start;
        b->samples[job->sample_count++] =
            (eg_probe_samples){.expression = c->expression, .times = times, .count = count};
        times += count;
    }
    /* events may come later than they were measured; it ends once they are there */
    const double span = fmax(last - p->start, 1e-9 * fmax(1, fabs(p->start)));
    job->stop = p->start + (has_events ? 2 * span : span);
}

/* Samples of one column over another: what is shown is off by how far they lie from the curve, in the
 * column's unit. Both are scaled by their noise; not both known, as large a part of what is to be seen. */
static bool show_loop(const member *b, const eg_fit_column *c, const double *u, const eg_probe_curve *of,
                      double *shown)
{
    const eg_fit_problem *p = b->problem;
    const eg_fit_over *over = c->over;
    const shape up = shape_of(p, c->file, c->sensor, u), across = shape_of(p, c->file, over->sensor, u);
    const double noise =
        isnan(over->noise) ? over->spread / c->spread : over->noise / c->noise; /* of one unit */
    eg_locus curve = of->curve;
    for (size_t k = 0; k < curve.count; k++) {
        curve.points[k].at[0] =
            across.gain * (over->factor * curve.points[k].at[0] * of->spread[0] + over->shift);
        curve.points[k].at[0] = (curve.points[k].at[0] + across.bias) / noise;
        curve.points[k].at[1] =
            up.gain * (c->factor * curve.points[k].at[1] * of->spread[1] + c->shift) + up.bias;
    }
    for (size_t k = 0; k < c->count; k++) {
        b->scaled[k].at[0] = over->value[k] / noise;
        b->scaled[k].at[1] = c->value[k];
    }
    if (!eg_loop_distances(&curve, b->scaled, c->count, slack * c->spread, shown))
        return false;
    for (size_t k = 0; k < c->count; k++)
        shown[k] = c->value[k] - shown[k];
    return true;
}

/* Through the sensors, where residuals have their places. False: something was not there. */
static bool show(const member *b, size_t run, const double *u, const eg_probe_job *job, double *shown)
{
    const eg_fit_problem *p = b->problem;
    size_t sample = 0, event = 0, loop = 0;
    for (size_t i = 0; i < p->column_count; i++) {
        const eg_fit_column *c = &p->columns[i];
        const shape x = shape_of(p, c->file, c->sensor, u);
        size_t first;
        const size_t count = samples_of(p, c, &p->runs[run], &first);
        if (count == 0)
            continue;
        if (c->over) {
            if (!show_loop(b, c, u, &job->curves[loop++], shown + c->first))
                return false;
            continue;
        }
        const eg_probe_samples *of = c->is_events ? NULL : &job->samples[sample++];
        const eg_probe_events *at = c->is_events ? &job->events[event++] : NULL;
        for (size_t k = 0; k < count; k++) {
            const size_t number = at ? events_until(c, &p->runs[run], first + k) - 1 : 0;
            const double raw = of ? of->values[k] : at->times[number] + x.delay;
            const double seen = c->factor * raw + c->shift;
            double *to = &shown[c->first + first + k];
            *to = of ? x.gain * seen + x.bias : seen;
            if (!isfinite(*to))
                return false;
        }
    }
    return true;
}

static void run_one(member *b, eg_fit_team *team, size_t number)
{
    const eg_fit_problem *p = b->problem;
    const size_t point = number / p->run_count, run = number % p->run_count;
    const double *u = team->points + point * p->sought_count;
    eg_probe_job job;
    make_job(b, run, u, &job, point == 0 ? team->early : NULL);
    double *values = b->found;
    for (size_t i = 0; i < job.sample_count; i++) {
        job.samples[i].values = values;
        values += job.samples[i].count;
    }
    bool good = true;
    if (job.sample_count + job.event_count + job.curve_count > 0)
        good = eg_probe_run(b->probe, &job, point == 0 ? team->d : NULL) == EG_OK;
    team->good[number] = good && show(b, run, u, &job, team->shown + point * p->residuals.m);
}

static void *work(void *argument)
{
    member *b = argument;
    eg_fit_team *team = b->problem->team;
    const size_t count = team->point_count * b->problem->run_count;
    for (size_t k; (k = atomic_fetch_add(&team->next, 1)) < count;)
        run_one(b, team, k);
    return NULL;
}

static void tell_progress(eg_fit_problem *p)
{
    p->progress.runs = p->run_total;
    if (p->o->progress)
        p->o->progress(&p->progress, p->o->context);
}

/* All points; good[point] tells which have all runs. Starting a thread costs some 50 us. */
static void run_points(eg_fit_problem *p, const double *points, size_t count, double *shown, bool *good)
{
    eg_fit_team *team = p->team;
    const size_t jobs = count * p->run_count;
    const double began = eg_clock_seconds();
    const double worth = (double)jobs * p->run_seconds / 2e-4;
    size_t threads = (size_t)fmin(fmin(worth, (double)jobs), team->count);
    threads = threads < 1 || team->d ? 1 : threads;
    team->points = points;
    team->shown = shown;
    team->point_count = count;
    atomic_store(&team->next, 0);
    for (size_t i = 1; i < threads; i++)
        team->members[i].started =
            pthread_create(&team->members[i].thread, NULL, work, &team->members[i]) == 0;
    work(&team->members[0]);
    for (size_t i = 1; i < threads; i++)
        if (team->members[i].started) {
            pthread_join(team->members[i].thread, NULL);
            team->members[i].started = false;
        }
    p->run_total += (long)jobs;
    tell_progress(p);
    p->run_seconds = (eg_clock_seconds() - began) * (double)threads / (double)jobs;
    for (size_t k = 0; k < count; k++) {
        good[k] = true;
        for (size_t f = 0; f < p->run_count; f++)
            good[k] = good[k] && team->good[k * p->run_count + f];
    }
}

bool eg_fit_shows(eg_fit_problem *p, const double *u, double *shown, size_t *early, eg_diagnostics *d)
{
    bool good;
    p->team->d = d;
    p->team->early = early;
    if (early)
        memset(early, 0, p->column_count * sizeof *early);
    run_points(p, u, 1, shown, &good);
    p->team->d = NULL;
    p->team->early = NULL;
    return good;
}

/* ---------------------------------------------------------------- residuals */

static void subtract(const eg_fit_problem *p, double *r)
{
    for (size_t i = 0; i < p->column_count; i++) {
        const eg_fit_column *c = &p->columns[i];
        for (size_t k = 0; k < c->count; k++) {
            double *at = &r[c->first + k];
            *at = eg_fit_counts(p, c, k) ? (*at - c->value[k]) / eg_fit_deviation(c, k) : 0;
        }
    }
}

static bool residuals_at(eg_residuals *of, const double *u, double *r)
{
    eg_fit_problem *p = (eg_fit_problem *)of;
    if (eg_flag_is_up(p->o->stop))
        return false;
    if (!eg_fit_shows(p, u, r, NULL, NULL))
        return false;
    subtract(p, r);
    return true;
}

double eg_fit_spread(const eg_fit_problem *p, const eg_fit_column *c, const double *r)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t k = 0; k < c->count && eg_fit_counts(p, c, k); k++) {
        const double shown = c->value[k] + r[c->first + k] * eg_fit_deviation(c, k);
        low = fmin(low, shown);
        high = fmax(high, shown);
    }
    return high > low ? high - low : c->spread;
}

/* How far the residuals may move, in their own units: a nudge of the columns' spread. */
static double reach_of(const eg_fit_problem *p, const double *r)
{
    double square = 0;
    size_t count = 0;
    for (size_t i = 0; i < p->column_count; i++) {
        const eg_fit_column *c = &p->columns[i];
        const double spread = eg_fit_spread(p, c, r);
        for (size_t k = 0; k < c->count && eg_fit_counts(p, c, k); k++) {
            square += pow(spread / eg_fit_deviation(c, k), 2);
            count++;
        }
    }
    return nudge * sqrt(square / (double)(count > 0 ? count : 1));
}

/* Steps from u[j] that stay within its bounds. */
typedef struct stencil {
    double above, below; /* 0: there is no room, or no need */
} stencil;

static stencil stencil_of(const eg_fit_problem *p, size_t j, double u)
{
    const double most = 1e-3 * p->sought[j].scale, least = 1e-8 * p->sought[j].scale;
    double step = p->steps[j] > 0 ? p->steps[j] : 1e-5 * p->sought[j].scale;
    step = fmin(fmax(step, fmax(least, 1e-8 * fabs(u))), fmax(most, 1e-8 * fabs(u)));
    step *= p->step_factor;
    const double up = u + step <= p->high[j] ? (u + step) - u : 0;
    const double down = u - step >= p->low[j] ? (u - step) - u : 0;
    return (stencil){up, p->is_rough && up != 0 ? 0 : down};
}

/* Of sample i the slope on the side that has moved less. */
static double lesser_side(const double *const shown[2], const double *r, const double step[2], size_t i)
{
    const double above = step[0] != 0 ? (shown[0][i] - r[i]) / step[0] : INFINITY;
    const double below = step[1] != 0 ? (shown[1][i] - r[i]) / step[1] : INFINITY;
    return fabs(above) < fabs(below) ? above : below;
}

/* The derivative of column j from what is shown at its points, from number *point of the team's on; false:
 * neither is there. Next to a bound it is that of one side. */
static bool differ(const eg_fit_problem *p, stencil of, const double *r, size_t *point, double *column)
{
    const size_t m = p->residuals.m;
    double step[2] = {of.above, of.below};
    const double *shown[2] = {r, r};
    for (int side = 0; side < 2; side++) {
        if (step[side] == 0)
            continue;
        if (p->team->room_good[*point])
            shown[side] = p->team->room_shown + *point * m;
        else
            step[side] = 0;
        ++*point;
    }
    if (step[0] == step[1])
        return false;
    double square = 0;
    for (size_t i = 0; i < m; i++) {
        column[i] = (shown[0][i] - shown[1][i]) / (step[0] - step[1]);
        square += pow(lesser_side(shown, r, step, i), 2);
    }
    for (size_t i = 0; i < m && step[0] != 0 && step[1] != 0; i++) {
        const double side = lesser_side(shown, r, step, i);
        if (fabs(column[i] - side) > much * sqrt(square / (double)m))
            column[i] = side;
    }
    return true;
}

static bool jacobian_at(eg_residuals *of, const double *u, const double *r, const bool *frozen, double *J)
{
    eg_fit_problem *p = (eg_fit_problem *)of;
    const size_t n = p->sought_count, m = p->residuals.m;
    eg_fit_team *team = p->team;
    size_t points = 0;
    for (size_t j = 0; j < n; j++) {
        if (frozen && frozen[j])
            continue;
        const stencil s = stencil_of(p, j, u[j]);
        for (int side = 0; side < 2; side++) {
            const double step = side == 0 ? s.above : s.below;
            if (step == 0)
                continue;
            double *at = team->room_points + points++ * n;
            memcpy(at, u, n * sizeof *at);
            at[j] += step;
        }
    }
    run_points(p, team->room_points, points, team->room_shown, team->room_good);
    for (size_t k = 0; k < points; k++)
        subtract(p, team->room_shown + k * m);
    const double reach = reach_of(p, r);
    for (size_t j = 0, point = 0; j < n; j++) {
        if (frozen && frozen[j])
            continue;
        double square = 0, *column = J + j * m;
        if (!differ(p, stencil_of(p, j, u[j]), r, &point, column))
            return false;
        for (size_t i = 0; i < m; i++)
            square += column[i] * column[i];
        const double rate = sqrt(square / (double)(eg_fit_counted(p) + 1));
        if (!p->keeps_steps)
            p->steps[j] = rate > 0 ? reach / rate : 1e-3 * p->sought[j].scale;
    }
    return true;
}

/* ---------------------------------------------------------------- life */

static bool member_init(member *b, eg_fit_problem *p)
{
    size_t events = 0;
    for (size_t i = 0; i < p->column_count; i++)
        if (p->columns[i].is_events && p->columns[i].count > 0)
            events += p->columns[i].number[p->columns[i].count - 1] + 1;
    b->problem = p;
    b->probe = eg_probe_create(p->ensemble, &p->readout, &p->run);
    b->samples = calloc(p->column_count + 1, sizeof *b->samples);
    b->events = calloc(p->column_count + 1, sizeof *b->events);
    b->curves = calloc(p->column_count + 1, sizeof *b->curves);
    b->scaled = p->has_loops ? calloc(p->residuals.m + 1, sizeof *b->scaled) : NULL;
    b->values = calloc(p->name_count + 1, sizeof *b->values);
    b->times = calloc(2 * p->residuals.m + events + 1, sizeof *b->times);
    b->found = b->times ? b->times + p->residuals.m + events : NULL;
    return b->probe && b->samples && b->events && b->curves && b->values && b->times &&
           (b->scaled || !p->has_loops);
}

static void member_release(member *b)
{
    eg_probe_free(b->probe);
    for (size_t i = 0; b->curves && i < b->problem->column_count; i++)
        eg_locus_release(&b->curves[i].curve);
    free(b->curves);
    free(b->scaled);
    free(b->samples);
    free(b->events);
    free(b->values);
    free(b->times);
}

eg_fit_team *eg_fit_team_create(eg_fit_problem *p)
{
    const size_t n = p->sought_count, m = p->residuals.m;
    const long cores = p->o->threads > 0 ? p->o->threads : sysconf(_SC_NPROCESSORS_ONLN);
    eg_fit_team *team = calloc(1, sizeof *team);
    if (!team)
        return NULL;
    team->count = cores < 1 ? 1 : (int)cores;
    team->members = calloc((size_t)team->count, sizeof *team->members);
    team->room_points = calloc(2 * n * n + 1, sizeof *team->room_points);
    team->room_shown = calloc(2 * n * m + 1, sizeof *team->room_shown);
    team->room_good = calloc(2 * n + 1, sizeof *team->room_good);
    team->good = calloc((2 * n + 1) * p->run_count + 1, sizeof *team->good);
    bool good = team->members && team->room_points && team->room_shown && team->room_good && team->good;
    for (int i = 0; i < team->count && good; i++)
        good = member_init(&team->members[i], p);
    p->residuals.at = residuals_at;
    p->residuals.jacobian = jacobian_at;
    if (good)
        return team;
    eg_fit_team_free(team);
    return NULL;
}

void eg_fit_team_free(eg_fit_team *team)
{
    if (!team)
        return;
    for (int i = 0; i < team->count && team->members; i++)
        member_release(&team->members[i]);
    free(team->members);
    free(team->room_points);
    free(team->room_shown);
    free(team->room_good);
    free(team->good);
    free(team);
}
