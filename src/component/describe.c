/* The fields of a descriptor in words. */
#include "component/describe.h"

#include "base/file.h"
#include "base/number.h"
#include "base/units.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELL = EG_DESCRIBE_SIZE };

const char *eg_describe_kind(eg_class_kind kind)
{
    static const char *const kinds[] = {"model", "block", "partial model", "connector"};
    return kinds[kind];
}

static const char *type_name(eg_type type, const char *enumeration, const char *quantity)
{
    switch (type) {
    case EG_INTEGER: return "Integer";
    case EG_BOOLEAN: return "Boolean";
    case EG_ENUMERATION: return enumeration ? enumeration : "enumeration";
    case EG_STRING: return "String";
    case EG_REAL: break;
    }
    return quantity ? quantity : "Real";
}

void eg_describe_type(const eg_parameter *p, char text[CELL])
{
    const char *type = type_name(p->type, p->type_name, p->quantity);
    if (p->columns > 1)
        snprintf(text, CELL, "%.60s[:, %d]", type, p->columns);
    else if (p->columns == 1)
        snprintf(text, CELL, "%.60s[:]", type);
    else if (p->columns == EG_ANY_COLUMNS)
        snprintf(text, CELL, "%.60s[:, :]", type);
    else
        snprintf(text, CELL, "%s", type);
}

const char *eg_describe_variable(const eg_variable *v)
{
    return type_name(v->type, NULL, v->quantity);
}

/* "0.5", "true", "StateSelect.prefer", "\"hertz\"" */
static void describe_value(const eg_parameter *p, double value, char text[CELL])
{
    char number[EG_NUMBER_SIZE];
    eg_number_write(value, number);
    if (p->type == EG_BOOLEAN)
        snprintf(text, CELL, "%s", value != 0.0 ? "true" : "false");
    else if (p->type == EG_STRING)
        snprintf(text, CELL, "\"%.80s\"", p->text ? p->text : "");
    else if (p->type == EG_ENUMERATION && p->literals && strcmp(p->type_name, "String") == 0)
        snprintf(text, CELL, "\"%s\"", p->literals[(int)value]);
    else if (p->type == EG_ENUMERATION && p->literals)
        snprintf(text, CELL, "%s.%s", p->type_name, p->literals[(int)value]);
    else
        snprintf(text, CELL, "%s", number);
}

/* Limits below it stand for "more than 0". */
#define LEAST_NUMBER 1e-15

void eg_parameter_range(const eg_parameter *p, double *min, double *max)
{
    bool is_open = p->min == 0.0 && p->max == 0.0; /* a descriptor leaves both 0 where there is none */
    const eg_unit_type *type = p->quantity ? eg_unit_of_type(p->quantity) : NULL;
    *min = -INFINITY;
    *max = INFINITY;
    if (!is_open) {
        *min = p->min;
        *max = p->max;
    } else if (type) {
        *min = type->min;
        *max = type->max;
    }
}

void eg_describe_limits(double min, double max, char text[CELL])
{
    char low[EG_NUMBER_SIZE], high[EG_NUMBER_SIZE];
    eg_number_write(min, low);
    eg_number_write(max, high);
    bool open_below = !isfinite(min), open_above = !isfinite(max);
    bool is_above_0 = min > 0.0 && min <= LEAST_NUMBER; /* the least number that will do */
    if (open_below && open_above)
        text[0] = '\0';
    else if (open_above && is_above_0)
        snprintf(text, CELL, "> 0");
    else if (open_above)
        snprintf(text, CELL, ">= %s", low);
    else if (open_below)
        snprintf(text, CELL, "<= %s", high);
    else
        snprintf(text, CELL, "%s to %s", low, high);
}

void eg_describe_range(const eg_parameter *p, char text[CELL])
{
    double min, max;
    eg_parameter_range(p, &min, &max);
    eg_describe_limits(min, max, text);
}

void eg_describe_default(const eg_parameter *p, char text[CELL])
{
    char value[CELL];
    describe_value(p, p->value, value);
    if (p->need == EG_REQUIRED)
        snprintf(text, CELL, "required");
    else if (p->need == EG_FALLS_BACK)
        snprintf(text, CELL, "falls back on %.40s", value);
    else
        snprintf(text, CELL, "= %.110s", p->value_text ? p->value_text : value);
}

