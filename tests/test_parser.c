/* The parser: what the syntax tree holds, and that every error is reported once, where it is. */
#include "modelica/text/parser.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct bench {
    eg_reader r;
    eg_stored *stored;
} bench;

static void parse_bytes(bench *b, const char *text, size_t length)
{
    memset(b, 0, sizeof *b);
    b->r.arena = b->r.kept = eg_arena_create();
    b->r.diagnostics = eg_diagnostics_create();
    b->r.symbols = eg_symbols_create(b->r.arena);
    b->r.seen = eg_pairs_create();
    eg_source *source = eg_source_create(b->r.arena, "test.mo", text, length);
    assert_non_null(source);
    b->stored = eg_parse(&b->r, source);
    assert_non_null(b->stored);
}

static void parse(bench *b, const char *text)
{
    parse_bytes(b, text, strlen(text));
}

static void end(bench *b)
{
    eg_pairs_free(b->r.seen);
    eg_symbols_free(b->r.symbols);
    eg_diagnostics_free(b->r.diagnostics);
    eg_arena_free(b->r.arena);
}

static void print_messages(const bench *b)
{
    char text[1000];
    for (size_t i = 0; i < eg_diagnostics_count(b->r.diagnostics); i++) {
        eg_diagnostic_format(eg_diagnostics_get(b->r.diagnostics, i), 0, text, sizeof text);
        print_message("%s", text);
    }
}

static const eg_syntax *parse_class(bench *b, const char *text)
{
    parse(b, text);
    print_messages(b);
    assert_int_equal(b->r.errors, 0);
    assert_int_equal(b->stored->count, 1);
    return b->stored->classes[0];
}

/* The value of the only parameter of a model. */
static const eg_expr *parse_value(bench *b, const char *expression)
{
    char text[1000];
    snprintf(text, sizeof text, "model M parameter Real k = %s; end M;", expression);
    return parse_class(b, text)->elements[0].component->modifier->value;
}

/* ---------------------------------------------------------------- expressions, as Lisp would write them */

static void write_text(char **out, const char *text)
{
    *out += sprintf(*out, "%s", text);
}

static void write_expr(char **out, const eg_expr *e);

static void write_items(char **out, const eg_expr *e, const char *head)
{
    write_text(out, "(");
    write_text(out, head);
    for (uint32_t i = 0; i < e->count; i++) {
        write_text(out, " ");
        if (e->operators && (e->kind == EG_E_SUM || e->kind == EG_E_PRODUCT))
            write_text(out, eg_token_kind_text(e->operators[i]));
        if (e->names && e->names[i])
            *out += sprintf(*out, "%s=", e->names[i]);
        write_expr(out, e->items[i]);
    }
    for (uint32_t i = 0; i < e->iterator_count; i++) {
        *out += sprintf(*out, " %s in ", e->iterators[i].name);
        write_expr(out, e->iterators[i].range);
    }
    write_text(out, ")");
}

static void write_reference(char **out, const eg_reference *reference)
{
    for (uint32_t i = 0; i < reference->count; i++) {
        *out += sprintf(*out, "%s%s", i || reference->is_global ? "." : "", reference->parts[i].name);
        for (uint32_t k = 0; k < reference->parts[i].subscript_count; k++) {
            write_text(out, "[");
            write_expr(out, reference->parts[i].subscripts[k]);
            write_text(out, "]");
        }
    }
}

static void write_expr(char **out, const eg_expr *e)
{
    static const char *const heads[] = {
        [EG_E_CALL] = "call",       [EG_E_ARRAY] = "array", [EG_E_ROWS] = "rows",
        [EG_E_COLLECT] = "collect", [EG_E_RANGE] = "range", [EG_E_SUM] = "sum",
        [EG_E_PRODUCT] = "product", [EG_E_POWER] = "power", [EG_E_NOT] = "not",
        [EG_E_AND] = "and",         [EG_E_OR] = "or",       [EG_E_IF] = "if",
        [EG_E_TUPLE] = "tuple"};
    switch (e ? e->kind : EG_E_COLON) {
    case EG_E_NUMBER: *out += sprintf(*out, "%g", e->number); break;
    case EG_E_BOOLEAN: write_text(out, e->number != 0.0 ? "true" : "false"); break;
    case EG_E_STRING: *out += sprintf(*out, "'%s'", e->text); break;
    case EG_E_REFERENCE: write_reference(out, e->reference); break;
    case EG_E_COLON: write_text(out, ":"); break;
    case EG_E_END: write_text(out, "end"); break;
    case EG_E_FUNCTION: write_text(out, "function"); break;
    case EG_E_RELATION: write_items(out, e, eg_token_kind_text(e->operators[0])); break;
    case EG_E_CALL: {
        char name[200], *n = name;
        write_reference(&n, e->reference);
        write_items(out, e, name);
        break;
    }
    default: write_items(out, e, heads[e->kind]); break;
    }
}

