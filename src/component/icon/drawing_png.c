/* A drawing as a PNG (ISO/IEC 15948): every shape becomes a mask of four by four samples a pixel, which is
 * laid over what is there. Letters are strokes of their own, so that no typeface is needed. The stream of the
 * file is not compressed: icons are small. */
#include "component/icon/drawing.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FINE = 4 }; /* samples along a pixel's edge */

typedef struct canvas {
    int size;            /* [pixels] */
    int fine;            /* samples along an edge */
    double scale;        /* samples per unit of the drawing */
    unsigned char *mask; /* (fine x fine): is the sample covered? */
    int x1, y1, x2, y2;  /* of the mask, what was touched */
    double *pixels; /* (size*size x 4): red, green, blue in proportion to the last, which is how opaque */
} canvas;

/* ---------------------------------------------------------------- masks */

static void touch(canvas *c, double x1, double y1, double x2, double y2, int box[4])
{
    box[0] = (int)fmax(0, floor(x1));
    box[1] = (int)fmax(0, floor(y1));
    box[2] = (int)fmin(c->fine - 1, ceil(x2));
    box[3] = (int)fmin(c->fine - 1, ceil(y2));
    c->x1 = box[0] < c->x1 ? box[0] : c->x1;
    c->y1 = box[1] < c->y1 ? box[1] : c->y1;
    c->x2 = box[2] > c->x2 ? box[2] : c->x2;
    c->y2 = box[3] > c->y2 ? box[3] : c->y2;
}

static double fine_x(const canvas *c, double x)
{
    return (x + EG_DRAWING_REACH) * c->scale;
}

static double fine_y(const canvas *c, double y)
{
    return (EG_DRAWING_REACH - y) * c->scale;
}

/* All samples within half a width of the segment from a to b. */
static void stroke(canvas *c, const double a[2], const double b[2], double width)
{
    int box[4];
    const double ax = fine_x(c, a[0]), ay = fine_y(c, a[1]), r = fmax(width * c->scale / 2, 0.7 * FINE / 2);
    const double dx = fine_x(c, b[0]) - ax, dy = fine_y(c, b[1]) - ay, length = dx * dx + dy * dy;
    touch(c, fmin(ax, ax + dx) - r, fmin(ay, ay + dy) - r, fmax(ax, ax + dx) + r, fmax(ay, ay + dy) + r, box);
    for (int y = box[1]; y <= box[3]; y++)
        for (int x = box[0]; x <= box[2]; x++) {
            const double px = x + 0.5 - ax, py = y + 0.5 - ay;
            double t = length > 0 ? (px * dx + py * dy) / length : 0;
            t = fmin(1, fmax(0, t));
            if (hypot(px - t * dx, py - t * dy) <= r)
                c->mask[(size_t)y * (size_t)c->fine + (size_t)x] = 1;
        }
}

/* Inside are samples from which a ray to the right crosses the outline an odd number of times. */
static void fill(canvas *c, double (*points)[2], size_t count)
{
    int box[4];
    double x1 = INFINITY, y1 = INFINITY, x2 = -INFINITY, y2 = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        x1 = fmin(x1, fine_x(c, points[i][0]));
        x2 = fmax(x2, fine_x(c, points[i][0]));
        y1 = fmin(y1, fine_y(c, points[i][1]));
        y2 = fmax(y2, fine_y(c, points[i][1]));
    }
    touch(c, x1, y1, x2, y2, box);
    for (int y = box[1]; y <= box[3]; y++)
        for (int x = box[0]; x <= box[2]; x++) {
            bool inside = false;
            for (size_t i = 0, k = count - 1; i < count; k = i++) {
                const double yi = fine_y(c, points[i][1]), yk = fine_y(c, points[k][1]);
                const double xi = fine_x(c, points[i][0]), xk = fine_x(c, points[k][0]);
                if ((yi > y + 0.5) != (yk > y + 0.5) && x + 0.5 < (xk - xi) * (y + 0.5 - yi) / (yk - yi) + xi)
                    inside = !inside;
            }
            if (inside)
                c->mask[(size_t)y * (size_t)c->fine + (size_t)x] = 1;
        }
}

