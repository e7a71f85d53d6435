/* TimeTable and CombiTimeTable: signals interpolated in a table whose first column is time.
 *
 * Row k stands at T(k) = table[k,1]*timeScale + shiftTime. Between two rows the output is linear (or holds
 * the value of the left one); two rows of one time are a jump. Before startTime the output is `offset`.
 * Beyond the ends the first or last segment goes on, the first or last value holds, or the table repeats
 * with the period T(n) - T(1); TimeTable always lets the segments go on.
 *
 * Phases: number k of the last row with T(k) <= t, from -1 (before the first) to n - 1; with periods, plus
 * n times the number of the period. Before startTime: one less than at startTime. Rows' times are computed
 * by one function, so that phase_at and phase_end agree to the last bit. */
#include "component/block/blocks.h"
#include "component/block/sources/source_block.h"
#include "component/block/tables/spline.h"
#include "component/table_of_file.h"

#include <float.h>

typedef struct series {
    eg_matrix table;
    double scale, shift, start;
    int beyond;
    int smoothness;
} series;

static bool is_constant(const series *s)
{
    return s->smoothness == EG_CONSTANT_SEGMENTS;
}

/* Where the table repeats, its last row is the first one of the next period, to the last bit. */
static double row_time(const series *s, long k, long period)
{
    const double *e = s->table.elements;
    long columns = s->table.columns, last = s->table.rows - 1;
    if (k == last && s->beyond == EG_PERIODIC_TABLE && e[last * columns] > e[0]) {
        k = 0;
        period++;
    }
    return (e[k * columns] + (double)period * (e[last * columns] - e[0])) * s->scale + s->shift;
}

static double row_value(const series *s, long k, int column)
{
    return s->table.elements[k * s->table.columns + column];
}

static bool repeats(const series *s)
{
    return s->beyond == EG_PERIODIC_TABLE && s->table.rows > 1 &&
           row_time(s, s->table.rows - 1, 0) > row_time(s, 0, 0);
}

static const double MOST_ROWS = 0x1p52; /* that are counted, of all periods */

/* Periods before t, not whole ones. */
static double periods_until(const series *s, double t)
{
    return (t - row_time(s, 0, 0)) / (row_time(s, s->table.rows - 1, 0) - row_time(s, 0, 0));
}

/* The period whose first row is the last one not after t. */
static long period_of(const series *s, double t)
{
    const double n = floor(periods_until(s, t));
    if (!(fabs(n) * (double)s->table.rows < MOST_ROWS))
        return 0;
    long period = (long)n;
    while (row_time(s, 0, period) > t)
        period--;
    while (row_time(s, 0, period + 1) <= t)
        period++;
    return period;
}

static long phase_inside(const series *s, double t)
{
    long rows = s->table.rows, period = repeats(s) ? period_of(s, t) : 0, low = -1;
    long most = repeats(s) ? rows - 1 : rows; /* the last row is the first one of the next period */
    for (long high = most; high - low > 1;) { /* row_time(low) <= t < row_time(high) */
        long middle = low + (high - low) / 2;
        if (row_time(s, middle, period) <= t)
            low = middle;
        else
            high = middle;
    }
    return low + period * rows;
}

static long phase_of(const series *s, double t)
{
    return t < s->start ? phase_inside(s, s->start) - 1 : phase_inside(s, t);
}

/* Is startTime before all that is counted? */
static bool began_ever(const series *s)
{
    return s->start <= -0.5 * DBL_MAX ||
           (s->start < 0 && repeats(s) && periods_until(s, s->start) * (double)s->table.rows <= -MOST_ROWS);
}

static bool is_before(const series *s, long phase)
{
    return !began_ever(s) && phase < phase_inside(s, s->start);
}

static void split(const series *s, long phase, long *k, long *period)
{
    long rows = s->table.rows;
    *period = 0;
    *k = phase;
    if (!repeats(s))
        return;
    *period = phase >= 0 ? phase / rows : -((rows - 1 - phase) / rows);
    *k = phase - *period * rows;
}

