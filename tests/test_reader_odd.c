/* Odd but legal texts that people write: every one is read without an error, and a value in it comes out
 * right. */
#include "reading.h"

#include <pthread.h>

#include "elastogap/elastogap.h"

#define H                                                                                                    \
    "import T = Modelica.Mechanics.Translational; import SI = Modelica.Units.SI; "                           \
    "import C = Modelica.Mechanics.Translational.Components; "
#define PARTS "C.Fixed w; C.Mass m(m = 1); C.Spring sp(c = k); "
#define JOIN "equation connect(w.flange, sp.flange_a); connect(sp.flange_b, m.flange_a); "

typedef struct odd_text {
    const char *text;
    const char *path; /* "sp.c" */
    double value;
} odd_text;

static const odd_text texts[] = {
    {"package A package B package D constant Real k0 = 3; model X \"x\" " H
     "parameter Real k = k0; " PARTS JOIN "end X; end D; end B; model Z B.D.X x(k = 7), y; end Z; end A;",
     "y.sp.c", 3},
    {"package A model X " H "parameter Real k = 1; " PARTS JOIN "end X; model Y X x(sp(c = 9)); end Y;"
     " model Z Y y(x(m(m = 2, s.start = 0.4), k = 5), x.w.s0 = 0.01); end Z; end A;",
     "y.x.m.m", 2},
    {"model A " H
     "parameter Integer n = 3; parameter Real k = 1; C.Mass b[n](each m = 2, s(start = {i*0.1 for i in 1:n},"
     " each fixed = true)); " PARTS JOIN
     "for i in 1:n - 1 loop connect(b[i].flange_b, b[i + 1].flange_a); end for; end A;",
     "b[3].m", 2},
    {"model A " H "parameter Boolean hard = true; parameter Real k = 1; C.Damper d(d = 1) if not hard;"
     " C.Damper e(d = 2) if hard; " PARTS JOIN "connect(d.flange_a, w.flange); connect(e.flange_a, w.flange);"
     " if hard then connect(e.flange_b, m.flange_a); end if; end A;",
     "e.d", 2},
    {"model A " H
     "final parameter Real k = 2*k1; protected parameter Real k1 = 4; final constant Integer q = 3;"
     " public " PARTS JOIN "end A;",
     "sp.c", 8},
    {"model A " H "import Modelica.Math.*; import Modelica.Constants.pi; parameter Real f = 2;"
     " parameter Real k = (2*pi*f)^2/pi^2*exp(0)*cos(0) + max({1, 2}) - abs(-2); " PARTS JOIN "end A;",
     "sp.c", 16},
    {"model A " H
     "parameter Boolean b = true; parameter Real k = if b and not false then 100 elseif true then"
     " 10 else 1; " PARTS JOIN "end A;",
     "sp.c", 100},
    {"/* a */ model /* b */ A // c\n " H
     "/* multi\nline */ parameter /*x*/ Real /*y*/ k /*z*/ = /*w*/ 6 /*v*/ ; // end\n" PARTS JOIN
     "/* fin */ end /* */ A /* */ ; // eof",
     "sp.c", 6},
    {"model 'my model-1' " H
     "parameter Real 'k 0' = 4; parameter Real k = 'k 0'; C.Mass 'm-\xC3\x9F'(m = 3); " PARTS JOIN
     "end 'my model-1';",
     "m-\xC3\x9F.m", 3},
    {"\xEF\xBB\xBFmodel A\r\n" H "parameter Real k = 5;\r\n" PARTS "\r\n" JOIN "\r\nend A;\r\n", "sp.c", 5},
    {"\n\n \t// c\r\n/* x */within/*y*/;/*z*/model A\n" H
     "parameter Real k = 1.e0 + 0.5e+1*0 + 1E-0; " PARTS JOIN "end A\n;\n",
     "sp.c", 2},
    {"model A " H "parameter Real K[2, 2] = [1, 2; 3, 4]; parameter Real t[:] = {0, 0.5, 1};"
     " parameter Real k = K[2, 1]*sum(K) + size(t, 1) + t[end] + K[2, :]*{1, 1}; " PARTS JOIN "end A;",
     "sp.c", 41},
    {"package A type E = enumeration(soft \"s\", hard \"h\") \"kinds\"; model X " H
     "parameter E e = .A.E.hard annotation(Dialog(group"
     " = \"g\")); parameter Real k = if e <= E.soft then 1 else 5; " PARTS JOIN "end X; end A;",
     "sp.c", 5},
    {"model A \"doc\" " H "extends Modelica.Icons.Example annotation(x = 1); parameter Real k = 7 \"stiff\""
     " annotation(Dialog(tab ="
     " \"a\", enable = k > 3), choices(choice = 1 \"one\", choice = 2 \"two\"), Evaluate = true); " PARTS JOIN
     "annotation(experiment(StopTime = 1.0, __Tool_x = \"y\"), Documentation(info = \"<html>end A;"
     " equation</html>\"),"
     " Icon(graphics = {Rectangle(extent = {{-1, -1}, {1, 1}})}), uses(Modelica(version ="
     " \"4.1.0\"))); end A;",
     "sp.c", 7},
    {"model A " H
     "parameter String s = \"a\\\"b\" \"doc\"; parameter Real k = if s + \"x\" == \"a\\\"bx\" then"
     " 3 else 2; " PARTS JOIN "end A;",
     "sp.c", 3},
    {"package A package Data import Modelica.Units.SI; record S SI.TranslationalSpringConstant"
     " c(displayUnit = \"N/mm\") = 1;"
     " end S; constant S catalog[3] = {S(c = 1), S(c = 2), S(c = 3)}; end Data; model X " H
     "parameter Integer i = 2; parameter Data.S d = Data.catalog[i]; parameter Real k = d.c; " PARTS JOIN
     "end X; end A;",
     "sp.c", 2},
    {"package A partial model B parameter Real k = 1; end B; partial model D extends B; end D; model X " H
     "extends B; extends D; " PARTS JOIN "end X; model Y extends X(k = 3); end Y; model Z Y y; end Z; end A;",
     "y.sp.c", 3},
    {"model X extends Base(k = 3, sp(c = k + 1)); end X; model Base " H "parameter Real k = 1; " PARTS JOIN
     "end Base; model Last X x; end Last;",
     "x.sp.c", 4},
    {"package A model Soft = " TRANSLATIONAL
     "Components.Spring(c = 5) \"soft one\" annotation(Icon()); model X " H
     "parameter Real k = 1; Soft s(s_rel0 = 0.1); " PARTS JOIN "end X; end A;",
     "s.c", 5},
    {"package A model Top replaceable model Body = " TRANSLATIONAL
     "Components.Mass(m = 1) annotation(choices(choice(redeclare model Body = " TRANSLATIONAL
     "Components.Mass \"m\"))); Body b1, b2(L = 0.1); end Top; model X extends Top(redeclare model"
     " Body = " TRANSLATIONAL "Components.Mass(m = 5), b2(m = 7)); end X; end A;",
     "b1.m", 5},
    {"model A " H
     "parameter SI.Velocity v0(displayUnit = \"km/h\") = Modelica.Units.Conversions.from_kmh(36);"
     " parameter Real k = v0; parameter Real unused[0] = fill(0.0, 0); C.Damper none[0](each d = 1); " PARTS
         JOIN "for i in 1:0 loop connect(none[i].flange_a, m.flange_a); end for; end A;",
     "sp.c", 10},
};

