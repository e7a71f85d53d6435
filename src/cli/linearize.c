/* elastogap linearize: a model as a linear one, about a point of its motion. */
#include "base/report.h"
#include "cli/beginning.h"
#include "cli/limits.h"
#include "cli/load.h"
#include "cli/options.h"
#include "elastogap/linearize.h"
#include "elastogap/steady.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is shown of long lists on the standard output; files have all. */
enum { MOST_LINES = 40, MOST_SHARES = 3 };

typedef struct settings {
    eg_load_settings load;
    const char *at; /* a time, "steady" or "steady:2" */
    double time;    /* NAN: the start */
    double tolerance, max_steps, reach, from, to;
    const char *engine;
    eg_texts inputs, outputs, files, pictures;
    bool quiet;
} settings;

/* ---------------------------------------------------------------- the summary */

static void print_more(FILE *out, size_t count)
{
    if (count > MOST_LINES)
        fprintf(out, "  ... and %zu more\n", count - MOST_LINES);
}

static void print_variables(FILE *out, const char *title, const eg_linear_variable *v, size_t count,
                            bool has_rates)
{
    if (count == 0)
        return;
    fprintf(out, "%s\n", title);
    for (size_t i = 0; i < count && i < MOST_LINES; i++) {
        fprintf(out, "  %-24s %13.6g %s", v[i].name, v[i].value, v[i].unit);
        if (has_rates && v[i].rate != 0)
            fprintf(out, "  (der %.6g)", v[i].rate);
        fputc('\n', out);
    }
    print_more(out, count);
}

static void print_contacts(FILE *out, const eg_linearization *l)
{
    if (l->contact_count > 0)
        fprintf(out, "modes\n");
    for (size_t i = 0; i < l->contact_count && i < MOST_LINES; i++)
        fprintf(out, "  %-24s %s\n", l->contacts[i].component, l->contacts[i].mode);
    print_more(out, l->contact_count);
}

static void print_omissions(FILE *out, const eg_linearization *l)
{
    if (l->omission_count > 0)
        fprintf(out, "no states here\n");
    for (size_t i = 0; i < l->omission_count && i < MOST_LINES; i++)
        fprintf(out, "  %-24s %s\n", l->omissions[i].name, l->omissions[i].reason);
    print_more(out, l->omission_count);
}

/* The states that move most in a mode: those of positions and those of speeds are of two kinds, of which the
 * larger would hide the other, so each is held against the largest of its unit. */
static void print_shape(FILE *out, const eg_linearization *l, size_t mode)
{
    const double *shape = l->shapes + 2 * mode * l->state_count;
    bool taken[MOST_LINES * 8] = {false};
    const size_t count = l->state_count < sizeof taken ? l->state_count : sizeof taken;
    for (int n = 0; n < MOST_SHARES; n++) {
        size_t best = count;
        double most = 0.05;
        for (size_t k = 0; k < count; k++) {
            double of_unit = 0;
            for (size_t j = 0; j < count; j++)
                if (strcmp(l->states[j].unit, l->states[k].unit) == 0)
                    of_unit = fmax(of_unit, hypot(shape[2 * j], shape[2 * j + 1]));
            const double share = of_unit > 0 ? hypot(shape[2 * k], shape[2 * k + 1]) / of_unit : 0;
            if (!taken[k] && share > most * (1 + 1e-9)) {
                most = share;
                best = k;
            }
        }
        if (best == count)
            break;
        taken[best] = true;
        fprintf(out, "%s%s", n == 0 ? "  " : ", ", l->states[best].name);
    }
}

