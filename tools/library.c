/* Makes descriptors (component/class.h) of the texts of library/: classes that are nothing but parameters,
 * connectors and equations, one to a file, with their documentation.
 *
 *   library TO.c NATIVES.txt FILE.mo...
 *
 * TO.c has a const descriptor for each text, the text itself as the reader parses it (without annotations,
 * which are in the descriptor), and the list of all classes, sorted by name: these and the ones written in C,
 * which NATIVES.txt names with their variables.
 *
 * What of Modelica the texts may use is what users' classes may, in this form:
 *
 *   within PACKAGE;
 *   [partial] block | model NAME "one line"
 *     declarations    parameters, connectors, variables; others are components
 *   [initial] equation
 *     equations
 *     annotation(Documentation(info = "paragraphs"), __elastogap(...));
 *   end NAME;
 *
 * or `type NAME = enumeration(...);`. What __elastogap may say:
 *
 *   shortName = "..."     another name by which the class is known
 *   bases = {"..."}       the partial classes whose members it has
 *   also = {"..."}        namesakes in other vocabularies
 *   examples = {"..."}    models of examples/ that show it
 *   compiled = true       of a block of Real signals with the one equation y = formula: it becomes C, and the
 *                         block stands among the signals of the network, with two derivatives (component/jet.h)
 *   physics = "eg_name"   of a block whose physics is C: its table, a variable eg_block_ops of that name
 *   native = true         of a partial class: it is a descriptor alone, and its members are what the compiler
 *                         knows; users' classes that extend it have their own equations
 *
 * annotation(Evaluate = true) marks a parameter that decides connectors or equations, and
 * annotation(__elastogap(follows = true)) a variable of a native class that results alone compute. */
#include "library_text.h"

#include "base/constants.h"
#include "base/units.h"
#include "component/class.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A class, or an enumeration, and its variable in C. */
typedef struct entry {
    const char *name, *variable;
    const text *text; /* NULL: written in C */
} entry;

typedef struct library {
    text *texts;
    int text_count;
    entry *entries;
    int entry_count;
} library;

/* ---------------------------------------------------------------- writing C */

static void print_quoted(const char *value)
{
    putchar('"');
    for (const char *c = value; *c; c++) {
        if (*c == '\n')
            printf("\\n");
        else
            printf(strchr("\"\\?", *c) ? "\\%c" : "%c", *c);
    }
    putchar('"');
}

/* "a " + "b" as one literal of C: what they escape C escapes alike. Paragraphs are lines; empty lines part
 * them. */
static void print_string(const text *x, span s)
{
    bool is_first = true;
    putchar('"');
    for (int i = s.first; i < s.end; i++) {
        const char *c = x->tokens[i].at + 1, *end = x->tokens[i].at + x->tokens[i].length - 1;
        if (!is_string(x, i))
            continue;
        while (c < end) {
            int lines = 0;
            const char *word = c;
            while (word < end && isspace((unsigned char)*word))
                lines += *word++ == '\n';
            if (lines > 0 && !is_first && word < end)
                fputs(lines > 1 ? "\\n\\n" : " ", stdout);
            else if (lines == 0)
                printf("%.*s", (int)(word - c), c);
            for (c = word; c < end && !isspace((unsigned char)*c); c++)
                printf(*c == '?' ? "\\%c" : "%c", *c);
            is_first = is_first && c == word;
        }
    }
    putchar('"');
}

static void print_member(const char *member, const char *value)
{
    if (value && *value) {
        printf(", .%s = ", member);
        print_quoted(value);
    }
}

static void print_span(const text *x, const char *member, span s)
{
    if (!is_none(s))
        print_member(member, said(x, s));
}

static void print_doc(const text *x, span s)
{
    printf(", .doc = ");
    print_string(x, s);
}

/* The strings of {"a", "b"}, as the member of that name; nothing when there are none. */
static void print_strings(const text *x, const char *member, span list)
{
    if (is_none(list))
        return;
    printf("    .%s = (const char *const[]){", member);
    for (int i = list.first; i < list.end; i++)
        if (is_string(x, i))
            printf("%.*s, ", x->tokens[i].length, x->tokens[i].at);
    printf("NULL},\n");
}

