/* What a page asks of the library. */
#include "web/core.h"

#include "base/json.h"
#include "diagram/diagram.h"
#include "elastogap/simulate.h"
#include "report/embedded.h"
#include "report/page.h"
#include "result/formats.h"
#include "web/impact_curves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the 2 GB that a page may have. */
static const size_t MOST_RESULTS = (size_t)400 << 20;
static const double TOLD_EACH = 0.05; /* [s] */

/* ---------------------------------------------------------------- answers */

/* NULL: out of memory. */
static eg_file *begin_answer(eg_json *j)
{
    *j = (eg_json){.file = eg_file_create_kept()};
    if (j->file)
        eg_file_text(j->file, "{");
    return j->file;
}

static char *end_answer(eg_json *j)
{
    char *text;
    size_t length;
    eg_file_text(j->file, "}");
    eg_file_take(j->file, &text, &length);
    return text;
}

static void put_diagnostics(eg_json *j, const eg_diagnostics *d)
{
    static const char *const severities[] = {"note", "warning", "error"};
    eg_json_opening(j, "diagnostics", "[");
    for (size_t i = 0; i < eg_diagnostics_count(d); i++) {
        const eg_diagnostic *m = eg_diagnostics_get(d, i);
        eg_json_opening(j, NULL, "{");
        eg_json_text(j, "severity", severities[m->severity]);
        if (m->file)
            eg_json_text(j, "file", m->file);
        eg_json_number(j, "line", m->line);
        eg_json_number(j, "column", m->column);
        eg_json_text(j, "message", m->message);
        if (m->remedy)
            eg_json_text(j, "remedy", m->remedy);
        eg_json_closing(j, "}");
    }
    eg_json_closing(j, "]");
}

/* ---------------------------------------------------------------- reading */

char *eg_web_check(const char *text, const char *name)
{
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_json j;
    eg_diagnostics *d = eg_diagnostics_create();
    if (!d || !begin_answer(&j)) {
        eg_diagnostics_free(d);
        return NULL;
    }
    eg_status status = eg_spec_read_text(text, strlen(text), name, NULL, d, &spec);
    if (status == EG_OK)
        status = eg_model_compile(spec, d, &model);
    if (status == EG_OK) {
        const eg_experiment x = eg_model_experiment(model);
        eg_json_text(&j, "model", eg_model_name(model));
        eg_json_text(&j, "comment", eg_spec_comment(spec) ? eg_spec_comment(spec) : "");
        eg_json_number(&j, "start", x.start_time);
        eg_json_number(&j, "stop", x.stop_time);
        eg_json_number(&j, "interval", x.interval);
        eg_json_number(&j, "tolerance", x.tolerance);
    }
    put_diagnostics(&j, d);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    if (status != EG_ERROR_MEMORY)
        return end_answer(&j);
    eg_file_discard(j.file);
    return NULL;
}

/* ---------------------------------------------------------------- runs */

struct eg_web_run {
    eg_diagnostics *diagnostics;
    eg_model *model;
    eg_diagram *diagram;
    eg_trajectory *trajectory; /* NULL: there are no results */
    eg_statistics statistics;
    eg_status status;
};

struct eg_progress {
    double begin, span; /* [s] */
};

static int tell(double time, struct eg_progress *p)
{
    eg_web_tell(p->span > 0.0 ? (time - p->begin) / p->span : 1.0);
    return 0;
}

static eg_status simulate(eg_web_run *run, const char *engine, double stop_time, double interval,
                          double tolerance)
{
    eg_simulate_options o = eg_simulate_options_default(run->model);
    if (!isnan(stop_time)) {
        o.stop_time = stop_time;
        if (isnan(eg_model_experiment(run->model).interval))
            o.interval = (o.stop_time - o.start_time) / 500.0;
    }
    if (!isnan(interval))
        o.interval = interval;
    if (!isnan(tolerance))
        o.tolerance = tolerance;
    struct eg_progress progress = {o.start_time, o.stop_time - o.start_time};
    o.engine = engine;
    o.memory_limit = MOST_RESULTS;
    o.progress = tell;
    o.context = &progress;
    o.progress_interval = TOLD_EACH;
    return eg_simulate(run->model, &o, run->diagnostics, &run->trajectory, &run->statistics);
}

