/* Icons: every class has one that can be told from others, whose ports stand on it. */
#include "component/icon/icon.h"
#include "modelica/text/pictures.h"

#include "reading.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *drawn(const eg_class *class, const char *title)
{
    eg_drawing d = {0};
    eg_icon_draw(class, &d);
    assert_false(d.out_of_memory);
    char *svg = eg_drawing_svg(&d, title);
    assert_non_null(svg);
    eg_drawing_free(&d);
    return svg;
}

/* Nothing reaches out of the view box, lines with half their width and the height of texts. */
static void shapes_stay_inside(void **state)
{
    (void)state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++) {
        eg_drawing d = {0};
        eg_icon_draw(classes[i], &d);
        assert_true(d.shape_count > 0);
        for (size_t k = 0; k < d.shape_count; k++) {
            const eg_mark *s = &d.shapes[k];
            const double half = s->width / 2;
            assert_true(s->count >= (s->kind == EG_MARK_TEXT ? 1u : 2u));
            for (size_t n = s->first; n < s->first + s->count; n++)
                for (int axis = 0; axis < 2; axis++)
                    if (!(fabs(d.points[n][axis]) + half <= EG_DRAWING_REACH))
                        fail_msg("%s reaches to %g", classes[i]->name, d.points[n][axis]);
        }
        eg_drawing_free(&d);
    }
}

/* Every command of the table's lines draws something. */
static void every_command_is_known(void **state)
{
    (void)state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++) {
        const char *text = eg_icon_text(classes[i]);
        while (text && *text) {
            char one[400];
            size_t length = strcspn(text, ";");
            eg_drawing d = {0};
            snprintf(one, sizeof one, "%.*s", (int)length, text);
            bool is_place = strncmp(one + strspn(one, " "), "at ", 3) == 0;
            eg_icon_compose(&d, one, 0);
            if (d.shape_count == 0 && !is_place)
                fail_msg("%s: '%s' draws nothing", classes[i]->name, one);
            eg_drawing_free(&d);
            text += length + (text[length] == ';');
        }
    }
}

static void ports_stand_on_the_icon(void **state)
{
    (void)state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < classes[i]->port_count; k++) {
            eg_icon_spot spot = eg_icon_place(classes[i], k);
            assert_true(fabs(spot.x) <= 100 && fabs(spot.y) <= 100);
            for (size_t n = 0; n < k; n++) {
                eg_icon_spot other = eg_icon_place(classes[i], n);
                bool is_element = classes[i]->ports[k].element > 1; /* of a vector: drawn with its first */
                if (!is_element && hypot(spot.x - other.x, spot.y - other.y) < 15)
                    fail_msg("%s: %s and %s stand on each other", classes[i]->name, classes[i]->ports[n].name,
                             classes[i]->ports[k].name);
            }
        }
}

static const char *last_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

static bool names(const char *const *also, const char *name)
{
    for (; also && *also; also++)
        if (strcmp(*also, name) == 0)
            return true;
    return false;
}

/* In another vocabulary: by the same name, or by what one of them says. */
static bool are_twins(const eg_class *a, const eg_class *b)
{
    return strcmp(last_name(a->name), last_name(b->name)) == 0 || names(a->also, b->name) ||
           names(b->also, a->name);
}

/* Twins of one class are twins: 20-sim's sensor and MSL's, as both are of Dyad's. */
static bool mean_the_same(const eg_class *a, const eg_class *b, const eg_class *const *classes, size_t count)
{
    bool same = are_twins(a, b);
    for (size_t i = 0; i < count && !same; i++)
        same = are_twins(a, classes[i]) && are_twins(classes[i], b);
    return same;
}

static void different_classes_look_different(void **state)
{
    (void)state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    char **svg = calloc(count, sizeof *svg);
    assert_non_null(svg);
    for (size_t i = 0; i < count; i++)
        svg[i] = drawn(classes[i], "");
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(svg[i], svg[k]) == 0 && !mean_the_same(classes[i], classes[k], classes, count))
                fail_msg("%s and %s have the same icon", classes[i]->name, classes[k]->name);
    for (size_t i = 0; i < count; i++)
        free(svg[i]);
    free(svg);
}

