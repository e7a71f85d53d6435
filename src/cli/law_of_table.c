#include "cli/law_of_table.h"

#include "base/arena.h"
#include "base/number.h"
#include "base/trajectory.h"
#include "cli/print.h"
#include "elastogap/simulate.h"
#include "result/formats.h"
#include "simulate/readout.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Relative; of models that are linear between events there is round-off only. */
static const double TOLERANCE = 1e-12;
/* How often the span is doubled before a body that has not left is said to stay. */
enum { MOST_DOUBLINGS = 30 };
static const double FIRST_SPAN = 1e-4; /* [s] */

/* ---------------------------------------------------------------- the model */

/* A text in Modelica's quotes. NULL: out of memory. */
static const char *quote(eg_arena *arena, const char *text)
{
    char *quoted = eg_arena_alloc(arena, 2 * strlen(text) + 3), *c = quoted;
    if (!quoted)
        return NULL;
    *c++ = '"';
    for (; *text; *c++ = *text++)
        if (*text == '"' || *text == '\\')
            *c++ = '\\';
    *c++ = '"';
    *c = '\0';
    return quoted;
}

/* Whether the first line has names, and what parts its columns. */
static bool look_at_file(const char *path, bool *has_names, char *delimiter)
{
    char line[4096] = "";
    FILE *f = fopen(path, "r");
    if (!f)
        return false;
    if (!fgets(line, sizeof line, f))
        line[0] = '\0';
    fclose(f);
    const char *c = line;
    while (isspace((unsigned char)*c))
        c++;
    *has_names = !(isdigit((unsigned char)*c) || (*c != '\0' && strchr("+-.", *c)));
    *delimiter = ',';
    if (strchr(line, ';'))
        *delimiter = ';';
    else if (strchr(line, '\t'))
        *delimiter = '\t';
    return true;
}

/* table = ..., or where it stands in a file. NULL: out of memory, or told. */
static const char *source_of(const eg_table_law *law, eg_arena *arena, int *outcome)
{
    char path[PATH_MAX], delimiter = ',';
    bool has_names = false;
    *outcome = EG_EXIT_FAILED;
    if (!realpath(law->file, path) || !look_at_file(path, &has_names, &delimiter)) {
        *outcome = eg_print_usage_error("--table '%s' cannot be read: name a .csv or .txt file of numbers",
                                        law->file);
        return NULL;
    }
    const char *file = quote(arena, path);
    if (law->columns && file) {
        const char *call = eg_arena_format(arena, "table = Elastogap.Files.columns(%s", file);
        for (const char *name = law->columns; call && name;) {
            const char *comma = strchr(name, ',');
            const char *own = eg_arena_text(arena, name, comma ? (size_t)(comma - name) : strlen(name));
            own = own ? quote(arena, own) : NULL;
            call = own ? eg_arena_format(arena, "%s, %s", call, own) : NULL;
            name = comma ? comma + 1 : NULL;
        }
        return call ? eg_arena_format(arena, "%s)", call) : NULL;
    }
    if (!file || !eg_path_ends(path, ".csv"))
        return file ? eg_arena_format(arena, "tableOnFile = true, fileName = %s", file) : NULL;
    const char character[] = {delimiter, '\0'};
    return eg_arena_format(arena, "tableOnFile = true, fileName = %s, delimiter = \"%s\", nHeaderLines = %d",
                           file, delimiter == '\t' ? "\\t" : character, has_names);
}

static const char *number(eg_arena *arena, double value)
{
    char text[EG_NUMBER_SIZE];
    eg_number_write(value, text);
    return eg_arena_copy(arena, text);
}