/* Lays the colour over the pixels where the mask is, and clears the mask. */
static void lay(canvas *c, int32_t color)
{
    if (c->x2 < c->x1 || c->y2 < c->y1)
        return;
    for (int py = c->y1 / FINE; py <= c->y2 / FINE; py++)
        for (int px = c->x1 / FINE; px <= c->x2 / FINE; px++) {
            int covered = 0;
            for (int k = 0; k < FINE * FINE; k++)
                covered += c->mask[(size_t)(FINE * py + k / FINE) * (size_t)c->fine +
                                   (size_t)(FINE * px + k % FINE)];
            double *p = &c->pixels[4 * ((size_t)py * (size_t)c->size + (size_t)px)];
            const double share = covered / (double)(FINE * FINE);
            const double own[4] = {(color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0,
                                   (color & 255) / 255.0, 1};
            for (int k = 0; k < 4 && covered > 0; k++)
                p[k] = own[k] * share + p[k] * (1 - share);
        }
    for (int y = c->y1; y <= c->y2; y++)
        memset(&c->mask[(size_t)y * (size_t)c->fine + (size_t)c->x1], 0, (size_t)(c->x2 - c->x1 + 1));
    c->x1 = c->y1 = c->fine;
    c->x2 = c->y2 = -1;
}

/* ---------------------------------------------------------------- letters */

/* Strokes of a letter: pairs of x (0 to 4) and y (2: its foot, 8: its top), a blank between strokes. */
static const char *const letters[128] = {
    ['A'] = "022842 1434",
    ['B'] = "02083847463505 35444332 3202",
    ['C'] = "4738180703123243",
    ['D'] = "02082846442202",
    ['E'] = "48080242 0535",
    ['F'] = "480802 0535",
    ['G'] = "47381807031232434525",
    ['H'] = "0802 4842 0545",
    ['I'] = "2822 1838 1232",
    ['J'] = "4843321203",
    ['K'] = "0802 480542",
    ['L'] = "080242",
    ['M'] = "0208254842",
    ['N'] = "02084248",
    ['O'] = "183847433212030718",
    ['P'] = "02083847463505",
    ['Q'] = "183847433212030718 2442",
    ['R'] = "02083847463505 2542",
    ['S'] = "473818070615354443321203",
    ['T'] = "0848 2822",
    ['U'] = "080312324348",
    ['V'] = "082248",
    ['W'] = "0812253248",
    ['X'] = "0842 4802",
    ['Y'] = "082548 2522",
    ['Z'] = "08480242",
    ['a'] = "4642 4536160503123243",
    ['b'] = "0802 0516364543321203",
    ['c'] = "4536160503123243",
    ['d'] = "4842 4536160503123243",
    ['e'] = "04444536160503123243",
    ['f'] = "38281712 0636",
    ['g'] = "4641301001 4536160503123243",
    ['h'] = "0802 0516364542",
    ['i'] = "2622 2827",
    ['j'] = "262110 2827",
    ['k'] = "0802 3604 1532",
    ['l'] = "2822",
    ['m'] = "0602 05162522 25364542",
    ['n'] = "0602 0516364542",
    ['o'] = "163645433212030516",
    ['p'] = "0600 0516364543321203",
    ['q'] = "4640 4536160503123243",
    ['r'] = "0602 051636",
    ['s'] = "45361605143443321203",
    ['t'] = "18132232 0636",
    ['u'] = "0603123243 4642",
    ['v'] = "062246",
    ['w'] = "0612243246",
    ['x'] = "0642 4602",
    ['y'] = "0622 4610",
    ['z'] = "06460242",
    ['0'] = "183847433212030718",
    ['1'] = "172822 1232",
    ['2'] = "07183847460242",
    ['3'] = "07183847463525 354443321203",
    ['4'] = "380444 3832",
    ['5'] = "480805354443321203",
    ['6'] = "38180703123243443505",
    ['7'] = "084822",
    ['8'] = "15354647381807061504031232434435",
    ['9'] = "12324347381807061545",
    ['-'] = "0545",
    ['+'] = "0545 2723",
    ['_'] = "0141",
    ['.'] = "2223",
    [','] = "2321",
    ['='] = "0646 0444",
    ['<'] = "470543",
    ['>'] = "074503",
    ['/'] = "0248",
    ['('] = "38272332",
    [')'] = "18272312",
    ['^'] = "062846",
    ['\''] = "2826",
    ['['] = "38181232",
    [']'] = "18383212",
    ['*'] = "0743 0347 2822",
    ['|'] = "2822",
    [':'] = "2627 2324",
};

enum { ADVANCE = 5, HIGH = 6, BASE = 2 };

static void letter(canvas *c, const char *strokes, double x, double y, double unit)
{
    for (const char *s = strokes; s[0] && s[1]; s += s[0] == ' ' ? 1 : 2) {
        if (s[0] == ' ' || s[2] == ' ' || !s[2] || !s[3])
            continue;
        const double a[2] = {x + (s[0] - '0') * unit, y + (s[1] - '0' - BASE) * unit};
        const double b[2] = {x + (s[2] - '0') * unit, y + (s[3] - '0' - BASE) * unit};
        stroke(c, a, b, 0.9 * unit);
    }
}

static void text(canvas *c, const eg_drawing *d, const eg_mark *s)
{
    const double unit = s->width / HIGH;
    size_t count = 0;
    for (const char *t = s->text; *t; t++)
        count += ((unsigned char)*t & 0xC0) != 0x80;
    double x = d->points[s->first][0] - ((double)count * ADVANCE - 1) * unit / 2;
    for (const char *t = s->text; *t; t++) {
        const unsigned char code = (unsigned char)*t;
        if ((code & 0xC0) == 0x80)
            continue;
        const char *strokes = code < 128 ? letters[code] : "0208484202"; /* a box for what has no strokes */
        if (strokes)
            letter(c, strokes, x, d->points[s->first][1] - s->width / 2, unit);
        x += ADVANCE * unit;
    }
    lay(c, s->fill);
}

/* ---------------------------------------------------------------- shapes */

static void outline(canvas *c, const eg_drawing *d, const eg_mark *s)
{
    size_t segments = s->kind == EG_MARK_POLYGON ? s->count : s->count - 1;
    for (size_t i = 0; i < segments; i++) {
        const double *a = d->points[s->first + i], *b = d->points[s->first + (i + 1) % s->count];
        const double length = hypot(b[0] - a[0], b[1] - a[1]);
        const int dashes = s->is_dashed ? (int)ceil(length / 14) : 1;
        for (int k = 0; k < dashes; k++) {
            const double t1 = (double)k / dashes, t2 = s->is_dashed ? t1 + 0.57 / dashes : 1;
            const double p[2] = {a[0] + t1 * (b[0] - a[0]), a[1] + t1 * (b[1] - a[1])};
            const double q[2] = {a[0] + t2 * (b[0] - a[0]), a[1] + t2 * (b[1] - a[1])};
            stroke(c, p, q, s->width);
        }
    }
    lay(c, s->stroke);
}

static void draw(canvas *c, const eg_drawing *d, const eg_mark *s)
{
    if (s->kind == EG_MARK_TEXT) {
        text(c, d, s);
        return;
    }
    if (s->kind == EG_MARK_POLYGON && s->fill != EG_NO_COLOR && s->count > 2) {
        fill(c, d->points + s->first, s->count);
        lay(c, s->fill);
    }
    if (s->stroke != EG_NO_COLOR && s->count > 1)
        outline(c, d, s);
}

/* ---------------------------------------------------------------- the file */

typedef struct stream {
    unsigned char *at;
    uint32_t crc;
} stream;

static void put(stream *s, unsigned char byte)
{
    s->crc ^= byte;
    for (int k = 0; k < 8; k++)
        s->crc = s->crc & 1 ? 0xEDB88320u ^ (s->crc >> 1) : s->crc >> 1;
    *s->at++ = byte;
}

static void put_number(stream *s, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        put(s, (unsigned char)(value >> shift));
}

static void begin_chunk(stream *s, uint32_t length, const char *type)
{
    put_number(s, length);
    s->crc = 0xFFFFFFFFu; /* what is checked begins with the type */
    for (int i = 0; i < 4; i++)
        put(s, (unsigned char)type[i]);
}

static void end_chunk(stream *s)
{
    put_number(s, s->crc ^ 0xFFFFFFFFu);
}

static unsigned char byte_of(double value)
{
    return (unsigned char)lround(fmin(1, fmax(0, value)) * 255);
}

/* A row of the image: no filter, then each pixel, its colour no longer in proportion to how opaque it is. */
static void make_row(const canvas *c, int y, unsigned char *row)
{
    *row++ = 0;
    for (int x = 0; x < c->size; x++) {
        const double *p = &c->pixels[4 * ((size_t)y * (size_t)c->size + (size_t)x)];
        for (int k = 0; k < 3; k++)
            *row++ = byte_of(p[3] > 0 ? p[k] / p[3] : 0);
        *row++ = byte_of(p[3]);
    }
}

/* Each row is a block of its own that is stored as it is. */
static void put_image(stream *s, const canvas *c, unsigned char *row)
{
    const uint32_t length = 4 * (uint32_t)c->size + 1;
    uint32_t a = 1, b = 0; /* Adler's sums */
    begin_chunk(s, 2 + (uint32_t)c->size * (5 + length) + 4, "IDAT");
    put(s, 0x78);
    put(s, 0x01);
    for (int y = 0; y < c->size; y++) {
        make_row(c, y, row);
        put(s, y + 1 == c->size);
        put(s, (unsigned char)(length & 255));
        put(s, (unsigned char)(length >> 8));
        put(s, (unsigned char)(~length & 255));
        put(s, (unsigned char)(~length >> 8 & 255));
        for (uint32_t i = 0; i < length; i++) {
            a = (a + row[i]) % 65521;
            b = (b + a) % 65521;
            put(s, row[i]);
        }
    }
    put_number(s, b << 16 | a);
    end_chunk(s);
}

static void put_file(stream *s, const canvas *c, unsigned char *row)
{
    static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    for (size_t i = 0; i < sizeof signature; i++)
        *s->at++ = signature[i];
    begin_chunk(s, 13, "IHDR");
    put_number(s, (uint32_t)c->size);
    put_number(s, (uint32_t)c->size);
    put(s, 8); /* bits */
    put(s, 6); /* red, green, blue, opacity */
    for (int i = 0; i < 3; i++)
        put(s, 0);
    end_chunk(s);
    put_image(s, c, row);
    begin_chunk(s, 0, "IEND");
    end_chunk(s);
}

bool eg_drawing_png(const eg_drawing *d, int size, char **bytes, size_t *length)
{
    const size_t n = (size_t)size, fine = n * FINE;
    canvas c = {.size = size, .fine = (int)fine, .scale = (double)fine / (2 * EG_DRAWING_REACH)};
    c.x1 = c.y1 = c.fine;
    c.x2 = c.y2 = -1;
    c.mask = calloc(fine * fine, 1);
    c.pixels = calloc(n * n, 4 * sizeof *c.pixels);
    unsigned char *row = malloc(4 * n + 1);
    *length = 8 + 25 + 12 + 6 + n * (5 + 4 * n + 1) + 12;
    *bytes = malloc(*length);
    bool ok = c.mask && c.pixels && row && *bytes && !d->out_of_memory;
    for (size_t i = 0; ok && i < d->shape_count; i++)
        draw(&c, d, &d->shapes[i]);
    if (ok) {
        stream s = {.at = (unsigned char *)*bytes};
        put_file(&s, &c, row);
    } else {
        free(*bytes);
        *bytes = NULL;
    }
    free(c.mask);
    free(c.pixels);
    free(row);
    return ok;
}
