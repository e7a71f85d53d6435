/* Tables in files: the forms that are read, what is refused and where, and how a model finds its files. */
#include "base/table_file.h"
#include "scratch.h"
#include "tree.h"

#include "elastogap/elastogap.h"

/* ---------------------------------------------------------------- the forms */

static eg_table read_table(scratch *s, const char *file, const char *text, const char *name,
                           const char *delimiter, int header_lines, eg_status expected)
{
    eg_table t;
    eg_table_source source = {scratch_write(s, file, text, strlen(text)), name, delimiter, header_lines};
    eg_status status = eg_table_read(&source, s->diagnostics, &t);
    if (status != expected)
        fail_msg("status %d for %s: %s", (int)status, text, scratch_message(s));
    return t;
}

/* The table has these elements. */
static void expect_table(eg_table t, int rows, int columns, const double *elements)
{
    assert_int_equal(t.rows, rows);
    assert_int_equal(t.columns, columns);
    for (int i = 0; i < rows * columns; i++)
        assert_true(t.elements[i] == elements[i]);
    free(t.elements);
}

static const double six[] = {0, 1, 2, -3, 4.5, 1e3};

static void every_form_of_text_is_read(void **state)
{
    static const char *const texts[] = {
        "#1\ndouble tab1(3,2)\n0 1\n2 -3\n4.5 1e3\n",
        "#1\nfloat tab1(3,2) # a comment\n0,1; 2;-3\n\n# another\n4.5\n+1.0E+3",
        "\xef\xbb\xbf#1 and more\r\ndouble  tab1 ( 3 , 2 )\r\n0\t1\r\n2\t-3\r\n4.5\t1e3#end\r\n",
        "#1\rdouble tab1(3,2)\r0 1 2 -3 4.5 1000\r",
        "#1\ndouble tab0(1,1) 7\ndouble tab1(3,2) 0 1 2 -3 4.5 1e3\ndouble tab2(1,1) oops",
        "#1\ndouble tab11(1,2) 8 9 double tab1(3,2)\n0 1 2 -3 4.5 1e3"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_table(read_table(*state, "a.txt", texts[i], "tab1", ",", 0, EG_OK), 3, 2, six);
}

static void every_form_of_csv_is_read(void **state)
{
    scratch *s = *state;
    expect_table(read_table(s, "a.csv", "0,1\n2,-3\n4.5,1e3\n", "", ",", 0, EG_OK), 3, 2, six);
    expect_table(
        read_table(s, "a.CSV", "a;b\r\nx;y\r\n0;1\r\n\r\n2; -3 \r\n\"4.5\";1e3", "NoName", ";", 2, EG_OK), 3,
        2, six);
    expect_table(read_table(s, "a.csv", "t\tv\n0\t1\n2\t-3\n4.5\t1e3\n", "", "\t", 1, EG_OK), 3, 2, six);
    expect_table(read_table(s, "a.csv", "  0  1\n2 -3 \n4.5    1e3\n", "", " ", 0, EG_OK), 3, 2, six);
}

/* Where it is wrong, and what is told. */
typedef struct wrong {
    const char *file, *text;
    int header_lines;
    const char *place, *message, *remedy;
} wrong;

static void mistakes_are_told_with_their_place(void **state)
{
    static const wrong table[] = {
        {"a.txt", "double tab1(1,2)\n0 1\n", 0, "a.txt:1:1", "must begin with \"#1\"", "write #1"},
        {"a.txt", "", 0, "a.txt:1:1", "must begin with \"#1\"", "write #1"},
        {"a.txt", "#1\ndouble tab1(2,2)\n0 1\n2 x3\n", 0, "a.txt:4:3", "a number must stand here, not \"x3\"",
         "as in 2.3"},
        {"a.txt", "#1\ndouble tab1(2,2)\n0 1\n2\n", 0, "a.txt:5:1", "not the end of the file", "as in 2.3"},
        {"a.txt", "#1\ndouble tab1(2,2)\n0 1 2,5,3\ndouble b(1,1)", 0, NULL, "", NULL},
        {"a.txt", "#1\ndouble tab0(1,2)\n0 1 7\n", 0, "a.txt:3:5", "the type of a table must stand here",
         "as many numbers"},
        {"a.txt", "#1\nint tab1(1,2)\n0 1\n", 0, "a.txt:2:1", "not \"int\"", "double tab1(6,2)"},
        {"a.txt", "#1\ndouble tab1(1 2)\n0 1\n", 0, "a.txt:2:15", "\",\" must stand here",
         "double tab1(6,2)"},
        {"a.txt", "#1\ndouble tab1(0,2)\n", 0, "a.txt:2:13", "the number of rows", "double tab1(6,2)"},
        {"a.txt", "#1\ndouble tab1(1,2)\n1 nan\n", 0, "a.txt:3:3", "a finite number", NULL},
        {"a.txt", "#1\ndouble other(1,1) 3\nfloat more(1,1) 4\n", 0, "a.txt", "no table \"tab1\"",
         "other, more"},
        {"a.txt", "#1\n# nothing\n", 0, "a.txt", "no table \"tab1\"", "double tab1(6,2)"},
        {"a.txt", "\xff\xfe#1", 0, "a.txt:1:1", "UTF-16", "UTF-8"},
        {"a.csv", "t,v\n0,1\n", 0, "a.csv:1:1", "not \"t\"", "nHeaderLines"},
        {"a.csv", "0,1\n1,2,3\n", 0, "a.csv:2:1", "holds 3 numbers, the lines before it 2", NULL},
        {"a.csv", "0;1\n", 0, "a.csv:1:1", "a number must stand here", "delimiter"},
        {"a.csv", "0,\n", 0, "a.csv:1:3", "not the end of the line", "nHeaderLines"},
        {"a.csv", "0,1\n", 3, "a.csv:2:1", "a line of numbers must stand here", "nHeaderLines"},
        {"a.mat", "this is no MAT file, whatever its name says, and long enough to have a header", 0, "a.mat",
         "MAT", NULL}};
    scratch *s = *state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const wrong *w = &table[i];
        eg_table t;
        eg_table_source source = {scratch_write(s, w->file, w->text, strlen(w->text)), "tab1", ",",
                                  w->header_lines};
        eg_status status = eg_table_read(&source, s->diagnostics, &t);
        if (!w->place) { /* 2,5 are two numbers: what is too much is another table's */
            assert_int_equal(status, EG_OK);
            free(t.elements);
            continue;
        }
        assert_true(status == EG_ERROR_FILE || status == EG_ERROR_UNAVAILABLE);
        assert_null(t.elements);
        assert_message(s, w->place);
        assert_message(s, w->message);
        assert_message(s, w->remedy ? w->remedy : "");
    }
}

