#include "fit/sought.h"

#include "base/names.h"
#include "base/number.h"
#include "component/instance.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* ---------------------------------------------------------------- unknowns */

double eg_sought_value(const eg_sought *s, double u)
{
    if (!s->is_log || isnan(u))
        return u;
    return fmin(fmax(exp(u), s->low), s->high);
}

double eg_sought_unknown(const eg_sought *s, double value)
{
    return s->is_log ? log(value) : value;
}

double eg_sought_slope(const eg_sought *s, double u)
{
    return s->is_log ? eg_sought_value(s, u) : 1;
}

/* ---------------------------------------------------------------- texts */

static bool read_number(const char *from, const char *to, double *x)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    const char *end = eg_number_read(from, to, x);
    return end && end == to && isfinite(*x);
}

int eg_sought_read(const char *text, eg_sought *s)
{
    double x[3];
    int count = 0;
    for (const char *from = text; count < 3; count++) {
        const char *colon = strchr(from, ':'), *to = colon ? colon : from + strlen(from);
        if (!read_number(from, to, &x[count]))
            return 0;
        if (!colon) {
            count++;
            break;
        }
        if (count == 2)
            return 0;
        from = colon + 1;
    }
    if (count == 1) {
        s->start = x[0];
        return 1;
    }
    s->low = x[0];
    s->high = x[count - 1];
    s->start = count == 3 ? x[1] : s->start;
    return s->low < s->high && (count == 2 || (s->low <= s->start && s->start <= s->high)) ? count : 0;
}

const char *eg_sought_name(eg_arena *arena, const char *from, const char *to)
{
    static const char ending[] = "(start)";
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    const char *name = eg_arena_text(arena, from, (size_t)(to - from));
    if (name && eg_text_ends(name, ending))
        name = eg_arena_format(arena, "%.*s.start", (int)(strlen(name) - strlen(ending)), name);
    return name;
}

/* ---------------------------------------------------------------- values that there are */

/* The value that a name of the ensemble has as the model stands, its unit and its limits. */
static double value_now(const eg_ensemble *ensemble, eg_sought *s)
{
    const eg_setter *setter = &ensemble->setters[s->item];
    const eg_spec *spec = ensemble->spec;
    if (setter->kind == EG_SET_VARIABLE_START) {
        s->unit = spec->variables[setter->item].unit ? spec->variables[setter->item].unit : "";
        return isnan(spec->variables[setter->item].start) ? 0 : spec->variables[setter->item].start;
    }
    if (setter->kind == EG_SET_START) {
        const eg_instance *owner = &spec->instances[setter->item];
        double now = owner->class->variables[setter->index].start;
        s->unit = owner->class->variables[setter->index].unit;
        for (int k = 0; k < owner->start_count; k++)
            if (owner->starts[k].variable == setter->index)
                now = owner->starts[k].start;
        return isnan(now) ? 0 : now;
    }
    for (size_t k = 0; k < spec->declared_count; k++)
        if (strcmp(spec->declared[k].path, setter->name) == 0) {
            s->unit = spec->declared[k].unit ? spec->declared[k].unit : "";
            s->low = fmax(s->low, spec->declared[k].min);
            s->high = fmin(s->high, spec->declared[k].max);
            return spec->declared[k].value;
        }
    for (size_t k = 0; k < spec->instance_count; k++) {
        const eg_instance *owner = &spec->instances[k];
        const size_t length = strlen(owner->path);
        const int index = strncmp(setter->name, owner->path, length) == 0 && setter->name[length] == '.'
                              ? eg_class_parameter(owner->class, setter->name + length + 1)
                              : -1;
        if (index < 0)
            continue;
        const eg_parameter *parameter = &owner->class->parameters[index];
        s->unit = parameter->unit ? parameter->unit : "";
        if (parameter->min != 0 || parameter->max != 0) {
            s->low = fmax(s->low, parameter->min);
            s->high = fmin(s->high, parameter->max);
        }
        return parameter->columns == 0 ? owner->p[index] : NAN;
    }
    return NAN;
}

eg_status eg_sought_take(eg_sought *s, const eg_ensemble *ensemble, eg_diagnostics *d)
{
    const double now = value_now(ensemble, s);
    if (ensemble->setters[s->item].type != EG_REAL) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "%s is no Real number, and only these can be sought", s->name);
        eg_remedy(d, "seek parameters and start values that are Real");
        return EG_ERROR_USAGE;
    }
    s->start = isnan(s->start) ? now : s->start;
    return EG_OK;
}

eg_status eg_sought_bound(eg_sought *s, eg_diagnostics *d)
{
    if (!(s->low < s->high)) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "%s may be from %.9g to %.9g only", s->name, s->low, s->high);
        eg_remedy(d, "write limits of which the first is less: --free %s=LOW:HIGH", s->name);
        return EG_ERROR_USAGE;
    }
    s->is_log = s->kind == EG_SOUGHT_VALUE && s->low > 0 && isfinite(s->high) && s->high >= 10 * s->low;
    if (isnan(s->start) || s->start < s->low || s->start > s->high) {
        const double middle = s->is_log ? sqrt(s->low * s->high) : 0.5 * (s->low + s->high);
        const double near = isfinite(s->low) ? s->low : s->high;
        if (!isnan(s->start))
            eg_report(d, EG_NOTE, EG_NOWHERE, "%s is %.9g in the model, outside of its bounds", s->name,
                      s->start);
        s->start = isfinite(near) ? near : 0;
        if (isfinite(middle))
            s->start = middle;
    }
    return EG_OK;
}

double eg_sought_scale(const eg_sought *s)
{
    if (s->is_log || s->kind == EG_SOUGHT_GAIN)
        return 1;
    if (s->start != 0)
        return fabs(s->start);
    return isfinite(s->high - s->low) ? 0.1 * (s->high - s->low) : 1;
}

/* ---------------------------------------------------------------- where searches begin */

/* Numbers that follow from the seed, the start and the unknown (Vigna's splitmix64, 2015): from 0 to 1. */
static double draw(unsigned long long seed, size_t start, size_t unknown)
{
    unsigned long long z = seed * 0x9E3779B97F4A7C15ULL + start * 0xD1B54A32D192ED03ULL + unknown + 1;
    for (int round = 0; round < 2; round++) {
        z += 0x9E3779B97F4A7C15ULL;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        z ^= z >> 31;
    }
    return (double)(z >> 11) * 0x1p-53;
}

double eg_sought_begin(const eg_sought *s, unsigned long long seed, size_t start, size_t unknown)
{
    const double part = draw(seed, start, unknown);
    const double low = eg_sought_unknown(s, s->low), high = eg_sought_unknown(s, s->high);
    double u = eg_sought_unknown(s, s->start);
    if (start == 0)
        return u;
    if (isfinite(low) && isfinite(high))
        u = low + part * (high - low);
    else if (s->start != 0)
        u = s->start * exp2(2 * part - 1);
    else
        u = s->scale * (2 * part - 1);
    return fmin(fmax(u, low), high);
}
