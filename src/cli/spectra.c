#include "cli/spectra.h"

#include "base/file.h"
#include "base/number.h"
#include "base/report.h"
#include "base/trajectory.h"
#include "cli/beginning.h"
#include "elastogap/simulate.h"
#include "result/formats.h"

#include <stdlib.h>
#include <string.h>

static const char *const windows[] = {
    [EG_WINDOW_HANN] = "hann", [EG_WINDOW_FLATTOP] = "flattop", [EG_WINDOW_RECTANGULAR] = "rectangular"};
enum { WINDOWS = sizeof windows / sizeof windows[0] };

static eg_window window_of(const eg_spectrum_settings *set)
{
    for (int i = 0; set->window && i < WINDOWS; i++)
        if (strcmp(set->window, windows[i]) == 0)
            return (eg_window)i;
    return EG_WINDOW_HANN;
}

static bool is_time(const char *text, double *at)
{
    const char *end = text + strlen(text);
    return eg_number_read(text, end, at) == end && isfinite(*at);
}

int eg_spectra_check(const eg_spectrum_settings *set)
{
    const bool says_more = set->window || isfinite(set->from) || isfinite(set->to) || isfinite(set->most);
    if (set->curves.count == 0 && says_more)
        return eg_print_usage_error("--window, --spectrum-from, --spectrum-to and --max-frequency are for "
                                    "--spectrum: say of what");
    double at;
    if (set->curves.count == 0 && set->natural)
        return eg_print_usage_error("--natural marks frequencies in a picture of --spectrum: say of what");
    if (set->natural && !is_time(set->natural, &at) && strcmp(set->natural, "end") != 0 &&
        eg_beginning_number(set->natural) < 0)
        return eg_print_usage_error("--natural must be end, a time [s], or steady, but is '%s'",
                                    set->natural);
    if (set->window && strcmp(set->window, windows[window_of(set)]) != 0)
        return eg_print_usage_error("there is no window '%s'; choose one of: hann, flattop, rectangular",
                                    set->window);
    if (isfinite(set->from) && isfinite(set->to) && set->from >= set->to)
        return eg_print_usage_error("--spectrum-to (%g) must be after --spectrum-from (%g)", set->to,
                                    set->from);
    return EG_EXIT_DONE;
}

/* ---------------------------------------------------------------- making them */

static eg_status add_one(eg_spectra *s, const eg_spectrum_options *o, const eg_trajectory *t, size_t signal,
                         const char *run, eg_diagnostics *d)
{
    const eg_signal info = t->signals[signal].info;
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->items[i].run, run) == 0 && strcmp(s->items[i].name, info.name) == 0)
            return EG_OK;
    void *items = s->items;
    if (eg_grow(&items, &s->capacity, s->count + 1, sizeof *s->items) != 0)
        return EG_ERROR_MEMORY;
    s->items = items;
    eg_spectra_item *item = &s->items[s->count++];
    *item = (eg_spectra_item){.run = eg_arena_copy(s->arena, run),
                              .name = eg_arena_copy(s->arena, info.name),
                              .unit = eg_arena_copy(s->arena, strcmp(info.unit, "1") == 0 ? "" : info.unit)};
    if (!item->run || !item->name || !item->unit)
        return EG_ERROR_MEMORY;
    return eg_trajectory_spectrum(t, signal, o, d, &item->spectrum);
}

