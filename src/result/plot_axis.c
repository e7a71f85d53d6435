/* Axes of a picture: ranges, short numbers and labels that a person reads at once.
 *
 * A position that moves by micrometres far from the origin is drawn as its distance from a round
 * number; 0.000002 m is drawn as 2 um with a micro sign. */
#include "result/plot.h"

#include "base/number.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---------------------------------------------------------------- ranges */

static void widen(double value, double *low, double *high)
{
    if (!isfinite(value))
        return;
    *low = value < *low ? value : *low;
    *high = value > *high ? value : *high;
}

/* Of what an axis by powers of ten can show, where is_log. */
static void find_range(const eg_plot *plot, const eg_panel *p, bool of_x, bool is_log, double *low,
                       double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < p->count; i++) {
        const eg_trajectory *t = plot->lines[p->lines[i]].t;
        for (size_t row = 0; row < t->row_count; row++) {
            const double value =
                of_x ? eg_plot_abscissa(plot, p->lines[i], row) : eg_plot_value(plot, p->lines[i], row);
            if (!is_log || value > 0.0)
                widen(value, low, high);
        }
    }
    if (*low > *high)
        *low = *high = 0.0;
}

/* Abscissas at which a line is not 0, and those of the points beside them: the lines to these are not 0. */
static void find_busy(const eg_plot *plot, const eg_panel *p, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < p->count; i++) {
        const size_t line = p->lines[i], rows = plot->lines[line].t->row_count;
        for (size_t row = 0; row < rows; row++) {
            if (eg_plot_value(plot, line, row) == 0.0)
                continue;
            widen(eg_plot_abscissa(plot, line, row), low, high);
            widen(eg_plot_abscissa(plot, line, row > 0 ? row - 1 : 0), low, high);
            widen(eg_plot_abscissa(plot, line, row + 1 < rows ? row + 1 : row), low, high);
        }
    }
}

/* A force over a way that is 0 until bodies touch must not be a thin line at the rim of a picture: where all
 * lines are 0 over more than three quarters of the range, it is cut to the rest, with some room. Returns
 * whether it was. */
static bool cut_quiet(const eg_plot *plot, const eg_panel *p, double *low, double *high)
{
    const double quiet = 4.0, room = 0.3;
    double from, to;
    find_busy(plot, p, &from, &to);
    if (plot->log_x || plot->log_y || !(to > from) || !(*high - *low > quiet * (to - from)))
        return false;
    *low = fmax(*low, from - room * (to - from));
    *high = fmin(*high, to + room * (to - from));
    return true;
}

static void set_room(eg_axis *a, double low, double high, double room)
{
    a->low = fmax(low - room, -DBL_MAX);
    a->high = fmin(high + room, DBL_MAX);
}

/* Room around what does not change: a part of its size, though never so little that it rounds to nothing. */
static double room_for_constant(double size, double part)
{
    return size > 0.0 ? fmax(part * size, DBL_MIN) : 1.0;
}

/* Leaves room around the values. What differs by rounding errors only is drawn as constant. */
static void set_range(eg_axis *a, double low, double high)
{
    double size = fmax(fabs(low), fabs(high));
    double room = 0.07 * high - 0.07 * low;
    if (!(high - low > 1e-13 * size))
        room = room_for_constant(size, 0.1);
    set_room(a, low, high, room);
}

/* From a power of ten to another one, so that there are two numbers at least; low = high = 0, where there is
 * nothing above 0, stays. */
static void set_decades(eg_axis *a, double low, double high)
{
    const double slack = 1e-9;
    a->is_log = true;
    a->offset = 0.0;
    a->scale = 1.0;
    a->low = a->high = 0.0;
    if (!(low > 0.0))
        return;
    const double first = floor(log10(low) + slack), last = ceil(log10(high) - slack);
    a->low = fmax(pow(10.0, first), DBL_MIN);
    a->high = fmin(pow(10.0, last > first ? last : first + 1.0), DBL_MAX);
}

/* 1, 2 or 5 times a power of ten: the least that divides the range into at most `parts`. A width beyond the
 * doubles is taken for the largest of them, one below the normal ones for the least of those. */