/* Level 4 of MAT files: five 32-bit numbers, the name, the elements column by column. */
static size_t put_matrix(char *to, const char *name, int32_t rows, int32_t columns, const double *elements)
{
    int32_t head[5] = {0, rows, columns, 0, (int32_t)strlen(name) + 1};
    size_t bytes = (size_t)rows * (size_t)columns * sizeof *elements, length = (size_t)head[4];
    memcpy(to, head, sizeof head);
    memcpy(to + sizeof head, name, length);
    memcpy(to + sizeof head + length, elements, bytes);
    return sizeof head + length + bytes;
}

static void matrices_of_mat_files_are_read(void **state)
{
    scratch *s = *state;
    static const double by_columns[] = {0, 2, 4.5, 1, -3, 1e3}, bad[] = {NAN};
    char bytes[600];
    size_t length = put_matrix(bytes, "other", 1, 2, six);
    length += put_matrix(bytes + length, "tab1", 3, 2, by_columns);
    length += put_matrix(bytes + length, "bad", 1, 1, bad);
    eg_table t;
    eg_table_source source = {scratch_write(s, "a.mat", bytes, length), "tab1", ",", 0};
    eg_status status = eg_table_read(&source, s->diagnostics, &t);
    if (status == EG_ERROR_UNAVAILABLE) {
        assert_message(s, "MAT files need the library matio");
        skip();
    }
    assert_int_equal(status, EG_OK);
    expect_table(t, 3, 2, six);
    source.name = "tab7";
    assert_int_equal(eg_table_read(&source, s->diagnostics, &t), EG_ERROR_FILE);
    assert_message(s, "no matrix \"tab7\"");
    source.name = "bad";
    assert_int_equal(eg_table_read(&source, s->diagnostics, &t), EG_ERROR_FILE);
    assert_message(s, "finite");
}