/* What a text asks for: the formula that is called so, or all that match. */
static eg_status add_matches(eg_spectra *s, const eg_spectrum_options *o, const char *text,
                             const eg_trajectory *t, const char *run, eg_diagnostics *d)
{
    const long exact = eg_trajectory_find(t, text);
    size_t matches = 0;
    eg_status status = EG_OK;
    for (size_t i = 0; i < t->signal_count && status == EG_OK; i++)
        if (exact >= 0 ? i == (size_t)exact : eg_match(text, t->signals[i].info.name)) {
            matches++;
            status = add_one(s, o, t, i, run, d);
        }
    if (matches > 0)
        return status;
    eg_report(d, *run ? EG_WARNING : EG_ERROR, EG_NOWHERE, "%s%s%sno variable matches \"%s\" of --spectrum",
              *run ? "in " : "", run, *run ? " " : "", text);
    const char **names = malloc((t->signal_count + 1) * sizeof *names);
    for (size_t i = 0; names && i < t->signal_count; i++)
        names[i] = t->signals[i].info.name;
    const char *near = names ? eg_nearest(text, names, t->signal_count) : NULL;
    if (near)
        eg_remedy(d, "did you mean \"%s\"?", near);
    else
        eg_remedy(d, "write the name of a variable as it stands in the results; * and ? stand for others");
    free((void *)names);
    return *run ? EG_OK : EG_ERROR_USAGE;
}

static eg_status add_all(eg_spectra *s, const eg_spectrum_options *o, eg_curves_wanted *curves,
                         eg_trajectory *t, const char *run, eg_diagnostics *d)
{
    if (!s->arena && !(s->arena = eg_arena_create()))
        return EG_ERROR_MEMORY;
    if (eg_curves_add(curves, t) != 0)
        return EG_ERROR_MEMORY;
    eg_status status = EG_OK;
    for (size_t i = 0; i < curves->texts.count && status == EG_OK; i++)
        status = add_matches(s, o, curves->texts.items[i], t, run, d);
    return status;
}

static eg_spectrum_options options_of(const eg_spectrum_settings *set)
{
    return (eg_spectrum_options){.from = set->from,
                                 .to = set->to,
                                 .window = window_of(set),
                                 .max_frequency = isfinite(set->most) ? set->most : 0.0};
}

eg_status eg_spectra_of_rows(eg_spectra *s, const eg_spectrum_settings *set, eg_curves_wanted *curves,
                             eg_trajectory *t, const char *run, eg_diagnostics *d)
{
    const eg_spectrum_options o = options_of(set);
    return add_all(s, &o, curves, t, run, d);
}

/* ---------------------------------------------------------------- from dense output */

/* Samples are so close that what they fold back from higher frequencies is small: OVERSAMPLING for each
 * period of the highest frequency that is told. */
enum { SAMPLES = 1 << 16, MOST_SAMPLES = 1 << 20, MOST_ROWS = 1 << 21, OVERSAMPLING = 16 };

/* How far apart rows are to be, such that one lies where the spectrum begins; o: its span and its highest
 * frequency, which are completed. */
static eg_status space_samples(const eg_simulate_options *run, eg_spectrum_options *o, double *interval,
                               eg_diagnostics *d)
{
    const double start = run->start_time;
    o->from = isnan(o->from) ? start : o->from;
    o->to = isnan(o->to) ? run->stop_time : o->to;
    const double span = o->to - o->from, before = o->from - start;
    if (!(before >= 0.0 && span > 0.0 && o->to <= run->stop_time)) {
        eg_report(d, EG_ERROR, EG_NOWHERE,
                  "the spectrum from %.9g s to %.9g s is not inside the run, from %.9g s to %.9g s", o->from,
                  o->to, start, run->stop_time);
        eg_remedy(d, "choose --spectrum-from and --spectrum-to within the run, or a later --stop-time");
        return EG_ERROR_USAGE;
    }
    const double needed = ceil(OVERSAMPLING * o->max_frequency * span);
    const double room = fmin(MOST_SAMPLES, floor(MOST_ROWS * (span / (span + before))));
    const double samples = fmin(fmax(SAMPLES, needed), room);
    if (samples < needed || samples < 1024) {
        eg_report(d, EG_ERROR, EG_NOWHERE,
                  "a spectrum up to %g Hz from %.9g s to %.9g s takes too many samples",
                  fmax(o->max_frequency, 1024.0 / OVERSAMPLING / span), o->from, o->to);
        eg_remedy(d, "look at a shorter span, nearer to the start, or at lower frequencies");
        return EG_ERROR_USAGE;
    }
    if (o->max_frequency == 0.0)
        o->max_frequency = samples / (OVERSAMPLING * span);
    *interval = span / samples;
    if (before > 0.0) {
        *interval = before / ceil(before / *interval);
        o->to = fmin(o->to, o->from + floor(span / *interval * (1.0 + 1e-12)) * *interval);
    }
    return EG_OK;
}

