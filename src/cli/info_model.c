/* elastogap info FILE.mo: what a model is made of, in the words of its declarations. */
#include "cli/info.h"
#include "cli/info_json.h"
#include "cli/stats.h"
#include "elastogap/diagram.h"

#include "base/number.h"
#include "component/describe.h"
#include "component/spec.h"
#include "modelica/scope/documentation.h"
#include "network/model.h"
#include "network/motion/unknowns.h"
#include "traits/traits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "Mass"; of a class inside a class "SpringDamper.Stiffness". */
static const char *last_name(const char *name)
{
    const char *dot = strrchr(name, '.'), *before = dot;
    char outer[200];
    while (before && before > name && before[-1] != '.')
        before--;
    if (dot && snprintf(outer, sizeof outer, "%.*s", (int)(dot - name), name) < (int)sizeof outer &&
        eg_class_find(outer))
        return before;
    return dot ? dot + 1 : name;
}

static int wider(int width, const char *text)
{
    int length = (int)strlen(text);
    return length > width ? length : width;
}

/* A name and what it is, and the comment behind it. */
static void print_line(int width, const char *name, const char *what, const char *comment)
{
    printf("  %-*s  %s%s", width, name, what, comment ? "  // " : "");
    eg_print_folded(comment ? comment : "");
    printf("\n");
}

static void print_experiment(const eg_experiment *e)
{
    const char *const names[] = {"StartTime", "StopTime", "Interval", "Tolerance"};
    const double values[] = {e->start_time, e->stop_time, e->interval, e->tolerance};
    const char *separator = "\nExperiment\n  ";
    for (int i = 0; i < 4; i++) {
        if (isnan(values[i]))
            continue;
        printf("%s%s = %.15g", separator, names[i], values[i]);
        separator = ", ";
    }
    printf("%s", *separator == ',' ? "\n" : "");
}

static void value_text(eg_type type, double value, char *text, size_t size)
{
    char number[EG_NUMBER_SIZE];
    eg_number_write(value, number);
    if (type == EG_BOOLEAN)
        snprintf(text, size, "%s", value != 0.0 ? "true" : "false");
    else
        snprintf(text, size, "%s", number);
}

/* "StateSelect.prefer"; of what is no enumeration the number. */
static void declared_text(const eg_spec *spec, const eg_declared *d, char *text, size_t size)
{
    value_text(d->type, d->value, text, size);
    for (size_t i = 0; i < spec->legend_count && d->type == EG_ENUMERATION; i++) {
        const eg_legend *l = &spec->legends[i];
        if (!l->literals || strcmp(l->path, d->path) != 0)
            continue;
        snprintf(text, size, "%s.%s", last_name(l->type_name), l->literals[(int)d->value]);
        return;
    }
}

static void print_declared(const eg_spec *spec)
{
    int width = 0;
    char value[200], range[EG_DESCRIBE_SIZE], text[400 + EG_DESCRIBE_SIZE];
    for (size_t i = 0; i < spec->declared_count; i++)
        width = wider(width, spec->declared[i].path);
    printf(spec->declared_count > 0 ? "\nParameters and constants\n" : "");
    for (size_t i = 0; i < spec->declared_count; i++) {
        const eg_declared *d = &spec->declared[i];
        declared_text(spec, d, value, sizeof value);
        if (d->type == EG_STRING)
            snprintf(value, sizeof value, "\"%.*s\"", (int)sizeof value - 3, d->text);
        bool has_unit = d->unit && *d->unit;
        eg_describe_limits(d->min, d->max, range);
        snprintf(text, sizeof text, "= %s%s%.60s%s%s%s", value, has_unit ? " [" : "", has_unit ? d->unit : "",
                 has_unit ? "]" : "", *range ? "  " : "", range);
        print_line(width, d->path, text, d->comment);
    }
}

/* The value of parameter k; of a matrix its size. */
static const char *given_text(const eg_instance *instance, size_t k, char *text, size_t size)
{
    const eg_parameter *p = &instance->class->parameters[k];
    bool is_text = p->type_name && strcmp(p->type_name, "String") == 0;
    if (p->type == EG_ENUMERATION && p->literals && !is_text)
        snprintf(text, size, "%s.%s", last_name(p->type_name ? p->type_name : ""),
                 p->literals[(int)instance->p[k]]);
    else if (p->type == EG_ENUMERATION && p->literals) {
        snprintf(text, size, "\"%s\"", p->literals[(int)instance->p[k]]);
    } else if (p->type == EG_STRING) {
        snprintf(text, size, "\"%s\"", instance->origin->texts[k]);
    } else if (p->columns != 0) {
        eg_matrix m = eg_parameter_matrix(instance->p, (int)k);
        snprintf(text, size, p->columns == 1 ? "[%d]" : "[%d, %d]", m.rows, m.columns);
    } else {
        value_text(p->type, instance->p[k], text, size);
    }
    return text;
}

