/* Files and libraries: where texts are found, what they see of each other, and what cannot be read. */
#include "tree.h"

/* A small library: Lib with Lib.Parts in one file and Lib.Examples as a directory. */
static void put_library(tree *t)
{
    put(t, "Lib/package.mo",
        "within ;\npackage Lib \"mine\"\n  import Modelica.Units.SI;\n  constant SI.Mass m0 = 3;\n"
        "  constant SI.Length s0 = 3;\nend Lib;\n");
    put(t, "Lib/Parts.mo",
        "within Lib;\npackage Parts\n  model Body\n    extends Base(mass(m = m0));\n  end Body;\n"
        "  partial model Base\n    parameter SI.Length L = 0;\n    " TRANSLATIONAL
        "Components.Mass mass(L = L);\n"
        "  end Base;\nend Parts;\n");
    put(t, "Lib/Examples/package.mo",
        "within Lib;\npackage Examples\n  constant Real c0 = 7;\nend Examples;\n");
    put(t, "Lib/Examples/Stop.mo",
        "within Lib.Examples;\nmodel Stop\n  Parts.Body body(L = c0);\n  Other other;\nend Stop;\n");
    put(t, "Lib/Examples/Other.mo",
        "within Lib.Examples;\nmodel Other\n  " TRANSLATIONAL "Components.Fixed wall(s0 = Lib.s0);\n"
        "end Other;\n");
    put(t, "Lib/Broken.mo", "within Lib;\nmodel Broken is not Modelica;\n");
}

static void expect_stop(reading *r)
{
    if (r->status != EG_OK)
        show(r);
    assert_int_equal(r->status, EG_OK);
    assert_string_equal(eg_spec_name(r->spec), "Lib.Examples.Stop");
    assert_true(given(r, "body.mass.m") == 3.0 && given(r, "body.mass.L") == 7.0 &&
                given(r, "other.wall.s0") == 3.0);
}

/* ---------------------------------------------------------------- libraries */

static void a_class_is_found_by_name_below_an_include_directory(void **state)
{
    tree *t = *state;
    put_library(t);
    reading r = read_path("Lib.Examples.Stop", t->root);
    expect_stop(&r);
    const char *file = instance_of(&r, "other.wall")->origin->file;
    assert_string_equal(file + strlen(file) - strlen("/Lib/Examples/Other.mo"), "/Lib/Examples/Other.mo");
    done(&r);
}

static void a_file_inside_a_library_knows_its_packages(void **state)
{
    tree *t = *state;
    put_library(t);
    reading r = read_path(at(t, "Lib/Examples/Stop.mo"), NULL);
    expect_stop(&r);
    done(&r);
}

/* Also what no file holds yet, and when the spec is read again with a value. */
static void unsaved_texts_stand_for_their_files(void **state)
{
    tree *t = *state;
    put_library(t);
    char lib[300], stop[300];
    snprintf(lib, sizeof lib, "%s", at(t, "Lib/package.mo"));
    snprintf(stop, sizeof stop, "%s", at(t, "Lib/Examples/New.mo"));
    const char *package = "package Lib\n  import Modelica.Units.SI;\n  constant Real m0 = 30;\nend Lib;\n";
    const char *model = "within Lib.Examples;\nmodel New\n  Parts.Body body(L = c0);\nend New;\n";
    const eg_unsaved unsaved[] = {{lib, package, strlen(package)}, {stop, model, strlen(model)}};
    eg_read_options o = eg_read_options_default();
    const char *const roots[] = {t->root};
    o.include_dirs = roots;
    o.include_count = 1;
    o.unsaved = unsaved;
    o.unsaved_count = 2;
    reading r = {.diagnostics = eg_diagnostics_create()};
    r.status = eg_spec_read(stop, &o, r.diagnostics, &r.spec);
    if (r.status != EG_OK)
        show(&r);
    assert_int_equal(r.status, EG_OK);
    assert_true(given(&r, "body.mass.m") == 30.0 && given(&r, "body.mass.L") == 7.0);
    assert_int_equal(eg_spec_set(r.spec, "body.L", 2, r.diagnostics), EG_OK);
    assert_true(given(&r, "body.mass.m") == 30.0 && given(&r, "body.mass.L") == 2.0);
    done(&r);
}

