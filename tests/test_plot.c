/* Pictures: what gnuplot is told, and what it makes of it. */
#include "base/trajectory.h"
#include "result/plot.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void add_signal(eg_trajectory *t, const char *name, const char *unit, int is_discrete, long column)
{
    eg_signal info = {.name = name, .unit = unit, .doc = "", .is_discrete = is_discrete};
    assert_int_equal(eg_trajectory_add_signal(t, info, column, 273.15), 0);
}

/* n rows over 10 s: a position far from the origin, a force of some kN, a Boolean with an event each second,
 * an odd name, an alias of the position, a constant. */
static eg_trajectory *sample(int n)
{
    eg_trajectory *t = eg_trajectory_create();
    assert_non_null(t);
    t->column_count = 4;
    add_signal(t, "mass_1.s", "m", 0, 0);
    add_signal(t, "gap[1,2].f", "N", 0, 1);
    add_signal(t, "gap[1,2].contact", "", 1, 2);
    add_signal(t, "'<a&b> \"q\" `touch X` $HOME @x \\ %d'.f", "N", 0, 3);
    add_signal(t, "mass_1.flange_a.s", "m", 0, 0);
    add_signal(t, "wall.T", "K", 0, -1);
    for (int i = 0; i < n; i++) {
        double *row = eg_trajectory_add_row(t), time = 10.0 * i / (n - 1);
        assert_non_null(row);
        row[0] = time;
        row[1] = 1e6 + 1e-6 * sin(time);
        row[2] = 50000.0 * cos(40.0 * time);
        row[3] = (int)time % 2;
        row[4] = 50000.0 * sin(40.0 * time);
    }
    for (int i = 1; i < 10; i++)
        assert_int_equal(eg_trajectory_add_event(t, (eg_event){i, "gap", "contact", (size_t)-1}), 0);
    return t;
}

/* Draws all variables; skips the test where gnuplot is missing, once the message says so. */
static char *draw(scratch *s, const eg_trajectory *t, const char *title, const char *name, size_t *length)
{
    static const char *const all[] = {"*"};
    eg_status status = eg_trajectory_plot(t, all, 1, title, scratch_path(s, name), s->diagnostics);
    if (status == EG_ERROR_UNAVAILABLE) {
        assert_message(s, "sudo apt install gnuplot-nox");
        skip();
    }
    if (status != EG_OK)
        fail_msg("%s", scratch_message(s));
    char *bytes = scratch_read(s->path, length);
    assert_non_null(bytes);
    return bytes;
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in the picture", part);
}

/* The lowest text stands on the page with its descenders, a quarter of 13 pixels. */
static void check_label_is_on_the_page(const char *svg)
{
    const char *page = strstr(svg, "height=\""), *label = strstr(svg, "time [s]");
    assert_true(page && label);
    while (label > svg && strncmp(label, "translate(", 10) != 0)
        label--;
    const char *y = strchr(label, ',');
    assert_non_null(y);
    assert_true(strtod(y + 1, NULL) + 13.0 / 4.0 <= strtod(page + 8, NULL));
}

static void names_units_and_title_stand_in_the_svg(void **state)
{
    scratch *s = *state;
    size_t length = 0;
    eg_trajectory *t = sample(1000);
    char *svg = draw(s, t, "Ball & wall: 5 < 6", "a.svg", &length);
    assert_has(svg, "Ball &amp; wall: 5 &lt; 6");
    assert_has(svg, ">mass_1.s<");
    assert_has(svg, ">gap[1,2].f<");
    assert_has(svg, ">gap[1,2].contact<");
    assert_has(svg, ">wall.T<");
    assert_has(svg, ">event<");
    assert_has(svg, "time [s]");
    check_label_is_on_the_page(svg);
    assert_has(svg, "s \u2212 1000000 m [\u00B5m]");
    assert_has(svg, "f [kN]");
    assert_has(svg, "T [K]");
    assert_has(svg, "contact");
    assert_has(svg, "</svg>");
    assert_int_equal(scratch_files(s, 0), 1);
    free(svg);
    eg_trajectory_free(t);
}

/* One variable over 10 s that goes from low to high, a sine. */
static eg_trajectory *swing(const char *unit, double low, double high)
{
    eg_trajectory *t = eg_trajectory_create();
    assert_non_null(t);
    t->column_count = 1;
    add_signal(t, "wheel.x", unit, 0, 0);
    for (int i = 0; i <= 100; i++) {
        double *row = eg_trajectory_add_row(t), share = 0.5 + 0.5 * sin(0.1 * i);
        assert_non_null(row);
        row[0] = 0.1 * i;
        row[1] = low * (1.0 - share) + high * share;
    }
    return t;
}

/* The width of a number in Helvetica of 13 pixels, by the font's own metric: digits 0.556, the point
 * 0.278, the minus sign 0.584, e 0.556. */
