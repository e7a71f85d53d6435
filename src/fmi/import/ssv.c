#include "fmi/import/ssv.h"

#include "base/file.h"
#include "base/number.h"
#include "fmi/import/libraries.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <string.h>

void eg_ssv_release(eg_ssv *ssv)
{
    eg_arena_free(ssv->arena);
    *ssv = (eg_ssv){0};
}

bool eg_ssv_suits(const eg_ssv *ssv, const eg_ssv_item *item, const char *declared, eg_diagnostics *d)
{
    eg_unit own;
    const eg_place place = {.file = ssv->path, .line = item->line};
    if (!item->unit || !declared || !*declared)
        return true;
    const int length = (int)strcspn(item->setting, "=");
    const bool is_read = eg_unit_parse(declared, &own);
    if (is_read && memcmp(own.dimension, item->si.dimension, sizeof own.dimension) == 0 && own.decade == 0 &&
        own.numerator == own.denominator && own.shift == 0)
        return true;
    eg_report(d, EG_ERROR, place, "%.*s is in %.60s, but is given here in %.60s", length, item->setting,
              declared, item->unit);
    eg_remedy(d, "give its value in %.60s, and leave out the attribute unit", declared);
    return false;
}

#ifndef EG_HAVE_FMU_IMPORT

eg_status eg_ssv_read(const char *path, eg_diagnostics *d, eg_ssv *out)
{
    (void)path;
    *out = (eg_ssv){0};
    return eg_import_missing("libxml2", d);
}

#else

static const char space[] = "http://ssp-standard.org/SSP1/SystemStructureParameterValues";
static const char common[] = "http://ssp-standard.org/SSP1/SystemStructureCommon";

enum { TEXT_MOST = 100000, FILE_MOST = 100000000 };

typedef struct reading {
    eg_xml_library *xml;
    eg_diagnostics *d;
    eg_ssv *ssv;
    const xmlNode *units; /* the element Units, or NULL */
    eg_status status;
} reading;

/* ---------------------------------------------------------------- elements */

/* Says what is wrong with an element, once. */
static void fail(reading *r, const xmlNode *at, const char *remedy, const char *what, const char *text)
{
    if (r->status != EG_OK)
        return;
    const eg_place place = {.file = r->ssv->path, .line = at ? (int)r->xml->line((xmlNode *)at) : 0};
    eg_report(r->d, EG_ERROR, place, "%s%s%.200s%s", what, text ? " \"" : "", text ? text : "",
              text ? "\"" : "");
    eg_remedy(r->d, "%s", remedy);
    r->status = EG_ERROR_MODEL;
}

static bool is_element(const xmlNode *n, const char *name, const char *namespace)
{
    return n->type == XML_ELEMENT_NODE && strcmp((const char *)n->name, name) == 0 && n->ns &&
           strcmp((const char *)n->ns->href, namespace) == 0;
}

static const xmlNode *child(const xmlNode *parent, const char *name, const char *namespace)
{
    for (const xmlNode *n = parent ? parent->children : NULL; n; n = n->next)
        if (is_element(n, name, namespace))
            return n;
    return NULL;
}

/* In the arena; NULL: there is none. */
static const char *attribute(reading *r, const xmlNode *n, const char *name)
{
    xmlChar *text = r->xml->attribute((xmlNode *)n, (const xmlChar *)name);
    const char *copy = text ? eg_arena_copy(r->ssv->arena, (const char *)text) : NULL;
    if (text && !copy)
        r->status = EG_ERROR_MEMORY;
    if (text)
        (*r->xml->free)(text);
    return copy;
}

/* ---------------------------------------------------------------- units */

/* SI value = factor * value + offset. */
typedef struct scale {
    double factor, offset;
} scale;

static double number_of(reading *r, const xmlNode *n, const char *name, double without)
{
    const char *text = attribute(r, n, name);
    double value = without;
    if (text && (eg_number_read(text, text + strlen(text), &value) != text + strlen(text) || !*text))
        fail(r, n, "write a number there", "an attribute of the unit is no number:", text);
    return value;
}

static scale read_unit(reading *r, const xmlNode *holder, const char *name, eg_unit *unit)
{
    static const char *const bases[] = {
        [EG_UNIT_M] = "m", [EG_UNIT_KG] = "kg",   [EG_UNIT_S] = "s",  [EG_UNIT_A] = "A",
        [EG_UNIT_K] = "K", [EG_UNIT_MOL] = "mol", [EG_UNIT_CD] = "cd"};
    scale s = {1, 0};
    *unit = (eg_unit){.numerator = 1, .denominator = 1};
    for (const xmlNode *n = r->units ? r->units->children : NULL; n; n = n->next) {
        const char *own = is_element(n, "Unit", common) ? attribute(r, n, "name") : NULL;
        const xmlNode *base = own && strcmp(own, name) == 0 ? child(n, "BaseUnit", common) : NULL;
        if (!base)
            continue;
        for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
            unit->dimension[i] = (int)number_of(r, base, bases[i], 0);
        s.factor = number_of(r, base, "factor", 1);
        s.offset = number_of(r, base, "offset", 0);
        return s;
    }
    fail(r, holder, "describe it in the element Units, or leave out the attribute unit",
         "the file does not say what this unit is:", name);
    return s;
}