static void a_text_alone_uses_libraries(void **state)
{
    tree *t = *state;
    put_library(t);
    put(t, "own/mine.mo", "model Mine extends Lib.Examples.Stop; end Mine;"); /* no library lies beside it */
    char path[300];
    snprintf(path, sizeof path, "%s", at(t, "own/mine.mo"));
    reading r = read_path(path, t->root);
    assert_int_equal(r.status, EG_OK);
    assert_true(given(&r, "body.mass.m") == 3.0);
    done(&r);
    r = read_path(path, NULL);
    expect_message(&r, 0, 1, 20, "the class \"Lib.Examples.Stop\" is not known", NULL);
    done(&r);
}

static void a_package_stands_for_its_last_model(void **state)
{
    tree *t = *state;
    put_library(t);
    put(t, "One.mo", "package One model A end A; model B end B; end One;");
    reading r = read_path(at(t, "One.mo"), NULL);
    assert_string_equal(eg_spec_name(r.spec), "One.B");
    done(&r);
    r = read_path(at(t, "Lib"), NULL);
    expect_message(&r, 0, 1, 1, "holds no model", NULL);
    done(&r);
}

static void what_is_native_stays_native(void **state)
{
    tree *t = *state;
    put(t, "Modelica/package.mo", "within ;\npackage Modelica\nend Modelica;\n");
    put(t, "Modelica/Mechanics/package.mo", "within Modelica;\npackage Mechanics\nend Mechanics;\n");
    put(t, "Modelica/Mechanics/Translational/package.mo",
        "within Modelica.Mechanics;\npackage Translational\n  constant Real ours = 5;\nend Translational;\n");
    put(t, "Modelica/Mechanics/Translational/Components/package.mo",
        "within Modelica.Mechanics.Translational;\npackage Components\nend Components;\n");
    put(t, "Modelica/Mechanics/Translational/Components/Mass.mo", "this is not read");
    put(t, "Modelica/Mechanics/Translational/Components/Pair.mo",
        "within Modelica.Mechanics.Translational.Components;\n"
        "model Pair\n  Mass a(m = ours);\n  Mass b(m = 1);\nend Pair;\n");
    put(t, "mine.mo",
        "model Mine " TRANSLATIONAL "Components.Pair pair; parameter Real x = " TRANSLATIONAL
        "ours; end Mine;");
    char path[300];
    snprintf(path, sizeof path, "%s", at(t, "mine.mo"));
    reading r = read_path(path, t->root);
    if (r.status != EG_OK)
        show(&r);
    assert_int_equal(r.status, EG_OK);
    assert_true(given(&r, "pair.a.m") == 5.0 && value_of(&r, "x") == 5.0);
    assert_string_equal(instance_of(&r, "pair.a")->class->name, TRANSLATIONAL "Components.Mass");
    done(&r);
}

static void errors_in_a_library_are_reported_in_its_file(void **state)
{
    tree *t = *state;
    put_library(t);
    reading r = read_path("Lib.Broken", t->root);
    assert_int_equal(r.status, EG_ERROR_MODEL);
    const eg_diagnostic *d = eg_diagnostics_get(r.diagnostics, 0);
    assert_non_null(strstr(d->file, "Lib/Broken.mo"));
    assert_int_equal(d->line, 2);
    done(&r);
}

static void a_file_must_hold_what_its_place_promises(void **state)
{
    tree *t = *state;
    put(t, "Lib/package.mo", "package Lib end Lib;");
    put(t, "Lib/A.mo", "within Other; model A end A;");
    put(t, "Lib/B.mo", "within Lib; model C end C;");
    reading r = read_path("Lib.A", t->root);
    expect_message(&r, 0, 1, 8, "says that it belongs to \"Other\"", "within Lib;");
    done(&r);
    r = read_path("Lib.B", t->root);
    expect_message(&r, 0, 1, 1, "should hold the class \"B\"", "the same name");
    done(&r);
}

/* ---------------------------------------------------------------- files */

static void what_cannot_be_read_says_why(void **state)
{
    tree *t = *state;
    reading r = read_path(at(t, "missing.mo"), NULL);
    assert_int_equal(r.status, EG_ERROR_FILE);
    assert_string_equal(eg_diagnostics_get(r.diagnostics, 0)->file, t->path);
    assert_non_null(strstr(eg_diagnostics_get(r.diagnostics, 0)->message, "no such file"));
    done(&r);
    r = read_path("/dev/zero", NULL);
    assert_int_equal(r.status, EG_ERROR_FILE);
    assert_non_null(strstr(eg_diagnostics_get(r.diagnostics, 0)->message, "it is a device"));
    done(&r);
    r = read_path(t->root, NULL);
    assert_int_equal(r.status, EG_ERROR_FILE);
    assert_non_null(strstr(eg_diagnostics_get(r.diagnostics, 0)->message, "directory"));
    done(&r);
    r = read_path("No.Such.Class", NULL);
    assert_int_equal(r.status, EG_ERROR_FILE);
    expect_message(&r, 0, 0, 0, "\"No.Such.Class\" is neither a file nor a class", "-I");
    done(&r);
    r = read_path("Modelica.Mechanics.Translational.Components.Mass", NULL);
    assert_int_equal(r.status, EG_ERROR_MODEL);
    expect_message(&r, 0, 0, 0, "a class of the component library", "as a part");
    done(&r);
}

