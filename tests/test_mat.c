/* MAT files in the result format of Modelica tools: the bytes that are written, and reading both forms. */
#include "base/trajectory.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* ---------------------------------------------------------------- level 4, by its documentation */

/* A matrix of a level 4 file: five 32-bit numbers (type, rows, columns, imaginary, length of name with its
 * NUL), the name, the data by columns. Type: 0 double, 20 32-bit integer, 51 text of bytes. */
typedef struct matrix {
    int32_t type, rows, columns;
    const char *data;
} matrix;

static size_t item_size(int32_t type)
{
    return type == 0 ? 8 : type == 20 ? 4 : 1;
}

/* Fails the test when the file has no such matrix or breaks off. */
static matrix find_matrix(const char *bytes, size_t length, const char *name)
{
    for (size_t at = 0; at + 20 <= length;) {
        int32_t head[5];
        memcpy(head, bytes + at, sizeof head);
        const char *found = bytes + at + 20;
        size_t size = (size_t)head[1] * (size_t)head[2] * item_size(head[0]);
        at += 20 + (size_t)head[4] + size;
        if (at <= length && strcmp(found, name) == 0)
            return (matrix){head[0], head[1], head[2], found + head[4]};
    }
    fail_msg("the file has no whole matrix %s", name);
    return (matrix){0};
}

static void append_matrix(FILE *f, const char *name, int32_t type, int32_t rows, int32_t columns,
                          const void *data)
{
    int32_t head[5] = {type, rows, columns, 0, (int32_t)strlen(name) + 1};
    fwrite(head, sizeof head, 1, f);
    fwrite(name, 1, strlen(name) + 1, f);
    fwrite(data, item_size(type), (size_t)rows * (size_t)columns, f);
}

static double number(const matrix *m, int row, int column)
{
    double value = 0.0;
    int32_t integer = 0;
    size_t at = (size_t)row + (size_t)column * (size_t)m->rows;
    if (m->type == 20) {
        memcpy(&integer, m->data + 4 * at, 4);
        return integer;
    }
    memcpy(&value, m->data + 8 * at, 8);
    return value;
}

/* ---------------------------------------------------------------- writing */

/* Two columns, an alias, a constant variable and a parameter. */
static eg_trajectory *sample(void)
{
    eg_trajectory *t = eg_trajectory_create();
    assert_non_null(t);
    t->column_count = 2;
    eg_signal a = {.name = "mass.s", .unit = "m", .doc = "position"};
    eg_signal b = {.name = "gap.f", .unit = "", .doc = ""};
    eg_signal c = {.name = "wall.T", .unit = "K", .doc = ""};
    eg_signal d = {.name = "mass.flange_a.s", .unit = "m", .doc = "position of the flange"};
    assert_int_equal(eg_trajectory_add_signal(t, a, 0, 0.0), 0);
    assert_int_equal(eg_trajectory_add_signal(t, b, 1, 0.0), 0);
    assert_int_equal(eg_trajectory_add_signal(t, c, -1, 293.15), 0);
    assert_int_equal(eg_trajectory_add_signal(t, d, 0, 0.0), 0);
    eg_trajectory_constant m = {.name = "mass.m", .unit = "kg", .doc = "mass", .value = 2.5};
    eg_trajectory_constant again = {.name = "wall.T", .unit = "K", .doc = "", .value = 0.0};
    assert_int_equal(eg_trajectory_add_constant(t, m), 0);
    assert_int_equal(eg_trajectory_add_constant(t, again), 0);
    for (int i = 0; i < 3; i++) {
        double *row = eg_trajectory_add_row(t);
        assert_non_null(row);
        row[0] = 0.5 * i;
        row[1] = 1.0 + i;
        row[2] = -10.0 * i;
    }
    return t;
}

/* Writes the sample; skips the test where this build or machine has no matio, once it says so. */
static char *write_sample(scratch *s, size_t *length)
{
    eg_trajectory *t = sample();
    eg_status status = eg_trajectory_write(t, scratch_path(s, "a.mat"), s->diagnostics);
    eg_trajectory_free(t);
    if (status == EG_ERROR_UNAVAILABLE) {
        assert_message(s, "MAT files need the library matio");
        assert_message(s, "sudo apt install libmatio");
        skip();
    }
    if (status != EG_OK)
        fail_msg("%s", scratch_message(s));
    char *bytes = scratch_read(s->path, length);
    assert_non_null(bytes);
    return bytes;
}

static void the_class_is_transposed_trajectory(void **state)
{
    scratch *s = *state;
    size_t length = 0;
    char *bytes = write_sample(s, &length);
    matrix m = find_matrix(bytes, length, "Aclass");
    assert_int_equal(m.type, 51);
    assert_int_equal(m.rows, 4);
    assert_int_equal(m.columns, 11);
    static const char *const lines[] = {"Atrajectory", "1.1        ", "           ", "binTrans   "};
    for (int row = 0; row < 4; row++)
        for (int column = 0; column < 11; column++)
            assert_int_equal(m.data[row + 4 * column], lines[row][column]);
    assert_int_equal(scratch_files(s, 0), 1);
    free(bytes);
}

