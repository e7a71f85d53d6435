/* Records of variables: in equations, as arguments and results of functions. */
#include "closed_runs.h"

#define RUN(text, ...)                                                                                       \
    do {                                                                                                     \
        static const expectation expected[] = {__VA_ARGS__};                                                 \
        run(text, expected, sizeof expected / sizeof *expected);                                             \
    } while (0)

#define VECTORS                                                                                              \
    "record Vector Real x = 7, y, z = 0; end Vector; "                                                       \
    "function cross input Vector a, b; output Vector c; algorithm c.x := a.y*b.z - a.z*b.y; "                \
    "c.y := a.z*b.x - a.x*b.z; c.z := a.x*b.y - a.y*b.x; end cross; "                                        \
    "function scaled input Vector a; input Real k = 2; output Vector b; protected Vector c = a; "            \
    "algorithm b := c; b.x := k*c.x; b.y := k*c.y; b.z := k*b.z; end scaled; "

static double t1(double t)
{
    return t;
}
static double t2(double t)
{
    return 2 * t;
}
static double t2_minus(double t)
{
    return -2 * t;
}
static double one(double t)
{
    (void)t;
    return 1;
}
static double four_t(double t)
{
    return 4 * t;
}

/* (1, t, 0) x (0, 1, 2) = (2 t, -2, 1) */
static void functions_take_and_give_records(void **state)
{
    (void)state;
    RUN("model A " VECTORS
        "Vector a = Vector(1, time), b(x = 0, z = 2), c = cross(a, b), d = scaled(cross(b, a), 1), e = "
        "scaled(c), g = scaled(k = 3, a = c), "
        "h(z = 3, y = time); equation b.y = 1; end A;",
        {"c.x", t2}, {"c.z", one}, {"d.x", t2_minus}, {"e.x", four_t}, {"a.y", t1}, {"b.y", one},
        {"h.y", t1});
}

static double cosine(double t)
{
    return cos(t);
}
static double minus_sine(double t)
{
    return -sin(t);
}
static double half(double t)
{
    (void)t;
    return 0.5;
}

/* States among the members, parameters and arrays beside them, records inside records. */
static void records_of_states(void **state)
{
    (void)state;
    RUN("model A record State Real x(start = 1, fixed = true); Real v(start = 0, fixed = true); end State; "
        "record Body parameter Real m = 1; State s; Real f[2]; end Body; "
        "function energy input Body b; input Real c; output Real E; "
        "algorithm E := b.m*b.s.v^2/2 + c*b.s.x^2/2; end energy; "
        "function halved input State s; output State h; algorithm h := State(s.x/2, s.v/2); end halved; "
        "Body b; State copy(x(fixed = false), v(fixed = false)); Real E = energy(b, 1), E4; State "
        "h(x(fixed = false), v(fixed = false)); "
        "equation der(b.s.x) = b.s.v; b.m*der(b.s.v) = sum(b.f); b.f = {-2*b.s.x, b.s.x}; copy = b.s; "
        "E4 = energy(b, 2); h = halved(copy); end A;",
        {"copy.x", cosine}, {"b.s.v", minus_sine}, {"E", half});
}

/* One of two by a condition that changes; members by modifiers. */
static void records_are_chosen(void **state)
{
    (void)state;
    RUN("model A " VECTORS "record Plain Real z, y, x; end Plain; "
        "Vector a(x = time, y = 1, z = 2); Plain b, c, d; parameter Vector p(x = 3, y = 4); Real r, s; "
        "equation b = if a.x < 0.5 then a else Plain(2, 1, 2*a.x); c = a; "
        "d = cross(p, Vector(0, 0, 1)); r = d.x - 3; s = noEvent(b.y); end A;",
        {"c.x", t1}, {"s", one});
}

static void expect_refused_record(const char *text, const char *message)
{
    reading r = read_set(text, NULL);
    bool found = false;
    for (size_t i = 0; i < eg_diagnostics_count(r.diagnostics); i++)
        found = found || strstr(eg_diagnostics_get(r.diagnostics, i)->message, message);
    if (r.status == EG_OK || !found)
        show(&r);
    assert_int_not_equal(r.status, EG_OK);
    assert_true(found);
    done(&r);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    expect_refused_record("model A " VECTORS "record W Real q; end W; Vector a; W w; equation a = w; end A;",
                          "do not have the same members");
    expect_refused_record("model A " VECTORS "Vector a; equation a = 3; end A;", "the left side is of type");
    expect_refused_record("model A " VECTORS "Vector a = Vector(1); end A;", "needs a value for \"y\"");
    expect_refused_record("model A " VECTORS "Vector a = Vector(1, 2, w = 3); end A;", "no component w");
    expect_refused_record("model A " VECTORS "Vector a = cross(1, 2); end A;",
                          "\"a\" is a record; it cannot be");
    expect_refused_record("model A " VECTORS "Vector a; equation der(a) = a; end A;", "");
    expect_refused_record("model A " VECTORS "Vector a; Real x = 2*a; end A;", "a number must stand here");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_take_and_give_records),
        cmocka_unit_test(records_of_states),
        cmocka_unit_test(records_are_chosen),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
