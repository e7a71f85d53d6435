/* What the standards ask for, in their order, without empty lists and with every attribute whose default
 * differs between them. Nothing in it depends on the time, the machine or the place of the files: the date of
 * generation is that of the program's version, so that the same model gives the same bytes. */
#include "fmi/description.h"

#include "base/file.h"
#include "base/number.h"
#include "base/units.h"
#include "base/xml.h"
#include "component/class.h"
#include "elastogap/base.h"
#include "elastogap/simulate.h"
#include "fmi/dependencies.h"
#include "network/user/user.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer {
    FILE *out;
    const eg_fmu_description *d;
    const eg_fmu_list *list;
    eg_fmu_dependencies dependencies;
} writer;

static void put(writer *w, const char *format, ...) EG_PRINTF(2, 3);
static void put(writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(w->out, format, arguments);
    va_end(arguments);
}

/* The value of an attribute. */
static void escape(writer *w, const char *text)
{
    eg_xml_put(w->out, text, EG_XML_REFERRED);
}

static void attribute(writer *w, const char *name, const char *text)
{
    if (!text || !*text)
        return;
    put(w, " %s=\"", name);
    escape(w, text);
    put(w, "\"");
}

/* The shortest text that reads back to the value. */
static void number(writer *w, const char *name, double value)
{
    char text[EG_NUMBER_SIZE];
    eg_number_write(value, text);
    put(w, " %s=\"%s\"", name, text);
}

/* ---------------------------------------------------------------- units */

/* Powers of the base units, and the factor to the SI; only where the unit is understood. */
static void write_base(writer *w, const char *unit)
{
    static const char *const names[] = {"m", "kg", "s", "A", "K", "mol", "cd"};
    eg_unit u;
    if (!eg_unit_parse(unit, &u))
        return;
    for (int i = EG_UNIT_DB; i < EG_UNIT_DIMENSIONS; i++)
        if (u.dimension[i] != 0)
            return;
    put(w, "      <BaseUnit");
    for (int i = 0; i < EG_UNIT_DB; i++)
        if (u.dimension[i] != 0)
            put(w, " %s=\"%d\"", names[i], u.dimension[i]);
    if (strcmp(unit, "rad") == 0 || strcmp(unit, "rad/s") == 0 || strcmp(unit, "rad/s2") == 0)
        put(w, " rad=\"1\"");
    double factor = u.numerator / u.denominator * pow(10, u.decade);
    if (factor != 1)
        number(w, "factor", factor);
    if (u.shift != 0)
        number(w, "offset", u.shift * factor);
    put(w, "/>\n");
}

/* The units that people like to read this one in, each once: shown = factor*value + offset. */
static void write_displayed(writer *w, const char *unit)
{
    for (size_t i = 0; i < w->list->count; i++) {
        const eg_fmu_variable *v = &w->list->items[i];
        double zero, one;
        bool is_new = v->display_unit && strcmp(v->unit, unit) == 0;
        for (size_t k = 0; k < i && is_new; k++)
            is_new = !w->list->items[k].display_unit || strcmp(w->list->items[k].unit, unit) != 0 ||
                     strcmp(w->list->items[k].display_unit, v->display_unit) != 0;
        if (!is_new || !eg_unit_convert(0, unit, v->display_unit, &zero) ||
            !eg_unit_convert(1, unit, v->display_unit, &one))
            continue;
        put(w, "      <DisplayUnit");
        attribute(w, "name", v->display_unit);
        number(w, "factor", one - zero);
        if (zero != 0)
            number(w, "offset", zero);
        put(w, "/>\n");
    }
}

