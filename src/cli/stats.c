/* What --stats prints and --stats-file writes. */
#include "cli/stats.h"

#include "base/json.h"
#include "base/file.h"
#include "base/names.h"
#include "base/number.h"
#include "cli/print.h"
#include "network/motion/unknowns.h"
#include "network/user/user.h"
#include "traits/traits.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_EVENTS = 40,     /* listed one by one; of more the components are counted */
    MOST_COMPONENTS = 20, /* in that count */
    MOST_STATES = 40,     /* that are named */
    EG_PRINT_NAME = 1000
};

/* ---------------------------------------------------------------- events, counted */

/* How often something happened to one component. */
typedef struct tally {
    const char *component;
    long events;
    double first, last; /* [s] */
    size_t order;       /* of first appearance */
} tally;

/* Most events first, then in order of appearance. */
static int compare_tallies(const void *a, const void *b)
{
    const tally *x = a, *y = b;
    if (x->events != y->events)
        return x->events < y->events ? 1 : -1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Counts the events by component. Returns an array of *count, to be freed; NULL when out of memory. */
static tally *tally_events(const eg_trajectory *trajectory, size_t *count)
{
    size_t events = eg_trajectory_events(trajectory);
    tally *tallies = calloc(events + 1, sizeof *tallies);
    eg_names *names = eg_names_create(events);
    *count = 0;
    for (size_t i = 0; tallies && names && i < events; i++) {
        eg_event e = eg_trajectory_event(trajectory, i);
        long at = eg_names_find(names, e.component);
        if (at < 0) {
            at = (long)*count;
            eg_names_add(names, e.component, at); /* has room for all */
            tallies[(*count)++] = (tally){e.component, 0, e.time, e.time, (size_t)at};
        }
        tallies[at].events++;
        tallies[at].last = e.time;
    }
    if (!names) {
        free(tallies);
        tallies = NULL;
    }
    eg_names_free(names);
    if (tallies)
        qsort(tallies, *count, sizeof *tallies, compare_tallies);
    return tallies;
}

/* ---------------------------------------------------------------- for people */

static void print_event_list(FILE *out, const eg_trajectory *trajectory)
{
    int width = 0;
    for (size_t i = 0; i < eg_trajectory_events(trajectory); i++) {
        int length = (int)strlen(eg_trajectory_event(trajectory, i).component);
        if (length > width)
            width = length;
    }
    for (size_t i = 0; i < eg_trajectory_events(trajectory); i++) {
        eg_event e = eg_trajectory_event(trajectory, i);
        fprintf(out, "  %14.9f s  %-*s  %s\n", e.time, width, e.component, e.name);
    }
}

static void print_tallies(FILE *out, const tally *tallies, size_t count)
{
    char first[EG_PRINT_SIZE], last[EG_PRINT_SIZE];
    size_t shown = count < MOST_COMPONENTS ? count : MOST_COMPONENTS;
    for (size_t i = 0; i < shown; i++)
        fprintf(out, "  %8ld  %s, from %s to %s s\n", tallies[i].events, tallies[i].component,
                eg_print_number(tallies[i].first, 9, first), eg_print_number(tallies[i].last, 9, last));
    if (shown < count)
        fprintf(out, "  ... and %zu more components\n", count - shown);
}

static void print_events(FILE *out, const eg_trajectory *trajectory)
{
    size_t events = eg_trajectory_events(trajectory);
    fprintf(out, "Events: %zu\n", events);
    if (events <= MOST_EVENTS) {
        print_event_list(out, trajectory);
        return;
    }
    size_t count;
    tally *tallies = tally_events(trajectory, &count);
    if (tallies)
        print_tallies(out, tallies, count);
    free(tallies);
}

static void print_counters(FILE *out, const eg_statistics *s)
{
    char asked[EG_PRINT_SIZE], used[EG_PRINT_SIZE];
    fprintf(out, "Engine %s%s%s\n", s->engine, *s->engine_reason ? ": " : "", s->engine_reason);
    fprintf(out, "  unknowns        %ld differential, %ld algebraic\n", s->states, s->algebraic);
    fprintf(out, "  steps           %ld (and %ld rejected)\n", s->steps, s->rejected_steps);
    fprintf(out, "  evaluations     %ld\n", s->evaluations);
    fprintf(out, "  Jacobians       %ld, factorised %ld times\n", s->jacobians, s->factorizations);
    fprintf(out, "  Newton          %ld iterations\n", s->newton_iterations);
    if (s->clusters > 0)
        fprintf(out, "  clusters        %ld formed by events, of %.3g bodies on average, %ld at most\n",
                s->clusters, s->mean_cluster, s->largest_cluster);
    fprintf(out, "  state events    %ld\n", s->events);
    fprintf(out, "  time events     %ld\n", s->time_events);
    if (s->engine_tolerance > 0)
        fprintf(out, "  tolerance       %s asked for, %s worked with\n",
                eg_print_number(s->tolerance, 6, asked), eg_print_number(s->engine_tolerance, 6, used));
    else
        fprintf(out, "  tolerance       %s\n",
                strcmp(s->engine, "fixed") == 0 ? "none: the step decides" : "none but round-off");
}

/* Engines that `auto` prefers, and why it has made no steps of theirs. */
typedef struct refusals {
    eg_traits traits;
    const eg_trait *items[2];
    size_t count;
} refusals;

static void find_refusals(refusals *r, const eg_model *model, const eg_statistics *s)
{
    static const char *const preferred[] = {"exact", "erk"};
    eg_diagnostics *unheard = eg_diagnostics_create();
    r->count = 0;
    if (!unheard || !*s->engine_reason || eg_traits_find(model, unheard, &r->traits) != EG_OK)
        r->traits.count = 0;
    for (size_t i = 0; i < sizeof preferred / sizeof *preferred; i++) {
        const eg_trait *trait = eg_traits_named(&r->traits, preferred[i]);
        if (trait && !trait->holds && !strstr(s->engine, trait->name))
            r->items[r->count++] = trait;
    }
    eg_diagnostics_free(unheard);
}

static void print_refusals(FILE *out, const eg_model *model, const eg_statistics *s)
{
    refusals r;
    find_refusals(&r, model, s);
    for (size_t i = 0; i < r.count; i++)
        fprintf(out, "  not %-11s because %s\n", r.items[i]->name, r.items[i]->reason);
}

/* All that is seen of an FMU for Co-Simulation. */
static void print_communication(FILE *out, const eg_statistics *s)
{
    fprintf(out, "Engine %s\n", s->engine);
    fprintf(out, "  steps           %ld from communication point to communication point\n", s->steps);
    fprintf(out, "  state events    %ld\n", s->events);
    fprintf(out, "  time events     %ld\n", s->time_events);
}

static void print_times(FILE *out, const eg_statistics *s)
{
    char a[EG_PRINT_SIZE], b[EG_PRINT_SIZE], c[EG_PRINT_SIZE];
    fprintf(out, "  times           compile %s, initialise %s, integrate %s\n",
            eg_print_duration(s->compile_seconds, a), eg_print_duration(s->initialize_seconds, b),
            eg_print_duration(s->integrate_seconds, c));
    fprintf(out, "  memory          model %zu, state %zu, trajectory %zu bytes\n", s->model_bytes,
            s->state_bytes, s->trajectory_bytes);
}

/* A line of a balance: with the sign before it, and its name. */
typedef struct term {
    const char *name;
    double value; /* [J] */
} term;

static void print_balance(FILE *out, const char *title, const term *terms, size_t count, double error)
{
    fprintf(out, "%s balance [J]\n", title);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "  %-16s%20.12g\n", terms[i].name, terms[i].value);
    fprintf(out, "  closure error   %20.3g (relative)\n", error);
}

