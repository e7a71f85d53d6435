/* Libraries of one's own: names with versions, packages found from the files inside them, what is read
 * and what is not, two texts for one name, files in the wrong place, links that lead in circles, and
 * what is listed. */
#include "tree.h"

#include "modelica/scope/listing.h"

#define FIXED TRANSLATIONAL "Components.Fixed f"

static void expect_read(const char *path, const char *directory, const char *parameter, double value)
{
    reading r = read_path(path, directory);
    if (r.status != EG_OK)
        show(&r);
    assert_int_equal(r.status, EG_OK);
    if (given(&r, parameter) != value)
        print_message("%s: %g, expected %g\n", parameter, given(&r, parameter), value);
    assert_true(given(&r, parameter) == value);
    done(&r);
}

static void expect_error(const char *path, const char *directory, const char *message, const char *remedy)
{
    reading r = read_path(path, directory);
    assert_int_equal(r.status, EG_ERROR_MODEL);
    const eg_diagnostic *d = eg_diagnostics_get(r.diagnostics, 0);
    bool ok = strstr(d->message, message) && (!*remedy || (d->remedy && strstr(d->remedy, remedy)));
    if (!ok)
        show(&r);
    assert_true(ok);
    done(&r);
}

static void put_version(tree *t, const char *directory, const char *value)
{
    char name[100], text[300];
    snprintf(name, sizeof name, "%s/package.mo", directory);
    snprintf(text, sizeof text, "within ; package Lib model A " FIXED "(s0 = %s); end A; end Lib;", value);
    put(t, name, text);
}

/* ---------------------------------------------------------------- versions */

static void the_newest_version_is_taken(void **state)
{
    tree *t = *state;
    put_version(t, "Lib 1.2.0", "1");
    expect_read("Lib.A", t->root, "f.s0", 1);
    put_version(t, "Lib 1.10.0", "2"); /* by number, not by letter */
    put_version(t, "Lib 1.9", "3");
    put_version(t, "Lib 2.0.0-beta.1", "4"); /* not yet released */
    put_version(t, "Lib of mine", "5");
    put_version(t, "Library 9.0", "6");
    expect_read("Lib.A", t->root, "f.s0", 2);
    put(t, "Lib 1.10.1+build.5.mo", "package Lib model A " FIXED "(s0 = 7); end A; end Lib;");
    expect_read("Lib.A", t->root, "f.s0", 7);
    put_version(t, "Lib", "8"); /* without a version before all others */
    expect_read("Lib.A", t->root, "f.s0", 8);
}

static void a_prerelease_is_better_than_nothing(void **state)
{
    tree *t = *state;
    put_version(t, "Lib 2.0.0-alpha", "1");
    put_version(t, "Lib 2.0.0-beta", "2");
    expect_read("Lib.A", t->root, "f.s0", 2);
}

/* ---------------------------------------------------------------- the library's own directory */

static void a_directory_may_be_the_library_itself(void **state)
{
    tree *t = *state;
    char path[300];
    put_version(t, "Lib 1.2.0", "1");
    snprintf(path, sizeof path, "%s", at(t, "Lib 1.2.0/"));
    expect_read("Lib.A", path, "f.s0", 1);
}

static void put_nested(tree *t, const char *top)
{
    char name[200];
    snprintf(name, sizeof name, "%s/package.mo", top);
    put(t, name, "within ; package Lib constant Real s0 = 3; end Lib;");
    snprintf(name, sizeof name, "%s/Sub/package.mo", top);
    put(t, name, "within Lib; package Sub import T = Modelica.Mechanics.Translational.Components; end Sub;");
    snprintf(name, sizeof name, "%s/Sub/M.mo", top);
    put(t, name, "within Lib.Sub; model M T.Fixed f(s0 = s0); end M;");
}