static const entry *find_entry(const library *l, const char *name)
{
    for (int i = 0; i < l->entry_count; i++)
        if (strcmp(l->entries[i].name, name) == 0)
            return &l->entries[i];
    return NULL;
}

/* What a declaration declares, by its type. */
typedef struct meaning {
    const char *type;         /* of a number: EG_REAL ...; NULL: none */
    const eg_unit_type *unit; /* NULL: of no quantity */
    const entry *enumeration; /* NULL: none */
    bool is_port;             /* a connector, */
    eg_port_kind port;        /* of this kind */
} meaning;

static meaning meaning_of(const library *l, const text *x, const element *e)
{
    static const char *const plain[][2] = {
        {"Real", "EG_REAL"}, {"Integer", "EG_INTEGER"}, {"Boolean", "EG_BOOLEAN"}, {"String", "EG_STRING"}};
    const char *type = said(x, e->type);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(plain[i][0], type) == 0)
            return (meaning){.type = plain[i][1]};
    for (int kind = EG_FLANGE_A; kind <= EG_INTEGER_OUTPUT; kind++)
        if (strcmp(eg_port_connector((eg_port_kind)kind), type) == 0)
            return (meaning){.is_port = true, .port = (eg_port_kind)kind};
    const eg_unit_type *unit = strncmp(type, "Modelica.Units.", 15) == 0 ? eg_unit_of_type(type) : NULL;
    if (unit)
        return (meaning){.type = "EG_REAL", .unit = unit};
    static const entry state_select = {"StateSelect", "eg_state_select_literals", NULL};
    if (strcmp(type, state_select.name) == 0)
        return (meaning){.type = "EG_ENUMERATION", .enumeration = &state_select};
    const entry *known = e->is_parameter ? find_entry(l, type) : NULL;
    if (known && known->text && known->text->is_type)
        return (meaning){.type = "EG_ENUMERATION", .enumeration = known};
    if (e->is_parameter)
        refuse(x, e->type.first, "a parameter of an unknown type");
    return (meaning){0};
}

typedef enum kind { PARAMETER, PORT, VARIABLE, COMPONENT } kind;

/* A connector that is protected is a component: nobody connects it from outside. */
static kind kind_of(const meaning *m, const element *e)
{
    if (e->is_parameter)
        return PARAMETER;
    if (m->is_port)
        return e->is_protected ? COMPONENT : PORT;
    return m->type ? VARIABLE : COMPONENT;
}

/* The literals of an enumeration are names, each with a string; those of StateSelect are built in. */
static int literal_index(const text *enumeration, const char *name)
{
    int index = 0;
    while (!enumeration && eg_state_select_literals[index] &&
           strcmp(eg_state_select_literals[index], name) != 0)
        index++;
    if (!enumeration)
        return eg_state_select_literals[index] ? index : -1;
    for (int i = enumeration->literals.first; i < enumeration->literals.end; i++) {
        if (is_at(enumeration, i, name))
            return index;
        index += is_at(enumeration, i, ",");
    }
    return -1;
}

/* A number as C writes it; NULL: it is none that is known here. */
static const char *number(const text *x, span s, const meaning *m)
{
    const char *said_here = said(x, s), *dot = strrchr(said_here, '.');
    char *end, index[20];
    if (strcmp(said_here, "true") == 0 || strcmp(said_here, "false") == 0)
        return *said_here == 't' ? "1.0" : "0.0";
    if (m->enumeration && dot) {
        int i = literal_index(m->enumeration->text, dot + 1);
        return i < 0 ? NULL : copied(index, (size_t)snprintf(index, sizeof index, "%d.0", i));
    }
    strtod(said_here, &end);
    return end > said_here && !*end ? said_here : NULL;
}

/* A number that must be known: a limit, a start value. */
static void print_number(const text *x, const char *member, span s, const meaning *m)
{
    const char *value = number(x, s, m);
    if (!value)
        refuse(x, s.first, "expected a number");
    printf(", .%s = %s", member, value);
}

static void print_limits(const text *x, const element *e, const meaning *m)
{
    span min = argument(x, e->modifiers, "min"), max = argument(x, e->modifiers, "max");
    if (is_none(min) && is_none(max))
        return;
    if (is_none(min))
        printf(", .min = -INFINITY");
    else
        print_number(x, "min", min, m);
    if (is_none(max))
        printf(", .max = INFINITY");
    else
        print_number(x, "max", max, m);
}