static void names_and_descriptions_are_padded_columns(void **state)
{
    static const char *const names[] = {"time", "mass.s", "gap.f", "wall.T", "mass.flange_a.s", "mass.m"};
    static const char *const docs[] = {"time [s]", "position [m]", "", "[K]", "position of the flange [m]",
                                       "mass [kg]"};
    scratch *s = *state;
    size_t length = 0;
    char *bytes = write_sample(s, &length), padded[64];
    matrix name = find_matrix(bytes, length, "name"), doc = find_matrix(bytes, length, "description");
    assert_int_equal(name.type, 51);
    assert_int_equal(name.columns, 6);
    assert_int_equal(name.rows, strlen("mass.flange_a.s"));
    assert_int_equal(doc.columns, 6);
    for (int i = 0; i < 6; i++) {
        snprintf(padded, sizeof padded, "%-*s", (int)name.rows, names[i]);
        assert_memory_equal(name.data + i * name.rows, padded, (size_t)name.rows);
        snprintf(padded, sizeof padded, "%-*s", (int)doc.rows, docs[i]);
        assert_memory_equal(doc.data + i * doc.rows, padded, (size_t)doc.rows);
    }
    free(bytes);
}

static void variables_lead_to_their_data(void **state)
{
    static const int expected[6][4] = {{0, 1, 0, -1}, {2, 2, 0, -1}, {2, 3, 0, -1},
                                       {1, 2, 0, 0},  {2, 2, 0, -1}, {1, 3, 0, 0}};
    scratch *s = *state;
    size_t length = 0;
    char *bytes = write_sample(s, &length);
    matrix info = find_matrix(bytes, length, "dataInfo");
    matrix fixed = find_matrix(bytes, length, "data_1"), moving = find_matrix(bytes, length, "data_2");
    assert_int_equal(info.type, 20);
    assert_int_equal(info.rows, 4);
    assert_int_equal(info.columns, 6);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 4; k++)
            assert_int_equal((int)number(&info, k, i), expected[i][k]);
    assert_int_equal(fixed.rows, 3);
    assert_int_equal(fixed.columns, 2);
    assert_true(number(&fixed, 0, 0) == 0.0 && number(&fixed, 0, 1) == 1.0);
    assert_true(number(&fixed, 1, 0) == 293.15 && number(&fixed, 1, 1) == 293.15);
    assert_true(number(&fixed, 2, 0) == 2.5 && number(&fixed, 2, 1) == 2.5);
    assert_int_equal(moving.rows, 3);
    assert_int_equal(moving.columns, 3);
    for (int i = 0; i < 3; i++)
        assert_true(number(&moving, 0, i) == 0.5 * i && number(&moving, 1, i) == 1.0 + i &&
                    number(&moving, 2, i) == -10.0 * i);
    free(bytes);
}

static void a_full_disk_leaves_nothing(void **state)
{
    scratch *s = *state;
    size_t length = 0;
    free(write_sample(s, &length));
    const char *path = scratch_path(s, "full.mat");
    if (access("/dev/full", F_OK) != 0 || symlink("/dev/full", path) != 0)
        skip();
    eg_trajectory *t = sample();
    assert_int_equal(eg_trajectory_write(t, path, s->diagnostics), EG_ERROR_FILE);
    assert_message(s, "full.mat: error: cannot write the file: no space is left on the disk");
    assert_int_equal(eg_trajectory_write(t, scratch_path(s, "nowhere/a.mat"), s->diagnostics), EG_ERROR_FILE);
    assert_message(s, "its directory does not exist");
    eg_trajectory_free(t);
}

/* ---------------------------------------------------------------- reading */

static void what_was_written_is_read(void **state)
{
    scratch *s = *state;
    size_t length = 0;
    free(write_sample(s, &length));
    eg_trajectory *t = sample(), *back = NULL;
    assert_int_equal(eg_trajectory_read(s->path, s->diagnostics, &back), EG_OK);
    assert_int_equal(eg_trajectory_signals(back), 5);
    assert_int_equal(eg_trajectory_rows(back), 3);
    for (size_t i = 0; i < 4; i++) {
        eg_signal info = eg_trajectory_signal(t, i);
        long k = eg_trajectory_find(back, info.name);
        assert_int_equal(k, i);
        assert_string_equal(eg_trajectory_signal(back, i).unit, info.unit);
        assert_string_equal(eg_trajectory_signal(back, i).doc, info.doc);
        for (size_t row = 0; row < 3; row++) {
            assert_true(eg_trajectory_value(back, i, row) == eg_trajectory_value(t, i, row));
            assert_true(eg_trajectory_time(back, row) == eg_trajectory_time(t, row));
        }
    }
    assert_true(eg_trajectory_value(back, (size_t)eg_trajectory_find(back, "mass.m"), 0) == 2.5);
    eg_trajectory_free(t);
    eg_trajectory_free(back);
}

