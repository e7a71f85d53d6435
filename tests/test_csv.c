/* The trajectory in memory, and CSV files: what is written reads back to the same bits; what is wrong is
 * said with its place. */
#include "base/trajectory.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void add_signal(eg_trajectory *t, const char *name, const char *unit, int is_discrete, long column,
                       double value)
{
    eg_signal info = {.name = name, .unit = unit, .doc = "", .is_discrete = is_discrete};
    assert_int_equal(eg_trajectory_add_signal(t, info, column, value), 0);
}

static void add_row(eg_trajectory *t, double time, double a, double b)
{
    double *row = eg_trajectory_add_row(t);
    assert_non_null(row);
    row[0] = time;
    row[1] = a;
    row[2] = b;
}

/* Two columns, an alias of the first, a constant; an event at 0.5. */
static eg_trajectory *sample(void)
{
    eg_trajectory *t = eg_trajectory_create();
    assert_non_null(t);
    t->column_count = 2;
    add_signal(t, "mass.s", "m", 0, 0, 0.0);
    add_signal(t, "wall.T", "K", 0, -1, 293.15);
    add_signal(t, "gap.contact", "", 1, 1, 0.0);
    add_signal(t, "mass.flange_a.s", "m", 0, 0, 0.0);
    add_row(t, 0.0, 0.1, 0.0);
    add_row(t, 0.5, 1.0 / 3.0, 0.0);
    add_row(t, 0.5, -0.0, 1.0);
    add_row(t, 1.5, 2.0, 1.0);
    return t;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* ---------------------------------------------------------------- in memory */

static void signals_are_found_by_name(void **state)
{
    (void)state;
    eg_trajectory *t = sample();
    assert_int_equal(eg_trajectory_signals(t), 4);
    assert_int_equal(eg_trajectory_rows(t), 4);
    assert_int_equal(eg_trajectory_find(t, "mass.s"), 0);
    assert_int_equal(eg_trajectory_find(t, "mass.flange_a.s"), 3);
    assert_int_equal(eg_trajectory_find(t, "mass"), -1);
    assert_string_equal(eg_trajectory_signal(t, 1).unit, "K");
    assert_string_equal(eg_trajectory_signal(t, 1).doc, "");
    assert_int_equal(eg_trajectory_signal(t, 2).is_discrete, 1);
    double copy[4];
    eg_trajectory_copy(t, 3, copy);
    for (size_t row = 0; row < 4; row++)
        assert_true(bits_of(copy[row]) == bits_of(eg_trajectory_value(t, 0, row)));
    eg_trajectory_copy(t, 1, copy);
    assert_true(copy[0] == 293.15 && copy[3] == 293.15);
    eg_trajectory_free(t);
    eg_trajectory_free(NULL);
}

static void values_between_points_are_interpolated(void **state)
{
    (void)state;
    eg_trajectory *t = sample();
    assert_true(eg_trajectory_at(t, 0, 1.0) == 1.0);  /* half-way from -0 to 2 */
    assert_true(eg_trajectory_at(t, 0, 0.5) == 0.0);  /* the right side of the event */
    assert_true(eg_trajectory_at(t, 0, -1.0) == 0.1); /* outside: the end values */
    assert_true(eg_trajectory_at(t, 0, 9.0) == 2.0);
    assert_true(eg_trajectory_at(t, 0, 1.5) == 2.0);
    assert_true(eg_trajectory_at(t, 1, 0.3) == 293.15);
    assert_true(eg_trajectory_at(t, 2, 0.4999) == 0.0); /* held until the event */
    assert_true(eg_trajectory_at(t, 2, 0.5) == 1.0);
    assert_true(isnan(eg_trajectory_at(t, 0, NAN)));
    t->row_count = 0;
    assert_true(isnan(eg_trajectory_at(t, 0, 0.0)));
    eg_trajectory_free(t);
}

static void events_are_kept(void **state)
{
    (void)state;
    eg_trajectory *t = sample();
    assert_int_equal(eg_trajectory_add_event(t, (eg_event){0.5, "gap", "contact begins", 1}), 0);
    assert_int_equal(eg_trajectory_events(t), 1);
    eg_event e = eg_trajectory_event(t, 0);
    assert_true(e.time == 0.5 && e.row == 1);
    assert_string_equal(e.component, "gap");
    assert_string_equal(e.name, "contact begins");
    eg_trajectory_free(t);
}

/* ---------------------------------------------------------------- writing */

static void the_text_is_as_promised(void **state)
{
    scratch *s = *state;
    eg_trajectory *t = sample();
    assert_int_equal(eg_trajectory_write(t, scratch_path(s, "a.csv"), s->diagnostics), EG_OK);
    size_t length = 0;
    char *text = scratch_read(s->path, &length);
    assert_non_null(text);
    assert_string_equal(text, "\"time\",\"mass.s\",\"wall.T\",\"gap.contact\",\"mass.flange_a.s\"\n"
                              "0,0.1,293.15,0,0.1\n"
                              "0.5,0.3333333333333333,293.15,0,0.3333333333333333\n"
                              "0.5,-0,293.15,1,-0\n"
                              "1.5,2,293.15,1,2\n");
    free(text);
    eg_trajectory_free(t);
}

/* What is written is what each number is by itself, whatever was written before it: signs, repetitions,
 * bits that differ in the last place. */
static void opposites_are_written_each_with_its_sign(void **state)
{
    scratch *s = *state;
    eg_trajectory *t = eg_trajectory_create();
    assert_non_null(t);
    t->column_count = 2;
    add_signal(t, "a", "N", 0, 0, 0.0);
    add_signal(t, "b", "N", 0, 1, 0.0);
    add_row(t, 0.0, 0.1, -0.1);
    add_row(t, 0.1, -0.1, 0.1 + 1e-18);
    add_row(t, -0.1, -INFINITY, nextafter(0.1, 1.0));
    add_row(t, 1.0, -(double)NAN, (double)NAN);
    add_row(t, 2.0, 0.0, -0.0);
    assert_int_equal(eg_trajectory_write(t, scratch_path(s, "a.csv"), s->diagnostics), EG_OK);
    size_t length = 0;
    char *text = scratch_read(s->path, &length);
    assert_non_null(text);
    assert_string_equal(text, "\"time\",\"a\",\"b\"\n"
                              "0,0.1,-0.1\n"
                              "0.1,-0.1,0.1\n"
                              "-0.1,-inf,0.10000000000000002\n"
                              "1,nan,nan\n"
                              "2,0,-0\n");
    free(text);
    eg_trajectory_free(t);
}

static void quotes_in_names_are_doubled(void **state)
{
    scratch *s = *state;
    eg_trajectory *t = eg_trajectory_create();
    assert_non_null(t);
    add_signal(t, "'say \"a,b\"'.x[1,2]", "", 0, -1, 5.0);
    *eg_trajectory_add_row(t) = 7.0;
    assert_int_equal(eg_trajectory_write(t, scratch_path(s, "a.csv"), s->diagnostics), EG_OK);
    size_t length = 0;
    char *text = scratch_read(s->path, &length);
    assert_non_null(text);
    assert_string_equal(text, "\"time\",\"'say \"\"a,b\"\"'.x[1,2]\"\n7,5\n");
    free(text);
    eg_trajectory *back = NULL;
    assert_int_equal(eg_trajectory_read(s->path, s->diagnostics, &back), EG_OK);
    assert_int_equal(eg_trajectory_find(back, "'say \"a,b\"'.x[1,2]"), 0);
    eg_trajectory_free(back);
    eg_trajectory_free(t);
}

static void only_known_endings_are_written(void **state)
{
    scratch *s = *state;
    eg_trajectory *t = sample();
    assert_int_equal(eg_trajectory_write(t, scratch_path(s, "a.txt"), s->diagnostics), EG_ERROR_USAGE);
    assert_message(s, "ends in .csv or .mat");
    assert_int_equal(eg_trajectory_write(t, scratch_path(s, "A.CSV"), s->diagnostics), EG_OK);
    assert_int_equal(scratch_files(s, 0), 1);
    eg_trajectory_free(t);
}

static void a_full_disk_leaves_nothing(void **state)
{
    scratch *s = *state;
    eg_trajectory *t = sample();
    const char *path = scratch_path(s, "full.csv");
    if (access("/dev/full", F_OK) != 0 || symlink("/dev/full", path) != 0)
        skip();
    assert_int_equal(eg_trajectory_write(t, path, s->diagnostics), EG_ERROR_FILE);
    assert_message(s, "full.csv: error: cannot write the file: no space is left on the disk");
    eg_trajectory_free(t);
}

/* A value for any row and column: all magnitudes, not a number, infinities, repetitions. */
static double value_of(size_t row, size_t column)
{
    uint64_t x = (row / 3 + 1) * UINT64_C(0x9E3779B97F4A7C15) + column * UINT64_C(0xD1B54A32D192ED03);
    x ^= x >> 31;
    x *= UINT64_C(0xBF58476D1CE4E5B9);
    double value;
    memcpy(&value, &x, sizeof value);
    return isnan(value) ? (double)NAN : value;
}

/* More variables than fit into one piece of the writer's buffer, many of them sharing columns. */
static void a_large_table_reads_back_to_the_same_bits(void **state)
{
    scratch *s = *state;
    enum { SIGNALS = 5000, COLUMNS = 1700, ROWS = 12 };
    eg_trajectory *t = eg_trajectory_create(), *back = NULL;
    assert_non_null(t);
    t->column_count = COLUMNS;
    for (long i = 0; i < SIGNALS; i++) {
        char name[32];
        snprintf(name, sizeof name, "part[%ld].x", i);
        add_signal(t, name, "m", 0, i % 7 == 0 ? -1 : i * 31 % COLUMNS, value_of(77, (size_t)i));
    }
    for (size_t row = 0; row < ROWS; row++) {
        double *values = eg_trajectory_add_row(t);
        assert_non_null(values);
        values[0] = (double)row / 3.0;
        for (size_t column = 0; column < COLUMNS; column++)
            values[1 + column] = value_of(row, column);
    }
    assert_int_equal(eg_trajectory_write(t, scratch_path(s, "large.csv"), s->diagnostics), EG_OK);
    assert_int_equal(eg_trajectory_read(s->path, s->diagnostics, &back), EG_OK);
    assert_int_equal(eg_trajectory_rows(back), ROWS);
    assert_int_equal(eg_trajectory_signals(back), SIGNALS);
    for (size_t row = 0; row < ROWS; row++) {
        assert_true(eg_trajectory_time(back, row) == eg_trajectory_time(t, row));
        for (size_t i = 0; i < SIGNALS; i++) {
            double a = eg_trajectory_value(t, i, row), b = eg_trajectory_value(back, i, row);
            if (bits_of(a) != bits_of(b) && !(isnan(a) && isnan(b)))
                fail_msg("row %zu, signal %zu: %a became %a", row, i, a, b);
        }
    }
    eg_trajectory_free(back);
    eg_trajectory_free(t);
}

/* ---------------------------------------------------------------- reading */

static eg_trajectory *read_text(scratch *s, const char *text)
{
    eg_trajectory *t = NULL;
    scratch_write(s, "in.csv", text, strlen(text));
    eg_status status = eg_trajectory_read(s->path, s->diagnostics, &t);
    if (status != EG_OK)
        fail_msg("\"%s\" is refused: %s", text, scratch_message(s));
    return t;
}

static void many_dialects_are_read(void **state)
{
    static const char *const texts[] = {
        "\"time\",\"a.x\",\"b\"\n0,1.5,inf\n0.25,-2e3,7\n",
        "time,a.x,b\r\n0,1.5,inf\r\n0.25,-2e3,7",
        "\xEF\xBB\xBFtime,a.x,b\n\n0,1.5,inf\n\n   \n0.25,-2e3,7\n\n\n",
        "time,a.x,b\r0,1.5,inf\r0.25,-2e3,7\r",
        "  time ,\ta.x, b \n 0 , +1.5 ,\tInfinity \n2.5E-1,-0x7.Dp8,\"7\"\n",
        "Time,\"a.x\" ,b\n\"0\",\"1.5\",\"INF\"\n.25,-2000.,7.0e0\n",
    };
    scratch *s = *state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        eg_trajectory *t = read_text(s, texts[i]);
        assert_int_equal(eg_trajectory_rows(t), 2);
        assert_int_equal(eg_trajectory_signals(t), 2);
        long a = eg_trajectory_find(t, "a.x"), b = eg_trajectory_find(t, "b");
        assert_int_equal(a, 0);
        assert_int_equal(b, 1);
        assert_true(eg_trajectory_time(t, 1) == 0.25);
        assert_true(eg_trajectory_value(t, 0, 0) == 1.5);
        assert_true(isinf(eg_trajectory_value(t, 1, 0)));
        assert_true(eg_trajectory_value(t, 0, 1) == -2000.0);
        assert_true(eg_trajectory_value(t, 1, 1) == 7.0);
        eg_trajectory_free(t);
    }
}

