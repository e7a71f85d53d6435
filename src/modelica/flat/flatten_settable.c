/* Which parameters of flat text may be set: those for which a setting of the text does what the same setting
 * does to the model. Many parameters have been used up when the text is written: a value that other values
 * were computed from stands there as those numbers. These are declared final, so that nobody sets them in
 * vain. */
#include "modelica/flat/flatten.h"

#include <stdlib.h>
#include <string.h>

#include "base/names.h"

/* Would the class refuse a value there, as of one that it computes itself? */
static bool is_refused(eg_flattening *f, const eg_instance *instance, int i)
{
    const eg_class *class = instance->class;
    bool is_error = true;
    bool *given = eg_new_array(f->r, class->parameter_count, sizeof *given);
    if (!class->check || instance->given[i])
        return false;
    if (!given)
        return true;
    memcpy(given, instance->given, class->parameter_count * sizeof *given);
    given[i] = true;
    return class->check(instance->p, given, &is_error) && is_error;
}

bool eg_flatten_is_settable(eg_flattening *f, const eg_instance *instance, int i)
{
    const eg_parameter *p = &instance->class->parameters[i];
    const bool is_asked = instance->origin->asked && instance->origin->asked[i];
    return !p->is_structural && !p->is_protected && !p->is_derived && !is_asked &&
           p->type != EG_ENUMERATION && !is_refused(f, instance, i) && !eg_flatten_leaves_behind(f, instance, i);
}

/* ---------------------------------------------------------------- what the text does not use */

/* Behind a comment, a String or a quoted name that begins here; else the next byte. *is_name tells. */
static const char *skip(const char *at, bool *is_name)
{
    *is_name = *at == '\'';
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (*at != '\'' && *at != '"')
        return at + 1;
    const char end = *at++;
    while (*at && *at != end)
        at += *at == '\\' && at[1] ? 2 : 1;
    return *at ? at + 1 : at;
}

/* How often each name stands in a text, by its hash: two names with the same hash count together, and then
 * both are taken for used. */
typedef struct tally {
    struct count {
        uint64_t hash;
        int count; /* 0: free */
    } * counts;
    size_t mask, used; /* number of counts - 1, a power of two less one */
} tally;

/* Where the name is counted, or would be. */
static struct count *count_of(const tally *t, uint64_t hash)
{
    size_t i = (size_t)hash & t->mask;
    while (t->counts[i].count > 0 && t->counts[i].hash != hash)
        i = (i + 1) & t->mask;
    return &t->counts[i];
}

static bool enlarge(tally *t)
{
    tally larger = {.mask = 2 * t->mask + 1, .used = t->used};
    if (!(larger.counts = calloc(larger.mask + 1, sizeof *larger.counts)))
        return false;
    for (size_t i = 0; t->counts && i <= t->mask; i++)
        if (t->counts[i].count > 0)
            *count_of(&larger, t->counts[i].hash) = t->counts[i];
    free(t->counts);
    *t = larger;
    return true;
}

/* Counts the names in quotes. */
static bool count_names(const char *text, tally *t)
{
    bool is_name;
    for (const char *at = text, *end; *(at += strcspn(at, "'\"/")); at = end) {
        end = skip(at, &is_name);
        if (!is_name)
            continue;
        if (2 * t->used >= t->mask && !enlarge(t))
            return false;
        const uint64_t hash = eg_names_hash(at, (size_t)(end - at));
        struct count *c = count_of(t, hash);
        t->used += c->count == 0;
        c->hash = hash;
        c->count += c->count < 2;
    }
    return true;
}

/* The text with `final` before each declaration of a parameter that nothing else in it names. */
static void rewrite(const char *text, const tally *t, eg_writer *w)
{
    static const char word[] = "  parameter ";
    bool is_name;
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n");
        length += at[length] == '\n';
        const bool is_parameter = strncmp(at, word, sizeof word - 1) == 0;
        const char *quote = is_parameter ? memchr(at, '\'', length) : NULL;
        const char *end = quote ? skip(quote, &is_name) : NULL;
        if (quote && end <= at + length &&
            count_of(t, eg_names_hash(quote, (size_t)(end - quote)))->count == 1) {
            eg_write(w, "  final");
            at += 1;
            length -= 1;
        }
        eg_write_bytes(w, at, length);
        at += length;
    }
}

void eg_flatten_close_unused(eg_flattening *f)
{
    eg_writer w = {0};
    tally t = {.mask = 63};
    if (f->w.text && enlarge(&t) && count_names(f->w.text, &t))
        rewrite(f->w.text, &t, &w);
    else
        w.out_of_memory = true;
    free(t.counts);
    free(f->w.text);
    f->w = w;
}