static double width_of(const char *number)
{
    double width = 0.0;
    for (const unsigned char *c = (const unsigned char *)number; *c && *c != '<'; c++)
        width += (*c & 0xC0) == 0x80 ? 0.0 : *c == '.' ? 0.278 : *c >= 0x80 ? 0.584 : 0.556;
    return 13.0 * width;
}

/* No number on the left axis reaches the axis' name, which stands rotated with its middle at 20 pixels:
 * half of a letter's height of 13 is 6.5. Returns how many numbers there are. */
static int check_numbers_beside_the_label(const char *svg)
{
    int count = 0;
    for (const char *at = svg; (at = strstr(at, "text-anchor=\"end\"")) != NULL; at++) {
        const char *place = at, *text = strstr(at, "<text>");
        while (strncmp(place, "translate(", 10) != 0)
            place--;
        assert_non_null(text);
        double left = strtod(place + 10, NULL) - width_of(text + 6);
        if (!(left > 26.5))
            fail_msg("the number %.12s begins at %g", text + 6, left);
        count++;
    }
    return count;
}

static void numbers_leave_the_label_alone(void **state)
{
    static const struct {
        const char *unit;
        double low, high;
    } cases[] = {
        {"N", -12345, 12345},        {"N.m", -20099, -19899},  {"rad", -99999, 99999},
        {"rad", -12345.6, -12345},   {"K", 299.5, 300.5},      {"K", 300 - 1e-9, 300},
        {"Pa", 101315, 101335},      {"m", -0.0201, -0.0199},  {"m", -1e-9, 1e-9},
        {"J", -1e308, 1e308},        {"kg", -1e-300, 1e-300},  {"", -1.99999, -1.99998},
        {"", -0.020001, -0.0200012}, {"m", -1.7e308, 1.7e308}, {"W", 0, 5e-324},
        {"m", 9999.4, 9999.6},       {"m/s", -1e5, -99999},    {"kg", 99999.5, 100000.5},
    };
    scratch *s = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t length = 0;
        eg_trajectory *t = swing(cases[i].unit, cases[i].low, cases[i].high);
        char *svg = draw(s, t, NULL, "numbers.svg", &length);
        assert_true(check_numbers_beside_the_label(svg) >= 2);
        free(svg);
        eg_trajectory_free(t);
    }
}

/* The first variable over time. */
static eg_plot_line first_over_time(const eg_trajectory *t)
{
    return (eg_plot_line){.t = t, .name = t->signals[0].info.name, .x = -1, .x_factor = 1.0, .y_factor = 1.0};
}

/* The line of a panel goes through nearly all of its height, however large the values: it begins in the
 * middle and the room below and above is 0.07 of the range. */
static void values_up_to_the_largest_are_in_the_panel(void **state)
{
    (void)state;
    static const double sizes[] = {1.0, 1e307, 1e308, 1.7976931348623157e308};
    for (size_t i = 0; i < 4; i++) {
        eg_trajectory *t = swing("N", -sizes[i], sizes[i]);
        size_t first = 0;
        eg_panel panel = {.unit = "N", .lines = &first, .count = 1, .height = 100.0};
        eg_plot_line line = first_over_time(t);
        eg_plot plot = {.lines = &line, .line_count = 1, .marks = t, .panels = &panel, .panel_count = 1};
        eg_axis_for_panel(&plot, &panel);
        double low = 1.0, high = 0.0;
        for (size_t row = 0; row < 101; row++) {
            double share = eg_axis_share(&panel.axis, eg_trajectory_value(t, 0, row));
            low = fmin(low, share);
            high = fmax(high, share);
        }
        assert_true(low >= 0.0 && low < 0.07 && high <= 1.0 && high > 0.93);
        assert_true(isfinite(eg_axis_number(&panel.axis, panel.axis.low)));
        eg_trajectory_free(t);
    }
}

/* What does not change lies within its panel, and so does a single instant on the time axis, where a part of
 * either rounds to nothing or to infinity: as numbers that differ for gnuplot too. */