char *eg_parameter_text(const eg_parameter *p)
{
    char value[CELL], *text = NULL;
    describe_value(p, p->value, value);
    if (p->need == EG_REQUIRED)
        return NULL;
    if (p->value_text && p->need == EG_HAS_DEFAULT)
        return strdup(p->formula ? p->formula : p->value_text);
    if (p->type != EG_STRING)
        return strdup(value);
    FILE *out = open_memstream(&text, &(size_t){0});
    if (out)
        fprintf(out, "\"%s\"", p->text ? p->text : "");
    return eg_text_end(out, &text);
}

const char *eg_describe_port(eg_port_kind kind)
{
    switch (kind) {
    case EG_FLANGE_A:
    case EG_FLANGE_B: return "flange: s [m], f [N]";
    case EG_SUPPORT: return "support: s [m], f [N]";
    case EG_ROT_FLANGE_A:
    case EG_ROT_FLANGE_B: return "flange: phi [rad], tau [N.m]";
    case EG_ROT_SUPPORT: return "support: phi [rad], tau [N.m]";
    case EG_HEAT_A:
    case EG_HEAT_B: return "heat port: T [K], Q_flow [W]";
    case EG_REAL_INPUT: return "input signal";
    case EG_BOOLEAN_INPUT: return "input signal, Boolean";
    case EG_BOOLEAN_OUTPUT: return "output signal, Boolean";
    case EG_INTEGER_INPUT: return "input signal, Integer";
    case EG_INTEGER_OUTPUT: return "output signal, Integer";
    case EG_REAL_OUTPUT: break;
    }
    return "output signal";
}

/* Dyad's connectors have no ends; heat flows into a Node. */
static const char *dyad_connector(eg_port_kind kind)
{
    switch (kind) {
    case EG_FLANGE_A:
    case EG_FLANGE_B:
    case EG_SUPPORT: return "Flange";
    case EG_ROT_FLANGE_A:
    case EG_ROT_FLANGE_B:
    case EG_ROT_SUPPORT: return "Spline";
    case EG_HEAT_A:
    case EG_HEAT_B: return "Node";
    default: break;
    }
    const char *name = eg_port_connector(kind), *dot = strrchr(name, '.');
    return dot + 1;
}

bool eg_class_is_dyad(const char *name)
{
    static const char *const libraries[] = {"TranslationalComponents", "RotationalComponents",
                                            "ThermalComponents", "BlockComponents", "Dyad"};
    for (size_t i = 0; i < EG_COUNT(libraries); i++) {
        size_t length = strlen(libraries[i]);
        if (strncmp(name, libraries[i], length) == 0 && (name[length] == '.' || !name[length]))
            return true;
    }
    return false;
}

bool eg_class_is_iconic(const char *name)
{
    return strncmp(name, "IconicDiagrams.", strlen("IconicDiagrams.")) == 0;
}

const char *eg_describe_connector(eg_port_kind kind, const char *class_name)
{
    const char *name = eg_port_connector(kind), *dot = strrchr(name, '.');
    return eg_class_is_dyad(class_name) ? dyad_connector(kind) : dot + 1;
}

size_t eg_describe_notes(const eg_class *class, const char *name, bool of_parameters, bool of_ports,
                         const char *notes[EG_DESCRIBE_NOTES])
{
    bool falls_back = false, translational = false, rotational = false, thermal = false;
    bool has_ends = false, is_dyad = eg_class_is_dyad(name);
    size_t count = 0;
    for (size_t i = 0; of_parameters && i < class->parameter_count; i++)
        falls_back = falls_back || class->parameters[i].need == EG_FALLS_BACK;
    for (size_t i = 0; of_ports && i < class->port_count; i++) {
        eg_port_kind kind = class->ports[i].kind;
        rotational = rotational || eg_port_is_rotational(kind);
        translational = translational || (eg_port_is_mechanical(kind) && !eg_port_is_rotational(kind));
        thermal = thermal || eg_port_is_thermal(kind);
        has_ends = has_ends || kind == EG_FLANGE_A || kind == EG_FLANGE_B || kind == EG_ROT_FLANGE_A ||
                   kind == EG_ROT_FLANGE_B;
    }
    if (falls_back)
        notes[count++] = "falls back: without a value the start attribute is taken, with a warning";
    if (rotational)
        notes[count++] = "tau is positive into the component: with tau > 0 what is connected turns it in "
                         "direction +phi";
    if (translational)
        notes[count++] = "f is positive into the component: with f > 0 what is connected pushes it in "
                         "direction +s";
    if (has_ends && is_dyad)
        notes[count++] = "the axis goes from the first flange to the second: into the cut plane at the one, "
                         "out of it at the other; the connector is the same";
    else if (has_ends)
        notes[count++] = "Flange_a: its axis points into the cut plane, from the left into the component; "
                         "Flange_b: out of the cut plane; signs are the same at both";
    if (thermal)
        notes[count++] = "Q_flow is positive into the component";
    return count;
}