static double end_of(const series *s, long phase)
{
    long k, period;
    if (is_before(s, phase))
        return s->start;
    split(s, phase, &k, &period);
    return k + 1 < s->table.rows ? row_time(s, k + 1, period) : INFINITY;
}

/* On the cubic of row k, or on the line that goes on beyond the ends. The table's own time is (t -
 * shift)/scale, counted from its row. */
static eg_jet on_spline(const series *s, long k, long period, int column, eg_jet t)
{
    const double *e = s->table.elements;
    eg_spline spline = {e, s->table.rows, s->table.columns, column, s->smoothness};
    long last = s->table.rows - 1, row = k < 0 ? 0 : k;
    double x = e[row * s->table.columns] + (t.x - row_time(s, row, period)) / s->scale,
           rate = t.dx / s->scale;
    if (k >= 0 && k < last) {
        eg_jet y = eg_spline_piece(&spline, k, x);
        return (eg_jet){y.x, y.dx * rate, y.ddx * rate * rate};
    }
    double slope = eg_spline_slope(&spline, row);
    return (eg_jet){row_value(s, row, column) + slope * (x - e[row * s->table.columns]), slope * rate, 0.0};
}

static eg_jet value_of(const series *s, long phase, int column, eg_jet t, double offset)
{
    long k, period, rows = s->table.rows;
    if (is_before(s, phase))
        return eg_jet_of(offset);
    split(s, phase, &k, &period);
    bool outside = !repeats(s) && (k < 0 || k >= rows - 1);
    if (rows == 1 || (outside && s->beyond != EG_LAST_TWO_POINTS) || (is_constant(s) && !outside) ||
        (is_constant(s) && s->beyond != EG_LAST_TWO_POINTS))
        return eg_jet_of(offset + row_value(s, k < 0 ? 0 : k, column));
    if (eg_smoothness_is_spline(s->smoothness)) {
        eg_jet y = on_spline(s, k, period, column, t);
        y.x += offset;
        return y;
    }
    long from = k;
    if (k < 0)
        from = 0;
    else if (k > rows - 2)
        from = rows - 2;
    double t0 = row_time(s, from, period), t1 = row_time(s, from + 1, period);
    double y0 = row_value(s, from, column),
           slope = t1 > t0 ? (row_value(s, from + 1, column) - y0) / (t1 - t0) : 0.0;
    if (!(t1 > t0))
        y0 = row_value(s, k < 0 ? 0 : k, column);
    double y = y0 + slope * (t.x - t0);
    if (!isfinite(y) &&
        t1 > t0) { /* between numbers near the largest one a line may leave the range by rounding */
        double share = (t.x - t0) / (t1 - t0);
        y = (1.0 - share) * y0 + share * row_value(s, from + 1, column);
    }
    return (eg_jet){offset + y, slope * t.dx, slope * t.ddx};
}

static bool equal(double a, double b)
{
    return fabs(a - b) <= 1e3 * DBL_EPSILON * fmax(fabs(a), fabs(b));
}

/* The largest of a column's values. */
static double size_of(const series *s, int column)
{
    double largest = 0;
    for (long k = 0; k < s->table.rows; k++)
        largest = fmax(largest, fabs(row_value(s, k, column)));
    return largest;
}

/* What continuity is asked of: a column (0: of all), and of what happens after `start`. */
typedef struct question {
    int column;
    double start;
} question;

static bool asks_for(const question *q, int column)
{
    return q->column == 0 || q->column == column;
}

/* Of a spline: one derivative inside; at the ends what the jets say. Values there are told apart by the size
 * of the column, and by what the rounding of time makes of a slope: where one is 0 no share of it tells. */