static void ranges_without_width_are_widened(void **state)
{
    (void)state;
    static const double values[] = {0.0,     -5e-324, 1e-320, 2.3e-308, -1.0, 1.7e308, 1.7976931348623157e308,
                                    -1.7e308};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        eg_trajectory *t = eg_trajectory_create();
        assert_non_null(t);
        t->column_count = 1;
        add_signal(t, "mass.f", "N", 0, 0);
        double *row = eg_trajectory_add_row(t);
        assert_non_null(row);
        row[0] = row[1] = values[i];
        size_t first = 0;
        eg_panel panel = {.unit = "N", .lines = &first, .count = 1, .height = 100.0};
        eg_plot_line line = first_over_time(t);
        eg_plot plot = {.lines = &line, .line_count = 1, .marks = t, .panels = &panel, .panel_count = 1};
        eg_axis_for_panel(&plot, &panel);
        eg_axis_for_time(&plot);
        eg_axis curves = {.low = values[i], .high = values[i]};
        const double step = eg_axis_for_curves(&curves, "f", "N", 8);
        assert_true(step > 0.0 && step < INFINITY);
        const eg_axis *const axes[] = {&panel.axis, &plot.time, &curves};
        for (size_t k = 0; k < 3; k++) {
            const double share = eg_axis_share(axes[k], values[i]);
            assert_true(share >= 0.0 && share <= 1.0);
            const double low = eg_axis_number(axes[k], axes[k]->low),
                         high = eg_axis_number(axes[k], axes[k]->high);
            assert_true(isfinite(low) && low < high && isfinite(high));
        }
        eg_trajectory_free(t);
    }
}

/* The ticks of curves wider than the largest double, and narrower than the least normal one, are numbers. */
static void curves_of_any_width_have_ticks(void **state)
{
    (void)state;
    static const double sizes[] = {5e-324, 1e-320, 1e-308, 1.0, 1e308, 1.7976931348623157e308};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        eg_axis a = {.low = -sizes[i], .high = sizes[i]};
        const double step = eg_axis_for_curves(&a, "f", "N", 8);
        assert_true(step > 0.0 && step < INFINITY);
        assert_true(isfinite(a.low) && a.low <= -sizes[i] && isfinite(a.high) && a.high >= sizes[i]);
    }
}

/* What differs in late digits only is drawn as the distance from a round number; a temperature that needs
 * no long numbers is drawn as it is. */
static void common_digits_stand_in_the_label(void **state)
{
    scratch *s = *state;
    size_t length = 0;
    eg_trajectory *t = swing("N", 220.0002, 220.0006);
    char *svg = draw(s, t, NULL, "digits.svg", &length);
    assert_has(svg, "x \u2212 220 N [\u00B5N]");
    free(svg);
    eg_trajectory_free(t);
    t = swing("K", 299.5, 300.5);
    svg = draw(s, t, NULL, "kelvin.svg", &length);
    assert_has(svg, "x [K]");
    assert_has(svg, ">300.2<");
    free(svg);
    eg_trajectory_free(t);
}

/* Variables a, b, c ... = amplitude*sin(time), each with a unit. */
static eg_trajectory *waves(size_t count, const char *const *units, const double *amplitudes)
{
    static const char *const names[] = {"a.f", "b.f", "c.f", "d.f"};
    eg_trajectory *t = eg_trajectory_create();
    assert_non_null(t);
    t->column_count = count;
    for (size_t k = 0; k < count; k++)
        add_signal(t, names[k], units[k], 0, (long)k);
    for (int i = 0; i <= 100; i++) {
        double *row = eg_trajectory_add_row(t);
        assert_non_null(row);
        row[0] = 0.1 * i;
        for (size_t k = 0; k < count; k++)
            row[1 + k] = amplitudes[k] * sin(0.1 * i);
    }
    return t;
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        count++;
    return count;
}

/* A force in kN stands in the panel of one in N, at a thousand times its number; what is a hundred times
 * less has a panel of its own, whose prefix is that of the other as long as it can be read; what is 0 goes
 * with the first. */
static void units_and_sizes_make_the_panels(void **state)
{
    static const char *const units[] = {"N", "kN", "N", "N"};
    scratch *s = *state;
    size_t length = 0;
    eg_trajectory *t = waves(4, units, (const double[]){30000.0, 20.0, 200.0, 0.0});
    char *svg = draw(s, t, NULL, "panels.svg", &length);
    assert_int_equal(count_of(svg, ">f [kN]<"), 2);
    assert_int_equal(count_of(svg, ">\u221220<"), 1); /* of the first panel; 200 N are 0.2 kN */
    assert_int_equal(count_of(svg, ">0.2<"), 1);
    free(svg);
    eg_trajectory_free(t);
    t = waves(4, units, (const double[]){30000.0, 20.0, 0.002, 0.0});
    svg = draw(s, t, NULL, "panels.svg", &length);
    assert_int_equal(count_of(svg, ">f [kN]<"), 1);
    assert_int_equal(count_of(svg, ">f [mN]<"), 1);
    free(svg);
    eg_trajectory_free(t);
}

/* The name has more than 36 characters, so that its middle is left out; a quote, a command, a variable, a
 * macro and a backslash are drawn as they are. */