static void write_units(writer *w)
{
    put(w, "  <UnitDefinitions>\n");
    for (size_t i = 0; i < w->list->count; i++) {
        const char *unit = w->list->items[i].unit;
        bool is_new = *unit && w->list->items[i].type == EG_REAL;
        for (size_t k = 0; k < i && is_new; k++)
            is_new = w->list->items[k].type != EG_REAL || strcmp(w->list->items[k].unit, unit) != 0;
        if (!is_new)
            continue;
        put(w, "    <Unit");
        attribute(w, "name", unit);
        put(w, ">\n");
        write_base(w, unit);
        write_displayed(w, unit);
        put(w, "    </Unit>\n");
    }
    put(w, "  </UnitDefinitions>\n");
}

/* ---------------------------------------------------------------- types */

/* Of an enumeration. A text with few choices is a type of its own, under the name of its items' list. */
static void write_type_name(writer *w, const char *what, const eg_fmu_variable *v)
{
    put(w, " %s=\"", what);
    escape(w, strcmp(v->type_name, "String") == 0 ? "Choice." : "");
    escape(w, strcmp(v->type_name, "String") == 0 ? strrchr(v->name, '.') + 1 : v->type_name);
    put(w, "\"");
}

static bool has_same_type(const eg_fmu_variable *a, const eg_fmu_variable *b)
{
    if (a->type != EG_ENUMERATION || b->type != EG_ENUMERATION || strcmp(a->type_name, b->type_name) != 0)
        return false;
    return (strcmp(a->type_name, "String") != 0 || strcmp(strrchr(a->name, '.'), strrchr(b->name, '.')) == 0);
}

static void write_items(writer *w, const eg_fmu_variable *v)
{
    for (int i = 0; v->literals[i]; i++) {
        put(w, "        <Item");
        const char *doc = v->literal_docs ? v->literal_docs[i] : eg_literal_doc(v->type_name, v->literals[i]);
        attribute(w, "name", v->literals[i]);
        put(w, " value=\"%d\"", i + 1);
        attribute(w, "description", doc);
        put(w, "/>\n");
    }
}

static void write_types(writer *w)
{
    bool any = false;
    for (size_t i = 0; i < w->list->count; i++) {
        const eg_fmu_variable *v = &w->list->items[i];
        bool is_new = v->type == EG_ENUMERATION;
        for (size_t k = 0; k < i && is_new; k++)
            is_new = !has_same_type(&w->list->items[k], v);
        if (!is_new)
            continue;
        put(w, any ? "" : "  <TypeDefinitions>\n");
        any = true;
        put(w, w->d->version == 3 ? "    <EnumerationType" : "    <SimpleType");
        write_type_name(w, "name", v);
        put(w, w->d->version == 3 ? ">\n" : "><Enumeration>\n");
        write_items(w, v);
        put(w, w->d->version == 3 ? "    </EnumerationType>\n" : "    </Enumeration></SimpleType>\n");
    }
    put(w, any ? "  </TypeDefinitions>\n" : "");
}

/* ---------------------------------------------------------------- variables */

static bool has_start(const eg_fmu_variable *v)
{
    return v->kind == EG_FMU_PARAMETER || v->kind == EG_FMU_CONSTANT || v->kind == EG_FMU_INPUT;
}

static const char *causality(const eg_fmu_variable *v)
{
    if (v->kind == EG_FMU_TIME)
        return "independent";
    if (v->kind == EG_FMU_PARAMETER)
        return "parameter";
    if (v->kind == EG_FMU_INPUT)
        return "input";
    if (v->kind == EG_FMU_OUTPUT)
        return "output";
    return "local";
}

static const char *variability(const eg_fmu_variable *v)
{
    if (v->is_tunable)
        return "tunable";
    if (v->kind == EG_FMU_PARAMETER)
        return "fixed";
    if (v->kind == EG_FMU_CONSTANT)
        return "constant";
    if (v->is_discrete)
        return "discrete";
    return "continuous";
}

/* States are what the start finds, so they are calculated like their derivatives. */
static const char *initial(const writer *w, const eg_fmu_variable *v)
{
    if (v->kind == EG_FMU_TIME || (v->kind == EG_FMU_INPUT && w->d->version == 2))
        return NULL;
    return has_start(v) ? "exact" : "calculated";
}

