/* Writing a page: its frame and policy, text, numbers, and what JSON says of them. */
#include "elastogap/report.h"

#include "base/json.h"
#include "base/number.h"
#include "base/xml.h"
#include "diagram/animation.h"
#include "report/bands.h"
#include "report/bundle.h"
#include "report/data.h"
#include "report/page.h"
#include "report/sha256.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 2700000 }; /* for numbers, before they become base64 [bytes] */

/* One run on its way into the page. */
typedef struct embedded {
    const eg_report_run *run;
    eg_data data;
    const char **components; /* of events */
    long *component_forces;  /* (component_count) signals, or -1 */
    size_t component_count;
    const char **kinds; /* of events */
    size_t kind_count;
    long *event_component, *event_kind, *event_force; /* (listed) */
    size_t listed;
} embedded;

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

static int list_events(embedded *e)
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

static void put_events(eg_json *j, const embedded *e)
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

/* One object; `name` is that of a member, or NULL in a list. */
static void put_run(eg_json *j, const char *name, const embedded *e, size_t i)
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

/* ---------------------------------------------------------------- the page */

static void put_policy(eg_file *file, const char *directive, const char *text, size_t length)
{
    eg_sha256 hash;
    unsigned char sum[EG_SHA256_SIZE];
    eg_base64 out = {.file = file};
    eg_sha256_begin(&hash);
    eg_sha256_put(&hash, text, length);
    eg_sha256_end(&hash, sum);
    eg_file_text(file, directive);
    eg_file_text(file, " 'sha256-");
    eg_base64_put(&out, sum, sizeof sum);
    eg_base64_end(&out);
    eg_file_text(file, "'");
}

/* The diagram of the first run as markup, and as JSON what moves in it (NULL: nothing does). */
typedef struct picture {
    char *svg, *scene;
    const char *style; /* the text of its one style, within svg */
    size_t style_length;
} picture;

/* In one scale for all runs. */
static eg_status draw_picture(const eg_report_run *runs, size_t count, picture *p)
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

/* It stands in the page as it is, to be seen without scripts, too. */
static void put_picture(eg_file *file, const picture *p)
{
    if (!p->svg)
        return;
    eg_file_text(file, "<section id=\"network\"><h2>Diagram</h2>\n<div class=\"stage\">");
    eg_file_text(file, p->svg);
    eg_file_text(file, "</div></section>\n");
    if (!p->scene)
        return;
    eg_file_text(file, "<script type=\"application/json\" id=\"scene\">");
    eg_file_text(file, p->scene);
    eg_file_text(file, "</script>\n");
}