/* Quantity and unit of a type of SI, or the unit that a modifier gives. */
static void print_unit(const text *x, const element *e, const meaning *m)
{
    span unit = argument(x, e->modifiers, "unit");
    if (m->unit) {
        print_member("quantity", strrchr(said(x, e->type), '.') + 1);
        print_member("unit", m->unit->unit);
    } else if (!is_none(unit)) {
        printf(", .unit = ");
        print_string(x, unit);
    }
}

/* The value of a default that is a constant of Modelica. */
static void print_constant(const char *default_text)
{
    const eg_constant *constant =
        strchr(default_text, '.') ? eg_constant_find(default_text + (*default_text == '-')) : NULL;
    if (constant)
        printf(", .value = %s%.17g", *default_text == '-' ? "-" : "", constant->value);
}

static void print_default(const text *x, const element *e, const meaning *m)
{
    span start = argument(x, e->modifiers, "start");
    const char *value = is_none(e->value) ? NULL : number(x, e->value, m);
    /* a table that is empty must be given, if it does not stand in a file */
    const bool is_empty = !is_none(e->value) && strncmp(said(x, e->value), "fill(0.0, 0", 11) == 0;
    if (is_empty || (is_none(e->value) && is_none(start))) {
        printf(", .need = EG_REQUIRED");
    } else if (is_none(e->value)) {
        printf(", .need = EG_FALLS_BACK");
        print_number(x, "value", start, m);
    } else if (is_string(x, e->value.first)) {
        printf(", .text = ");
        print_string(x, e->value);
    } else if (value && is_none(e->size)) {
        printf(", .value = %s", value);
    } else {
        print_constant(said(x, e->value));
        print_span(x, "value_text", e->value);
    }
}

/* [:], [:, :] or [:, 5] */
static void print_columns(const text *x, const element *e)
{
    const char *size = said(x, e->size), *comma = strchr(size, ',');
    if (size[0] != ':')
        refuse(x, e->size.first, "a parameter has rows without number, [:] or [:, :]");
    if (comma && comma[1 + strspn(comma + 1, " ")] != ':')
        printf(", .columns = %s", comma + 1);
    else
        printf(", .columns = %s", comma ? "EG_ANY_COLUMNS" : "1");
}

static void print_parameter(const text *x, const element *e, const meaning *m)
{
    printf(".type = %s", m->type);
    print_unit(x, e, m);
    if (m->enumeration)
        printf(", .type_name = \"%s\", .literals = %s", m->enumeration->name, m->enumeration->variable);
    print_default(x, e, m);
    print_limits(x, e, m);
    if (!is_none(e->size))
        print_columns(x, e);
    printf("%s%s%s", e->is_protected ? ", .is_protected = true" : "",
           e->is_constant ? ", .is_constant = true" : "", e->is_structural ? ", .is_structural = true" : "");
}

static void print_port(const text *x, const element *e, const meaning *m)
{
    printf(".kind = %d", m->port);
    print_unit(x, e, m);
    print_span(x, "condition", e->condition);
    print_span(x, "size", e->size);
    print_span(x, "value", e->value);
}

/* All modifiers but the unit, as they stand. */
static const char *other_modifiers(const text *x, span list)
{
    span unit = argument(x, list, "unit");
    if (is_none(unit))
        return said(x, list);
    return said(x, (span){unit.end + is_at(x, unit.end, ","), list.end});
}

static void print_variable(const text *x, const element *e, const meaning *m)
{
    span start = argument(x, e->modifiers, "start"), fixed = argument(x, e->modifiers, "fixed");
    printf(".type = %s", m->type);
    print_unit(x, e, m);
    if (!is_none(start) && number(x, start, m))
        print_number(x, "start", start, m);
    printf("%s%s", !is_none(fixed) && is_at(x, fixed.first, "true") ? ", .fixed = true" : "",
           e->is_protected ? ", .is_protected = true" : "");
    printf("%s", e->is_follower ? ", .follows = true" : "");
    if (!x->is_native && !x->hook)
        print_member("modifiers", other_modifiers(x, e->modifiers));
    print_span(x, "condition", e->condition);
    print_span(x, "size", e->size);
    print_span(x, "value", e->value);
}