static void odd_names_are_drawn_as_they_are(void **state)
{
    scratch *s = *state;
    size_t length = 0;
    eg_trajectory *t = sample(100);
    char *svg = draw(s, t, "\"q\" `touch X` $HOME @x \\ %d {a_b^c} \xFF\x01", "a.svg", &length);
    assert_has(svg, ">\"q\" `touch X` $HOME @x \\ %d {a_b^c} ? <");
    assert_has(svg, ">'&lt;a&amp;b> \"q\" `touch \u2026 $HOME @x \\ %d'.f<");
    assert_int_equal(access("X", F_OK), -1);
    free(svg);
    eg_trajectory_free(t);
}

/* A legend's room follows the letters of its names; what no time passes in is a mark, not a line without a
 * length. */
static void wide_names_and_points_are_seen(void **state)
{
    static const char wide[] = "MMMMWWWWMMMMWWWWMMMMWWWWMMMMWWWWMMMM";
    static const size_t widest = 36; /* characters that a legend shows, each at most as wide as its font */
    scratch *s = *state;
    size_t length = 0;
    eg_trajectory *t = eg_trajectory_create();
    assert_non_null(t);
    t->column_count = 1;
    add_signal(t, wide, "m", 0, 0);
    double *row = eg_trajectory_add_row(t);
    assert_non_null(row);
    row[0] = 1;
    row[1] = 2;
    eg_panel panel = {.unit = "m", .lines = (size_t[]){0}, .count = 1, .height = 300};
    eg_plot_line line = first_over_time(t);
    eg_plot plot = {.lines = &line,
                    .line_count = 1,
                    .marks = t,
                    .kind = EG_PICTURE_PNG,
                    .panels = &panel,
                    .panel_count = 1};
    eg_axis_for_time(&plot);
    eg_axis_for_panel(&plot, &panel);
    FILE *out = fopen(scratch_path(s, "script"), "w");
    assert_non_null(out);
    eg_plot_script(&plot, out);
    assert_int_equal(fclose(out), 0);
    char *script = scratch_read(s->path, &length);
    assert_non_null(script);
    assert_has(script, "with linespoints pt 7 ");
    const char *margin = strstr(script, "set rmargin at screen ");
    assert_non_null(margin);
    double room = 900 * (1 - strtod(margin + strlen("set rmargin at screen "), NULL));
    const double em = 10.0 * 96 / 72, letter = 0.863; /* of M in DejaVu Sans; W is wider */
    assert_true(room > letter * em * (double)widest);
    free(script);
    eg_trajectory_free(t);
}

/* One line, and all names. */
static void equal_curves_are_drawn_once(void **state)
{
    static const char *const both[] = {"mass_1.s", "mass_1.flange_a.s"};
    scratch *s = *state;
    size_t length = 0;
    eg_trajectory *t = sample(100);
    char *svg = draw(s, t, NULL, "a.svg", &length);
    assert_has(svg, ">mass_1.s<");
    assert_has(svg, ">= mass_1.flange_a.s<");
    assert_null(strstr(svg, ">mass_1.flange_a.s<"));
    free(svg);
    assert_int_equal(eg_trajectory_plot(t, both, 2, NULL, scratch_path(s, "a.svg"), s->diagnostics), EG_OK);
    svg = scratch_read(s->path, &length);
    assert_non_null(svg);
    assert_has(svg, ">= mass_1.flange_a.s<");
    free(svg);
    eg_trajectory_free(t);
}

static void all_three_formats_are_made(void **state)
{
    scratch *s = *state;
    size_t length = 0;
    eg_trajectory *t = sample(200);
    char *png = draw(s, t, NULL, "a.png", &length);
    assert_memory_equal(png, "\x89PNG\r\n\x1A\n", 8);
    free(png);
    char *pdf = draw(s, t, NULL, "a.PDF", &length);
    assert_memory_equal(pdf, "%PDF-", 5);
    free(pdf);
    assert_int_equal(scratch_files(s, 0), 2);
    eg_trajectory_free(t);
}

/* 64 periods drawn from 300,000 points: at most 4 points for each of 1400 columns of pixels, 18 bytes each
 * in the SVG, for two lines, and some kilobytes around. */
static void a_long_trajectory_makes_a_small_picture(void **state)
{
    scratch *s = *state;
    size_t length = 0;
    eg_trajectory *t = sample(300000);
    char *svg = draw(s, t, NULL, "a.svg", &length);
    assert_in_range(length, 10000, 2 * 4 * 1400 * 18 + 40000);
    free(svg);
    eg_trajectory_free(t);
}

/* ---------------------------------------------------------------- what gnuplot is told */