/* "ElastoGap(c = 100000, d = 60)": what the model itself gives; the rest are defaults. */
static void instance_text(const eg_instance *instance, char *text, size_t size)
{
    const eg_class *class = instance->class;
    const char *separator = "(";
    size_t used = (size_t)snprintf(text, size, "%s", last_name(class->name));
    for (size_t k = 0; k < class->parameter_count; k++) {
        const eg_parameter *p = &class->parameters[k];
        char value[400];
        if (!instance->given[k] || used >= size)
            continue;
        used += (size_t)snprintf(text + used, size - used, "%s%s = %s", separator, p->name,
                                 given_text(instance, k, value, sizeof value));
        separator = ", ";
    }
    if (used < size && *separator == ',')
        snprintf(text + used, size - used, ")");
}

static void print_components(const eg_spec *spec)
{
    int width = 0;
    char text[1000];
    for (size_t i = 0; i < spec->instance_count; i++)
        width = wider(width, spec->instances[i].path);
    for (size_t i = 0; i < spec->connector_count; i++)
        width = wider(width, spec->connectors[i].path);
    printf(spec->instance_count > 0 ? "\nComponents\n" : "");
    for (size_t i = 0; i < spec->instance_count; i++) {
        instance_text(&spec->instances[i], text, sizeof text);
        print_line(width, spec->instances[i].path, text, spec->instances[i].origin->comment);
    }
    printf(spec->connector_count > 0 ? "\nPorts\n" : "");
    for (size_t i = 0; i < spec->connector_count; i++)
        print_line(width, spec->connectors[i].path, "", spec->connectors[i].comment);
}

/* Which engines and whatever else runs models take this one. One that has no consistent start, as where
 * values are missing, says nothing. */
static void print_traits(const eg_model *model, eg_diagnostics *unheard)
{
    eg_traits traits;
    int width = 0;
    if (eg_traits_find(model, unheard, &traits) != EG_OK)
        return;
    for (int i = 0; i < traits.count; i++)
        width = wider(width, traits.items[i].name);
    printf(traits.count > 0 ? "\nTaken by\n" : "");
    for (int i = 0; i < traits.count; i++) {
        const eg_trait *trait = &traits.items[i];
        printf("  %-*s  %s%s\n", width, trait->name,
               trait->holds ? "yes" : "no: ", trait->holds ? "" : trait->reason);
    }
}

/* What follows from the whole model: which variables are states, which form of their equations 20-sim's
 * elements take, what takes it. One that does not compile, because it is a part of others, has none of it. */
static void print_compiled(eg_spec *spec)
{
    eg_diagnostics *unheard = eg_diagnostics_create();
    eg_model *model = NULL;
    if (unheard && eg_model_compile(spec, unheard, &model) == EG_OK) {
        printf(model->n > 0 ? "\nStates\n" : "");
        eg_stats_print_states(stdout, model, "  ");
        printf(eg_model_causalities(model) > 0 ? "\n" : "");
        eg_stats_print_causality(stdout, model);
        print_traits(model, unheard);
    }
    eg_model_free(model);
    eg_diagnostics_free(unheard);
}

