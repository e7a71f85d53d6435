#include "cli/ensemble_runs.h"

#include "base/file.h"
#include "cli/limits.h"
#include "cli/set_file.h"
#include "ensemble/ensemble.h"
#include "result/formats.h"
#include "sweep/sweep.h"

#include <stdlib.h>
#include <string.h>

int eg_runs_check(const eg_runs_settings *s, bool has_use)
{
    if (s->wanted.count == 0 && !has_use)
        return eg_print_usage_error(
            "say what is wanted of each run: --get ball.v, --get 'max(abs(stop.f))', ...");
    if (s->count != floor(s->count) || s->threads != floor(s->threads) || s->seed != floor(s->seed))
        return eg_print_usage_error("--count, --seed and --threads need whole numbers");
    const bool is_table = s->output && s->has_hdf5 && eg_path_ends(s->output, ".h5");
    if (s->output && !is_table && !eg_path_ends(s->output, ".csv") && !eg_file_is_special(s->output))
        return eg_print_usage_error("--output must end in .csv%s, but is '%s'", s->has_hdf5 ? " or .h5" : "",
                                    s->output);
    return EG_EXIT_DONE;
}

static int read_wanted(eg_runs *r)
{
    const eg_texts *texts = &r->set->wanted;
    for (size_t i = 0; i < texts->count; i++) {
        if (!(r->copies[i] = strdup(texts->items[i])))
            return eg_print_no_memory();
        if (!eg_wanted_read(r->copies[i], &r->wanted[i]))
            return eg_print_usage_error("--get cannot be '%s'; write an expression such as max(abs(stop.f)), "
                                        "count(COMPONENT, EVENT), time(COMPONENT, EVENT, NUMBER) or "
                                        "duration(COMPONENT, EVENT, UNTIL, NUMBER)",
                                        texts->items[i]);
    }
    return EG_EXIT_DONE;
}

/* What the model declares may be called as a distribution that there is not, so that this is told where an
 * error names it. */
static void tell_of_laws(const eg_texts *settings, eg_diagnostics *d)
{
    const size_t count = eg_diagnostics_count(d);
    for (size_t i = 0; i < settings->count; i++) {
        const char *value = strchr(settings->items[i], '=') + 1;
        char name[100];
        value += strspn(value, " ");
        const size_t length = eg_law_name_length(value);
        if (length == 0 || length + 3 > sizeof name)
            continue;
        (void)snprintf(name, sizeof name, "\"%.*s\"", (int)length, value);
        for (size_t k = 0; k < count; k++)
            if (strstr(eg_diagnostics_get(d, k)->message, name)) {
                eg_law_tell_unknown(value, EG_NOTE, d);
                break;
            }
    }
}

static int make_ensemble(eg_runs *r, const char *input)
{
    const eg_load_settings *load = &r->set->load;
    char *copy = NULL;
    eg_texts includes = {0};
    int outcome = eg_check_model_name(input);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_check_includes(&load->includes);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_limits_begin(load->time_limit, load->memory_limit, "reading the model");
    eg_setting_place *places = eg_set_files_places(&r->fixed);
    if (outcome == EG_EXIT_DONE && (!places || !eg_include_directories(&load->includes, &copy, &includes)))
        outcome = eg_print_no_memory();
    if (outcome == EG_EXIT_DONE) {
        eg_read_options o = eg_read_options_default();
        o.model = load->model;
        o.include_dirs = includes.items;
        o.include_count = includes.count;
        o.settings = r->fixed.items;
        o.setting_count = r->fixed.count;
        o.setting_places = places;
        eg_status status = eg_ensemble_read(input, &o, (const char *const *)r->sets.names, r->sets.columns,
                                            r->wanted, r->set->wanted.count, r->d, &r->ensemble);
        outcome = status == EG_ERROR_FILE ? EG_EXIT_USAGE : eg_exit_status(status);
        if (outcome == EG_EXIT_MODEL)
            tell_of_laws(&r->fixed, r->d);
        if (status == EG_OK && !eg_set_files_suit(&r->fixed, r->ensemble->spec, r->d))
            outcome = EG_EXIT_MODEL;
    }
    free(places);
    free(includes.items);
    free(copy);
    return outcome;
}

int eg_runs_make(eg_runs *r, const eg_runs_settings *s, const char *input, eg_design_kind kind,
                 const eg_texts *correlations)
{
    *r = (eg_runs){.set = s,
                   .d = eg_diagnostics_create(),
                   .wanted = calloc(s->wanted.count + 1, sizeof *r->wanted),
                   .copies = calloc(s->wanted.count + 1, sizeof *r->copies)};
    if (!r->d || !r->wanted || !r->copies)
        return eg_print_no_memory();
    const eg_sets_options o = {s->table, &s->load.overrides, correlations, kind, s->count, s->seed};
    int outcome = eg_sets_make(&r->sets, &o, &r->fixed, r->d);
    if (outcome == EG_EXIT_DONE)
        outcome = read_wanted(r);
    return outcome == EG_EXIT_DONE ? make_ensemble(r, input) : outcome;
}

eg_ensemble_options eg_runs_options(const eg_runs *r)
{
    const eg_runs_settings *s = r->set;
    eg_ensemble_options o = eg_ensemble_options_default(r->ensemble);
    if (isfinite(s->start))
        o.run.start_time = s->start;
    if (isfinite(s->stop))
        o.run.stop_time = s->stop;
    o.run.interval = o.run.stop_time > o.run.start_time ? o.run.stop_time - o.run.start_time : 1;
    if (isfinite(s->tolerance))
        o.run.tolerance = s->tolerance;
    o.run.engine = s->engine;
    if (isfinite(s->max_steps))
        o.run.max_steps = (long)s->max_steps;
    o.run.time_limit = s->load.time_limit;
    o.threads = (int)s->threads;
    o.lanes = (int)s->lanes;
    o.balance = s->balance;
    return o;
}

void eg_runs_release(eg_runs *r)
{
    for (size_t i = 0; i < r->set->wanted.count && r->copies; i++)
        free(r->copies[i]);
    free(r->copies);
    free(r->wanted);
    free(r->fixed.items);
    free(r->fixed.origins);
    eg_sets_release(&r->sets);
    eg_ensemble_free(r->ensemble);
    eg_diagnostics_free(r->d);
}