static void print_energy(FILE *out, const eg_energy *e)
{
    const term terms[] = {{"  initial", e->initial},
                          {"+ supplied", e->supplied},
                          {"= kinetic", e->kinetic},
                          {"+ potential", e->potential},
                          {"+ dissipated", e->dissipated}};
    print_balance(out, "Energy", terms, sizeof terms / sizeof terms[0], e->error);
    if (e->error > e->allowed)
        fprintf(out, "  allowed         %20.3g%s%s\n", e->allowed, e->likely ? "; most likely at " : "",
                e->likely ? e->likely : "");
}

/* Equations alone do not say which of their numbers are energies: zeros would look like a balance that
 * closes. */
static bool has_energies(const eg_model *m)
{
    return m->body_count > 1 || m->element_count > 0 || (m->user && m->user->flow_count > 0);
}

static void print_heat(FILE *out, const eg_energy *e)
{
    const term terms[] = {{"  from losses", e->heated},
                          {"+ supplied", e->heat_supplied},
                          {"= stored", e->heat_stored},
                          {"+ removed", e->heat_removed}};
    print_balance(out, "Heat", terms, sizeof terms / sizeof terms[0], e->heat_error);
}

void eg_stats_print_causality(FILE *out, const eg_model *model)
{
    const size_t count = eg_model_causalities(model);
    int width = 0;
    for (size_t i = 0; i < count; i++) {
        const int length = (int)strlen(eg_model_causality(model, i).component);
        width = length > width ? length : width;
    }
    fprintf(out, count > 0 ? "Causality\n" : "");
    for (size_t i = 0; i < count; i++)
        fprintf(out, "  %-*s  %s\n", width, eg_model_causality(model, i).component,
                eg_model_causality(model, i).form);
}