eg_web_run *eg_web_simulate(const char *text, const char *name, const char *engine, double stop_time,
                            double interval, double tolerance)
{
    eg_spec *spec = NULL;
    eg_web_run *run = calloc(1, sizeof *run);
    if (!run)
        return NULL;
    run->diagnostics = eg_diagnostics_create();
    run->status = run->diagnostics ? EG_OK : EG_ERROR_MEMORY;
    if (run->status == EG_OK)
        run->status = eg_spec_read_text(text, strlen(text), name, NULL, run->diagnostics, &spec);
    if (run->status == EG_OK)
        run->status = eg_model_compile(spec, run->diagnostics, &run->model);
    if (run->status == EG_OK &&
        eg_diagram_create_at_start(spec, NULL, NULL, &run->diagram) == EG_ERROR_MEMORY)
        run->status = EG_ERROR_MEMORY; /* without a picture it runs all the same */
    if (run->status == EG_OK)
        run->status = simulate(run, engine, stop_time, interval, tolerance);
    eg_spec_free(spec);
    if (run->status != EG_ERROR_MEMORY)
        return run;
    eg_web_run_free(run);
    return NULL;
}

void eg_web_run_free(eg_web_run *run)
{
    if (!run)
        return;
    eg_trajectory_free(run->trajectory);
    eg_diagram_free(run->diagram);
    eg_model_free(run->model);
    eg_diagnostics_free(run->diagnostics);
    free(run);
}

/* What a function writes, as a member that is text. */
static eg_status put_markup(eg_json *j, const char *name, const eg_report_run *run,
                            void (*put)(eg_file *file, const eg_report_run *run))
{
    char *text;
    size_t length;
    eg_file *file = eg_file_create_kept();
    if (!file)
        return EG_ERROR_MEMORY;
    put(file, run);
    const eg_status status = eg_file_take(file, &text, &length);
    if (status == EG_OK)
        eg_json_text(j, name, text);
    free(text);
    return status;
}

static void put_facts(eg_file *file, const eg_report_run *run)
{
    eg_reported_summary(file, run, false);
}

static eg_status put_numbers(eg_json *j, const eg_report_run *shown, const char *title)
{
    char *text = NULL;
    size_t length;
    eg_embedded_run e = {0};
    eg_status status = eg_embedded_init(&e, shown, EG_EMBEDDED_ROOM);
    eg_file *block = status == EG_OK ? eg_file_create_kept() : NULL;
    if (block) {
        eg_embedded_put_block(&e, block);
        status = eg_file_take(block, &text, &length);
    } else
        status = EG_ERROR_MEMORY;
    if (status == EG_OK) {
        eg_json_text(j, "data", text);
        eg_json_opening(j, "report", "{");
        eg_json_text(j, "title", title);
        eg_json_opening(j, "runs", "[");
        eg_embedded_put(j, NULL, &e, 0);
        eg_json_closing(j, "]");
        eg_json_closing(j, "}");
    }
    free(text);
    eg_embedded_release(&e);
    return status;
}

static eg_status put_picture(eg_json *j, const eg_report_run *shown)
{
    eg_embedded_picture picture = {0};
    const eg_status status = eg_embedded_picture_draw(shown, 1, &picture);
    if (status == EG_OK && picture.svg)
        eg_json_text(j, "svg", picture.svg);
    if (status == EG_OK && picture.scene)
        eg_json_text(j, "scene", picture.scene);
    eg_embedded_picture_release(&picture);
    return status;
}

char *eg_web_run_report(const eg_web_run *run)
{
    eg_json j;
    eg_status status = begin_answer(&j) ? EG_OK : EG_ERROR_MEMORY;
    if (status != EG_OK)
        return NULL;
    put_diagnostics(&j, run->diagnostics);
    eg_json_number(&j, "status", run->status);
    if (run->trajectory) {
        const char *title = eg_model_name(run->model);
        const eg_report_run shown = {.trajectory = run->trajectory,
                                     .label = title,
                                     .statistics = &run->statistics,
                                     .diagram = run->diagram};
        status = put_numbers(&j, &shown, title);
        if (status == EG_OK)
            status = put_picture(&j, &shown);
        if (status == EG_OK)
            status = put_markup(&j, "facts", &shown, put_facts);
        if (status == EG_OK)
            status = put_markup(&j, "parameters", &shown, eg_reported_parameters);
        if (status == EG_OK)
            status = put_markup(&j, "statistics", &shown, eg_reported_statistics);
    }
    if (status == EG_OK)
        return end_answer(&j);
    eg_file_discard(j.file);
    return NULL;
}

