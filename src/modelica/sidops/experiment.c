/* The experiment of a .emx file: from when to when it runs, and the values that it gives. */
#include "modelica/sidops/sidops.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

/* The text between <tag> and </tag>, behind `from` and before `to`; NULL: there is none. */
static const char *between(const char *from, const char *to, const char *open, const char *close,
                           size_t *length)
{
    const char *start = from ? strstr(from, open) : NULL;
    if (!start || start >= to)
        return NULL;
    start += strlen(open);
    const char *end = strstr(start, close);
    if (!end || end >= to)
        return NULL;
    *length = (size_t)(end - start);
    return start;
}

static bool number_between(const char *from, const char *to, const char *open, const char *close,
                           double *value)
{
    size_t length;
    const char *text = between(from, to, open, close, &length);
    const char *end = text ? text + length : NULL;
    while (text && text < end && strchr(" \t\r\n", *text))
        text++;
    while (text && end > text && strchr(" \t\r\n", end[-1]))
        end--;
    return text && text < end && eg_number_read(text, end, value) == end;
}

/* One of the annotation's: StopTime = 10 */
static bool say(eg_parser *p, eg_syntax *class, const char *name, double value)
{
    if (!class->experiment)
        class->experiment = eg_sidops_modifier(p, eg_symbol(p->r, "experiment"), NULL, class->at);
    eg_modifier *m =
        eg_sidops_modifier(p, eg_symbol(p->r, name), eg_sidops_number(p, value, class->at), class->at);
    eg_modifier **arguments = eg_new_array(p->r, 2, sizeof *arguments);
    if (!class->experiment || !m || !arguments)
        return false;
    for (uint32_t i = 0; i < class->experiment->count && i < 1; i++)
        arguments[i] = class->experiment->arguments[i];
    arguments[class->experiment->count++] = m;
    class->experiment->arguments = arguments;
    return true;
}

/* The variable A\B\x, with "." as "_": p.v_initial is p_v_initial. */
static eg_component *find(eg_parser *p, eg_sidops_model *m, const char *path, size_t length)
{
    for (;;) {
        const char *slash = memchr(path, '\\', length);
        char *name = eg_new(p->r, length + 1);
        size_t part = slash ? (size_t)(slash - path) : length;
        if (!name)
            return NULL;
        memcpy(name, path, part);
        for (char *c = name; *c && !slash; c++)
            *c = *c == '.' ? '_' : *c;
        const char *quoted = eg_sidops_quote(p, name);
        if (!quoted)
            return NULL;
        eg_component *c = slash ? NULL : eg_sidops_variable(m, quoted);
        for (size_t i = 0; !slash && !c && !m->around && i < m->globals.count; i++) {
            eg_component *global = m->globals.items[i];
            c = strcmp(global->name, quoted) == 0 ? global : NULL;
        }
        if (!slash)
            return c;
        eg_sidops_model *inner = NULL;
        for (size_t i = 0; i < m->submodels.count && !inner; i++) {
            eg_sidops_model *one = m->submodels.items[i];
            inner = strcmp(one->name, quoted) == 0 ? one : NULL;
        }
        if (!inner)
            return NULL;
        m = inner;
        path = slash + 1;
        length -= part + 1;
    }
}

/* <Variable><Name>..</Name><Value>..</Value></Variable>: numbers that parameters take. */
static bool take_values(eg_parser *p, eg_sidops_model *m, const char *from, const char *to)
{
    for (const char *v = strstr(from, "<Variable>"); v && v < to; v = strstr(v + 1, "<Variable>")) {
        size_t length;
        double value;
        const char *end = strstr(v, "</Variable>");
        const char *name = between(v, to, "<Name>", "</Name>", &length);
        if (!end || end > to || !name || !number_between(v, end, "<Value>", "</Value>", &value))
            continue;
        eg_component *c = find(p, m, name, length);
        if (!c || c->variability != EG_V_PARAMETER || c->is_final || c->dimension_count > 0)
            continue;
        if (!c->modifier)
            c->modifier = eg_sidops_modifier(p, NULL, NULL, c->at);
        if (!c->modifier || !(c->modifier->value = eg_sidops_number(p, value, c->at)))
            return false;
        c->modifier->value->is_integer = !(floor(value) < value) && fabs(value) < 9007199254740992.0;
    }
    return true;
}

bool eg_sidops_experiment(eg_parser *p, eg_sidops_model *m, const char *text)
{
    static const char *const lists[][2] = {{"<Parameters>", "</Parameters>"}, {"<Initials>", "</Initials>"}};
    const char *from = strstr(text, "<Experiment>"), *to = from ? strstr(from, "</Experiment>") : NULL;
    double start = 0, stop;
    if (!to)
        return true;
    if (number_between(from, to, "<StartTime>", "</StartTime>", &start) && fabs(start) > 0 &&
        !say(p, m->class, "StartTime", start))
        return false;
    if (number_between(from, to, "<FinishTime>", "</FinishTime>", &stop) &&
        !say(p, m->class, "StopTime", stop))
        return false;
    for (int i = 0; i < 2; i++) {
        size_t length;
        const char *list = between(from, to, lists[i][0], lists[i][1], &length);
        if (list && !take_values(p, m, list, list + length))
            return false;
    }
    return true;
}
