/* The parts that icons are composed of. A text is a list of commands with numbers, separated by ";":
 *
 *   lead x1 x2 [y]        a line to a port          bar x1 y1 x2 y2      a rod, a shaft
 *   line x y x y ...      a thin line               thick x y x y ...    a plate seen from its edge
 *   block x1 y1 x2 y2     a body                    box x1 y1 x2 y2      an empty box
 *   dash x1 y1 x2 y2      a box of dashes           poly x y x y ...     a filled outline
 *   spring x1 x2 y        a spring                  damper x1 x2 y       a damper
 *   wall x y1 y2 side     hatched, its body at side (1: right, -1: left)
 *   ground x1 x2 y        hatched below             rub x1 x2 y          rough faces
 *   circle x y r          an outline                disk x y r           filled
 *   dot x y r             black                     arc x y r a b        of a circle, degrees
 *   arrow x1 y1 x2 y2     with a head               force x1 x2 y        a fat arrow
 *   turn x y r a b        an arc with a head        gear x y r teeth     a toothed wheel
 *   gauge x y r           a dial with its needle    scale x1 x2 y        a rule with ticks
 *   heat x1 x2 y          wavy arrow                therm x y            a thermometer
 *   frame                 the frame of a block      bframe, iframe       of Boolean, Integer ones
 *   axes                  of a curve in a frame     plot x y x y ...     the curve itself
 *   fn NAME a b           a function between a and b
 *   text x y height WORD  words, "~" for a blank    at NAME x y          where a port stands
 *   taxes                 of a curve over time */
#include "component/icon/icon.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INK = 0x202830, BODY = 0xC9D3DC, PALE = 0xFFFFFF, CURVE = 0x1F4E9E, MOST = 64 };
enum { BOOLEAN_COLOR = 0xC000C0, INTEGER_COLOR = 0xD97000, SIGNAL_COLOR = 0x00007F };
#define THIN 2.5
#define THICK 7.0

typedef struct command {
    char word[16];
    double n[MOST];
    int count;
    char name[48]; /* of fn, text, at */
} command;

/* ---------------------------------------------------------------- lines and bodies */

static void put_points(eg_drawing *d, const command *c)
{
    for (int i = 0; i + 1 < c->count; i += 2)
        eg_draw_point(d, c->n[i], c->n[i + 1]);
}

static void segment(eg_drawing *d, double x1, double y1, double x2, double y2, int32_t color, double width)
{
    eg_draw_line(d, color, width);
    eg_draw_point(d, x1, y1);
    eg_draw_point(d, x2, y2);
}

static void lead(eg_drawing *d, const command *c, int32_t color)
{
    double y = c->count > 2 ? c->n[2] : 0.0;
    segment(d, c->n[0], y, c->n[1], y, color, 3.5);
}

static void line(eg_drawing *d, const command *c, int32_t color)
{
    eg_draw_line(d, color, THIN);
    put_points(d, c);
}

static void thick(eg_drawing *d, const command *c, int32_t color)
{
    (void)color;
    eg_draw_line(d, INK, THICK);
    put_points(d, c);
}

static void poly(eg_drawing *d, const command *c, int32_t color)
{
    (void)color;
    eg_draw_polygon(d, INK, BODY, THIN);
    put_points(d, c);
}

static void bar(eg_drawing *d, const command *c, int32_t color)
{
    (void)color;
    eg_draw_rectangle(d, c->n[0], c->n[1], c->n[2], c->n[3], INK, 0x9FAAB4, THIN);
}

static void block(eg_drawing *d, const command *c, int32_t color)
{
    (void)color;
    eg_draw_rectangle(d, c->n[0], c->n[1], c->n[2], c->n[3], INK, BODY, THIN);
}

static void box(eg_drawing *d, const command *c, int32_t color)
{
    (void)color;
    eg_draw_rectangle(d, c->n[0], c->n[1], c->n[2], c->n[3], INK, PALE, THIN);
}

static void dash(eg_drawing *d, const command *c, int32_t color)
{
    eg_draw_rectangle(d, c->n[0], c->n[1], c->n[2], c->n[3], color, EG_NO_COLOR, THIN);
    if (!d->out_of_memory)
        d->shapes[d->shape_count - 1].is_dashed = true;
}