eg_status eg_spectra_of_model(eg_spectra *s, const eg_spectrum_settings *set, eg_curves_wanted *curves,
                              const eg_model *model, const eg_simulate_options *options, eg_diagnostics *d)
{
    eg_spectrum_options o = options_of(set);
    eg_simulate_options run = *options;
    eg_statistics statistics;
    eg_trajectory *t = NULL;
    eg_status status = space_samples(options, &o, &run.interval, d);
    if (status != EG_OK)
        return status;
    const char **signals = calloc(curves->texts.count + curves->needed_count + 1, sizeof *signals);
    eg_diagnostics *said = eg_diagnostics_create();
    status = EG_ERROR_MEMORY;
    if (signals && said) {
        run.signal_count = eg_curves_stored(curves, signals);
        run.signals = signals;
        run.stop_time = o.to;
        status = eg_simulate(model, &run, said, &t, &statistics);
    }
    for (size_t i = 0; said && status != EG_OK && i < eg_diagnostics_count(said); i++) {
        const eg_diagnostic *one = eg_diagnostics_get(said, i);
        if (one->severity != EG_ERROR)
            continue;
        eg_report(d, EG_ERROR, EG_NOWHERE, "in the run for --spectrum: %s", one->message);
        eg_remedy(d, "%s", one->remedy ? one->remedy : "look at a span of the run in which it goes well");
    }
    if (status == EG_OK)
        status = add_all(s, &o, curves, t, "", d);
    eg_trajectory_free(t);
    eg_diagnostics_free(said);
    free(signals);
    return status;
}

/* ---------------------------------------------------------------- natural frequencies */

/* Beside its own size: a part that swings by no more is round-off, as of a double eigenvalue. */
static const double SWINGS = 1e-6;

static eg_status note_natural(eg_spectra *s, const eg_linearization *l)
{
    s->natural = eg_arena_array(s->arena, l->state_count + 1, sizeof *s->natural);
    if (!s->natural)
        return EG_ERROR_MEMORY;
    s->natural_at = l->time;
    for (size_t i = 0; i < l->state_count && l->eigenvalues; i++) {
        const eg_linear_eigenvalue *e = &l->eigenvalues[i];
        if (e->imaginary > SWINGS * hypot(e->real, e->imaginary))
            s->natural[s->natural_count++] = *e;
    }
    return EG_OK;
}

static eg_status mark_equilibrium(eg_spectra *s, const char *which, const eg_model *model,
                                  const eg_simulate_options *options, eg_diagnostics *d)
{
    const eg_beginning_settings start = {.start = which};
    eg_beginning b = {0};
    eg_linearize_options o = eg_linearize_options_default(model);
    eg_linearization *l = NULL;
    o.simulate = *options;
    eg_status status = eg_beginning_find(&b, &start, model, &o.simulate, d);
    o.time = o.simulate.start_time;
    if (status == EG_OK)
        status = eg_linearize(model, &o, d, &l);
    if (status == EG_OK)
        status = note_natural(s, l);
    eg_linearization_free(l);
    eg_beginning_release(&b);
    return status;
}

eg_status eg_spectra_mark(eg_spectra *s, const eg_spectrum_settings *set, const eg_model *model,
                          const eg_simulate_options *options, eg_diagnostics *d)
{
    eg_linearize_options o = eg_linearize_options_default(model);
    eg_linearization *l = NULL;
    if (!s->arena && !(s->arena = eg_arena_create()))
        return EG_ERROR_MEMORY;
    if (eg_beginning_number(set->natural) >= 0)
        return mark_equilibrium(s, set->natural, model, options, d);
    o.simulate = *options;
    if (!is_time(set->natural, &o.time))
        o.time = options->stop_time;
    eg_status status = eg_linearize(model, &o, d, &l);
    if (status == EG_OK)
        status = note_natural(s, l);
    eg_linearization_free(l);
    return status;
}

