/* Relations in Dyad: equations, initial equations, guesses, connections, loops, conditions, assertions. */
#include "modelica/dyad/dyad.h"

#include <string.h>

/* Relations of one level, the two kinds apart. */
typedef struct relations {
    eg_list always, starts; /* of eg_equation */
    eg_dyad_body *body;     /* whose elements guesses speak of */
} relations;

static eg_equation *new_equation(eg_parser *p, eg_equation_kind kind, uint32_t at)
{
    eg_equation *q = eg_new(p->r, sizeof *q);
    if (q)
        *q = (eg_equation){.kind = kind, .at = at};
    return q;
}

static bool parse_relation(eg_parser *p, relations *into);

static bool at_end(const eg_parser *p)
{
    switch (p->token.kind) {
    case EG_T_FINISH:
    case EG_T_END:
    case EG_T_ELSE:
    case EG_T_ELSEIF:
    case EG_T_CASE:
    case EG_T_DEFAULT:
    case EG_T_METADATA: return true;
    default: return false;
    }
}

static bool parse_list(eg_parser *p, relations *into)
{
    while (!at_end(p) && !eg_dyad_begins_definition(p) && !p->stopped && !p->r->out_of_memory) {
        uint32_t at = p->token.at;
        bool ok = eg_parse_enter(p) && parse_relation(p, into);
        eg_parse_leave(p);
        if (!ok)
            eg_dyad_recover(p);
        if (p->token.at == at) /* nothing can begin here, and recovery did not go on */
            eg_parse_advance(p);
    }
    return !p->r->out_of_memory;
}

/* ---------------------------------------------------------------- equations, connections */

static bool is_reference_to(const eg_expr *e, const char *name)
{
    return e->kind == EG_E_REFERENCE && e->reference->count == 1 &&
           strcmp(e->reference->parts[0].name, name) == 0;
}

/* What a relation without "=" was probably meant to be. */
static void hint_relation(eg_parser *p, const eg_expr *left)
{
    if (left->kind == EG_E_RELATION && left->operators[0] == EG_T_EQUAL)
        eg_hint(p->r, "an equation has one \"=\"; \"==\" compares");
    else if (p->token.kind == EG_T_ASSIGN)
        eg_hint(p->r, "write \"=\": relations hold always, nothing is assigned");
    else if (is_reference_to(left, "when"))
        eg_hint(p->r, "Dyad has no \"when\"; write ifelse(condition, a, b), or the model in Modelica");
}

static bool parse_equation(eg_parser *p, relations *into)
{
    bool is_initial = eg_parse_accept(p, EG_T_INITIAL);
    eg_equation *q = new_equation(p, EG_Q_EQUALITY, p->token.at);
    if (!q)
        return false;
    q->left = eg_parse_simple_expression(p);
    if (!q->left)
        return false;
    bool is_call = q->left->kind == EG_E_CALL && p->token.kind != EG_T_IS;
    bool is_assert = is_call && strcmp(q->left->reference->parts[0].name, "assert") == 0;
    if (is_call && !is_assert && p->token.kind != EG_T_ASSIGN) {
        eg_error(p->r, p->source, q->at, "a relation has two sides, left = right; this is a call alone");
        eg_hint(p->r, strncmp(q->left->reference->parts[0].name, "con", 3) == 0
                          ? "did you mean connect(...)?"
                          : "the calls that stand alone are connect(...) and assert(condition, \"text\")");
        return false;
    }
    if (is_call && p->token.kind != EG_T_ASSIGN) {
        q->kind = EG_Q_CALL;
    } else {
        if (!eg_parse_expect(p, EG_T_IS)) {
            hint_relation(p, q->left);
            return false;
        }
        q->right = eg_parse_expression(p);
        if (!q->right)
            return false;
    }
    return eg_list_add(p->r, is_initial ? &into->starts : &into->always, q) &&
           eg_dyad_keep_metadata(p, &q->pictures);
}

static eg_expr *parse_connector(eg_parser *p)
{
    eg_expr *e = eg_parse_new_expr(p, EG_E_REFERENCE, p->token.at);
    if (e)
        e->reference = eg_parse_reference(p, true);
    return e && e->reference ? e : NULL;
}

