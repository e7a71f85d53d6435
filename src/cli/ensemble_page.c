#include "cli/ensemble_page.h"

#include "elastogap/report.h"
#include "ensemble/ensemble.h"

#include <stdlib.h>

/* The sets that are shown, in order. */
typedef struct pages {
    const eg_runs *r;
    size_t *sets;
    size_t count;
    eg_maker maker;
    eg_simulate_options options;
} pages;

static eg_status run_set(pages *p, size_t which, eg_diagnostics *d, eg_trajectory **trajectory,
                         eg_statistics *statistics)
{
    const eg_sets *sets = &p->r->sets;
    eg_model *model = NULL;
    eg_status status = eg_maker_make(&p->maker, sets->values + p->sets[which] * sets->columns, -1, d, &model);
    if (status == EG_OK)
        status = eg_simulate(model, &p->options, d, trajectory, statistics);
    eg_model_free(model);
    return status;
}

/* What the runs have told is known by now. */
static eg_status read_set(void *context, size_t which, eg_diagnostics *d, eg_trajectory **trajectory)
{
    eg_diagnostics *said = eg_diagnostics_create();
    (void)d;
    *trajectory = NULL;
    const eg_status status = said ? run_set(context, which, said, trajectory, NULL) : EG_ERROR_MEMORY;
    eg_diagnostics_free(said);
    if (status != EG_OK) {
        eg_trajectory_free(*trajectory);
        *trajectory = NULL;
    }
    return status;
}

/* "set 3: gap.c = 12000, gap.d = 5" */
static const char *label_of(const pages *p, size_t which, eg_arena *arena)
{
    const eg_sets *sets = &p->r->sets;
    const char *label = eg_arena_format(arena, "set %zu", p->sets[which]);
    for (size_t i = 0; i < sets->columns && i < 3 && label; i++)
        label = eg_arena_format(arena, "%s%s %s = %.4g", label, i == 0 ? ":" : ",", sets->names[i],
                                sets->values[p->sets[which] * sets->columns + i]);
    return label;
}

/* What is in memory of the runs that are shown one by one. */
typedef struct shown {
    eg_report_run runs[EG_REPORT_RUNS];
    eg_trajectory *trajectories[EG_REPORT_RUNS];
    eg_statistics statistics[EG_REPORT_RUNS];
    eg_arena *arena; /* owns labels */
    eg_diagram *diagram;
    size_t count;
} shown;

static eg_status run_shown(pages *p, shown *s)
{
    eg_spec *spec = eg_spec_clone(p->r->ensemble->spec);
    s->arena = eg_arena_create();
    eg_status status = EG_ERROR_MEMORY;
    if (spec && s->arena)
        status = eg_diagram_create(spec, NULL, p->r->d, &s->diagram);
    for (size_t i = 0; i < s->count && status == EG_OK; i++) {
        status = run_set(p, i, p->r->d, &s->trajectories[i], &s->statistics[i]);
        s->runs[i] = (eg_report_run){.trajectory = s->trajectories[i],
                                     .label = label_of(p, i, s->arena),
                                     .statistics = &s->statistics[i],
                                     .diagram = s->diagram};
        if (status == EG_OK && !s->runs[i].label)
            status = EG_ERROR_MEMORY;
    }
    eg_spec_free(spec);
    return status;
}

static eg_status write_page(pages *p, const char *path)
{
    const char *title = eg_model_name(p->r->ensemble->model);
    const eg_report_ensemble all = {.count = p->count, .read = read_set, .context = p};
    shown s = {.count = p->count <= EG_REPORT_RUNS ? p->count : 1};
    eg_status status = run_shown(p, &s);
    if (status == EG_OK && s.count < p->count)
        status = eg_report_write_bands(&s.runs[0], &all, title, path, p->r->d);
    else if (status == EG_OK)
        status = eg_report_write(s.runs, s.count, title, path, p->r->d);
    for (size_t i = 0; i < s.count; i++)
        eg_trajectory_free(s.trajectories[i]);
    eg_diagram_free(s.diagram);
    eg_arena_free(s.arena);
    return status;
}

eg_status eg_ensemble_page_write(const eg_runs *r, const eg_status *statuses, const char *path)
{
    pages p = {.r = r,
               .sets = malloc((r->sets.rows + 1) * sizeof *p.sets),
               .maker = {.ensemble = r->ensemble},
               .options = eg_runs_options(r).run};
    const double span = p.options.stop_time - p.options.start_time;
    if (span > 0) /* as many points as bands have common times */
        p.options.interval = span / 1000;
    eg_status status = p.sets ? EG_OK : EG_ERROR_MEMORY;
    for (size_t i = 0; i < r->sets.rows && status == EG_OK; i++)
        if (statuses[i] == EG_OK)
            p.sets[p.count++] = i;
    if (status == EG_OK && p.count == 0) {
        eg_report(r->d, EG_ERROR, (eg_place){.file = path},
                  "no set has come to its end: there is nothing to show");
        eg_remedy(r->d, "look at the messages of the sets that failed; the table has them all");
        status = EG_ERROR_SIMULATION;
    } else if (status == EG_OK)
        status = write_page(&p, path);
    eg_maker_release(&p.maker);
    free(p.sets);
    return status;
}
