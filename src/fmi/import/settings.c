/* --set NAME=VALUE for FMUs: parameters and start values, by type. */
#include "base/number.h"
#include "fmi/import/input.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A setting that has been understood. */
typedef struct setting {
    size_t port;
    long element; /* -1: all of them */
    const char *value;
} setting;

static eg_status wrong(eg_mockup *u, const char *text, const char *why)
{
    eg_report(u->d, EG_ERROR, EG_NOWHERE, "--set %.200s: %s", text, why);
    eg_remedy(u->d,
              "write --set NAME=VALUE with a name of the FMU's modelDescription.xml and a value of its type");
    return EG_ERROR_USAGE;
}

/* ---------------------------------------------------------------- names */

static void suggest(eg_mockup *u, const char *name)
{
    const eg_facts *f = &u->facts;
    const char **names = calloc(f->port_count + 1, sizeof *names);
    size_t count = 0;
    for (size_t i = 0; names && i < f->port_count; i++)
        if (f->ports[i].is_settable)
            names[count++] = f->ports[i].name;
    const char *best = names ? eg_nearest(name, names, count) : NULL;
    if (best)
        eg_remedy(u->d, "did you mean '%s'?", best);
    free(names);
}

/* The element that "[2,3]" names; -1: there is none. */
static long element_of(const eg_mockup_port *p, const char *subscripts)
{
    uint64_t at = 0;
    const char *c = subscripts;
    for (size_t i = 0; i < p->extent_count; i++) {
        char *end;
        if (*c != (i == 0 ? '[' : ','))
            return -1;
        unsigned long long k = strtoull(c + 1, &end, 10);
        if (end == c + 1 || k < 1 || k > p->extents[i].size)
            return -1;
        at = at * p->extents[i].size + (k - 1);
        c = end;
    }
    return strcmp(c, "]") == 0 ? (long)at : -1;
}

static const char *why_not(const eg_mockup_port *p)
{
    if (p->is_constant)
        return "it is a constant of the FMU";
    if (p->causality == EG_PORT_CALCULATED)
        return "it is calculated from other parameters";
    if (p->causality == EG_PORT_INDEPENDENT)
        return "it is time; --start-time says where it begins";
    if (p->type == EG_PORT_BINARY || p->type == EG_PORT_CLOCK)
        return "values of its type cannot be written here";
    return "it is calculated by the FMU, which lets nobody set it";
}

static eg_status understand(eg_mockup *u, const char *text, setting *s)
{
    const eg_facts *f = &u->facts;
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : 0;
    char *name = malloc(length + 1);
    if (!name)
        return EG_ERROR_MEMORY;
    memcpy(name, text, length);
    name[length] = '\0';
    long port = eg_facts_find(f, name);
    *s = (setting){.element = -1, .value = equals ? equals + 1 : ""};
    char *bracket = port < 0 && length > 0 && name[length - 1] == ']' ? strrchr(name, '[') : NULL;
    if (bracket) {
        *bracket = '\0';
        port = eg_facts_find(f, name);
        *bracket = '[';
        s->element = port >= 0 ? element_of(&f->ports[port], bracket) : -1;
        port = s->element >= 0 ? port : -1;
    }
    eg_status status = EG_OK;
    if (port < 0) {
        status = wrong(u, text, "the FMU has no such variable");
        suggest(u, name);
    } else {
        s->port = f->ports[port].same >= 0 ? (size_t)f->ports[port].same : (size_t)port;
        const eg_mockup_port *p = &f->ports[s->port];
        if (!p->is_settable || p->type == EG_PORT_BINARY || p->type == EG_PORT_CLOCK)
            status = wrong(u, text, why_not(p));
    }
    free(name);
    return status;
}

/* ---------------------------------------------------------------- values */

static bool read_real(const char *text, size_t length, double *value)
{
    return length > 0 && eg_number_read(text, text + length, value) == text + length && !isnan(*value);
}

