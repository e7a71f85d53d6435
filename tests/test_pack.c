/* The pack of truths (pack/): every model by the engine exact where that takes it, else by auto, against
 * thirty digits that come from no solver of this project. */
#include "build_model.h"

#include <dirent.h>

enum { MOST_COLUMNS = 24, MOST_ROWS = 80, CELL = 64 };

static const double TIGHT = 1e-11; /* tolerance of the runs that have one */

/* A file of the pack; its first row are names. */
typedef struct table {
    char cell[MOST_ROWS][MOST_COLUMNS][CELL];
    size_t rows, columns;
} table;

static void split(table *t, const char *line)
{
    for (t->columns = 0; t->columns < MOST_COLUMNS; line++) {
        const int length = (int)strcspn(line, ",\n");
        snprintf(t->cell[t->rows][t->columns++], CELL, "%.*s", length, line);
        line += length;
        if (*line != ',')
            break;
    }
    t->rows++;
}

static table *read_table(const char *name, const char *file)
{
    char path[600], line[4000];
    table *t = calloc(1, sizeof *t);
    snprintf(path, sizeof path, EG_SOURCE_DIR "/pack/cases/%s/%s", name, file);
    FILE *in = fopen(path, "r");
    assert_non_null(t);
    assert_non_null(in);
    while (t->rows < MOST_ROWS && fgets(line, sizeof line, in))
        split(t, line);
    assert_true(feof(in) || !fgets(line, sizeof line, in));
    fclose(in);
    return t;
}

static double number(const table *t, size_t row, size_t column)
{
    return strtod(t->cell[row][column], NULL);
}

typedef struct truth {
    const char *name;
    table *reference, *gradients, *events;
} truth;

/* How much of a range the roundings of the start come to, at most. */
static double growth(const truth *known)
{
    double most = 0;
    for (size_t row = 1; row < known->gradients->rows; row++)
        most = fmax(most, number(known->gradients, row, 1));
    return most;
}

static double range(const table *t, size_t column)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t row = 1; row < t->rows; row++) {
        low = fmin(low, number(t, row, column));
        high = fmax(high, number(t, row, column));
    }
    return high - low;
}

/* The last row at a time of the grid: at an event its right side. */
static size_t last_row_at(const eg_trajectory *t, double time, double span)
{
    size_t found = 0;
    for (size_t row = 0; row < eg_trajectory_rows(t); row++)
        if (fabs(eg_trajectory_time(t, row) - time) <= 1e-9 * span)
            found = row;
    return found;
}

static void compare_rows(const truth *known, const eg_trajectory *t, double bound)
{
    const table *reference = known->reference;
    const double span = number(reference, reference->rows - 1, 0);
    for (size_t column = 1; column < reference->columns; column++) {
        long signal = eg_trajectory_find(t, reference->cell[0][column]);
        const double size = range(reference, column);
        char what[200];
        snprintf(what, sizeof what, "%s: %s", known->name, reference->cell[0][column]);
        if (signal < 0)
            rig_fail(__FILE__, __LINE__, what);
        for (size_t row = 1; row < reference->rows && signal >= 0; row++) {
            size_t at = last_row_at(t, number(reference, row, 0), span);
            rig_near(eg_trajectory_value(t, (size_t)signal, at), number(reference, row, column), bound * size,
                     what, __FILE__, __LINE__);
        }
    }
}

/* "contact with the lower stop begins" and "impact, impulse 2 N.s" are a beginning contact and an impact. */
static bool is_called(const char *told, const char *kind)
{
    size_t first = strcspn(kind, " ");
    const char *last = strrchr(kind, ' ');
    if (strcmp(told, kind) == 0 || !last)
        return strncmp(told, kind, strlen(kind)) == 0;
    return strncmp(told, "contact with ", 13) == 0 && strncmp(told, kind, first) == 0 &&
           strcmp(strrchr(told, ' '), last) == 0;
}

/* Each instant of the truth is one of the run's, and the run has no touch more. */
static void compare_events(const truth *known, const eg_trajectory *t, double bound)
{
    const double span = number(known->reference, known->reference->rows - 1, 0);
    size_t touches = 0, expected = 0;
    for (size_t k = 0; k < eg_trajectory_events(t); k++)
        touches += is_called(eg_trajectory_event(t, k).name, "contact begins");
    for (size_t row = 1; row < known->events->rows; row++) {
        const double time = number(known->events, row, 0);
        const char *kind = known->events->cell[row][2];
        double nearest = INFINITY;
        expected += strcmp(kind, "contact begins") == 0;
        for (size_t k = 0; k < eg_trajectory_events(t); k++)
            if (is_called(eg_trajectory_event(t, k).name, kind))
                nearest = fmin(nearest, fabs(eg_trajectory_event(t, k).time - time));
        rig_near(nearest, 0, bound * span, known->name, __FILE__, __LINE__);
    }
    rig_near((double)touches, (double)expected, 0, known->name, __FILE__, __LINE__);
}

static eg_trajectory *simulate(const eg_model *m, const char *engine)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_simulate_options o = eg_simulate_options_default(m);
    eg_trajectory *t = NULL;
    o.engine = engine;
    o.tolerance = TIGHT;
    if (eg_simulate(m, &o, d, &t, NULL) != EG_OK) {
        eg_trajectory_free(t);
        t = NULL;
    }
    eg_diagnostics_free(d);
    return t;
}

/* Is it the engine exact that takes it? */
static bool run_case(const truth *known)
{
    char path[600];
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    snprintf(path, sizeof path, EG_SOURCE_DIR "/pack/cases/%s/%s.mo", known->name, known->name);
    assert_int_equal(eg_spec_read(path, NULL, d, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, d, &model), EG_OK);
    eg_trajectory *t = simulate(model, "exact");
    const bool is_exact = t != NULL;
    if (!t)
        t = simulate(model, "auto");
    assert_non_null(t);
    /* 16 roundings for the start and for each event; or the promise of tolerances. */
    const double bound = is_exact ? 16 * ULP * (double)known->events->rows : 100 * TIGHT;
    compare_rows(known, t, bound * growth(known));
    compare_events(known, t, bound * growth(known));
    eg_trajectory_free(t);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    return is_exact;
}

static void all_cases_hold(void **state)
{
    size_t cases = 0, exact = 0;
    DIR *folder = opendir(EG_SOURCE_DIR "/pack/cases");
    (void)state;
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        truth known = {entry->d_name, read_table(entry->d_name, "reference.csv"),
                       read_table(entry->d_name, "gradients.csv"), read_table(entry->d_name, "events.csv")};
        exact += run_case(&known);
        cases++;
        free(known.reference);
        free(known.gradients);
        free(known.events);
    }
    closedir(folder);
    assert_true(cases >= 40);
    assert_true(exact >= 30); /* those whose forces are linear between events */
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_cases_hold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