void eg_stats_print_states(FILE *out, const eg_model *model, const char *title)
{
    char name[EG_PRINT_NAME];
    eg_unknown *all = eg_model_unknowns(model);
    size_t count = 0, column = 0;
    for (int i = 0; all && i < model->n; i++) {
        eg_unknown_name(&all[i], name, sizeof name);
        if (!all[i].is_state || !*name)
            continue;
        const size_t length = strlen(name);
        if (count++ == MOST_STATES) {
            fprintf(out, ", ...");
            break;
        }
        const bool begins = count == 1 || column + length + 2 > 100;
        column = begins ? strlen(title) + length : column + length + 2;
        fprintf(out, "%s%s%s", count > 1 ? "," : "", begins && count > 1 ? "\n" : "",
                count > 1 && !begins ? " " : "");
        if (begins)
            fprintf(out, "%-*s", (int)strlen(title), count == 1 ? title : "");
        fputs(name, out);
    }
    fputs(count > 0 ? "\n" : "", out);
    free(all);
}

void eg_stats_print(FILE *out, const eg_model *model, const eg_statistics *statistics,
                    const eg_trajectory *trajectory)
{
    if (model || statistics->engine_tolerance > 0)
        print_counters(out, statistics);
    else
        print_communication(out, statistics);
    if (model)
        print_refusals(out, model, statistics);
    if (model)
        eg_stats_print_states(out, model, "  states          ");
    print_times(out, statistics);
    if (model)
        eg_stats_print_causality(out, model);
    print_events(out, trajectory);
    if (model && has_energies(model))
        print_energy(out, &statistics->energy);
    else if (model && !statistics->energy.has_heat)
        fprintf(
            out,
            "Energy balance: none, since no component of the model has mass, exerts a force or stores heat; "
            "equations\n  alone do not say which of their numbers are energies\n");
    if (model && statistics->energy.has_heat)
        print_heat(out, &statistics->energy);
}

/* ---------------------------------------------------------------- JSON */

static void put_counters(eg_json *j, const eg_statistics *s)
{
    eg_json_text(j, "engine", s->engine);
    eg_json_text(j, "engine_reason", s->engine_reason);
    eg_json_number(j, "tolerance", s->tolerance);
    eg_json_number(j, "engine_tolerance", s->engine_tolerance);
    eg_json_number(j, "states", (double)s->states);
    eg_json_number(j, "algebraic", (double)s->algebraic);
    eg_json_number(j, "steps", (double)s->steps);
    eg_json_number(j, "rejected_steps", (double)s->rejected_steps);
    eg_json_number(j, "evaluations", (double)s->evaluations);
    eg_json_number(j, "jacobians", (double)s->jacobians);
    eg_json_number(j, "factorizations", (double)s->factorizations);
    eg_json_number(j, "newton_iterations", (double)s->newton_iterations);
    eg_json_number(j, "clusters", (double)s->clusters);
    eg_json_number(j, "mean_cluster", s->mean_cluster);
    eg_json_number(j, "largest_cluster", (double)s->largest_cluster);
    eg_json_number(j, "events", (double)s->events);
    eg_json_number(j, "time_events", (double)s->time_events);
    eg_json_number(j, "end_time", s->end_time);
    eg_json_number(j, "model_bytes", (double)s->model_bytes);
    eg_json_number(j, "state_bytes", (double)s->state_bytes);
    eg_json_number(j, "trajectory_bytes", (double)s->trajectory_bytes);
}

static void put_times(eg_json *j, const eg_statistics *s, const eg_run_times *times)
{
    eg_json_number(j, "load_seconds", times->load);
    eg_json_number(j, "compile_seconds", s->compile_seconds);
    eg_json_number(j, "initialize_seconds", s->initialize_seconds);
    eg_json_number(j, "integrate_seconds", s->integrate_seconds);
    eg_json_number(j, "write_seconds", times->write);
    eg_json_number(j, "total_seconds", times->total);
}

static void put_energy(eg_json *j, const eg_energy *e)
{
    eg_json_number(j, "energy_error", e->error);
    eg_json_number(j, "energy_allowed", e->allowed);
    if (e->likely)
        eg_json_text(j, "energy_likely", e->likely);
    eg_json_opening(j, "energy", "{");
    eg_json_number(j, "initial", e->initial);
    eg_json_number(j, "supplied", e->supplied);
    eg_json_number(j, "turnover", e->turnover);
    eg_json_number(j, "kinetic", e->kinetic);
    eg_json_number(j, "potential", e->potential);
    eg_json_number(j, "dissipated", e->dissipated);
    eg_json_closing(j, "}");
    if (!e->has_heat)
        return;
    eg_json_number(j, "heat_error", e->heat_error);
    eg_json_opening(j, "heat", "{");
    eg_json_number(j, "from_losses", e->heated);
    eg_json_number(j, "supplied", e->heat_supplied);
    eg_json_number(j, "stored", e->heat_stored);
    eg_json_number(j, "removed", e->heat_removed);
    eg_json_number(j, "turnover", e->heat_turnover);
    eg_json_closing(j, "}");
}

