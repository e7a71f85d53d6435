/* Does what is left of the equations determine what is left of the variables? A matching tells, and names
 * what does not fit. */
#include "network/user/links.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *eg_user_equation_text(eg_user_builder *b, eg_place place)
{
    if (!place.source || place.column < 1)
        return "an equation";
    const char *begin = place.source + place.column - 1;
    size_t length = strcspn(begin, ";\r\n");
    const char *text = eg_arena_text(b->arena, begin, length < 60 ? length : 60);
    if (!text)
        return "an equation";
    return length < 60 ? text : eg_arena_format(b->arena, "%s...", text);
}

const char *eg_user_place_text(eg_user_builder *b, eg_place place)
{
    if (!place.file || place.line < 1)
        return "another place";
    const char *text = eg_arena_format(b->arena, "%s:%d", place.file, place.line);
    return text ? text : "another place";
}

/* The matching of what is left: equations with unknowns that they lead to (Kuhn 1955). */
typedef struct matching {
    eg_user_builder *b;
    int *equation, equations;
    int *start, *item; /* (equations + 1), unknowns of each */
    size_t capacity;
    int *owner;  /* (2 quantities) equation that determines the item, or -1 */
    int *seen;   /* (2 quantities) last round */
    bool *tried; /* (equations) in the last round */
    eg_user_items way;
    bool with_derivatives; /* equations may determine speeds by their derivatives */
    bool with_answers;     /* what speaks of accelerations determines what acts on components */
    bool quiet;
} matching;

static bool is_unknown(const eg_user_builder *b, int item)
{
    int n = b->u->quantity_count, k = item % n;
    return item < n ? b->u->quantities[k].role == EG_ROLE_ALGEBRAIC
                    : b->u->quantities[k].role == EG_ROLE_STATE && b->rate_of[k] < 0;
}

/* What the formula leads to through definitions: items not yet visited this time go to the list. */
static int visit(matching *m, int node, bool as_rate)
{
    eg_user_builder *b = m->b;
    int first = m->way.count;
    if (eg_user_list_items(b, node, as_rate, &m->way) < 0)
        return -1;
    int kept = first;
    for (int i = first; i < m->way.count; i++) {
        int item = m->way.list[i];
        if (b->visited[item] == b->visit)
            continue;
        b->visited[item] = b->visit;
        m->way.list[kept++] = item;
    }
    m->way.count = kept;
    return 0;
}

static int visit_definition(matching *m, int item)
{
    const eg_user_builder *b = m->b;
    int n = b->u->quantity_count, k = item % n;
    if (item < n)
        return b->value_of[k] >= 0 ? visit(m, b->value_of[k], false) : 0;
    if (b->rate_of[k] >= 0)
        return visit(m, b->rate_of[k], false);
    return b->value_of[k] >= 0 ? visit(m, b->value_of[k], true) : 0;
}

static int compare_items(const void *x, const void *y)
{
    return *(const int *)x - *(const int *)y;
}

/* The unknown that the item is, or that the equation's derivative would determine; -1: none. */
static int unknown_of(const matching *m, int item)
{
    const eg_user_builder *b = m->b;
    int n = b->u->quantity_count, speed = item < n ? b->u->quantities[item].speed : -1;
    if (m->with_derivatives && speed >= 0)
        return speed;
    return is_unknown(b, item) ? item : -1;
}

/* The items on the way so far, and all that they are defined by. */
static int follow_definitions(matching *m, int first)
{
    for (int i = first; i < m->way.count; i++)
        if (visit_definition(m, m->way.list[i]) < 0)
            return -1;
    return 0;
}

/* Does the equation, or a definition on the way, speak of accelerations or forces of components? Negative:
 * out of memory. */
static int speaks_of_answers(const matching *m, const eg_user_source *q)
{
    eg_user_builder *b = m->b;
    int n = b->u->quantity_count, answers = eg_user_answers(b, q->left);
    answers = answers == 0 ? eg_user_answers(b, q->right) : answers;
    for (int i = 0; i < m->way.count && answers == 0; i++) {
        const int item = m->way.list[i], k = item % n;
        const int formula = item >= n && b->rate_of[k] >= 0 ? b->rate_of[k] : b->value_of[k];
        answers = formula >= 0 ? eg_user_answers(b, formula) : 0;
    }
    return answers;
}

static int add_acting(matching *m)
{
    eg_user_builder *b = m->b;
    const int first = m->way.count;
    for (int i = 0, k; (k = eg_user_acting(b, i)) > -2; i++) {
        if (k < 0 || b->visited[k] == b->visit)
            continue;
        if (eg_grow((void **)&m->way.list, &m->way.capacity, (size_t)m->way.count + 1, sizeof(int)) < 0)
            return -1;
        b->visited[k] = b->visit;
        m->way.list[m->way.count++] = k;
    }
    return follow_definitions(m, first);
}

