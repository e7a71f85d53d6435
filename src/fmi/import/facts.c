#include "fmi/import/facts.h"

#include "base/number.h"
#include "fmi/import/libraries.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void eg_facts_release(eg_facts *f)
{
    eg_names_free(f->names);
    eg_arena_free(f->arena);
    *f = (eg_facts){0};
}

void eg_mockup_port_element_name(const eg_mockup_port *p, size_t k, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%s%s", p->name, p->extent_count > 0 ? "[" : "");
    size_t stride = p->size;
    for (size_t i = 0; i < p->extent_count && used < size; i++) {
        stride = p->extents[i].size > 0 ? stride / p->extents[i].size : 1;
        used += (size_t)snprintf(text + used, size - used, "%zu%s", k / stride + 1,
                                 i + 1 < p->extent_count ? "," : "]");
        k %= stride;
    }
}

static double first_number(const char *text)
{
    double value = NAN;
    if (text)
        (void)eg_number_read(text, text + strlen(text), &value);
    return value;
}

eg_status eg_facts_measure(eg_facts *f, const double *structural, eg_diagnostics *d)
{
    const double most = 1e7;
    double sum = 0;
    for (size_t i = 0; i < f->port_count; i++) {
        eg_mockup_port *p = &f->ports[i];
        double size = 1;
        for (size_t k = 0; k < p->extent_count; k++) {
            eg_array_extent *e = &p->extents[k];
            double extent = (double)e->size;
            if (e->port >= 0)
                extent = structural && !isnan(structural[e->port]) ? structural[e->port]
                                                                   : first_number(f->ports[e->port].start);
            size = extent >= 0 && extent <= most ? size * extent : INFINITY;
            e->size = isfinite(size) ? (uint64_t)extent : 0;
        }
        sum += size;
        if (!(sum <= most)) {
            eg_report(d, EG_ERROR, EG_NOWHERE, "the array %s of the FMU has no size that can be handled",
                      p->name);
            eg_remedy(d, "give the parameters that size it smaller values: --set NAME=VALUE");
            return EG_ERROR_MODEL;
        }
        p->size = (size_t)size;
    }
    return EG_OK;
}

#ifndef EG_HAVE_FMU_IMPORT

eg_status eg_facts_read(const char *bytes, size_t length, const char *path, eg_diagnostics *d, eg_facts *f)
{
    (void)bytes, (void)length, (void)path;
    *f = (eg_facts){0};
    return eg_import_missing("libzip and libxml2", d);
}

#else

/* ---------------------------------------------------------------- the tree */

typedef struct reading {
    const eg_xml_library *xml;
    eg_facts *f;
    eg_diagnostics *d;
    const char *path;
    eg_status status; /* the first failure */
    xmlNode *types;   /* TypeDefinitions, or NULL */
} reading;

/* Where `node` stands, for messages. */
static eg_place place_of(const reading *r, const xmlNode *node)
{
    return (eg_place){.file = r->path, .line = node ? (int)node->line : 0};
}

static void fail(reading *r, const xmlNode *node, const char *what, const char *name)
{
    if (r->status != EG_OK)
        return;
    r->status = EG_ERROR_MODEL;
    eg_report(r->d, EG_ERROR, place_of(r, node), "%s%s%.200s%s", what, name ? " '" : "", name ? name : "",
              name ? "'" : "");
    eg_remedy(r->d, "export the FMU anew, or mend its modelDescription.xml there");
}

static void *kept(reading *r, void *memory)
{
    if (!memory)
        r->status = EG_ERROR_MEMORY;
    return memory;
}

static bool is(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

static xmlNode *child(const xmlNode *node, const char *name)
{
    for (xmlNode *c = node ? node->children : NULL; c; c = c->next)
        if (is(c, name))
            return c;
    return NULL;
}

/* The attribute, the facts'; NULL: there is none. */
static const char *text_of(reading *r, const xmlNode *node, const char *name)
{
    xmlChar *value = node ? r->xml->attribute(node, (const xmlChar *)name) : NULL;
    if (!value)
        return NULL;
    const char *copy = kept(r, eg_arena_copy(r->f->arena, (const char *)value));
    (*r->xml->free)(value);
    return copy;
}

static bool flag_of(reading *r, const xmlNode *node, const char *name, bool otherwise)
{
    const char *text = text_of(r, node, name);
    return text ? strcmp(text, "true") == 0 || strcmp(text, "1") == 0 : otherwise;
}

static double number_of(reading *r, const xmlNode *node, const char *name)
{
    return first_number(text_of(r, node, name));
}

/* A whole number that is no larger than `most`; false: it is none. */
static bool whole(const char *text, uint64_t most, uint64_t *value)
{
    *value = 0;
    if (!text || !*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || *value > (most - (uint64_t)(*text - '0')) / 10)
            return false;
        *value = *value * 10 + (uint64_t)(*text - '0');
    }
    return true;
}

/* ---------------------------------------------------------------- the head */

static void read_kinds(reading *r, const xmlNode *root)
{
    eg_facts *f = r->f;
    const xmlNode *me = child(root, "ModelExchange"), *cs = child(root, "CoSimulation");
    f->exchange = text_of(r, me, "modelIdentifier");
    f->cosimulation = text_of(r, cs, "modelIdentifier");
    f->is_scheduled = child(root, "ScheduledExecution") != NULL;
    f->needs_tool[0] = flag_of(r, me, "needsExecutionTool", false);
    f->needs_tool[1] = flag_of(r, cs, "needsExecutionTool", false);
    f->wants_completed_steps = f->version == 2 ? !flag_of(r, me, "completedIntegratorStepNotNeeded", false)
                                               : flag_of(r, me, "needsCompletedIntegratorStep", true);
    f->has_directional = flag_of(
        r, me, f->version == 2 ? "providesDirectionalDerivative" : "providesDirectionalDerivatives", false);
    f->has_event_mode = f->version == 3 && flag_of(r, cs, "hasEventMode", false);
    f->interpolates = f->version == 2 && flag_of(r, cs, "canInterpolateInputs", false);
    f->has_updates = f->version == 3 && flag_of(r, cs, "providesIntermediateUpdate", false);
    f->varies_step = flag_of(r, cs, "canHandleVariableCommunicationStepSize", false);
    f->fixed_step = number_of(r, cs, "fixedInternalStepSize");
    const char *identifiers[] = {f->exchange, f->cosimulation};
    for (int i = 0; i < 2; i++)
        for (const char *c = identifiers[i]; c && (*c || c == identifiers[i]); c++)
            if (!*c || !(*c == '_' || (*c >= '0' && *c <= '9') || ((*c | 32) >= 'a' && (*c | 32) <= 'z'))) {
                fail(r, i == 0 ? me : cs, "this is no model identifier:", identifiers[i]);
                return;
            }
    if (!f->exchange && !f->cosimulation)
        fail(r, root,
             f->is_scheduled ? "the FMU is for Scheduled Execution only, which needs a scheduler's clocks"
                             : "the FMU is neither for Model Exchange nor for Co-Simulation",
             NULL);
}

static void read_head(reading *r, const xmlNode *root)
{
    eg_facts *f = r->f;
    const char *version = text_of(r, root, "fmiVersion");
    if (!is(root, "fmiModelDescription") || !version) {
        fail(r, root, "this is no description of an FMU, but", (const char *)root->name);
        return;
    }
    if (strncmp(version, "3.", 2) == 0)
        f->version = 3;
    else if (strcmp(version, "2.0") == 0)
        f->version = 2;
    else
        f->version = 0;
    if (f->version == 0) {
        fail(r, root, "FMUs of FMI 2.0 and 3.0 can be run; this one is of FMI", version);
        return;
    }
    f->model = text_of(r, root, "modelName");
    f->token = text_of(r, root, f->version == 2 ? "guid" : "instantiationToken");
    f->tool = text_of(r, root, "generationTool");
    f->tool = f->tool ? f->tool : "";
    f->indicators_said = 0;
    const char *said = text_of(r, root, "numberOfEventIndicators");
    uint64_t count = 0;
    if (said && !whole(said, 10000000, &count))
        fail(r, root, "this is no number of event indicators:", said);
    f->indicators_said = (size_t)count;
    if (!f->model || !f->token)
        fail(r, root, "the description of the FMU lacks the model's name or its token", NULL);
    read_kinds(r, root);
    const xmlNode *e = child(root, "DefaultExperiment");
    f->start = number_of(r, e, "startTime");
    f->stop = number_of(r, e, "stopTime");
    f->interval = number_of(r, e, "stepSize");
    f->tolerance = number_of(r, e, "tolerance");
    const xmlNode *log = child(root, "LogCategories");
    for (const xmlNode *c = log ? log->children : NULL; c; c = c->next)
        f->category_count += is(c, "Category");
    f->categories = kept(r, eg_arena_array(f->arena, f->category_count + 1, sizeof *f->categories));
    f->category_count = 0;
    for (const xmlNode *c = log && f->categories ? log->children : NULL; c; c = c->next)
        if (is(c, "Category") && (f->categories[f->category_count] = text_of(r, c, "name")))
            f->category_count++;
}

/* ---------------------------------------------------------------- variables */

static const char *const type_names[] = {"Float64", "Float32", "Int8",   "UInt8", "Int16",
                                         "UInt16",  "Int32",   "UInt32", "Int64", "UInt64",
                                         "Boolean", "String",  "Binary", "Clock"};

/* -1: no type. */
static int type_of(const reading *r, const xmlNode *node)
{
    if (node->type != XML_ELEMENT_NODE)
        return -1;
    if (r->f->version == 3) {
        for (int t = 0; t < EG_PORT_TYPES; t++)
            if (is(node, type_names[t]))
                return t;
        return is(node, "Enumeration") ? EG_PORT_INT64 : -1;
    }
    if (is(node, "Real"))
        return EG_PORT_FLOAT64;
    if (is(node, "Integer") || is(node, "Enumeration"))
        return EG_PORT_INT32;
    if (is(node, "Boolean"))
        return EG_PORT_BOOLEAN;
    if (is(node, "String"))
        return EG_PORT_STRING;
    return -1;
}

/* The type that is declared under this name: what a variable leaves out is there. */
static const xmlNode *declared_type(reading *r, const char *name)
{
    for (const xmlNode *c = r->types ? r->types->children : NULL; c && name; c = c->next) {
        xmlChar *own = c->type == XML_ELEMENT_NODE ? r->xml->attribute(c, (const xmlChar *)"name") : NULL;
        bool found = own && strcmp((const char *)own, name) == 0;
        if (own)
            (*r->xml->free)(own);
        if (!found)
            continue;
        if (r->f->version == 3)
            return c;
        for (const xmlNode *inner = c->children; inner; inner = inner->next)
            if (type_of(r, inner) >= 0)
                return inner;
    }
    return NULL;
}

static void read_items(reading *r, eg_mockup_port *p, const xmlNode *type)
{
    size_t count = 0;
    for (const xmlNode *c = type ? type->children : NULL; c; c = c->next)
        count += is(c, "Item");
    const char **items = kept(r, eg_arena_array(r->f->arena, count + 1, sizeof *items));
    int64_t *numbers = kept(r, eg_arena_array(r->f->arena, count + 1, sizeof *numbers));
    count = 0;
    for (const xmlNode *c = type && items && numbers ? type->children : NULL; c; c = c->next) {
        if (!is(c, "Item"))
            continue;
        double number = number_of(r, c, "value");
        items[count] = text_of(r, c, "name");
        numbers[count] = fabs(number) < 9e15 ? (int64_t)number : 0;
        count += items[count] != NULL;
    }
    p->items = items;
    p->numbers = numbers;
    p->item_count = count;
}

static void read_causality(reading *r, eg_mockup_port *p, const xmlNode *node)
{
    static const char *const names[] = {"local", "parameter", "structuralParameter", "calculatedParameter",
                                        "input", "output",    "independent"};
    const char *causality = text_of(r, node, "causality"), *variability = text_of(r, node, "variability");
    const char *initial = text_of(r, node, "initial");
    for (int i = 0; causality && i < (int)(sizeof names / sizeof *names); i++)
        if (strcmp(causality, names[i]) == 0)
            p->causality = (eg_causality_of_port)i;
    bool fixed = p->causality == EG_PORT_PARAMETER || p->causality == EG_PORT_STRUCTURAL ||
                 p->causality == EG_PORT_CALCULATED;
    bool real = p->type == EG_PORT_FLOAT64 || p->type == EG_PORT_FLOAT32;
    if (!variability) {
        if (fixed && r->f->version == 3)
            variability = "fixed";
        else if (real || r->f->version == 2)
            variability = "continuous";
        else
            variability = "discrete";
    }
    p->is_constant = strcmp(variability, "constant") == 0;
    p->is_continuous = strcmp(variability, "continuous") == 0 && real && !fixed;
    p->is_changing =
        !fixed && (strcmp(variability, "continuous") == 0 || strcmp(variability, "discrete") == 0);
    bool by_default = p->start && (p->causality == EG_PORT_PARAMETER || p->causality == EG_PORT_STRUCTURAL);
    bool exact = initial && (strcmp(initial, "exact") == 0 || strcmp(initial, "approx") == 0);
    p->is_settable = !p->is_constant && p->causality != EG_PORT_INDEPENDENT &&
                     (p->causality == EG_PORT_INPUT || by_default || exact);
}

static void read_extents(reading *r, eg_mockup_port *p, const xmlNode *node)
{
    for (const xmlNode *c = node->children; c; c = c->next)
        p->extent_count += is(c, "Dimension");
    if (p->extent_count == 0)
        return;
    p->extents = kept(r, eg_arena_array(r->f->arena, p->extent_count, sizeof *p->extents));
    size_t k = 0;
    for (const xmlNode *c = node->children; c && p->extents; c = c->next) {
        if (!is(c, "Dimension"))
            continue;
        const char *size = text_of(r, c, "start"), *reference = text_of(r, c, "valueReference");
        uint64_t value = 0;
        if (!whole(size ? size : reference, UINT32_MAX, &value))
            fail(r, c, "a dimension has no size:", p->name);
        p->extents[k++] = (eg_array_extent){value, size ? -1 : -2}; /* a value reference for now */
    }
}

/* A list of names that belong together: `<Start value="..."/>` of strings is kept apart by line feeds. */
static void read_start(reading *r, eg_mockup_port *p, const xmlNode *node)
{
    p->start = text_of(r, node, "start");
    if (p->type != EG_PORT_STRING || r->f->version == 2)
        return;
    for (const xmlNode *c = node->children; c; c = c->next) {
        const char *one = is(c, "Start") ? text_of(r, c, "value") : NULL;
        if (one)
            p->start =
                kept(r, p->start ? eg_arena_format(r->f->arena, "%s\n%s", p->start, one) : (void *)one);
    }
}

/* node: the variable; inner: where its type's attributes are (FMI 2: an element of their own). */
static void read_port(reading *r, const xmlNode *node, const xmlNode *inner, int type)
{
    eg_facts *f = r->f;
    eg_mockup_port *p = &f->ports[f->port_count];
    uint64_t reference = 0;
    *p = (eg_mockup_port){.type = (eg_port_type)type, .derivative_of = -1, .same = -1, .size = 1};
    p->name = text_of(r, node, "name");
    const char *said = text_of(r, node, "valueReference");
    if (!p->name || !*p->name || !whole(said, UINT32_MAX, &reference)) {
        fail(r, node, "a variable has no name or no value reference:", p->name);
        return;
    }
    p->reference = (uint32_t)reference;
    const char *declared = text_of(r, inner, "declaredType");
    const xmlNode *kind = declared ? declared_type(r, declared) : NULL;
    p->unit = text_of(r, inner, "unit");
    if (!p->unit)
        p->unit = text_of(r, kind, "unit");
    p->unit = p->unit ? p->unit : "";
    p->has_nominal = text_of(r, inner, "nominal") || text_of(r, kind, "nominal");
    p->doc = text_of(r, node, "description");
    p->doc = p->doc ? p->doc : "";
    read_start(r, p, inner);
    if (is(inner, "Enumeration"))
        read_items(r, p, kind);
    read_causality(r, p, node);
    if (f->version == 3)
        read_extents(r, p, node);
    const char *clocks = text_of(r, node, "clocks");
    p->is_clocked = f->version == 3 && clocks && *clocks;
    p->is_intermediate = f->version == 3 && p->causality == EG_PORT_INPUT && p->is_continuous &&
                         flag_of(r, node, "intermediateUpdate", false);
    const char *derivative = text_of(r, inner, "derivative");
    if (derivative && whole(derivative, UINT32_MAX, &reference))
        p->derivative_of = (long)reference; /* by number for now */
    f->port_count++;
    if (r->status == EG_OK && eg_names_add(f->names, p->name, (long)(f->port_count - 1)) != 0)
        fail(r, node, "two variables have the same name:", p->name);
}

static void read_aliases(reading *r, const xmlNode *node, size_t of)
{
    eg_facts *f = r->f;
    for (const xmlNode *c = node->children; c && r->status == EG_OK; c = c->next) {
        if (!is(c, "Alias"))
            continue;
        eg_mockup_port *p = &f->ports[f->port_count];
        *p = f->ports[of];
        p->same = (long)of;
        p->derivative_of = -1;
        p->is_settable = false;
        p->name = text_of(r, c, "name");
        const char *doc = text_of(r, c, "description");
        p->doc = doc ? doc : p->doc;
        f->port_count++;
        if (!p->name || eg_names_add(f->names, p->name, (long)(f->port_count - 1)) != 0)
            fail(r, c, "two variables have the same name:", p->name);
    }
}

static size_t count_below(const xmlNode *node)
{
    size_t count = 0;
    for (const xmlNode *c = node ? node->children : NULL; c; c = c->next) {
        count += c->type == XML_ELEMENT_NODE;
        for (const xmlNode *inner = c->children; inner; inner = inner->next)
            count += is(inner, "Alias");
    }
    return count;
}

static void read_ports(reading *r, const xmlNode *root)
{
    eg_facts *f = r->f;
    const xmlNode *list = child(root, "ModelVariables");
    size_t most = count_below(list);
    f->ports = kept(r, eg_arena_array(f->arena, most + 1, sizeof *f->ports));
    f->names = kept(r, eg_names_create(most));
    for (const xmlNode *c = list ? list->children : NULL; c && r->status == EG_OK; c = c->next) {
        const xmlNode *inner = c;
        int type = f->version == 3 ? type_of(r, c) : -1;
        for (const xmlNode *i = f->version == 2 ? c->children : NULL; i && type < 0; i = i->next)
            if ((type = type_of(r, i)) >= 0)
                inner = i;
        size_t now = f->port_count;
        if (c->type == XML_ELEMENT_NODE && type < 0)
            fail(r, c, "a variable has no type that is known", NULL);
        else if (type >= 0)
            read_port(r, c, inner, type);
        if (f->version == 3 && f->port_count > now)
            read_aliases(r, c, now);
    }
}

/* ---------------------------------------------------------------- references between variables */

typedef struct numbered {
    uint64_t key;
    size_t port;
} numbered;

static int compare(const void *a, const void *b)
{
    const numbered *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->port < y->port ? -1 : x->port > y->port;
}

/* Of the ports that have their value reference to themselves (FMI 3), by it; of FMI 2 by type and reference:
 * those after the first are other names of it. */
static numbered *sort_ports(reading *r)
{
    eg_facts *f = r->f;
    numbered *all = kept(r, malloc((f->port_count + 1) * sizeof *all));
    for (size_t i = 0; all && i < f->port_count; i++)
        all[i] =
            (numbered){f->ports[i].reference | (f->version == 2 ? (uint64_t)f->ports[i].type << 32 : 0), i};
    if (all)
        qsort(all, f->port_count, sizeof *all, compare);
    for (size_t i = 1; all && i < f->port_count; i++) {
        eg_mockup_port *p = &f->ports[all[i].port];
        if (all[i].key != all[i - 1].key || p->same >= 0)
            continue;
        const eg_mockup_port *before = &f->ports[all[i - 1].port];
        if (f->version == 3)
            fail(r, NULL, "two variables have the same value reference, one of them", p->name);
        p->same = before->same >= 0 ? before->same : (long)all[i - 1].port;
    }
    return all;
}

/* By value reference; -1: none. */
static long find_port(const eg_facts *f, const numbered *all, uint64_t key)
{
    size_t low = 0, high = f->port_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (all[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < f->port_count && all[low].key == key ? (long)all[low].port : -1;
}

static void resolve(reading *r, const numbered *all)
{
    eg_facts *f = r->f;
    for (size_t i = 0; i < f->port_count; i++) {
        eg_mockup_port *p = &f->ports[i];
        if (p->derivative_of >= 0) {
            if (f->version == 3)
                p->derivative_of = find_port(f, all, (uint64_t)p->derivative_of);
            else if ((size_t)p->derivative_of <= f->port_count)
                p->derivative_of--;
            else
                p->derivative_of = -1;
        }
        for (size_t k = 0; k < p->extent_count && p->same < 0; k++)
            if (p->extents[k].port == -2) {
                p->extents[k].port = find_port(f, all, p->extents[k].size);
                if (p->extents[k].port < 0 || f->ports[p->extents[k].port].extent_count > 0)
                    fail(r, NULL, "a dimension refers to no scalar variable:", p->name);
            }
    }
}

/* The variables that elements `name` of ModelStructure list. */
static size_t *read_list(reading *r, const xmlNode *structure, const char *name, const numbered *all,
                         size_t *count)
{
    eg_facts *f = r->f;
    size_t most = 0;
    for (const xmlNode *c = structure ? structure->children : NULL; c; c = c->next)
        most += is(c, name);
    size_t *list = kept(r, eg_arena_array(f->arena, most + 1, sizeof *list));
    *count = 0;
    for (const xmlNode *c = structure && list ? structure->children : NULL; c; c = c->next) {
        if (!is(c, name))
            continue;
        uint64_t number = 0;
        const char *text = text_of(r, c, f->version == 3 ? "valueReference" : "index");
        bool good = whole(text, UINT32_MAX, &number);
        long port = -1;
        if (good && f->version == 3)
            port = find_port(f, all, number);
        else if (good && number >= 1 && number <= f->port_count)
            port = (long)number - 1;
        if (port < 0)
            fail(r, c, "the structure of the model speaks of a variable that there is not:", text);
        else
            list[(*count)++] = (size_t)port;
    }
    return list;
}

static void read_structure(reading *r, const xmlNode *root)
{
    eg_facts *f = r->f;
    const xmlNode *structure = child(root, "ModelStructure");
    numbered *all = sort_ports(r);
    if (all && r->status == EG_OK) {
        resolve(r, all);
        bool three = f->version == 3;
        const xmlNode *holder = three ? structure : child(structure, "Derivatives");
        f->derivatives =
            read_list(r, holder, three ? "ContinuousStateDerivative" : "Unknown", all, &f->derivative_count);
        f->indicators = read_list(r, structure, "EventIndicator", all, &f->indicator_count);
    }
    free(all);
    for (size_t i = 0; i < f->derivative_count && r->status == EG_OK; i++)
        if (f->exchange && f->ports[f->derivatives[i]].derivative_of < 0)
            fail(r, NULL, "the structure of the model lists as derivative what is none:",
                 f->ports[f->derivatives[i]].name);
}

/* ---------------------------------------------------------------- the file */

static void report_xml(reading *r)
{
    const xmlError *e = r->xml->last_error();
    eg_place place = {.file = r->path, .line = e && e->line > 0 ? e->line : 0};
    char text[200];
    snprintf(text, sizeof text, "%s", e && e->message ? e->message : "it cannot be read");
    text[strcspn(text, "\n")] = '\0';
    eg_report(r->d, EG_ERROR, place, "the description of the FMU is no well-formed XML: %s", text);
    eg_remedy(r->d, "export the FMU anew, or mend its modelDescription.xml");
    r->status = EG_ERROR_MODEL;
}

static void read_document(reading *r, const xmlDoc *document)
{
    const xmlNode *root = r->xml->root((xmlDoc *)document);
    if (document->intSubset || document->extSubset)
        fail(r, NULL, "the description of the FMU has a document type, which descriptions have not", NULL);
    else if (!root)
        fail(r, NULL, "the description of the FMU is empty", NULL);
    if (r->status == EG_OK)
        read_head(r, root);
    r->types = child(root, "TypeDefinitions");
    if (r->status == EG_OK)
        read_ports(r, root);
    if (r->status == EG_OK)
        read_structure(r, root);
    if (r->status == EG_OK)
        r->status = eg_facts_measure(r->f, NULL, r->d);
}

eg_status eg_facts_read(const char *bytes, size_t length, const char *path, eg_diagnostics *d, eg_facts *f)
{
    eg_xml_library xml;
    reading r = {.xml = &xml, .f = f, .d = d, .path = path};
    *f = (eg_facts){.arena = eg_arena_create()};
    if (!f->arena)
        return EG_ERROR_MEMORY;
    r.status = eg_xml_load(&xml, d);
    if (r.status != EG_OK)
        return r.status;
    errno = 0; /* of memory that is out libxml2 says little, and goes on without what it has lost */
    const int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES;
    xmlDoc *document =
        length < (size_t)1 << 30 ? xml.read(bytes, (int)length, "modelDescription.xml", NULL, options) : NULL;
    if (document) {
        read_document(&r, document);
        xml.free_document(document);
    } else {
        report_xml(&r);
    }
    eg_xml_unload(&xml);
    if (errno != ENOMEM)
        return r.status;
    eg_report_memory(d, "while reading the description of the FMU");
    return EG_ERROR_MEMORY;
}

#endif

/* ---------------------------------------------------------------- names */

/* The next character of a name that is no quote, nor the mark of one; *c goes behind it. */
static char next_unquoted(const char **c)
{
    *c += strspn(*c, "'\\");
    return **c ? *(*c)++ : '\0';
}

static bool is_same_but_for_quotes(const char *a, const char *b)
{
    for (;;) {
        const char x = next_unquoted(&a), y = next_unquoted(&b);
        if (x != y)
            return false;
        if (!x)
            return true;
    }
}

long eg_facts_find(const eg_facts *facts, const char *name)
{
    long found = eg_names_find(facts->names, name);
    for (size_t i = 0; found < 0 && i < facts->port_count; i++) {
        if (!is_same_but_for_quotes(facts->ports[i].name, name))
            continue;
        for (size_t k = i + 1; k < facts->port_count; k++)
            if (is_same_but_for_quotes(facts->ports[k].name, name))
                return -1;
        found = (long)i;
    }
    return found;
}