/* The events by component, and one by one. */
static void put_events(eg_json *j, const eg_trajectory *trajectory, const tally *tallies, size_t count)
{
    eg_json_opening(j, "events_by_component", "{");
    for (size_t i = 0; i < count; i++)
        eg_json_number(j, tallies[i].component, (double)tallies[i].events);
    eg_json_closing(j, "}");
    size_t events = eg_trajectory_events(trajectory);
    eg_json_opening(j, "event_list", "[");
    for (size_t i = 0; i < events && !eg_file_failed(j->file); i++) {
        eg_event e = eg_trajectory_event(trajectory, i);
        eg_json_opening(j, NULL, "{");
        eg_json_number(j, "time", e.time);
        eg_json_text(j, "component", e.component);
        eg_json_text(j, "name", e.name);
        eg_json_closing(j, "}");
    }
    eg_json_closing(j, "]");
}

/* The variables that are states, all of them; what goes by no name of its own is left out. */
static void put_states(eg_json *j, const eg_model *model)
{
    char name[EG_PRINT_NAME];
    eg_unknown *all = eg_model_unknowns(model);
    eg_json_opening(j, "state_names", "[");
    for (int i = 0; all && i < model->n; i++) {
        eg_unknown_name(&all[i], name, sizeof name);
        if (all[i].is_state && *name)
            eg_json_text(j, NULL, name);
    }
    eg_json_closing(j, "]");
    free(all);
}

static void put_refusals(eg_json *j, const eg_model *model, const eg_statistics *s)
{
    refusals r;
    find_refusals(&r, model, s);
    eg_json_opening(j, "engines_refused", "{");
    for (size_t i = 0; i < r.count; i++)
        eg_json_text(j, r.items[i]->name, r.items[i]->reason);
    eg_json_closing(j, "}");
}

static void put_causality(eg_json *j, const eg_model *model)
{
    if (eg_model_causalities(model) == 0)
        return;
    eg_json_opening(j, "causality", "{");
    for (size_t i = 0; i < eg_model_causalities(model); i++)
        eg_json_text(j, eg_model_causality(model, i).component, eg_model_causality(model, i).form);
    eg_json_closing(j, "}");
}

eg_status eg_stats_write(const char *path, const char *name, const eg_model *model,
                         const eg_statistics *statistics, const eg_trajectory *trajectory,
                         const eg_run_times *times, eg_diagnostics *diagnostics)
{
    size_t count;
    tally *tallies = tally_events(trajectory, &count);
    if (!tallies)
        return EG_ERROR_MEMORY;
    eg_status status;
    eg_file *file = eg_file_create(path, diagnostics, &status);
    if (file) {
        eg_json j = {.file = file};
        eg_file_text(file, "{");
        eg_json_text(&j, "model", name);
        put_counters(&j, statistics);
        put_times(&j, statistics, times);
        if (model) {
            put_refusals(&j, model, statistics);
            put_states(&j, model);
            put_causality(&j, model);
            put_energy(&j, &statistics->energy);
        }
        put_events(&j, trajectory, tallies, count);
        eg_file_text(file, "\n}\n");
        status = eg_file_commit(file, diagnostics);
    }
    free(tallies);
    return status;
}

/* ---------------------------------------------------------------- the events as a table */

eg_status eg_stats_write_events(const char *path, const eg_trajectory *trajectory,
                                eg_diagnostics *diagnostics)
{
    eg_status status;
    char time[EG_NUMBER_SIZE];
    eg_file *file = eg_file_create(path, diagnostics, &status);
    if (!file)
        return status;
    eg_file_text(file, "\"time\",\"component\",\"event\"\n");
    for (size_t i = 0; i < eg_trajectory_events(trajectory) && !eg_file_failed(file); i++) {
        eg_event e = eg_trajectory_event(trajectory, i);
        eg_file_put(file, time, eg_number_write(e.time, time));
        eg_file_text(file, ",");
        eg_file_quoted(file, e.component);
        eg_file_text(file, ",");
        eg_file_quoted(file, e.name);
        eg_file_text(file, "\n");
    }
    return eg_file_commit(file, diagnostics);
}