/* Well-formed as a parser that owes us nothing sees it, and with a view box. */
static void svg_is_well_formed(void **state)
{
    (void)state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    FILE *parser = system("command -v xmllint >/dev/null 2>&1") == 0 ? popen("xmllint --noout -", "w") : NULL;
    if (parser)
        fputs("<icons>\n", parser);
    for (size_t i = 0; i < count; i++) {
        char *svg = drawn(classes[i], classes[i]->name);
        assert_non_null(strstr(svg, "viewBox=\"-115 -115 230 230\""));
        assert_non_null(strstr(svg, classes[i]->name));
        if (parser)
            fputs(strchr(svg, '\n'), parser); /* without the declaration, which stands first in a file only */
        free(svg);
    }
    if (parser) {
        fputs("</icons>\n", parser);
        assert_int_equal(pclose(parser), 0);
    }
    char *odd = drawn(classes[0], "a < b & \"c\"");
    assert_non_null(strstr(odd, "<title>a &lt; b &amp; &quot;c&quot;</title>"));
    free(odd);
}

/* ---------------------------------------------------------------- pixels */

static unsigned number(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (unsigned)b[0] << 24 | (unsigned)b[1] << 16 | (unsigned)b[2] << 8 | b[3];
}

/* The bytes of a pixel: header, then rows of 5 bytes before a filter and 4 bytes a pixel. */
static const unsigned char *pixel(const char *png, int size, int x, int y)
{
    enum { ROWS = 8 + 25 + 8 + 2 };
    return (const unsigned char *)png + ROWS + (size_t)y * (size_t)(5 + 4 * size + 1) + 6 + 4 * (size_t)x;
}

static void pixel_is(const char *png, int size, int x, int y, const int expected[4])
{
    const unsigned char *p = pixel(png, size, x, y);
    for (int k = 0; k < 4; k++)
        if (p[k] != expected[k])
            fail_msg("pixel %d, %d is %d %d %d %d, channel %d expected to be %d", x, y, p[0], p[1], p[2],
                     p[3], k, expected[k]);
}

/* A rectangle over columns 10 to 30.5 and rows 20 to 40 of 46 pixels, each of 5 units: what is covered by
 * half is half as opaque, and a second one over it mixes with what is there. */
static void png_holds_what_is_drawn(void **state)
{
    (void)state;
    enum { SIZE = 46 };
    const double unit = 2 * EG_DRAWING_REACH / SIZE;
    eg_drawing d = {0};
    char *png = NULL;
    size_t length = 0;
    eg_draw_rectangle(&d, 10 * unit - EG_DRAWING_REACH, EG_DRAWING_REACH - 20 * unit,
                      30.5 * unit - EG_DRAWING_REACH, EG_DRAWING_REACH - 40 * unit, EG_NO_COLOR, 0xFF8000, 0);
    eg_draw_rectangle(&d, 10 * unit - EG_DRAWING_REACH, EG_DRAWING_REACH - 20 * unit,
                      11 * unit - EG_DRAWING_REACH, EG_DRAWING_REACH - 20.5 * unit, EG_NO_COLOR, 0x0000FF, 0);
    assert_true(eg_drawing_png(&d, SIZE, &png, &length));
    eg_drawing_free(&d);
    assert_memory_equal(png, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
    assert_int_equal(number(png + 16), SIZE);
    assert_int_equal(number(png + 20), SIZE);
    assert_int_equal(length, 8 + 25 + 12 + 6 + SIZE * (5 + 4 * SIZE + 1) + 12);
    assert_memory_equal(png + length - 12, "\0\0\0\0IEND\xae\x42\x60\x82", 12); /* its CRC is known */
    pixel_is(png, SIZE, 9, 30, (const int[]){0, 0, 0, 0});
    pixel_is(png, SIZE, 10, 30, (const int[]){255, 128, 0, 255});
    pixel_is(png, SIZE, 29, 39, (const int[]){255, 128, 0, 255});
    pixel_is(png, SIZE, 30, 30, (const int[]){255, 128, 0, 128}); /* 127.5 */
    pixel_is(png, SIZE, 31, 30, (const int[]){0, 0, 0, 0});
    pixel_is(png, SIZE, 20, 40, (const int[]){0, 0, 0, 0});
    pixel_is(png, SIZE, 10, 20, (const int[]){128, 64, 128, 255});
    free(png);
}

/* All icons at once, letters too; what memory checkers see. */
static void every_icon_becomes_pixels(void **state)
{
    (void)state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i += 7) {
        eg_drawing d = {0};
        char *png = NULL;
        size_t length;
        int opaque = 0;
        eg_icon_draw(classes[i], &d);
        assert_true(eg_drawing_png(&d, 32, &png, &length));
        for (int k = 0; k < 32 * 32; k++)
            opaque += pixel(png, 32, k % 32, k / 32)[3] > 0;
        assert_true(opaque > 20);
        free(png);
        eg_drawing_free(&d);
    }
}

