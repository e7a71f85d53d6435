/* The rules that importers check in modelDescription.xml, beyond the schemas: each is tried on descriptions
 * of both versions of models that have, together, all kinds of variables. */
#include "component/spec.h"
#include "elastogap/simulate.h"
#include "fmi/description.h"
#include "fmi/import/libraries.h"

#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifdef EG_HAVE_FMU_IMPORT

enum { MOST = 2000, TEXT = 200, LISTED = 400 };

/* One variable as it is described; an attribute that is not there is empty. */
typedef struct variable {
    char type[TEXT], name[TEXT], reference[TEXT], causality[TEXT], variability[TEXT], initial[TEXT];
    char start[TEXT], unit[TEXT], display[TEXT], derivative[TEXT], declared[TEXT], intermediate[TEXT];
    char nominal[TEXT], min[TEXT], max[TEXT];
    bool has_start, is_alias;
    long vr;
} variable;

/* An entry of ModelStructure: the position of its variable, and what it depends on. */
typedef struct unknown {
    char kind[TEXT];
    size_t variable;
    bool is_listed;
    size_t known[LISTED], known_count;
    char kinds[TEXT];
} unknown;

typedef struct description {
    int version;
    const char *model;
    xmlNode *root;
    variable v[MOST];
    size_t count;
    unknown u[MOST];
    size_t unknowns;
} description;

static eg_xml_library xml;

static void fail_rule(const description *d, const char *rule, const char *what)
{
    fail_msg("rule %s, FMI %d, %.60s: %s", rule, d->version, d->model, what);
}

#define RULE(d, rule, holds, what)                                                                           \
    do {                                                                                                     \
        if (!(holds))                                                                                        \
            fail_rule(d, rule, what);                                                                        \
    } while (0)

/* ---------------------------------------------------------------- reading */

static bool get(xmlNode *node, const char *name, char *text)
{
    xmlChar *value = xml.attribute(node, (const xmlChar *)name);
    text[0] = '\0';
    if (!value)
        return false;
    snprintf(text, TEXT, "%s", (const char *)value);
    (*xml.free)(value);
    return true;
}

static xmlNode *next_element(xmlNode *node)
{
    while (node && node->type != XML_ELEMENT_NODE)
        node = node->next;
    return node;
}

#define EACH(node, parent)                                                                                   \
    (xmlNode *node = next_element((parent)->children); node; node = next_element(node->next))

static bool is_named(const xmlNode *node, const char *name)
{
    return strcmp((const char *)node->name, name) == 0;
}

static xmlNode *child(xmlNode *node, const char *name)
{
    for
        EACH(x, node)
    if (is_named(x, name))
        return x;
    return NULL;
}

static void read_variable(description *d, xmlNode *node)
{
    variable *v = &d->v[d->count++];
    xmlNode *typed = d->version == 2 ? next_element(node->children) : node;
    assert_true(d->count < MOST && typed);
    snprintf(v->type, TEXT, "%s", (const char *)typed->name);
    get(node, "name", v->name);
    get(node, "valueReference", v->reference);
    get(node, "causality", v->causality);
    get(node, "variability", v->variability);
    get(node, "initial", v->initial);
    v->has_start = get(typed, "start", v->start);
    get(typed, "unit", v->unit);
    get(typed, "displayUnit", v->display);
    get(typed, "derivative", v->derivative);
    get(typed, "nominal", v->nominal);
    get(typed, "min", v->min);
    get(typed, "max", v->max);
    get(typed, "declaredType", v->declared);
    get(node, "intermediateUpdate", v->intermediate);
    v->vr = strtol(v->reference, NULL, 10);
    xmlNode *start = d->version == 3 && is_named(node, "String") ? child(node, "Start") : NULL;
    v->has_start = v->has_start || start;
    for (xmlNode *x = d->version == 3 ? next_element(node->children) : NULL; x; x = next_element(x->next)) {
        if (!is_named(x, "Alias"))
            continue;
        variable *alias = &d->v[d->count++];
        *alias = *v;
        alias->is_alias = true;
        get(x, "name", alias->name);
    }
}