static void odd_texts_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        reading r = read_set(texts[i].text, NULL);
        if (r.status != EG_OK) {
            print_message("%s\n", texts[i].text);
            show(&r);
        }
        assert_int_equal(r.status, EG_OK);
        double value = given(&r, texts[i].path);
        if (fabs(value - texts[i].value) > 1e-14 * texts[i].value)
            print_message("%s\n%s = %.17g, expected %.17g\n", texts[i].text, texts[i].path, value,
                          texts[i].value);
        assert_true(fabs(value - texts[i].value) <= 1e-14 * texts[i].value);
        done(&r);
    }
}

/* ---------------------------------------------------------------- sizes of 0 */

#define SIZES                                                                                                \
    "model Z parameter Integer n = 2; Real a[n], b[n], m[n, 3], t[2, n], s, w[n], q; discrete Real c[n]; "   \
    "Integer i[n]; Boolean l[n]; function F input Real u[:]; output Real y[size(u, 1)]; output Real s; "     \
    "algorithm y := u; s := 0; for k in 1:size(u, 1) loop y[k] := 2*u[k]; s := s + u[k]; end for; end F; "   \
    "algorithm a := fill(1.0, n); for k in 1:size(b, 1) loop b[k] := k; end for; "                           \
    "when time > 0.5 then c := pre(c); i := fill(2, n); l := pre(l); end when; m := fill(3.0, n, 3); "       \
    "t := transpose(fill(2.0, n, 2)); a := b; s := sum(a) + sum(m) + product(b) + sum(t); (w, q) := F(a); "  \
    "initial algorithm c := fill(0.0, n); end Z;"