/* What depends on the type alone. */
static void write_type(writer *w, const eg_fmu_variable *v)
{
    if (v->type == EG_REAL)
        attribute(w, "unit", v->unit);
    if (v->type == EG_REAL)
        attribute(w, "displayUnit", v->display_unit);
    if (v->has_min)
        number(w, "min", v->min);
    if (v->has_max)
        number(w, "max", v->max);
    if (v->type == EG_REAL && v->nominal > 0)
        number(w, "nominal", v->nominal);
    if (v->type == EG_ENUMERATION)
        write_type_name(w, "declaredType", v);
}

static const char *type_name(const writer *w, const eg_fmu_variable *v)
{
    switch (v->type) {
    case EG_REAL: return w->d->version == 3 ? "Float64" : "Real";
    case EG_BOOLEAN: return "Boolean";
    case EG_ENUMERATION: return "Enumeration";
    case EG_STRING: return "String";
    default: return w->d->version == 3 ? "Int32" : "Integer";
    }
}

static void write_start(writer *w, const eg_fmu_variable *v)
{
    if (!has_start(v))
        return;
    if (v->type == EG_BOOLEAN)
        put(w, " start=\"%s\"", v->start != 0 ? "true" : "false");
    else if (v->type == EG_STRING && w->d->version == 3)
        return; /* an element of its own */
    else if (v->type == EG_STRING) {
        put(w, " start=\"");
        escape(w, v->text);
        put(w, "\"");
    } else
        number(w, "start", v->start);
}

static void write_name(writer *w, const char *name)
{
    char *structured = eg_fmu_structured_name(name);
    attribute(w, "name", structured ? structured : name);
    free(structured);
}

static void write_common(writer *w, const eg_fmu_variable *v, size_t reference, const char *name)
{
    write_name(w, name);
    put(w, " valueReference=\"%zu\"", reference);
    attribute(w, "description", v->doc);
    put(w, " causality=\"%s\" variability=\"%s\"", causality(v), variability(v));
    attribute(w, "initial", initial(w, v));
}

static size_t state_of(const writer *w, size_t derivative)
{
    return w->list->first_state + derivative - w->list->first_derivative;
}

static void write_variable_3(writer *w, size_t i)
{
    const eg_fmu_variable *v = &w->list->items[i];
    const char *type = type_name(w, v);
    bool has_aliases = false;
    if (v->alias >= 0)
        return;
    put(w, "    <%s", type);
    write_common(w, v, i, v->name);
    if (eg_fmu_is_intermediate(v))
        put(w, " intermediateUpdate=\"true\"");
    write_type(w, v);
    write_start(w, v);
    if (v->kind == EG_FMU_DERIVATIVE)
        put(w, " derivative=\"%zu\"", state_of(w, i));
    if (v->kind == EG_FMU_STATE)
        put(w, " reinit=\"true\"");
    for (size_t k = i + 1; k < w->list->count && v->kind == EG_FMU_LOCAL; k++) {
        if (w->list->items[k].alias != (long)i)
            continue;
        put(w, "%s      <Alias", has_aliases ? "" : ">\n");
        write_name(w, w->list->items[k].name);
        attribute(w, "description", w->list->items[k].doc);
        attribute(w, "displayUnit", w->list->items[k].display_unit);
        put(w, "/>\n");
        has_aliases = true;
    }
    if (v->type == EG_STRING) {
        put(w, "><Start value=\"");
        escape(w, v->text);
        put(w, "\"/></%s>\n", type);
    } else if (has_aliases)
        put(w, "    </%s>\n", type);
    else
        put(w, "/>\n");
}