/* A documentation of several lines as it is written, behind two blanks each. */
static void print_lines(const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        printf(length > 0 ? "  %.*s\n" : "\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static void print_documentation(const eg_spec *spec)
{
    char *text = spec->pictures ? eg_documentation_of(spec->pictures, strlen(spec->pictures)) : NULL;
    if (text) {
        printf("\nDocumentation\n");
        eg_print_wrapped(stdout, text, 2);
    }
    free(text);
}

static void print_model(eg_spec *spec, const char *input)
{
    const char *comment = eg_spec_comment(spec);
    printf("model %s\n", eg_spec_name(spec));
    if (comment && *comment)
        print_lines(comment);
    print_documentation(spec);
    print_experiment(&spec->experiment);
    print_declared(spec);
    print_components(spec);
    print_compiled(spec);
    printf("\n%zu components, %zu connections. Simulate it: elastogap simulate %s\n", spec->instance_count,
           spec->connection_count, input);
}

/* ---------------------------------------------------------------- for programs */

static void put_experiment(eg_info_json *i, const eg_experiment *e)
{
    eg_json_opening(&i->json, "experiment", "{");
    eg_json_number(&i->json, "StartTime", e->start_time);
    eg_json_number(&i->json, "StopTime", e->stop_time);
    eg_json_number(&i->json, "Interval", e->interval);
    eg_json_number(&i->json, "Tolerance", e->tolerance);
    eg_json_closing(&i->json, "}");
}

static const eg_legend *legend_of(const eg_spec *spec, const eg_declared *d)
{
    for (size_t k = 0; k < spec->legend_count && d->type == EG_ENUMERATION; k++)
        if (spec->legends[k].literals && strcmp(spec->legends[k].path, d->path) == 0)
            return &spec->legends[k];
    return NULL;
}

static void put_declared(eg_info_json *i, const eg_spec *spec)
{
    char value[200];
    eg_json_opening(&i->json, "parameters", "[");
    for (size_t k = 0; k < spec->declared_count; k++) {
        const eg_declared *d = &spec->declared[k];
        const eg_legend *legend = legend_of(spec, d);
        declared_text(spec, d, value, sizeof value);
        eg_json_opening(&i->json, NULL, "{");
        eg_json_text(&i->json, "name", d->path);
        if (d->type == EG_STRING)
            eg_info_json_text(i, "value", d->text);
        else if (d->type == EG_BOOLEAN || d->type == EG_ENUMERATION)
            eg_info_json_expression(i, "value", value);
        else
            eg_json_number(&i->json, "value", d->value);
        eg_info_json_text(i, "unit", d->unit && *d->unit ? d->unit : NULL);
        eg_json_number(&i->json, "min", d->min);
        eg_json_number(&i->json, "max", d->max);
        eg_info_json_items(i, legend ? legend->type_name : NULL, legend ? legend->literals : NULL,
                           legend ? legend->literal_docs : NULL);
        eg_info_json_text(i, "description", d->comment);
        eg_json_closing(&i->json, "}");
    }
    eg_json_closing(&i->json, "]");
}

static void put_given(eg_info_json *i, const eg_instance *instance, size_t k)
{
    const eg_parameter *p = &instance->class->parameters[k];
    char value[400];
    const bool is_text = p->type == EG_ENUMERATION && p->type_name && strcmp(p->type_name, "String") == 0;
    if (p->type == EG_STRING)
        eg_info_json_text(i, p->name, instance->origin->texts[k]);
    else if (is_text && p->literals)
        eg_info_json_text(i, p->name, p->literals[(int)instance->p[k]]);
    else if (p->columns == 0 && (p->type == EG_REAL || p->type == EG_INTEGER))
        eg_json_number(&i->json, p->name, instance->p[k]);
    else if (p->columns == 0)
        eg_info_json_expression(i, p->name, given_text(instance, k, value, sizeof value));
    if (p->columns == 0)
        return;
    const eg_matrix m = eg_parameter_matrix(instance->p, (int)k);
    eg_json_opening(&i->json, p->name, "[");
    for (int row = 0; row < m.rows; row++) {
        if (p->columns != 1)
            eg_json_opening(&i->json, NULL, "[");
        for (int column = 0; column < m.columns; column++)
            eg_json_number(&i->json, NULL, m.elements[row * m.columns + column]);
        if (p->columns != 1)
            eg_json_closing(&i->json, "]");
    }
    eg_json_closing(&i->json, "]");
}

static void put_components(eg_info_json *i, const eg_spec *spec)
{
    eg_json_opening(&i->json, "components", "[");
    for (size_t k = 0; k < spec->instance_count; k++) {
        const eg_instance *instance = &spec->instances[k];
        eg_json_opening(&i->json, NULL, "{");
        eg_json_text(&i->json, "name", instance->path);
        eg_json_text(&i->json, "class", instance->class->name);
        eg_json_opening(&i->json, "given", "{");
        for (size_t n = 0; n < instance->class->parameter_count; n++)
            if (instance->given[n])
                put_given(i, instance, n);
        eg_json_closing(&i->json, "}");
        eg_info_json_text(i, "description", instance->origin->comment);
        eg_json_closing(&i->json, "}");
    }
    eg_json_closing(&i->json, "]");
    eg_json_opening(&i->json, "connectors", "[");
    for (size_t k = 0; k < spec->connector_count; k++) {
        const char *unit = spec->connectors[k].unit;
        eg_json_opening(&i->json, NULL, "{");
        eg_json_text(&i->json, "name", spec->connectors[k].path);
        eg_info_json_text(i, "unit", unit && *unit ? unit : NULL);
        eg_info_json_text(i, "description", spec->connectors[k].comment);
        eg_json_closing(&i->json, "}");
    }
    eg_json_closing(&i->json, "]");
}

static void put_states(eg_info_json *i, const eg_model *model)
{
    char name[300];
    eg_unknown *all = eg_model_unknowns(model);
    eg_json_opening(&i->json, "states", "[");
    for (int k = 0; all && k < model->n; k++) {
        eg_unknown_name(&all[k], name, sizeof name);
        if (!all[k].is_state || !*name)
            continue;
        eg_json_opening(&i->json, NULL, "{");
        eg_json_text(&i->json, "name", name);
        eg_info_json_text(i, "unit", *all[k].unit ? all[k].unit : NULL);
        eg_json_number(&i->json, "nominal", all[k].nominal > 0 ? all[k].nominal : NAN);
        eg_json_closing(&i->json, "}");
    }
    eg_json_closing(&i->json, "]");
    free(all);
}

/* No consistent start: null. */
static void put_traits(eg_info_json *i, const eg_model *model, eg_diagnostics *unheard)
{
    eg_traits traits;
    if (eg_traits_find(model, unheard, &traits) != EG_OK) {
        eg_info_json_text(i, "taken_by", NULL);
        return;
    }
    eg_json_opening(&i->json, "taken_by", "[");
    for (int k = 0; k < traits.count; k++) {
        const eg_trait *trait = &traits.items[k];
        eg_json_opening(&i->json, NULL, "{");
        eg_json_text(&i->json, "name", trait->name);
        eg_json_truth(&i->json, "is_engine", trait->is_engine);
        eg_json_truth(&i->json, "takes", trait->holds);
        eg_info_json_text(i, "because", trait->holds ? NULL : trait->reason);
        eg_json_closing(&i->json, "}");
    }
    eg_json_closing(&i->json, "]");
}

/* One that does not compile, because it is a part of others, has no states: null. */
static void put_compiled(eg_info_json *i, eg_spec *spec)
{
    eg_diagnostics *unheard = eg_diagnostics_create();
    eg_model *model = NULL;
    if (unheard && eg_model_compile(spec, unheard, &model) == EG_OK) {
        put_states(i, model);
        eg_json_opening(&i->json, "causality", "{");
        for (size_t k = 0; k < eg_model_causalities(model); k++)
            eg_json_text(&i->json, eg_model_causality(model, k).component, eg_model_causality(model, k).form);
        eg_json_closing(&i->json, "}");
        put_traits(i, model, unheard);
    } else {
        eg_info_json_text(i, "states", NULL);
    }
    eg_model_free(model);
    eg_diagnostics_free(unheard);
}

static void put_model(eg_info_json *i, eg_spec *spec)
{
    const char *comment = eg_spec_comment(spec);
    char *text = spec->pictures ? eg_documentation_of(spec->pictures, strlen(spec->pictures)) : NULL;
    eg_info_json_begin(i);
    eg_json_text(&i->json, "name", eg_spec_name(spec));
    eg_json_text(&i->json, "kind", "model");
    eg_info_json_text(i, "description", comment && *comment ? comment : NULL);
    eg_info_json_text(i, "documentation", text);
    put_experiment(i, &spec->experiment);
    put_declared(i, spec);
    put_components(i, spec);
    eg_json_number(&i->json, "connections", (double)spec->connection_count);
    put_compiled(i, spec);
    free(text);
}

/* ---------------------------------------------------------------- the command */

static bool says(const eg_diagnostic *d, const char *text)
{
    return strstr(d->message, text) != NULL;
}

/* Are values of parameters all that is missing? */
static bool only_lacks_values(const eg_diagnostics *diagnostics)
{
    for (size_t i = 0; i < eg_diagnostics_count(diagnostics); i++) {
        const eg_diagnostic *d = eg_diagnostics_get(diagnostics, i);
        if (d->severity == EG_ERROR && !says(d, "has no value"))
            return false;
    }
    return true;
}

/* Is all that is wrong that the class is a part of others, and no model by itself? */
static bool is_only_a_part(const eg_diagnostics *diagnostics)
{
    static const char *const texts[] = {"has no value", "cannot be simulated",
                                        "holds no model that could be simulated"};
    bool any = false;
    for (size_t i = 0; i < eg_diagnostics_count(diagnostics); i++) {
        const eg_diagnostic *d = eg_diagnostics_get(diagnostics, i);
        bool is_of_these = false;
        if (d->severity != EG_ERROR)
            continue;
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            is_of_these = is_of_these || says(d, texts[k]);
        if (!is_of_these)
            return false;
        any = true;
    }
    return any;
}

/* A package, a function, a type: nobody would think of simulating it. */
static bool is_no_model(const eg_diagnostics *diagnostics)
{
    for (size_t i = 0; i < eg_diagnostics_count(diagnostics); i++)
        if (says(eg_diagnostics_get(diagnostics, i), "it is not a model"))
            return true;
    return false;
}

/* Is it seen from outside: has it connectors of its own, or those of a class that it extends? */
static bool has_ports(const eg_spec *spec)
{
    if (spec->connector_count > 0)
        return true;
    for (size_t i = 0; i < spec->use_count; i++)
        if (!*spec->uses[i].path && spec->uses[i].class->port_count > 0)
            return true;
    return false;
}

/* The model that runs, and in "contents" its class as it is declared, of a text all classes. */
static int put_read(eg_spec *spec, const char *input, const eg_load_settings *load, eg_info_json *json)
{
    put_model(json, spec);
    const int outcome = eg_info_library(input, load, EG_INFO_ALL, NULL, json);
    return outcome == EG_INFO_UNKNOWN ? EG_EXIT_DONE : outcome;
}

static int describe_read(eg_spec *spec, const char *input, const eg_load_settings *load)
{
    eg_load_settings same = *load;
    int outcome = EG_EXIT_DONE;
    print_model(spec, input);
    if (has_ports(spec)) {
        same.model = eg_spec_name(spec);
        outcome = eg_info_library(input, &same, EG_INFO_INTERFACE, NULL, NULL);
    }
    same.model = NULL;
    if (!load->model && outcome == EG_EXIT_DONE)
        outcome = eg_info_library(input, &same, EG_INFO_CLASSES, NULL, NULL);
    return outcome == EG_INFO_UNKNOWN ? EG_EXIT_DONE : outcome;
}

/* A class that is only a part of others is listed, and why it does not run by itself. */
static int describe_part(const char *input, const eg_load_settings *load, const eg_diagnostics *diagnostics,
                         eg_info_json *json)
{
    const int outcome = eg_info_library(input, load, EG_INFO_ALL, NULL, json);
    const char *reason =
        only_lacks_values(diagnostics) ? "parameters have no value" : "it is a part of others";
    if (outcome != EG_EXIT_DONE || is_no_model(diagnostics))
        return outcome;
    if (json) {
        eg_info_json_close_list(json);
        eg_json_text(&json->json, "cannot_be_simulated", reason);
    } else {
        printf("\nIt cannot be simulated by itself: %s.\n", reason);
    }
    return outcome;
}

static int draw(eg_spec *spec, eg_info_picture picture, eg_diagnostics *diagnostics)
{
    eg_diagram *diagram = NULL;
    eg_diagram_options options = eg_diagram_options_default();
    options.layout = picture.layout;
    eg_status status = eg_diagram_create_at_start(spec, &options, diagnostics, &diagram);
    if (status == EG_OK)
        status = eg_diagram_write(diagram, picture.path, diagnostics);
    eg_diagram_free(diagram);
    return eg_exit_status(status);
}

int eg_info_model(const char *input, const eg_load_settings *load, eg_info_picture picture,
                  eg_info_json *json)
{
    eg_spec *spec = NULL;
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    if (!diagnostics)
        return eg_print_no_memory();
    int outcome = eg_load_spec(input, load, diagnostics, &spec);
    if (outcome == EG_EXIT_MODEL && !picture.path && is_only_a_part(diagnostics))
        outcome = describe_part(input, load, diagnostics, json);
    else
        eg_print_diagnostics(diagnostics, 0);
    size_t said = eg_diagnostics_count(diagnostics);
    if (spec && picture.path)
        outcome = draw(spec, picture, diagnostics);
    eg_print_diagnostics(diagnostics, said);
    if (spec && outcome == EG_EXIT_DONE)
        outcome = json ? put_read(spec, input, load, json) : describe_read(spec, input, load);
    eg_spec_free(spec);
    eg_diagnostics_free(diagnostics);
    return outcome;
}