/* ---------------------------------------------------------------- values */

typedef enum sort { REAL, WHOLE, BOOLEAN, TEXT, ITEM } sort;

/* A value of one element of an array as Modelica writes it. False: it is none of its kind. */
static bool put_number(FILE *out, sort kind, const char *text, size_t length, scale s)
{
    char number[EG_NUMBER_SIZE];
    double value;
    if (eg_number_read(text, text + length, &value) != text + length || !isfinite(value))
        return false;
    if (kind == WHOLE && (value != rint(value) || fabs(value) > INT_MAX))
        return false;
    value = s.factor * value + s.offset;
    if (!isfinite(value))
        return false;
    eg_number_write(value, number);
    fputs(number, out);
    return true;
}

static bool put_boolean(FILE *out, const char *text, size_t length)
{
    static const char *const words[] = {"false", "true", "0", "1"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && strncmp(text, words[i], length) == 0)
            return fputs(words[i % 2], out) >= 0;
    return false;
}

/* As a literal of Modelica. */
static void put_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

/* Numbers and Booleans: one, or a list with blanks between. */
static bool put_list(FILE *out, sort kind, const char *text, scale s)
{
    static const char blanks[] = " \t\r\n";
    const char *rest = text + strspn(text, blanks);
    const size_t first = strcspn(rest, blanks);
    const bool is_array = rest[first + strspn(rest + first, blanks)] != '\0';
    bool good = *rest != '\0';
    fputs(is_array ? "{" : "", out);
    while (good && *rest) {
        const size_t length = strcspn(rest, blanks);
        good = kind == BOOLEAN ? put_boolean(out, rest, length) : put_number(out, kind, rest, length, s);
        rest += length + strspn(rest + length, blanks);
        fputs(*rest ? ", " : "", out);
    }
    fputs(is_array ? "}" : "", out);
    return good;
}

/* An item of an enumeration stands behind the name of its type. */
static void put_word(reading *r, FILE *out, sort kind, const xmlNode *element, const char *text)
{
    if (kind == TEXT) {
        put_text(out, text);
        return;
    }
    const char *type = attribute(r, element, "name");
    if (!type && !strchr(text, '.'))
        fail(r, element,
             "name its type by the attribute name, as in name=\"Modelica.Blocks.Types.Smoothness\"",
             "the file does not say of which enumeration this is an item:", text);
    fprintf(out, "%s%s%s", type ? type : "", type ? "." : "", text);
}

/* Of the attribute value, or of elements Value. */
static void put_words(reading *r, FILE *out, sort kind, const xmlNode *element)
{
    const char *text = attribute(r, element, "value");
    size_t count = 0;
    if (text) {
        put_word(r, out, kind, element, text);
        return;
    }
    for (const xmlNode *n = element->children; n; n = n->next) {
        text = is_element(n, "Value", space) ? attribute(r, n, "value") : NULL;
        if (!text)
            continue;
        fputs(count++ > 0 ? ", " : "{", out);
        put_word(r, out, kind, element, text);
    }
    fputs("}", out);
    if (count == 0)
        fail(r, element, "give it one, by the attribute value", "this parameter has no value", NULL);
}

static void put_value(reading *r, FILE *out, sort kind, const xmlNode *element, eg_ssv_item *item)
{
    scale s = {1, 0};
    item->unit = kind == REAL ? attribute(r, element, "unit") : NULL;
    if (item->unit)
        s = read_unit(r, element, item->unit, &item->si);
    if (kind == TEXT || kind == ITEM) {
        put_words(r, out, kind, element);
        return;
    }
    const char *text = attribute(r, element, "value");
    if (!text)
        fail(r, element, "give it one, by the attribute value", "this parameter has no value", NULL);
    else if (!put_list(out, kind, text, s))
        fail(r, element, "write finite numbers with blanks between them; true or false for a Boolean",
             "this value is none of its type:", text);
}

/* The type of a value by the name of its element; false: it has none that models have. */
static bool find_kind(const char *name, sort *found)
{
    static const struct {
        const char *name;
        sort kind;
    } all[] = {{"Real", REAL},   {"Float64", REAL},    {"Float32", REAL},    {"Integer", WHOLE},
               {"Int8", WHOLE},  {"Int16", WHOLE},     {"Int32", WHOLE},     {"Int64", WHOLE},
               {"UInt8", WHOLE}, {"UInt16", WHOLE},    {"UInt32", WHOLE},    {"UInt64", WHOLE},
               {"String", TEXT}, {"Boolean", BOOLEAN}, {"Enumeration", ITEM}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0) {
            *found = all[i].kind;
            return true;
        }
    return false;
}

/* ---------------------------------------------------------------- the file */