static void a_file_knows_its_packages_whatever_the_library_directory_is_called(void **state)
{
    static const char *const tops[] = {"Lib", "Lib 1.0", "lib-master"};
    tree *t = *state;
    for (size_t i = 0; i < 3; i++) {
        char name[200];
        put_nested(t, tops[i]);
        snprintf(name, sizeof name, "%s/Sub/M.mo", tops[i]);
        expect_read(at(t, name), NULL, "f.s0", 3);
    }
}

static void the_files_around_come_before_include_directories(void **state)
{
    tree *t = *state;
    char path[300], other[300];
    put_nested(t, "mine/Lib");
    put(t, "other/Lib/package.mo", "within ; package Lib constant Real s0 = 4; end Lib;");
    put(t, "other/Lib/Sub/package.mo", "within Lib; package Sub end Sub;");
    snprintf(path, sizeof path, "%s", at(t, "mine/Lib/Sub/M.mo"));
    snprintf(other, sizeof other, "%s", at(t, "other"));
    expect_read(path, other, "f.s0", 3);
}

/* ---------------------------------------------------------------- names across files */

static void names_resolve_across_files(void **state)
{
    tree *t = *state;
    put(t, "Lib/package.mo",
        "within ; package Lib \"l\" import Modelica.Units.SI; constant SI.Mass m0 = 3; end Lib;");
    put(t, "Lib/Parts/package.mo", "within Lib; package Parts end Parts;");
    put(t, "Lib/Parts/Base.mo",
        "within Lib.Parts; partial model Base parameter SI.Mass m = m0; " TRANSLATIONAL
        "Components.Mass mass(m = m); end Base;");
    put(t, "Lib/Parts/Body.mo", "within Lib.Parts; model Body extends Base(m = 2*m0); end Body;");
    put(t, "Lib/Data.mo",
        "within Lib; package Data constant Real a = 1; constant Real b = 2;"
        "  model S extends Parts.Body; end S; end Data;");
    put(t, "Lib/Use.mo",
        "within Lib; encapsulated model Use import Lib.Parts; import Q = Lib.Parts.Body; import Lib.Data.*;"
        "  import Lib.Data.{a, b}; Parts.Body x; Q y(m = a + b); S z;"
        "  .Lib.Parts.Body w(m = Lib.m0); end Use;");
    put(t, "Lib/Blind.mo", "within Lib; encapsulated model Blind Parts.Body x; end Blind;");
    expect_read("Lib.Use", t->root, "x.mass.m", 6);
    expect_read("Lib.Use", t->root, "y.mass.m", 3);
    expect_read("Lib.Use", t->root, "z.mass.m", 6);
    expect_read("Lib.Use", t->root, "w.mass.m", 3);
    expect_error("Lib.Blind", t->root, "the class \"Parts.Body\" is not known", "");
}

static void only_what_is_used_is_read(void **state)
{
    tree *t = *state;
    put(t, "Lib/package.mo", "within ; package Lib end Lib;");
    put(t, "Lib/Good.mo", "within Lib; model Good Part p; end Good;");
    put(t, "Lib/Part.mo", "within Lib; model Part " FIXED "(s0 = 5); end Part;");
    put(t, "Lib/Broken.mo", "within Lib; model Broken this is no Modelica");
    put(t, "Lib/Binary.mo", "\x01\x02\xFF");
    put(t, "Lib/Sub/package.mo", "package } {");
    put(t, "Other/package.mo", "within ; nonsense");
    expect_read("Lib.Good", t->root, "p.f.s0", 5);
    expect_read(at(t, "Lib/Good.mo"), NULL, "p.f.s0", 5);
    reading r = read_path("Lib.Broken", t->root);
    assert_int_equal(r.status, EG_ERROR_MODEL);
    done(&r);
}

/* ---------------------------------------------------------------- what is wrong */

