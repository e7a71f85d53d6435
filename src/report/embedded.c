/* A run as pages hold it. */
#include "report/embedded.h"

#include "base/number.h"
#include "diagram/animation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- events */

/* The force that an event of a component is about. */
static long force_of(const eg_trajectory *t, const char *component)
{
    static const char *const endings[] = {"f",          "tau",          "F",          "p.F",
                                          "flange_b.f", "flange_b.tau", "flange_a.f", "flange_a.tau"};
    const size_t size = strlen(component) + 16;
    char *name = malloc(size);
    long found = -1;
    for (size_t i = 0; name && *component && found < 0 && i < sizeof endings / sizeof *endings; i++) {
        snprintf(name, size, "%s.%s", component, endings[i]);
        found = eg_trajectory_find(t, name);
    }
    free(name);
    return found;
}

/* The number of a text in a list, to which it is added when it is new; lists have room. */
static long number_of(eg_names *names, const char **list, size_t *count, const char *text)
{
    long at = eg_names_find(names, text);
    if (at < 0) {
        at = (long)*count;
        list[(*count)++] = text;
        if (eg_names_add(names, text, at) < 0)
            return -1;
    }
    return at;
}

static int list_events(eg_embedded_run *e)
{
    const eg_trajectory *t = e->run->trajectory;
    const size_t events = eg_trajectory_events(t);
    e->listed = events < EG_DATA_EVENTS ? events : EG_DATA_EVENTS;
    e->components = malloc((e->listed + 1) * sizeof *e->components);
    e->kinds = malloc((e->listed + 1) * sizeof *e->kinds);
    e->component_forces = malloc((e->listed + 1) * sizeof(long));
    e->event_component = malloc((e->listed + 1) * sizeof(long));
    e->event_kind = malloc((e->listed + 1) * sizeof(long));
    e->event_force = malloc((e->listed + 1) * sizeof(long));
    eg_names *components = eg_names_create(64), *kinds = eg_names_create(64);
    bool fits = e->components && e->kinds && e->component_forces && e->event_component && e->event_kind &&
                e->event_force && components && kinds;
    for (size_t i = 0; fits && i < e->listed; i++) {
        const eg_event event = eg_trajectory_event(t, i);
        const size_t before = e->component_count;
        const long component = number_of(components, e->components, &e->component_count, event.component);
        const long kind = number_of(kinds, e->kinds, &e->kind_count, event.name);
        fits = component >= 0 && kind >= 0;
        if (fits && e->component_count > before)
            e->component_forces[component] = force_of(t, event.component);
        e->event_component[i] = component;
        e->event_kind[i] = kind;
        e->event_force[i] = fits ? e->component_forces[component] : -1;
    }
    eg_names_free(components);
    eg_names_free(kinds);
    return fits ? 0 : -1;
}

static void put_events(eg_json *j, const eg_embedded_run *e)
{
    eg_json_opening(j, "components", "[");
    for (size_t i = 0; i < e->component_count; i++) {
        eg_json_opening(j, NULL, "[");
        eg_json_text(j, NULL, e->components[i]);
        if (e->component_forces[i] >= 0)
            eg_json_text(j, NULL, e->run->trajectory->signals[e->component_forces[i]].info.name);
        eg_json_closing(j, "]");
    }
    eg_json_closing(j, "]");
    eg_json_opening(j, "kinds", "[");
    for (size_t i = 0; i < e->kind_count; i++)
        eg_json_text(j, NULL, e->kinds[i]);
    eg_json_closing(j, "]");
    eg_json_opening(j, "events", "[");
    for (size_t i = 0; i < e->listed; i++) {
        eg_json_number(j, NULL, (double)e->event_component[i]);
        eg_json_number(j, NULL, (double)e->event_kind[i]);
    }
    eg_json_closing(j, "]");
    eg_json_number(j, "eventCount", (double)eg_trajectory_events(e->run->trajectory));
    eg_json_number(j, "eventPlace", (double)e->data.event_place);
}

/* ---------------------------------------------------------------- what the numbers are */

/* JSON has no numbers for what is none. */
static void put_number(eg_json *j, double value)
{
    char text[EG_NUMBER_SIZE];
    if (isfinite(value)) {
        eg_json_number(j, NULL, value);
        return;
    }
    eg_number_write(value, text);
    eg_json_text(j, NULL, text);
}

static void put_series(eg_json *j, const eg_data *d)
{
    eg_json_opening(j, "series", "[");
    for (size_t i = 0; i < d->count; i++) {
        const eg_packed *p = &d->packed[i];
        eg_json_opening(j, NULL, "[");
        eg_json_number(j, NULL, (double)p->twin);
        if (p->twin != i) {
            eg_json_number(j, NULL, p->factor);
            eg_json_number(j, NULL, p->offset);
        } else {
            eg_json_number(j, NULL, (double)p->packing);
            put_number(j, p->least);
            eg_json_number(j, NULL, p->scale);
            eg_json_number(j, NULL, (double)p->place);
            eg_json_number(j, NULL, p->code.bytes ? p->code.order : -1.0);
            eg_json_number(j, NULL, p->exact == (size_t)-1 ? -1.0 : (double)p->exact);
        }
        eg_json_closing(j, "]");
    }
    eg_json_closing(j, "]");
}