static int continuity_of_spline(const series *s, const question *q)
{
    long rows = s->table.rows;
    double times[] = {row_time(s, 0, 0), row_time(s, rows - 1, 0)};
    int least = 1;
    for (int c = 1; c < s->table.columns; c++)
        for (int i = 0; i < 2 && asks_for(q, c); i++) {
            if (times[i] <= q->start && !repeats(s))
                continue;
            series whole = *s; /* as if it began long ago */
            whole.start = -INFINITY;
            long right = phase_inside(&whole, times[i]);
            eg_jet t = {times[i], 1.0, 0.0};
            eg_jet a = value_of(&whole, right - 1, c, t, 0.0), b = value_of(&whole, right, c, t, 0.0);
            const double size = size_of(s, c) + fmax(fabs(a.dx), fabs(b.dx)) * fabs(times[i]);
            int here = equal(a.dx, b.dx) ? 1 : 0;
            if (!(fabs(a.x - b.x) <= 1e3 * DBL_EPSILON * size))
                here = -1;
            least = here < least ? here : least;
        }
    return least;
}

/* Times must not fall. A jump somewhere makes the output jump; else it is continuous. */
static int continuity_of(const series *s, const question *q)
{
    if (eg_smoothness_is_spline(s->smoothness))
        return continuity_of_spline(s, q);
    bool constant_value = true;
    for (long k = 0; k + 1 < s->table.rows; k++)
        for (int c = 1; c < s->table.columns; c++) {
            if (!asks_for(q, c) || (row_time(s, k + 1, 0) <= q->start && !repeats(s)))
                continue;
            bool differs = row_value(s, k, c) != row_value(s, k + 1, c);
            constant_value = constant_value && !differs;
            if (differs && (is_constant(s) || row_time(s, k, 0) == row_time(s, k + 1, 0)))
                return -1;
        }
    if (repeats(s))
        for (int c = 1; c < s->table.columns; c++)
            if (asks_for(q, c) && row_value(s, 0, c) != row_value(s, s->table.rows - 1, c))
                return -1;
    return constant_value ? EG_SMOOTH : 0;
}

/* Do doubles tell the rows of all periods apart, to a hundredth of their distances? They round to what is as
 * far from 0 as shiftTime. */
static bool is_resolved(const series *s)
{
    const double *e = s->table.elements, blur = 0.01;
    const long columns = s->table.columns;
    for (long k = 0; k + 1 < s->table.rows; k++) {
        const double length = (e[(k + 1) * columns] - e[k * columns]) * s->scale;
        if (!(fabs(row_time(s, k + 1, 0) - row_time(s, k, 0) - length) <= blur * length))
            return false;
    }
    return true;
}

static const char *check_series(const series *s)
{
    const double *e = s->table.elements;
    const long columns = s->table.columns;
    const bool is_spline = eg_smoothness_is_spline(s->smoothness);
    for (long k = 0; k + 1 < s->table.rows; k++) {
        const double step = e[(k + 1) * columns] - e[k * columns];
        if (is_spline && !(step > 0.0))
            return "a smooth table must have times that rise: two rows of one time are a jump; take "
                   "smoothness = LinearSegments, or leave one of them out";
        if (!(step >= 0.0))
            return "the times in the first column of the table must not fall; put its rows in order";
    }
    if ((s->beyond == EG_PERIODIC_TABLE || is_spline) && !is_resolved(s))
        return "the table is shifted so far (shiftTime, startTime) that doubles do not tell its rows "
               "apart; shift it less, and begin the run nearer to it";
    return NULL;
}

/* ---------------------------------------------------------------- TimeTable */

enum { TABLE, SCALE, OFFSET, START, SHIFT };

static series of_time_table(const double *p)
{
    return (series){.table = eg_parameter_matrix(p, TABLE),
                    .scale = p[SCALE],
                    .shift = p[SHIFT],
                    .start = p[START],
                    .beyond = EG_LAST_TWO_POINTS};
}

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    series s = of_time_table(p);
    (void)u;
    *y = value_of(&s, phase, 1, t, p[OFFSET]);
}

static long phase_at(const double *p, double t)
{
    series s = of_time_table(p);
    return phase_of(&s, t);
}

static double phase_end(const double *p, long phase)
{
    series s = of_time_table(p);
    return end_of(&s, phase);
}

