/* CombiTable1Ds: several functions of one signal, given by the rows of a table, x in the first column.
 *
 * Between row k and the next the outputs are lines, steps or cubics (spline.h). Beyond the ends the values
 * hold, the lines go on, or the table repeats with the period x(n) - x(1). Where the input passes a row is an
 * event.
 *
 * Phases: number k of the last row with x(k) <= u, from -1 to n - 1; where the table repeats, plus n times
 * the number of the period. */
#include "component/block/blocks.h"
#include "component/block/tables/spline.h"
#include "component/table_of_file.h"

enum {
    ON_FILE,
    TABLE,
    TABLE_NAME,
    FILE_NAME,
    DELIMITER,
    HEADER_LINES,
    VERBOSE_READ,
    COLUMNS,
    SMOOTHNESS,
    EXTRAPOLATION,
    VERBOSE,
    U_MIN,
    U_MAX
};
enum { MOST_OUTPUTS = 24 };

static bool repeats(const double *p)
{
    eg_matrix t = eg_parameter_matrix(p, TABLE);
    return p[EXTRAPOLATION] == EG_PERIODIC_TABLE && t.rows > 1 &&
           t.elements[(t.rows - 1) * t.columns] > t.elements[0];
}

static double x_of(const double *p, long k, long period)
{
    eg_matrix t = eg_parameter_matrix(p, TABLE);
    double length = t.elements[(t.rows - 1) * t.columns] - t.elements[0];
    return t.elements[k * t.columns] + (double)period * length;
}

static void split(const double *p, long phase, long *k, long *period)
{
    long rows = eg_parameter_matrix(p, TABLE).rows;
    if (!repeats(p))
        *period = 0;
    else if (phase >= 0)
        *period = phase / rows;
    else
        *period = -((rows - 1 - phase) / rows);
    *k = phase - *period * rows;
}

/* Ends of the phase; infinite where it has none. */
static double upper_end(const double *p, long phase)
{
    long k, period;
    split(p, phase, &k, &period);
    return k + 1 < eg_parameter_matrix(p, TABLE).rows ? x_of(p, k + 1, period) : INFINITY;
}

static double lower_end(const double *p, long phase)
{
    long k, period;
    split(p, phase, &k, &period);
    return k < 0 ? -INFINITY : x_of(p, k, period);
}

/* The last row of a period is the first one of the next. */
static long above(const double *p, long phase)
{
    long k, period, rows = eg_parameter_matrix(p, TABLE).rows;
    split(p, phase, &k, &period);
    return repeats(p) && k == rows - 2 ? (period + 1) * rows : phase + 1;
}

static long below(const double *p, long phase)
{
    long k, period, rows = eg_parameter_matrix(p, TABLE).rows;
    split(p, phase, &k, &period);
    return repeats(p) && k == 0 ? (period - 1) * rows + rows - 2 : phase - 1;
}

static long phase_at(const double *p, const eg_jet *u)
{
    long rows = eg_parameter_matrix(p, TABLE).rows, period = 0, low = repeats(p) ? 0 : -1;
    if (repeats(p)) {
        double n = floor((u->x - x_of(p, 0, 0)) / (x_of(p, rows - 1, 0) - x_of(p, 0, 0)));
        period = fabs(n) < 1e9 ? (long)n : 0;
    }
    long most = repeats(p) ? rows - 2 : rows - 1;
    for (long high = most + 1; high - low > 1;) { /* x_of(low) <= u < x_of(high) */
        long middle = low + (high - low) / 2;
        if (x_of(p, middle, period) <= u->x)
            low = middle;
        else
            high = middle;
    }
    return low + period * rows;
}

static long next_phase(const double *p, long phase, int i)
{
    if (i == 0 ? !(upper_end(p, phase) < INFINITY) : !(lower_end(p, phase) > -INFINITY))
        return phase; /* nothing lies beyond */
    long next = i == 0 ? above(p, phase) : below(p, phase);
    while (lower_end(p, next) == upper_end(p, next)) /* two rows of one x are a jump */
        next = i == 0 ? above(p, next) : below(p, next);
    return next;
}

static void switching(const double *p, long phase, const eg_jet *u, eg_jet *h)
{
    const eg_jet never = {1.0, 0.0, 0.0};
    double low = lower_end(p, phase), high = upper_end(p, phase);
    h[0] = high < INFINITY ? (eg_jet){high - u->x, -u->dx, -u->ddx} : never;
    h[1] = low > -INFINITY ? (eg_jet){u->x - low, u->dx, u->ddx} : never;
}

static const char *event_name(long phase, int i)
{
    (void)phase;
    return i == 0 ? "input passes a row upwards" : "input passes a row downwards";
}

/* Columns {0}, which nobody gives: all behind the first one. */
static int column_of(const double *p, int output)
{
    eg_matrix columns = eg_parameter_matrix(p, COLUMNS);
    return columns.elements[0] == 0.0 ? output + 1 : (int)columns.elements[output] - 1;
}