static void put_signals(eg_json *j, const eg_trajectory *t)
{
    eg_json_opening(j, "signals", "[");
    for (size_t i = 0; i < t->signal_count; i++) {
        const eg_trajectory_source *s = &t->signals[i];
        eg_json_opening(j, NULL, "[");
        eg_json_text(j, NULL, s->info.name);
        eg_json_text(j, NULL, s->info.unit);
        eg_json_text(j, NULL, s->info.doc);
        eg_json_number(j, NULL, s->info.is_discrete ? 1.0 : 0.0);
        eg_json_number(j, NULL, (double)s->column);
        if (s->column < 0)
            put_number(j, s->value);
        eg_json_closing(j, "]");
    }
    eg_json_closing(j, "]");
}

void eg_embedded_put(eg_json *j, const char *name, const eg_embedded_run *e, size_t i)
{
    const eg_data *d = &e->data;
    char label[40];
    snprintf(label, sizeof label, "run %zu", i + 1);
    eg_json_opening(j, name, "{");
    eg_json_text(j, "label", e->run->label ? e->run->label : label);
    if (e->run->file)
        eg_json_text(j, "file", e->run->file);
    eg_json_number(j, "rows", (double)eg_trajectory_rows(e->run->trajectory));
    eg_json_number(j, "points", (double)d->ranges.points);
    eg_json_truth(j, "whole", d->is_exact);
    eg_json_truth(j, "allRows", d->ranges.is_whole);
    eg_json_number(j, "timePlace", (double)d->time.place);
    eg_json_number(j, "timeOrder", d->time.code.bytes ? d->time.code.order : -1.0);
    eg_json_number(j, "exactPlace", (double)d->exact_place);
    eg_json_number(j, "exactCount", (double)d->ranges.exact_count);
    put_series(j, d);
    put_signals(j, e->run->trajectory);
    put_events(j, e);
    eg_json_opening(j, "flows", "[");
    for (size_t k = 0; k < d->flows.shown; k++) {
        eg_json_opening(j, NULL, "[");
        eg_json_text(j, NULL, d->flows.flows[k].component);
        eg_json_number(j, NULL, (double)(d->own + 2 * k));
        eg_json_closing(j, "]");
    }
    eg_json_closing(j, "]");
    eg_json_number(j, "flowCount", (double)d->flows.count);
    eg_json_number(j, "closure", d->flows.closure);
    eg_json_number(j, "largestFlow", d->flows.scale);
    eg_json_closing(j, "}");
}

/* ---------------------------------------------------------------- making and freeing */

eg_status eg_embedded_init(eg_embedded_run *e, const eg_report_run *run, size_t room)
{
    e->run = run;
    return eg_data_init(&e->data, run->trajectory, room) == 0 && list_events(e) == 0 ? EG_OK
                                                                                     : EG_ERROR_MEMORY;
}

void eg_embedded_put_block(eg_embedded_run *e, eg_file *file)
{
    eg_data_put(&e->data, e->run->trajectory, e->event_force, file);
}

void eg_embedded_release(eg_embedded_run *e)
{
    eg_data_release(&e->data);
    free(e->components);
    free(e->component_forces);
    free(e->kinds);
    free(e->event_component);
    free(e->event_kind);
    free(e->event_force);
}

/* ---------------------------------------------------------------- the picture */

eg_status eg_embedded_picture_draw(const eg_report_run *runs, size_t count, eg_embedded_picture *p)
{
    const eg_diagram *diagram = runs[0].diagram;
    const eg_trajectory *trajectories[EG_REPORT_RUNS];
    eg_animation *motion = NULL;
    size_t length;
    if (!diagram || eg_diagram_areas(diagram) == 0) /* equations alone have nothing to draw */
        return EG_OK;
    for (size_t i = 0; i < count; i++)
        trajectories[i] = runs[i].trajectory;
    eg_status status = eg_animation_create(diagram, trajectories, count, &motion);
    if (status == EG_OK)
        status = motion ? eg_animation_svg(motion, diagram->theme, &p->svg, &length)
                        : eg_diagram_svg(diagram, &p->svg, &length);
    if (status == EG_OK && motion)
        status = eg_animation_scene(motion, &p->scene, &length);
    eg_animation_free(motion);
    if (status != EG_OK)
        return status;
    p->style = strstr(p->svg, "<style>") + strlen("<style>");
    p->style_length = (size_t)(strstr(p->style, "</style>") - p->style);
    return EG_OK;
}

void eg_embedded_picture_release(eg_embedded_picture *p)
{
    free(p->svg);
    free(p->scene);
}