/* Unsigned 64-bit values pass as the signed ones of the same bits. */
static bool read_whole(const eg_mockup_port *p, const char *text, size_t length, int64_t *value)
{
    static const struct {
        int64_t least;
        uint64_t most;
    } ranges[] = {[EG_PORT_INT8] = {INT8_MIN, INT8_MAX},
                  [EG_PORT_UINT8] = {0, UINT8_MAX},
                  [EG_PORT_INT16] = {INT16_MIN, INT16_MAX},
                  [EG_PORT_UINT16] = {0, UINT16_MAX},
                  [EG_PORT_INT32] = {INT32_MIN, INT32_MAX},
                  [EG_PORT_UINT32] = {0, UINT32_MAX},
                  [EG_PORT_INT64] = {INT64_MIN, INT64_MAX},
                  [EG_PORT_UINT64] = {0, UINT64_MAX},
                  [EG_PORT_BOOLEAN] = {0, 1}};
    const bool negative = length > 0 && *text == '-';
    size_t i = length > 0 && (*text == '-' || *text == '+');
    uint64_t size = 0;
    if (i == length)
        return false;
    for (; i < length; i++) {
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (text[i] < '0' || text[i] > '9' || size > (UINT64_MAX - digit) / 10)
            return false;
        size = size * 10 + digit;
    }
    uint64_t most = negative ? (uint64_t)0 - (uint64_t)ranges[p->type].least : ranges[p->type].most;
    *value = (int64_t)(negative ? (uint64_t)0 - size : size);
    return size <= most;
}

/* true, false; an item of an enumeration, also with its type's name before it. */
static bool read_name(const eg_mockup_port *p, const char *text, size_t length, int64_t *value)
{
    static const char *const words[] = {"false", "true"};
    for (int i = 0; i < 2 && p->type == EG_PORT_BOOLEAN; i++)
        if (strlen(words[i]) == length && strncmp(words[i], text, length) == 0) {
            *value = i;
            return true;
        }
    for (size_t i = 0; i < p->item_count; i++) {
        size_t own = strlen(p->items[i]);
        if (own <= length && memcmp(text + length - own, p->items[i], own) == 0 &&
            (own == length || text[length - own - 1] == '.')) {
            *value = p->numbers[i];
            return true;
        }
    }
    return false;
}

static bool is_number(eg_port_type type)
{
    return type == EG_PORT_FLOAT64 || type == EG_PORT_FLOAT32;
}

/* The next word of a list, separated by spaces, commas or braces; its length in *length, 0: none. */
static const char *next_word(const char *c, size_t *length)
{
    c += strspn(c, " \t\n,{};");
    *length = strcspn(c, " \t\n,{};");
    return c;
}

/* Values of all elements from a list of words into numbers or wholes; false: not as many, or not of the
 * type. */
static bool read_list(const eg_mockup_port *p, const char *text, double *numbers, int64_t *wholes)
{
    size_t count = 0, length;
    for (const char *word = next_word(text, &length); length > 0; word = next_word(word + length, &length)) {
        if (count == p->size)
            return false;
        bool ok = is_number(p->type) ? read_real(word, length, &numbers[count])
                                     : read_name(p, word, length, &wholes[count]) ||
                                           read_whole(p, word, length, &wholes[count]);
        if (!ok)
            return false;
        count++;
    }
    return count == p->size;
}

static eg_status give_text(eg_mockup *u, const eg_mockup_port *p, const char *text, const char *value)
{
    if (p->extent_count > 0)
        return wrong(u, text, "arrays of texts cannot be set");
    size_t length = strlen(value);
    char *bare = malloc(length + 1);
    if (!bare)
        return EG_ERROR_MEMORY;
    bool quoted = length >= 2 && value[0] == '"' && value[length - 1] == '"';
    snprintf(bare, length + 1, "%.*s", (int)(quoted ? length - 2 : length), quoted ? value + 1 : value);
    const char *const one = bare;
    bool ok = eg_mockup_set_text(u, &p->reference, 1, &one);
    free(bare);
    return ok ? EG_OK : EG_ERROR_MODEL;
}

static eg_status wrong_value(eg_mockup *u, const eg_mockup_port *p, const char *text)
{
    static const char *const types[] = {"a Float64", "a Float32", "an Int8",  "a UInt8",
                                        "an Int16",  "a UInt16",  "an Int32", "a UInt32",
                                        "an Int64",  "a UInt64",  "a Boolean"};
    char why[300];
    if (p->extent_count > 0)
        snprintf(why, sizeof why, "%s is an array of %zu elements, each %s", p->name, p->size,
                 types[p->type]);
    else if (p->item_count > 0)
        snprintf(why, sizeof why, "%s is one of an enumeration: %s%s%s%s", p->name, p->items[0],
                 p->item_count > 1 ? ", " : "", p->item_count > 1 ? p->items[1] : "",
                 p->item_count > 2 ? ", ..." : "");
    else
        snprintf(why, sizeof why, "%s is %s", p->name, types[p->type]);
    return wrong(u, text, why);
}

