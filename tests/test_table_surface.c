/* Cubic tables of two signals (ContinuousDerivative), and tables of two signals in files. Oracles: products of
 * parabolas, which Akima's surface is at equal distances; and his construction as he gives it, a grid with two
 * further rows and columns on each side and sixteen coefficients to a cell. */
#include "run_text.h"
#include "scratch.h"

#define CUBIC "smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative"
#define MOVING "t.u1 = 1.5 + 3*sin(5*time); t.u2 = 1 + 2.5*cos(7*time);"

/* u^2 up to the ends of the table, then the line that touches it there. */
static double parabola(double u, double low, double high)
{
    const double at = u < low ? low : u > high ? high : u;
    return at * at + 2 * at * (u - at);
}

static void products_of_parabolas_are_met(void **state)
{
    (void)state;
    rig r = run_text(B_ "Tables.CombiTable2Ds t(table = [0, -1, 0, 1, 2; 0, 0, 0, 0, 0; 1, 1, 0, 1, 4; "
                        "2, 4, 0, 4, 16; 3, 9, 0, 9, 36], " CUBIC "); equation " MOVING,
                     1.0);
    for (size_t i = 0; i < rows(&r); i++) {
        const double u1 = at(&r, "t.u1", i), u2 = at(&r, "t.u2", i);
        NEAR(at(&r, "t.y", i), parabola(u1, 0, 3) * parabola(u2, -1, 2), 1e-12 * 150);
    }
    ALL_WELL();
    rig_release(&r);
}

/* ---------------------------------------------------------------- Akima's construction */

enum { ROWS = 5, COLUMNS = 4 };
static const double X[ROWS] = {-1, 0.5, 1, 2.5, 4}, Y[COLUMNS] = {-1.5, 0, 1, 3};
static const double Z[ROWS][COLUMNS] = {
    {1, 2, 0, 0}, {0.5, -1, 3, 0}, {2, 2, -2, 1.5}, {1, 0, 0.25, -3}, {4, 0, 1, 1}};
#define TABLE                                                                                                \
    "[0, -1.5, 0, 1, 3; -1, 1, 2, 0, 0; 0.5, 0.5, -1, 3, 0; 1, 2, 2, -2, 1.5; 2.5, 1, 0, 0.25, -3; "         \
    "4, 4, 0, 1, 1]"

typedef struct grid {
    double x[ROWS + 4], y[COLUMNS + 4], z[ROWS + 4][COLUMNS + 4];
} grid;

/* Two points more on each side: a[1] - a[-1] = a[0] - a[-2] = a[2] - a[0], as Akima sets them. */
static void extend_points(double *a, int n)
{
    a[1] = a[2] + a[3] - a[4];
    a[0] = 2 * a[2] - a[4];
    a[n + 2] = a[n + 1] + a[n] - a[n - 1];
    a[n + 3] = 2 * a[n + 1] - a[n - 1];
}

/* The value at x[to] such that slopes from point to point change by the same amount. */
static double beyond(const double *x, const double *z, int to, int step)
{
    const int a = to - step, b = to - 2 * step, c = to - 3 * step;
    const double near = (z[a] - z[b]) / (x[a] - x[b]), far = (z[b] - z[c]) / (x[b] - x[c]);
    return z[a] + (x[to] - x[a]) * (2 * near - far);
}

static void extend_values(const double *x, double *z, int n)
{
    z[1] = beyond(x, z, 1, -1);
    z[0] = beyond(x, z, 0, -1);
    z[n + 2] = beyond(x, z, n + 2, 1);
    z[n + 3] = beyond(x, z, n + 3, 1);
}

static grid make_grid(void)
{
    grid g = {{0}, {0}, {{0}}};
    memcpy(g.x + 2, X, sizeof X);
    memcpy(g.y + 2, Y, sizeof Y);
    extend_points(g.x, ROWS);
    extend_points(g.y, COLUMNS);
    for (int i = 0; i < ROWS; i++) {
        memcpy(g.z[i + 2] + 2, Z[i], sizeof Z[i]);
        extend_values(g.y, g.z[i + 2], COLUMNS);
    }
    for (int k = 0; k < COLUMNS + 4; k++) {
        double column[ROWS + 4] = {0};
        for (int i = 0; i < ROWS; i++)
            column[i + 2] = g.z[i + 2][k];
        extend_values(g.x, column, ROWS);
        for (int i = 0; i < ROWS + 4; i++)
            g.z[i][k] = column[i];
    }
    return g;
}

