/* Diagrams: nothing overlaps, lines keep out of symbols and off each other, names never become code. */
#include "elastogap/elastogap.h"
#include "reading.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const double slack = 0.01; /* [px] coordinates are sums of a few hundred halves and widths */

static bool areas_meet(eg_diagram_area a, eg_diagram_area b)
{
    return a.x + a.width > b.x + slack && b.x + b.width > a.x + slack && a.y + a.height > b.y + slack &&
           b.y + b.height > a.y + slack;
}

/* Does the piece run through the area, and not only along its edge? */
static bool runs_through(eg_diagram_piece p, eg_diagram_area a)
{
    double left = p.x1 < p.x2 ? p.x1 : p.x2, right = p.x1 < p.x2 ? p.x2 : p.x1;
    double top = p.y1 < p.y2 ? p.y1 : p.y2, bottom = p.y1 < p.y2 ? p.y2 : p.y1;
    return right > a.x + slack && left < a.x + a.width - slack && bottom > a.y + slack &&
           top < a.y + a.height - slack;
}

/* Do two pieces lie on each other along some way? */
static bool lie_on(eg_diagram_piece p, eg_diagram_piece q)
{
    bool vertical = p.x1 == p.x2, other = q.x1 == q.x2;
    if (vertical != other || (vertical ? p.x1 != q.x1 : p.y1 != q.y1))
        return false;
    double a = vertical ? p.y1 : p.x1, b = vertical ? p.y2 : p.x2, c = vertical ? q.y1 : q.x1,
           e = vertical ? q.y2 : q.x2;
    double low = a < b ? a : b, high = a < b ? b : a, from = c < e ? c : e, to = c < e ? e : c;
    return high > from + slack && to > low + slack;
}

/* How many faults the picture has; they are printed. */
static int count_faults(const eg_diagram *d, const char *name)
{
    int faults = 0;
    for (size_t i = 0; i < eg_diagram_areas(d); i++) {
        eg_diagram_area a = eg_diagram_get_area(d, i);
        bool outside = a.x < 0 || a.y < 0 || a.x + a.width > eg_diagram_width(d) ||
                       a.y + a.height > eg_diagram_height(d);
        if (outside && a.height > 0 && ++faults)
            print_message("%s: %s is outside of the picture\n", name, a.owner);
        for (size_t k = 0; k < i; k++)
            if (areas_meet(a, eg_diagram_get_area(d, k)) && ++faults)
                print_message("%s: %s overlaps %s\n", name, a.owner, eg_diagram_get_area(d, k).owner);
        for (size_t k = 0; k < eg_diagram_pieces(d); k++)
            if (a.height > 0 && runs_through(eg_diagram_get_piece(d, k), a) && ++faults)
                print_message("%s: a line of net %zu runs through %s\n", name, eg_diagram_get_piece(d, k).net,
                              a.owner);
    }
    for (size_t i = 0; i < eg_diagram_pieces(d); i++)
        for (size_t k = 0; k < i; k++) {
            eg_diagram_piece p = eg_diagram_get_piece(d, i), q = eg_diagram_get_piece(d, k);
            if (p.net != q.net && lie_on(p, q) && ++faults)
                print_message("%s: nets %zu and %zu share a way at %g, %g\n", name, p.net, q.net, p.x1, p.y1);
        }
    return faults;
}

/* How often lines of different nets cross. */
static int count_crossings(const eg_diagram *d)
{
    int crossings = 0;
    for (size_t i = 0; i < eg_diagram_pieces(d); i++)
        for (size_t k = 0; k < eg_diagram_pieces(d); k++) {
            eg_diagram_piece p = eg_diagram_get_piece(d, i), q = eg_diagram_get_piece(d, k);
            if (p.net == q.net || p.x1 != p.x2 || q.y1 != q.y2)
                continue;
            bool is_inside = p.x1 > fmin(q.x1, q.x2) + slack && p.x1 < fmax(q.x1, q.x2) - slack;
            crossings += is_inside && q.y1 > fmin(p.y1, p.y2) + slack && q.y1 < fmax(p.y1, p.y2) - slack;
        }
    return crossings;
}

/* Every colour that an icon brings has one that is seen on a dark ground, but grey, which is seen on both. */
static int count_unseen(const char *svg, const char *name)
{
    static const char *const attributes[] = {"stroke", "fill"};
    int unseen = 0;
    for (int i = 0; i < 2; i++) {
        char begin[16], rule[32];
        snprintf(begin, sizeof begin, " %s=\"#", attributes[i]);
        for (const char *at = svg; (at = strstr(at, begin)); at++) {
            const char *color = at + strlen(begin);
            snprintf(rule, sizeof rule, "[%s='#%.6s']", attributes[i], color);
            if (strncmp(color, "9aa4ae", 6) != 0 && !strstr(svg, rule) && ++unseen)
                print_message("%s: %.6s has no dark counterpart\n", name, color);
        }
    }
    return unseen;
}