/* Where the table does not begin with 0 at startTime the output jumps there. */
static int continuity_with_start(const series *s, const question *q)
{
    int least = continuity_of(s, q);
    const eg_jet begin = {s->start, 1.0, 0.0};
    for (int c = 1; c < s->table.columns && s->start > q->start; c++) {
        if (!asks_for(q, c))
            continue;
        const eg_jet y = value_of(s, phase_of(s, s->start), c, begin, 0.0);
        if (y.x != 0.0)
            return -1;
        if (y.dx != 0.0 && least > 0)
            least = 0;
    }
    return least;
}

static int continuity_after(const double *p, int output, double start)
{
    const series s = of_time_table(p);
    (void)output;
    return continuity_with_start(&s, &(question){.start = start});
}

static int continuity(const double *p)
{
    return continuity_after(p, -1, -INFINITY);
}

static const eg_block_ops block = {.evaluate = evaluate,
                                   .phase = phase_at,
                                   .phase_end = phase_end,
                                   .continuity = continuity,
                                   .continuity_after = continuity_after,
                                   .generator = eg_polynomial_generator};

static void complete(double *p, const bool *given)
{
    if (!given[SHIFT])
        p[SHIFT] = p[START];
}

static const char *check(const double *p, const bool *given, bool *is_error)
{
    series s = of_time_table(p);
    (void)given;
    *is_error = true;
    if (s.table.rows > 1 && s.table.elements[0] != 0.0)
        return "the first time in the table must be 0; use shiftTime to shift it";
    return check_series(&s);
}

static const eg_parameter parameters[] = {
    {.name = "table",
     .columns = 2,
     .need = EG_REQUIRED,
     .doc = "Times, rising from 0, and the values at those times; two rows of one time are a jump"},
    {.name = "timeScale",
     EG_SI_TIME,
     .value = 1.0,
     EG_AT_LEAST(2.220446049250313e-16),
     .doc = "Unit of the times in the table"},
    EG_SOURCE_PARAMETERS,
    {.name = "shiftTime", EG_SI_TIME, .value_text = "startTime", .doc = "Time at which the table begins"},
};
static const eg_port ports[] = {EG_OUTPUT_PORT};

const eg_class eg_class_time_table = {
    .name = EG_MSL_BLOCK("Sources.TimeTable"),
    .kind = EG_BLOCK,
    .doc = "Signal interpolated in a table",
    .text = "The output is linear between the rows of the table; after the last one its last segment "
            "goes on. Before startTime the output is offset. Two rows with the same time make a jump; "
            "every row is a time event.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SignalSource")),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("y = offset + (if time < startTime then 0 else Modelica.Math.Vectors.interpolate("
                          "table[:, 1], table[:, 2], (time - shiftTime)/timeScale));"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .complete = complete,
    .demands = EG_TEXTS(
        "assert(size(table, 1) == 1 or table[1, 1] == 0, \"the first time in the table must be 0\");"),
    .check = check,
    .block = &block,
};

/* ---------------------------------------------------------------- CombiTimeTable */

enum {
    ON_FILE,
    C_TABLE,
    TABLE_NAME,
    FILE_NAME,
    DELIMITER,
    HEADER_LINES,
    VERBOSE_READ,
    SMOOTHNESS,
    EXTRAPOLATION,
    C_SCALE,
    C_OFFSET,
    C_START,
    C_SHIFT,
    EVENTS,
    VERBOSE,
    COLUMNS,
    T_MIN,
    T_MAX
};
enum { MOST_OUTPUTS = 24 };

static series of_combi(const double *p)
{
    return (series){.table = eg_parameter_matrix(p, C_TABLE),
                    .scale = p[C_SCALE],
                    .shift = p[C_SHIFT],
                    .start = p[C_START],
                    .beyond = (int)p[EXTRAPOLATION],
                    .smoothness = (int)p[SMOOTHNESS]};
}