/* By index from 1 (FMI 2), or by value reference. */
static size_t find(const description *d, const char *rule, long number)
{
    for (size_t i = 0; i < d->count; i++)
        if (d->version == 2 ? (long)i + 1 == number : d->v[i].vr == number && !d->v[i].is_alias)
            return i;
    fail_rule(d, rule, "a number leads to no variable");
    return 0;
}

static void read_unknown(description *d, xmlNode *node, const char *kind)
{
    unknown *u = &d->u[d->unknowns++];
    xmlChar *list = xml.attribute(node, (const xmlChar *)"dependencies");
    char number[TEXT];
    assert_true(d->unknowns < MOST);
    snprintf(u->kind, TEXT, "%s", kind);
    RULE(d, "6.reference", get(node, d->version == 2 ? "index" : "valueReference", number), "no reference");
    u->variable = find(d, "6.reference", strtol(number, NULL, 10));
    u->is_listed = list != NULL;
    for (const char *c = (const char *)list; c && *c;) {
        char *end;
        RULE(d, "6.dependencies.spaces", isdigit((unsigned char)*c), "more than one space in a list");
        assert_true(u->known_count < LISTED);
        u->known[u->known_count++] = find(d, "6.dependencies", strtol(c, &end, 10));
        c = *end == ' ' ? end + 1 : end;
    }
    bool has_kinds = get(node, "dependenciesKind", u->kinds);
    RULE(d, "6.dependenciesKind", !has_kinds || list, "kinds without dependencies");
    if (list)
        (*xml.free)(list);
}

static void read_structure(description *d, xmlNode *structure)
{
    for
        EACH(x, structure)
        {
            if (d->version == 3) {
                read_unknown(d, x, (const char *)x->name);
                continue;
            }
            RULE(d, "3.empty", next_element(x->children), "an empty list");
        for
            EACH(y, x)
        read_unknown(d, y,
                     is_named(x, "Outputs")       ? "Output"
                     : is_named(x, "Derivatives") ? "ContinuousStateDerivative"
                                                  : "InitialUnknown");
        }
}

/* ---------------------------------------------------------------- 3: the whole */

static void order_of_elements(const description *d)
{
    static const char *const three[] = {"ModelExchange",     "CoSimulation",    "ScheduledExecution",
                                        "UnitDefinitions",   "TypeDefinitions", "LogCategories",
                                        "DefaultExperiment", "ModelVariables",  "ModelStructure",
                                        "Annotations"},
                             *const two[] = {"ModelExchange",     "CoSimulation",   "UnitDefinitions",
                                             "TypeDefinitions",   "LogCategories",  "DefaultExperiment",
                                             "VendorAnnotations", "ModelVariables", "ModelStructure"};
    size_t at = 0, count = d->version == 3 ? 10 : 9;
    for
        EACH(x, d->root)
        {
            while (at < count && !is_named(x, (d->version == 3 ? three : two)[at]))
                at++;
            RULE(d, "3.order", at < count, (const char *)x->name);
            bool may_be_empty =
                !strstr((const char *)x->name, "Definitions") && !is_named(x, "LogCategories");
            RULE(d, "3.empty", may_be_empty || next_element(x->children), (const char *)x->name);
        }
}

static void whole(const description *d)
{
    char text[TEXT];
    order_of_elements(d);
    get(d->root, "fmiVersion", text);
    RULE(d, "3.version", strcmp(text, d->version == 3 ? "3.0" : "2.0") == 0, text);
    get(d->root, "generationDateAndTime", text);
    RULE(d, "3.date", strlen(text) == 20 && text[4] == '-' && text[10] == 'T' && text[19] == 'Z', text);
    get(d->root, d->version == 3 ? "instantiationToken" : "guid", text);
    RULE(d, "3.token", strcmp(text, "the token") == 0, text);
    get(d->root, "variableNamingConvention", text);
    RULE(d, "3.naming", strcmp(text, "structured") == 0, text);
}

