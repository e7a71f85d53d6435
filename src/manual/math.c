/* Equations as MathML: fractions, powers, indices, cases. What reads better as a program, such as the
 * discrete equations of friction, is left as text. */
#include "manual/page.h"

#include "base/number.h"
#include "base/xml.h"
#include "modelica/text/parser.h"

#include <string.h>

/* How tightly the operators bind, for parentheses. */
enum { LOOSE, ALTERNATIVE, CONJUNCTION, NEGATION, COMPARISON, ADDITION, PRODUCT, FACTOR, POWER, ATOM };

static void put_expr(FILE *out, const eg_expr *e, int around);

static void put_operator(FILE *out, const char *text)
{
    fputs("<mo>", out);
    eg_xml_put(out, text, EG_XML_KEPT);
    fputs("</mo>", out);
}

/* ---------------------------------------------------------------- names */

static const char *greek(const char *name, size_t length)
{
    static const char *const letters[][2] = {
        {"alpha", "α"}, {"beta", "β"}, {"delta", "δ"}, {"mu", "μ"},    {"omega", "ω"},
        {"phi", "φ"},   {"pi", "π"},   {"tau", "τ"},   {"theta", "θ"}, {"zeta", "ζ"},
    };
    for (size_t i = 0; i < EG_COUNT(letters); i++)
        if (strlen(letters[i][0]) == length && strncmp(letters[i][0], name, length) == 0)
            return letters[i][1];
    return NULL;
}

/* Where the index of a name begins: behind "_", or the digits at its end. 0: it has none. */
static size_t index_of(const char *name)
{
    const char *bar = strchr(name + 1, '_');
    if (bar)
        return (size_t)(bar - name);
    size_t i = strlen(name);
    while (i > 1 && name[i - 1] >= '0' && name[i - 1] <= '9')
        i--;
    return name[i] ? i : 0;
}

/* Dots over it: how often it is differentiated. */
static void put_base(FILE *out, const char *name, size_t length, int dots)
{
    const char *letter = greek(name, length);
    if (dots > 0)
        fputs("<mover accent=\"true\">", out);
    fputs("<mi>", out);
    if (letter)
        fputs(letter, out);
    else
        fprintf(out, "%.*s", (int)length, name);
    fputs("</mi>", out);
    if (dots > 0)
        fprintf(out, "<mo>%s</mo></mover>", dots > 1 ? "¨" : "˙");
}

/* s_rel is s with the index rel. */
static void put_name(FILE *out, const char *name, int dots)
{
    size_t index = index_of(name), length = index > 0 ? index : strlen(name);
    const char *rest = index == 0 ? "" : name + index + (name[index] == '_');
    if (*rest)
        fputs("<msub>", out);
    put_base(out, name, length, dots);
    if (*rest)
        fprintf(out, "<mtext>%s</mtext></msub>", rest);
}

/* Of a literal such as Modelica.Blocks.Types.Init.SteadyState only the last part is needed. */
static void put_reference(FILE *out, const eg_reference *reference, int dots)
{
    const eg_part *last = &reference->parts[reference->count - 1];
    if (reference->count > 2) {
        fprintf(out, "<mtext>%s</mtext>", last->name);
        return;
    }
    if (reference->count == 2)
        fprintf(out, "<mtext>%s.</mtext>", reference->parts[0].name);
    if (last->subscript_count > 0)
        fputs("<msub>", out);
    put_name(out, last->name, dots);
    if (last->subscript_count == 0)
        return;
    fputs("<mrow>", out);
    for (uint32_t i = 0; i < last->subscript_count; i++) {
        if (i > 0)
            put_operator(out, ",");
        put_expr(out, last->subscripts[i], LOOSE);
    }
    fputs("</mrow></msub>", out);
}

static void put_number(FILE *out, double value)
{
    char text[EG_NUMBER_SIZE];
    eg_number_write(value, text);
    char *exponent = strchr(text, 'e');
    if (!exponent) {
        fprintf(out, "<mn>%s</mn>", text);
        return;
    }
    *exponent = '\0';
    fprintf(out, "<mrow><mn>%s</mn><mo>⋅</mo>", text);
    fprintf(out, "<msup><mn>10</mn><mn>%s</mn></msup></mrow>", exponent + 1);
}

/* ---------------------------------------------------------------- operators */