static int check_spec(eg_spec *spec, const char *name)
{
    eg_diagram *d = NULL, *again = NULL;
    char *svg = NULL, *other = NULL, *scene = NULL;
    size_t length = 0;
    eg_diagnostics *told = eg_diagnostics_create();
    eg_status status = eg_diagram_create(spec, NULL, told, &d);
    if (status != EG_OK)
        print_message("%s: %s\n", name, eg_diagnostics_get(told, 0)->message);
    eg_diagnostics_free(told);
    assert_int_equal(status, EG_OK);
    assert_int_equal(eg_diagram_create(spec, NULL, NULL, &again), EG_OK);
    int faults = count_faults(d, name);
    assert_int_equal(eg_diagram_svg(d, &svg, &length), EG_OK);
    assert_int_equal(strlen(svg), length);
    faults += count_unseen(svg, name);
    assert_int_equal(eg_diagram_svg(again, &other, &length), EG_OK);
    assert_string_equal(svg, other);
    assert_int_equal(eg_diagram_scene(d, &scene, &length), EG_OK);
    assert_null(strstr(svg, "<script"));
    assert_null(strstr(scene, "<script"));
    free(svg);
    free(other);
    free(scene);
    eg_diagram_free(d);
    eg_diagram_free(again);
    return faults;
}

/* Of all examples together. Without an order of blocks, rows and tracks there were some 2000; a layout that
 * has more than this is a worse one. */
enum { MOST_CROSSINGS = 800 };

static void examples_have_no_overlaps(void **state)
{
    (void)state;
    struct dirent **files;
    int count = scandir(EG_SOURCE_DIR "/examples", &files, NULL, alphasort), faults = 0, seen = 0,
        crossings = 0;
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        const char *name = files[i]->d_name, *dot = strrchr(name, '.');
        char path[1024];
        eg_spec *spec = NULL;
        snprintf(path, sizeof path, EG_SOURCE_DIR "/examples/%s", name);
        if (dot && (strcmp(dot, ".mo") == 0 || strcmp(dot, ".dyad") == 0 || strcmp(dot, ".emx") == 0)) {
            assert_int_equal(eg_spec_read(path, NULL, NULL, &spec), EG_OK);
            faults += check_spec(spec, name);
            eg_diagram *d = NULL;
            assert_int_equal(eg_diagram_create(spec, NULL, NULL, &d), EG_OK);
            crossings += count_crossings(d);
            assert_true(eg_diagram_height(d) < 1400 && eg_diagram_width(d) < 2000);
            eg_diagram_free(d);
            seen++;
        }
        eg_spec_free(spec);
        free(files[i]);
    }
    free(files);
    assert_true(seen > 50);
    assert_int_equal(faults, 0);
    assert_true(crossings <= MOST_CROSSINGS);
}

/* ---------------------------------------------------------------- networks by chance */

static unsigned draw(unsigned *seed, unsigned below)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % below;
}

static void random_networks_have_no_overlaps(void **state)
{
    (void)state;
    static const char *const classes[] = {"Mass",      "Spring", "Damper", "SpringDamper",
                                          "ElastoGap", "Rod",    "Brake"};
    static const char *const names[] = {"<script>alert(1)</script>",
                                        "a\"b&c<d",
                                        "\xE9\x96\x93\xE9\x9A\x99",
                                        "\xF0\x9F\x98\x80",
                                        "x",
                                        "\xE2\x80\xAEtxet",
                                        "aVeryLongNameThatNobodyWouldEverGiveToAComponentOfAModel"};
    static const char *const values[] = {"m", "c", "d", "fn_max"};
    int faults = 0;
    for (unsigned model = 0; model < 300; model++) {
        unsigned seed = model, count = model < 290 ? 1 + draw(&seed, 24) : 60 + 14 * (model - 289);
        eg_spec *spec = eg_spec_create("r", NULL);
        char from[300], to[200], class[100], label[20];
        for (unsigned i = 0; i < count; i++) {
            snprintf(to, sizeof to, "'%s%u'", names[draw(&seed, 7)], i);
            snprintf(class, sizeof class, "Modelica.Mechanics.Translational.Components.%s",
                     classes[draw(&seed, 7)]);
            if (eg_spec_add(spec, class, to, NULL) != EG_OK) { /* no name by Modelica's grammar */
                snprintf(to, sizeof to, "plain%u", i);
                assert_int_equal(eg_spec_add(spec, class, to, NULL), EG_OK);
            }
            for (unsigned k = 0; k < 4; k++) { /* what has to be given, of what the class has */
                snprintf(from, sizeof from, "%s.%s", to, values[k]);
                eg_spec_set(spec, from, 1, NULL);
            }
            for (unsigned k = 0; k < 2; k++) {
                snprintf(from, sizeof from, "%s.flange_%c", to, k ? 'b' : 'a');
                snprintf(label, sizeof label, "n%u", draw(&seed, count));
                snprintf(class, sizeof class, "%s.flange", label);
                if (eg_spec_add(spec, "Modelica.Mechanics.Translational.Components.Fixed", label, NULL) ==
                        EG_OK ||
                    k == 0 || draw(&seed, 3))
                    assert_int_equal(eg_spec_connect(spec, from, class, NULL), EG_OK);
            }
        }
        snprintf(label, sizeof label, "random %u", model);
        faults += check_spec(spec, label);
        eg_spec_free(spec);
    }
    assert_int_equal(faults, 0);
}

