/* Energies of components from the rows of a run. */
#include "report/energy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHOWN = 24 };

static eg_series series_of(const eg_trajectory *t, long signal)
{
    size_t stride = 0;
    const double *first = signal < 0 ? NULL : eg_trajectory_values(t, signal, &stride);
    return (eg_series){first, stride};
}

/* The signal that is called `stem`, up to `length`, with `ending` behind. */
static long find(const eg_trajectory *t, const char *stem, size_t length, const char *ending, char *name)
{
    memcpy(name, stem, length);
    strcpy(name + length, ending);
    return eg_trajectory_find(t, name);
}

/* Where a connector's name ends in that of its force: "mass.flange_a.f" -> up to ".f"; 0: it is none. */
static size_t flange_length(const char *name, const char **place)
{
    static const struct {
        const char *force, *place;
    } kinds[] = {{".f", ".s"}, {".tau", ".phi"}};
    static const char *const connectors[] = {"flange", "spline", "support", "axis", "bearing"};
    const char *dot = strrchr(name, '.');
    if (!dot || dot == name)
        return 0;
    const char *part = dot;
    while (part > name && part[-1] != '.')
        part--;
    *place = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(dot, kinds[i].force) == 0)
            *place = kinds[i].place;
    for (size_t i = 0; *place && part > name && i < sizeof connectors / sizeof *connectors; i++)
        if (strncmp(part, connectors[i], strlen(connectors[i])) == 0)
            return (size_t)(dot - name);
    return 0;
}

static int add_flange(eg_flows *f, const char *component, size_t length, eg_flow_flange flange)
{
    eg_flow *last = f->count > 0 ? &f->flows[f->count - 1] : NULL;
    if (!last || strlen(last->component) != length || strncmp(last->component, component, length) != 0) {
        if (eg_grow((void **)&f->flows, &f->capacity, f->count + 1, sizeof *f->flows) != 0)
            return -1;
        const char *copy = eg_arena_text(f->arena, component, length);
        if (!copy)
            return -1;
        f->flows[f->count++] = (eg_flow){.component = copy, .first = f->flange_count};
        last = &f->flows[f->count - 1];
    }
    if (eg_grow((void **)&f->flanges, &f->flange_capacity, f->flange_count + 1, sizeof *f->flanges) != 0)
        return -1;
    f->flanges[f->flange_count++] = flange;
    last->count++;
    return 0;
}

/* Components that others stand in would count those twice. 0, or -1 when out of memory. */
static int drop_composites(eg_flows *f)
{
    eg_names *around = eg_names_create(f->count);
    size_t kept = 0;
    for (size_t i = 0; around && i < f->count; i++) {
        const char *name = f->flows[i].component;
        for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.')) {
            const char *outer = eg_arena_text(f->arena, name, (size_t)(dot - name));
            if (!outer || eg_names_add(around, outer, 0) < 0) {
                eg_names_free(around);
                return -1;
            }
        }
    }
    for (size_t i = 0; around && i < f->count; i++)
        if (eg_names_find(around, f->flows[i].component) < 0)
            f->flows[kept++] = f->flows[i];
    f->count = around ? kept : 0;
    eg_names_free(around);
    return around ? 0 : -1;
}

static double taken_between(const eg_flows *f, const eg_flow *flow, size_t row)
{
    double sum = 0.0;
    for (size_t i = flow->first; i < flow->first + flow->count; i++) {
        const eg_flow_flange *at = &f->flanges[i];
        const double way = eg_series_at(at->place, row) - eg_series_at(at->place, row - 1);
        if (way != 0.0)
            sum += 0.5 * (eg_series_at(at->force, row) + eg_series_at(at->force, row - 1)) * way;
    }
    return sum;
}

static void follow(eg_flows *f, eg_flow *flow, size_t row)
{
    if (row == 0) {
        flow->taken = flow->lost = 0.0;
        return;
    }
    flow->taken += taken_between(f, flow, row);
    const double time = eg_series_at(f->time, row) - eg_series_at(f->time, row - 1);
    if (flow->loss.first && time > 0.0)
        flow->lost += 0.5 * (eg_series_at(flow->loss, row) + eg_series_at(flow->loss, row - 1)) * time;
}

void eg_flows_step(eg_flows *f, size_t row, double *values)
{
    for (size_t i = 0; i < f->shown; i++) {
        follow(f, &f->flows[i], row);
        values[2 * i] = f->flows[i].taken;
        values[2 * i + 1] = f->flows[i].lost;
    }
}

static int compare_flows(const void *a, const void *b)
{
    const eg_flow *x = a, *y = b;
    if (x->largest != y->largest)
        return x->largest < y->largest ? 1 : -1;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* The largest first; what stays at 0, as what is fixed does, is not shown. */
static void rank(eg_flows *f, size_t rows)
{
    for (size_t row = 0; row < rows; row++) {
        double sum = 0.0;
        for (size_t i = 0; i < f->count; i++) {
            eg_flow *flow = &f->flows[i];
            follow(f, flow, row);
            sum += flow->taken;
            const double size = fmax(fabs(flow->taken), fabs(flow->lost));
            if (size > flow->largest)
                flow->largest = size;
        }
        if (fabs(sum) > f->closure)
            f->closure = fabs(sum);
    }
    if (f->count > 0)
        qsort(f->flows, f->count, sizeof *f->flows, compare_flows);
    f->scale = f->count > 0 ? f->flows[0].largest : 0.0;
    while (f->shown < f->count && f->shown < MOST_SHOWN && f->flows[f->shown].largest > 1e-12 * f->scale)
        f->shown++;
}

int eg_flows_find(eg_flows *f, const eg_trajectory *t)
{
    size_t longest = 0;
    *f = (eg_flows){.arena = eg_arena_create()};
    f->time.first = eg_trajectory_values(t, -1, &f->time.stride);
    for (size_t i = 0; i < t->signal_count; i++) {
        const size_t length = strlen(t->signals[i].info.name);
        longest = length > longest ? length : longest;
    }
    char *name = malloc(longest + sizeof ".lossPower");
    int outcome = f->arena && name ? 0 : -1;
    for (size_t i = 0; i < t->signal_count && outcome == 0 && eg_trajectory_rows(t) > 0; i++) {
        const char *own = t->signals[i].info.name, *place;
        const size_t length = flange_length(own, &place);
        const long at = length > 0 ? find(t, own, length, place, name) : -1;
        if (at < 0)
            continue;
        size_t component = length;
        while (own[component - 1] != '.')
            component--;
        outcome = add_flange(f, own, component - 1,
                             (eg_flow_flange){.force = series_of(t, (long)i), .place = series_of(t, at)});
    }
    if (outcome == 0)
        outcome = drop_composites(f);
    for (size_t i = 0; i < f->count && outcome == 0; i++) {
        const char *of = f->flows[i].component;
        f->flows[i].loss = series_of(t, find(t, of, strlen(of), ".lossPower", name));
    }
    free(name);
    if (outcome == 0)
        rank(f, eg_trajectory_rows(t));
    return outcome;
}

void eg_flows_release(eg_flows *f)
{
    eg_arena_free(f->arena);
    free(f->flows);
    free(f->flanges);
    *f = (eg_flows){0};
}