/* ---------------------------------------------------------------- springs, dampers, walls */

static void spring(eg_drawing *d, const command *c, int32_t color)
{
    enum { TURNS = 5 };
    (void)color;
    const double x1 = c->n[0], x2 = c->n[1], y = c->n[2], end = 0.12 * (x2 - x1), high = 16.0;
    const double pitch = (x2 - x1 - 2 * end) / (2 * TURNS);
    eg_draw_line(d, INK, 3.5);
    eg_draw_point(d, x1, y);
    eg_draw_point(d, x1 + end, y);
    for (int i = 0; i < 2 * TURNS; i++)
        eg_draw_point(d, x1 + end + (i + 0.5) * pitch, y + (i % 2 ? -high : high));
    eg_draw_point(d, x2 - end, y);
    eg_draw_point(d, x2, y);
}

/* A pot that is open to the right, and a piston with its rod in it. */
static void damper(eg_drawing *d, const command *c, int32_t color)
{
    (void)color;
    const double x1 = c->n[0], x2 = c->n[1], y = c->n[2], length = x2 - x1, high = 20.0;
    const double pot = x1 + 0.25 * length, open = x1 + 0.72 * length, piston = x1 + 0.5 * length;
    eg_draw_polygon(d, EG_NO_COLOR, 0xD6E6F2, 0);
    eg_draw_point(d, pot, y + high);
    eg_draw_point(d, open, y + high);
    eg_draw_point(d, open, y - high);
    eg_draw_point(d, pot, y - high);
    eg_draw_line(d, INK, 3.5);
    eg_draw_point(d, open, y + high);
    eg_draw_point(d, pot, y + high);
    eg_draw_point(d, pot, y - high);
    eg_draw_point(d, open, y - high);
    segment(d, x1, y, pot, y, INK, 3.5);
    segment(d, piston, y + high - 5, piston, y - high + 5, INK, 5);
    segment(d, piston, y, x2, y, INK, 3.5);
}

static void hatch(eg_drawing *d, double x, double y, double dx, double dy, double length, double ox,
                  double oy)
{
    int count = (int)floor(length / 14.0);
    for (int i = 0; i <= count; i++) {
        double t = length * (i + 0.5) / (count + 1);
        segment(d, x + dx * t, y + dy * t, x + dx * t + ox, y + dy * t + oy, INK, 2);
    }
}

static void wall(eg_drawing *d, const command *c, int32_t color)
{
    (void)color;
    const double x = c->n[0], side = c->n[3];
    segment(d, x, c->n[1], x, c->n[2], INK, 4);
    hatch(d, x, c->n[1], 0, 1, c->n[2] - c->n[1], 14 * side, -10);
}

static void ground(eg_drawing *d, const command *c, int32_t color)
{
    (void)color;
    segment(d, c->n[0], c->n[2], c->n[1], c->n[2], INK, 4);
    hatch(d, c->n[0], c->n[2], 1, 0, c->n[1] - c->n[0], -10, -14);
}

/* Two rough faces that touch. */
static void rub(eg_drawing *d, const command *c, int32_t color)
{
    (void)color;
    const double step = 9.0;
    eg_draw_line(d, 0xB03020, 2.5);
    int count = (int)((c->n[1] - c->n[0]) / step);
    for (int i = 0; i <= count; i++)
        eg_draw_point(d, c->n[0] + i * step, c->n[2] + (i % 2 ? 3.5 : -3.5));
}

/* ---------------------------------------------------------------- round things */

static void round_shape(eg_drawing *d, const command *c, int32_t fill, double width)
{
    eg_draw_polygon(d, INK, fill, width);
    eg_draw_arc(d, c->n[0], c->n[1], c->n[2], 0, 350);
}

static void circle(eg_drawing *d, const command *c, int32_t color)
{
    (void)color;
    round_shape(d, c, PALE, 3);
}

static void disk(eg_drawing *d, const command *c, int32_t color)
{
    (void)color;
    round_shape(d, c, BODY, 3);
}

static void dot(eg_drawing *d, const command *c, int32_t color)
{
    (void)color;
    round_shape(d, c, INK, 1);
}