static int list_unknowns(matching *m)
{
    eg_user_builder *b = m->b;
    int total = 0;
    for (int e = 0; e < m->equations; e++) {
        const eg_user_source *q = &b->equations[m->equation[e]];
        b->visit++;
        m->start[e] = total;
        m->way.count = 0;
        if (visit(m, q->left, false) < 0 || visit(m, q->right, false) < 0 || follow_definitions(m, 0) < 0)
            return -1;
        const int answers = m->with_answers ? speaks_of_answers(m, q) : 0;
        if (answers < 0 || (answers > 0 && add_acting(m) < 0))
            return -1;
        for (int i = 0; i < m->way.count; i++) {
            int item = unknown_of(m, m->way.list[i]);
            if (item < 0)
                continue;
            if (eg_grow((void **)&m->item, &m->capacity, (size_t)total + 1, sizeof(int)) < 0)
                return -1;
            m->item[total++] = item;
        }
        if (total > m->start[e])
            qsort(m->item + m->start[e], (size_t)(total - m->start[e]), sizeof(int), compare_items);
    }
    m->start[m->equations] = total;
    return 0;
}

static bool match(matching *m, int e, int round)
{
    m->tried[e] = true;
    for (int i = m->start[e]; i < m->start[e + 1]; i++) {
        int item = m->item[i];
        if (m->seen[item] == round)
            continue;
        m->seen[item] = round;
        if (m->owner[item] < 0 || match(m, m->owner[item], round)) {
            m->owner[item] = e;
            return true;
        }
    }
    return false;
}

static const char *item_name(const eg_user_builder *b, int item)
{
    int n = b->u->quantity_count;
    const char *path = b->u->quantities[item % n].path;
    return item < n ? path : eg_arena_format(b->arena, "der(%s)", path);
}

/* Names up to four, then dots. */
static void add_name(char *text, size_t size, int *count, const char *name)
{
    size_t used = strlen(text);
    if (++*count <= 4 && name)
        snprintf(text + used, size - used, "%s%s", *count > 1 ? ", " : "", name);
    else if (*count == 5)
        snprintf(text + used, size - used, ", ...");
}

/* Which equation gives the variable that this one is written for: ": x follows from x = 1 (model.mo:3)". */
static const char *given_elsewhere(eg_user_builder *b, const eg_user_source *q)
{
    const eg_user_equation *written = q->number < 0 ? NULL : &b->spec->equations[q->number];
    int k = written ? eg_user_variable_of(b, b->formula[written->left]) : -1;
    if (k < 0 || b->definer[k] < 0)
        return "";
    const eg_user_source *other = &b->equations[b->definer[k]];
    return eg_arena_format(b->arena, "; %s is %s %s (%s)", b->u->quantities[k].path,
                           other->kind == EG_USER_ASSIGN ? "assigned in a when clause by" : "given by",
                           eg_user_equation_text(b, other->place), eg_user_place_text(b, other->place));
}

static void report_unmatched(matching *m, int e)
{
    eg_user_builder *b = m->b;
    eg_place place = b->equations[m->equation[e]].place;
    char equations[400] = "", unknowns[400] = "", open[400] = "";
    int equation_count = 0, unknown_count = 0, open_count = 0, items = 2 * b->u->quantity_count;
    for (int i = 0; i < m->equations; i++)
        if (m->tried[i] && i != e)
            add_name(equations, sizeof equations, &equation_count,
                     eg_user_equation_text(b, b->equations[m->equation[i]].place));
    for (int item = 0; item < items; item++) {
        bool reached = false;
        for (int i = 0; i < m->equations && !reached; i++)
            for (int k = m->start[i]; m->tried[i] && k < m->start[i + 1] && !reached; k++)
                reached = m->item[k] == item;
        if (reached)
            add_name(unknowns, sizeof unknowns, &unknown_count, item_name(b, item));
        else if (is_unknown(b, item) && m->owner[item] < 0)
            add_name(open, sizeof open, &open_count, item_name(b, item));
    }
    const char *text = eg_user_equation_text(b, place);
    const char *elsewhere = given_elsewhere(b, &b->equations[m->equation[e]]);
    if (unknown_count == 0)
        eg_report(
            b->d, EG_ERROR, place,
            "the equation %s determines nothing: everything in it is given by other equations or by the "
            "motion of components%s",
            text, elsewhere ? elsewhere : "");
    else
        eg_report(b->d, EG_ERROR, place, "the equation %s is one too many: it and %s determine only %s", text,
                  equations, unknowns);
    if (open_count > 0)
        eg_remedy(b->d,
                  "nothing is left to determine %s: an equation that constrains the motion (of higher index) "
                  "must be differentiated until it speaks of derivatives",
                  open);
    else
        eg_remedy(b->d, "remove one of these equations, or declare a variable for it to determine");
}