/* The members of one kind, as an array where there are any. */
static void print_members(const library *l, const text *x, kind wanted, const char *type, const char *array)
{
    int count = 0;
    for (int i = 0; i < x->element_count; i++) {
        const element *e = &x->elements[i];
        meaning m = meaning_of(l, x, e);
        if (kind_of(&m, e) != wanted)
            continue;
        if (count++ == 0)
            printf("static const %s %s_%d[] = {\n", type, array, (int)(x - l->texts));
        printf("    {.name = \"%s\", ", e->name);
        if (wanted == PARAMETER)
            print_parameter(x, e, &m);
        else if (wanted == PORT)
            print_port(x, e, &m);
        else
            print_variable(x, e, &m);
        print_doc(x, e->doc);
        printf("},\n");
    }
    if (count > 0)
        printf("};\n");
}

static bool has_members(const library *l, const text *x, kind wanted)
{
    for (int i = 0; i < x->element_count; i++) {
        meaning m = meaning_of(l, x, &x->elements[i]);
        if (kind_of(&m, &x->elements[i]) == wanted)
            return true;
    }
    return false;
}

static void print_array(const library *l, const text *x, kind wanted, const char *macro, const char *array)
{
    if (has_members(l, x, wanted))
        printf("    %s(%s_%d),\n", macro, array, (int)(x - l->texts));
}

static void print_components(const library *l, const text *x)
{
    printf("    .components = (const char *const[]){");
    for (int i = 0; i < x->element_count; i++) {
        const element *e = &x->elements[i];
        meaning m = meaning_of(l, x, e);
        if (kind_of(&m, e) != COMPONENT)
            continue;
        print_quoted(joined(e->is_protected ? "protected " : "", said(x, e->all), ";"));
        printf(", ");
    }
    printf("NULL},\n");
}

/* Lines as literals, as few as C99 promises to take: 4095 characters in each. */
static void print_line(int *used, const char *line)
{
    int length = (int)strlen(line) + 1;
    bool is_full = *used > 0 && *used + length > 4095;
    *used = is_full ? length : *used + length;
    printf("%s    ", is_full ? "    ,\n" : "");
    print_quoted(joined(line, "\n", ""));
    printf("\n");
}

/* An equation, with the word of its section where that is another than "equation". */
static const char *equation(const text *x, int i)
{
    return joined(x->is_initial[i] ? "initial equation " : "", said(x, x->equations[i]), "");
}

static void print_equations(const text *x)
{
    printf("    .equations = (const char *const[]){");
    for (int i = 0; i < x->equation_count; i++) {
        print_quoted(equation(x, i));
        printf(", ");
    }
    printf("NULL},\n");
}

/* ---------------------------------------------------------------- formulas of compiled blocks
 *
 * The right side of y = ... becomes an expression of C: a jet (component/jet.h) where inputs are in it, scaled
 * by a number of the parameters, else a number. */

typedef struct formula {
    const library *l;
    const text *x;
    int next, end; /* tokens */
    bool is_nonlinear;
} formula;

typedef struct value {
    const char *jet;    /* NULL: it is a number */
    const char *number; /* of a jet: its factor; NULL: 1 */
} value;

static value sum_of(formula *f);

static bool take(formula *f, const char *word)
{
    bool is_there = f->next < f->end && is_at(f->x, f->next, word);
    f->next += is_there;
    return is_there;
}

static const char *factor_of(value v)
{
    return v.number ? v.number : "1.0";
}

/* The jet with its factor. */
static const char *jet_of(value v)
{
    if (!v.jet)
        return joined("eg_jet_of(", v.number, ")");
    return v.number ? called("eg_jet_scaled", v.number, v.jet) : v.jet;
}

static value negative(value v)
{
    return (value){v.jet, joined("-(", factor_of(v), ")")};
}