static void events_and_nan_are_read(void **state)
{
    scratch *s = *state;
    eg_trajectory *t = read_text(s, "time,x\n0,1\n1,nan\n1,3\n");
    assert_int_equal(eg_trajectory_rows(t), 3);
    assert_true(isnan(eg_trajectory_value(t, 0, 1)));
    assert_true(eg_trajectory_at(t, 0, 1.0) == 3.0);
    eg_trajectory_free(t);
}

static void wrong_files_are_refused_with_their_place(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "in.csv: error: the file is empty"},
        {" \n\n \n", "in.csv: error: the file is empty"},
        {"time,x\n", "in.csv: error: the file has no row of numbers"},
        {"x,time\n1,2\n", "in.csv:1:1: error: the first column is \"x\", not \"time\""},
        {"0,1\n1,2\n", "in.csv:1:1: error: the first column is \"0\", not \"time\""},
        {"time;x\n0;1\n", "remedy: separate the columns by commas"},
        {"time\tx\n0\t1\n", "remedy: separate the columns by commas"},
        {"time,x,\n0,1,2\n", "in.csv:1:8: error: column 3 has no name"},
        {"time,\"x\n0,1\n", "in.csv:1:6: error: the quoted name does not end"},
        {"time,\"x\"y\n0,1\n", "in.csv:1:9: error: a comma is missing behind the quoted name"},
        {"time,x\n0,1\n\n1,abc\n", "in.csv:4:3: error: \"abc\" is not a number"},
        {"time,x\n0,1\n1,2e\n", "in.csv:3:3: error: \"2e\" is not a number"},
        {"time,x\n0,1\n1,2 3\n", "in.csv:3:3: error: \"2 3\" is not a number"},
        {"time,x\n0,\n", "in.csv:2:3: error: the cell is empty"},
        {"time,x,y\n0,1,2\n1,2\n", "in.csv:3:4: error: the row has fewer cells than the header's 3 columns"},
        {"time,x\n0,1,2\n", "in.csv:2:4: error: the row has more cells than the header's 2 columns"},
        {"time,x\n0,1\n2,1\n1.5,1\n", "in.csv:4:1: error: the time falls from 2 to 1.5"},
        {"time,x,y,x\n0,1,2,3\n", "in.csv:1:10: error: the name \"x\" stands for columns 2 and 4"},
        {"time,x,Time\n0,1,2\n", "in.csv:1:8: error: the name \"Time\" stands for columns 1 and 3"},
        {"time,x\n0,1e400\n", "in.csv:2:3: error: 1e400 is too large: the largest number is"},
        {"time,x\n0, \"-2e308\"\n", "in.csv:2:5: error: -2e308 is too large"},
        {"time,x\n0,\"1\n", "in.csv:2:3: error: \"\"1\" is not a number"},
        {"time,x\nnan,1\n", "in.csv:2:1: error: the time is not finite"},
        {"\xFF\xFEt", "in.csv: error: the file is UTF-16, not plain text"},
    };
    scratch *s = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        eg_trajectory *t = NULL;
        scratch_write(s, "in.csv", cases[i].text, strlen(cases[i].text));
        assert_int_equal(eg_trajectory_read(s->path, s->diagnostics, &t), EG_ERROR_FILE);
        assert_null(t);
        assert_message(s, cases[i].message);
    }
}

static void what_is_no_text_is_refused(void **state)
{
    scratch *s = *state;
    eg_trajectory *t = NULL;
    scratch_write(s, "in.csv", "time,x\n0,\0", 10);
    assert_int_equal(eg_trajectory_read(s->path, s->diagnostics, &t), EG_ERROR_FILE);
    assert_message(s, "in.csv: error: the file is not text: byte 10 is zero");
    assert_int_equal(eg_trajectory_read(scratch_path(s, "none.csv"), s->diagnostics, &t), EG_ERROR_FILE);
    assert_message(s, "none.csv: error: cannot read the file: no such file or directory");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_create, scratch_free)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signals_are_found_by_name),
        cmocka_unit_test(values_between_points_are_interpolated),
        cmocka_unit_test(events_are_kept),
        TEST(the_text_is_as_promised),
        TEST(opposites_are_written_each_with_its_sign),
        TEST(quotes_in_names_are_doubled),
        TEST(only_known_endings_are_written),
        TEST(a_full_disk_leaves_nothing),
        TEST(a_large_table_reads_back_to_the_same_bits),
        TEST(many_dialects_are_read),
        TEST(events_and_nan_are_read),
        TEST(wrong_files_are_refused_with_their_place),
        TEST(what_is_no_text_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