void eg_spectra_release(eg_spectra *s)
{
    for (size_t i = 0; i < s->count; i++)
        eg_spectrum_release(&s->items[i].spectrum);
    free(s->items);
    eg_arena_free(s->arena);
    *s = (eg_spectra){0};
}

/* ---------------------------------------------------------------- telling them */

void eg_spectra_print(const eg_spectra *s, const eg_spectrum_settings *set, FILE *out)
{
    char a[EG_PRINT_SIZE], b[EG_PRINT_SIZE];
    for (size_t i = 0; i < s->count; i++) {
        const eg_spectra_item *item = &s->items[i];
        const eg_spectrum *x = &item->spectrum;
        const char *space = *item->unit ? " " : "";
        fprintf(out, "  spectrum of %s%s%s, %s to %s s, %s\n", *item->run ? item->run : "",
                *item->run ? ": " : "", item->name, eg_print_number(x->from, 9, a),
                eg_print_number(x->to, 9, b), windows[window_of(set)]);
        fprintf(out, "    %-14s %s%s%s\n", "mean", eg_print_number(x->mean, 6, a), space, item->unit);
        for (size_t k = 0; k < x->peak_count; k++) {
            char frequency[EG_PRINT_SIZE + 4];
            snprintf(frequency, sizeof frequency, "%s Hz", eg_print_number(x->peaks[k].frequency, 6, b));
            fprintf(out, "    %-14s %s%s%s\n", frequency, eg_print_number(x->peaks[k].amplitude, 6, a), space,
                    item->unit);
        }
    }
    if (!set->natural || s->count == 0)
        return;
    fprintf(out, "  natural frequencies of the linear model at %s s%s\n",
            eg_print_number(s->natural_at, 9, a), s->natural_count == 0 ? ": none" : "");
    for (size_t i = 0; i < s->natural_count; i++) {
        char frequency[EG_PRINT_SIZE + 4];
        snprintf(frequency, sizeof frequency, "%s Hz", eg_print_number(s->natural[i].frequency, 6, b));
        fprintf(out, "    %-14s damping ratio %s\n", frequency, eg_print_number(s->natural[i].damping, 6, a));
    }
}

static void put(eg_file *f, double value)
{
    char text[EG_NUMBER_SIZE];
    eg_number_write(value, text);
    eg_file_text(f, text);
}

/* Do both have the same frequencies? */
static bool is_like(const eg_spectrum *a, const eg_spectrum *b)
{
    return a->count == b->count && a->frequency[1] == b->frequency[1];
}

/* A column of frequencies, and one of amplitudes for each; those of runs of other lengths have columns of
 * frequencies of their own. */
static eg_status write_table(const eg_spectra *s, const char *path, eg_diagnostics *d)
{
    eg_status status;
    eg_file *f = eg_file_create(path, d, &status);
    size_t rows = 0;
    if (!f)
        return status;
    for (size_t i = 0; i < s->count; i++) {
        const eg_spectra_item *item = &s->items[i];
        rows = item->spectrum.count > rows ? item->spectrum.count : rows;
        rows = s->natural_count > rows ? s->natural_count : rows;
        if (i == 0 || !is_like(&item->spectrum, &item[-1].spectrum)) {
            eg_file_text(f, i == 0 ? "" : ",");
            eg_file_quoted(f, "frequency [Hz]");
        }
        char *name = eg_arena_format(s->arena, "%s%s%s%s%s%s", item->run, *item->run ? ": " : "", item->name,
                                     *item->unit ? " [" : "", item->unit, *item->unit ? "]" : "");
        if (!name) {
            eg_file_discard(f);
            return EG_ERROR_MEMORY;
        }
        eg_file_text(f, ",");
        eg_file_quoted(f, name);
    }
    if (s->natural_count > 0)
        eg_file_text(f, ",\"natural frequency [Hz]\"");
    eg_file_text(f, "\n");
    for (size_t row = 0; row < rows; row++) {
        for (size_t i = 0; i < s->count; i++) {
            const eg_spectrum *x = &s->items[i].spectrum;
            if (i == 0 || !is_like(x, &s->items[i - 1].spectrum)) {
                eg_file_text(f, i == 0 ? "" : ",");
                if (row < x->count)
                    put(f, x->frequency[row]);
            }
            eg_file_text(f, ",");
            if (row < x->count)
                put(f, x->amplitude[row]);
        }
        if (s->natural_count > 0)
            eg_file_text(f, ",");
        if (row < s->natural_count)
            put(f, s->natural[row].frequency);
        eg_file_text(f, "\n");
    }
    return eg_file_commit(f, d);
}