/* A parameter or an input, by its place in the descriptor. */
static value named(formula *f)
{
    const char *name = said(f->x, (span){f->next, f->next + 1});
    int parameters = 0, inputs = 0;
    char code[40];
    for (int i = 0; i < f->x->element_count; i++) {
        const element *e = &f->x->elements[i];
        meaning m = meaning_of(f->l, f->x, e);
        bool is_input = m.is_port && m.port == EG_REAL_INPUT;
        if (strcmp(e->name, name) == 0 && (e->is_parameter || is_input)) {
            snprintf(code, sizeof code, e->is_parameter ? "p[%d]" : "u[%d]",
                     e->is_parameter ? parameters : inputs);
            const char *copy = copied(code, strlen(code));
            f->next++;
            return e->is_parameter ? (value){NULL, copy} : (value){copy, NULL};
        }
        parameters += e->is_parameter;
        inputs += is_input;
    }
    refuse(f->x, f->next, "a compiled block computes with numbers, parameters and inputs of Reals");
}

/* Modelica.Math.sin(x): eg_jet_sin */
static value call(formula *f)
{
    static const char *const known[] = {"sin",  "cos",  "tan", "asin", "acos",  "atan", "sinh",
                                        "cosh", "tanh", "exp", "log",  "log10", "sqrt", NULL};
    while (is_at(f->x, f->next + 1, "."))
        f->next += 2;
    bool has_two = is_at(f->x, f->next, "atan2");
    if (!has_two && !is_one_of(f->x, f->next, known))
        refuse(f->x, f->next, "a function that compiled blocks do not know");
    const char *name = joined("eg_jet_", said(f->x, (span){f->next, f->next + 1}), "");
    f->next += 2;
    const char *first = jet_of(sum_of(f));
    if (has_two && take(f, ","))
        first = joined(first, ", ", jet_of(sum_of(f)));
    take(f, ")");
    f->is_nonlinear = true;
    return (value){called(name, first, NULL), NULL};
}

static value primary(formula *f)
{
    const char *at = f->x->tokens[f->next].at;
    if (take(f, "(")) {
        value v = sum_of(f);
        take(f, ")");
        return v.jet ? v : (value){NULL, joined("(", v.number, ")")};
    }
    if (isdigit((unsigned char)*at)) {
        f->next++;
        return (value){NULL, joined("(double)", said(f->x, (span){f->next - 1, f->next}), "")};
    }
    bool is_call = is_at(f->x, f->next + 1, "(") || is_at(f->x, f->next + 1, ".");
    return is_call ? call(f) : named(f);
}

static value product(formula *f, value a, value b)
{
    if (a.jet && b.jet) {
        f->is_nonlinear = true;
        return (value){called("eg_jet_product", jet_of(a), jet_of(b)), NULL};
    }
    const char *jet = a.jet ? a.jet : b.jet;
    if (jet && (!a.number || !b.number))
        return (value){jet, a.number ? a.number : b.number};
    return (value){jet, joined(a.number, " * ", b.number)};
}

static value quotient(formula *f, value a, value b)
{
    if (b.jet) {
        f->is_nonlinear = true;
        return (value){called("eg_jet_quotient", jet_of(a), jet_of(b)), NULL};
    }
    return (value){a.jet, joined(factor_of(a), " / ", b.number)};
}

static value product_of(formula *f)
{
    value v = primary(f);
    for (;;) {
        if (take(f, "*"))
            v = product(f, v, primary(f));
        else if (take(f, "/"))
            v = quotient(f, v, primary(f));
        else
            return v;
    }
}

static value sum(value a, value b)
{
    if (!a.jet && !b.jet)
        return (value){NULL, joined(a.number, " + ", b.number)};
    const char *left = a.jet ? a.jet : jet_of(a), *right = b.jet ? b.jet : jet_of(b);
    const char *terms = joined(joined(a.jet ? factor_of(a) : "1.0", ", ", left), ", ",
                               joined(b.jet ? factor_of(b) : "1.0", ", ", right));
    return (value){called("eg_jet_sum", terms, NULL), NULL};
}

static value sum_of(formula *f)
{
    value v = take(f, "-") ? negative(product_of(f)) : product_of(f);
    for (;;) {
        if (take(f, "+"))
            v = sum(v, product_of(f));
        else if (take(f, "-"))
            v = sum(v, negative(product_of(f)));
        else
            return v;
    }
}