/* Aliases have one value reference, and derivatives name their state by its place in the list, from 1. */
static void write_variable_2(writer *w, size_t i)
{
    const eg_fmu_variable *v = &w->list->items[i];
    const char *type = type_name(w, v);
    put(w, "    <ScalarVariable");
    write_common(w, v, v->alias >= 0 ? (size_t)v->alias : i, v->name);
    put(w, "><%s", type);
    write_type(w, v);
    write_start(w, v);
    if (v->kind == EG_FMU_DERIVATIVE)
        put(w, " derivative=\"%zu\"", state_of(w, i) + 1);
    if (v->kind == EG_FMU_STATE)
        put(w, " reinit=\"true\"");
    put(w, "/></ScalarVariable>\n");
}

/* ---------------------------------------------------------------- structure */

/* What output or derivative number `unknown` depends on; nothing where that is all. Places count from 1. */
static void write_dependencies(writer *w, size_t unknown)
{
    const eg_fmu_dependencies *d = &w->dependencies;
    if (d->is_any[unknown])
        return;
    put(w, " dependencies=\"");
    for (size_t k = d->first[unknown]; k < d->first[unknown + 1]; k++)
        put(w, "%s%ld", k > d->first[unknown] ? " " : "", d->items[k] + (w->d->version == 2));
    put(w, "\"");
}

enum { ON_ALL = -1 };

/* Lists `count` variables from `first`; in version 2 by their places. `unknown` numbers the dependencies of
 * the first one, ON_ALL: they are not told. */
static void write_list(writer *w, const char *element, size_t first, size_t count, long unknown)
{
    for (size_t i = 0; i < count; i++) {
        if (w->d->version == 3)
            put(w, "    <%s valueReference=\"%zu\"", element, first + i);
        else
            put(w, "      <%s index=\"%zu\"", element, first + i + 1);
        if (unknown != ON_ALL)
            write_dependencies(w, (size_t)unknown + i);
        put(w, "/>\n");
    }
}

static void write_structure_3(writer *w)
{
    const eg_fmu_list *l = w->list;
    put(w, "  <ModelStructure>\n");
    write_list(w, "Output", l->first_output, l->outputs, 0);
    write_list(w, "ContinuousStateDerivative", l->first_derivative, l->states, (long)l->outputs);
    write_list(w, "InitialUnknown", l->first_output, l->outputs, ON_ALL);
    write_list(w, "InitialUnknown", l->first_state, l->states, ON_ALL);
    write_list(w, "InitialUnknown", l->first_derivative, l->states, ON_ALL);
    write_list(w, "EventIndicator", l->first_indicator, l->indicators, ON_ALL);
    put(w, "  </ModelStructure>\n");
}

static void write_structure_2(writer *w)
{
    const eg_fmu_list *l = w->list;
    put(w, "  <ModelStructure>\n");
    if (l->outputs > 0) {
        put(w, "    <Outputs>\n");
        write_list(w, "Unknown", l->first_output, l->outputs, 0);
        put(w, "    </Outputs>\n");
    }
    if (l->states > 0) {
        put(w, "    <Derivatives>\n");
        write_list(w, "Unknown", l->first_derivative, l->states, (long)l->outputs);
        put(w, "    </Derivatives>\n");
    }
    if (l->outputs + l->states > 0) {
        put(w, "    <InitialUnknowns>\n");
        write_list(w, "Unknown", l->first_output, l->outputs, ON_ALL);
        write_list(w, "Unknown", l->first_state, l->states, ON_ALL);
        write_list(w, "Unknown", l->first_derivative, l->states, ON_ALL);
        put(w, "    </InitialUnknowns>\n");
    }
    put(w, "  </ModelStructure>\n");
}

/* ---------------------------------------------------------------- the document */

