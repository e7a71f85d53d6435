#include "fmi/experiment.h"

#include "base/file.h"
#include "base/number.h"
#include "base/units.h"
#include "base/xml.h"
#include "component/spec.h"
#include "fmi/reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put_number(FILE *out, const char *before, double value, const char *behind)
{
    char text[EG_NUMBER_SIZE];
    eg_number_write(value, text);
    fprintf(out, "%s%s%s", before, text, behind);
}

static void put_text(FILE *out, const char *name, const char *text)
{
    fprintf(out, " %s=\"", name);
    eg_xml_put(out, text, EG_XML_REFERRED);
    fputc('"', out);
}

/* ---------------------------------------------------------------- the manifest */

/* A path as a reference of RFC 3986: what may not stand in one, blanks and letters beyond ASCII, as %XX. */
static void put_reference(FILE *out, const char *path)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    fputs(" source=\"", out);
    for (; *path; path++)
        fprintf(out, strchr(plain, *path) ? "%c" : "%%%02X", (unsigned char)*path);
    fputc('"', out);
}

char *eg_fmu_manifest_of(const eg_fmu_related *files, size_t count)
{
    char *text = NULL;
    size_t length;
    for (size_t i = 0; i < count; i++)
        if (!files[i].source)
            return NULL;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    fputs(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<fmiReferences xmlns:fmi-ls=\"http://fmi-standard.org/fmi-ls-manifest\"\n"
        "    fmi-ls:fmi-ls-name=\"org.fmi-standard.fmi-ls-ref\" fmi-ls:fmi-ls-version=\"1.0.0-alpha.1\"\n"
        "    fmi-ls:fmi-ls-description=\"Layered Standard providing information on related files included in "
        "an FMU.\">\n",
        out);
    for (size_t i = 0; i < count; i++) {
        fputs("  <Related", out);
        put_text(out, "type", files[i].type);
        put_reference(out, files[i].source);
        put_text(out, "role", files[i].role);
        put_text(out, "description", files[i].description);
        fputs("/>\n", out);
    }
    fputs("</fmiReferences>\n", out);
    return eg_text_end(out, &text);
}

/* ---------------------------------------------------------------- the experiment */

/* Where the model's own experiment begins and ends [s]. */
static void find_span(const eg_experiment *x, double ends[2])
{
    ends[0] = isnan(x->start_time) ? 0 : x->start_time;
    ends[1] = isnan(x->stop_time) ? ends[0] + 1 : x->stop_time;
}

char *eg_fmu_experiments(const eg_fmu_experiment *e)
{
    char *text = NULL;
    size_t length;
    double ends[2];
    FILE *out = open_memstream(&text, &length);
    const eg_experiment x = eg_spec_experiment(e->spec);
    find_span(&x, ends);
    if (!out)
        return NULL;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Experiments", out);
    put_text(out, "name", e->identifier);
    fputs(" description=\"The model's own experiment\">\n  <Experiment name=\"default\"", out);
    put_text(out, "description", e->by);
    put_number(out, " tolerance=\"", isnan(x.tolerance) ? 1e-6 : x.tolerance, "\">\n");
    put_number(out, "    <TransientSimulation startTime=\"", ends[0], "\"");
    put_number(out, " stopTime=\"", ends[1], "\"");
    put_number(out, " stepSize=\"", e->interval, "\"/>\n");
    fprintf(out, "    <Parameters source=\"%s.ssv\"/>\n", e->identifier);
    if (e->list->inputs > 0)
        fprintf(out, "    <Stimuli source=\"%s_in.csv\"/>\n", e->identifier);
    fprintf(out, "    <References source=\"%s_ref.csv\"/>\n", e->identifier);
    fputs("  </Experiment>\n</Experiments>\n", out);
    return eg_text_end(out, &text);
}

/* ---------------------------------------------------------------- parameters */

/* Is it a unit whose values are those of the SI? Others stand in the parameter's own unit, unnamed. */
static bool is_coherent(const char *unit, eg_unit *u)
{
    return unit && *unit && eg_unit_parse(unit, u) && u->decade == 0 && u->numerator == u->denominator &&
           u->shift == 0 && u->dimension[EG_UNIT_DB] == 0 && u->dimension[EG_UNIT_PHON] == 0 &&
           u->dimension[EG_UNIT_SONE] == 0;
}