static void put_sum(FILE *out, const eg_expr *e)
{
    for (uint32_t i = 0; i < e->count; i++) {
        bool minus = e->operators[i] == EG_T_MINUS || e->operators[i] == EG_T_DOT_MINUS;
        if (minus || i > 0)
            put_operator(out, minus ? "−" : "+");
        put_expr(out, e->items[i], i > 0 || minus ? PRODUCT : ADDITION);
    }
}

static bool divides(eg_token_kind kind)
{
    return kind == EG_T_SLASH || kind == EG_T_DOT_SLASH;
}

/* items[from..to) with dots between */
static void put_factors(FILE *out, const eg_expr *e, uint32_t from, uint32_t to, int around)
{
    fputs("<mrow>", out);
    for (uint32_t i = from; i < to; i++) {
        if (i > from)
            put_operator(out, "⋅");
        put_expr(out, e->items[i], to - from > 1 ? FACTOR : around);
    }
    fputs("</mrow>", out);
}

/* From left to right, as Modelica reads it: a/b*c is (a/b)*c. The first `count` items. */
static void put_product(FILE *out, const eg_expr *e, uint32_t count)
{
    uint32_t last = count;
    while (last > 1 && !divides(e->operators[last - 1]))
        last--;
    if (last <= 1) {
        put_factors(out, e, 0, count, FACTOR);
        return;
    }
    fputs("<mrow><mfrac>", out);
    if (last - 1 == 1)
        put_factors(out, e, 0, 1, LOOSE);
    else
        put_product(out, e, last - 1);
    put_factors(out, e, last - 1, last, LOOSE);
    fputs("</mfrac>", out);
    if (last < count)
        put_operator(out, "⋅");
    if (last < count)
        put_factors(out, e, last, count, FACTOR);
    fputs("</mrow>", out);
}

static void put_relation(FILE *out, const eg_expr *e)
{
    static const struct {
        eg_token_kind kind;
        const char *text;
    } signs[] = {{EG_T_LESS_EQUAL, "≤"}, {EG_T_NOT_EQUAL, "≠"}, {EG_T_GREATER_EQUAL, "≥"},
                 {EG_T_EQUAL, "="},      {EG_T_LESS, "<"},      {EG_T_GREATER, ">"}};
    put_expr(out, e->items[0], ADDITION);
    for (size_t i = 0; i < EG_COUNT(signs); i++)
        if (signs[i].kind == e->operators[0])
            put_operator(out, signs[i].text);
    put_expr(out, e->items[1], ADDITION);
}

static void put_chain(FILE *out, const eg_expr *e, const char *sign, int binding)
{
    for (uint32_t i = 0; i < e->count; i++) {
        if (i > 0)
            put_operator(out, sign);
        put_expr(out, e->items[i], binding + 1);
    }
}

/* Parentheses grow around what is taller than a line. */
static bool is_tall(const eg_expr *e)
{
    if (e->kind == EG_E_IF)
        return true;
    for (uint32_t i = 0; i < e->count; i++)
        if ((e->kind == EG_E_PRODUCT && i > 0 && divides(e->operators[i])) || is_tall(e->items[i]))
            return true;
    return false;
}

static void put_fence(FILE *out, const char *text, bool tall)
{
    fprintf(out, "<mo stretchy=\"%s\">%s</mo>", tall ? "true" : "false", text);
}

/* ---------------------------------------------------------------- cases */

static void begin_cases(FILE *out, bool brace)
{
    fputs(brace ? "<mrow><mo>{</mo><mtable columnalign=\"left left\">"
                : "<mrow><mtable columnalign=\"left left\">",
          out);
}

static void put_condition(FILE *out, const eg_expr *condition)
{
    fputs("</mtd><mtd>", out);
    if (condition) {
        fputs("<mtext>if&#160;</mtext>", out);
        put_expr(out, condition, LOOSE);
    } else {
        fputs("<mtext>otherwise</mtext>", out);
    }
    fputs("</mtd></mtr>", out);
}

static void put_if(FILE *out, const eg_expr *e)
{
    begin_cases(out, true);
    for (;;) { /* else if (...) is one more case */
        uint32_t i = 0;
        for (; i + 1 < e->count; i += 2) {
            fputs("<mtr><mtd>", out);
            put_expr(out, e->items[i + 1], LOOSE);
            put_condition(out, e->items[i]);
        }
        const eg_expr *rest = e->items[e->count - 1];
        if (rest->kind == EG_E_IF) {
            e = rest;
            continue;
        }
        fputs("<mtr><mtd>", out);
        put_expr(out, rest, LOOSE);
        put_condition(out, NULL);
        break;
    }
    fputs("</mtable></mrow>", out);
}

