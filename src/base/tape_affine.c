/* Is an instruction affine, and which function of time does it add?
 *
 * Functions of time are sums and products of polynomials, harmonics and exponentials of a phase that is
 * linear in time: with these a Taylor series is known to any order, and how fast it grows. A factor that
 * follows time makes what moves no linear system any more, and neither does a product of two that move. */
#include "base/tape_affine.h"

#include <math.h>
#include <string.h>

static const eg_tape_form twofold = {EG_TAPE_PRODUCT, -1, false};
static const eg_tape_form curved = {EG_TAPE_CURVED, -1, false};

static bool is_of_time_alone(eg_tape_form a)
{
    return a.moves == EG_TAPE_STILL;
}

static eg_tape_form sum(eg_tape_form a, eg_tape_form b)
{
    return (eg_tape_form){.moves = a.moves > b.moves ? a.moves : b.moves,
                          .time = a.time > b.time ? a.time : b.time,
                          .swings = a.swings || b.swings};
}

static eg_tape_form checked(int time, bool swings)
{
    return time > EG_TAPE_TIME_DEGREE ? curved : (eg_tape_form){EG_TAPE_STILL, (signed char)time, swings};
}

static eg_tape_form product(eg_tape_form a, eg_tape_form b)
{
    if (eg_tape_is_frozen(a) || eg_tape_is_frozen(b))
        return eg_tape_is_frozen(a) ? b : a;
    if (is_of_time_alone(a) && is_of_time_alone(b))
        return checked(a.time + b.time, a.swings || b.swings);
    return a.moves <= EG_TAPE_AFFINE && b.moves <= EG_TAPE_AFFINE ? twofold : curved;
}

/* A whole power, which is a product. */
static bool is_whole_power(const eg_tape *tape, const eg_instruction *i)
{
    const eg_instruction *exponent = &tape->code[i->b];
    return exponent->op == EG_OP_CONSTANT && exponent->number == rint(exponent->number) &&
           exponent->number >= 2 && exponent->number <= 64;
}

static eg_tape_form power(const eg_tape *tape, const eg_instruction *i, eg_tape_form a)
{
    if (!is_whole_power(tape, i))
        return curved;
    if (!is_of_time_alone(a))
        return a.moves == EG_TAPE_AFFINE && tape->code[i->b].number == 2 ? twofold : curved;
    return checked(a.time * (int)tape->code[i->b].number, a.swings);
}

static eg_tape_form form_of(const eg_tape *tape, const eg_instruction *i, const eg_tape_form *input,
                            const eg_tape_form *form)
{
    const int of[3] = {i->a, i->b, i->c};
    const eg_tape_form frozen = {EG_TAPE_STILL, -1, false};
    bool all_frozen = true;
    if (i->op == EG_OP_INPUT)
        return input[i->a];
    if (i->op == EG_OP_ALONG)
        return form[i->a];
    for (int k = 0; k < eg_op_operands(i->op); k++) {
        if (form[of[k]].moves == EG_TAPE_CURVED)
            return curved;
        all_frozen = all_frozen && eg_tape_is_frozen(form[of[k]]);
    }
    if (all_frozen)
        return frozen;
    switch (i->op) {
    case EG_OP_NEG: return form[i->a];
    case EG_OP_ADD:
    case EG_OP_SUB: return sum(form[i->a], form[i->b]);
    case EG_OP_MUL: return product(form[i->a], form[i->b]);
    case EG_OP_DIV: return eg_tape_is_frozen(form[i->b]) ? form[i->a] : curved;
    case EG_OP_SELECT: return eg_tape_is_frozen(form[i->a]) ? sum(form[i->b], form[i->c]) : curved;
    case EG_OP_POW: return power(tape, i, form[i->a]);
    case EG_OP_SIN:
    case EG_OP_COS:
    case EG_OP_SINH:
    case EG_OP_COSH:
    case EG_OP_EXP:
        return is_of_time_alone(form[i->a]) && form[i->a].time <= 1 && !form[i->a].swings ? checked(0, true)
                                                                                          : curved;
    default: return curved;
    }
}

void eg_tape_find_forms(const eg_tape *tape, const eg_tape_form *input, eg_tape_form *form)
{
    for (int i = 0; i < tape->count; i++)
        form[i] = form_of(tape, &tape->code[i], input, form);
}

bool eg_tape_is_product(const eg_tape *tape, const eg_tape_form *form, int node)
{
    const eg_instruction *i = &tape->code[node];
    if (form[node].moves != EG_TAPE_PRODUCT || (i->op != EG_OP_MUL && i->op != EG_OP_POW))
        return false;
    return form[i->a].moves != EG_TAPE_PRODUCT && form[i->b].moves != EG_TAPE_PRODUCT;
}

const char *eg_tape_curved_because(const eg_tape *tape, int node)
{
    switch (tape->code[node].op) {
    case EG_OP_INPUT: return "what it follows is not linear";
    case EG_OP_MUL:
    case EG_OP_POW: return "a product, or a power, of what varies between events";
    case EG_OP_DIV: return "it divides by what varies between events";
    case EG_OP_LOOP:
    case EG_OP_ARGUMENT: return "a loop of what varies between events";
    case EG_OP_SELECT:
    case EG_OP_ABS:
    case EG_OP_MIN:
    case EG_OP_MAX:
    case EG_OP_LESS:
    case EG_OP_LESS_EQUAL:
    case EG_OP_EQUAL:
    case EG_OP_NOT_EQUAL:
    case EG_OP_AND:
    case EG_OP_OR:
    case EG_OP_NOT: return "a kink that is no event, as in noEvent";
    default: return "a function of what varies between events that is neither linear nor a harmonic of time";
    }
}