/* Up to which frequency there is something to see: a hundredth of the largest, and somewhat more. */
static double seen_up_to(const eg_spectra *s)
{
    const double part = 0.01;
    double seen = 0.0;
    for (size_t i = 0; i < s->count; i++) {
        const eg_spectrum *x = &s->items[i].spectrum;
        double most = 0.0;
        size_t last = 0;
        for (size_t k = 1; k < x->count; k++)
            most = fmax(most, x->amplitude[k]);
        for (size_t k = 1; k < x->count; k++)
            if (x->amplitude[k] > part * most)
                last = k;
        seen = fmax(seen, fmax(1.25 * x->frequency[last], 8.0 / (x->to - x->from)));
    }
    return seen;
}

static const char frequency_name[] = "frequency";

/* Frequencies, and amplitudes of so many variables, without a row yet. NULL: out of memory. */
static eg_trajectory *without_rows(const eg_spectra_item *items, size_t count)
{
    eg_trajectory *t = eg_trajectory_create();
    if (!t)
        return NULL;
    t->column_count = 1 + count;
    int failed = eg_trajectory_add_signal(t, (eg_signal){frequency_name, "Hz", "", 0}, 0, 0.0);
    for (size_t i = 0; i < count && failed == 0; i++)
        failed =
            eg_trajectory_add_signal(t, (eg_signal){items[i].name, items[i].unit, "", 0}, (long)i + 1, 0.0);
    if (failed == 0)
        return t;
    eg_trajectory_free(t);
    return NULL;
}

/* The spectra of one run, count of them, as rows for a picture; without the mean. NULL: out of memory. */
static eg_trajectory *as_rows(const eg_spectra_item *items, size_t count, double most)
{
    const eg_spectrum *x = &items->spectrum;
    eg_trajectory *t = without_rows(items, count);
    int failed = t ? 0 : -1;
    for (size_t k = 1; k < x->count && x->frequency[k] <= most && failed == 0; k++) {
        double *row = eg_trajectory_add_row(t);
        failed = row ? 0 : -1;
        for (size_t i = 0; i < count && row; i++)
            row[2 + i] = items[i].spectrum.amplitude[k];
        if (row)
            row[0] = row[1] = x->frequency[k];
    }
    if (failed == 0)
        return t;
    eg_trajectory_free(t);
    return NULL;
}

/* The largest amplitude but the mean up to a frequency. */
static double largest(const eg_spectrum *x, double most)
{
    double found = 0.0;
    for (size_t k = 1; k < x->count && x->frequency[k] <= most; k++)
        found = fmax(found, x->amplitude[k]);
    return found;
}

/* Where an axis by powers of ten has its foot: the least amplitude above 0. */
static double least_above_zero(const eg_spectrum *x, double most)
{
    double found = INFINITY;
    for (size_t k = 1; k < x->count && x->frequency[k] <= most; k++)
        if (x->amplitude[k] > 0.0)
            found = fmin(found, x->amplitude[k]);
    return found;
}

/* Natural frequencies up to `most` as rows for the same picture: lines upright as high as the spectrum of
 * each variable, with a gap behind each. NULL: out of memory. */