static void put_value(FILE *out, const eg_fmu_variable *v)
{
    eg_unit unit;
    if (v->type == EG_STRING) {
        fputs("<ssv:String", out);
        put_text(out, "value", v->text ? v->text : "");
    } else if (v->type == EG_ENUMERATION) {
        fputs("<ssv:Enumeration", out);
        put_text(out, "value", v->literals[(int)v->start - 1]);
        if (v->type_name)
            put_text(out, "name", v->type_name);
    } else if (v->type == EG_BOOLEAN) {
        fprintf(out, "<ssv:Boolean value=\"%s\"", v->start != 0 ? "true" : "false");
    } else {
        fprintf(out, "<ssv:%s", v->type == EG_REAL ? "Real" : "Integer");
        put_number(out, " value=\"", v->start, "\"");
        if (v->type == EG_REAL && is_coherent(v->unit, &unit))
            put_text(out, "unit", v->unit);
    }
    fputs("/>", out);
}

typedef struct set {
    FILE *out;
    const eg_fmu_list *list;
    const char **units; /* that have been used, each once */
    size_t unit_count;
    bool failed;
} set;

static void note_unit(set *s, const char *unit)
{
    eg_unit u;
    if (!is_coherent(unit, &u))
        return;
    for (size_t i = 0; i < s->unit_count; i++)
        if (strcmp(s->units[i], unit) == 0)
            return;
    const char **grown = realloc(s->units, (s->unit_count + 1) * sizeof *grown);
    s->failed = s->failed || !grown;
    if (grown) {
        s->units = grown;
        s->units[s->unit_count++] = unit;
    }
}

/* Elements of arrays stand one by one, as in the FMU. */
static void put_parameter(set *s, const char *name)
{
    const size_t length = strlen(name);
    long i = eg_names_find(s->list->names, name);
    const bool is_array = i < 0;
    for (size_t k = 0; k < s->list->count; k++) {
        const eg_fmu_variable *v = &s->list->items[is_array ? k : (size_t)i];
        const bool is_it = !is_array || (strncmp(v->name, name, length) == 0 && v->name[length] == '[');
        if (is_it && v->kind == EG_FMU_PARAMETER) {
            fputs("    <ssv:Parameter", s->out);
            put_text(s->out, "name", v->name);
            fputs(">", s->out);
            put_value(s->out, v);
            fputs("</ssv:Parameter>\n", s->out);
            if (v->type == EG_REAL)
                note_unit(s, v->unit);
        }
        if (!is_array)
            return;
    }
}

static void put_units(const set *s)
{
    static const char *const names[] = {"m", "kg", "s", "A", "K", "mol", "cd"};
    if (s->unit_count == 0)
        return;
    fputs("  <ssv:Units>\n", s->out);
    for (size_t i = 0; i < s->unit_count; i++) {
        eg_unit unit = {0};
        (void)eg_unit_parse(s->units[i], &unit);
        fputs("    <ssc:Unit", s->out);
        put_text(s->out, "name", s->units[i]);
        fputs("><ssc:BaseUnit", s->out);
        for (int k = 0; k < EG_UNIT_DB; k++)
            if (unit.dimension[k] != 0)
                fprintf(s->out, " %s=\"%d\"", names[k], unit.dimension[k]);
        fputs("/></ssc:Unit>\n", s->out);
    }
    fputs("  </ssv:Units>\n", s->out);
}

/* What the model declares itself; where that is nothing, what it gives its components. The rest follows from
 * these or is as their classes have it. */
static void put_parameters(set *s, const eg_spec *spec)
{
    bool declares = false;
    for (size_t i = 0; i < spec->declared_count; i++) {
        const eg_declared *d = &spec->declared[i];
        if (d->is_fixed || strchr(d->path, '.'))
            continue;
        declares = true;
        put_parameter(s, d->path);
    }
    for (size_t i = 0; i < spec->instance_count && !declares; i++) {
        const eg_instance *instance = &spec->instances[i];
        for (size_t k = 0; k < instance->class->parameter_count; k++) {
            char name[1000];
            snprintf(name, sizeof name, "%s.%s", instance->path, instance->class->parameters[k].name);
            if (instance->given[k] && instance->class->parameters[k].columns == 0)
                put_parameter(s, name);
        }
    }
}

char *eg_fmu_parameter_set(const eg_fmu_experiment *e)
{
    char *text = NULL;
    size_t length;
    set s = {.out = open_memstream(&text, &length), .list = e->list};
    if (!s.out)
        return NULL;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ssv:ParameterSet version=\"1.0\"", s.out);
    put_text(s.out, "name", e->identifier);
    fputs("\n    xmlns:ssv=\"http://ssp-standard.org/SSP1/SystemStructureParameterValues\"\n"
          "    xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\">\n  <ssv:Parameters>\n",
          s.out);
    put_parameters(&s, e->spec);
    fputs("  </ssv:Parameters>\n", s.out);
    put_units(&s);
    fputs("</ssv:ParameterSet>\n", s.out);
    free(s.units);
    text = eg_text_end(s.out, &text);
    if (!s.failed)
        return text;
    free(text);
    return NULL;
}