static void two_texts_for_one_name_are_reported(void **state)
{
    tree *t = *state;
    put_version(t, "Lib", "1");
    put(t, "Lib.mo", "package Lib model A end A; end Lib;");
    expect_error("Lib.A", t->root, "\"Lib\" has two texts", "remove one");
    put(t, "Two/package.mo",
        "within ; package Two model A " FIXED "; end A; model B " FIXED "; end B; end Two;");
    put(t, "Two/A.mo", "within Two; model A " FIXED "; end A;");
    expect_error("Two.A", t->root, "\"A\" is declared here and in", "remove one");
    reading r = read_path("Two.B", t->root); /* what nobody uses does no harm */
    assert_int_equal(r.status, EG_OK);
    done(&r);
}

static void files_in_the_wrong_place_are_reported(void **state)
{
    tree *t = *state;
    put_nested(t, "Lib");
    put(t, "Lib/Sub/Wrong.mo", "within Lib.Bus; model Wrong " FIXED "; end Wrong;");
    put(t, "Lib/Sub/None.mo", "model None " FIXED "(s0 = 2); end None;");
    put(t, "Lib/Sub/Other.mo", "within Lib.Sub; model Another end Another;");
    expect_error(at(t, "Lib/Sub/Wrong.mo"), NULL,
                 "says that it belongs to \"Lib.Bus\", but it lies in the package \"Lib.Sub\"",
                 "within Lib.Sub;");
    expect_error("Lib.Sub.Wrong", t->root, "lies in the package \"Lib.Sub\"", "within Lib.Sub;");
    expect_error("Lib.Sub.None", t->root, "lies in the package \"Lib.Sub\", but does not say so",
                 "within Lib.Sub;");
    expect_error("Lib.Sub.Other", t->root, "should hold the class \"Other\"", "same name");
    reading r = read_path(at(t, "Lib/Sub/None.mo"), NULL);
    assert_int_equal(r.status, EG_OK);
    expect_message(&r, 0, 1, 7, "does not say so; it is read on its own", "within Lib.Sub;");
    done(&r);
    put(t, "Loose/M.mo",
        "within Nowhere.Sub; model M " FIXED "(s0 = 9); end M;"); /* as MSL's examples alone */
    expect_read(at(t, "Loose/M.mo"), NULL, "f.s0", 9);
}

static void links_in_circles_and_odd_files_do_no_harm(void **state)
{
    tree *t = *state;
    char from[300];
    put_nested(t, "Lib");
    snprintf(from, sizeof from, "%s", at(t, "Lib"));
    assert_int_equal(symlink(from, at(t, "Lib/Loop")), 0);
    assert_int_equal(symlink("Self.mo", at(t, "Lib/Self.mo")), 0);
    assert_int_equal(symlink("/nowhere", at(t, "Lib/Dangling")), 0);
    mkdir(at(t, "Lib/package.order"), 0700);
    mkdir(at(t, "Lib/Dir.mo"), 0700);
    mkdir(at(t, "Lib/Closed"), 0000);
    expect_read("Lib.Sub.M", t->root, "f.s0", 3);
    reading r = read_path("Lib.Loop.Sub.M", t->root);
    assert_int_equal(r.status, EG_ERROR_MODEL);
    done(&r);
    assert_int_equal(mkfifo(at(t, "Pipe.mo"), 0600), 0);
    r = read_path("Pipe.M", t->root);
    assert_int_not_equal(r.status, EG_OK);
    done(&r);
}

/* ---------------------------------------------------------------- natives */

static void what_is_native_stays_native_and_the_rest_is_read(void **state)
{
    tree *t = *state;
    put(t, "Modelica 4.1.0/package.mo", "within ; package Modelica end Modelica;");
    put(t, "Modelica 4.1.0/Mechanics/package.mo", "within Modelica; package Mechanics end Mechanics;");
    put(t, "Modelica 4.1.0/Mechanics/Translational/package.mo",
        "within Modelica.Mechanics; package Translational end Translational;");
    put(t, "Modelica 4.1.0/Mechanics/Translational/Components/package.mo",
        "within Modelica.Mechanics.Translational; package Components end Components;");
    put(t, "Modelica 4.1.0/Mechanics/Translational/Components/Mass.mo", "broken");
    put(t, "Modelica 4.1.0/Mechanics/Translational/Components/Own.mo",
        "within Modelica.Mechanics.Translational.Components; model Own Mass mass(m = 4); end Own;");
    put(t, "mine.mo", "model Mine " TRANSLATIONAL "Components.Own own; end Mine;");
    char path[300];
    snprintf(path, sizeof path, "%s", at(t, "mine.mo"));
    expect_read(path, t->root, "own.mass.m", 4);
}