/* a.b[1], der(x), 'quoted': what the grammar of structured names knows. */
static bool is_structured(const char *name)
{
    size_t length = strlen(name);
    bool quoted = false, begins = true;
    char inner[TEXT];
    if (strncmp(name, "der(", 4) == 0 && length > 5 && name[length - 1] == ')') {
        snprintf(inner, sizeof inner, "%.*s", (int)(length - 5), name + 4);
        return is_structured(inner);
    }
    for (const char *c = name; *c; c++) {
        if (*c == '\'')
            quoted = !quoted;
        else if (!quoted && *c == '[')
            c += strspn(c + 1, "0123456789, ") + 1;
        else if (!quoted && *c == '.' && begins)
            return false;
        else if (!quoted && *c != '.' && !isalpha((unsigned char)*c) && *c != '_' &&
                 (begins || !isdigit((unsigned char)*c)))
            return false;
        begins = *c == '.';
        if (!*c)
            return false;
    }
    return !quoted && !begins;
}

static void names(const description *d)
{
    for (size_t i = 0; i < d->count; i++) {
        RULE(d, "3.names.structured", is_structured(d->v[i].name), d->v[i].name);
        for (size_t k = 0; k < i; k++)
            RULE(d, "3.names.unique", strcmp(d->v[i].name, d->v[k].name) != 0, d->v[i].name);
    }
}

/* ---------------------------------------------------------------- 4: variables */

static bool is(const char *text, const char *word)
{
    return strcmp(text, word) == 0;
}

static bool is_real(const variable *v)
{
    return is(v->type, "Real") || is(v->type, "Float64");
}

/* The table of causality, variability and initial. */
static bool is_combined(const description *d, const variable *v)
{
    bool fixed = is(v->variability, "fixed") || is(v->variability, "tunable");
    bool moves = is(v->variability, "discrete") || is(v->variability, "continuous");
    bool calculated = is(v->initial, "calculated") || is(v->initial, "approx");
    if (is(v->causality, "parameter") || is(v->causality, "structuralParameter"))
        return fixed && is(v->initial, "exact");
    if (is(v->causality, "calculatedParameter"))
        return fixed && calculated;
    if (is(v->causality, "input"))
        return moves && is(v->initial, d->version == 2 ? "" : "exact");
    if (is(v->causality, "independent"))
        return is(v->variability, "continuous") && is(v->initial, "");
    bool is_output = is(v->causality, "output");
    if (!is_output && !is(v->causality, "local"))
        return false;
    if (is(v->variability, "constant"))
        return is(v->initial, "exact") || is(v->initial, "");
    return moves ? calculated || is(v->initial, "exact") : !is_output && fixed && calculated;
}

/* It or another name of it. */
static bool starts(const description *d, const variable *v)
{
    for (size_t i = 0; i < d->count; i++)
        if (d->v[i].vr == v->vr && d->v[i].has_start)
            return true;
    return false;
}

/* min <= start <= max, of parameters that are numbers; 7: limits of what is calculated are not promised. */
static void limits(const description *d, const variable *v)
{
    const bool has_min = !is(v->min, ""), has_max = !is(v->max, "");
    const double min = has_min ? strtod(v->min, NULL) : -INFINITY;
    const double max = has_max ? strtod(v->max, NULL) : INFINITY;
    if (!has_min && !has_max)
        return;
    RULE(d, "7.limits.kind", is_real(v) || is(v->type, "Integer") || is(v->type, "Int32"), v->name);
    RULE(d, "7.limits.number", isfinite(has_min ? min : 0) && isfinite(has_max ? max : 0), v->name);
    RULE(d, "7.limits.order", min <= max, v->name);
    RULE(d, "7.limits.start", v->has_start, v->name);
    const double start = strtod(v->start, NULL);
    RULE(d, "7.limits.start", min <= start && start <= max, v->name);
}

