/* Parts that several formulas share. A formula is a graph, its text a tree: a function whose statements use
 * their variables more than once would double with every statement. What is used often enough, and long
 * enough, becomes a variable with an equation of its own, which stands in no results.
 *
 * What stands inside noEvent anywhere has no events elsewhere either, as in the network. A truth value is
 * kept as 0 or 1, so that it is no discrete variable: those are determined one after the other, but relations
 * of the motion all at once. */
#include "modelica/flat/flatten.h"

/* Text that is written twice rather than named, in operands. */
enum { WORTH_A_NAME = 40 };

typedef struct uses {
    const eg_spec *s;
    int *count;        /* of each formula */
    bool *must_stand;  /* it cannot be replaced by a name */
    bool *is_asked;    /* what it was before an event is asked */
    bool *is_argument; /* of a loop, in which there are no events: those of an argument stand outside */
    double *size;      /* of its text */
} uses;

static void use(uses *u, int formula)
{
    if (formula >= 0 && u->count[formula] < 1000)
        u->count[formula]++;
}

/* Operators that ask for the variable itself, or for what is known when the model is read. */
static bool keeps_operands(int op)
{
    switch (op) {
    case EG_OP_DER:
    case EG_OP_PRE:
    case EG_OP_EDGE:
    case EG_OP_CHANGE:
    case EG_OP_SAMPLE:
    case EG_OP_DELAY:
    case EG_OP_ALONG:
    case EG_OP_IMPULSE:
    case EG_OP_STRUCK:
    case EG_OP_HOLDS: return true;
    default: return false;
    }
}

static void count_roots(uses *u)
{
    const eg_spec *s = u->s;
    for (size_t i = 0; i < s->equation_count; i++) {
        const eg_user_equation *q = &s->equations[i];
        use(u, q->left);
        use(u, q->right);
        for (const eg_user_text *part = q->parts; part; part = part->next)
            use(u, part->formula);
        if (q->left >= 0)
            u->must_stand[q->left] = true;
    }
    for (size_t i = 0; i < s->when_count; i++) {
        use(u, s->whens[i].condition);
        u->must_stand[s->whens[i].condition] = true;
    }
}

/* pre, edge and change are of variables. */
static bool asks_before(int op)
{
    return op == EG_OP_PRE || op == EG_OP_EDGE || op == EG_OP_CHANGE;
}

/* Operands come first, so one walk back finds all uses. */
static void count_uses(eg_flattening *f, uses *u)
{
    count_roots(u);
    for (size_t i = u->s->formula_count; i-- > 0;) {
        const eg_formula *x = &u->s->formulas[i];
        int operands = u->count[i] > 0 ? eg_op_operands(x->op) : 0, of[3] = {x->a, x->b, x->c};
        for (int k = 0; k < 3 && k < operands; k++) {
            use(u, of[k]);
            for (int again = 1; x->op == EG_OP_ARGUMENT && again < u->count[i]; again++)
                use(u, of[k]); /* every outcome of a loop names all its arguments */
            bool is_link = x->op == EG_OP_LOOP || (x->op == EG_OP_ARGUMENT && k == 1);
            u->must_stand[of[k]] = u->must_stand[of[k]] || is_link || keeps_operands(x->op);
            u->is_argument[of[k]] = u->is_argument[of[k]] || (x->op == EG_OP_ARGUMENT && k == 0);
            u->is_asked[of[k]] = u->is_asked[of[k]] || asks_before(x->op);
            f->has_no_events[of[k]] = f->has_no_events[of[k]] || f->has_no_events[i] || x->op == EG_OP_SMOOTH;
        }
    }
}

static void choose(eg_flattening *f, uses *u)
{
    for (size_t i = 0; i < u->s->formula_count; i++) {
        const eg_formula *x = &u->s->formulas[i];
        int operands = eg_op_operands(x->op), of[3] = {x->a, x->b, x->c};
        u->size[i] = 1;
        for (int k = 0; k < 3 && k < operands; k++)
            u->size[i] += f->shared[of[k]] ? 1 : u->size[of[k]];
        bool is_long = u->count[i] > 1 && (u->count[i] - 1) * u->size[i] >= WORTH_A_NAME;
        bool may_be = !u->must_stand[i] && (is_long || u->is_argument[i]);
        f->shared[i] = operands > 0 && (u->is_asked[i] || may_be);
        f->is_remembered[i] = f->shared[i] && u->is_asked[i];
    }
}

void eg_flatten_share(eg_flattening *f)
{
    size_t n = f->spec->formula_count + 1;
    uses u = {.s = f->spec,
              .count = eg_new_array(f->r, n, sizeof(int)),
              .must_stand = eg_new_array(f->r, n, sizeof(bool)),
              .is_asked = eg_new_array(f->r, n, sizeof(bool)),
              .is_argument = eg_new_array(f->r, n, sizeof(bool)),
              .size = eg_new_array(f->r, n, sizeof(double))};
    f->shared = eg_new_array(f->r, n, sizeof(bool));
    f->is_remembered = eg_new_array(f->r, n, sizeof(bool));
    f->has_no_events = eg_new_array(f->r, n, sizeof(bool));
    if (f->r->out_of_memory)
        return;
    count_uses(f, &u);
    choose(f, &u);
}

const char *eg_flatten_shared_name(eg_flattening *f, int formula)
{
    const char *name = eg_textf(f->r, "shared.%d", formula);
    return name ? name : "";
}

void eg_flatten_declare_shared(eg_flattening *f)
{
    for (size_t i = 0; i < f->spec->formula_count && !f->r->out_of_memory; i++)
        if (f->shared[i]) {
            eg_write(&f->w, f->is_remembered[i] && f->is_truth[i] ? "  Boolean " : "  Real ");
            eg_write_path(&f->w, eg_flatten_shared_name(f, (int)i), NULL);
            eg_write(&f->w, " annotation(HideResult = true);\n");
        }
}