static void print_eigenvalues(FILE *out, const eg_linearization *l)
{
    if (!l->eigenvalues || l->state_count == 0)
        return;
    fprintf(out, "eigenvalues\n  %13s %14s %13s %10s\n", "real [1/s]", "imag [rad/s]", "freq [Hz]",
            "damping");
    size_t lines = 0, rest = 0;
    for (size_t i = 0; i < l->state_count; i++) {
        const eg_linear_eigenvalue *e = &l->eigenvalues[i];
        if (e->imaginary < 0)
            continue; /* stands with its partner */
        if (lines++ >= MOST_LINES) {
            rest++;
            continue;
        }
        char imaginary[EG_PRINT_SIZE];
        snprintf(imaginary, sizeof imaginary, e->imaginary > 0 ? "+-%.6g" : "%.6g", e->imaginary);
        fprintf(out, "  %13.6g %14s %13.6g %10.4g", e->real, imaginary, e->frequency, e->damping);
        print_shape(out, l, i);
        fputc('\n', out);
    }
    if (rest > 0)
        fprintf(out, "  ... and %zu more\n", rest);
}

static void print_count(FILE *out, const char *before, size_t count, const char *what)
{
    fprintf(out, "%s%zu %s%s", before, count, what, count == 1 ? "" : "s");
}

static void print_summary(FILE *out, const eg_linearization *l)
{
    fprintf(out, "%s at %.9g s", l->model, l->time);
    print_count(out, ": ", l->state_count, "state");
    print_count(out, ", ", l->input_count, "input");
    print_count(out, ", ", l->output_count, "output");
    fputc('\n', out);
    print_contacts(out, l);
    print_variables(out, "states", l->states, l->state_count, true);
    print_omissions(out, l);
    print_variables(out, "inputs", l->inputs, l->input_count, false);
    print_variables(out, "outputs", l->outputs, l->output_count, false);
    print_eigenvalues(out, l);
    for (size_t i = 0; i < l->kink_count; i++)
        if (l->kinks[i].beyond) {
            fprintf(out, "\nbeyond the edge of %s (%s): ", l->kinks[i].component, l->kinks[i].event);
            print_summary(out, l->kinks[i].beyond);
        }
}

/* ---------------------------------------------------------------- the command */

/* "lin-2.json" of "lin.json" for number 2 of several; malloc'ed. */
static char *name_of(const char *path, size_t number)
{
    const char *dot = strrchr(path, '.');
    const size_t size = strlen(path) + 24;
    char *name = malloc(size);
    if (name && number == 0)
        snprintf(name, size, "%s", path);
    else if (name && dot)
        snprintf(name, size, "%.*s-%zu%s", (int)(dot - path), path, number, dot);
    return name;
}

static eg_status write_one(const settings *set, const eg_linearization *l, const char *path, size_t number,
                           bool is_picture, eg_diagnostics *d)
{
    char *name = name_of(path, number);
    eg_status status = EG_ERROR_MEMORY;
    if (name && is_picture)
        status = eg_linearization_bode(l, set->from, set->to, name, d);
    else if (name)
        status = eg_linearization_write(l, name, d);
    free(name);
    return status;
}

/* `number`: of several equilibria, or 0. */
static eg_status write_all(const settings *set, const eg_linearization *l, size_t number, eg_diagnostics *d)
{
    eg_status status = EG_OK;
    for (size_t i = 0; i < set->files.count && status == EG_OK; i++)
        status = write_one(set, l, set->files.items[i], number, false, d);
    for (size_t i = 0; i < set->pictures.count && status == EG_OK; i++)
        status = write_one(set, l, set->pictures.items[i], number, true, d);
    return status;
}

static eg_linearize_options options_of(const settings *set, const eg_model *model)
{
    eg_linearize_options o = eg_linearize_options_default(model);
    if (!isnan(set->time))
        o.time = set->time;
    if (!isnan(set->tolerance))
        o.simulate.tolerance = set->tolerance;
    if (!isnan(set->max_steps))
        o.simulate.max_steps = (long)set->max_steps;
    o.simulate.engine = set->engine;
    o.simulate.time_limit = eg_limits_time_left();
    if (set->inputs.count > 0) {
        o.inputs = set->inputs.items;
        o.input_count = set->inputs.count;
    }
    if (set->outputs.count > 0) {
        o.outputs = set->outputs.items;
        o.output_count = set->outputs.count;
    }
    o.reach = set->reach;
    return o;
}

/* A bad name of a file is told of before a long run. */
static bool is_one_of(const char *path, const char *const *endings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(path), own = strlen(endings[i]);
        if (length > own && strcmp(path + length - own, endings[i]) == 0)
            return true;
    }
    return false;
}