static int outputs_of(const double *p)
{
    eg_matrix columns = eg_parameter_matrix(p, COLUMNS);
    if (columns.elements[0] == 0.0 && p[ON_FILE] != 0.0)
        return 1;
    return columns.elements[0] == 0.0 ? eg_parameter_matrix(p, TABLE).columns - 1 : columns.rows;
}

/* Value and derivatives along x. */
static eg_jet piece(const double *p, long phase, int column, double u)
{
    long k, period;
    eg_matrix t = eg_parameter_matrix(p, TABLE);
    eg_spline s = {t.elements, t.rows, t.columns, column, (int)p[SMOOTHNESS]};
    split(p, phase, &k, &period);
    long last = t.rows - 1, row = k < 0 ? 0 : k;
    bool outside = k < 0 || k >= last, goes_on = p[EXTRAPOLATION] == EG_LAST_TWO_POINTS && last > 0;
    double x = u - (x_of(p, row, period) - x_of(p, row, 0)), y = t.elements[row * t.columns + column];
    if (outside ? !goes_on : p[SMOOTHNESS] == EG_CONSTANT_SEGMENTS)
        return eg_jet_of(y);
    bool is_spline = eg_smoothness_is_spline(s.smoothness);
    if (!outside && is_spline)
        return eg_spline_piece(&s, k, x);
    long from;
    if (k < 0)
        from = 0;
    else if (k < last)
        from = k;
    else
        from = last - 1;
    const double *a = t.elements + from * t.columns, *b = a + t.columns;
    double slope = 0.0;
    if (is_spline)
        slope = eg_spline_slope(&s, row);
    else if (b[0] > a[0])
        slope = (b[column] - a[column]) / (b[0] - a[0]);
    return (eg_jet){y + slope * (x - t.elements[row * t.columns]), slope, 0.0};
}

static void evaluate(const double *p, long phase, int output, eg_jet t, const eg_jet *u, eg_jet *y)
{
    eg_jet f = piece(p, phase, column_of(p, output), u->x);
    (void)t;
    *y = eg_jet_chain(*u, f.x, f.dx, f.ddx);
}

/* Does column c jump: at two rows of one x, from step to step, or from period to period? */
static bool jumps(const double *p, int c)
{
    const eg_matrix t = eg_parameter_matrix(p, TABLE);
    for (int k = 0; k + 1 < t.rows; k++) {
        const double *a = t.elements + k * t.columns, *b = a + t.columns;
        if (a[c] != b[c] && (a[0] == b[0] || p[SMOOTHNESS] == EG_CONSTANT_SEGMENTS))
            return true;
    }
    return repeats(p) && t.elements[c] != t.elements[(t.rows - 1) * t.columns + c];
}

/* Where u is when is not known. */
static int continuity_after(const double *p, int output, double start)
{
    const eg_matrix t = eg_parameter_matrix(p, TABLE);
    const int column = output < 0 ? 0 : column_of(p, output);
    (void)start;
    for (int c = 1; c < t.columns; c++)
        if ((column == 0 || c == column) && jumps(p, c))
            return -1;
    if (eg_smoothness_is_spline((int)p[SMOOTHNESS]) && p[EXTRAPOLATION] == EG_LAST_TWO_POINTS)
        return 1;
    return 0;
}

static int continuity(const double *p)
{
    return continuity_after(p, -1, -INFINITY);
}

static const eg_block_ops block = {.evaluate_output = evaluate,
                                   .continuity = continuity,
                                   .continuity_after = continuity_after,
                                   .is_nonlinear = true,
                                   .switch_count = 2,
                                   .switching = switching,
                                   .next_phase = next_phase,
                                   .phase_at = phase_at,
                                   .event_name = event_name};

/* ---------------------------------------------------------------- the class */

static void complete(double *p, const bool *given)
{
    eg_matrix t = eg_parameter_matrix(p, TABLE);
    (void)given;
    p[U_MIN] = t.rows > 0 ? t.elements[0] : 0.0;
    p[U_MAX] = t.rows > 0 ? t.elements[(t.rows - 1) * t.columns] : 0.0;
}

static const char *check(const double *p, const bool *given, bool *is_error)
{
    eg_matrix t = eg_parameter_matrix(p, TABLE), columns = eg_parameter_matrix(p, COLUMNS);
    bool is_spline = eg_smoothness_is_spline((int)p[SMOOTHNESS]);
    (void)given;
    *is_error = true;
    if (t.columns < 2)
        return "a table needs two columns at least: x, and what follows from it; give table = [x1, y1; "
               "x2, y2]";
    for (int i = 0; i < columns.rows && columns.elements[0] != 0.0; i++)
        if (!(columns.elements[i] >= 2.0 && columns.elements[i] <= t.columns &&
              columns.elements[i] == floor(columns.elements[i])))
            return "columns must be numbers of columns of the table, from 2 on: the first one is x; leave "
                   "columns out to take all";
    if (outputs_of(p) > MOST_OUTPUTS)
        return "a table may have at most 24 outputs; take two of them";
    for (int k = 0; k + 1 < t.rows; k++) {
        double step = t.elements[(k + 1) * t.columns] - t.elements[k * t.columns];
        if (!(is_spline ? step > 0.0 : step >= 0.0))
            return is_spline
                       ? "the first column of a smooth table must rise; put its rows in order, one for each x"
                       : "the first column of the table must not fall; put its rows in order";
    }
    return NULL;
}