/* The script for one panel with one line, drawn from 0 to 1 s. */
static char *script_for(eg_trajectory *t, bool discrete)
{
    size_t first = 0, length = 0;
    eg_panel panel = {.unit = "", .discrete = discrete, .lines = &first, .count = 1, .height = 100.0};
    eg_plot_line line = first_over_time(t);
    eg_plot plot = {.lines = &line,
                    .line_count = 1,
                    .marks = t,
                    .kind = EG_PICTURE_SVG,
                    .panels = &panel,
                    .panel_count = 1};
    eg_axis_for_time(&plot);
    eg_axis_for_panel(&plot, &panel);
    panel.axis.low = 0.0; /* round numbers for the test */
    panel.axis.high = 10.0;
    FILE *f = tmpfile();
    assert_non_null(f);
    eg_plot_script(&plot, f);
    rewind(f);
    char *text = calloc(1, 100000);
    assert_non_null(text);
    length = fread(text, 1, 99999, f);
    assert_true(length > 0);
    fclose(f);
    return text;
}

static eg_trajectory *points(const double (*rows)[2], size_t count, int is_discrete)
{
    eg_trajectory *t = eg_trajectory_create();
    assert_non_null(t);
    t->column_count = 1;
    add_signal(t, "x", "", is_discrete, 0);
    for (size_t i = 0; i < count; i++)
        memcpy(eg_trajectory_add_row(t), rows[i], sizeof rows[i]);
    return t;
}

/* Points go out in millionths of the axes. */
static void jumps_and_corners_are_kept(void **state)
{
    (void)state;
    const double rows[][2] = {{0, 1}, {0.25, 2}, {0.5, 3}, {0.5, 7}, {0.75, 7}, {0.8, 7}, {1, 7}};
    eg_trajectory *t = points(rows, 7, 0);
    char *script = script_for(t, false);
    assert_has(script, "$d0 << END\n0 100000\n500000 300000\n500000 700000\n1000000 700000\n\nEND\n");
    free(script);
    eg_trajectory_free(t);
}

static void discrete_values_are_held(void **state)
{
    (void)state;
    const double rows[][2] = {{0, 1}, {0.25, 3}, {0.5, 3}, {1, 2}};
    eg_trajectory *t = points(rows, 4, 1);
    char *script = script_for(t, true);
    assert_has(script, "0 100000\n250000 100000\n250000 300000\n1000000 300000\n1000000 200000\n\nEND\n");
    free(script);
    eg_trajectory_free(t);
}

static void gaps_interrupt_the_line(void **state)
{
    (void)state;
    const double rows[][2] = {{0, 1}, {0.25, 2}, {0.5, NAN}, {0.75, INFINITY}, {0.8, 4}, {1, 3}};
    eg_trajectory *t = points(rows, 6, 0);
    char *script = script_for(t, false);
    assert_has(script, "0 100000\n250000 200000\n\n800000 400000\n1000000 300000\n\nEND\n");
    free(script);
    eg_trajectory_free(t);
}

/* No point may be further from the line than the slack of a tenth of a pixel, here 0.01 on the axis of 10
 * over 100 pixels, plus half a millionth of rounding. */
static void thinned_lines_pass_every_point(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    static double rows[COUNT][2];
    for (int i = 0; i < COUNT; i++) {
        rows[i][0] = i / (COUNT - 1.0);
        rows[i][1] = 5.0 + 4.0 * sin(9.0 * rows[i][0]) * exp(-rows[i][0]);
    }
    eg_trajectory *t = points((const double(*)[2])rows, COUNT, 0);
    char *script = script_for(t, false);
    char *line = strstr(script, "$d0 << END\n") + strlen("$d0 << END\n");
    double x0 = strtod(line, &line) * 1e-6, y0 = strtod(line, &line) * 1e-5;
    int kept = 1, i = 0;
    while (i < COUNT - 1) {
        double x1 = strtod(line, &line) * 1e-6, y1 = strtod(line, &line) * 1e-5;
        kept++;
        for (; i < COUNT - 1 && rows[i][0] < x1 - 1e-6; i++) {
            double y = y0 + (y1 - y0) * (rows[i][0] - x0) / (x1 - x0);
            if (fabs(y - rows[i][1]) > 0.01 + 2e-5 && rows[i][0] > x0 + 1e-6)
                fail_msg("at %g the line is at %g, the point at %g", rows[i][0], y, rows[i][1]);
        }
        x0 = x1;
        y0 = y1;
        if (x1 >= 1.0)
            break;
    }
    assert_in_range(kept, 10, COUNT / 4);
    free(script);
    eg_trajectory_free(t);
}

/* The first variable over the second. */
static eg_trajectory *loop_of(int n, double (*x)(int, int), double (*y)(int, int))
{
    eg_trajectory *t = eg_trajectory_create();
    assert_non_null(t);
    t->column_count = 2;
    add_signal(t, "stop.f", "N", 0, 0);
    add_signal(t, "stop.s_rel", "m", 0, 1);
    for (int i = 0; i < n; i++) {
        double *row = eg_trajectory_add_row(t);
        assert_non_null(row);
        row[0] = i;
        row[1] = y(i, n);
        row[2] = x(i, n);
    }
    return t;
}

enum { MOST_POINTS = 40000 };