static void expect_tree(const char *expression, const char *tree)
{
    bench b;
    char text[2000], *out = text;
    write_expr(&out, parse_value(&b, expression));
    assert_string_equal(text, tree);
    end(&b);
}

static void operators_bind_as_the_language_says(void **state)
{
    (void)state;
    expect_tree("1 + 2*3 - 4", "(sum +1 +(product *2 *3) -4)");
    expect_tree("-a^2", "(sum -(power a 2))");
    expect_tree("+a*b/c", "(product *a *b /c)");
    expect_tree("(1 + 2)*3", "(product *(sum +1 +2) *3)");
    expect_tree("2*(-3)", "(product *2 *(sum -3))");
    expect_tree("a.^b .* c ./ d", "(product *(power a b) .*c ./d)");
    expect_tree("not a and b or c", "(or (and (not a) b) c)");
    expect_tree("a or b and c", "(or a (and b c))");
    expect_tree("not a < b", "(not (< a b))");
    expect_tree("a + 1 <= b*2", "(<= (sum +a +1) (product *b *2))");
    expect_tree("a == b", "(== a b)");
    expect_tree("if a then 1 elseif b then 2 else 3", "(if a 1 b 2 3)");
    expect_tree("if a then 1 else if b then 2 else 3", "(if a 1 (if b 2 3))");
}

static void ranges_arrays_and_matrices_are_told_apart(void **state)
{
    (void)state;
    expect_tree("1:n", "(range 1 n)");
    expect_tree("1:2:10", "(range 1 2 10)");
    expect_tree("a + 1:b", "(range (sum +a +1) b)");
    expect_tree("{1, {2}, 3:4}", "(array 1 (array 2) (range 3 4))");
    expect_tree("[1, 2; 3, 4]", "(rows (array 1 2) (array 3 4))");
    expect_tree("{i*j for i in 1:2, j in v}", "(collect (product *i *j) i in (range 1 2) j in v)");
    expect_tree("sum(i for i in 1:3)", "(sum (collect i i in (range 1 3)))");
}

static void references_and_calls_keep_their_parts(void **state)
{
    (void)state;
    expect_tree("a.b[1, i + 1].c", "a.b[1][(sum +i +1)].c");
    expect_tree(".A.b", ".A.b");
    expect_tree("v[end]", "v[end]");
    expect_tree("v[:, 2]", "v[:][2]");
    expect_tree("f()", "(f)");
    expect_tree("A.f(1, x = 2, y = g(3))", "(A.f 1 x=2 y=(g 3))");
    expect_tree("der(x)", "(der x)");
    expect_tree("f(function g(a = 1), 2)", "(f function 2)");
    expect_tree("\"a\" + \"b\"", "(sum +'a' +'b')");
}

/* A chain of operators is one node, however long: no tree is as deep as a chain is long. */
static void a_long_chain_is_a_flat_tree(void **state)
{
    (void)state;
    enum { TERMS = 100000 };
    char *text = malloc(2 * TERMS + 100), *out = text;
    out += sprintf(out, "model M parameter Real k = 1");
    for (int i = 1; i < TERMS; i++)
        out += sprintf(out, "+1");
    sprintf(out, "; end M;");
    bench b;
    const eg_expr *e = parse_class(&b, text)->elements[0].component->modifier->value;
    assert_int_equal(e->kind, EG_E_SUM);
    assert_int_equal(e->count, TERMS);
    end(&b);
    free(text);
}

/* ---------------------------------------------------------------- classes */