/* s = n (n + 1)/2 + 9 n + n! + 4 n, q = n (n + 1)/2. */
static void arrays_of_any_size_are_assigned(void **state)
{
    (void)state;
    static const char *const settings[] = {"n=0", "n=1", "n=2", "n=3"};
    const double s[] = {1, 15, 31, 51}, q[] = {0, 1, 3, 6};
    for (size_t k = 0; k < 4; k++) {
        reading r = read_set(SIZES, settings[k]);
        if (r.status != EG_OK)
            show(&r);
        assert_int_equal(r.status, EG_OK);
        eg_model *model = NULL;
        eg_trajectory *run = NULL;
        assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_OK);
        eg_simulate_options o = eg_simulate_options_default(model);
        assert_int_equal(eg_simulate(model, &o, r.diagnostics, &run, NULL), EG_OK);
        assert_true(eg_trajectory_at(run, (size_t)eg_trajectory_find(run, "s"), 1) == s[k]);
        assert_true(eg_trajectory_at(run, (size_t)eg_trajectory_find(run, "q"), 1) == q[k]);
        eg_trajectory_free(run);
        eg_model_free(model);
        done(&r);
    }
}

/* ---------------------------------------------------------------- small stacks */

enum { LEVELS = 190 };

/* before, LEVELS times open, middle, LEVELS times close, after */
typedef struct nest {
    const char *before, *open, *middle, *close, *after;
} nest;

static char *nested(const nest *n)
{
    char *text = calloc(1000 + LEVELS * (strlen(n->open) + strlen(n->close)), 1), *at = text;
    assert_non_null(text);
    at += sprintf(at, "%s", n->before);
    for (int i = 0; i < LEVELS; i++)
        at += sprintf(at, "%s", n->open);
    at += sprintf(at, "%s", n->middle);
    for (int i = 0; i < LEVELS; i++)
        at += sprintf(at, "%s", n->close);
    sprintf(at, "%s", n->after);
    return text;
}

/* Reads, flattens and compiles; answers the text's address when all of it went well. */
static void *use_text(void *text)
{
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    char *flat = NULL;
    size_t length;
    eg_status status = eg_spec_read_text(text, strlen(text), "nested.mo", NULL, NULL, &spec);
    if (status == EG_OK)
        status = eg_spec_flatten(spec, NULL, &flat, &length);
    if (status == EG_OK)
        status = eg_model_compile(spec, NULL, &model);
    free(flat);
    eg_model_free(model);
    eg_spec_free(spec);
    return status == EG_OK ? text : NULL;
}

/* Nesting within the limit is read whatever stack the thread has: here 128 kB. */
static void deep_texts_need_no_large_stack(void **state)
{
    (void)state;
    static const nest nests[] = {
        {"model M Real x(start = 1, fixed = true); equation der(x) = ", "(", "-x", ")", "; end M;"},
        {"model M Real x(start = 1, fixed = true); equation der(x) = ", "sin(", "x", ")", "; end M;"},
        {"model M parameter Real k = ", "abs(", "2", ")", "; Real x = k*time; end M;"},
        {"model M Real x; equation x = ", "if time > 0 then ", "1", " else 2", "; end M;"},
        {"model M Real x = ", "{", "time", "}[1]", "; end M;"},
        {"model M Real x; algorithm x := 0; ", "for i in 1:1 loop ", "x := x + 1;", " end for;", " end M;"},
        {"model M Real x = time; equation ", "if x > 0 then ", "assert(x < 9, \"a\");", " end if;",
         " end M;"},
        {"package P package Q model M Real x = ", "-(", "time", ")", "; end M; end Q; end P;"},
    };
    for (size_t i = 0; i < sizeof nests / sizeof *nests; i++) {
        char *text = nested(&nests[i]);
        pthread_attr_t attributes;
        pthread_t thread;
        void *answer = NULL, *wanted = use_text(text); /* a refusal must be one here, too */
        assert_int_equal(pthread_attr_init(&attributes), 0);
        assert_int_equal(pthread_attr_setstacksize(&attributes, 128 << 10), 0);
        assert_int_equal(pthread_create(&thread, &attributes, use_text, text), 0);
        pthread_join(thread, &answer);
        pthread_attr_destroy(&attributes);
        assert_ptr_equal(answer, wanted);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(odd_texts_are_read),
                                       cmocka_unit_test(arrays_of_any_size_are_assigned),
                                       cmocka_unit_test(deep_texts_need_no_large_stack)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
