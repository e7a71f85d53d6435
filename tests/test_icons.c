/* Icons: every class has one that can be told from others, whose ports stand on it. */
#include "component/icon/icon.h"

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
            const eg_shape *s = &d.shapes[k];
            const double half = s->width / 2;
            assert_true(s->count >= (s->kind == EG_SHAPE_TEXT ? 1u : 2u));
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
            if (strcmp(svg[i], svg[k]) == 0 && !are_twins(classes[i], classes[k]))
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_stay_inside),      cmocka_unit_test(every_command_is_known),
        cmocka_unit_test(ports_stand_on_the_icon), cmocka_unit_test(different_classes_look_different),
        cmocka_unit_test(svg_is_well_formed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