static const char *text_of(const eg_table_law *law, double speed, eg_arena *arena, int *outcome)
{
    const char *source = source_of(law, arena, outcome);
    const char *turn = isnan(law->c_turn) ? NULL : number(arena, law->c_turn);
    const char *d = number(arena, law->d), *mass = number(arena, law->mass), *load = number(arena, law->load),
               *v = number(arena, speed);
    if (!source || !d || !mass || !load || !v || (!isnan(law->c_turn) && !turn))
        return NULL;
    return eg_arena_format(arena,
                           "model Impact\n"
                           "  import Modelica.Mechanics.Translational;\n"
                           "  Translational.Components.Fixed ground;\n"
                           "  Elastogap.Contact.TableGap stop(%s, d = %s, %s%s%s\n"
                           "    smoothness = Modelica.Blocks.Types.Smoothness.%s);\n"
                           "  Translational.Components.Mass body(m = %s, L = 0, s(start = 0, fixed = true),\n"
                           "    v(start = -(%s), fixed = true));\n"
                           "  Translational.Sources.ConstantForce load(f_constant = -(%s));\n"
                           "equation\n"
                           "  connect(ground.flange, stop.flange_a);\n"
                           "  connect(stop.flange_b, body.flange_a);\n"
                           "  connect(load.flange, body.flange_b);\n"
                           "end Impact;\n",
                           source, d, turn ? "c_turn = " : "", turn ? turn : "", turn ? "," : "",
                           law->is_smooth ? "MonotoneContinuousDerivative1" : "LinearSegments", mass, v,
                           load);
}

/* ---------------------------------------------------------------- the run */

/* When the body has left [s]; NAN: not in that time. */
static double parting(const eg_trajectory *t)
{
    for (size_t i = 0; i < eg_trajectory_events(t); i++) {
        const eg_event e = eg_trajectory_event(t, i);
        if (strcmp(e.component, "stop") == 0 && strcmp(e.name, "contact ends") == 0)
            return e.time;
    }
    return NAN;
}

/* Runs for longer and longer until the body has left. *end: when, or the span where it stays. */
static eg_status find_end(const eg_model *model, double span, eg_diagnostics *d, double *end, bool *parts)
{
    static const char *const signals[] = {"body.v"};
    eg_status status = EG_OK;
    *parts = false;
    for (int k = 0; k < MOST_DOUBLINGS && status == EG_OK && !*parts; k++, span *= 2) {
        eg_simulate_options o = eg_simulate_options_default(model);
        eg_trajectory *t = NULL;
        o.stop_time = o.interval = span;
        o.tolerance = TOLERANCE;
        o.signals = signals;
        o.signal_count = 1;
        status = eg_simulate(model, &o, d, &t, NULL);
        const double at = status == EG_OK ? parting(t) : NAN;
        *parts = !isnan(at);
        *end = *parts ? at : span;
        eg_trajectory_free(t);
    }
    return status;
}

static eg_status measure(const eg_model *model, double end, eg_diagnostics *d, double values[3])
{
    static const char *const texts[] = {"max(-stop.f)", "max(-stop.s_rel)", "body.v"};
    eg_readout readout = {0};
    eg_reducer reducer = {0};
    eg_simulate_options o = eg_simulate_options_default(model);
    o.stop_time = o.interval = end;
    o.tolerance = TOLERANCE;
    eg_status status = eg_readout_read(&readout, model, texts, 3, "law", d);
    if (status == EG_OK)
        status = eg_reducer_init(&reducer, &readout, NAN, model);
    if (status == EG_OK)
        status = eg_reducer_run(&reducer, model, &o, d, values);
    eg_reducer_release(&reducer);
    eg_readout_release(&readout);
    return status;
}

int eg_law_of_table(const eg_table_law *law, double speed, eg_impact *impact)
{
    int outcome = EG_EXIT_FAILED;
    double end = 0, values[3] = {0};
    bool parts = false;
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_arena *arena = eg_arena_create();
    eg_diagnostics *d = eg_diagnostics_create();
    const char *text = arena && d ? text_of(law, speed, arena, &outcome) : NULL;
    eg_status status = EG_OK;
    if (!text) {
        outcome = outcome == EG_EXIT_USAGE ? outcome : eg_print_no_memory();
        goto done;
    }
    status = eg_spec_read_text(text, strlen(text), "law", NULL, d, &spec);
    if (status == EG_OK)
        status = eg_model_compile(spec, d, &model);
    if (status == EG_OK)
        status = find_end(model, FIRST_SPAN, d, &end, &parts);
    if (status == EG_OK)
        status = measure(model, end, d, values);
    outcome = eg_exit_status(status);
    eg_print_diagnostics(d, 0);
    if (status != EG_OK)
        goto done;
    *impact = (eg_impact){.e = parts ? fmax(values[2] / speed, 0) : 0,
                          .contact_time = parts ? end : INFINITY,
                          .peak_force = values[0],
                          .max_penetration = values[1],
                          .parts = parts};
    impact->energy_lost = 0.5 * law->mass * speed * speed * (1 - impact->e) * (1 + impact->e);
done:
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    eg_arena_free(arena);
    return outcome;
}