static void a_class_holds_its_elements_in_order(void **state)
{
    (void)state;
    bench b;
    const eg_syntax *c = parse_class(
        &b,
        "within A.B;\nencapsulated partial model M \"of \" + \"two\"\n"
        "  import X.Y; import Z = X.Y; import X.*; import X.{a, b};\n"
        "  extends P(k = 1, final gap(c = 2)) annotation(Icon());\n"
        "protected\n  parameter Real a[2, n](each start = 1) = b if c \"comment\" annotation(Dialog()), d;\n"
        "public\n  replaceable Q[3] q constrainedby R(x = 1) \"y\";\n"
        "  model N end N;\n  connector C = D(unit = \"N\");\n  type E = enumeration(one \"1\", two);\n"
        "equation\n  connect(a, b);\ninitial equation\n  x = 1;\nalgorithm\n  y := 2;\n"
        "  annotation(experiment(StopTime = 5));\nend M;");
    assert_string_equal(c->name, "M");
    assert_string_equal(c->comment, "of two");
    assert_true(c->is_encapsulated && c->is_partial && c->restriction == EG_R_MODEL);
    assert_int_equal(b.stored->within->count, 2);
    static const eg_element_kind kinds[] = {EG_EL_IMPORT,    EG_EL_IMPORT,  EG_EL_IMPORT,    EG_EL_IMPORT,
                                            EG_EL_IMPORT,    EG_EL_EXTENDS, EG_EL_COMPONENT, EG_EL_COMPONENT,
                                            EG_EL_COMPONENT, EG_EL_CLASS,   EG_EL_CLASS,     EG_EL_CLASS};
    assert_int_equal(c->element_count, sizeof kinds / sizeof kinds[0]);
    for (uint32_t i = 0; i < c->element_count; i++)
        assert_int_equal(c->elements[i].kind, kinds[i]);
    assert_string_equal(c->elements[0].import->alias, "Y");
    assert_string_equal(c->elements[1].import->alias, "Z");
    assert_null(c->elements[2].import->alias);
    assert_string_equal(c->elements[4].import->alias, "b");
    assert_int_equal(c->elements[4].import->name->count, 2);
    const eg_modifier *m = c->elements[5].extension->modifier;
    assert_int_equal(m->count, 2);
    assert_true(m->arguments[1]->is_final && !m->arguments[0]->is_final);
    assert_string_equal(m->arguments[1]->arguments[0]->name, "c");
    const eg_component *a = c->elements[6].component, *d = c->elements[7].component;
    assert_true(c->elements[6].is_protected && !c->elements[8].is_protected);
    assert_int_equal(a->variability, EG_V_PARAMETER);
    assert_int_equal(a->dimension_count, 2);
    assert_true(a->modifier->arguments[0]->is_each && a->modifier->value && a->condition);
    assert_string_equal(a->comment, "comment");
    assert_int_equal(d->variability, EG_V_PARAMETER);
    assert_null(d->modifier);
    assert_int_equal(c->elements[8].component->dimension_count, 1);
    assert_true(c->elements[10].class->is_short);
    assert_int_equal(c->elements[11].class->literal_count, 2);
    assert_int_equal(c->section_count, 3);
    assert_true(!c->sections[0].is_initial && c->sections[1].is_initial && c->sections[2].is_algorithm);
    assert_int_equal(c->sections[0].body[0]->kind, EG_Q_CONNECT);
    assert_int_equal(c->sections[1].body[0]->kind, EG_Q_EQUALITY);
    assert_int_equal(c->sections[2].body[0]->kind, EG_Q_ASSIGNMENT);
    assert_non_null(c->experiment);
    end(&b);
}

static void dimensions_of_the_declaration_stand_before_those_of_the_type(void **state)
{
    (void)state;
    bench b;
    const eg_component *c = parse_class(&b, "model M Real[2] x[3]; end M;")->elements[0].component;
    assert_int_equal(c->dimension_count, 2);
    assert_true(c->dimensions[0]->number == 3.0 && c->dimensions[1]->number == 2.0);
    end(&b);
}

static void a_dotted_modifier_is_a_nested_one(void **state)
{
    (void)state;
    bench b;
    const eg_component *c = parse_class(&b, "model M A a(each b.c.d = 1); end M;")->elements[0].component;
    const eg_modifier *m = c->modifier->arguments[0];
    assert_true(m->is_each);
    assert_string_equal(m->name, "b");
    assert_string_equal(m->arguments[0]->arguments[0]->name, "d");
    assert_non_null(m->arguments[0]->arguments[0]->value);
    end(&b);
}