/* Connects two ports; what the spec forbids (one input twice) is left out. */
static void join(eg_spec *spec, const char *kind, unsigned i, const char *port, const char *to, unsigned k,
                 const char *other)
{
    char from[64], end[64];
    snprintf(from, sizeof from, "%s%u.%s", kind, i, port);
    snprintf(end, sizeof end, "%s%u.%s", to, k, other);
    eg_spec_connect(spec, from, end, NULL);
}

/* Forces by signals, dampers that heat, heat between bodies, sensors and blocks, in circles too. */
static eg_spec *draw_mixed(unsigned seed)
{
    static const struct {
        const char *name, *class;
    } kinds[] = {{"mass", "Modelica.Mechanics.Translational.Components.Mass"},
                 {"damper", "Modelica.Mechanics.Translational.Components.Damper"},
                 {"force", "Modelica.Mechanics.Translational.Sources.Force"},
                 {"sensor", "Modelica.Mechanics.Translational.Sensors.PositionSensor"},
                 {"body", "Modelica.Thermal.HeatTransfer.Components.HeatCapacitor"},
                 {"path", "Modelica.Thermal.HeatTransfer.Components.ThermalConductor"},
                 {"add", "Modelica.Blocks.Math.Add"},
                 {"gain", "Modelica.Blocks.Math.Gain"},
                 {"sine", "Modelica.Blocks.Sources.Sine"}};
    static const char *const sources[] = {"add", "gain", "sine", "sensor"};
    static const char *const outputs[] = {"y", "y", "y", "s"};
    static const char *const must[] = {"m", "d", "C", "G", "k", "f"};
    unsigned count = 1 + draw(&seed, 9);
    eg_spec *spec = eg_spec_create("mixed", NULL);
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (unsigned i = 0; i < count; i++) {
            char name[32], path[64];
            snprintf(name, sizeof name, "%s%u", kinds[k].name, i);
            assert_int_equal(eg_spec_add(spec, kinds[k].class, name, NULL), EG_OK);
            for (unsigned m = 0; m < 6; m++) { /* of what the class has */
                snprintf(path, sizeof path, "%s.%s", name, must[m]);
                eg_spec_set(spec, path, 1, NULL);
            }
            snprintf(path, sizeof path, "%s.useHeatPort", name);
            eg_spec_set(spec, path, 1, NULL);
        }
    for (unsigned i = 0; i < count; i++) {
        static const char *const inputs[][2] = {{"add", "u1"}, {"add", "u2"}, {"gain", "u"}, {"force", "f"}};
        join(spec, "damper", i, "flange_a", "mass", draw(&seed, count), "flange_b");
        join(spec, "damper", i, "flange_b", "mass", draw(&seed, count), "flange_a");
        join(spec, "damper", i, "heatPort", "body", draw(&seed, count), "port");
        join(spec, "path", i, "port_a", "body", draw(&seed, count), "port");
        join(spec, "path", i, "port_b", "body", draw(&seed, count), "port");
        join(spec, "force", i, "flange", "mass", draw(&seed, count), "flange_a");
        join(spec, "sensor", i, "flange", "mass", draw(&seed, count), "flange_b");
        for (unsigned k = 0; k < 4; k++) {
            unsigned from = draw(&seed, 4);
            join(spec, sources[from], draw(&seed, count), outputs[from], inputs[k][0], i, inputs[k][1]);
        }
    }
    return spec;
}