static eg_trajectory *natural_rows(const eg_spectra *s, size_t count, double most, bool is_log)
{
    eg_trajectory *t = without_rows(s->items, count);
    int failed = t ? 0 : -1;
    for (size_t k = 0; k < 3 * s->natural_count && failed == 0; k++) {
        const double frequency = s->natural[k / 3].frequency;
        double *row = frequency <= most ? eg_trajectory_add_row(t) : NULL;
        failed = row || frequency > most ? 0 : -1;
        for (size_t i = 0; i < count && row; i++) {
            const eg_spectrum *x = &s->items[i].spectrum;
            const double height[] = {is_log ? least_above_zero(x, most) : 0.0, largest(x, most), NAN};
            row[2 + i] = height[k % 3];
        }
        if (row)
            row[0] = row[1] = frequency;
    }
    if (failed == 0)
        return t;
    eg_trajectory_free(t);
    return NULL;
}

/* Where the next run's spectra begin. */
static size_t end_of_run(const eg_spectra *s, size_t i)
{
    const char *run = s->items[i].run;
    while (i < s->count && strcmp(s->items[i].run, run) == 0)
        i++;
    return i;
}

/* What a run lacks has been told already: of the picture only what went wrong is. */
static eg_status draw_rows(const eg_plot_run *runs, size_t run_count, const char *const *curves, size_t count,
                           const eg_plot_options *options, const char *path, eg_diagnostics *d)
{
    eg_diagnostics *said = eg_diagnostics_create();
    if (!said)
        return EG_ERROR_MEMORY;
    eg_status status = eg_runs_draw(runs, run_count, curves, count, options, path, said);
    for (size_t i = 0; i < eg_diagnostics_count(said); i++) {
        const eg_diagnostic *m = eg_diagnostics_get(said, i);
        if (m->severity != EG_ERROR)
            continue;
        eg_report(d, EG_ERROR, EG_NOWHERE, "%s", m->message);
        if (*m->remedy)
            eg_remedy(d, "%s", m->remedy);
    }
    eg_diagnostics_free(said);
    return status;
}

static eg_status draw(const eg_spectra *s, const eg_spectrum_settings *set, const char *title,
                      const char *path, eg_diagnostics *d)
{
    const double most = isfinite(set->most) ? set->most : seen_up_to(s);
    const eg_plot_options options = {.title = title, .log_x = set->log_x, .log_y = set->log_y};
    eg_plot_run *runs = calloc(s->count + 2, sizeof *runs);
    const char **curves = calloc(s->count + 1, sizeof *curves);
    size_t run_count = 0;
    eg_status status = runs && curves ? EG_OK : EG_ERROR_MEMORY;
    for (size_t i = 0, next; i < s->count && status == EG_OK; i = next) {
        next = end_of_run(s, i);
        eg_trajectory *t = as_rows(&s->items[i], next - i, most);
        runs[run_count++] = (eg_plot_run){t, s->items[i].run};
        status = t ? EG_OK : EG_ERROR_MEMORY;
    }
    if (s->natural_count > 0 && run_count == 1 && status == EG_OK) {
        runs[0].label = "amplitudes";
        runs[run_count] = (eg_plot_run){natural_rows(s, s->count, most, set->log_y), "natural frequencies"};
        status = runs[run_count++].trajectory ? EG_OK : EG_ERROR_MEMORY;
    }
    for (size_t i = 0; i < s->count && status == EG_OK; i++)
        if (!(curves[i] = eg_arena_format(s->arena, "%s:%s", s->items[i].name, frequency_name)))
            status = EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = draw_rows(runs, run_count, curves, s->count, &options, path, d);
    for (size_t i = 0; i < run_count; i++)
        eg_trajectory_free((eg_trajectory *)runs[i].trajectory);
    free(curves);
    free(runs);
    return status;
}

eg_status eg_spectra_write(const eg_spectra *s, const eg_spectrum_settings *set, const char *title,
                           const char *path, eg_diagnostics *d)
{
    if (s->count == 0)
        return EG_OK;
    return eg_path_ends(path, ".csv") ? write_table(s, path, d) : draw(s, set, title, path, d);
}