static void what_is_refused_later_is_parsed_too(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "function f input Real x; output Real y; external \"C\" y = f(x) annotation(Library = \"m\"); end f;",
        "pure function f input Real x; output Real y; protected Real z; algorithm z := 1; "
        "y := x + z; return; end f;",
        "impure function f algorithm while true loop break; end while; end f;",
        "function g = der(f, x, y);",
        "operator record Complex Real re; encapsulated operator 'constructor' end 'constructor'; "
        "end Complex;",
        "expandable connector Bus end Bus;",
        "connector C flow Real f; stream Real h; input Real u; Real s; end C;",
        "model M redeclare replaceable model N = A(redeclare B b(x = 1) \"t\", redeclare replaceable "
        "model X = Y "
        "constrainedby Z) constrainedby W(a = 1); end M;",
        "model M inner outer A a; final discrete output Real x; end M;",
        "model M extends N; class extends X(k = 1) \"t\" end X; end M;",
        "model M equation when {a > b, initial()} then reinit(x, 1); elsewhen c then y = pre(y); end when; "
        "if a then x = 1; elseif b then x = 2; else x = 3; end if; (a, , b) = f(x); assert(true, \"t\"); "
        "for i loop x[i] = 1; end for; a.b = c; 0 = x; end M;",
        "model M algorithm (a, b) := f(1); when c then x := 1; end when; "
        "if a then x := 1; end if; f(2); end M;",
        "type T = input Real[3](min = 0);",
        "type E = enumeration(:);",
        "package P = Q(redeclare package M = N);",
        "model M annotation(Icon(graphics = {Line(points = {{0, 0}, {1, 1}}, color = {0, 0, 255})}), "
        "choices(choice(redeclare A a \"x\"), choice = 1)); end M;",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        bench b;
        parse_class(&b, texts[i]);
        end(&b);
    }
}

/* ---------------------------------------------------------------- errors */

typedef struct complaint {
    int line, column;
    const char *message;
} complaint;

static void expect_complaints(const char *text, const complaint *complaints, size_t count)
{
    bench b;
    parse(&b, text);
    if (eg_diagnostics_count(b.r.diagnostics) != count)
        print_messages(&b);
    assert_int_equal(eg_diagnostics_count(b.r.diagnostics), count);
    for (size_t i = 0; i < count; i++) {
        const eg_diagnostic *d = eg_diagnostics_get(b.r.diagnostics, i);
        assert_int_equal(d->line, complaints[i].line);
        assert_int_equal(d->column, complaints[i].column);
        if (!strstr(d->message, complaints[i].message))
            assert_string_equal(d->message, complaints[i].message);
    }
    end(&b);
}

#define EXPECT(text, ...)                                                                                    \
    expect_complaints(text, (const complaint[]){__VA_ARGS__},                                                \
                      sizeof((complaint[]){__VA_ARGS__}) / sizeof(complaint))

static void every_error_is_reported_once_where_it_is(void **state)
{
    (void)state;
    EXPECT(
        "model A\n  parameter Real k == 1;\n  parameter Real j = 2*;\n  Real 3x;\nequation\n  connect(a b);\n"
        "  foo bar;\n  connect(c, d);\nend A;",
        {2, 20, "expected \";\" before \"==\""}, {3, 24, "expected a value before \";\""},
        {4, 8, "expected a name for the component before the number 3"},
        {6, 13, "expected \",\" before the name \"b\""}, {7, 7, "expected \"=\" before the name \"bar\""});
    EXPECT("model A\n  parameter Real k = 1\n  parameter Real j;\nend A;", {2, 23, "\";\" is missing here"});
    EXPECT("model A Real x = [1, 2; 3,, 4]; Real y = 1 +; end A;", {1, 27, "expected a value before \",\""},
           {1, 45, "expected a value before \";\""});
    EXPECT("model A\nend B;\nmodel C\nend C;", {2, 5, "\"end B\" does not close the model \"A\""});
    EXPECT("model A parameter Real k = 1;", {1, 30, "\"end A;\" is missing"});
    EXPECT("x\nmodel A end A;\ny\nmodel B end B;", {1, 1, "expected a class definition"},
           {3, 1, "expected a class definition"});
    EXPECT("model A equation for i 1:3 loop connect(a, b); end for; connect(c d); end A;",
           {1, 24, "expected \"loop\" before the number 1"}, {1, 67, "expected \",\""});
    EXPECT("model A equation connect(a, b); end for; end A;", {1, 33, "\"end for\" without a \"for\""});
    EXPECT("model A equation if c then connect(a b); connect(c, d); else x y; end if; z; end A;",
           {1, 38, "expected \",\""}, {1, 64, "expected \"=\""}, {1, 76, "expected \"=\""});
}

