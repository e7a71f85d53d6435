#include "cli/readings.h"

#include "base/trajectory.h"
#include "result/plot.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- curves */

static bool matches_any(const eg_result_names *names, const char *pattern)
{
    for (size_t i = 0; i < names->count; i++)
        if (eg_match(pattern, names->items[i].name))
            return true;
    return false;
}

/* Is there what patterns do not have? Names in quotes hold what they like. */
static bool has_operators(const char *text)
{
    bool quoted = false;
    for (; *text; text++) {
        quoted = quoted != (*text == '\'');
        if (!quoted && strchr("+-/^()<>= ", *text))
            return true;
    }
    return false;
}

/* The time as a curve of its own. */
static bool is_time(const eg_result_names *names, const char *text)
{
    return strcmp(text, "time") == 0 && !matches_any(names, text);
}

/* The length of PATTERN where the text is "d(PATTERN)/d(NAME)" and NAME one of the parameters along which
 * there will be derivatives; 0: it is something else. */
static size_t derivative_length(const eg_curves_wanted *c, const char *text)
{
    const size_t length = strlen(text);
    for (size_t i = 0; c->along && i < c->along->count; i++) {
        const size_t own = strlen(c->along->items[i]), behind = own + strlen(")/d()");
        if (length > behind + strlen("d(") && strncmp(text, "d(", 2) == 0 && text[length - 1] == ')' &&
            strncmp(text + length - behind, ")/d(", 4) == 0 &&
            strncmp(text + length - own - 1, c->along->items[i], own) == 0)
            return length - behind - strlen("d(");
    }
    return 0;
}

static bool has_room(eg_curves_wanted *c, size_t count)
{
    const char **needed = realloc(c->needed, (c->needed_count + count + 1) * sizeof *needed);
    if (!needed)
        return false;
    c->needed = needed;
    return true;
}

static eg_status need_derivative(eg_curves_wanted *c, const char *text, size_t length)
{
    const char *pattern = eg_arena_text(c->arena, text + strlen("d("), length);
    if (!pattern || !has_room(c, 1))
        return EG_ERROR_MEMORY;
    c->needed[c->needed_count++] = pattern;
    return EG_OK;
}

/* What matches a name is a pattern. Else "a*b" is an expression if it can be read as one. */
static eg_status read_one(eg_curves_wanted *c, size_t i, eg_diagnostics *d)
{
    const char *text = c->texts.items[i];
    const bool is_formula = has_operators(text) || is_time(&c->names, text);
    const size_t derivative = derivative_length(c, text);
    if (derivative > 0)
        return need_derivative(c, text, derivative);
    if ((!is_formula && !strchr(text, '*')) || matches_any(&c->names, text))
        return EG_OK;
    eg_status status =
        eg_expression_read(text, c->option, &c->names, is_formula ? d : NULL, &c->expressions[i]);
    if (status == EG_ERROR_MODEL)
        return is_formula ? EG_ERROR_USAGE : EG_OK;
    if (status != EG_OK)
        return status;
    const eg_expression *e = &c->expressions[i];
    c->count++;
    if (e->reduction_count > 0) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "%s '%s' is one number, not a curve", c->option, text);
        eg_remedy(d, "ask for it by --get");
        return EG_ERROR_USAGE;
    }
    if (!has_room(c, (size_t)e->column_count))
        return EG_ERROR_MEMORY;
    for (int k = 0; k < e->column_count; k++)
        if ((size_t)e->columns[k] < c->variables)
            c->needed[c->needed_count++] = c->names.items[e->columns[k]].name;
    return EG_OK;
}

static bool asks_for_more(const eg_texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        if (has_operators(texts->items[i]) || strchr(texts->items[i], '*') ||
            strcmp(texts->items[i], "time") == 0)
            return true;
    return false;
}

/* Parts "y:x". */
static eg_status begin(eg_curves_wanted *c, const char *option, const eg_texts *curves, eg_diagnostics *d)
{
    *c = (eg_curves_wanted){.option = option, .arena = eg_arena_create()};
    c->texts.items = calloc(2 * curves->count + 1, sizeof *c->texts.items);
    size_t count = 0;
    if (!c->arena || !c->texts.items)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < curves->count; i++) {
        const char *curve = curves->items[i];
        const size_t length = eg_curve_length(curve);
        const char *x = curve[length] == ':' ? curve + length + 1 : "time";
        const char *y = eg_arena_text(c->arena, curve, length);
        if (!y)
            return EG_ERROR_MEMORY;
        if (*y == '\0' || *x == '\0' || x[eg_curve_length(x)] != '\0') {
            eg_report(d, EG_ERROR, EG_NOWHERE, "%s '%s' is not one curve over another", option, curve);
            eg_remedy(d, "write Y:X, as in stop.f:stop.s_rel");
            return EG_ERROR_USAGE;
        }
        c->texts.items[count++] = y;
        if (strcmp(x, "time") != 0)
            c->texts.items[count++] = x;
    }
    c->texts.count = count;
    return EG_OK;
}

/* variables: how many columns there are besides those of parameters, which stand behind. */
static eg_status read_all(eg_curves_wanted *c, long variables, eg_diagnostics *d)
{
    eg_status status = EG_OK;
    c->expressions = calloc(c->texts.count + 1, sizeof *c->expressions);
    if (!c->expressions)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < c->names.count; i++) {
        c->variables += c->names.items[i].column < variables;
        c->names.items[i].column = (long)i;
    }
    for (size_t i = 0; i < c->texts.count && status != EG_ERROR_MEMORY; i++) {
        eg_status own = read_one(c, i, d);
        status = own != EG_OK ? own : status;
    }
    return status;
}