char *eg_web_run_csv(const eg_web_run *run)
{
    char *text;
    size_t length;
    eg_file *file = eg_file_create_kept();
    if (!file)
        return NULL;
    if (run->trajectory && eg_csv_put(run->trajectory, file) != EG_OK) {
        eg_file_discard(file);
        return NULL;
    }
    eg_file_take(file, &text, &length);
    return text;
}

/* ---------------------------------------------------------------- laws */

static void put_takes(eg_json *j, eg_contact_law law)
{
    const bool is_rigid = law == EG_CONTACT_RESTITUTION;
    eg_json_opening(j, "takes", "[");
    if (!is_rigid) {
        eg_json_text(j, NULL, "c");
        eg_json_text(j, NULL, "n");
    }
    if (is_rigid || eg_contact_is_hysteresis(law))
        eg_json_text(j, NULL, "e");
    else if (law != EG_CONTACT_HERTZ)
        eg_json_text(j, NULL, "d");
    if (law == EG_CONTACT_SMOOTH_TRANSITION)
        eg_json_text(j, NULL, "transition");
    eg_json_text(j, NULL, "mass");
    eg_json_text(j, NULL, "speed");
    eg_json_text(j, NULL, "load");
    eg_json_closing(j, "]");
}

char *eg_web_laws(void)
{
    eg_json j;
    if (!begin_answer(&j))
        return NULL;
    eg_json_opening(&j, "laws", "[");
    for (int i = 0; i < EG_CONTACT_LAW_COUNT; i++) {
        const eg_contact_facts *facts = eg_contact_facts_of((eg_contact_law)i);
        eg_json_opening(&j, NULL, "{");
        eg_json_text(&j, "name", facts->name);
        eg_json_text(&j, "formula", facts->formula);
        eg_json_text(&j, "source", facts->source);
        put_takes(&j, (eg_contact_law)i);
        eg_json_closing(&j, "}");
    }
    eg_json_closing(&j, "]");
    return end_answer(&j);
}

static void put_curve(eg_json *j, const char *name, const eg_impact_curve *curve)
{
    eg_json_opening(j, name, "[");
    for (int side = 0; side < 2; side++) {
        const double *values = side == 0 ? curve->x : curve->y;
        eg_json_opening(j, NULL, "[");
        for (size_t i = 0; i < curve->count; i++)
            eg_json_number(j, NULL, values[i]);
        eg_json_closing(j, "]");
    }
    eg_json_closing(j, "]");
}

static void put_impact(eg_json *j, const eg_impact_curves *curves)
{
    const eg_impact *impact = &curves->impact;
    eg_json_opening(j, "impact", "{");
    eg_json_number(j, "e", impact->e);
    eg_json_number(j, "contactTime", impact->contact_time);
    eg_json_number(j, "peakForce", impact->peak_force);
    eg_json_number(j, "maxPenetration", impact->max_penetration);
    eg_json_number(j, "energyLost", impact->energy_lost);
    eg_json_truth(j, "parts", impact->parts);
    eg_json_closing(j, "}");
    put_curve(j, "loop", &curves->loop);
    put_curve(j, "course", &curves->course);
    put_curve(j, "spectrum", &curves->spectrum);
}

static void put_error(eg_json *j, eg_status status)
{
    eg_json_text(
        j, "error",
        status == EG_ERROR_USAGE
            ? "These numbers make no contact: one of them is out of its range, or a product overflows."
            : "The impact cannot be integrated to 1e-10: its damping is far too large.");
}

char *eg_web_law(int wanted, int law, double c, double d, double e, double n, double mass, double speed,
                 double load, double transition)
{
    const eg_impact_setting setting = {(eg_contact_law)law, c, d, e, n, mass, speed, load, transition};
    eg_impact_curves curves = {0};
    eg_json j;
    if (!begin_answer(&j))
        return NULL;
    const eg_status status = eg_impact_curves_make(&setting, (eg_impact_wanted)wanted, &curves);
    if (status == EG_OK && wanted == EG_WANTED_IMPACT)
        put_impact(&j, &curves);
    else if (status == EG_OK && wanted == EG_WANTED_BOUNCE)
        put_curve(&j, "bounce", &curves.bounce);
    else if (status == EG_OK)
        put_curve(&j, "restitution", &curves.restitution);
    else if (status != EG_ERROR_MEMORY)
        put_error(&j, status);
    eg_impact_curves_release(&curves);
    if (status != EG_ERROR_MEMORY)
        return end_answer(&j);
    eg_file_discard(j.file);
    return NULL;
}