static void write_head(writer *w, const char *token)
{
    bool is_3 = w->d->version == 3;
    put(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"%s\"",
        is_3 ? "3.0" : "2.0");
    attribute(w, "modelName", w->d->model->name);
    put(w, " %s=\"%s\"", is_3 ? "instantiationToken" : "guid", token);
    attribute(w, "description", w->d->comment);
    put(w,
        " generationTool=\"elastogap %s\" generationDateAndTime=\"2026-01-01T00:00:00Z\""
        " variableNamingConvention=\"structured\"",
        eg_version());
    if (!is_3)
        put(w, " numberOfEventIndicators=\"%zu\"", w->list->indicators);
    put(w, ">\n");
}

static void write_kinds(writer *w)
{
    bool is_3 = w->d->version == 3, has_past = w->d->model->user && w->d->model->user->delay_count > 0;
    static const char *const kinds[] = {"ModelExchange", "CoSimulation"};
    for (int i = has_past; i < 2; i++) { /* what looks back must see the integrator's steps */
        put(w, "  <%s modelIdentifier=\"%s\"", kinds[i], w->d->identifier);
        if (!is_3)
            put(w, " canNotUseMemoryManagementFunctions=\"true\"");
        put(w, is_3 ? " canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\""
                    : " canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\"");
        if (eg_fmu_has_derivatives(w->list, w->d->model))
            put(w, is_3 ? " providesDirectionalDerivatives=\"true\" providesAdjointDerivatives=\"true\""
                        : " providesDirectionalDerivative=\"true\"");
        if (i == 0)
            put(w, is_3 ? " needsCompletedIntegratorStep=\"false\""
                        : " completedIntegratorStepNotNeeded=\"true\"");
        else
            put(w, " canHandleVariableCommunicationStepSize=\"true\"%s",
                is_3 ? " providesIntermediateUpdate=\"true\" canReturnEarlyAfterIntermediateUpdate=\"true\""
                       " hasEventMode=\"true\""
                     : " canInterpolateInputs=\"true\"");
        if (!is_3 && w->d->is_source)
            put(w, ">\n    <SourceFiles>\n      <File name=\"%s.c\"/>\n    </SourceFiles>\n  </%s>\n",
                w->d->identifier, kinds[i]);
        else
            put(w, "/>\n");
    }
}

static void write_experiment(writer *w)
{
    eg_simulate_options o = eg_simulate_options_default(w->d->model);
    put(w, "  <DefaultExperiment");
    number(w, "startTime", o.start_time);
    number(w, "stopTime", o.stop_time);
    number(w, "tolerance", o.tolerance);
    number(w, "stepSize", o.interval);
    put(w, "/>\n");
}

static void write_all(writer *w, const char *token)
{
    write_head(w, token);
    write_kinds(w);
    write_units(w);
    write_types(w);
    put(w, "  <LogCategories>\n    <Category name=\"logStatusError\"/>\n"
           "    <Category name=\"logStatusWarning\"/>\n");
    put(w, w->d->version == 2 ? "    <Category name=\"logStatusDiscard\"/>\n  </LogCategories>\n"
                              : "  </LogCategories>\n");
    write_experiment(w);
    put(w, "  <ModelVariables>\n");
    for (size_t i = 0; i < w->list->count; i++)
        if (w->d->version == 3)
            write_variable_3(w, i);
        else
            write_variable_2(w, i);
    put(w, "  </ModelVariables>\n");
    if (w->d->version == 3)
        write_structure_3(w);
    else
        write_structure_2(w);
    put(w, "</fmiModelDescription>\n");
}

char *eg_fmu_describe(const eg_fmu_description *d, const char *token)
{
    char *text = NULL;
    size_t length;
    writer w = {.out = open_memstream(&text, &length), .d = d, .list = d->list};
    if (!w.out)
        return NULL;
    bool failed = eg_fmu_find_dependencies(&w.dependencies, d->list, d->model) < 0;
    if (!failed)
        write_all(&w, token);
    eg_fmu_dependencies_release(&w.dependencies);
    text = eg_text_end(w.out, &text);
    if (failed)
        free(text);
    return failed ? NULL : text;
}