static void report_open(eg_user_builder *b, int item)
{
    const eg_user_quantity *q = &b->u->quantities[item % b->u->quantity_count];
    eg_report(b->d, EG_ERROR, q->place, "no equation determines %s", item_name(b, item));
    eg_remedy(b->d, "there are fewer equations than variables: write one more for it");
}

/* Newton's method is for numbers that change continuously. */
static void report_circle(eg_user_builder *b, int item)
{
    const eg_user_quantity *q = &b->u->quantities[item % b->u->quantity_count];
    eg_report(b->d, EG_ERROR, q->place, "%s: truth values or whole numbers depend on themselves",
              item_name(b, item));
    eg_remedy(b->d, "write x = formula, and use pre(x), the value before the event, to break the circle");
}

/* An equation that is one too many while something that acts on components is open: it may be of positions.
 */
static int note_inverse(matching *m, int equation)
{
    eg_user_builder *b = m->b;
    b->visit++;
    m->way.count = 0;
    if (add_acting(m) < 0)
        return -1;
    for (int i = 0; i < m->way.count; i++)
        if (is_unknown(b, m->way.list[i]) && m->owner[m->way.list[i]] < 0)
            return eg_user_note_inverse(b, equation);
    return eg_user_note_sought(b);
}

/* Notes an equation that determines nothing as an invariant, if there are as many equations as unknowns and
 * it constrains states. 1 noted, 0 it is none, -1 out of memory. */
static int note_invariant(matching *m, int equation)
{
    eg_user_builder *b = m->b;
    int open = -m->equations;
    for (int item = 0; item < 2 * b->u->quantity_count; item++)
        open += is_unknown(b, item);
    b->visit++;
    m->way.count = 0;
    if (open != 0)
        return 0;
    if (visit(m, b->equations[equation].left, false) < 0 ||
        visit(m, b->equations[equation].right, false) < 0 || follow_definitions(m, 0) < 0)
        return -1;
    for (int i = 0; i < m->way.count; i++)
        if (m->way.list[i] < b->u->quantity_count && b->u->quantities[m->way.list[i]].role == EG_ROLE_STATE)
            return eg_user_note_invariant(b, equation);
    return 0;
}

static eg_status check(matching *m)
{
    eg_user_builder *b = m->b;
    int items = 2 * b->u->quantity_count, unmatched = -1;
    for (int item = 0; item < items; item++)
        m->owner[item] = m->seen[item] = -1;
    for (int e = 0; e < m->equations; e++) {
        memset(m->tried, 0, sizeof(bool) * (size_t)m->equations);
        if (match(m, e, e))
            continue;
        unmatched = e;
        break;
    }
    if (unmatched >= 0) {
        int moved = m->quiet ? eg_user_note_motion(b, m->equation[unmatched])
                             : note_inverse(m, m->equation[unmatched]);
        if (!m->quiet && moved == 0)
            moved = note_invariant(m, m->equation[unmatched]);
        if (!m->quiet && moved == 0)
            report_unmatched(m, unmatched);
        return moved < 0 ? EG_ERROR_MEMORY : EG_ERROR_MODEL;
    }
    eg_status status = EG_OK;
    for (int item = 0; item < items; item++) {
        if (!is_unknown(b, item))
            continue;
        bool open = m->owner[item] < 0;
        if (!open && b->u->quantities[item % b->u->quantity_count].type == EG_REAL)
            continue;
        status = EG_ERROR_MODEL;
        if (!m->quiet)
            (open ? report_open : report_circle)(b, item);
    }
    return status;
}

static eg_status check_rest(eg_user_builder *b, bool with_derivatives, bool quiet)
{
    size_t items = 2 * (size_t)b->u->quantity_count + 1, equations = (size_t)b->equation_count + 1;
    matching m = {.b = b, .with_derivatives = with_derivatives, .with_answers = !quiet, .quiet = quiet};
    m.equation = eg_arena_array(b->arena, equations, sizeof(int));
    m.start = eg_arena_array(b->arena, equations + 1, sizeof(int));
    m.tried = eg_arena_array(b->arena, equations, sizeof(bool));
    m.owner = eg_arena_array(b->arena, items, sizeof(int));
    m.seen = eg_arena_array(b->arena, items, sizeof(int));
    if (!m.equation || !m.start || !m.tried || !m.owner || !m.seen)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < b->equation_count; i++)
        if (b->equations[i].kind == EG_USER_EQUATION && !b->equations[i].is_used)
            m.equation[m.equations++] = i;
    eg_status status = list_unknowns(&m) < 0 ? EG_ERROR_MEMORY : check(&m);
    free(m.item);
    free(m.way.list);
    return status;
}