/* ---------------------------------------------------------------- in models */

#define TABLE "Modelica.Blocks.Sources.CombiTimeTable a(tableOnFile = true, tableName = \"tab1\", fileName = "
#define DATA "#1\ndouble tab1(2,3)\n0 5 1\n1 6 3\n"

static reading read_in(tree *t, const char *file, const char *directory)
{
    char path[300];
    snprintf(path, sizeof path, "%s", at(t, file));
    eg_read_options options = eg_read_options_default();
    const char *dirs[1];
    char library[300];
    if (directory) {
        snprintf(library, sizeof library, "%s/%s", t->root, directory);
        dirs[0] = library;
        options.include_dirs = dirs;
        options.include_count = 1;
    }
    reading r = {.diagnostics = eg_diagnostics_create()};
    r.status = eg_spec_read(path, &options, r.diagnostics, &r.spec);
    return r;
}

/* The table of the instance `a` when the model is complete. */
static void expect_data(reading *r, int columns)
{
    eg_model *model = NULL;
    eg_status status = r->status == EG_OK ? eg_model_compile(r->spec, r->diagnostics, &model) : r->status;
    if (status != EG_OK)
        show(r);
    assert_int_equal(status, EG_OK);
    const eg_instance *a = instance_of(r, "a");
    eg_matrix m = eg_parameter_matrix(a->p, eg_class_parameter(a->class, "table"));
    assert_true(m.rows == 2 && m.columns == columns && m.elements[1] == 5 && m.elements[columns] == 1);
    assert_true(a->given[eg_class_parameter(a->class, "table")]);
    eg_model_free(model);
    done(r);
}

static void files_are_found_beside_the_model_and_in_libraries(void **state)
{
    tree *t = *state;
    put(t, "near/data.txt", DATA);
    put(t, "near/M.mo", "model M\n  " TABLE "\"data.txt\");\nend M;\n");
    reading r = read_in(t, "near/M.mo", NULL);
    expect_data(&r, 3);
    put(t, "libs/Lib/package.mo", "within ;\npackage Lib\nend Lib;\n");
    put(t, "libs/Lib/Resources/data.txt", DATA);
    put(t, "libs/Lib/Sub/package.mo", "within Lib;\npackage Sub\nend Sub;\n");
    put(t, "libs/Lib/Sub/d.csv", "0,5\n1,6\n");
    put(t, "libs/Lib/Track.mo",
        "within Lib;\nmodel Track\n  " TABLE "\"Resources/data.txt\");\nend Track;\n");
    put(t, "L.mo",
        "model L\n  " TABLE
        "Modelica.Utilities.Files.loadResource(\"modelica://Lib/Resources/data.txt\"));\nend L;\n");
    r = read_in(t, "L.mo", "libs");
    expect_data(&r, 3);
    put(t, "S.mo", "model S\n  parameter String f = \"modelica://Lib.Sub/d.csv\";\n  " TABLE "f);\nend S;\n");
    r = read_in(t, "S.mo", "libs");
    expect_data(&r, 2);
    /* of a class of the library it is looked for beside the library's text first */
    put(t, "Resources/data.txt", "#1\ndouble tab1(1,2) 7 7");
    put(t, "X.mo", "model X\n  extends Lib.Track;\nend X;\n");
    r = read_in(t, "libs/Lib/Track.mo", NULL);
    expect_data(&r, 3);
}