/* connect(a, b, c): each with the one before. */
static bool parse_connect(eg_parser *p, relations *into)
{
    uint32_t at = p->token.at;
    eg_parse_advance(p);
    if (!eg_parse_expect(p, EG_T_LEFT))
        return false;
    eg_expr *left = parse_connector(p);
    eg_equation *first = NULL;
    const eg_pictures *pictures = NULL;
    if (!left)
        return false;
    while (eg_parse_accept(p, EG_T_COMMA)) {
        eg_equation *q = new_equation(p, EG_Q_CONNECT, at);
        eg_expr *right = parse_connector(p);
        if (!q || !right || !eg_list_add(p->r, &into->always, q))
            return false;
        q->left = left;
        q->right = right;
        left = right;
        first = first ? first : q;
    }
    bool ok = eg_parse_expect(p, EG_T_RIGHT) && eg_dyad_keep_metadata(p, &pictures);
    if (first)
        first->pictures = pictures;
    return ok;
}

/* label: analysis_point(a, b) names a place for linear analyses; it says nothing about the motion. */
static bool parse_analysis_point(eg_parser *p, const char *label, relations *into)
{
    eg_parse_advance(p);
    const eg_expr *from = eg_parse_expect(p, EG_T_LEFT) ? parse_connector(p) : NULL;
    const eg_expr *to = from && eg_parse_expect(p, EG_T_COMMA) ? parse_connector(p) : NULL;
    if (!to || !eg_parse_expect(p, EG_T_RIGHT))
        return false;
    eg_analysis_point *point = label ? eg_new(p->r, sizeof *point) : NULL;
    if (point) {
        *point = (eg_analysis_point){.name = label, .from = from->reference, .to = to->reference};
        eg_list_add(p->r, &into->body->points, point);
    }
    return !p->r->out_of_memory && eg_dyad_skip_metadata(p);
}

/* ---------------------------------------------------------------- guesses */

static eg_component *find_component(const eg_dyad_body *body, const char *name)
{
    for (size_t i = 0; i < body->elements.count; i++) {
        eg_class_element *element = body->elements.items[i];
        if (element->kind == EG_EL_COMPONENT && element->component->name == name)
            return element->component;
    }
    return NULL;
}

static eg_modifier *argument_of(const eg_modifier *m, const char *name)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (m->arguments[i]->name == name)
            return m->arguments[i];
    return NULL;
}

/* guess a.x = 1 is a modifier of a: x(start = 1). */
static bool parse_guess(eg_parser *p, relations *into)
{
    eg_parse_advance(p);
    uint32_t at = p->token.at;
    eg_reference *path = eg_parse_reference(p, false);
    if (!path || !eg_parse_expect(p, EG_T_IS))
        return false;
    eg_component *c = find_component(into->body, path->parts[0].name);
    eg_modifier *m = c ? c->modifier : NULL;
    if (!m) {
        eg_error(p->r, p->source, at, "\"%.200s\" is not declared here", path->parts[0].name);
        eg_hint(p->r, "a guess is for a variable, a parameter or a part that this component declares");
        return false;
    }
    for (uint32_t i = 1; i <= path->count; i++) {
        const char *name = i < path->count ? path->parts[i].name : eg_symbol(p->r, "start");
        eg_modifier *known = name && i < path->count ? argument_of(m, name) : NULL;
        eg_modifier *inner = NULL;
        if (known)
            inner = known;
        else if (name)
            inner = eg_dyad_modifier(p, name, at);
        if (!inner || (!known && !eg_dyad_add_argument(p, m, inner)))
            return false;
        inner->is_guess = inner->is_guess || !known;
        m = inner;
    }
    m->value_at = p->token.at;
    m->value = eg_parse_expression(p);
    return m->value && eg_dyad_skip_metadata(p);
}

/* ---------------------------------------------------------------- loops and conditions */

/* The same statement around one of the two kinds, where there are any. */
static bool add_around(eg_parser *p, eg_list *to, const eg_equation *head, const eg_list *bodies,
                       uint32_t count, eg_expr *const *conditions)
{
    size_t all = 0;
    for (uint32_t i = 0; i < count; i++)
        all += bodies[i].count;
    if (all == 0)
        return true;
    eg_equation *q = eg_new(p->r, sizeof *q);
    eg_branch *branches = eg_new_array(p->r, count, sizeof *branches);
    if (!q || !branches)
        return false;
    *q = *head;
    q->branches = branches;
    q->branch_count = count;
    for (uint32_t i = 0; i < count; i++)
        branches[i] = (eg_branch){.condition = conditions ? conditions[i] : NULL,
                                  .body = (eg_equation **)bodies[i].items,
                                  .count = (uint32_t)bodies[i].count};
    return eg_list_add(p->r, to, q);
}