/* ---------------------------------------------------------------- series in time */

static double *coefficients_of(const eg_tape_series *s, int node)
{
    return s->coefficients + (size_t)s->at[node] * ((size_t)s->order + 1);
}

static bool follows(const eg_tape_series *s, int node)
{
    return s->form[node].time >= 0 && s->form[node].moves != EG_TAPE_CURVED;
}

/* c += factor*(what instruction `node` has). */
static void add(const eg_tape_series *s, int node, double factor, double *c, double *growth)
{
    if (!follows(s, node))
        return;
    const double *x = coefficients_of(s, node);
    for (int k = 0; k <= s->order; k++)
        c[k] += factor * x[k];
    *growth = fmax(*growth, s->growth[s->at[node]]);
}

/* c = c * x */
static void multiply(const eg_tape_series *s, const double *x, double *c)
{
    for (int k = s->order; k >= 0; k--) {
        double total = 0;
        for (int j = 0; j <= k; j++)
            total += c[j] * x[k - j];
        c[k] = total;
    }
}

static void take_product(const eg_tape_series *s, const eg_instruction *i, double *c, double *growth)
{
    if (!follows(s, i->a) || !follows(s, i->b)) {
        const bool first = follows(s, i->a);
        add(s, first ? i->a : i->b, s->value[first ? i->b : i->a], c, growth);
        return;
    }
    add(s, i->a, 1, c, growth);
    multiply(s, coefficients_of(s, i->b), c);
    *growth = s->growth[s->at[i->a]] + s->growth[s->at[i->b]];
}

static void take_power(const eg_tape_series *s, const eg_instruction *i, double *c, double *growth)
{
    const int exponent = (int)s->value[i->b];
    add(s, i->a, 1, c, growth);
    for (int k = 1; k < exponent; k++)
        multiply(s, coefficients_of(s, i->a), c);
    *growth *= exponent;
}

/* A function of a phase a + b t: its derivatives at the instant go round in turn. */
static void take_function(const eg_tape_series *s, const eg_instruction *i, double *c, double *growth)
{
    const double *phase = coefficients_of(s, i->a);
    const double b = s->order > 0 ? phase[1] : 0, rest = s->late ? s->late[i->a].rest : 0;
    double even = 0, odd = 0, sign = 1, power = 1;
    switch (i->op) {
    case EG_OP_SIN:
    case EG_OP_COS: {
        const double x = s->value[i->a], sine = sin(x) * cos(rest) + cos(x) * sin(rest),
                     cosine = cos(x) * cos(rest) - sin(x) * sin(rest);
        even = i->op == EG_OP_SIN ? sine : cosine;
        odd = i->op == EG_OP_SIN ? cosine : -sine;
        sign = -1;
        break;
    }
    case EG_OP_EXP: even = odd = exp(s->value[i->a] + rest); break;
    case EG_OP_SINH:
    case EG_OP_COSH: {
        const double x = s->value[i->a] + rest;
        even = i->op == EG_OP_SINH ? sinh(x) : cosh(x);
        odd = i->op == EG_OP_SINH ? cosh(x) : sinh(x);
        break;
    }
    default: break;
    }
    for (int k = 0; k <= s->order; k++) {
        c[k] = power * (k % 2 == 0 ? even : odd) * (k / 2 % 2 == 0 ? 1 : sign);
        power *= b / (k + 1);
    }
    *growth = fabs(b) / s->unit;
}

static void find_one(const eg_tape_series *s, int node)
{
    const eg_instruction *i = &s->tape->code[node];
    double *c = coefficients_of(s, node), *growth = &s->growth[s->at[node]];
    memset(c, 0, ((size_t)s->order + 1) * sizeof *c);
    *growth = 0;
    switch (i->op) {
    case EG_OP_INPUT:
        if (s->order > 0)
            c[1] = s->unit;
        break;
    case EG_OP_NEG: add(s, i->a, -1, c, growth); break;
    case EG_OP_ALONG: add(s, i->a, 1, c, growth); break;
    case EG_OP_ADD:
    case EG_OP_SUB:
        add(s, i->a, 1, c, growth);
        add(s, i->b, i->op == EG_OP_ADD ? 1 : -1, c, growth);
        break;
    case EG_OP_MUL: take_product(s, i, c, growth); break;
    case EG_OP_DIV: add(s, i->a, 1 / s->value[i->b], c, growth); break;
    case EG_OP_SELECT: add(s, s->value[i->a] != 0 ? i->b : i->c, 1, c, growth); break;
    case EG_OP_POW: take_power(s, i, c, growth); break;
    default: take_function(s, i, c, growth); break;
    }
    c[0] = s->value[node];
}

/* Next to a root of its polynomial, derivatives of t sin(w t) grow up to twice as fast as those of sin(w t). */
void eg_tape_find_series(eg_tape_series *s)
{
    for (int k = 0; k < s->count; k++)
        find_one(s, s->list[k]);
    for (int k = 0; k < s->count; k++)
        if (s->form[s->list[k]].time > 0)
            s->growth[k] *= 2;
}