/* ---------------------------------------------------------------- icons that models bring */

static void point_is(const eg_drawing *d, size_t i, double x, double y)
{
    if (!(fabs(d->points[i][0] - x) < 1e-12 && fabs(d->points[i][1] - y) < 1e-12))
        fail_msg("point %zu is %.17g, %.17g, expected %g, %g", i, d->points[i][0], d->points[i][1], x, y);
}

static void annotations_are_drawn(void **state)
{
    (void)state;
    eg_drawing d = {0};
    assert_true(eg_pictures_draw(
        "Documentation(info = \"Icon(graphics = {Line(points = {{1,1},{2,2}})})\"), // Icon(\n"
        "Icon(coordinateSystem(extent={{0,0},{400,200}}), graphics={"
        "Rectangle(extent={{0,0},{100,200}}, lineColor={255,128,0}, fillColor={1,2,3}, "
        "fillPattern=FillPattern.Solid),"
        "Line(origin={200,100}, rotation=90, points={{0,0},{50,0}}, color={0,0,255}, thickness=1),"
        "Ellipse(extent={{0,0},{400,200}}, pattern=LinePattern.None),"
        "Line(visible=false, points={{0,0},{1,1}}),"
        "Bitmap(extent={{0,0},{1,1}}, fileName=\"a.png\"),"
        "Text(extent={{100,50},{300,150}}, textString=\"%name, c\")})",
        "Rig", &d));
    assert_int_equal(d.shape_count, 4);
    assert_int_equal(d.shapes[0].stroke, 0xFF8000);
    assert_int_equal(d.shapes[0].fill, 0x010203);
    point_is(&d, 0, -100, -100);
    point_is(&d, 2, -50, 100);
    assert_int_equal(d.shapes[1].kind, EG_MARK_LINE);
    assert_int_equal(d.shapes[1].stroke, 0x0000FF);
    point_is(&d, 4, 0, 0);
    point_is(&d, 5, 0, 50); /* 50 of 200 upwards, since it is turned */
    assert_int_equal(d.shapes[2].stroke, EG_NO_COLOR);
    assert_int_equal(d.shapes[2].fill, EG_NO_COLOR);
    point_is(&d, d.shapes[2].first, 100, 0);
    assert_string_equal(d.shapes[3].text, "Rig, c");
    point_is(&d, d.shapes[3].first, 0, 0);
    eg_drawing_free(&d);
    static const char *const nothing[] = {
        "",
        "Icon()",
        "Icon(graphics={})",
        "Icon(graphics=",
        "Icon",
        "Icon(graphics={Line()})",
        "Icon(graphics={Line(points={{1",
        "Diagram(graphics={Line(points={{0,0},{1,1}})})",
        "Icon(coordinateSystem(extent={{0,0},{0,0}}), graphics={Line(points={{0,0},{1,1}})})",
        "Icon(graphics={Text(extent={{0,0},{1,1}}, textString=)",
        "Icon(graphics={Rectangle(extent={{1,2,3}})})"};
    for (size_t i = 0; i < EG_COUNT(nothing); i++) {
        assert_false(eg_pictures_draw(nothing[i], "M", &d));
        eg_drawing_free(&d);
    }
    assert_false(eg_pictures_draw(NULL, "M", &d));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_stay_inside),        cmocka_unit_test(every_command_is_known),
        cmocka_unit_test(ports_stand_on_the_icon),   cmocka_unit_test(different_classes_look_different),
        cmocka_unit_test(svg_is_well_formed),        cmocka_unit_test(png_holds_what_is_drawn),
        cmocka_unit_test(every_icon_becomes_pixels), cmocka_unit_test(annotations_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
