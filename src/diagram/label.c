/* Names and values as lines of text, and how wide they may be at most. */
#include "diagram/diagram.h"

#include <math.h>
#include <string.h>

/* Advance widths of DejaVu Sans, the widest of the common fonts, in hundredths of its size, from ' ' to
 * '~'. */
static const unsigned char widths[] = {
    32, 41, 46, 84, 64, 96, 78, 28, 40,  40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 77, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79,
    61, 79, 70, 64, 62, 74, 69, 99, 69,  62, 69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64,
    64, 28, 28, 58, 28, 98, 64, 62, 64,  64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84};

double eg_diagram_text_width(const char *text, double size)
{
    double sum = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c >= ' ' && *c <= '~')
            sum += widths[*c - ' '];
        else if ((*c & 0xC0) != 0x80)
            sum += 150; /* beyond ASCII: no letter of a usual script is wider */
    }
    return sum * size / 100;
}

char *eg_diagram_shorten(eg_arena *arena, const char *text)
{
    enum { MOST = 22, HEAD = 10, TAIL = 11 };
    size_t count = 0, at = 0, head = 0, tail = 0;
    for (size_t i = 0; text[i]; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    if (count <= MOST)
        return eg_arena_copy(arena, text);
    for (size_t i = 0; text[i]; i++) {
        if (((unsigned char)text[i] & 0xC0) == 0x80)
            continue;
        head = at == HEAD ? i : head;
        tail = at == count - TAIL ? i : tail;
        at++;
    }
    return eg_arena_format(arena, "%.*s\xE2\x80\xA6%s", (int)head, text, text + tail);
}

char *eg_diagram_quantity(eg_arena *arena, const char *before, double value, const char *unit)
{
    static const struct {
        double factor;
        const char *sign;
    } prefixes[] = {{1e9, "G"},  {1e6, "M"},         {1e3, "k"},  {1, ""},
                    {1e-3, "m"}, {1e-6, "\xC2\xB5"}, {1e-9, "n"}, {1e-12, "p"}};
    const char *plain = unit ? unit : "";
    bool takes = value != 0 && plain[0] && !strchr("1(d", plain[0]) && strncmp(plain, "kg", 2) != 0;
    takes = takes && strncmp(plain, "rad", 3) != 0 && (plain[0] != 'm' || plain[1] != '2') && plain[0] != 'K';
    takes = takes && fabs(value) < 1e13; /* beyond it no prefix helps */
    for (size_t i = 0; takes && i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (fabs(value) >= prefixes[i].factor * (1 - 1e-12))
            return eg_arena_format(arena, "%s %.4g %s%s", before, value / prefixes[i].factor,
                                   prefixes[i].sign, plain);
    return eg_arena_format(arena, "%s %.4g%s%s", before, value, plain[0] ? " " : "", plain);
}

/* The parameter that says most of a component: the first that is known by one of these names. */
static char *main_value(eg_arena *arena, const eg_box *b)
{
    static const char *const names[] = {
        "m",       "J",       "c",    "d",         "k",      "G",          "R",
        "C",       "s0",      "phi0", "L",         "ratio",  "f_constant", "tau_constant",
        "v_fixed", "w_fixed", "T",    "amplitude", "height", "fn_max",     "mue_pos"};
    if (!b->instance || !b->class)
        return NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        int p = eg_class_parameter(b->class, names[i]);
        if (p < 0 || b->class->parameters[p].type != EG_REAL || b->class->parameters[p].columns != 0 ||
            !isfinite(b->instance->p[p]))
            continue;
        char before[40];
        snprintf(before, sizeof before, "%s =", names[i]);
        return eg_diagram_quantity(arena, before, b->instance->p[p], b->class->parameters[p].unit);
    }
    return NULL;
}

eg_status eg_diagram_label(eg_diagram *d)
{
    for (int i = 0; i < d->box_count; i++) {
        eg_box *b = &d->boxes[i];
        b->symbol = b->class ? eg_diagram_symbol_of(b->class) : EG_SYMBOL_EQUATIONS;
        b->name = eg_diagram_shorten(d->arena, b->path);
        b->value = main_value(d->arena, b);
        if (!b->name)
            return EG_ERROR_MEMORY;
        double name = eg_diagram_text_width(b->name, EG_TEXT_SIZE);
        double value = b->value ? eg_diagram_text_width(b->value, EG_TEXT_SIZE) : 0;
        double state = b->state ? eg_diagram_text_width(b->state, EG_TEXT_SIZE) : 0;
        b->text_width = fmax(name, fmax(value, state));
    }
    int *counts = eg_arena_array(d->arena, 4 * (size_t)d->box_count + 4, sizeof *counts);
    int *seen = eg_arena_array(d->arena, 4 * (size_t)d->box_count + 4, sizeof *seen);
    if (!counts || !seen)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < d->terminal_count; i++)
        if (d->terminals[i].net >= 0)
            counts[4 * d->terminals[i].box + (int)d->terminals[i].side]++;
    for (int i = 0; i < d->box_count; i++) {
        eg_box *b = &d->boxes[i];
        const int *c = &counts[4 * i];
        int high = c[EG_SIDE_LEFT] > c[EG_SIDE_RIGHT] ? c[EG_SIDE_LEFT] : c[EG_SIDE_RIGHT];
        int wide = c[EG_SIDE_TOP] > c[EG_SIDE_BOTTOM] ? c[EG_SIDE_TOP] : c[EG_SIDE_BOTTOM];
        double pitch = b->domain == EG_SIGNAL ? 14 : 28;
        b->height = pitch * high + 8 > 44 ? pitch * high + 8 : 44;
        double least = b->symbol == EG_SYMBOL_ICON ? 44 : 60;
        b->width = wide > 1 && 24.0 * wide + 12 > least ? 24.0 * wide + 12 : least;
        b->top_count = c[EG_SIDE_TOP];
        b->bottom_count = c[EG_SIDE_BOTTOM];
        b->text_below = b->top_count > 0;
        b->text_beside = b->top_count > 0 && b->bottom_count > 0;
    }
    for (int i = 0; i < d->terminal_count; i++)
        if (d->terminals[i].net >= 0 && d->terminals[i].is_primary)
            seen[4 * d->terminals[i].box + (int)d->terminals[i].side] = 1; /* in the middle; others follow */
    for (int i = 0; i < d->terminal_count; i++) { /* those of the top and of the bottom never meet: 6 apart */
        eg_terminal *t = &d->terminals[i];
        if (t->net < 0 || t->is_primary)
            continue;
        const int count = counts[4 * t->box + (int)t->side], k = seen[4 * t->box + (int)t->side]++;
        if (!eg_diagram_is_level(t))
            t->offset = t->side == EG_SIDE_TOP ? 12.0 * k : -6.0 - 12.0 * k;
        else if (eg_diagram_domain_of(t->kind) == EG_SIGNAL)
            t->offset = 14.0 * (k - 0.5 * (count - 1));
        else
            t->offset = t->side == EG_SIDE_LEFT ? -14.0 * k : 14.0 * k;
    }
    return EG_OK;
}