static void networks_of_heat_and_signals_have_no_overlaps(void **state)
{
    (void)state;
    int faults = 0;
    size_t lines = 0;
    for (unsigned model = 0; model < 100; model++) {
        eg_spec *spec = draw_mixed(model);
        char label[32];
        eg_diagram *d = NULL;
        snprintf(label, sizeof label, "mixed %u", model);
        faults += check_spec(spec, label);
        assert_int_equal(eg_diagram_create(spec, NULL, NULL, &d), EG_OK);
        lines += eg_diagram_pieces(d);
        eg_diagram_free(d);
        eg_spec_free(spec);
    }
    assert_int_equal(faults, 0);
    assert_true(lines > 100 * 5 * 7); /* what was to be joined was: some 5 of each kind, 11 connections */
}

/* Gears with supports and with three flanges, clutches that signals close, on shafts in circles. */
static eg_spec *draw_gears(unsigned seed)
{
    static const struct {
        const char *name, *value, *ports[3];
    } kinds[] = {{"Inertia", "J", {"flange_a", "flange_b", "flange_b"}},
                 {"Spring", "c", {"flange_a", "flange_b", "flange_b"}},
                 {"IdealGear", "ratio", {"flange_a", "flange_b", "support"}},
                 {"IdealPlanetary", "ratio", {"sun", "carrier", "ring"}},
                 {"Clutch", "fn_max", {"flange_a", "flange_b", "f_normalized"}}};
    const unsigned count = 3 + draw(&seed, 20);
    eg_spec *spec = eg_spec_create("gears", NULL);
    for (unsigned i = 0; i < count; i++) {
        const unsigned kind = draw(&seed, 5);
        char class[100], name[32], path[64], from[64], to[64];
        snprintf(class, sizeof class, "Modelica.Mechanics.Rotational.Components.%s", kinds[kind].name);
        snprintf(name, sizeof name, "part%u", i);
        assert_int_equal(eg_spec_add(spec, class, name, NULL), EG_OK);
        snprintf(path, sizeof path, "%s.%s", name, kinds[kind].value);
        assert_int_equal(eg_spec_set(spec, path, 2, NULL), EG_OK);
        snprintf(path, sizeof path, "%s.useSupport", name);
        eg_spec_set(spec, path, 1, NULL);
        for (unsigned k = 0; k < 3; k++) {
            snprintf(from, sizeof from, "%s.%s", name, kinds[kind].ports[k]);
            snprintf(to, sizeof to, "node%u.flange", draw(&seed, 1 + count / 2));
            snprintf(path, sizeof path, "%.*s", (int)strcspn(to, "."), to);
            eg_spec_add(spec, "Modelica.Mechanics.Rotational.Components.Fixed", path, NULL);
            eg_spec_connect(spec, from, to, NULL);
        }
    }
    return spec;
}

static void networks_of_gears_have_no_overlaps(void **state)
{
    (void)state;
    int faults = 0;
    for (unsigned model = 0; model < 100; model++) {
        eg_spec *spec = draw_gears(model);
        faults += check_spec(spec, "gears");
        eg_spec_free(spec);
    }
    assert_int_equal(faults, 0);
}

/* Twenty springs from one body to walls: ten rows at each side. */
static void stars_are_balanced(void **state)
{
    (void)state;
    eg_spec *spec = eg_spec_create("star", NULL);
    eg_diagram *d = NULL;
    assert_int_equal(eg_spec_add(spec, "Modelica.Mechanics.Translational.Components.Mass", "hub0", NULL),
                     EG_OK);
    assert_int_equal(eg_spec_set(spec, "hub0.m", 1, NULL), EG_OK);
    for (unsigned i = 0; i < 20; i++) {
        char name[32];
        snprintf(name, sizeof name, "arm%u", i);
        assert_int_equal(eg_spec_add(spec, "Modelica.Mechanics.Translational.Components.Spring", name, NULL),
                         EG_OK);
        snprintf(name, sizeof name, "arm%u.c", i);
        assert_int_equal(eg_spec_set(spec, name, 1, NULL), EG_OK);
        snprintf(name, sizeof name, "wall%u", i);
        assert_int_equal(eg_spec_add(spec, "Modelica.Mechanics.Translational.Components.Fixed", name, NULL),
                         EG_OK);
        join(spec, "arm", i, "flange_a", "hub", 0, "flange_b");
        join(spec, "arm", i, "flange_b", "wall", i, "flange");
    }
    assert_int_equal(check_spec(spec, "star"), 0);
    assert_int_equal(eg_diagram_create(spec, NULL, NULL, &d), EG_OK);
    assert_true(eg_diagram_height(d) < 1100);
    eg_diagram_free(d);
    eg_spec_free(spec);
}