/* What computes the output of a block whose only equation is y = formula. */
static void print_block(const library *l, const text *x)
{
    int index = (int)(x - l->texts);
    span s = x->equation_count == 1 ? x->equations[0] : (span){0, 0};
    if (x->equation_count != 1 || !is_at(x, s.first + 1, "="))
        refuse(x, x->heading.first, "a compiled block has one equation, y = ...");
    formula f = {.l = l, .x = x, .next = s.first + 2, .end = s.end - 1};
    const char *code = jet_of(sum_of(&f));
    if (f.next != f.end)
        refuse(x, f.next, "what a compiled block cannot compute");
    printf("static void evaluate_%d(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)\n{\n"
           "    (void)p, (void)phase, (void)t;\n    *y = %s;\n}\n"
           "static const eg_block_ops block_%d = {.evaluate = evaluate_%d%s};\n",
           index, code, index, index, f.is_nonlinear ? ", .is_nonlinear = true" : "");
}

/* ---------------------------------------------------------------- the descriptor */

/* The text as it is parsed. */
static void print_source(const text *x, int number_of_text)
{
    bool is_protected = false, is_initial = true;
    int used = 0;
    printf("static const char *const source_%d[] = {\n", number_of_text);
    print_line(&used, said(x, x->heading));
    for (int i = 0; i < x->element_count; i++) {
        const element *e = &x->elements[i];
        if (e->is_protected != is_protected)
            print_line(&used, e->is_protected ? "protected" : "public");
        is_protected = e->is_protected;
        print_line(&used, joined(said(x, e->all), ";", ""));
    }
    for (int i = 0; i < x->equation_count; i++) {
        if (!x->is_initial[i] && is_initial)
            print_line(&used, "equation");
        is_initial = x->is_initial[i];
        print_line(&used, equation(x, i));
    }
    print_line(&used, joined("end ", x->name, ";"));
    printf("    , NULL};\n");
}

static const char *kind_name(const text *x)
{
    if (x->is_partial)
        return "EG_PARTIAL";
    return x->is_model ? "EG_MODEL" : "EG_BLOCK";
}

static void print_class(const library *l, const text *x, const char *variable)
{
    int index = (int)(x - l->texts);
    span short_name = argument(x, x->settings, "shortName");
    printf("\n");
    print_members(l, x, PARAMETER, "eg_parameter", "parameters");
    print_members(l, x, PORT, "eg_port", "ports");
    print_members(l, x, VARIABLE, "eg_variable", "variables");
    if (x->is_compiled)
        print_block(l, x);
    else if (x->hook)
        printf("extern const eg_block_ops %s;\n", x->hook);
    else if (!x->is_native)
        print_source(x, index);
    printf("const eg_class %s = {\n    .name = \"%s\"", variable, x->full);
    if (!is_none(short_name)) {
        printf(", .short_name = ");
        print_string(x, short_name);
    }
    printf(", .kind = %s,\n    .doc = ", kind_name(x));
    print_string(x, x->doc);
    printf(",\n    .text = ");
    print_string(x, x->info);
    printf(",\n");
    print_strings(x, "extends", argument(x, x->settings, "bases"));
    print_strings(x, "also", argument(x, x->settings, "also"));
    print_strings(x, "examples", argument(x, x->settings, "examples"));
    if (x->equation_count > 0)
        print_equations(x);
    if (has_members(l, x, COMPONENT))
        print_components(l, x);
    print_array(l, x, PARAMETER, "EG_PARAMETERS", "parameters");
    print_array(l, x, PORT, "EG_PORTS", "ports");
    print_array(l, x, VARIABLE, "EG_VARIABLES", "variables");
    if (x->hook)
        printf("    .block = &%s,\n", x->hook);
    else if (!x->is_native)
        printf("    %s%d,\n", x->is_compiled ? ".block = &block_" : ".source = source_", index);
    printf("};\n");
}

static void print_enumeration(const text *x, const char *variable)
{
    printf("\nconst char *const %s[] = {", variable);
    for (int i = x->literals.first; i < x->literals.end; i++)
        if (is_letter(x->tokens[i].at[0]))
            printf("\"%.*s\", ", x->tokens[i].length, x->tokens[i].at);
    printf("NULL};\n");
}