static void read_parameter(reading *r, const xmlNode *parameter)
{
    sort kind;
    char *text = NULL;
    size_t length = 0;
    eg_ssv_item *item = &r->ssv->items[r->ssv->count];
    const char *name = attribute(r, parameter, "name");
    const xmlNode *element = parameter->children;
    while (element && element->type != XML_ELEMENT_NODE)
        element = element->next;
    if (!name || !*name || strchr(name, '=')) {
        fail(r, parameter, "write it as the model does: name=\"stop.c\"",
             "this parameter has no name of a model's:", name ? name : "");
        return;
    }
    if (!element || !is_element(element, (const char *)element->name, space) ||
        !find_kind((const char *)element->name, &kind)) {
        fail(r, parameter, "give it a Real, Integer, Boolean, String or Enumeration",
             "a model has no parameter of this type:", element ? (const char *)element->name : "none");
        return;
    }
    item->line = (int)r->xml->line((xmlNode *)parameter);
    FILE *out = open_memstream(&text, &length);
    if (out) {
        fprintf(out, "%s=", name);
        put_value(r, out, kind, element, item);
        text = eg_text_end(out, &text);
    }
    item->setting = text && length < TEXT_MOST ? eg_arena_copy(r->ssv->arena, text) : NULL;
    if (text && length >= TEXT_MOST)
        fail(r, parameter, "divide it", "the value of this parameter is too long:", name);
    else if (!item->setting && r->status == EG_OK)
        r->status = EG_ERROR_MEMORY;
    free(text);
    r->ssv->count++;
}

static void read_document(reading *r, const xmlDoc *document)
{
    const xmlNode *root = r->xml->root((xmlDoc *)document);
    if (document->intSubset || document->extSubset)
        fail(r, NULL, "leave it out", "the file has a document type, which sets of parameters have not",
             NULL);
    if (!root || !is_element(root, "ParameterSet", space)) {
        fail(r, root,
             "its first element is ParameterSet, with xmlns:ssv=\"http://ssp-standard.org/SSP1/"
             "SystemStructureParameterValues\"",
             "the file is no set of parameters (SSV):", root ? (const char *)root->name : "");
        return;
    }
    const char *version = attribute(r, root, "version");
    if (!version || (strcmp(version, "1.0") != 0 && strcmp(version, "2.0") != 0))
        fail(r, root, "1.0 and 2.0 are read",
             "the file is of another version of SSV:", version ? version : "");
    const xmlNode *parameters = child(root, "Parameters", space);
    size_t count = 0;
    r->units = child(root, "Units", space);
    for (const xmlNode *n = parameters ? parameters->children : NULL; n; n = n->next)
        count += is_element(n, "Parameter", space);
    r->ssv->items = eg_arena_array(r->ssv->arena, count + 1, sizeof *r->ssv->items);
    if (!r->ssv->items)
        r->status = EG_ERROR_MEMORY;
    for (const xmlNode *n = parameters ? parameters->children : NULL; n && r->status == EG_OK; n = n->next)
        if (is_element(n, "Parameter", space))
            read_parameter(r, n);
}

static void report_xml(reading *r)
{
    const xmlError *e = r->xml->last_error();
    const eg_place place = {.file = r->ssv->path, .line = e && e->line > 0 ? e->line : 0};
    char text[200];
    snprintf(text, sizeof text, "%s", e && e->message ? e->message : "it cannot be read");
    text[strcspn(text, "\n")] = '\0';
    eg_report(r->d, EG_ERROR, place, "the set of parameters is no well-formed XML: %s", text);
    eg_remedy(r->d, "mend it there, or write it anew by the program that it comes from");
    r->status = EG_ERROR_MODEL;
}

static eg_status read_bytes(const char *bytes, size_t length, eg_diagnostics *d, eg_ssv *out)
{
    eg_xml_library xml;
    reading r = {.xml = &xml, .d = d, .ssv = out, .status = eg_xml_load(&xml, d)};
    if (r.status != EG_OK)
        return r.status;
    errno = 0; /* of memory that is out libxml2 says little, and goes on without what it has lost */
    const int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES;
    xmlDoc *document = xml.read(bytes, (int)length, "parameters.ssv", NULL, options);
    if (document) {
        read_document(&r, document);
        xml.free_document(document);
    } else {
        report_xml(&r);
    }
    eg_xml_unload(&xml);
    if (errno != ENOMEM && r.status != EG_ERROR_MEMORY)
        return r.status;
    eg_report_memory(d, "while reading a set of parameters");
    return EG_ERROR_MEMORY;
}

eg_status eg_ssv_read(const char *path, eg_diagnostics *d, eg_ssv *out)
{
    char *bytes = NULL;
    size_t length = 0;
    *out = (eg_ssv){.arena = eg_arena_create()};
    out->path = out->arena ? eg_arena_copy(out->arena, path) : NULL;
    if (!out->path)
        return EG_ERROR_MEMORY;
    eg_status status = eg_file_read(path, FILE_MOST, d, &bytes, &length);
    if (status == EG_OK)
        status = read_bytes(bytes, length, d, out);
    free(bytes);
    return status;
}

#endif