/* ---------------------------------------------------------------- usage */

/* A value that a text may begin with. */
static void needed_value(const eg_parameter *p, bool is_dyad, char text[CELL])
{
    if (p->columns == 1)
        snprintf(text, CELL, is_dyad ? "[1]" : "{1}");
    else if (p->columns != 0)
        snprintf(text, CELL, is_dyad ? "[[0, 0], [1, 1]]" : "[0, 0; 1, 1]");
    else
        describe_value(p, p->need == EG_REQUIRED ? 1.0 : p->value, text);
}

/* A name for an instance: the class's, with a small letter, and a number where that is a word of Modelica. */
static void put_instance(FILE *out, const char *last)
{
    static const char *const taken[] = {"and", "change", "constant", "der", "edge", "not", "or", "pre"};
    char name[CELL];
    snprintf(name, sizeof name, "%c%s", tolower((unsigned char)last[0]), last + 1);
    fputs(name, out);
    for (size_t i = 0; i < EG_COUNT(taken); i++)
        if (strcmp(name, taken[i]) == 0)
            fputc('1', out);
}

static void put_needed(FILE *out, const eg_class *class)
{
    const char *separator = "(";
    for (size_t i = 0; i < class->parameter_count; i++) {
        const eg_parameter *p = &class->parameters[i];
        char value[CELL];
        if (p->need == EG_HAS_DEFAULT)
            continue;
        needed_value(p, false, value);
        fprintf(out, "%s%s = %s", separator, p->name, value);
        separator = ", ";
    }
    fputs(*separator == '(' ? "" : ")", out);
}

/* What is said of states stands in other words in Dyad, on the variable. */
static bool is_of_states(const eg_parameter *p)
{
    const char *end = strstr(p->name, "_nominal");
    return (p->type_name && strcmp(p->type_name, "StateSelect") == 0) || (end && !end[strlen("_nominal")]);
}

/* name = Class(c = 1, d = 1); of a partial one extends Class(). */
static void put_dyad(FILE *out, const eg_class *class, const char *name, bool all)
{
    const char *last = strrchr(name, '.') + 1, *separator = "";
    if (class->kind == EG_PARTIAL) {
        fprintf(out, "extends %s(", name);
    } else {
        put_instance(out, last);
        fprintf(out, " = %s(", name);
    }
    for (size_t i = 0; i < class->parameter_count; i++) {
        const eg_parameter *p = &class->parameters[i];
        char value[CELL];
        bool is_needed = p->need != EG_HAS_DEFAULT;
        if (p->is_protected || p->is_constant || p->is_derived || (!is_needed && (!all || is_of_states(p))))
            continue;
        if (is_needed)
            needed_value(p, true, value);
        else
            describe_value(p, p->value, value);
        fprintf(out, "%s%s = %s", separator, p->name, !is_needed && p->value_text ? p->value_text : value);
        separator = ", ";
    }
    fputc(')', out);
}

/* 20-sim writes its parameters as lines of text; their units stand in braces. */
static void put_iconic(FILE *out, const eg_class *class)
{
    fprintf(out, "\nparameters");
    for (size_t i = 0; i < class->parameter_count; i++) {
        const eg_parameter *p = &class->parameters[i];
        char value[CELL];
        if (p->type != EG_REAL || p->is_derived || p->is_protected)
            continue;
        needed_value(p, false, value);
        fprintf(out, "\n  real %s = %s%s%s%s;", p->name, value, p->unit && *p->unit ? " {" : "",
                p->unit && *p->unit ? p->unit : "", p->unit && *p->unit ? "}" : "");
    }
}

char *eg_describe_usage(const eg_class *class, const char *name, eg_usage usage)
{
    const char *dot = strrchr(name, '.'), *last = dot ? dot + 1 : name;
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    if (dot && eg_class_is_dyad(name)) {
        put_dyad(out, class, name, usage == EG_USAGE_ALL);
    } else if (class->kind == EG_PARTIAL) {
        fprintf(out, "extends %s;", name);
    } else {
        fprintf(out, "%s ", name);
        put_instance(out, last);
        put_needed(out, class);
        fputc(';', out);
        if (usage == EG_USAGE_ALL && eg_class_is_iconic(name))
            put_iconic(out, class);
    }
    return eg_text_end(out, &text);
}