static void a_file_that_is_no_text_is_refused(void **state)
{
    tree *t = *state;
    put(t, "latin.mo",
        "model A \"Gr\xF6\xDF"
        "e\" end A;");
    reading r = read_path(at(t, "latin.mo"), NULL);
    assert_int_equal(r.status, EG_ERROR_MODEL);
    expect_message(&r, 0, 1, 12, "byte 11 (0xF6) is no valid UTF-8", "UTF-8");
    done(&r);
}

static void marks_and_line_ends_of_other_systems_are_understood(void **state)
{
    tree *t = *state;
    put(t, "dos.mo",
        "\xEF\xBB\xBFmodel A\r\n  parameter Real k = 1;\r\n  parameter Real j = k +;\r\nend A;\r\n");
    reading r = read_path(at(t, "dos.mo"), NULL);
    expect_message(&r, 0, 3, 25, "expected a value before \";\"", NULL);
    done(&r);
}

/* Five megabytes in one line: read as fast as in many, and the message shows the place only. */
static void a_very_long_line_is_a_line(void **state)
{
    (void)state;
    enum { LENGTH = 5000000 };
    char *text = malloc(LENGTH + 100), *out = text + sprintf(text, "model A ");
    memset(out, ' ', LENGTH);
    sprintf(out + LENGTH, "parameter Real k = x; end A;");
    reading r = read_set(text, NULL);
    expect_message(&r, 0, 1, LENGTH + 28, "\"x\" is not known", NULL);
    assert_true(strlen(eg_diagnostics_get(r.diagnostics, 0)->source) < 200);
    done(&r);
    free(text);
}

/* ---------------------------------------------------------------- the project's own examples */

static void all_examples_are_read(void **state)
{
    (void)state;
    char path[500];
    int count = 0;
    DIR *directory = opendir(EG_SOURCE_DIR "/examples");
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".mo") != 0)
            continue;
        snprintf(path, sizeof path, "%s/examples/%s", EG_SOURCE_DIR, entry->d_name);
        reading r = read_path(path, NULL);
        if (eg_diagnostics_count(r.diagnostics) > 0)
            show(&r);
        assert_int_equal(r.status, EG_OK);
        assert_int_equal(eg_diagnostics_count(r.diagnostics), 0);
        assert_int_equal(eg_spec_complete(r.spec, r.diagnostics), EG_OK);
        assert_non_null(eg_spec_comment(r.spec));
        assert_true(eg_spec_experiment(r.spec).stop_time > 0.0);
        done(&r);
        count++;
    }
    closedir(directory);
    assert_true(count >= 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_class_is_found_by_name_below_an_include_directory, tree_create,
                                        tree_free),
        cmocka_unit_test_setup_teardown(a_file_inside_a_library_knows_its_packages, tree_create, tree_free),
        cmocka_unit_test_setup_teardown(a_text_alone_uses_libraries, tree_create, tree_free),
        cmocka_unit_test_setup_teardown(a_package_stands_for_its_last_model, tree_create, tree_free),
        cmocka_unit_test_setup_teardown(what_is_native_stays_native, tree_create, tree_free),
        cmocka_unit_test_setup_teardown(errors_in_a_library_are_reported_in_its_file, tree_create, tree_free),
        cmocka_unit_test_setup_teardown(a_file_must_hold_what_its_place_promises, tree_create, tree_free),
        cmocka_unit_test_setup_teardown(what_cannot_be_read_says_why, tree_create, tree_free),
        cmocka_unit_test_setup_teardown(a_file_that_is_no_text_is_refused, tree_create, tree_free),
        cmocka_unit_test_setup_teardown(marks_and_line_ends_of_other_systems_are_understood, tree_create,
                                        tree_free),
        cmocka_unit_test_setup_teardown(unsaved_texts_stand_for_their_files, tree_create, tree_free),
        cmocka_unit_test(a_very_long_line_is_a_line),
        cmocka_unit_test(all_examples_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