/* for i in 1:n {, for j in 1:m} relations end */
static bool parse_for(eg_parser *p, relations *into)
{
    eg_equation head = {.kind = EG_Q_FOR, .at = p->token.at};
    relations inside = {.body = into->body};
    if (!eg_dyad_iterators(p, &head.iterators, &head.iterator_count) || !parse_list(p, &inside) ||
        !eg_parse_expect(p, EG_T_END))
        return false;
    return add_around(p, &into->always, &head, &inside.always, 1, NULL) &&
           add_around(p, &into->starts, &head, &inside.starts, 1, NULL);
}

enum { MOST_BRANCHES = 100 };

/* The branches of a statement, the two kinds of relations apart. */
typedef struct branches {
    eg_list *always, *starts;
    eg_expr **conditions; /* NULL: else */
    uint32_t count;
} branches;

static bool begin_branches(eg_parser *p, branches *b)
{
    *b = (branches){.always = eg_new_array(p->r, MOST_BRANCHES, sizeof *b->always),
                    .starts = eg_new_array(p->r, MOST_BRANCHES, sizeof *b->starts),
                    .conditions = eg_new_array(p->r, MOST_BRANCHES, sizeof(eg_expr *))};
    return b->always && b->starts && b->conditions;
}

/* One branch, whose condition has been read. */
static bool parse_branch(eg_parser *p, const relations *into, eg_expr *condition, branches *b)
{
    relations inside = {.body = into->body};
    if (b->count == MOST_BRANCHES) {
        eg_parse_fail(p, "more than %d branches", MOST_BRANCHES);
        eg_hint(p->r, "write some of them as a relation of their own, or as an if expression");
        return false;
    }
    if (!parse_list(p, &inside))
        return false;
    b->conditions[b->count] = condition;
    b->always[b->count] = inside.always;
    b->starts[b->count++] = inside.starts;
    return true;
}

static bool end_branches(eg_parser *p, relations *into, uint32_t at, const branches *b)
{
    eg_equation head = {.kind = EG_Q_IF, .at = at};
    return eg_parse_expect(p, EG_T_END) &&
           add_around(p, &into->always, &head, b->always, b->count, b->conditions) &&
           add_around(p, &into->starts, &head, b->starts, b->count, b->conditions);
}

/* if c relations elseif c relations else relations end */
static bool parse_if(eg_parser *p, relations *into)
{
    uint32_t at = p->token.at;
    branches b;
    if (!begin_branches(p, &b))
        return false;
    bool is_else = false;
    do {
        is_else = p->token.kind == EG_T_ELSE;
        eg_parse_advance(p);
        eg_expr *condition = is_else ? NULL : eg_parse_expression(p);
        if (condition && p->token.kind == EG_T_THEN) {
            eg_parse_unexpected(p, "relations");
            eg_hint(p->r, "leave out \"then\": if condition, relations, else, relations, end");
            return false;
        }
        if ((!is_else && !condition) || !parse_branch(p, into, condition, &b))
            return false;
    } while (!is_else && (p->token.kind == EG_T_ELSEIF || p->token.kind == EG_T_ELSE));
    return end_branches(p, into, at, &b);
}

/* mode == Mode.Name, where mode is declared as a Mode. */
static eg_expr *case_condition(eg_parser *p, const relations *into, eg_expr *value, const char *name,
                               uint32_t at)
{
    static const eg_token_kind equal[] = {EG_T_EQUAL};
    const eg_reference *ref = value->kind == EG_E_REFERENCE ? value->reference : NULL;
    const eg_component *c = ref && ref->count == 1 ? find_component(into->body, ref->parts[0].name) : NULL;
    eg_expr *relation = eg_parse_new_expr(p, EG_E_RELATION, at);
    eg_expr *literal = eg_parse_new_expr(p, EG_E_REFERENCE, at);
    eg_expr **sides = eg_new_array(p->r, 2, sizeof *sides);
    if (!c) {
        eg_error(p->r, p->source, value->at, "what is switched must be a parameter that is declared here");
        eg_hint(p->r, "declare it in this component, or write if ... == ... end");
        return NULL;
    }
    if (!relation || !literal || !sides)
        return NULL;
    literal->reference = eg_dyad_name(p, eg_textf(p->r, "%s.%s", eg_dyad_text(p, c->type), name), at);
    relation->operators = equal;
    relation->items = sides;
    relation->count = 2;
    sides[0] = value;
    sides[1] = literal;
    return literal->reference ? relation : NULL;
}