/* Weights of the lines before and behind a point, from four slopes. */
static void weigh(const double d[4], double w[2])
{
    w[0] = fabs(d[3] - d[2]);
    w[1] = fabs(d[1] - d[0]);
    if (w[0] == 0 && w[1] == 0)
        w[0] = w[1] = 1;
}

/* z, its slopes along x and y, and the mixed derivative at a point. */
static void point_of(const grid *g, int i, int k, double out[4])
{
    double dx[4], dy[4], wx[2], wy[2], mixed = 0;
    for (int n = 0; n < 4; n++) {
        const int a = i - 2 + n, b = k - 2 + n;
        dx[n] = (g->z[a + 1][k] - g->z[a][k]) / (g->x[a + 1] - g->x[a]);
        dy[n] = (g->z[i][b + 1] - g->z[i][b]) / (g->y[b + 1] - g->y[b]);
    }
    weigh(dx, wx);
    weigh(dy, wy);
    for (int m = 0; m < 2; m++)
        for (int n = 0; n < 2; n++) {
            const int a = i - 1 + m, b = k - 1 + n;
            mixed += wx[m] * wy[n] * (g->z[a + 1][b + 1] - g->z[a][b + 1] - g->z[a + 1][b] + g->z[a][b]) /
                     ((g->x[a + 1] - g->x[a]) * (g->y[b + 1] - g->y[b]));
        }
    out[0] = g->z[i][k];
    out[1] = (wx[0] * dx[1] + wx[1] * dx[2]) / (wx[0] + wx[1]);
    out[2] = (wy[0] * dy[1] + wy[1] * dy[2]) / (wy[0] + wy[1]);
    out[3] = mixed / ((wx[0] + wx[1]) * (wy[0] + wy[1]));
}

/* Where in [0, 1] of its piece u lies, and h0(u), h1(u), of value and slope at the two ends, whose lines go on. */
static void shares(double u, double from, double to, double value[2], double slope[2])
{
    const double h = to - from, s = (u - from) / h;
    const double in = s < 0 ? 0 : s > 1 ? 1 : s;
    value[1] = in * in * (3 - 2 * in);
    value[0] = 1 - value[1];
    slope[0] = h * in * (1 - in) * (1 - in) + (s < 0 ? u - from : 0);
    slope[1] = -h * in * in * (1 - in) + (s > 1 ? u - to : 0);
}

static int piece_of(const double *x, int n, double u)
{
    int i = 0;
    while (i + 2 < n && u >= x[i + 1])
        i++;
    return i;
}

static double surface(const grid *g, double u, double v)
{
    const int i = piece_of(X, ROWS, u), k = piece_of(Y, COLUMNS, v);
    double a[2], c[2], b[2], d[2], sum = 0, p[4];
    shares(u, X[i], X[i + 1], a, c);
    shares(v, Y[k], Y[k + 1], b, d);
    for (int m = 0; m < 2; m++)
        for (int n = 0; n < 2; n++) {
            point_of(g, i + m + 2, k + n + 2, p);
            sum += a[m] * (p[0] * b[n] + p[2] * d[n]) + c[m] * (p[1] * b[n] + p[3] * d[n]);
        }
    return sum;
}

static double held(double u, double low, double high)
{
    return u < low ? low : u > high ? high : u;
}

static void any_table_is_akimas_surface(void **state)
{
    (void)state;
    const grid g = make_grid();
    rig r = run_text(B_ "Tables.CombiTable2Ds t(table = " TABLE ", " CUBIC "); " B_
                        "Tables.CombiTable2Ds hold(table = " TABLE ", " CUBIC
                        ", extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint); "
                        "equation " MOVING " hold.u1 = t.u1; hold.u2 = t.u2;",
                     1.0);
    for (size_t i = 0; i < rows(&r); i++) {
        const double u1 = at(&r, "t.u1", i), u2 = at(&r, "t.u2", i);
        NEAR(at(&r, "t.y", i), surface(&g, u1, u2), 1e-12 * 30);
        NEAR(at(&r, "hold.y", i), surface(&g, held(u1, X[0], X[ROWS - 1]), held(u2, Y[0], Y[COLUMNS - 1])),
             1e-12 * 30);
    }
    ALL_WELL();
    rig_release(&r);
}