/* ---------------------------------------------------------------- long lines */

static eg_spec *chain_of(unsigned pairs)
{
    eg_spec *spec = eg_spec_create("chain", NULL);
    for (unsigned i = 0; i < pairs; i++) {
        char name[32], path[64];
        snprintf(name, sizeof name, "spring%u", i);
        snprintf(path, sizeof path, "spring%u.c", i);
        assert_int_equal(eg_spec_add(spec, "Modelica.Mechanics.Translational.Components.Spring", name, NULL),
                         EG_OK);
        assert_int_equal(eg_spec_set(spec, path, 1, NULL), EG_OK);
        snprintf(name, sizeof name, "mass%u", i);
        snprintf(path, sizeof path, "mass%u.m", i);
        assert_int_equal(eg_spec_add(spec, "Modelica.Mechanics.Translational.Components.Mass", name, NULL),
                         EG_OK);
        assert_int_equal(eg_spec_set(spec, path, 1, NULL), EG_OK);
        join(spec, "spring", i, "flange_b", "mass", i, "flange_a");
        if (i > 0)
            join(spec, "mass", i - 1, "flange_b", "spring", i, "flange_a");
    }
    return spec;
}

/* A page across is 297 mm by 210 mm; letters of 11 px stay as large as 2 mm on 1100 px. Components come in
 * the order of the line: from left to right, and down. */
static void long_lines_fold(void **state)
{
    (void)state;
    for (unsigned pairs = 1; pairs <= 60; pairs++) {
        eg_spec *spec = chain_of(pairs);
        eg_diagram *d = NULL;
        assert_int_equal(check_spec(spec, "chain"), 0);
        assert_int_equal(eg_diagram_create(spec, NULL, NULL, &d), EG_OK);
        assert_true(eg_diagram_width(d) < 1100);
        if (pairs == 25)
            assert_true(eg_diagram_height(d) < 1100 * 210 / 297);
        for (size_t i = 4; i < eg_diagram_areas(d); i += 4) { /* symbols are every fourth area */
            eg_diagram_area before = eg_diagram_get_area(d, i - 4), next = eg_diagram_get_area(d, i);
            bool is_right = next.x > before.x && next.y + next.height / 2 == before.y + before.height / 2;
            assert_true(is_right || next.y > before.y + before.height);
        }
        eg_diagram_free(d);
        eg_spec_free(spec);
    }
}

/* Walls at both ends, dampers between any two places of the line, in each direction. */
static void folded_networks_have_no_overlaps(void **state)
{
    (void)state;
    int faults = 0;
    for (unsigned pairs = 2; pairs <= 45; pairs++) {
        unsigned seed = pairs;
        eg_spec *spec = chain_of(pairs);
        for (unsigned i = 0; i < 2 + pairs / 8; i++) {
            char name[32];
            snprintf(name, sizeof name, "wall%u", i);
            assert_int_equal(
                eg_spec_add(spec, "Modelica.Mechanics.Translational.Components.Fixed", name, NULL), EG_OK);
            snprintf(name, sizeof name, "damper%u", i);
            assert_int_equal(
                eg_spec_add(spec, "Modelica.Mechanics.Translational.Components.Damper", name, NULL), EG_OK);
            snprintf(name, sizeof name, "damper%u.d", i);
            assert_int_equal(eg_spec_set(spec, name, 1, NULL), EG_OK);
            join(spec, "damper", i, "flange_a", "mass", draw(&seed, pairs), "flange_b");
            join(spec, "damper", i, "flange_b", "mass", draw(&seed, pairs), "flange_a");
            if (i > 1)
                join(spec, "wall", i, "flange", "mass", draw(&seed, pairs), "flange_b");
        }
        join(spec, "wall", 0, "flange", "spring", 0, "flange_a");
        join(spec, "wall", 1, "flange", "mass", pairs - 1, "flange_b");
        faults += check_spec(spec, "folded");
        eg_spec_free(spec);
    }
    assert_int_equal(faults, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_have_no_overlaps),
        cmocka_unit_test(random_networks_have_no_overlaps),
        cmocka_unit_test(networks_of_heat_and_signals_have_no_overlaps),
        cmocka_unit_test(networks_of_gears_have_no_overlaps),
        cmocka_unit_test(stars_are_balanced),
        cmocka_unit_test(long_lines_fold),
        cmocka_unit_test(folded_networks_have_no_overlaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
