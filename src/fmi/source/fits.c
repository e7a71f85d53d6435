/* Which models a source FMU takes, and how it is built. */
#include "fmi/source/source.h"

#include "base/file.h"
#include "base/reason.h"
#include "elastogap/simulate.h"
#include "engine/irk/irk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(const eg_model *m, eg_diagnostics *d, const char *reason)
{
    eg_report(d, EG_ERROR, EG_NOWHERE,
              "a source FMU cannot run this model: it needs the engine ida, because %s", reason);
    eg_remedy(d,
              "export it without --source,%s or give what is named a mass, a heat capacity or another state",
              m->n <= EG_IRK_MOST_UNKNOWNS ? " or with --engine irk," : "");
    return false;
}

static bool refuse_engine(eg_diagnostics *d, const char *engine, const char *reason)
{
    eg_report(d, EG_ERROR, EG_NOWHERE, "the engine %s cannot run this model, because %s", engine, reason);
    eg_remedy(d, "leave --engine away, or export it without --source");
    return false;
}

/* What is algebraic in some mode, if not at the start: parts without mass that a gap lets go. */
static bool has_massless(eg_system *s, const eg_model *m, char *reason, size_t size)
{
    char who[160];
    for (int i = 1; i < m->body_count; i++) {
        if (m->bodies[i].mass > 0)
            continue;
        s->ops->describe(s, eg_v(m, i), who, sizeof who);
        snprintf(reason, size, "the %s is that of a part without mass", who);
        return true;
    }
    return false;
}

/* Are steps of that engine all that the model needs, at whatever mode? Of irk other reasons than the size
 * show in the run, in the mode that has them. */
static bool runs(const eg_engine_ops *engine, eg_network *s, double t, const double *y, char *reason,
                 size_t size)
{
    return eg_engine_runs(engine, &s->base, t, y, reason, size) &&
           (engine != &eg_engine_erk || !has_massless(&s->base, s->m, reason, size));
}

/* Of those that are in it `auto` leaves what is algebraic to ida. */
bool eg_source_takes(eg_network *s, double t, const double *y, char *reason, size_t size)
{
    return runs(&eg_engine_exact, s, t, y, reason, size) || runs(&eg_engine_erk, s, t, y, reason, size);
}

/* With the engine that was asked for, or any of them. */
static bool judge(eg_network *s, double t, const double *y, const char *engine, eg_diagnostics *d)
{
    char reason[EG_REASON_SIZE] = "--engine ida asks for it";
    const eg_engine_ops *asked = engine ? eg_engine_find(engine) : NULL;
    const bool is_any = !engine || strcmp(engine, "auto") == 0;
    if (s->m->n == 0)
        return true;
    if (is_any)
        return eg_source_takes(s, t, y, reason, sizeof reason) || refuse(s->m, d, reason);
    if (asked == &eg_engine_ida)
        return refuse(s->m, d, reason);
    return (asked && runs(asked, s, t, y, reason, sizeof reason)) || refuse_engine(d, engine, reason);
}

/* A start that contradicts the inputs is no reason: importers may set others (a flange that is led stands
 * where they say). */
bool eg_source_fits(const eg_model *m, const char *engine, eg_diagnostics *d)
{
    eg_diagnostics *start = m->interface.input_count > 0 ? eg_diagnostics_create() : NULL;
    eg_network *s = eg_network_create(m, start ? start : d);
    double *y = calloc(2 * (size_t)m->n + 1, sizeof *y);
    double t = eg_simulate_options_default(m).start_time;
    bool fits = false;
    if (!s || !y)
        eg_report_memory(d, "while looking at the model");
    else if (s->base.ops->initialize(&s->base, t, y, y + m->n) == EG_OK || start)
        fits = judge(s, t, y, engine, d);
    free(y);
    eg_network_free(s);
    eg_diagnostics_free(start);
    return fits;
}

/* Names have a prefix in FMI 3 unless a definition says no, as it must for a shared library: some importers
 * take it from here. */
char *eg_source_build_description(const eg_source_wish *w)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n"
            "  <BuildConfiguration modelIdentifier=\"%s\">\n    <SourceFileSet language=\"C99\">\n"
            "      <SourceFile name=\"%s.c\"/>\n"
            "      <PreprocessorDefinition name=\"FMI%d_OVERRIDE_FUNCTION_PREFIX\" value=\"\"\n"
            "                              optional=\"true\"/>\n"
            "    </SourceFileSet>\n  </BuildConfiguration>\n</fmiBuildDescription>\n",
            w->identifier, w->identifier, w->version);
    return eg_text_end(out, &text);
}