/* One row: Akima's curve, of a parabola the parabola. One value: that. */
static void one_row_is_a_curve(void **state)
{
    (void)state;
    rig r = run_text(B_ "Tables.CombiTable2Ds t(table = [0, 0, 1, 2, 3; 7, 0, 1, 4, 9], " CUBIC "); " B_
                        "Tables.CombiTable2Ds s(table = [0, 7; 0, 0; 1, 1; 2, 4; 3, 9], " CUBIC "); " B_
                        "Tables.CombiTable2Ds one(table = [0, 7; 8, 5], " CUBIC "); equation t.u1 = 7*time; "
                        "t.u2 = 4*time; s.u2 = time; s.u1 = 4*time; one.u1 = time; one.u2 = time;",
                     1.0);
    for (size_t i = 0; i < rows(&r); i++) {
        const double u = 4 * time_of(&r, i);
        NEAR(at(&r, "t.y", i), parabola(u, 0, 3), 1e-13 * 16);
        NEAR(at(&r, "s.y", i), parabola(u, 0, 3), 1e-13 * 16);
        NEAR(at(&r, "one.y", i), 5, 0);
    }
    ALL_WELL();
    rig_release(&r);
}

/* ---------------------------------------------------------------- files */

/* z = u1*u2 at (0.5, 2), by lines, and again by a pair of signals; the file lies in the scratch directory. */
static void tables_stand_in_files(void **state)
{
    scratch *s = *state;
    static const char text[] = "#1\ndouble other(1,1) 3\ndouble z(3,3)\n0 1 3\n0 0 0\n1 1 3\n";
    static const char csv[] = "head\n0;1;3\n0;0;0\n1;1;3\n";
    char body[900], path[200];
    snprintf(path, sizeof path, "%s", scratch_write(s, "z.txt", text, sizeof text - 1));
    const char *second = scratch_write(s, "z.csv", csv, sizeof csv - 1);
    snprintf(body, sizeof body,
             B_
             "Tables.CombiTable2Ds t(tableOnFile = true, tableName = \"z\", fileName = \"%s\"); " B_
             "Tables.CombiTable2Dv v(n = 2, tableOnFile = true, fileName = \"file://%s\", delimiter = \";\", "
             "nHeaderLines = 1, table = fill(0.0, 0, 2)); "
             "equation t.u1 = time; t.u2 = 2; v.u1 = {0.5, time}; v.u2 = {2, 3*time};",
             path, second);
    rig r = run_text(body, 1.0);
    NEAR(value(&r, "t.y", 0.5), 1, 4 * ULP);
    NEAR(value(&r, "v.y[1]", 0.5), 1, 4 * ULP);
    NEAR(value(&r, "v.y[2]", 0.5), 0.75, 4 * ULP);
    ALL_WELL();
    rig_release(&r);
}

static void what_is_no_table_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *body, *what;
    } cases[] = {
        {"t; ", "needs a row and a column"},
        {"t(tableOnFile = true, tableName = \"z\", fileName = \"/nowhere/z.txt\"); ", "cannot be opened"},
        {"t(table = [0, 1, 0; 0, 1, 2], " CUBIC "); ", "rise"},
        {"t(table = [0, 1, 2; 0, 1, 2], smoothness = Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1); ",
         "take ContinuousDerivative"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[500];
        snprintf(text, sizeof text, "model A %sTables.CombiTable2Ds %sequation t.u1 = time; t.u2 = 1; end A;",
                 B_, cases[i].body);
        rig r = {.d = eg_diagnostics_create()};
        eg_status status = eg_spec_read_text(text, strlen(text), "a.mo", NULL, r.d, &r.spec);
        if (status == EG_OK)
            status = eg_model_compile(r.spec, r.d, &r.model);
        TRUE(status != EG_OK);
        if (!says(&r, EG_ERROR, cases[i].what))
            rig_show(&r);
        TRUE(says(&r, EG_ERROR, cases[i].what));
        rig_release(&r);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_of_parabolas_are_met),
        cmocka_unit_test(any_table_is_akimas_surface),
        cmocka_unit_test(one_row_is_a_curve),
        cmocka_unit_test_setup_teardown(tables_stand_in_files, scratch_create, scratch_free),
        cmocka_unit_test(what_is_no_table_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