static int check_settings(const settings *set)
{
    static const char *const files[] = {".json", ".mat", ".mo", ".csv"}, *const pictures[] = {".svg", ".png",
                                                                                              ".pdf", ".csv"};
    for (size_t i = 0; i < set->files.count; i++)
        if (!is_one_of(set->files.items[i], files, 4))
            return eg_print_usage_error("--output must end in .json, .mat, .mo or .csv, but is '%s'",
                                        set->files.items[i]);
    for (size_t i = 0; i < set->pictures.count; i++)
        if (!is_one_of(set->pictures.items[i], pictures, 4))
            return eg_print_usage_error("--bode must end in .svg, .png, .pdf or .csv, but is '%s'",
                                        set->pictures.items[i]);
    if (set->to > 0 && set->from >= set->to)
        return eg_print_usage_error("--bode-from must be less than --bode-to");
    return EG_EXIT_DONE;
}

/* Beside what is written to the standard output. */
static FILE *where_to_print(const settings *set)
{
    FILE *out = eg_print_beside(set->files.items, set->files.count);
    return out == stdout ? eg_print_beside(set->pictures.items, set->pictures.count) : out;
}

/* The frequencies that the model's analysis names, where the command line names none. */
static settings with_range_of(const settings *set, const eg_model *model)
{
    const eg_analysis *a = eg_model_analysis(model);
    settings own = *set;
    if (own.from == 0 && !isnan(a->from))
        own.from = a->from;
    if (own.to == 0 && !isnan(a->to))
        own.to = a->to;
    return own;
}

/* About the point that `o` says; number as above. */
static int linearize_one(const settings *set, const eg_model *model, const eg_linearize_options *o,
                         size_t number, eg_diagnostics *d)
{
    eg_linearization *l = NULL;
    eg_limits_grace("looking for the point");
    int outcome = eg_exit_status(eg_linearize(model, o, d, &l));
    eg_limits_end();
    const settings own = with_range_of(set, model);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_exit_status(write_all(&own, l, number, d));
    if (outcome == EG_EXIT_DONE && !set->quiet) {
        FILE *out = where_to_print(set);
        if (number > 0)
            fprintf(out, "%sequilibrium %zu: ", number > 1 ? "\n" : "", number);
        print_summary(out, l);
    }
    eg_linearization_free(l);
    return outcome;
}

/* About each equilibrium, or the one with that number. */
static int linearize_steady(const settings *set, const eg_model *model, eg_linearize_options *o,
                            size_t number, eg_diagnostics *d)
{
    eg_equilibria *all = NULL;
    eg_steady_options so = eg_steady_options_default(model);
    so.time = o->time;
    so.time_limit = o->simulate.time_limit;
    int outcome = eg_exit_status(eg_steady(model, &so, d, &all));
    if (outcome == EG_EXIT_DONE && (all->count == 0 || number > all->count)) {
        eg_report(d, EG_ERROR, EG_NOWHERE,
                  "%s has %zu equilibria at %.9g s, and none to linearize at is named", all->model,
                  all->count, all->time);
        eg_remedy(d, "name one by --at steady:K, or a time by --at T");
        outcome = EG_EXIT_MODEL;
    }
    const bool is_one = outcome == EG_EXIT_DONE && (number > 0 || all->count == 1);
    for (size_t i = 0; outcome == EG_EXIT_DONE && i < all->count; i++) {
        if (number > 0 && i + 1 != number)
            continue;
        eg_state_apply(all->items[i].state, &o->simulate);
        outcome = linearize_one(set, model, o, is_one ? 0 : i + 1, d);
    }
    eg_equilibria_free(all);
    return outcome;
}

