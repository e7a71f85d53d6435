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

static double eleven(double t)
{
    (void)t;
    return 11;
}
static double twenty_two(double t)
{
    (void)t;
    return 22;
}
static double late_t(double t)
{
    return t > 0.5 ? 2 * t - 0.5 : t;
}

#define PARTS                                                                                                \
    "record Q Real a; end Q; record P Real x; Q q[2]; Q one; Real v[3], w[0]; Boolean b; end P; "            \
    "record F Real x; Real v[3]; end F; "                                                                    \
    "function f input F p; output F r; algorithm r := p; r.x := 2*p.x; end f; "

/* Of a model's algorithm: whole records, with arrays, records and arrays of records in them; arrays of them,
 * elements whose subscripts a loop gives, and arrays without elements. */
static void algorithms_assign_records(void **state)
{
    (void)state;
    RUN("model A " PARTS "P a, b, s[2, 2], t[2, 2], none[0], nothing[0]; "
        "equation a = P(time, {Q(2*time), Q(3)}, Q(4*time), {1, time, 3}, fill(0.0, 0), true); "
        "algorithm b := a; b.v[3] := -2*b.x; none := nothing; "
        "for i in 1:2 loop for j in 1:2 loop s[i, j] := a; s[i, j].x := i*10 + j; end for; end for; "
        "t := s; t[1, :] := {b, a}; end A;",
        {"b.x", t1}, {"b.q[1].a", t2}, {"b.one.a", four_t}, {"b.v[1]", one}, {"b.v[2]", t1},
        {"b.v[3]", t2_minus}, {"b.b", one}, {"s[1,1].x", eleven}, {"s[2,2].x", twenty_two},
        {"s[1,2].q[1].a", t2}, {"t[2,2].x", twenty_two}, {"t[1,1].x", t1}, {"t[1,2].q[1].a", t2},
        {"t[1,1].v[3]", t2_minus}, {"t[2,1].one.a", four_t});
    RUN("model A " PARTS "F a = F(time, {1, 1, 1}), b, c, s[2]; algorithm for i in 1:2 loop s[i] := a; "
        "s[i].v[3 - i] := i*s[i].x; end for; c := f(a); "
        "if time > 0.5 then b := c; b.x := b.x - 0.5; else b := a; end if; end A;",
        {"b.x", late_t}, {"c.x", t2}, {"s[2].v[1]", t2}, {"s[1].v[2]", t1}, {"s[1].v[1]", one});
    RUN("model A " PARTS "F a = F(time, {1, 1, 1}), s[2], t[2]; equation s = {a, f(a)}; t = s; end A;",
        {"t[1].x", t1}, {"t[2].x", t2}, {"t[2].v[3]", one});
}

/* The integral of what is 3, and from 0.53 s on 0.53. */
static double held(double t)
{
    return t > 0.53 ? 3 * 0.53 + 0.53 * (t - 0.53) : 3 * t;
}

/* What a when clause assigns keeps its value; before, its start. */
static void when_clauses_assign_records(void **state)
{
    (void)state;
    RUN("model A record R Real x; Integer n; end R; R r(x(start = 3), n(start = 1)), s = R(time, 1); "
        "Real y(start = 0, fixed = true); equation der(y) = r.x; "
        "algorithm when time > 0.53 then r := s; end when; end A;",
        {"y", held}, {"r.n", one});
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
    expect_refused_record("model A " VECTORS
                          "record W Real x; end W; Vector a; W w(x = 1); algorithm a := w; end A;",
                          "has no \"y\", which \"a\" has");
    expect_refused_record("model A " VECTORS "Vector a, b[2]; algorithm b := a; end A;",
                          "\"b\" is a record in an array; it cannot be the record");
    expect_refused_record(
        "model A " VECTORS "Vector a[3], b[2]; algorithm b := a; end A;",
        "\"b\" is a record in an array; it cannot be an array with 1 dimension of the record");
    expect_refused_record("model A " VECTORS "Vector a, b[2]; equation a = b; end A;",
                          "the right side of type an array with 1 dimension of the record");
    expect_refused_record("model A " VECTORS "Vector a; algorithm a := 3; end A;", "it cannot be Integer");
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
        cmocka_unit_test(algorithms_assign_records),
        cmocka_unit_test(when_clauses_assign_records),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