static double round_step(double range, int parts)
{
    range = fmax(fmin(range, DBL_MAX), DBL_MIN);
    double decade = pow(10.0, floor(log10(range / parts)));
    static const double round[] = {1.0, 2.0, 5.0, 10.0};
    size_t i = 0;
    while (i < 3 && round[i] * decade * parts < range * (1.0 - 1e-9))
        i++;
    return round[i] * decade;
}

/* ---------------------------------------------------------------- units */

/* Symbols that take a decimal prefix. The kilogram has one, degrees and powers (m2) take none. */
static bool takes_prefix(const char *unit)
{
    static const char *const symbols[] = {"m", "N", "W", "J", "s", "Pa", "V", "A", "Hz", "K"};
    size_t length = strcspn(unit, "/.");
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++)
        if (strlen(symbols[i]) == length && strncmp(unit, symbols[i], length) == 0)
            return true;
    return false;
}

/* "m/s2" as people write it. */
static void pretty_unit(const char *unit, char *out, size_t size)
{
    size_t n = 0;
    char before = ' ';
    for (; *unit && n + 4 < size; before = *unit++) {
        bool power = (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z');
        const char *text = NULL;
        if (power && *unit == '2')
            text = "\u00B2";
        else if (power && *unit == '3')
            text = "\u00B3";
        if (*unit == '.')
            text = "\u00B7";
        if (text) {
            memcpy(out + n, text, strlen(text));
            n += strlen(text);
        } else {
            out[n++] = *unit;
        }
    }
    out[n] = '\0';
}

/* The exponent of ten, a multiple of three, that keeps the largest number on an axis short and 1 or more
 * from `least` on. Where the unit takes no prefix, numbers are powers sooner than long. */
static int thousands_for(double most, double least, const char *unit)
{
    const int lowest = -102; /* of what is smaller not all powers are doubles to the last digit */
    if (!(most > 0.0) || (most >= least && most < (takes_prefix(unit) ? 1e4 : 1e5)))
        return 0;
    int thousands = (int)floor(log10(most) / 3.0);
    return 3 * (thousands < lowest ? lowest : thousands);
}

static const char *const prefixes[] = {"f", "p", "n", "\u00B5", "m", "", "k", "M", "G", "T"};

int eg_axis_prefix(const char *unit, const char **rest)
{
    for (int i = 0; i < 10; i++) {
        const char *prefix = i == 3 ? "u" : prefixes[i];
        size_t length = strlen(prefix);
        if (length == 0 || strncmp(unit, prefix, length) != 0 || !takes_prefix(unit + length))
            continue;
        *rest = unit + length;
        return 3 * (i - 5);
    }
    return 0;
}

/* Writes the unit in which numbers over 10^power are. */
static void write_unit(const char *unit, int power, char *out, size_t size)
{
    char pretty[EG_LABEL_SIZE - 20];
    pretty_unit(unit, pretty, sizeof pretty);
    if (power == 0)
        snprintf(out, size, "%s", pretty);
    else if (takes_prefix(unit) && power >= -15 && power <= 12)
        snprintf(out, size, "%s%s", prefixes[power / 3 + 5], pretty);
    else
        snprintf(out, size, "1e%d%s%s", power, *pretty ? " " : "", pretty);
}

static double largest_number(const eg_axis *a)
{
    return fmax(fabs(a->low - a->offset), fabs(a->high - a->offset));
}

/* Chooses a power of 1000 for the largest number on the axis, and writes the unit that goes with it. */
static void set_scale(eg_axis *a, double least, const char *unit, char *out, size_t size)
{
    int power = thousands_for(largest_number(a), least, unit);
    a->scale = pow(10.0, power);
    write_unit(unit, power, out, size);
}

/* Largest number on an axis that is not written in thousandths. */
static const double LEAST_NUMBER = 0.02, LEAST_ON_CURVES = 0.2;
/* The same where another panel of the unit has larger ones. */
static const double LEAST_UNIFIED = 0.01;

/* Characters of the longest number, without its sign, on an axis of that range and size. */
static int tick_length(double range, double size, double scale)
{
    double step = round_step(range, 6);
    int before = size >= 10.0 * scale ? (int)floor(log10(size / scale)) + 1 : 1;
    int behind = step < scale ? (int)-floor(log10(step / scale) + 1e-9) : 0;
    return before + (behind > 0 ? 1 + behind : 0);
}

int eg_axis_tick_length(const eg_axis *a)
{
    if (a->is_log)
        return EG_TICK_LENGTH;
    return tick_length(a->high - a->low, largest_number(a), a->scale) + (a->low < a->offset);
}

/* Takes off a round number where the axis would else need long numbers that differ in late digits only: the
 * roundest one near the values. */
static void set_offset(eg_axis *a, double low, double high, const char *unit)
{
    double range = high - low, size = fmax(fabs(low), fabs(high));
    a->offset = 0.0;
    if (!(range > 1e-13 * size) ||
        tick_length(range, size, pow(10.0, thousands_for(size, LEAST_NUMBER, unit))) <= EG_TICK_LENGTH)
        return;
    double middle = 0.5 * low + 0.5 * high;
    for (int decade = (int)floor(log10(size)); decade > -300; decade--) {
        double grid = pow(10.0, fabs((double)decade)); /* exact, so that the number is round in decimals */
        double near = decade < 0 ? round(middle * grid) / grid : round(middle / grid) * grid;
        if (fabs(near - middle) < 10.0 * range) {
            a->offset = near;
            return;
        }
    }
}

/* ---------------------------------------------------------------- labels */

size_t eg_axis_last_part(const char *name, const char **part)
{
    const char *begin = name;
    int depth = 0;
    bool quoted = false; /* names in quotes hold what they like */
    for (const char *c = name; *c; c++) {
        quoted = quoted != (*c == '\'');
        depth += (*c == '[') - (*c == ']');
        if (*c == '.' && depth == 0)
            begin = c + 1;
        if (!quoted && depth == 0 && strchr("+-*/^(", *c)) {
            *part = name;
            return strlen(name);
        }
    }
    *part = begin;
    return strcspn(begin, "[");
}

enum { MOST_PARTS = 3 };     /* different names that a label lists */
enum { MOST_ABSCISSA = 60 }; /* characters of a name below an axis */

/* "s, s_rel": the last parts of the variables' names when they are few. False when they are many. */
static bool list_parts(const eg_plot *plot, const eg_panel *p, char *out, size_t size)
{
    size_t used = 0, parts = 0;
    const char *known[MOST_PARTS];
    size_t lengths[MOST_PARTS];
    out[0] = '\0';
    for (size_t i = 0; i < p->count; i++) {
        const char *part;
        const eg_plot_line *line = &plot->lines[p->lines[i]];
        size_t k = 0, length = eg_axis_last_part(line->t->signals[line->y].info.name, &part);
        while (k < parts && (lengths[k] != length || strncmp(known[k], part, length) != 0))
            k++;
        if (k < parts)
            continue;
        if (parts == MOST_PARTS || used + length + 3 > size)
            return false;
        known[parts] = part;
        lengths[parts++] = length;
        used += (size_t)snprintf(out + used, size - used, "%s%.*s", used > 0 ? ", " : "", (int)length, part);
    }
    return true;
}

static const char *quantity_of(const char *unit)
{
    static const char *const table[][2] = {
        {"m", "length"},      {"m/s", "speed"},   {"m/s2", "acceleration"}, {"N", "force"},
        {"W", "power"},       {"J", "energy"},    {"K", "temperature"},     {"N.m", "torque"},
        {"rad", "angle"},     {"kg", "mass"},     {"rad/s", "speed"},       {"N/m", "stiffness"},
        {"N.s/m", "damping"}, {"N.s", "impulse"}, {"W/K", "conductance"},   {"J/K", "capacity"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(unit, table[i][0]) == 0)
            return table[i][1];
    return "";
}

/* "name - offset [unit]". The offset is in the unit without a prefix, which it says where there is one:
 * "time - 1000000 s [ms]". */
static void set_label(eg_axis *a, const char *name, const char *plain, const char *unit)
{
    char number[EG_NUMBER_SIZE] = "", own[40] = "";
    const char *sign = "";
    if (a->offset != 0.0) {
        eg_number_write(fabs(a->offset), number);
        sign = a->offset > 0.0 ? " \u2212 " : " + ";
        if (a->scale != 1.0)
            pretty_unit(plain, own, sizeof own);
    }
    const char *open = "";
    if (*unit)
        open = *name ? " [" : "[";
    snprintf(a->label, sizeof a->label, "%s%s%s%s%s%s%s%s", name, sign, number, *own ? " " : "", own, open,
             unit, *unit ? "]" : "");
}

/* ---------------------------------------------------------------- the kinds of axes */

/* Over time, by powers of ten: all times after 0. */
static void set_log_time(eg_plot *plot)
{
    char unit[EG_LABEL_SIZE];
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < plot->line_count; i++)
        for (size_t row = 0; plot->lines[i].x < 0 && row < plot->lines[i].t->row_count; row++)
            if (eg_trajectory_time(plot->lines[i].t, row) > 0.0)
                widen(eg_trajectory_time(plot->lines[i].t, row), &low, &high);
    set_decades(&plot->time, low > high ? 0.0 : low, high);
    write_unit("s", 0, unit, sizeof unit);
    set_label(&plot->time, "time", "s", unit);
}

void eg_axis_for_time(eg_plot *plot)
{
    if (plot->log_x) {
        set_log_time(plot);
        return;
    }
    eg_axis *a = &plot->time;
    char unit[EG_LABEL_SIZE];
    a->low = INFINITY;
    a->high = -INFINITY;
    for (size_t i = 0; i < plot->line_count; i++) {
        const eg_trajectory *t = plot->lines[i].t;
        if (plot->lines[i].x >= 0 || t->row_count == 0)
            continue;
        widen(eg_trajectory_time(t, 0), &a->low, &a->high);
        widen(eg_trajectory_time(t, t->row_count - 1), &a->low, &a->high);
    }
    if (a->low > a->high)
        a->low = a->high = 0.0;
    set_offset(a, a->low, a->high, "s");
    if (!(a->high > a->low))
        set_room(a, a->low, a->high, room_for_constant(fabs(a->low), 0.1));
    set_scale(a, LEAST_NUMBER, "s", unit, sizeof unit);
    set_label(a, "time", "s", unit);
}

/* Does a character of UTF-8 begin here? */
static bool is_beginning(char c)
{
    return ((unsigned char)c & 0xC0) != 0x80;
}

/* A name of at most `most` characters or so: of a longer one the middle is left out, a third before it. */
static void cut_middle(const char *name, size_t most, char out[EG_LABEL_SIZE])
{
    const size_t length = strlen(name), room = EG_LABEL_SIZE - 8; /* an ellipsis has three bytes */
    most = most < 12 ? 12 : most;
    most = most < room ? most : room;
    if (length <= most) {
        snprintf(out, EG_LABEL_SIZE, "%s", name);
        return;
    }
    size_t head = most / 3, tail = length - (most - head - 1);
    while (!is_beginning(name[head]))
        head--;
    while (!is_beginning(name[tail]))
        tail++;
    snprintf(out, EG_LABEL_SIZE, "%.*s\u2026%s", (int)head, name, name + tail);
}

/* Rotated, the label must fit along the axis: about 8 pixels a character. */
static void name_panel(const eg_plot *plot, eg_panel *p, const char *unit)
{
    char name[EG_LABEL_SIZE];
    size_t room = (size_t)(p->height / 8.0);
    const eg_plot_line *first = &plot->lines[p->lines[0]];
    if (plot->by_run && !p->lanes) {
        cut_middle(first->t->signals[first->y].info.name,
                   room > strlen(unit) + 3 ? room - strlen(unit) - 3 : 0, name);
        set_label(&p->axis, name, p->unit, unit);
        return;
    }
    if (!list_parts(plot, p, name, sizeof name) || strlen(name) + strlen(unit) + 3 > room)
        snprintf(name, sizeof name, "%s", quantity_of(p->unit));
    set_label(&p->axis, name, p->unit, unit);
}

/* An axis for what lies between; returns it with the unit that its numbers are in. */
static void set_axis(eg_axis *a, bool is_log, double low, double high, const char *plain, char *unit,
                     size_t size)
{
    if (is_log) {
        set_decades(a, low, high);
        write_unit(plain, 0, unit, size);
        return;
    }
    set_range(a, low, high);
    set_offset(a, low, high, plain);
    set_scale(a, LEAST_NUMBER, plain, unit, size);
}

static void append(char label[EG_LABEL_SIZE], const char *text)
{
    const size_t length = strlen(label);
    snprintf(label + length, EG_LABEL_SIZE - length, "%s", text);
}

void eg_axis_for_panel(const eg_plot *plot, eg_panel *p)
{
    eg_axis *a = &p->axis;
    double low, high;
    char unit[EG_LABEL_SIZE];
    if (p->x_unit) {
        const char *name;
        char text[EG_LABEL_SIZE];
        const int length = (int)eg_axis_last_part(p->x_name, &name);
        find_range(plot, p, true, plot->log_x, &low, &high);
        const bool is_cut = cut_quiet(plot, p, &low, &high);
        set_axis(&p->x, plot->log_x, low, high, p->x_unit, unit, sizeof unit);
        if (!plot->log_x && low >= 0.0 &&
            low < 0.05 * high) /* of frequencies, penetrations: nothing is on the other side */
            p->x.low = 0.0;
        if (plot->by_run)
            cut_middle(p->x_name, MOST_ABSCISSA, text);
        else
            snprintf(text, sizeof text, "%.*s", length, name);
        set_label(&p->x, text, p->x_unit, unit);
        if (is_cut)
            append(p->x.label, ", all 0 beyond");
    }
    find_range(plot, p, false, plot->log_y && !p->lanes, &low, &high);
    set_axis(a, plot->log_y && !p->lanes, low, high, p->unit, unit, sizeof unit);
    if (p->lanes) {
        a->low = -0.3;
        a->high = (double)p->count;
        a->offset = 0.0;
        a->scale = 1.0;
    }
    name_panel(plot, p, unit);
}

void eg_axis_unify(const eg_plot *plot)
{
    char unit[EG_LABEL_SIZE];
    for (size_t i = 0; i < plot->panel_count; i++) {
        eg_panel *p = &plot->panels[i];
        double scale = p->axis.scale;
        for (size_t k = 0; k < plot->panel_count; k++) {
            const eg_panel *other = &plot->panels[k];
            double number = largest_number(&p->axis) / other->axis.scale;
            if (strcmp(p->unit, other->unit) == 0 && other->axis.scale > scale && number >= LEAST_UNIFIED)
                scale = other->axis.scale;
        }
        if (scale == p->axis.scale || p->lanes || p->axis.is_log)
            continue;
        p->axis.scale = scale;
        write_unit(p->unit, (int)lround(log10(scale)), unit, sizeof unit);
        name_panel(plot, p, unit);
    }
}

double eg_axis_for_curves(eg_axis *a, const char *name, const char *unit, int parts)
{
    char text[EG_LABEL_SIZE];
    double size = fmax(fabs(a->low), fabs(a->high));
    if (!(a->high - a->low > fmax(1e-9 * size, DBL_MIN)))
        set_room(a, a->low, a->high, room_for_constant(size, 0.5));
    /* what lies beyond a tick by round-off only does not ask for another one */
    double step = round_step(a->high - a->low, parts);
    a->low = fmax(floor(a->low / step + 1e-6) * step, -DBL_MAX);
    a->high = fmin(ceil(a->high / step - 1e-6) * step, DBL_MAX);
    a->offset = 0.0;
    set_scale(a, LEAST_ON_CURVES, unit, text, sizeof text);
    set_label(a, name, unit, text);
    return step;
}