/* The column of an output, counted from 0. Columns {0}, which nobody gives: all behind the first one; of a
 * table in a file, whose number of columns is not known when connections are, the second. */
static int column_of(const double *p, int output)
{
    eg_matrix columns = eg_parameter_matrix(p, COLUMNS);
    return columns.elements[0] == 0.0 ? output + 1
                                      : (int)columns.elements[output < columns.rows ? output : 0] - 1;
}

static void evaluate_combi(const double *p, long phase, int output, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)u;
    series s = of_combi(p);
    eg_matrix offset = eg_parameter_matrix(p, C_OFFSET);
    *y = value_of(&s, phase, column_of(p, output), t, offset.elements[offset.rows > 1 ? output : 0]);
}

static long combi_phase(const double *p, double t)
{
    series s = of_combi(p);
    return phase_of(&s, t);
}

static double combi_end(const double *p, long phase)
{
    series s = of_combi(p);
    return end_of(&s, phase);
}

static int combi_continuity_after(const double *p, int output, double start)
{
    const series s = of_combi(p);
    const question q = {.column = output < 0 ? 0 : column_of(p, output), .start = start};
    return continuity_with_start(&s, &q);
}

static int combi_continuity(const double *p)
{
    return combi_continuity_after(p, -1, -INFINITY);
}

static int outputs_of(const double *p)
{
    eg_matrix columns = eg_parameter_matrix(p, COLUMNS);
    if (columns.elements[0] == 0.0 && p[ON_FILE] != 0.0)
        return 1;
    return columns.elements[0] == 0.0 ? eg_parameter_matrix(p, C_TABLE).columns - 1 : columns.rows;
}

static bool columns_exist(const double *p)
{
    eg_matrix columns = eg_parameter_matrix(p, COLUMNS);
    for (int i = 0; i < columns.rows && columns.elements[0] != 0.0; i++)
        if (!(columns.elements[i] >= 2.0 && columns.elements[i] <= eg_parameter_matrix(p, C_TABLE).columns &&
              columns.elements[i] == floor(columns.elements[i])))
            return false;
    return true;
}

/* A cubic is more than engines for linear models take. */
static eg_generator combi_generator(const double *p, long phase)
{
    (void)phase;
    return (eg_generator){.decay = eg_smoothness_is_spline((int)p[SMOOTHNESS]) ? NAN : 0.0};
}

static const eg_block_ops combi_block = {.evaluate_output = evaluate_combi,
                                         .phase = combi_phase,
                                         .phase_end = combi_end,
                                         .continuity = combi_continuity,
                                         .continuity_after = combi_continuity_after,
                                         .generator = combi_generator};

static void complete_combi(double *p, const bool *given)
{
    eg_matrix table = eg_parameter_matrix(p, C_TABLE);
    if (!given[C_SHIFT])
        p[C_SHIFT] = p[C_START];
    p[T_MIN] = table.rows > 0 ? table.elements[0] * p[C_SCALE] : 0.0;
    p[T_MAX] = table.rows > 0 ? table.elements[(table.rows - 1) * table.columns] * p[C_SCALE] : 0.0;
}

static const char *check_combi(const double *p, const bool *given, bool *is_error)
{
    series s = of_combi(p);
    int offsets = eg_parameter_matrix(p, C_OFFSET).rows;
    (void)given;
    *is_error = true;
    if (s.table.columns < 2)
        return "a table needs two columns at least: time, and what varies with it; give table = [t1, y1; "
               "t2, y2]";
    if (!columns_exist(p))
        return "columns must be numbers of columns of the table, from 2 on: the first one is time; leave "
               "columns out to take all";
    if (outputs_of(p) > MOST_OUTPUTS)
        return "a table may have at most 24 outputs; take two of them";
    if (offsets > 1 && offsets != outputs_of(p))
        return "offset must have one element, or one for each output; give offset = {0}";
    return check_series(&s);
}

static const char *const time_events[] = {"Always", "AtDiscontinuities", "NoTimeEvents", NULL};
static const double no_offset[] = {0.0};