/* ---------------------------------------------------------------- functions */

static void put_arguments(FILE *out, const eg_expr *e)
{
    fputs("<mrow>", out);
    put_fence(out, "(", is_tall(e));
    for (uint32_t i = 0; i < e->count; i++) {
        if (i > 0)
            put_operator(out, ",");
        put_expr(out, e->items[i], LOOSE);
    }
    put_fence(out, ")", is_tall(e));
    fputs("</mrow>", out);
}

/* der(s) and der(der(s)): dots; of anything else d/dt. */
static void put_derivative(FILE *out, const eg_expr *e)
{
    const eg_expr *of = e->items[0];
    int dots = 1;
    if (of->kind == EG_E_CALL && strcmp(of->reference->parts[0].name, "der") == 0) {
        of = of->items[0];
        dots = 2;
    }
    if (of->kind == EG_E_REFERENCE) {
        put_reference(out, of->reference, dots);
        return;
    }
    fputs("<mrow><mfrac><mi>d</mi><mrow><mi>d</mi><mi>t</mi></mrow></mfrac>", out);
    put_expr(out, e->items[0], FACTOR);
    fputs("</mrow>", out);
}

static void put_call(FILE *out, const eg_expr *e)
{
    const char *name = e->reference->parts[e->reference->count - 1].name;
    if (strcmp(name, "der") == 0) {
        put_derivative(out, e);
    } else if (strcmp(name, "abs") == 0) {
        fputs("<mrow>", out);
        put_fence(out, "|", is_tall(e));
        put_expr(out, e->items[0], LOOSE);
        put_fence(out, "|", is_tall(e));
        fputs("</mrow>", out);
    } else if (strcmp(name, "sqrt") == 0) {
        fputs("<msqrt>", out);
        put_expr(out, e->items[0], LOOSE);
        fputs("</msqrt>", out);
    } else if (strcmp(name, "exp") == 0) {
        fputs("<msup><mi>e</mi><mrow>", out);
        put_expr(out, e->items[0], LOOSE);
        fputs("</mrow></msup>", out);
    } else if (strcmp(name, "smooth") == 0 || strcmp(name, "noEvent") == 0) {
        put_expr(out, e->items[e->count - 1], LOOSE);
    } else {
        fprintf(out, "<mrow><mi>%s</mi>", name);
        put_arguments(out, e);
        fputs("</mrow>", out);
    }
}

/* ---------------------------------------------------------------- expressions */

static int binding(const eg_expr *e)
{
    switch (e->kind) {
    case EG_E_IF: return LOOSE;
    case EG_E_OR: return ALTERNATIVE;
    case EG_E_AND: return CONJUNCTION;
    case EG_E_NOT: return NEGATION;
    case EG_E_RELATION: return COMPARISON;
    case EG_E_SUM: return ADDITION;
    case EG_E_PRODUCT: return PRODUCT;
    case EG_E_POWER: return POWER;
    default: return ATOM;
    }
}

static void put_bare(FILE *out, const eg_expr *e)
{
    switch (e->kind) {
    case EG_E_NUMBER: put_number(out, e->number); break;
    case EG_E_BOOLEAN: fputs(e->number != 0.0 ? "<mi>true</mi>" : "<mi>false</mi>", out); break;
    case EG_E_REFERENCE: put_reference(out, e->reference, 0); break;
    case EG_E_CALL: put_call(out, e); break;
    case EG_E_SUM: put_sum(out, e); break;
    case EG_E_PRODUCT: put_product(out, e, e->count); break;
    case EG_E_POWER:
        fputs("<msup><mrow>", out);
        put_expr(out, e->items[0], ATOM);
        fputs("</mrow><mrow>", out);
        put_expr(out, e->items[1], LOOSE);
        fputs("</mrow></msup>", out);
        break;
    case EG_E_NOT:
        put_operator(out, "¬");
        put_expr(out, e->items[0], COMPARISON);
        break;
    case EG_E_AND: put_chain(out, e, "∧", CONJUNCTION); break;
    case EG_E_OR: put_chain(out, e, "∨", ALTERNATIVE); break;
    case EG_E_RELATION: put_relation(out, e); break;
    case EG_E_IF: put_if(out, e); break;
    case EG_E_COLON: put_operator(out, ":"); break;
    default: fputs("<mtext>…</mtext>", out); /* refused before: is_typeset */
    }
}