static void kinds(const description *d)
{
    size_t independent = 0;
    for (size_t i = 0; i < d->count; i++) {
        const variable *v = &d->v[i];
        bool needs = is(v->causality, "input") || is(v->initial, "exact") || is(v->initial, "approx") ||
                     is(v->variability, "constant");
        RULE(d, "4.combination", v->is_alias || is_combined(d, v), v->name);
        RULE(d, "4.variability", !is(v->variability, ""), v->name);
        RULE(d, "4.start.needed", !needs || starts(d, v), v->name);
        RULE(d, "4.start.forbidden", needs || !v->has_start, v->name);
        RULE(d, "4.continuous", !is(v->variability, "continuous") || is_real(v), v->name);
        RULE(d, "7.nominal", is(v->nominal, "") || (is_real(v) && strtod(v->nominal, NULL) > 0), v->name);
        RULE(d, "3.numbers", !isalpha((unsigned char)v->start[0]) || !is_real(v), v->start);
        limits(d, v);
        RULE(d, "traps.alias", !v->is_alias || !is(v->causality, "output"), v->name);
        if (!is(v->causality, "independent") || v->is_alias)
            continue;
        independent++;
        RULE(d, "4.independent", v->vr == 0 && is(v->unit, "s") && is_real(v) && !v->has_start, v->name);
    }
    RULE(d, "4.independent", independent == 1, "not one");
}

/* ---------------------------------------------------------------- 5: references */

static void references(const description *d)
{
    for (size_t i = 0; i < d->count; i++)
        for (size_t k = 0; k < i; k++) {
            const variable *a = &d->v[k], *b = &d->v[i];
            if (a->vr != b->vr)
                continue;
            RULE(d, "5.unique", d->version == 2 || b->is_alias, b->name);
            RULE(d, "5.alias.type", is(a->type, b->type), b->name);
            RULE(d, "5.alias.unit", is(a->unit, b->unit), b->name);
            RULE(d, "5.alias.start", d->version == 3 || !(a->has_start && b->has_start), b->name);
            RULE(d, "5.alias.variability", is(a->variability, b->variability), b->name);
        }
}

/* ---------------------------------------------------------------- 6: structure */

static size_t times_listed(const description *d, const char *kind, size_t which)
{
    size_t times = 0;
    for (size_t k = 0; k < d->unknowns; k++)
        times += is(d->u[k].kind, kind) && d->u[k].variable == which;
    return times;
}

static void outputs(const description *d)
{
    for (size_t i = 0; i < d->count; i++)
        RULE(d, "6.outputs",
             times_listed(d, "Output", i) == (is(d->v[i].causality, "output") && !d->v[i].is_alias),
             d->v[i].name);
}

/* The state of a derivative. */
static size_t state_of(const description *d, size_t derivative)
{
    const variable *v = &d->v[derivative];
    RULE(d, "6.derivative", !is(v->derivative, ""), v->name);
    return find(d, "6.derivative", strtol(v->derivative, NULL, 10));
}

static void derivatives(const description *d, size_t states)
{
    size_t count = 0, last = 0;
    for (size_t k = 0; k < d->unknowns; k++) {
        if (!is(d->u[k].kind, "ContinuousStateDerivative"))
            continue;
        const variable *x = &d->v[state_of(d, d->u[k].variable)];
        size_t at = state_of(d, d->u[k].variable);
        RULE(d, "6.derivatives.order", count == 0 || at > last, x->name);
        RULE(d, "4.state", is(x->causality, "local") || is(x->causality, "output"), x->name);
        RULE(d, "4.state", is(x->variability, "continuous") && is_real(x), x->name);
        RULE(d, "6.derivatives", times_listed(d, "ContinuousStateDerivative", d->u[k].variable) == 1,
             x->name);
        last = at;
        count++;
    }
    RULE(d, "6.derivatives", count == states, "not as many as states");
}

static bool is_state(const description *d, size_t which)
{
    for (size_t k = 0; k < d->unknowns; k++)
        if (is(d->u[k].kind, "ContinuousStateDerivative") && state_of(d, d->u[k].variable) == which)
            return true;
    return false;
}