/* A model text, and what is told. */
static void what_is_missing_is_told(void **state)
{
    static const struct {
        const char *declaration, *message, *remedy;
    } table[] = {
        {TABLE "\"none.txt\");", "cannot be opened", "beside the text of the model"},
        {"Modelica.Blocks.Sources.CombiTimeTable a(tableOnFile = true);", "no fileName", "fileName ="},
        {"Modelica.Blocks.Sources.CombiTimeTable a(tableOnFile = true, fileName = \"data.txt\");",
         "no tableName", "tableName ="},
        {"Modelica.Blocks.Sources.CombiTimeTable a;", "a.table needs a value", "rows"},
        {TABLE "\"data.txt\", columns = {4});", "columns must be", NULL},
        {TABLE "\"data.txt\", delimiter = \", \");", "one character", NULL},
        {TABLE "\"wrong.txt\");", "a number must stand here", "as in 2.3"},
        {TABLE "\"modelica://None/data.txt\");", "cannot be opened", "loadResource"},
    };
    tree *t = *state;
    put(t, "data.txt", DATA);
    put(t, "wrong.txt", "#1\ndouble tab1(2,2)\n0 1\n2 x");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char text[600];
        snprintf(text, sizeof text, "model M\n  %s\nend M;\n", table[i].declaration);
        put(t, "M.mo", text);
        reading r = read_in(t, "M.mo", NULL);
        eg_model *model = NULL;
        assert_int_equal(r.status, EG_OK);
        assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_ERROR_MODEL);
        const eg_diagnostic *d = eg_diagnostics_get(r.diagnostics, 0);
        if (!strstr(d->message, table[i].message) ||
            (table[i].remedy && (!d->remedy || !strstr(d->remedy, table[i].remedy)))) {
            show(&r);
            fail_msg("expected: %s", table[i].message);
        }
        done(&r);
    }
    put(t, "M.mo",
        "model M\n  " TABLE
        "Modelica.Utilities.Files.loadResource(\"modelica://None/data.txt\"));\nend M;\n");
    reading r = read_in(t, "M.mo", NULL);
    assert_int_equal(r.status, EG_ERROR_MODEL);
    expect_message(&r, 0, 2, 133, "the library \"None\"", "-I DIR");
    done(&r);
}

/* By calls; and what is flattened holds the numbers. */
static void tables_are_named_by_calls(void **state)
{
    tree *t = *state;
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = eg_spec_create("Calls", d);
    char *text = NULL;
    size_t length;
    put(t, "data.txt", DATA);
    assert_int_equal(eg_spec_add(spec, "Modelica.Blocks.Sources.CombiTimeTable", "a", d), EG_OK);
    assert_int_equal(eg_spec_set(spec, "a.tableOnFile", 1, d), EG_OK);
    assert_int_equal(eg_spec_set_string(spec, "a.tableName", "tab1", d), EG_OK);
    assert_int_equal(eg_spec_set_string(spec, "a.fileName", at(t, "data.txt"), d), EG_OK);
    assert_int_equal(eg_spec_set(spec, "a.fileName", 1, d), EG_ERROR_MODEL);
    assert_int_equal(eg_spec_set_string(spec, "a.startTime", "1", d), EG_ERROR_MODEL);
    assert_int_equal(eg_spec_set_string(spec, "a.none", "1", d), EG_ERROR_MODEL);
    assert_int_equal(eg_spec_flatten(spec, d, &text, &length), EG_OK);
    assert_non_null(strstr(text, "'a.table'[2, 3] = [0, 5, 1; 1, 6, 3]"));
    assert_non_null(strstr(text, "final parameter String 'a.tableName' = \"tab1\""));
    free(text);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_form_of_text_is_read, scratch_create, scratch_free),
        cmocka_unit_test_setup_teardown(every_form_of_csv_is_read, scratch_create, scratch_free),
        cmocka_unit_test_setup_teardown(mistakes_are_told_with_their_place, scratch_create, scratch_free),
        cmocka_unit_test_setup_teardown(matrices_of_mat_files_are_read, scratch_create, scratch_free),
        cmocka_unit_test_setup_teardown(files_are_found_beside_the_model_and_in_libraries, tree_create,
                                        tree_free),
        cmocka_unit_test_setup_teardown(what_is_missing_is_told, tree_create, tree_free),
        cmocka_unit_test_setup_teardown(tables_are_named_by_calls, tree_create, tree_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