static void put_head(eg_file *file, const char *title, const picture *p)
{
    eg_file_text(
        file, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
              "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; "
              "form-action 'none'; ");
    put_policy(file, "script-src", eg_report_script, eg_report_script_length());
    put_policy(file, "; style-src", eg_report_style, eg_report_style_length());
    if (p->svg)
        put_policy(file, "", p->style, p->style_length);
    eg_file_text(file, "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    eg_xml_put_page(file, title);
    eg_file_text(file, "</title>\n<style>");
    eg_file_put(file, eg_report_style, eg_report_style_length());
    eg_file_text(file, "</style>\n</head>\n<body>\n<header><h1>");
    eg_xml_put_page(file, title);
    eg_file_text(file, "</h1>\n");
}

/* A section whose content is text, of each run. */
static void put_texts(eg_file *file, const char *title, const eg_report_run *runs, size_t count,
                      void (*put)(eg_file *file, const eg_report_run *run))
{
    eg_file_text(file, "<section><h2>");
    eg_file_text(file, title);
    eg_file_text(file, "</h2>\n");
    for (size_t i = 0; i < count; i++) {
        if (count > 1) {
            eg_file_text(file, "<h3>");
            eg_xml_put_page(file, runs[i].label ? runs[i].label : "run");
            eg_file_text(file, "</h3>\n");
        }
        put(file, &runs[i]);
    }
    eg_file_text(file, "</section>\n");
}

static void put_block(eg_file *file, const char *id, embedded *e)
{
    eg_file_text(file, "<script type=\"application/octet-stream\" id=\"");
    eg_file_text(file, id);
    eg_file_text(file, "\">");
    eg_data_put(&e->data, e->run->trajectory, e->event_force, file);
    eg_file_text(file, "</script>\n");
}

/* The runs of a page; of many runs the one that was chosen, and their bands. */
typedef struct contents {
    embedded *all;
    size_t count;
    embedded *bands; /* NULL: none */
    size_t band_runs;
    picture picture;
} contents;

static void put_page(eg_file *file, const char *title, const contents *c, const eg_report_run *runs)
{
    char text[80];
    const size_t count = c->count;
    bool has_parameters = false;
    put_head(file, title, &c->picture);
    if (c->bands) {
        snprintf(text, sizeof text, "<p class=\"facts\">%zu runs, of which this page shows ", c->band_runs);
        eg_file_text(file, text);
        eg_xml_put_page(file, runs[0].label ? runs[0].label : "one");
        eg_file_text(file, " by itself:</p>\n");
    }
    for (size_t i = 0; i < count; i++)
        eg_reported_summary(file, &runs[i], count > 1);
    eg_file_text(file,
                 "</header>\n<main>\n<div id=\"app\"><noscript><p class=\"warning\">Animation and plots "
                 "take JavaScript, which is switched off here.</p></noscript></div>\n");
    put_picture(file, &c->picture);
    for (size_t i = 0; i < count; i++)
        has_parameters = has_parameters || runs[i].trajectory->constant_count > 0;
    if (has_parameters)
        put_texts(file, "Parameters", runs, count, eg_reported_parameters);
    put_texts(file, "How it was computed", runs, count, eg_reported_statistics);
    eg_file_text(file, "</main>\n<footer>Made by elastogap " EG_VERSION
                       ". This file asks for nothing from any network.</footer>\n");
    for (size_t i = 0; i < count; i++) {
        snprintf(text, sizeof text, "data%zu", i);
        put_block(file, text, &c->all[i]);
    }
    if (c->bands)
        put_block(file, "bands", c->bands);
    eg_json j = {.file = file, .is_in_html = true};
    eg_file_text(file, "<script type=\"application/json\" id=\"report\">{");
    eg_json_text(&j, "title", title);
    eg_json_opening(&j, "runs", "[");
    for (size_t i = 0; i < count; i++)
        put_run(&j, NULL, &c->all[i], i);
    eg_json_closing(&j, "]");
    if (c->bands) {
        eg_json_number(&j, "bandRuns", (double)c->band_runs);
        put_run(&j, "bands", c->bands, 0);
    }
    eg_file_text(file, "}</script>\n<script>");
    eg_file_put(file, eg_report_script, eg_report_script_length());
    eg_file_text(file, "</script>\n</body>\n</html>\n");
}

static void release(embedded *e)
{
    eg_data_release(&e->data);
    free(e->components);
    free(e->component_forces);
    free(e->kinds);
    free(e->event_component);
    free(e->event_kind);
    free(e->event_force);
}

static eg_status embed(embedded *e, const eg_report_run *run, size_t room)
{
    e->run = run;
    return eg_data_init(&e->data, run->trajectory, room) == 0 && list_events(e) == 0 ? EG_OK
                                                                                     : EG_ERROR_MEMORY;
}

/* Of `count` runs, and with bands (NULL: none) of `band_runs`. */
static eg_status write_page(const eg_report_run *runs, size_t count, const eg_report_run *bands,
                            size_t band_runs, const char *title, const char *path,
                            eg_diagnostics *diagnostics)
{
    const size_t blocks = count + (bands != NULL);
    contents c = {.all = calloc(blocks, sizeof *c.all), .count = count, .band_runs = band_runs};
    eg_status status = c.all ? EG_OK : EG_ERROR_MEMORY;
    for (size_t i = 0; i < blocks && status == EG_OK; i++)
        status = embed(&c.all[i], i < count ? &runs[i] : bands, ROOM / blocks);
    if (c.all && bands)
        c.bands = &c.all[count];
    if (status == EG_OK)
        status = draw_picture(runs, count, &c.picture);
    eg_file *file = status == EG_OK ? eg_file_create(path, diagnostics, &status) : NULL;
    if (file) {
        put_page(file, title, &c, runs);
        status = eg_file_commit(file, diagnostics);
    }
    for (size_t i = 0; c.all && i < blocks; i++)
        release(&c.all[i]);
    free(c.picture.svg);
    free(c.picture.scene);
    free(c.all);
    return status;
}

eg_status eg_report_write(const eg_report_run *runs, size_t count, const char *title, const char *path,
                          eg_diagnostics *diagnostics)
{
    if (count == 0 || count > EG_REPORT_RUNS) {
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "a report is about one to %d runs, not %zu",
                  EG_REPORT_RUNS, count);
        eg_remedy(diagnostics, "name fewer results");
        return EG_ERROR_USAGE;
    }
    return write_page(runs, count, NULL, 0, title, path, diagnostics);
}

eg_status eg_report_write_bands(const eg_report_run *chosen, const eg_report_ensemble *runs,
                                const char *title, const char *path, eg_diagnostics *diagnostics)
{
    eg_trajectory *lines = NULL;
    if (runs->count == 0) {
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "bands are of one run at least");
        eg_remedy(diagnostics, "give it a run that has come to its end");
        return EG_ERROR_USAGE;
    }
    eg_status status = eg_bands_make(runs, chosen->trajectory, diagnostics, &lines);
    if (status == EG_OK) {
        const eg_report_run bands = {.trajectory = lines, .label = "bands"};
        status = write_page(chosen, 1, &bands, runs->count, title, path, diagnostics);
    }
    eg_trajectory_free(lines);
    return status;
}