static void initial_unknowns(const description *d)
{
    size_t last = 0;
    for (size_t i = 0; i < d->count; i++) {
        const variable *v = &d->v[i];
        bool calculated = is(v->initial, "calculated") || is(v->initial, "approx");
        bool counts = is(v->causality, "output") || times_listed(d, "ContinuousStateDerivative", i) > 0 ||
                      is_state(d, i);
        bool expected = (calculated && counts && !v->is_alias) || is(v->causality, "calculatedParameter");
        RULE(d, "6.initial", times_listed(d, "InitialUnknown", i) == expected, v->name);
    }
    for (size_t k = 0; k < d->unknowns && d->version == 2; k++)
        if (is(d->u[k].kind, "InitialUnknown")) {
            RULE(d, "6.initial.order", d->u[k].variable > last, d->v[d->u[k].variable].name);
            last = d->u[k].variable;
        }
}

static void indicators(const description *d, size_t count)
{
    size_t listed = 0;
    char text[TEXT];
    for (size_t k = 0; k < d->unknowns; k++)
        if (is(d->u[k].kind, "EventIndicator")) {
            const variable *v = &d->v[d->u[k].variable];
            RULE(d, "6.indicators", is(v->variability, "continuous") && is_real(v), v->name);
            listed++;
        }
    get(d->root, "numberOfEventIndicators", text);
    RULE(d, "6.indicators", d->version == 3 ? listed == count : (size_t)atol(text) == count, "not as many");
}

/* Knowns are inputs, states and time; in FMI 2 by ascending index. */
static void dependencies(const description *d)
{
    for (size_t k = 0; k < d->unknowns; k++) {
        const unknown *u = &d->u[k];
        size_t words = u->kinds[0] ? 1 : 0;
        for (const char *c = u->kinds; *c; c++)
            words += *c == ' ';
        RULE(d, "6.dependenciesKind", words == 0 || words == u->known_count || strlen(u->kinds) > TEXT - 2,
             u->kinds);
        RULE(d, "6.dependenciesKind.initial", !is(u->kind, "InitialUnknown") || !strstr(u->kinds, "fixed"),
             u->kinds);
        for (size_t j = 0; j < u->known_count; j++) {
            const variable *v = &d->v[u->known[j]];
            bool exact = is(u->kind, "InitialUnknown") && is(v->initial, "exact");
            RULE(d, "6.knowns",
                 exact || is(v->causality, "input") || is(v->causality, "independent") ||
                     is_state(d, u->known[j]),
                 v->name);
            RULE(d, "6.dependencies.order", d->version == 3 || j == 0 || u->known[j] > u->known[j - 1],
                 v->name);
        }
    }
}

/* ---------------------------------------------------------------- 7: units and types */

static bool has_named(xmlNode *parent, const char *name, xmlNode **found)
{
    char text[TEXT];
    for (xmlNode *x = parent ? next_element(parent->children) : NULL; x; x = next_element(x->next))
        if (get(x, "name", text) && is(text, name)) {
            *found = x;
            return true;
        }
    return false;
}

static void units(const description *d)
{
    xmlNode *definitions = child(d->root, "UnitDefinitions"), *types = child(d->root, "TypeDefinitions");
    for (size_t i = 0; i < d->count; i++) {
        const variable *v = &d->v[i];
        xmlNode *unit = NULL, *display = NULL, *type;
        RULE(d, "7.unit", is(v->unit, "") || has_named(definitions, v->unit, &unit), v->unit);
        RULE(d, "7.displayUnit", is(v->display, "") || (unit && has_named(unit, v->display, &display)),
             v->name);
        RULE(d, "7.declaredType", is(v->declared, "") || has_named(types, v->declared, &type), v->declared);
        RULE(d, "7.enumeration", !is(v->type, "Enumeration") || !is(v->declared, ""), v->name);
    }
}

/* ---------------------------------------------------------------- 9, 10, 12: what is provided */

static void flag(const description *d, xmlNode *node, const char *rule, const char *name,
                 const char *expected)
{
    char text[TEXT];
    get(node, name, text);
    if (!is(text, expected))
        fail_msg("rule %s, FMI %d: %s is '%s'", rule, d->version, name, text);
}