static const double all_columns[] = {0.0};

static const eg_parameter parameters[] = {
    EG_TABLE_ON_FILE,
    {.name = "table",
     .columns = EG_ANY_COLUMNS,
     .need = EG_REQUIRED,
     .doc = "x, not falling, and for each output its values there; two rows of one x are a jump"},
    EG_TABLE_FILE_PARAMETERS,
    {.name = "columns",
     .columns = 1,
     .elements = all_columns,
     .rows = 1,
     .is_structural = true,
     .value_text = "if tableOnFile then {2} else 2:size(table, 2)",
     .doc = "Columns of the table that are the outputs"},
    EG_PARAMETER_SMOOTHNESS("Interpolation: lines, steps (the value of the row before), or cubics"),
    EG_PARAMETER_EXTRAPOLATION(EG_LAST_TWO_POINTS, EG_EXTRAPOLATION_TEXT),
    {.name = "verboseExtrapolation",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: a warning tells when the input leaves the table"},
    {.name = "u_min",
     .value_text = "first x of the table",
     .formula = "table[1, 1]",
     .doc = "Where the table begins"},
    {.name = "u_max",
     .value_text = "last x of the table",
     .formula = "table[end, 1]",
     .doc = "Where the table ends"},
};

#define OUTPUT(number)                                                                                       \
    {                                                                                                        \
        .name = "y[" #number "]", .kind = EG_REAL_OUTPUT, .element = (number), .doc = "Output of a column"   \
    }
static const eg_port ports[] = {
    EG_PORT_U,  OUTPUT(1),  OUTPUT(2),  OUTPUT(3),  OUTPUT(4),  OUTPUT(5),  OUTPUT(6),
    OUTPUT(7),  OUTPUT(8),  OUTPUT(9),  OUTPUT(10), OUTPUT(11), OUTPUT(12), OUTPUT(13),
    OUTPUT(14), OUTPUT(15), OUTPUT(16), OUTPUT(17), OUTPUT(18), OUTPUT(19), OUTPUT(20),
    OUTPUT(21), OUTPUT(22), OUTPUT(23), OUTPUT(24),
};

/* Pieces of the equation. */
#define BEYOND(how) "extrapolation == Modelica.Blocks.Types.Extrapolation." how
#define REPEATS BEYOND("Periodic") " and table[end, 1] > table[1, 1]"
#define AT_IN_PERIOD "mod(u - table[1, 1], table[end, 1] - table[1, 1]) + table[1, 1]"
#define IN_PERIOD EG_TABLE_INSIDE("1:end - 1", AT_IN_PERIOD)
#define OUTSIDE(row)                                                                                         \
    "(if " BEYOND("LastTwoPoints") " then " EG_TABLE_BEYOND("u") " else table[" row ", " EG_TABLE_COLUMN "])"
#define BETWEEN EG_TABLE_INSIDE(":", "u")

const eg_class eg_class_combi_table_1ds = {
    .name = EG_MSL_BLOCK("Tables.CombiTable1Ds"),
    .kind = EG_BLOCK,
    .doc = "Functions of one signal, given by a table",
    .text =
        "Output y[i] is interpolated at u in column i + 1 of the table, or in the one that `columns` names, "
        "by lines, steps or cubics; where u passes a row is an event. A table has at most 24 "
        "outputs.\n\n" EG_TABLE_FILE_TEXT,
    .examples = EG_TEXTS("Waves"),
    .equations =
        EG_TEXTS("for i in 1:size(y, 1) loop y[i] = if " REPEATS " then " IN_PERIOD
                 " elseif u < table[1, 1] then " OUTSIDE("1") " elseif u >= table[end, 1] then " OUTSIDE(
                     "end") " else " BETWEEN "; end for;"),
    .events = EG_TEXTS("if extrapolation == Modelica.Blocks.Types.Extrapolation.NoExtrapolation then "
                       "assert(u >= u_min and u <= u_max, "
                       "\"the input lies outside of the table, and extrapolation is NoExtrapolation\"); "
                       "elseif verboseExtrapolation and extrapolation <> "
                       "Modelica.Blocks.Types.Extrapolation.Periodic then assert(u >= u_min and u <= u_max, "
                       "\"the input lies outside of the table: its values are extrapolated\", "
                       "AssertionLevel.warning); end if;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .demands = EG_TEXTS(EG_TABLE_DEMAND),
    .complete = complete,
    .check = check,
    .vector_size = outputs_of,
    .reads_table = true,
    .block = &block,
};