static const eg_parameter combi_parameters[] = {
    EG_TABLE_ON_FILE,
    {.name = "table",
     .columns = EG_ANY_COLUMNS,
     .need = EG_REQUIRED,
     .doc = "Times, not falling, and for each output its values at those times; two rows of one time are a "
            "jump"},
    EG_TABLE_FILE_PARAMETERS,
    EG_PARAMETER_SMOOTHNESS(
        "Interpolation: lines, steps (the value of the row before), or cubics: Akima's, those of "
        "Fritsch and Butland (1) and Steffen (2), which keep what rises rising, or Akima's modified"),
    EG_PARAMETER_EXTRAPOLATION(EG_LAST_TWO_POINTS, EG_EXTRAPOLATION_TEXT),
    {.name = "timeScale",
     EG_SI_TIME,
     .value = 1.0,
     EG_AT_LEAST(2.220446049250313e-16),
     .doc = "Unit of the times in the table"},
    {.name = "offset",
     .columns = 1,
     .elements = no_offset,
     .rows = 1,
     .value_text = "{0}",
     .doc = "Added to the outputs: one number for all, or one for each"},
    {.name = "startTime", EG_SI_TIME, .doc = "Until then the outputs are offset"},
    {.name = "shiftTime", EG_SI_TIME, .value_text = "startTime", .doc = "Time 0 of the table"},
    {.name = "timeEvents",
     .type = EG_ENUMERATION,
     .type_name = "Modelica.Blocks.Types.TimeEvents",
     .literals = time_events,
     .doc = "MSL's choice of events; here every row is one"},
    {.name = "verboseExtrapolation",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: a warning tells when the time leaves the table"},
    {.name = "columns",
     .columns = 1,
     .elements = no_offset,
     .rows = 1,
     .is_structural = true,
     .value_text = "if tableOnFile then {2} else 2:size(table, 2)",
     .doc = "Columns of the table that are the outputs"},
    {.name = "t_min",
     EG_SI_TIME,
     .value_text = "first time of the table",
     .formula = "table[1, 1]*timeScale",
     .doc = "Where the table begins"},
    {.name = "t_max",
     EG_SI_TIME,
     .value_text = "last time of the table",
     .formula = "table[end, 1]*timeScale",
     .doc = "Where the table ends"},
};

#define OUTPUT(name_, number)                                                                                \
    {                                                                                                        \
        .name = (name_), .kind = EG_REAL_OUTPUT, .element = (number), .doc = "Output of a column"            \
    }
static const eg_port combi_ports[] = {
    OUTPUT("y[1]", 1),   OUTPUT("y[2]", 2),   OUTPUT("y[3]", 3),   OUTPUT("y[4]", 4),   OUTPUT("y[5]", 5),
    OUTPUT("y[6]", 6),   OUTPUT("y[7]", 7),   OUTPUT("y[8]", 8),   OUTPUT("y[9]", 9),   OUTPUT("y[10]", 10),
    OUTPUT("y[11]", 11), OUTPUT("y[12]", 12), OUTPUT("y[13]", 13), OUTPUT("y[14]", 14), OUTPUT("y[15]", 15),
    OUTPUT("y[16]", 16), OUTPUT("y[17]", 17), OUTPUT("y[18]", 18), OUTPUT("y[19]", 19), OUTPUT("y[20]", 20),
    OUTPUT("y[21]", 21), OUTPUT("y[22]", 22), OUTPUT("y[23]", 23), OUTPUT("y[24]", 24),
};

/* Pieces of the equation. */
#define BEYOND(how) "extrapolation == Modelica.Blocks.Types.Extrapolation." how
#define COLUMN EG_TABLE_COLUMN
#define INSIDE(rows, at) EG_TABLE_INSIDE(rows, at)
#define AT "(time - shiftTime)/timeScale"
#define AT_IN_PERIOD                                                                                         \
    "mod((time - shiftTime)/timeScale - table[1, 1], table[end, 1] - table[1, 1]) + table[1, 1]"
#define OUTSIDE(row)                                                                                         \
    "(if " BEYOND("LastTwoPoints") " then " EG_TABLE_BEYOND(AT) " else table[" row ", " COLUMN "])"

#define REPEATS BEYOND("Periodic") " and table[end, 1] > table[1, 1]"
#define IN_PERIOD INSIDE("1:end - 1", AT_IN_PERIOD)
#define BEFORE OUTSIDE("1")
#define AFTER OUTSIDE("end")
#define BETWEEN INSIDE(":", AT)

/* What is_resolved asks: from row to row, as the rows are shifted and counted from the first one, and as
 * they are. */
#define ALL(number) "fill(" number ", size(table, 1) - 1)"
#define SHIFTED(rows)                                                                                        \
    "(timeScale*(table[" rows                                                                                \
    ", 1] - " ALL("table[1, 1]") " + " ALL("table[1, 1]") ") + " ALL("shiftTime") ")"
#define STEPS_SHIFTED "(" SHIFTED("2:end") " - " SHIFTED("1:end - 1") ")"
#define STEPS "timeScale*(table[2:end, 1] - table[1:end - 1, 1])"

const eg_class eg_class_combi_time_table = {
    .name = EG_MSL_BLOCK("Sources.CombiTimeTable"),
    .kind = EG_BLOCK,
    .doc = "Several signals interpolated in a table",
    .text =
        "Output y[i] is interpolated in column i + 1 of the table, whose first column is time: "
        "by lines, steps or cubics. With `columns` the outputs are the columns that it names. Before "
        "startTime the outputs are offset. Two rows with the same time make a jump, where there are no "
        "cubics; every row is a time event.\n\n"
        "Beyond the ends a cubic goes on as a line with the slope that it has there; with Periodic the "
        "slopes "
        "at both ends are those of the table alone. A table has at most 24 outputs.\n\n" EG_TABLE_FILE_TEXT,
    .examples = EG_TEXTS("Blocks", EG_MSL_EXAMPLE("Vehicle")),
    .equations = EG_TEXTS("for i in 1:size(y, 1) loop y[i] = offset[if size(offset, 1) == 1 then 1 else i] + "
                          "(if time < startTime then 0 elseif " REPEATS " then " IN_PERIOD
                          " elseif time < shiftTime + timeScale*table[1, 1] then " BEFORE
                          " elseif time >= shiftTime + timeScale*table[end, 1] then " AFTER " else " BETWEEN
                          "); end for;"),
    EG_PARAMETERS(combi_parameters),
    EG_PORTS(combi_ports),
    .events = EG_TEXTS("if extrapolation == Modelica.Blocks.Types.Extrapolation.NoExtrapolation then "
                       "assert(time >= t_min + shiftTime and time < (t_max + shiftTime)*(1 + 1e-12) + 1e-12, "
                       "\"the time lies outside of the table, and extrapolation is NoExtrapolation\"); "
                       "elseif verboseExtrapolation and extrapolation <> "
                       "Modelica.Blocks.Types.Extrapolation.Periodic then "
                       "assert(time >= t_min + shiftTime and time < (t_max + shiftTime)*(1 + 1e-12) + 1e-12, "
                       "\"the time lies outside of the table: its values are extrapolated\", "
                       "AssertionLevel.warning); end if;"),
    .demands = EG_TEXTS(
        EG_TABLE_DEMAND,
        "assert(extrapolation <> Modelica.Blocks.Types.Extrapolation.Periodic and (smoothness == "
        "Modelica.Blocks.Types.Smoothness.LinearSegments or smoothness == "
        "Modelica.Blocks.Types.Smoothness.ConstantSegments) or max(cat(1, {0}, abs(" STEPS_SHIFTED " - " STEPS
        ") - 0.01*" STEPS ")) <= 0, \"the table is shifted so far that numbers do not tell "
        "its rows apart\");"),
    .complete = complete_combi,
    .check = check_combi,
    .vector_size = outputs_of,
    .reads_table = true,
    .block = &combi_block,
};