static void interfaces(const description *d, bool is_source)
{
    for (int k = 0; k < 2; k++) {
        xmlNode *x = child(d->root, k == 0 ? "ModelExchange" : "CoSimulation");
        assert_non_null(x);
        flag(d, x, "1.identifier", "modelIdentifier", "M");
        flag(d, x, "10.state", d->version == 3 ? "canGetAndSetFMUState" : "canGetAndSetFMUstate", "true");
        flag(d, x, "10.serialize", d->version == 3 ? "canSerializeFMUState" : "canSerializeFMUstate", "true");
        flag(d, x, "10.derivatives",
             d->version == 3 ? "providesDirectionalDerivatives" : "providesDirectionalDerivative", "true");
        flag(d, x, "10.adjoint", "providesAdjointDerivatives", d->version == 3 ? "true" : "");
        if (d->version == 2)
            flag(d, x, "10.memory", "canNotUseMemoryManagementFunctions", "true");
        xmlNode *files = child(x, "SourceFiles");
        RULE(d, "12.sources", (files != NULL) == (is_source && d->version == 2), "SourceFiles");
    }
    xmlNode *me = child(d->root, "ModelExchange"), *cs = child(d->root, "CoSimulation");
    flag(d, me, "8.completed",
         d->version == 3 ? "needsCompletedIntegratorStep" : "completedIntegratorStepNotNeeded",
         d->version == 3 ? "false" : "true");
    flag(d, cs, "9.variable", "canHandleVariableCommunicationStepSize", "true");
    flag(d, cs, "9.fixed", "fixedInternalStepSize", "");
    flag(d, cs, "9.eventMode", "hasEventMode", d->version == 3 ? "true" : "");
    flag(d, cs, "9.intermediate", "providesIntermediateUpdate", d->version == 3 ? "true" : "");
    flag(d, cs, "9.early", "canReturnEarlyAfterIntermediateUpdate", d->version == 3 ? "true" : "");
    flag(d, cs, "9.asynchronous", "canRunAsynchronuously", "");
    for (size_t i = 0; i < d->count; i++)
        RULE(d, "9.intermediate.continuous",
             !is(d->v[i].intermediate, "true") || is(d->v[i].variability, "continuous"), d->v[i].name);
}

static void categories(const description *d)
{
    static const char *const known[] = {"logEvents",           "logSingularLinearSystems",
                                        "logNonlinearSystems", "logDynamicStateSelection",
                                        "logStatusWarning",    "logStatusDiscard",
                                        "logStatusError",      "logStatusFatal",
                                        "logStatusPending",    "logAll"};
    char text[TEXT];
    xmlNode *list = child(d->root, "LogCategories");
    assert_non_null(list);
    for
        EACH(x, list)
        {
            bool found = false;
            get(x, "name", text);
            for (size_t k = 0; k < sizeof known / sizeof *known; k++)
                found = found || is(text, known[k]);
            RULE(d, "10.categories", found, text);
        }
}

/* ---------------------------------------------------------------- models */

static void try_description(const char *model, int version, bool is_source)
{
    eg_spec *spec;
    eg_model *m;
    eg_fmu_list list;
    description *d = calloc(1, sizeof *d);
    assert_non_null(d);
    assert_int_equal(eg_spec_read_text(model, strlen(model), "M.mo", NULL, NULL, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, NULL, &m), EG_OK);
    assert_int_equal(eg_fmu_list_make(&list, m), 0);
    eg_fmu_description of = {m, &list, version, "M", "<a> & \"b\"", is_source};
    char *text = eg_fmu_describe(&of, "the token");
    assert_non_null(text);
    xmlDoc *doc = xml.read(text, (int)strlen(text), "M.xml", NULL, 0);
    assert_non_null(doc);
    d->version = version;
    d->model = model;
    d->root = xml.root(doc);
    for
        EACH(x, child(d->root, "ModelVariables"))
    read_variable(d, x);
    read_structure(d, child(d->root, "ModelStructure"));
    whole(d);
    names(d);
    kinds(d);
    references(d);
    outputs(d);
    derivatives(d, list.states);
    initial_unknowns(d);
    indicators(d, list.indicators);
    dependencies(d);
    units(d);
    interfaces(d, is_source);
    categories(d);
    xml.free_document(doc);
    free(text);
    free(d);
    eg_fmu_list_release(&list);
    eg_model_free(m);
    eg_spec_free(spec);
}

#define T "Modelica.Mechanics.Translational."