/* What the literals of all enumerations mean. */
static void print_literals(const library *l)
{
    printf("\nconst eg_literal eg_library_literals[] = {\n");
    for (int n = 0; n < l->text_count; n++) {
        const text *x = &l->texts[n];
        for (int i = x->literals.first; i < x->literals.end; i++)
            if (is_string(x, i))
                printf("    {\"%s\", \"%.*s\", %.*s},\n", x->name, x->tokens[i - 1].length,
                       x->tokens[i - 1].at, x->tokens[i].length, x->tokens[i].at);
    }
    printf("    {NULL, NULL, NULL}};\n");
}

/* ---------------------------------------------------------------- all of them */

static int compare_entries(const void *a, const void *b)
{
    return strcmp(((const entry *)a)->name, ((const entry *)b)->name);
}

static void add_entry(library *l, entry e)
{
    l->entries = grown(l->entries, l->entry_count, sizeof e);
    l->entries[l->entry_count++] = e;
}

/* Modelica.Blocks.Logical.And: eg_class_Modelica_Blocks_Logical_And. Of an enumeration ....FilterType:
 * eg_filter_type_literals. */
static const char *variable_of(const text *x)
{
    char out[400], *end = out;
    if (!x->is_type) {
        snprintf(out, sizeof out, "eg_class_%s", x->full);
        for (char *c = out; *c; c++)
            *c = *c == '.' ? '_' : *c;
        return copied(out, strlen(out));
    }
    for (const char *c = x->name; *c; c++) {
        if (isupper((unsigned char)*c) && c > x->name)
            *end++ = '_';
        *end++ = (char)tolower((unsigned char)*c);
    }
    *end = '\0';
    return joined("eg_", out, "_literals");
}

/* Lines "NAME_OF_CLASS VARIABLE"; those that begin with # say something. */
static void add_natives(library *l, const char *path)
{
    char *at = read_all(path);
    for (char *line = strtok(at, "\n"); line; line = strtok(NULL, "\n")) {
        char *space = strchr(line, ' ');
        if (*line == '#' || !space)
            continue;
        *space = '\0';
        add_entry(l, (entry){.name = line, .variable = joined("eg_class_", space + 1, "")});
    }
}

static void print_all(const library *l)
{
    printf("/* Made by tools/library.c of the texts of library/. */\n"
           "#include \"component/common.h\"\n");
    for (int i = 0; i < l->entry_count; i++)
        if (l->entries[i].text && l->entries[i].text->is_type)
            print_enumeration(l->entries[i].text, l->entries[i].variable);
    print_literals(l);
    for (int i = 0; i < l->entry_count; i++) {
        const entry *e = &l->entries[i];
        if (!e->text)
            printf("extern const eg_class %s;\n", e->variable);
        else if (!e->text->is_type)
            print_class(l, e->text, e->variable);
    }
    printf("\nstatic const eg_class *const classes[] = {\n");
    for (int i = 0; i < l->entry_count; i++)
        if (!l->entries[i].text || !l->entries[i].text->is_type)
            printf("    &%s,\n", l->entries[i].variable);
    printf("};\n\n"
           "const eg_class *const *eg_classes(size_t *count)\n"
           "{\n"
           "    *count = EG_COUNT(classes);\n"
           "    return classes;\n"
           "}\n");
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    library l = {.text_count = argc - 3, .texts = must(calloc((size_t)argc, sizeof(text)))};
    add_natives(&l, argv[2]);
    for (int i = 0; i < l.text_count; i++) {
        text *x = &l.texts[i];
        read_text(x, argv[3 + i]);
        add_entry(&l, (entry){x->full, variable_of(x), x});
    }
    if (l.entry_count > EG_CLASS_LIMIT) {
        fputs("library: there are more classes than EG_CLASS_LIMIT\n", stderr);
        return 1;
    }
    qsort(l.entries, (size_t)l.entry_count, sizeof *l.entries, compare_entries);
    for (int i = 1; i < l.entry_count; i++)
        if (strcmp(l.entries[i].name, l.entries[i - 1].name) == 0) {
            fprintf(stderr, "library: %s is there twice\n", l.entries[i].name);
            return 1;
        }
    if (!freopen(argv[1], "w", stdout))
        return 1;
    print_all(&l);
    return fflush(stdout) != 0 || ferror(stdout);
}