eg_status eg_curves_of_model(eg_curves_wanted *c, const char *option, const eg_texts *texts,
                             const eg_texts *along, const eg_model *m, eg_diagnostics *d)
{
    eg_status status = begin(c, option, texts, d);
    c->along = along;
    if (status != EG_OK || !asks_for_more(&c->texts))
        return status;
    if (eg_model_result_names(m, &c->names, NULL) != 0)
        return EG_ERROR_MEMORY;
    return read_all(c, eg_model_columns(m), d);
}

eg_status eg_curves_of_trajectory(eg_curves_wanted *c, const char *option, const eg_texts *texts,
                                  const eg_trajectory *t, eg_diagnostics *d)
{
    eg_status status = begin(c, option, texts, d);
    if (status != EG_OK || !asks_for_more(&c->texts))
        return status;
    if (eg_trajectory_result_names(t, &c->names) != 0)
        return EG_ERROR_MEMORY;
    return read_all(c, (long)t->signal_count, d);
}

static eg_status report_unknown(const eg_curves_wanted *c, const char *text, const eg_result_names *names,
                                eg_diagnostics *d)
{
    const char **candidates = malloc((names->count + 1) * sizeof *candidates);
    if (!candidates)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < names->count; i++)
        candidates[i] = names->items[i].name;
    const char *near = eg_nearest(text, candidates, names->count);
    eg_report(d, EG_ERROR, EG_NOWHERE, "no variable of %s matches '%s' of %s", names->owner, text, c->option);
    if (near)
        eg_remedy(d, "did you mean %s?", near);
    else
        eg_remedy(d, "write the name of a variable as it stands in the results; * and ? stand for others");
    free((void *)candidates);
    return EG_ERROR_USAGE;
}

/* Of variables of the run itself. */
static bool is_pattern(const eg_curves_wanted *c, size_t i)
{
    return (!c->expressions || !c->expressions[i].text) && derivative_length(c, c->texts.items[i]) == 0;
}

eg_status eg_curves_require(const eg_curves_wanted *c, const eg_model *m, eg_diagnostics *d)
{
    eg_result_names names;
    eg_status status = EG_OK;
    if (c->texts.count == 0)
        return EG_OK;
    if (eg_model_result_names(m, &names, NULL) != 0)
        status = EG_ERROR_MEMORY;
    for (size_t i = 0; i < c->texts.count && status == EG_OK; i++)
        if (is_pattern(c, i) && !matches_any(&names, c->texts.items[i]))
            status = report_unknown(c, c->texts.items[i], &names, d);
    for (size_t i = 0; i < c->needed_count && status == EG_OK; i++)
        if (!matches_any(&names, c->needed[i]))
            status = report_unknown(c, c->needed[i], &names, d);
    eg_result_names_release(&names);
    return status;
}

size_t eg_curves_stored(const eg_curves_wanted *c, const char **patterns)
{
    size_t count = 0;
    for (size_t i = 0; i < c->texts.count; i++)
        if (is_pattern(c, i))
            patterns[count++] = c->texts.items[i];
    for (size_t i = 0; i < c->needed_count; i++)
        patterns[count++] = c->needed[i];
    return count;
}

void eg_curves_release(eg_curves_wanted *c)
{
    for (size_t i = 0; c->expressions && i < c->texts.count; i++)
        eg_expression_release(&c->expressions[i]);
    eg_result_names_release(&c->names);
    free(c->expressions);
    free(c->needed);
    free(c->texts.items);
    eg_arena_free(c->arena);
    *c = (eg_curves_wanted){0};
}

/* Where a trajectory has what is called so; -1: nowhere. */
static long place_of(const eg_trajectory *t, const char *name)
{
    long signal = eg_trajectory_find(t, name);
    for (size_t i = 0; i < t->constant_count && signal < 0; i++)
        if (strcmp(t->constants[i].name, name) == 0)
            return (long)(t->signal_count + i);
    return signal;
}

/* A signal more moves the constants: places are looked up for each. */
int eg_curves_add(eg_curves_wanted *c, eg_trajectory *t)
{
    for (size_t i = 0; c->expressions && i < c->texts.count; i++) {
        eg_expression *e = &c->expressions[i];
        if (!e->text || eg_trajectory_find(t, e->text) >= 0)
            continue;
        for (int k = 0; k < e->column_count; k++)
            if ((e->columns[k] = place_of(t, c->names.items[e->columns[k]].name)) < 0)
                return -1;
        if (eg_trajectory_add_expression(t, e, e->text) != 0)
            return -1;
    }
    return 0;
}

/* ---------------------------------------------------------------- numbers */

eg_status eg_get_of_trajectory(const eg_texts *texts, double at, const eg_trajectory *t, eg_arena *arena,
                               double *results, const char **units, eg_diagnostics *d)
{
    eg_result_names names;
    eg_status status = eg_trajectory_result_names(t, &names) == 0 ? EG_OK : EG_ERROR_MEMORY;
    for (size_t i = 0; i < texts->count && status != EG_ERROR_MEMORY; i++) {
        eg_expression e;
        eg_status own = eg_expression_read(texts->items[i], "--get", &names, d, &e);
        if (own != EG_OK) {
            status = own == EG_ERROR_MEMORY ? own : EG_ERROR_USAGE;
            continue;
        }
        units[i] = eg_arena_copy(arena, e.unit);
        if (!units[i] || eg_trajectory_reduce(t, &e, at, &results[i]) != 0)
            status = EG_ERROR_MEMORY;
        eg_expression_release(&e);
    }
    eg_result_names_release(&names);
    return status;
}