/* The points that are drawn, [0, 1] along both axes of a panel of 600 x 300 pixels. Returns their number. */
static size_t points_of(const eg_trajectory *t, double (*points)[2])
{
    eg_plot_line line = first_over_time(t);
    line.x = 1;
    eg_panel panel = {
        .unit = "N", .x_unit = "m", .x_name = "s", .lines = (size_t[]){0}, .count = 1, .height = 300};
    eg_plot plot = {.lines = &line, .line_count = 1, .panels = &panel, .panel_count = 1};
    eg_axis_for_panel(&plot, &panel);
    FILE *f = tmpfile();
    assert_non_null(f);
    eg_plot_put_points(&plot, &panel, 0, 600, 0, 1, f);
    rewind(f);
    size_t count = 0;
    char text[100];
    while (fgets(text, sizeof text, f))
        if (count < MOST_POINTS && sscanf(text, "%lf %lf", &points[count][0], &points[count][1]) == 2) {
            points[count][0] = panel.x.low + points[count][0] / EG_PEN_STEPS * (panel.x.high - panel.x.low);
            points[count][1] =
                panel.axis.low + points[count][1] / EG_PEN_STEPS * (panel.axis.high - panel.axis.low);
            count++;
        }
    fclose(f);
    return count;
}

static double spiral_x(int i, int n)
{
    return cos(50.0 * i / n) * (1.0 + 0.5 * i / n);
}

static double spiral_y(int i, int n)
{
    return sin(50.0 * i / n) * (1.0 + 0.5 * i / n);
}

/* A mass that touches: nothing up to -0.25, a jump of the force there, a line back to the same place. */
static double push_x(int i, int n)
{
    return i < n / 2 ? -0.5 * i / (n / 2 - 1) : -0.5 + 0.5 * (i - n / 2) / (n / 2 - 1);
}

static double push_y(int i, int n)
{
    return i < n / 2 ? 0.0 : -8.0 + 4.0 * (i - n / 2) / (n / 2 - 1);
}

/* From the point to the nearest of the lines on [first, last) [pixel]. */
static double distance_to(const double (*p)[2], size_t count, double x, double y, const double *scale)
{
    double least = INFINITY;
    for (size_t i = 0; i + 1 < count; i++) {
        const double ax = p[i][0] * scale[0], ay = p[i][1] * scale[1];
        const double dx = p[i + 1][0] * scale[0] - ax, dy = p[i + 1][1] * scale[1] - ay;
        const double px = x * scale[0] - ax, py = y * scale[1] - ay, way = dx * dx + dy * dy;
        const double share = way > 0.0 ? fmin(fmax((px * dx + py * dy) / way, 0.0), 1.0) : 0.0;
        least = fmin(least, hypot(px - share * dx, py - share * dy));
    }
    return least;
}

static void loops_pass_every_point_in_order(void **state)
{
    (void)state;
    double(*points)[2] = calloc(MOST_POINTS, sizeof *points);
    assert_non_null(points);
    /* 50 rad of a spiral 3 wide and high, of 30,000 rows. A chord that stays within 0.1 of 75 to 300
     * pixels of radius spans 2*sqrt(2*0.1/r) of it. */
    eg_trajectory *t = loop_of(30000, spiral_x, spiral_y);
    size_t count = points_of(t, points);
    assert_in_range(count, 50 / (4 * sqrt(0.2 / 75)), 50 / (0.5 * sqrt(0.2 / 300)));
    const double scale[2] = {600 / 3.4, 300 / 3.4};
    for (size_t row = 0; row < t->row_count; row += 7) {
        const double off = distance_to((const double(*)[2])points, count, eg_trajectory_value(t, 1, row),
                                       eg_trajectory_value(t, 0, row), scale);
        if (!(off <= 0.11)) /* a tenth, and the points' rounding */
            fail_msg("row %zu is %g pixels beside the line", row, off);
    }
    eg_trajectory_free(t);
    /* Four corners are all that a jump and two lines need: there, down, and back. */
    t = loop_of(2000, push_x, push_y);
    count = points_of(t, points);
    static const double corners[4][2] = {{0, 0}, {-0.5, 0}, {-0.5, -8}, {0, -4}};
    assert_int_equal(count, 4);
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 2; k++)
            assert_true(fabs(points[i][k] - corners[i][k]) < 1e-5);
    eg_trajectory_free(t);
    free(points);
}

/* From 10 m away to a stop at 0 that gives way by 0.1 m, and back. */
static double far_x(int i, int n)
{
    const double share = 2.0 * fabs((double)i / (n - 1) - 0.5); /* 1, 0, 1 */
    return share < 0.5 ? -0.1 + 0.2 * share : 20.0 * (share - 0.5);
}

static double far_y(int i, int n)
{
    return fmin(far_x(i, n), 0.0) * 100.0;
}

