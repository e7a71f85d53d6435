/* Odd but legal texts that people write: every one is read without an error, and a value in it comes out
 * right. */
#include "reading.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(odd_texts_are_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