static void arc(eg_drawing *d, const command *c, int32_t color)
{
    eg_draw_line(d, color, 3);
    eg_draw_arc(d, c->n[0], c->n[1], c->n[2], c->n[3], c->n[4]);
}

static void gear(eg_drawing *d, const command *c, int32_t color)
{
    (void)color;
    const double x = c->n[0], y = c->n[1], r = c->n[2];
    const int teeth = (int)c->n[3];
    eg_draw_polygon(d, INK, BODY, THIN);
    for (int i = 0; i < 4 * teeth; i++) {
        double angle = 2 * 3.14159265358979323846 * (i + 0.5) / (4 * teeth);
        double at = (i & 2) ? r : r - 8;
        eg_draw_point(d, x + at * cos(angle), y + at * sin(angle));
    }
    eg_draw_polygon(d, INK, INK, 1);
    eg_draw_arc(d, x, y, 5, 0, 350);
}

/* A dial with a needle that leaves its middle free for a letter. */
static void gauge(eg_drawing *d, const command *c, int32_t color)
{
    (void)color;
    const double x = c->n[0], y = c->n[1], r = c->n[2];
    round_shape(d, c, PALE, 3);
    for (int i = 0; i <= 4; i++) {
        double angle = (30 + 30 * i) * 3.14159265358979323846 / 180;
        segment(d, x + (r - 9) * cos(angle), y + (r - 9) * sin(angle), x + r * cos(angle), y + r * sin(angle),
                INK, 2.5);
    }
    segment(d, x, y + 4, x + 0.72 * r * cos(2.2), y + 0.72 * r * sin(2.2), 0xB03020, 3);
}

/* A rule with ticks, as of a sensor of positions. */
static void scale(eg_drawing *d, const command *c, int32_t color)
{
    (void)color;
    const double x1 = c->n[0], x2 = c->n[1], y = c->n[2];
    eg_draw_rectangle(d, x1, y, x2, y + 34, INK, PALE, 3);
    for (int i = 1; i < 8; i++)
        segment(d, x1 + (x2 - x1) * i / 8, y + 34, x1 + (x2 - x1) * i / 8, y + (i == 4 ? 18 : 25), INK, 2);
}

/* ---------------------------------------------------------------- arrows */

static void head(eg_drawing *d, double x, double y, double dx, double dy, int32_t color)
{
    const double length = hypot(dx, dy), ux = dx / length, uy = dy / length;
    eg_draw_polygon(d, color, color, 1);
    eg_draw_point(d, x, y);
    eg_draw_point(d, x - 15 * ux - 7 * uy, y - 15 * uy + 7 * ux);
    eg_draw_point(d, x - 15 * ux + 7 * uy, y - 15 * uy - 7 * ux);
}

static void arrow(eg_drawing *d, const command *c, int32_t color)
{
    segment(d, c->n[0], c->n[1], c->n[2], c->n[3], color, 3.5);
    head(d, c->n[2], c->n[3], c->n[2] - c->n[0], c->n[3] - c->n[1], color);
}

static void force(eg_drawing *d, const command *c, int32_t color)
{
    const double x1 = c->n[0], x2 = c->n[1], y = c->n[2], neck = x2 - (x2 > x1 ? 34 : -34);
    eg_draw_polygon(d, INK, color, THIN);
    eg_draw_point(d, x1, y + 10);
    eg_draw_point(d, neck, y + 10);
    eg_draw_point(d, neck, y + 26);
    eg_draw_point(d, x2, y);
    eg_draw_point(d, neck, y - 26);
    eg_draw_point(d, neck, y - 10);
    eg_draw_point(d, x1, y - 10);
}

static void turn(eg_drawing *d, const command *c, int32_t color)
{
    const double x = c->n[0], y = c->n[1], r = c->n[2], degree = 3.14159265358979323846 / 180;
    const double way = c->n[4] > c->n[3] ? 1 : -1, b = c->n[4] * degree, end = (c->n[4] - 12 * way);
    eg_draw_line(d, color, 6);
    eg_draw_arc(d, x, y, r, c->n[3], end);
    head(d, x + r * cos(b), y + r * sin(b), -way * sin(b), way * cos(b), color);
}