/* What is 0 all the way does not take the room: what is drawn lies on the law, and ends beside it. */
static void a_way_without_force_is_cut(void **state)
{
    (void)state;
    double(*p)[2] = malloc(MOST_POINTS * sizeof *p);
    assert_non_null(p);
    eg_trajectory *t = loop_of(401, far_x, far_y);
    const size_t count = points_of(t, p);
    double most = -1.0;
    assert_true(count > 4);
    for (size_t i = 0; i < count; i++) {
        assert_true(fabs(p[i][1] - 100.0 * fmin(p[i][0], 0.0)) < 1e-3);
        assert_true(p[i][0] > -0.1 - 1e-6 && p[i][0] < 0.4);
        most = fmax(most, p[i][0]);
    }
    assert_true(most > 0.02);
    eg_trajectory_free(t);
    free(p);
}

static void check_length(const char *text, size_t length)
{
    if (eg_curve_length(text) != length)
        fail_msg("of %s the first %zu characters are taken", text, eg_curve_length(text));
}

static void colons_part_curves(void **state)
{
    (void)state;
    check_length("a.f:a.s", 3);
    check_length("'a:b'.f:a.s", 7);
    check_length("sum(x[1:2]):x[1]", 11);
    check_length("a.f", 3);
    check_length(":", 0);
    check_length("{a:b", 4);
}

/* Of wild patterns each has its own abscissa; what has another one, by unit or name, has a panel of its
 * own. */
static void curves_over_each_other_have_panels(void **state)
{
    scratch *s = *state;
    size_t length = 0;
    eg_trajectory *t = eg_trajectory_create();
    assert_non_null(t);
    static const char *const names[] = {"gap1.f", "gap2.f", "gap1.s_rel", "gap2.s_rel", "gap1.v_rel"};
    static const char *const units[] = {"N", "N", "m", "m", "m/s"};
    t->column_count = 5;
    for (long i = 0; i < 5; i++)
        add_signal(t, names[i], units[i], 0, i);
    for (int k = 0; k < 50; k++) {
        double *row = eg_trajectory_add_row(t);
        assert_non_null(row);
        for (int i = 0; i < 6; i++)
            row[i] = i == 0 ? k : sin(k + i);
    }
    const eg_plot_run runs[] = {{t, "one"}, {t, "two"}};
    static const char *const curves[] = {"gap*.f:gap*.s_rel", "gap1.f:gap1.v_rel", "gap?.f:time"};
    eg_status status = eg_runs_plot(runs, 1, curves, 3, "", scratch_path(s, "a.svg"), s->diagnostics);
    if (status == EG_ERROR_UNAVAILABLE)
        skip();
    assert_int_equal(status, EG_OK);
    char *svg = scratch_read(s->path, &length);
    assert_non_null(svg);
    assert_has(svg, ">gap1.f over gap1.s_rel<");
    assert_has(svg, ">gap2.f over gap2.s_rel<");
    assert_has(svg, ">gap1.f over gap1.v_rel<");
    assert_has(svg, ">gap2.f<");
    assert_has(svg, "s_rel [m]");
    assert_has(svg, "v_rel [m/s]");
    assert_has(svg, "time [s]");
    free(svg);
    static const char *const uneven[] = {"gap*.f:gap*.s_rel", "gap1.f:gap*.?_rel"};
    assert_int_equal(eg_runs_plot(runs, 1, &uneven[1], 1, "", s->path, s->diagnostics), EG_ERROR_USAGE);
    assert_message(s, "has 1 variable to draw over 3");
    /* The same run twice is two runs. */
    assert_int_equal(eg_runs_plot(runs, 2, uneven, 1, "", s->path, s->diagnostics), EG_OK);
    eg_trajectory_free(t);
}

static void marks_are_left_out_when_too_many(void **state)
{
    (void)state;
    const double rows[][2] = {{0, 1}, {1, 2}};
    eg_trajectory *t = points(rows, 2, 0);
    for (int i = 0; i < 400; i++)
        assert_int_equal(eg_trajectory_add_event(t, (eg_event){i / 400.0, "a", "b", 0}), 0);
    char *script = script_for(t, false);
    assert_null(strstr(script, "set arrow"));
    assert_has(script, "time [s]   (400 events, too many to mark)");
    free(script);
    t->event_count = 2; /* within 2 of 700 pixels: one line */
    script = script_for(t, false);
    char *first = strstr(script, "set arrow");
    assert_non_null(first);
    assert_null(strstr(first + 1, "set arrow"));
    free(script);
    eg_trajectory_free(t);
}

/* ---------------------------------------------------------------- what cannot be drawn */

