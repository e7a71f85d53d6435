/* Variables of type String: assigned, compared and told; texts that change are those that are written
 * down. */
#include "closed_runs.h"

#define RUN(text, ...)                                                                                       \
    do {                                                                                                     \
        static const expectation expected[] = {__VA_ARGS__};                                                 \
        run(text, expected, sizeof expected / sizeof *expected);                                             \
    } while (0)
#define REFUSED(...)                                                                                         \
    do {                                                                                                     \
        static const bad_text table[] = {__VA_ARGS__};                                                       \
        expect_refused(table, sizeof table / sizeof table[0]);                                               \
    } while (0)

static double one(double t)
{
    (void)t;
    return 1;
}

/* Texts that are known, joined, made of numbers and truth values, in formats of C. */
static void known_texts_are_compared(void **state)
{
    (void)state;
    RUN("model A parameter String p = \"fast\" + \"er\"; constant String c = \"x\"; String s = p + \"!\"; "
        "String t[2] = {c, \"y\"}; Real a = if s == \"faster!\" then 1 else 0; "
        "Real b = if t[2] == \"y\" and t[1] <> \"y\" then 1 else 0; "
        "Real d = if String(5.2353535345, format = \"2.6f\") == \"5.235354\" then 1 else 0; "
        "Real e = if String(42, format = \"5d\") == \"   42\" then 1 else 0; "
        "Real g = if String(6565.3525356, format = \"2.0e\") == \"7e+03\" then 1 else 0; end A;",
        {"a", one}, {"b", one}, {"d", one}, {"e", one}, {"g", one});
}

/* Integrals of what is a before 0.5 s and b behind. */
static double step(double a, double b, double t)
{
    return t < 0.5 ? a * t : a * 0.5 + b * (t - 0.5);
}
static double two_three(double t)
{
    return step(2, 3, t);
}
static double late(double t)
{
    return step(0, 1, t);
}
static double four_two(double t)
{
    return step(4, 2, t);
}

/* What is chosen as time goes, in equations, when clauses, algorithms, by literals, in a part; pre is the
 * text before. Integrals have one value at the event. */
static void texts_change_at_events(void **state)
{
    (void)state;
    RUN("model A type E = enumeration(a, b); Boolean up = time < 0.5; String s = if up then \"high\" else "
        "\"low\"; String last(start = \"none\"), word, both[2]; "
        "E e = if up then E.a else E.b; Real i[6](each start = 0, each fixed = true); "
        "block P input String u; Real y = if u == \"low\" then 1 else 0; end P; P p(u = s); "
        "equation when not up then last = pre(s); end when; "
        "der(i[1]) = if s == \"high\" then 2 elseif s == \"low\" then 3 else 4; "
        "der(i[2]) = if last == \"none\" then 4 elseif last == \"high\" then 2 else 3; "
        "der(i[3]) = if String(e) == \"b\" then 1 else 0; der(i[4]) = if word == \"on\" then 1 else 0; "
        "der(i[5]) = if both[2] <> \"off\" and both[1] == \"a\" then 1 else 0; der(i[6]) = p.y; "
        "algorithm word := \"off\"; if s == \"low\" then word := \"on\"; end if; "
        "for k in {\"a\", \"b\"} loop if k == \"b\" then both[2] := word; else both[1] := k; end "
        "if; end for; "
        "end A;",
        {"i[1]", two_three}, {"i[2]", four_two}, {"i[3]", late}, {"i[4]", late}, {"i[5]", late},
        {"i[6]", late});
}

/* The number that results hold has the text as its name. */
static void results_know_the_texts(void **state)
{
    (void)state;
    reading r = read_good("model A String s = if time > 0.5 then \"late\" else \"early\"; end A;");
    const eg_legend *found = NULL;
    for (size_t i = 0; i < r.spec->legend_count; i++)
        found = strcmp(r.spec->legends[i].path, "s") == 0 ? &r.spec->legends[i] : found;
    assert_non_null(found);
    assert_string_equal(found->literals[0], "(empty)");
    assert_string_equal(found->type_name, "Text"); /* FMUs have types of the library under "String" */
    assert_string_equal(found->literals[1], "late");
    assert_string_equal(found->literals[2], "early");
    done(&r);
}

static void messages_tell_what_a_text_is(void **state)
{
    (void)state;
    reading r = read_good("model A Real x(start = 0, fixed = true); String s = if x > 0.2 then "
                          "\"late\" else "
                          "\"early\"; equation der(x) = 1; assert(x < 0.5, \"it is \" + s + \"!\"); "
                          "end A;");
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_OK);
    eg_simulate_options o = eg_simulate_options_default(model);
    assert_int_not_equal(eg_simulate(model, &o, r.diagnostics, &t, NULL), EG_OK);
    bool told = false;
    for (size_t i = 0; i < eg_diagnostics_count(r.diagnostics); i++) {
        char text[2000];
        eg_diagnostic_format(eg_diagnostics_get(r.diagnostics, i), 0, text, sizeof text);
        told = told || strstr(text, "it is late!");
    }
    assert_true(told);
    eg_trajectory_free(t);
    eg_model_free(model);
    done(&r);
}

static void what_texts_cannot_do_is_refused(void **state)
{
    (void)state;
    REFUSED({"model A String t = if time > 1 then \"b\" else \"c\"; String s = \"a\" + @t; end A;",
             "can only be assigned and compared", "write the whole texts"},
            {"model A String s = if time > 1 then \"b\" else \"c\"; Boolean b = s @< \"b\"; end A;",
             "can only be assigned and compared", "write the whole texts"},
            {"model A String s = @String(time); end A;", "has no text that equations could know",
             "in the message of assert"},
            {"model A String s; equation @s = 3; end A;", "the left side is of type String", "one type"},
            {"model A Real s; equation @s = \"a\"; end A;", "the right side of type String", "one type"},
            {"model A String s = \"a\"; Real y = @s; end A;", "it cannot be String", "own type"},
            {"model A String s(start = @3); equation when time > 1 then s = \"z\"; end when; end A;",
             "cannot be Integer", NULL},
            {"model A parameter String p = String(3.0, format = @\"3x\"); end A;", "no format of a Real",
             "8.3f"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_texts_are_compared),        cmocka_unit_test(texts_change_at_events),
        cmocka_unit_test(results_know_the_texts),          cmocka_unit_test(messages_tell_what_a_text_is),
        cmocka_unit_test(what_texts_cannot_do_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