static void heat(eg_drawing *d, const command *c, int32_t color)
{
    enum { STEPS = 24 };
    (void)color;
    const double x1 = c->n[0], x2 = c->n[1], y = c->n[2], way = x2 > x1 ? 1 : -1;
    eg_draw_line(d, 0xC01010, 4);
    for (int i = 0; i <= STEPS; i++) {
        double t = (double)i / STEPS;
        eg_draw_point(d, x1 + (x2 - 12 * way - x1) * t, y + 6 * sin(4 * 3.14159265358979323846 * t));
    }
    head(d, x2, y, way, 0, 0xC01010);
}

static void therm(eg_drawing *d, const command *c, int32_t color)
{
    (void)color;
    const double x = c->n[0], y = c->n[1];
    eg_draw_rectangle(d, x - 8, y - 30, x + 8, y + 62, INK, PALE, 3);
    eg_draw_rectangle(d, x - 4, y - 30, x + 4, y + 24, EG_NO_COLOR, 0xC01010, 0);
    eg_draw_polygon(d, INK, 0xC01010, 3);
    eg_draw_arc(d, x, y - 42, 18, 0, 350);
}

/* ---------------------------------------------------------------- frames and curves */

static void frame_of(eg_drawing *d, int32_t color)
{
    eg_draw_rectangle(d, -80, -80, 80, 80, color, PALE, 3);
}

static void frame(eg_drawing *d, const command *c, int32_t color)
{
    (void)c;
    (void)color;
    frame_of(d, SIGNAL_COLOR);
}

static void bframe(eg_drawing *d, const command *c, int32_t color)
{
    (void)c;
    (void)color;
    frame_of(d, BOOLEAN_COLOR);
}

static void iframe(eg_drawing *d, const command *c, int32_t color)
{
    (void)c;
    (void)color;
    frame_of(d, INTEGER_COLOR);
}

static void axes(eg_drawing *d, const command *c, int32_t color)
{
    (void)c;
    (void)color;
    segment(d, -66, 0, 62, 0, 0x9AA4AE, 2);
    segment(d, 0, -66, 0, 62, 0x9AA4AE, 2);
    head(d, 70, 0, 1, 0, 0x9AA4AE);
    head(d, 0, 70, 0, 1, 0x9AA4AE);
}

/* Of curves over time: the axes stand at the left and below. */
static void taxes(eg_drawing *d, const command *c, int32_t color)
{
    (void)c;
    (void)color;
    segment(d, -66, -50, 62, -50, 0x9AA4AE, 2);
    segment(d, -56, -66, -56, 62, 0x9AA4AE, 2);
    head(d, 70, -50, 1, 0, 0x9AA4AE);
    head(d, -56, 70, 0, 1, 0x9AA4AE);
}

static void plot(eg_drawing *d, const command *c, int32_t color)
{
    (void)color;
    eg_draw_line(d, CURVE, 5);
    put_points(d, c);
}

static double sinc(double x)
{
    return x == 0.0 ? 1.0 : sin(x) / x;
}

static double square(double x)
{
    return x * x;
}

static double cube(double x)
{
    return x * x * x;
}

static double eddy(double x)
{
    return 2 * x / (1 + x * x);
}

static double dies_out(double x)
{
    return exp(-0.18 * x) * sin(x);
}

static double swings_in(double x)
{
    return 1 - exp(-0.35 * x) * cos(x);
}

static double rises(double x)
{
    return 1 - exp(-x);
}

static double chirp(double x)
{
    return sin(0.6 * x * x);
}

static double grows(double x)
{
    return (0.3 + 0.1 * x) * sin(x);
}

static const struct {
    const char *name;
    double (*f)(double);
} functions[] = {
    {"sin", sin},       {"cos", cos},     {"tan", tan},     {"asin", asin},     {"acos", acos},
    {"atan", atan},     {"sinh", sinh},   {"cosh", cosh},   {"tanh", tanh},     {"exp", exp},
    {"log", log},       {"log10", log10}, {"sqrt", sqrt},   {"abs", fabs},      {"sinc", sinc},
    {"square", square}, {"cube", cube},   {"eddy", eddy},   {"dies", dies_out}, {"swings", swings_in},
    {"rises", rises},   {"chirp", chirp}, {"grows", grows},
};