static eg_status give(eg_mockup *u, const char *text, const setting *s)
{
    const eg_mockup_port *p = &u->facts.ports[s->port];
    if (p->type == EG_PORT_STRING)
        return give_text(u, p, text, s->value);
    double *numbers = calloc(p->size + 1, sizeof *numbers);
    int64_t *wholes = calloc(p->size + 1, sizeof *wholes);
    eg_status status = numbers && wholes ? EG_OK : EG_ERROR_MEMORY;
    size_t at = 0;
    if (status == EG_OK && s->element >= 0) { /* the others stay */
        at = (size_t)s->element;
        if (!eg_mockup_get(u, p->type, &p->reference, 1, p->size, numbers))
            status = EG_ERROR_MODEL;
        for (size_t i = 0; i < p->size && status == EG_OK && !is_number(p->type); i++) {
            if (numbers[i] < 0x1p63)
                wholes[i] = (int64_t)numbers[i];
            else if (numbers[i] < 0x1p64)
                wholes[i] = (int64_t)(uint64_t)numbers[i];
            else
                wholes[i] = (int64_t)UINT64_MAX;
        }
    }
    if (status == EG_OK) {
        size_t length = strlen(s->value);
        bool ok;
        if (p->extent_count > 0 && s->element < 0)
            ok = read_list(p, s->value, numbers, wholes);
        else if (is_number(p->type))
            ok = read_real(s->value, length, &numbers[at]);
        else
            ok = read_name(p, s->value, length, &wholes[at]) || read_whole(p, s->value, length, &wholes[at]);
        status = ok ? EG_OK : wrong_value(u, p, text);
    }
    if (status == EG_OK &&
        !(is_number(p->type) ? eg_mockup_set(u, p->type, &p->reference, p->size, numbers)
                             : eg_mockup_set_integer(u, p->type, &p->reference, p->size, wholes)))
        status = EG_ERROR_MODEL;
    free(numbers);
    free(wholes);
    return status;
}

/* ---------------------------------------------------------------- all of them */

/* Structural parameters decide the sizes of arrays: they come before all others. */
static eg_status apply_structure(eg_mockup *u, const char *const *texts, const setting *all, size_t count)
{
    eg_facts *f = &u->facts;
    double *value = NULL;
    eg_status status = EG_OK;
    for (size_t i = 0; i < count && status == EG_OK; i++) {
        const eg_mockup_port *p = &f->ports[all[i].port];
        if (p->causality != EG_PORT_STRUCTURAL)
            continue;
        if (!value) {
            value = malloc((f->port_count + 1) * sizeof *value);
            for (size_t k = 0; value && k < f->port_count; k++)
                value[k] = NAN;
            if (!value)
                status = EG_ERROR_MEMORY;
            else if (eg_mockup_configure(u, true))
                status = EG_OK;
            else
                status = EG_ERROR_MODEL;
        }
        if (status == EG_OK)
            status = give(u, texts[i], &all[i]);
        if (status == EG_OK && !eg_mockup_get(u, p->type, &p->reference, 1, 1, &value[all[i].port]))
            status = EG_ERROR_MODEL;
    }
    if (value && status == EG_OK)
        status = eg_mockup_configure(u, false) ? eg_facts_measure(f, value, u->d) : EG_ERROR_MODEL;
    free(value);
    return status;
}

eg_status eg_mockup_apply(eg_mockup *u, const char *const *texts, size_t count)
{
    setting *all = calloc(count + 1, sizeof *all);
    eg_status status = all ? EG_OK : EG_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == EG_OK; i++)
        status = understand(u, texts[i], &all[i]);
    if (status == EG_OK)
        status = apply_structure(u, texts, all, count);
    for (size_t i = 0; i < count && status == EG_OK; i++)
        if (u->facts.ports[all[i].port].causality != EG_PORT_STRUCTURAL)
            status = give(u, texts[i], &all[i]);
    free(all);
    return status;
}