static void wrong_calls_are_explained(void **state)
{
    static const char *const near[] = {"mass1.s", "nothing*"}, *const mixed[] = {"*.s", "no*"};
    scratch *s = *state;
    eg_trajectory *t = sample(10);
    assert_int_equal(eg_trajectory_plot(t, near, 2, NULL, scratch_path(s, "a.svg"), s->diagnostics),
                     EG_ERROR_USAGE);
    assert_message(s, "there is nothing to plot: no variable matches");
    assert_message(s, "remedy: did you mean \"mass_1.s\"?");
    assert_int_equal(eg_trajectory_plot(t, mixed, 2, NULL, scratch_path(s, "a.gif"), s->diagnostics),
                     EG_ERROR_USAGE);
    assert_message(s, "ends in .svg, .png or .pdf");
    t->row_count = 0;
    assert_int_equal(eg_trajectory_plot(t, mixed, 2, NULL, scratch_path(s, "a.svg"), s->diagnostics),
                     EG_ERROR_USAGE);
    assert_message(s, "the trajectory has no points");
    assert_int_equal(scratch_files(s, 0), 0);
    eg_trajectory_free(t);
}

static void a_pattern_without_match_is_warned_of(void **state)
{
    static const char *const mixed[] = {"*.s", "no*"};
    scratch *s = *state;
    eg_trajectory *t = sample(10);
    eg_status status = eg_trajectory_plot(t, mixed, 2, NULL, scratch_path(s, "a.svg"), s->diagnostics);
    if (status == EG_ERROR_UNAVAILABLE)
        skip();
    assert_int_equal(status, EG_OK);
    assert_message(s, "warning: no variable matches the pattern \"no*\"");
    eg_trajectory_free(t);
}

/* With a PATH of one directory, in which stands nothing, or a gnuplot of our own making. */
static void assert_drawing_fails(scratch *s, const char *gnuplot, eg_status expected, const char *message)
{
    static const char *const all[] = {"*"};
    char *old = getenv("PATH") ? strdup(getenv("PATH")) : NULL;
    eg_trajectory *t = sample(10);
    if (gnuplot) {
        scratch_write(s, "gnuplot", gnuplot, strlen(gnuplot));
        assert_int_equal(chmod(s->path, 0755), 0);
    }
    setenv("PATH", s->directory, 1);
    eg_status status = eg_trajectory_plot(t, all, 1, NULL, scratch_path(s, "a.svg"), s->diagnostics);
    setenv("PATH", old ? old : "", 1);
    assert_int_equal(status, expected);
    assert_message(s, message);
    assert_int_equal(scratch_files(s, 0), gnuplot ? 1 : 0);
    eg_trajectory_free(t);
    free(old);
}

static void a_missing_gnuplot_is_named(void **state)
{
    assert_drawing_fails(*state, NULL, EG_ERROR_UNAVAILABLE,
                         "remedy: install it: sudo apt install gnuplot-nox");
}

static void a_failing_gnuplot_is_quoted(void **state)
{
    assert_drawing_fails(*state, "#!/bin/sh\necho 'unknown terminal' >&2\nexit 1\n", EG_ERROR_UNAVAILABLE,
                         "gnuplot could not draw the picture: unknown terminal");
}

/* What breaks off is taken for a full disk, since gnuplot does not tell. */
static void a_truncated_picture_is_not_kept(void **state)
{
    assert_drawing_fails(*state, "#!/bin/sh\necho '<svg><path'\n", EG_ERROR_FILE,
                         "no space is left on the disk");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_create, scratch_free)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_units_and_title_stand_in_the_svg),
        TEST(common_digits_stand_in_the_label),
        TEST(numbers_leave_the_label_alone),
        TEST(values_up_to_the_largest_are_in_the_panel),
        TEST(ranges_without_width_are_widened),
        TEST(curves_of_any_width_have_ticks),
        TEST(units_and_sizes_make_the_panels),
        TEST(odd_names_are_drawn_as_they_are),
        TEST(wide_names_and_points_are_seen),
        TEST(equal_curves_are_drawn_once),
        TEST(all_three_formats_are_made),
        TEST(a_long_trajectory_makes_a_small_picture),
        cmocka_unit_test(jumps_and_corners_are_kept),
        cmocka_unit_test(discrete_values_are_held),
        cmocka_unit_test(gaps_interrupt_the_line),
        cmocka_unit_test(thinned_lines_pass_every_point),
        cmocka_unit_test(loops_pass_every_point_in_order),
        cmocka_unit_test(a_way_without_force_is_cut),
        cmocka_unit_test(colons_part_curves),
        TEST(curves_over_each_other_have_panels),
        cmocka_unit_test(marks_are_left_out_when_too_many),
        TEST(wrong_calls_are_explained),
        TEST(a_pattern_without_match_is_warned_of),
        TEST(a_missing_gnuplot_is_named),
        TEST(a_failing_gnuplot_is_quoted),
        TEST(a_truncated_picture_is_not_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