/* Does the formula lead to the derivative of a state that is fixed at the start, and that no equation gives
 * by itself? Negative: out of memory. */
static int leads_to_fixed(matching *m, int formula)
{
    const eg_user_builder *b = m->b;
    int n = b->u->quantity_count;
    m->b->visit++;
    m->way.count = 0;
    if (visit(m, formula, false) < 0 || follow_definitions(m, 0) < 0)
        return -1;
    for (int i = 0; i < m->way.count; i++)
        if (m->way.list[i] >= n && is_unknown(b, m->way.list[i]) &&
            b->u->quantities[m->way.list[i] - n].fixed == 1)
            return 1;
    return 0;
}

/* One of the states in `a*der(x) + der(y) = f` is to be determined by an equation that speaks of states
 * alone: that has to be y where x is fixed at the start. So der(y), which the equation has been solved for,
 * becomes an unknown like der(x), and modes choose (user/structure.c). */
static int reopen_rates(eg_user_builder *b)
{
    matching m = {.b = b};
    int status = 0, n = b->u->quantity_count;
    for (int k = 0; k < n && status >= 0; k++) {
        const eg_user_quantity *q = &b->u->quantities[k];
        int equation = b->definer[n + k];
        if (q->role != EG_ROLE_STATE || q->fixed == 1 || b->rate_of[k] < 0 || b->rate_leaf[k] < 0 ||
            equation < 0)
            continue;
        status = leads_to_fixed(&m, b->rate_of[k]);
        if (status <= 0)
            continue;
        eg_user_source *source = &b->equations[equation];
        source->left = b->rate_leaf[k];
        source->right = b->rate_of[k];
        source->is_used = false;
        b->rate_of[k] = b->definer[n + k] = -1;
    }
    free(m.way.list);
    return status < 0 ? -1 : 0;
}

static bool has_invariants(const eg_spec *spec)
{
    bool has = false;
    for (size_t i = 0; i < spec->equation_count && !has; i++)
        has = spec->equations[i].order > 0;
    return has;
}

/* reinit sets one state of those that an invariant ties, and the others would not follow. */
static eg_status check_set(matching *m, const eg_user_source *q)
{
    eg_user_builder *b = m->b;
    b->visit++;
    m->way.count = 0;
    if (visit(m, q->left, false) < 0 || follow_definitions(m, 0) < 0)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->way.count; i++) {
        const int k = m->way.list[i] % b->u->quantity_count;
        if (!b->is_set[k])
            continue;
        const eg_user_quantity *set = &b->u->quantities[k];
        eg_report(b->d, EG_ERROR, q->place,
                  "the constraint %s ties %s, which reinit sets, to states that would not follow",
                  eg_user_equation_text(b, q->place), set->path);
        eg_remedy(b->d, "write the motion in variables that meet the constraint by themselves, an angle for "
                        "instance, and reinit these");
        return EG_ERROR_MODEL;
    }
    return EG_OK;
}

static eg_status check_invariants(eg_user_builder *b)
{
    matching m = {.b = b};
    eg_status status = EG_OK;
    for (int i = 0; i < b->equation_count && status == EG_OK; i++) {
        const eg_user_source *q = &b->equations[i];
        if (q->kind == EG_USER_INITIAL && q->number >= 0 && b->spec->equations[q->number].order > 0)
            status = check_set(&m, q);
    }
    free(m.way.list);
    return status;
}

/* What fits as it is needs no derivatives but, perhaps, in some modes. Beside invariants all that constrains
 * states is one (invariant.c): their derivatives ask for those of what other equations give. */
eg_status eg_user_check_rest(eg_user_builder *b)
{
    const bool is_tied = has_invariants(b->spec);
    eg_status status = is_tied ? check_invariants(b) : EG_OK;
    if (status == EG_OK)
        status = check_rest(b, false, !is_tied);
    if (status == EG_ERROR_MEMORY || b->u->constraint_count > 0 || (is_tied && status != EG_OK) ||
        (status == EG_OK && b->relation_count == 0))
        return status;
    bool fits = status == EG_OK;
    if (!fits && reopen_rates(b) < 0)
        return EG_ERROR_MEMORY;
    status = eg_user_name_speeds(b);
    return status != EG_OK ? status : check_rest(b, !fits, false);
}