/* In a frame: the abscissa from -56 (or 0, where the function begins there) to 56, the values as they fit. */
static void fn(eg_drawing *d, const command *c, int32_t color)
{
    enum { STEPS = 48 };
    (void)color;
    double values[STEPS + 1], most = 0;
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        if (strcmp(functions[k].name, c->name) != 0)
            continue;
        for (int i = 0; i <= STEPS; i++) {
            values[i] = functions[k].f(c->n[0] + (c->n[1] - c->n[0]) * i / STEPS);
            most = fmax(most, fabs(values[i]));
        }
        double x1 = c->n[0] < 0 ? -56 : 0, low = 0, high = 52 / most;
        if (c->count > 2) { /* over time */
            x1 = -56;
            low = c->n[2];
            high = (52 - low) / most;
        }
        eg_draw_line(d, CURVE, 5);
        for (int i = 0; i <= STEPS; i++)
            eg_draw_point(d, x1 + (56 - x1) * i / STEPS, low + high * values[i]);
    }
}

static void text(eg_drawing *d, const command *c, int32_t color)
{
    char words[sizeof c->name];
    (void)color;
    snprintf(words, sizeof words, "%s", c->name);
    for (char *w = words; *w; w++)
        *w = *w == '~' ? ' ' : *w;
    eg_draw_text(d, c->n[0], c->n[1], c->n[2], c->count > 3 ? c->n[3] : 130, INK, words);
}

static void nothing(eg_drawing *d, const command *c, int32_t color)
{
    (void)d;
    (void)c;
    (void)color;
}

/* ---------------------------------------------------------------- commands */

static const struct {
    const char *word;
    void (*draw)(eg_drawing *d, const command *c, int32_t color);
    int numbers;
} parts[] = {
    {"lead", lead, 2},     {"line", line, 4},     {"thick", thick, 4},   {"poly", poly, 6},
    {"bar", bar, 4},       {"block", block, 4},   {"box", box, 4},       {"dash", dash, 4},
    {"spring", spring, 3}, {"damper", damper, 3}, {"wall", wall, 4},     {"ground", ground, 3},
    {"rub", rub, 3},       {"circle", circle, 3}, {"disk", disk, 3},     {"dot", dot, 3},
    {"arc", arc, 5},       {"gear", gear, 4},     {"gauge", gauge, 3},   {"scale", scale, 3},
    {"arrow", arrow, 4},   {"force", force, 3},   {"turn", turn, 5},     {"heat", heat, 3},
    {"therm", therm, 2},   {"frame", frame, 0},   {"bframe", bframe, 0}, {"iframe", iframe, 0},
    {"axes", axes, 0},     {"taxes", taxes, 0},   {"plot", plot, 4},     {"fn", fn, 2},
    {"text", text, 3},     {"at", nothing, 2},
};

/* Reads words and numbers up to ";" or the end; answers where the next command begins. */
static const char *read_command(const char *from, command *c)
{
    *c = (command){0};
    const char *end = from + strcspn(from, ";");
    while (from < end) {
        from += strspn(from, " ");
        size_t length = strcspn(from, " ;");
        char *after;
        double number = strtod(from, &after);
        if (length == 0)
            break;
        bool is_word = strcmp(c->word, "text") == 0 && c->count == 3 && !*c->name; /* also "1" */
        if (after == from + length && c->count < MOST && !is_word)
            c->n[c->count++] = number;
        else if (!*c->word)
            snprintf(c->word, sizeof c->word, "%.*s", (int)length, from);
        else
            snprintf(c->name, sizeof c->name, "%.*s", (int)length, from);
        from += length;
    }
    return *end ? end + 1 : end;
}

void eg_icon_compose(eg_drawing *d, const char *commands, int32_t color)
{
    command c;
    while (*commands) {
        commands = read_command(commands, &c);
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            if (strcmp(parts[i].word, c.word) == 0 && c.count >= parts[i].numbers)
                parts[i].draw(d, &c, color);
    }
}