/* ---------------------------------------------------------------- listings */

static void add_line(void *context, const eg_listed *listed)
{
    char *text = context;
    size_t length = strlen(text);
    snprintf(text + length, 1000 - length, "%s%s%s;", listed->is == EG_LISTED_HEADING ? "# " : "",
             listed->name, listed->is == EG_LISTED_BROKEN ? "?" : "");
}

static void listings_follow_package_order(void **state)
{
    tree *t = *state;
    char text[1000] = "";
    eg_read_options options = eg_read_options_default();
    const char *root = t->root;
    options.include_dirs = &root;
    options.include_count = 1;
    put(t, "Lib/package.mo",
        "within ; package Lib \"mine\" constant Real k = 1; model InText end InText;"
        "  protected model P end P; end Lib;");
    put(t, "Lib/package.order", "Sub\r\nk\nNothing\nZ\n\nInText\n");
    put(t, "Lib/A.mo", "within Lib; model A end A;");
    put(t, "Lib/Bad.mo", "within Lib; model");
    put(t, "Lib/Z.mo",
        "within Lib; partial model Z parameter Real c \"stiff\"; " TRANSLATIONAL
        "Interfaces.Flange_a a; end Z;");
    put(t, "Lib/Sub/package.mo", "within Lib; package Sub model Y extends Z; end Y; model X end X; end Sub;");
    assert_int_equal(symlink("..", at(t, "Lib/Sub/Up")), 0);
    assert_int_equal(eg_list_library("Lib", &options, NULL, add_line, text), EG_OK);
    assert_string_equal(text, "# Lib;Z;InText;A;Bad?;# Lib.Sub;Y;X;Up?;");
    *text = '\0';
    assert_int_equal(eg_list_library("Lib.Sub.Y", &options, NULL, add_line, text), EG_OK);
    assert_string_equal(text, "# Lib.Sub.Y;Lib.Sub.Y y(c = 1);;Lib.Z;c;a;");
    *text = '\0';
    assert_int_equal(eg_list_library(at(t, "Lib/Z.mo"), &options, NULL, add_line, text), EG_OK);
    assert_string_equal(text, "# Lib.Z;extends Lib.Z(c = 1);;c;a;");
    assert_int_equal(eg_list_library("Lib.Q", &options, NULL, add_line, text), EG_ERROR_FILE);
    assert_int_equal(eg_list_library("Lib.Bad", &options, NULL, add_line, text), EG_ERROR_MODEL);
}

int main(void)
{
#define IN_TREE(f) cmocka_unit_test_setup_teardown(f, tree_create, tree_free)
    const struct CMUnitTest tests[] = {
        IN_TREE(the_newest_version_is_taken),
        IN_TREE(a_prerelease_is_better_than_nothing),
        IN_TREE(a_directory_may_be_the_library_itself),
        IN_TREE(a_file_knows_its_packages_whatever_the_library_directory_is_called),
        IN_TREE(the_files_around_come_before_include_directories),
        IN_TREE(names_resolve_across_files),
        IN_TREE(only_what_is_used_is_read),
        IN_TREE(two_texts_for_one_name_are_reported),
        IN_TREE(files_in_the_wrong_place_are_reported),
        IN_TREE(links_in_circles_and_odd_files_do_no_harm),
        IN_TREE(what_is_native_stays_native_and_the_rest_is_read),
        IN_TREE(listings_follow_package_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