static void common_slips_come_with_a_remedy(void **state)
{
    (void)state;
    static const struct {
        const char *text, *remedy;
    } table[] = {
        {"model A parameter Real k = 2*-3; end A;", "parentheses: 2*(-3)"},
        {"model A parameter Real k = .5; end A;", "a digit before its point"},
        {"model A equation Mass m(m = 1); end A;", "declarations stand before"},
        {"model A connect(a, b); end A;", "stand behind \"equation\""},
        {"model A parameter Real der = 1; end A;", "\"der\" is a keyword"},
        {"model A Modelica.Blocks.Interfaces.RealInput flow; end A;", "\"flow\" is a keyword"},
        {"model A parameter Real k[:] = {}; end A;", "zeros(0)"},
        {"model A Mass m[3](m[1] = 2); end A;", "give all elements"},
        {"model A extends B(break c); end A;", "extend a class"},
        {"model A end B;", "write \"end A\""},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        bench b;
        parse(&b, table[i].text);
        assert_int_equal(eg_diagnostics_count(b.r.diagnostics), 1);
        const char *remedy = eg_diagnostics_get(b.r.diagnostics, 0)->remedy;
        assert_non_null(remedy);
        if (!strstr(remedy, table[i].remedy))
            assert_string_equal(remedy, table[i].remedy);
        end(&b);
    }
}

static void errors_end_at_twenty(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    char *text = malloc(2 * COUNT + 100), *out = text;
    out += sprintf(out, "model A ");
    for (int i = 0; i < COUNT; i++)
        out += sprintf(out, "x;");
    sprintf(out, "end A;");
    bench b;
    parse(&b, text);
    assert_int_equal(eg_diagnostics_count(b.r.diagnostics), EG_ERROR_LIMIT);
    end(&b);
    free(text);
}

/* Whatever nests is counted, so that no text overflows the stack. */
static void deep_nesting_is_refused_with_the_limit(void **state)
{
    (void)state;
    static const struct {
        const char *before, *piece;
    } table[] = {{"model A parameter Real k = ", "("},
                 {"model A parameter Real k = ", "{"},
                 {"model A parameter Real k = ", "["},
                 {"model A parameter Real k = ", "-("},
                 {"model A parameter Real k = ", "f("},
                 {"model A parameter Real k = ", "a["},
                 {"model A parameter Real k = ", "if a then "},
                 {"", "model A "},
                 {"model A B b", "(b"},
                 {"model A equation ", "for i in 1:2 loop "},
                 {"model A equation ", "if c then "},
                 {"model A algorithm ", "while c loop "}};
    enum { DEPTH = 100000 };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char *text = malloc(strlen(table[i].before) + strlen(table[i].piece) * DEPTH + 1);
        char *out = text + sprintf(text, "%s", table[i].before);
        for (int k = 0; k < DEPTH; k++)
            out += sprintf(out, "%s", table[i].piece);
        bench b;
        parse(&b, text);
        assert_int_equal(eg_diagnostics_count(b.r.diagnostics), 1);
        assert_string_equal(eg_diagnostics_get(b.r.diagnostics, 0)->message,
                            "more than 200 levels of nesting");
        end(&b);
        free(text);
    }
}

static void nesting_below_the_limit_is_fine(void **state)
{
    (void)state;
    char text[1000], *out = text + sprintf(text, "model A parameter Real k = ");
    for (int i = 0; i < 190; i++)
        *out++ = '(';
    *out++ = '1';
    for (int i = 0; i < 190; i++)
        *out++ = ')';
    sprintf(out, "; end A;");
    bench b;
    parse_class(&b, text);
    end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_bind_as_the_language_says),
        cmocka_unit_test(ranges_arrays_and_matrices_are_told_apart),
        cmocka_unit_test(references_and_calls_keep_their_parts),
        cmocka_unit_test(a_long_chain_is_a_flat_tree),
        cmocka_unit_test(a_class_holds_its_elements_in_order),
        cmocka_unit_test(dimensions_of_the_declaration_stand_before_those_of_the_type),
        cmocka_unit_test(a_dotted_modifier_is_a_nested_one),
        cmocka_unit_test(what_is_refused_later_is_parsed_too),
        cmocka_unit_test(every_error_is_reported_once_where_it_is),
        cmocka_unit_test(common_slips_come_with_a_remedy),
        cmocka_unit_test(errors_end_at_twenty),
        cmocka_unit_test(deep_nesting_is_refused_with_the_limit),
        cmocka_unit_test(nesting_below_the_limit_is_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