/* ---------------------------------------------------------------- rows */

char *eg_fmu_stimuli(const eg_fmu_experiment *e)
{
    char *text = NULL;
    size_t length;
    double ends[2];
    FILE *out = open_memstream(&text, &length);
    const eg_experiment x = eg_spec_experiment(e->spec);
    find_span(&x, ends);
    if (!out)
        return NULL;
    fputs("\"time\"", out);
    for (size_t i = 0; i < e->list->inputs; i++)
        eg_fmu_put_name(out, e->list->items[e->list->first_input + i].name);
    fputc('\n', out);
    for (int row = 0; row < 2; row++) {
        put_number(out, "", ends[row], "");
        for (size_t i = 0; i < e->list->inputs; i++)
            put_number(out, ",", e->list->items[e->list->first_input + i].start, "");
        fputc('\n', out);
    }
    return eg_text_end(out, &text);
}

static bool is_bad_row(const eg_place *place, const char *what, eg_diagnostics *d)
{
    eg_report(d, EG_ERROR, *place, "these are no rows of the FMU: %s", what);
    eg_remedy(d, "write a line of names, time first, then lines of as many numbers, with commas between");
    return false;
}

/* A cell up to a comma or the end of the line, without quotes around it; *text goes behind it. */
static size_t next_cell(const char **text, const char **cell)
{
    size_t length = strcspn(*text, ",\r\n");
    *cell = *text;
    *text += length;
    if (length >= 2 && (*cell)[0] == '"' && (*cell)[length - 1] == '"') {
        ++*cell;
        length -= 2;
    }
    return length;
}

static bool check_names(const char **text, const eg_place *place, const eg_fmu_list *list, size_t *columns,
                        eg_diagnostics *d)
{
    const char *cell;
    for (*columns = 0;; ++*text) {
        const size_t length = next_cell(text, &cell);
        char *name = strndup(cell, length);
        const bool is_known =
            name && (*columns == 0 ? strcmp(name, "time") == 0 : eg_names_find(list->names, name) >= 0);
        if (name && !is_known) {
            eg_report(d, EG_ERROR, *place, "the FMU has no variable \"%.200s\"", name);
            eg_remedy(d, "name its variables in the first line, behind time");
        }
        free(name);
        if (!is_known)
            return false;
        ++*columns;
        if (**text != ',')
            return true;
    }
}

bool eg_fmu_check_rows(const char *text, const char *path, const eg_fmu_list *list, double *interval,
                       eg_diagnostics *d)
{
    eg_place place = {.file = path, .line = 1};
    size_t columns = 0, rows = 0;
    double first = NAN;
    *interval = NAN;
    if (!check_names(&text, &place, list, &columns, d))
        return false;
    while (*(text += strspn(text, "\r\n"))) {
        place.line++;
        for (size_t i = 0; i < columns; i++) {
            const char *cell;
            double value = NAN;
            const size_t length = next_cell(&text, &cell);
            if (length == 0 || eg_number_read(cell, cell + length, &value) != cell + length ||
                !isfinite(value))
                return is_bad_row(&place, "a cell holds no number", d);
            if (*text != ',' && i + 1 < columns)
                return is_bad_row(&place, "the line is too short", d);
            text += *text == ',' && i + 1 < columns;
            if (i == 0 && rows == 1)
                *interval = value - first;
            if (i == 0 && rows == 0)
                first = value;
        }
        if (*text == ',')
            return is_bad_row(&place, "the line is too long", d);
        rows++;
    }
    return rows >= 2 || is_bad_row(&place, "there are fewer than two", d);
}

/* ---------------------------------------------------------------- documentation */

char *eg_fmu_told(const eg_fmu_experiment *e)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    fprintf(out,
            "Reference results (FMI-LS-REF, extra/org.fmi-standard.fmi-ls-ref)\n\n"
            "%s.exp      the model's own experiment\n"
            "%s.ssv      the parameters that it was made with\n"
            "%s_ref.csv  its results: %s\n",
            e->identifier, e->identifier, e->identifier, e->by);
    if (e->list->inputs > 0)
        fprintf(out, "%s_in.csv   its inputs, which keep their start values\n", e->identifier);
    fputs("\nAt an instant at which something jumps a row holds what is behind the jump.\n", out);
    return eg_text_end(out, &text);
}