/* Inputs and outputs of all types, contacts, friction, heat, equations, time events, no states at all. */
static const char *const models[] = {
    "model M parameter Real k = 1e4 \"<&>\"; " T "Components.Fixed ground; " T
    "Components.ElastoGap stop(c = 2*k, d = 60, n = 1.5); " T "Components.Mass ball(m = 2, s(start = 0.5, "
    "fixed = true), v(start = 0, fixed = true)); equation connect(ground.flange, stop.flange_a); "
    "connect(stop.flange_b, ball.flange_a); annotation(experiment(StopTime = 2)); end M;",
    "model M Modelica.Blocks.Interfaces.RealInput u(start = 1); Modelica.Blocks.Interfaces.RealOutput y; "
    "input Boolean on(start = true); input Integer n(start = 3); output Boolean late = time > 0.5; "
    "output Integer twice = 2*n; Real x(start = 0, fixed = true); "
    "Real z[2](each start = 1, each fixed = true); "
    "equation y = x + u; der(x) = if on then u else -x; "
    "for i in 1:2 loop der(z[i]) = -i*z[i]; end for; end M;",
    "model M " T "Components.MassWithStopAndFriction slider(m = 1, L = 0, smin = -1, smax = 1, F_prop = 1, "
    "F_Coulomb = 1, F_Stribeck = 0, fexp = 1, s(start = 0, fixed = true), v(start = 0, fixed = true)); " T
    "Sources.Force push; Modelica.Blocks.Sources.Pulse pulse(amplitude = 3, period = 0.2); equation "
    "connect(pulse.y, push.f); connect(push.flange, slider.flange_a); end M;",
    "model M Modelica.Thermal.HeatTransfer.Components.HeatCapacitor steel(C = 10, T(start = 300, "
    "fixed = true)); Modelica.Thermal.HeatTransfer.Sources.FixedHeatFlow hot(Q_flow = 5); equation "
    "connect(hot.port, steel.port); end M;",
    "model M input Real u(start = 0); output Real y = 2*u; end M;",
    "model M type Shape = enumeration(ball \"<round>\", plate); type Width = Real(unit = \"m\", "
    "displayUnit = \"mm\"); parameter Shape shape = Shape.ball; parameter String label = \"a & b\"; "
    "parameter Width w = 0.1; "
    "parameter Real c0(displayUnit = \"kN/m\", unit = \"N/m\") = 1, plain(displayUnit = \"mm\") = 1, "
    "k[2, 2] = [1, 2; 3, 4]; input Shape given; output Shape now = if x > 0.5 then shape else given; "
    "Real x(start = 1, fixed = true, unit = \"m\", displayUnit = \"cm\"); output Real z = 2*x; " T
    "Components.ElastoGap gap(c(displayUnit = \"N/mm\") = 2*c0, d = 1, s_rel0 = w); " T
    "Components.Fixed ground; " T
    "Components.Mass m(m = 1, s(start = 1, fixed = true, nominal = 1e-3, displayUnit = \"um\"), "
    "v(start = 0, fixed = true)); "
    "equation der(x) = -k[2, 1]*x; connect(ground.flange, gap.flange_a); "
    "connect(gap.flange_b, m.flange_a); end M;",
};

static void descriptions_follow_the_rules(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof models / sizeof *models; k++)
        for (int version = 2; version <= 3; version++)
            for (int source = 0; source < 2; source++)
                try_description(models[k], version, source != 0);
}

/* The grammar of names, so that the check of names can fail. */
static void names_are_structured(void **state)
{
    (void)state;
    assert_true(is_structured("a.b_1[2].c") && is_structured("der(a.b)") && is_structured("'v-min'.x"));
    assert_false(is_structured("v-min") || is_structured("1a") || is_structured("a..b") || is_structured(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descriptions_follow_the_rules),
        cmocka_unit_test(names_are_structured),
    };
    if (eg_xml_load(&xml, NULL) != EG_OK)
        return 0; /* FMUs cannot be read here either */
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    eg_xml_unload(&xml);
    return failed;
}

#else

int main(void)
{
    return 0;
}

#endif