/* The other form: names are rows, instants are rows; an alias with its sign changed, one of the time. */
static const char *write_normal(scratch *s, int places, double last_time)
{
    char form[44], name[20];
    const char *lines[] = {"Atrajectory", "1.1        ", "           ", "binNormal  "};
    const char *texts[] = {"time", "x   ", "neg ", "clk ", "p   "};
    for (int i = 0; i < 44; i++)
        form[i] = lines[i % 4][i / 4];
    for (int i = 0; i < 20; i++)
        name[i] = texts[i % 5][i / 5];
    int32_t info[20] = {0, 2, 2, 2, 1, 1, 2, -2, 1, -places, 0, 0, 0, 0, 0, -1, -1, -1, -1, 0};
    double fixed[4] = {0.0, 2.0, 8.0, 8.0}, moving[6] = {0.0, 1.0, last_time, 3.0, 4.0, 5.0};
    FILE *f = fopen(scratch_path(s, "normal.mat"), "wb");
    assert_non_null(f);
    append_matrix(f, "Aclass", 51, 4, 11, form);
    append_matrix(f, "name", 51, 5, 4, name);
    append_matrix(f, "dataInfo", 20, 5, 4, info);
    append_matrix(f, "data_1", 0, 2, 2, fixed);
    append_matrix(f, "data_2", 0, 3, 2, moving);
    fclose(f);
    return s->path;
}

static void the_normal_form_is_read(void **state)
{
    scratch *s = *state;
    eg_trajectory *t = NULL;
    eg_status status = eg_trajectory_read(write_normal(s, 2, 2.0), s->diagnostics, &t);
    if (status == EG_ERROR_UNAVAILABLE)
        skip();
    if (status != EG_OK)
        fail_msg("%s", scratch_message(s));
    assert_int_equal(eg_trajectory_signals(t), 4);
    for (size_t row = 0; row < 3; row++) {
        double time = (double)row, x = 3.0 + (double)row;
        assert_true(eg_trajectory_time(t, row) == time);
        assert_true(eg_trajectory_value(t, (size_t)eg_trajectory_find(t, "x"), row) == x);
        assert_true(eg_trajectory_value(t, (size_t)eg_trajectory_find(t, "neg"), row) == -x);
        assert_true(eg_trajectory_value(t, (size_t)eg_trajectory_find(t, "clk"), row) == time);
        assert_true(eg_trajectory_value(t, (size_t)eg_trajectory_find(t, "p"), row) == -8.0);
    }
    eg_trajectory_free(t);
}

static void wrong_files_are_refused(void **state)
{
    scratch *s = *state;
    eg_trajectory *t = NULL;
    eg_status status = eg_trajectory_read(write_normal(s, 3, 2.0), s->diagnostics, &t);
    if (status == EG_ERROR_UNAVAILABLE)
        skip();
    assert_int_equal(status, EG_ERROR_FILE);
    assert_message(s, "dataInfo points outside the data");
    assert_int_equal(eg_trajectory_read(write_normal(s, 2, 0.5), s->diagnostics, &t), EG_ERROR_FILE);
    assert_message(s, "its times are not in ascending order");
    scratch_write(s, "text.mat", "time,x\n0,1\n", 11);
    assert_int_equal(eg_trajectory_read(s->path, s->diagnostics, &t), EG_ERROR_FILE);
    assert_message(s, "text.mat: error: the file is not a simulation result in the format 1.1");
    assert_int_equal(eg_trajectory_read(scratch_path(s, "none.mat"), s->diagnostics, &t), EG_ERROR_FILE);
    assert_message(s, "none.mat: error: cannot read the file: no such file");
    assert_null(t);
}

/* Whatever byte a file ends at, it is refused and nothing breaks. */
static void truncated_files_are_refused(void **state)
{
    scratch *s = *state;
    size_t length = 0;
    char *bytes = write_sample(s, &length);
    for (size_t cut = 0; cut + 1 < length; cut += 7) {
        eg_trajectory *t = NULL;
        scratch_write(s, "cut.mat", bytes, cut);
        assert_int_equal(eg_trajectory_read(s->path, s->diagnostics, &t), EG_ERROR_FILE);
        assert_null(t);
    }
    free(bytes);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_create, scratch_free)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_class_is_transposed_trajectory),
        TEST(names_and_descriptions_are_padded_columns),
        TEST(variables_lead_to_their_data),
        TEST(a_full_disk_leaves_nothing),
        TEST(what_was_written_is_read),
        TEST(the_normal_form_is_read),
        TEST(wrong_files_are_refused),
        TEST(truncated_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