static int linearize(void *context, const eg_texts *arguments)
{
    settings *set = context;
    eg_model *model = NULL;
    const long number = set->at ? eg_beginning_number(set->at) : -1;
    int outcome = check_settings(set);
    if (outcome == EG_EXIT_DONE && set->at && number < 0 && !eg_options_number(set->at, &set->time))
        outcome = eg_print_usage_error("--at must be a time, steady or steady:K, but not '%s'", set->at);
    if (outcome != EG_EXIT_DONE)
        return outcome;
    eg_diagnostics *d = eg_diagnostics_create();
    if (!d)
        return eg_print_no_memory();
    outcome = eg_load(arguments->items[0], &set->load, d, &model);
    if (outcome == EG_EXIT_DONE) {
        eg_linearize_options o = options_of(set, model);
        outcome = number >= 0 ? linearize_steady(set, model, &o, (size_t)number, d)
                              : linearize_one(set, model, &o, 0, d);
    }
    eg_print_diagnostics(d, 0);
    eg_model_free(model);
    eg_diagnostics_free(d);
    return outcome;
}

static int run_linearize(const eg_command *command, int argc, char **argv)
{
    settings set = {.time = NAN, .tolerance = NAN, .max_steps = NAN, .reach = 1e-3};
    const eg_option options[] = {
        EG_LOAD_OPTIONS(&set.load),
        eg_option_text(
            "--at", "T|steady[:K]", &set.at,
            "the point that a run has reached at T seconds (default: the start); or each equilibrium, "
            "or number K, that `elastogap steady` finds"),
        eg_option_list(
            "--inputs", "NAME", &set.inputs,
            "an input: of the model's top level, a source (weight) or a signal of one (sine.y); may be "
            "repeated (default: all real inputs of the top level)"),
        eg_option_list(
            "--outputs", "NAME", &set.outputs,
            "an output: a variable or an expression; may be repeated (default: all real outputs of the "
            "top level)"),
        eg_option_list("--output", "FILE", &set.files,
                       "writes the linear model: .json, .mat, .mo or .csv; may be repeated"),
        eg_option_list("-o", "FILE", &set.files, "the same in short"),
        eg_option_list(
            "--bode", "FILE", &set.pictures,
            "magnitude and phase from inputs to outputs: a picture .svg, .png or .pdf, or a table .csv; "
            "may be repeated"),
        eg_option_number("--bode-from", "HZ", &set.from, 1e-300, 1e300, "more than 0",
                         "the lowest frequency of these (default: a tenth of the least natural one)"),
        eg_option_number("--bode-to", "HZ", &set.to, 1e-300, 1e300, "more than 0",
                         "the highest (default: ten times the largest natural one)"),
        eg_option_number(
            "--reach", "SHARE", &set.reach, 0, 1e6, "0 or more",
            "warn of changes of mode that lie within this share of the states' sizes (default: 1e-3)"),
        eg_option_text("--engine", "NAME", &set.engine,
                       "of the run: auto, erk, exact, fixed, ida or irk (default: auto)"),
        eg_option_number("--tolerance", "TOL", &set.tolerance, 1e-12, 1e-2, "from 1e-12 to 1e-2",
                         "of the run, relative (default: the experiment's, else 1e-6)"),
        EG_MAX_STEPS_OPTION(&set.max_steps),
        eg_option_flag("--quiet", &set.quiet, "print nothing but warnings and errors"),
    };
    enum { COUNT = sizeof options / sizeof *options };
    return eg_options_run(command, options, COUNT, argc, argv, linearize, &set);
}

const eg_command eg_command_linearize = {
    .name = "linearize",
    .usage = "FILE.mo|CLASS [OPTION]...",
    .doc = "gives the linear model about a point: A, B, C, D, eigenvalues, Bode plots",
    .text =
        "Runs the model to the point and linearizes it there, every contact and friction element in the mode "
        "in which it is; prints states, modes, eigenvalues, natural frequencies and damping ratios. States "
        "are as few as the modes have: what friction holds, and what balances of forces determine, is none. "
        "Where a mode changes within reach of the point it says so, and gives the model on the other side "
        "too. " EG_LOAD_TEXT "\n"
        "\n"
        "Exit status: 0 done (there may be warnings); 1 the model is wrong, or has no linear one; 2 wrong "
        "usage; 3 the run failed, or a file could not be written.",
    .least = 1,
    .most = 1,
    .run = run_linearize,
};