/* `around`: what binds at least so tightly needs no parentheses. */
static void put_expr(FILE *out, const eg_expr *e, int around)
{
    bool in_parentheses = binding(e) < around;
    fputs("<mrow>", out);
    if (in_parentheses)
        put_fence(out, "(", is_tall(e));
    put_bare(out, e);
    if (in_parentheses)
        put_fence(out, ")", is_tall(e));
    fputs("</mrow>", out);
}

/* ---------------------------------------------------------------- what is typeset */

static bool are_typeset(eg_expr *const *items, uint32_t count);

static bool is_typeset(const eg_expr *e)
{
    static const char *const programs[] = {"pre", "initial", "edge", "change", "sample", "interpolate"};
    switch (e->kind) {
    case EG_E_NUMBER:
    case EG_E_BOOLEAN:
    case EG_E_COLON: return true;
    case EG_E_REFERENCE:
        return are_typeset(e->reference->parts[e->reference->count - 1].subscripts,
                           e->reference->parts[e->reference->count - 1].subscript_count);
    case EG_E_CALL:
        for (size_t i = 0; i < EG_COUNT(programs); i++)
            if (strcmp(e->reference->parts[e->reference->count - 1].name, programs[i]) == 0)
                return false;
        return e->count > 0 && !e->names && are_typeset(e->items, e->count);
    case EG_E_SUM:
    case EG_E_PRODUCT:
    case EG_E_POWER:
    case EG_E_NOT:
    case EG_E_AND:
    case EG_E_OR:
    case EG_E_RELATION:
    case EG_E_IF: return are_typeset(e->items, e->count);
    default: return false;
    }
}

static bool are_typeset(eg_expr *const *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!items[i] || !is_typeset(items[i]))
            return false;
    return true;
}

static bool is_plain_equation(const eg_equation *q)
{
    if (q->kind == EG_Q_EQUALITY)
        return is_typeset(q->left) && is_typeset(q->right);
    if (q->kind != EG_Q_IF)
        return false;
    for (uint32_t i = 0; i < q->branch_count; i++) {
        const eg_branch *b = &q->branches[i];
        if (b->count != 1 || b->body[0]->kind != EG_Q_EQUALITY || !is_plain_equation(b->body[0]) ||
            (b->condition && !is_typeset(b->condition)))
            return false;
    }
    return true;
}

static void put_equality(FILE *out, const eg_equation *q)
{
    int b = binding(q->right);
    bool is_truth = b == COMPARISON || b == CONJUNCTION || b == ALTERNATIVE || b == NEGATION;
    put_expr(out, q->left, LOOSE);
    put_operator(out, is_truth ? "⇔" : "=");
    put_expr(out, q->right, LOOSE);
}

static void put_equation(FILE *out, const eg_equation *q, bool is_initial)
{
    fputs("<math display=\"block\"><mrow>", out);
    if (q->kind == EG_Q_EQUALITY) {
        put_equality(out, q);
    } else {
        begin_cases(out, q->branch_count > 1);
        for (uint32_t i = 0; i < q->branch_count; i++) {
            fputs("<mtr><mtd>", out);
            put_equality(out, q->branches[i].body[0]);
            put_condition(out, q->branches[i].condition);
        }
        fputs("</mtable></mrow>", out);
    }
    if (is_initial)
        fputs("<mtext>&#160;&#160;at the start</mtext>", out);
    fputs("</mrow></math>", out);
}

bool eg_math_equation(FILE *out, const char *equation)
{
    bool is_initial = strncmp(equation, "initial equation", 16) == 0, is_put = false;
    eg_arena *arena = eg_arena_create();
    eg_reader r;
    const eg_read_options options = eg_read_options_default();
    if (!arena)
        return false;
    if (eg_reader_begin(&r, arena, &options, NULL)) {
        const char *text = eg_textf(&r, "model M %s%s end M;", is_initial ? "" : "equation ", equation);
        eg_source *source = eg_source_create(arena, "equation", text, strlen(text));
        eg_stored *stored = source ? eg_parse(&r, source) : NULL;
        const eg_section *section =
            stored && r.errors == 0 && stored->count == 1 && stored->classes[0]->section_count == 1
                ? &stored->classes[0]->sections[0]
                : NULL;
        is_put = section && section->count == 1 && is_plain_equation(section->body[0]);
        if (is_put)
            put_equation(out, section->body[0], is_initial);
    }
    eg_reader_end(&r);
    eg_arena_free(arena);
    return is_put;
}