/* switch mode  case Name relations end  default relations end  end */
static bool parse_switch(eg_parser *p, relations *into)
{
    uint32_t at = p->token.at;
    branches b;
    eg_parse_advance(p);
    eg_expr *value = begin_branches(p, &b) ? eg_parse_expression(p) : NULL;
    if (!value)
        return false;
    eg_dyad_doc(p);
    while (p->token.kind == EG_T_CASE || p->token.kind == EG_T_DEFAULT) {
        bool is_default = p->token.kind == EG_T_DEFAULT;
        eg_parse_advance(p);
        uint32_t name_at = p->token.at;
        const char *name = is_default ? NULL : eg_parse_identifier(p, "the name of a case");
        eg_expr *condition = name ? case_condition(p, into, value, name, name_at) : NULL;
        if ((!is_default && !condition) || !parse_branch(p, into, condition, &b) ||
            (p->token.kind == EG_T_METADATA && !eg_dyad_metadata(p, NULL, NULL)) ||
            !eg_parse_expect(p, EG_T_END))
            return false;
        eg_dyad_semicolon(p);
        eg_dyad_doc(p);
        if (is_default)
            break;
    }
    if (b.count == 0)
        return eg_parse_unexpected(p, "\"case\" or \"default\"");
    if (p->token.kind == EG_T_METADATA && !eg_dyad_metadata(p, NULL, NULL))
        return false;
    return end_branches(p, into, at, &b);
}

/* ---------------------------------------------------------------- all */

static bool refuse(eg_parser *p, const char *what, const char *hint)
{
    eg_parse_fail(p, "%s not supported", what);
    eg_hint(p->r, "%s", hint);
    return false;
}

static bool is_word(const eg_parser *p, const char *word)
{
    return p->token.kind == EG_T_NAME && strcmp(p->token.name, word) == 0;
}

static bool parse_one(eg_parser *p, const char *label, relations *into)
{
    switch (p->token.kind) {
    case EG_T_CONNECT: return parse_connect(p, into);
    case EG_T_FOR: return parse_for(p, into);
    case EG_T_IF: return parse_if(p, into);
    case EG_T_SWITCH: return parse_switch(p, into);
    case EG_T_TRANSITION: return refuse(p, "transitions between states are", "write relations with ifelse");
    case EG_T_CONTINUITY:
        return refuse(p, "continuity is", "it describes media that flow, which this program does not know");
    default: break;
    }
    if (is_word(p, "guess") && eg_parse_peek(p) == EG_T_NAME)
        return parse_guess(p, into);
    if (is_word(p, "analysis_point") && eg_parse_peek(p) == EG_T_LEFT)
        return parse_analysis_point(p, label, into);
    return parse_equation(p, into);
}

static bool parse_relation(eg_parser *p, relations *into)
{
    const char *label = NULL;
    eg_dyad_doc(p);
    if (p->token.kind == EG_T_NAME && eg_parse_peek(p) == EG_T_COLON) {
        label = p->token.name;
        eg_parse_advance(p);
        eg_parse_advance(p);
    }
    bool ok = parse_one(p, label, into);
    if (ok)
        eg_dyad_semicolon(p);
    return ok;
}

bool eg_dyad_relations(eg_parser *p, eg_dyad_body *body)
{
    relations all = {.body = body};
    eg_parse_advance(p);
    bool ok = parse_list(p, &all);
    while (ok && (p->token.kind == EG_T_ELSE || p->token.kind == EG_T_ELSEIF || p->token.kind == EG_T_CASE ||
                  p->token.kind == EG_T_DEFAULT)) {
        eg_parse_unexpected(p, "a relation");
        eg_parse_advance(p);
        eg_dyad_recover(p);
        ok = parse_list(p, &all);
    }
    body->equations = all.always;
    body->starts = all.starts;
    return ok;
}
