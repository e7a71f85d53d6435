/* A plan's program (elastogap/fixed_program.h): its operations, and how they change along an unknown. */
#include "fixed/run/part.h"

/* ---------------------------------------------------------------- operations */

static double of_one(int op, double a)
{
    switch (op) {
    case EG_FIXED_OP_NEG: return -a;
    case EG_FIXED_OP_SQRT: return sqrt(a);
    case EG_FIXED_OP_ABS: return fabs(a);
    case EG_FIXED_OP_SIGN: return (double)((a > 0.0) - (a < 0.0));
    case EG_FIXED_OP_SIN: return sin(a);
    case EG_FIXED_OP_COS: return cos(a);
    case EG_FIXED_OP_TAN: return tan(a);
    case EG_FIXED_OP_ASIN: return asin(a);
    case EG_FIXED_OP_ACOS: return acos(a);
    case EG_FIXED_OP_ATAN: return atan(a);
    case EG_FIXED_OP_SINH: return sinh(a);
    case EG_FIXED_OP_COSH: return cosh(a);
    case EG_FIXED_OP_TANH: return tanh(a);
    case EG_FIXED_OP_EXP: return exp(a);
    case EG_FIXED_OP_LOG: return log(a);
    case EG_FIXED_OP_LOG10: return log10(a);
    case EG_FIXED_OP_FLOOR: return floor(a);
    case EG_FIXED_OP_CEIL: return ceil(a);
    default: return a == 0.0; /* NOT */
    }
}

static double power(double a, double b)
{
    if (b == 2.0)
        return a * a;
    if (b == 0.5)
        return sqrt(a);
    return b == 1.5 ? a * sqrt(a) : pow(a, b);
}

static double of_two(int op, double a, double b)
{
    switch (op) {
    case EG_FIXED_OP_ADD: return a + b;
    case EG_FIXED_OP_SUB: return a - b;
    case EG_FIXED_OP_MUL: return a * b;
    case EG_FIXED_OP_DIV: return a / b;
    case EG_FIXED_OP_POW: return power(a, b);
    case EG_FIXED_OP_MIN: return a < b ? a : b;
    case EG_FIXED_OP_MAX: return a > b ? a : b;
    case EG_FIXED_OP_ATAN2: return atan2(a, b);
    case EG_FIXED_OP_QUOTIENT: return trunc(a / b);
    case EG_FIXED_OP_MODULO: return a - floor(a / b) * b;
    case EG_FIXED_OP_REMAINDER: return a - trunc(a / b) * b;
    case EG_FIXED_OP_LESS: return a < b;
    case EG_FIXED_OP_LESS_EQUAL: return a <= b;
    case EG_FIXED_OP_EQUAL: return a == b;
    case EG_FIXED_OP_NOT_EQUAL: return a != b;
    case EG_FIXED_OP_AND: return a != 0.0 && b != 0.0;
    default: return a != 0.0 || b != 0.0; /* OR */
    }
}

static double read_source(const eg_fixed_plan *p, const eg_fixed_view *m, const eg_fixed_source *of)
{
    switch (of->kind) {
    case EG_FIXED_TIME: return m->clock[0] + m->clock[1] * p->step;
    case EG_FIXED_UNKNOWN: return m->z[of->index];
    case EG_FIXED_UNKNOWN_RATE: return m->dz[of->index];
    case EG_FIXED_ITEM_DISTANCE: return m->s[of->index];
    case EG_FIXED_ITEM_RATE: {
        const eg_fixed_item *k = &p->item[of->index];
        return k->factor[0] * m->v[k->body[0]] + k->factor[1] * m->v[k->body[1]] + m->motion[of->index];
    }
    case EG_FIXED_INPUT: return m->input[of->index];
    case EG_FIXED_NODE_TEMPERATURE: return m->T[of->index];
    case EG_FIXED_DISCRETE: return m->discrete[of->index];
    case EG_FIXED_BEFORE: return m->before[of->index];
    default: return m->sampled[of->index]; /* EG_FIXED_SAMPLE */
    }
}

static void carry_out(const eg_fixed_plan *p, eg_fixed_view *m, int i)
{
    const eg_fixed_operation *x = &p->program->operation[i];
    double *v = m->value;
    if (x->op == EG_FIXED_OP_CONSTANT)
        v[i] = x->number;
    else if (x->op == EG_FIXED_OP_INPUT)
        v[i] = read_source(p, m, &p->program->source[x->a]);
    else if (x->op == EG_FIXED_OP_SELECT)
        v[i] = v[x->a] != 0.0 ? v[x->b] : v[x->c];
    else
        v[i] = x->b < 0 ? of_one(x->op, v[x->a]) : of_two(x->op, v[x->a], v[x->b]);
}

void eg_fixed_run(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int i = 0; i < p->program->operations; i++)
        carry_out(p, m, i);
}

/* ---------------------------------------------------------------- derivatives */

/* Of one argument; 0 where there is none. */
static double slope_of_one(int op, double a, double v)
{
    switch (op) {
    case EG_FIXED_OP_NEG: return -1.0;
    case EG_FIXED_OP_SQRT: return v > 0.0 ? 0.5 / v : 0.0;
    case EG_FIXED_OP_ABS: return (double)((a > 0.0) - (a < 0.0));
    case EG_FIXED_OP_SIN: return cos(a);
    case EG_FIXED_OP_COS: return -sin(a);
    case EG_FIXED_OP_TAN: return 1.0 + v * v;
    case EG_FIXED_OP_ASIN: return a * a < 1.0 ? 1.0 / sqrt((1.0 - a) * (1.0 + a)) : 0.0;
    case EG_FIXED_OP_ACOS: return a * a < 1.0 ? -1.0 / sqrt((1.0 - a) * (1.0 + a)) : 0.0;
    case EG_FIXED_OP_ATAN: return 1.0 / (1.0 + a * a);
    case EG_FIXED_OP_SINH: return cosh(a);
    case EG_FIXED_OP_COSH: return sinh(a);
    case EG_FIXED_OP_TANH: return (1.0 - v) * (1.0 + v);
    case EG_FIXED_OP_EXP: return v;
    case EG_FIXED_OP_LOG: return 1.0 / a;
    case EG_FIXED_OP_LOG10: return 0.4342944819032518 / a;
    default: return 0.0;
    }
}

/* The tangent of a power: b is mostly a number. */
static double tangent_of_power(double a, double b, double v, double da, double db)
{
    double sum = 0.0;
    if (da != 0.0 && b != 0.0 && (a != 0.0 || b >= 1.0))
        sum += da * b * power(a, b - 1.0);
    if (db != 0.0 && a > 0.0)
        sum += db * v * log(a);
    return sum;
}

static double tangent_of_two(int op, double a, double b, double v, double da, double db)
{
    switch (op) {
    case EG_FIXED_OP_ADD: return da + db;
    case EG_FIXED_OP_SUB: return da - db;
    case EG_FIXED_OP_MUL: return (da != 0.0 ? da * b : 0.0) + (db != 0.0 ? a * db : 0.0);
    case EG_FIXED_OP_DIV: return (da - (db != 0.0 ? v * db : 0.0)) / b;
    case EG_FIXED_OP_POW: return tangent_of_power(a, b, v, da, db);
    case EG_FIXED_OP_MIN: return a < b ? da : db;
    case EG_FIXED_OP_MAX: return a > b ? da : db;
    case EG_FIXED_OP_ATAN2: return (da * b - a * db) / (a * a + b * b);
    case EG_FIXED_OP_MODULO: return da - floor(a / b) * db;
    case EG_FIXED_OP_REMAINDER: return da - trunc(a / b) * db;
    default: return 0.0;
    }
}

static double tangent(const eg_fixed_plan *p, const eg_fixed_view *m, int i)
{
    const eg_fixed_operation *x = &p->program->operation[i];
    const double *v = m->value, *d = m->tangent;
    if (x->op == EG_FIXED_OP_SELECT)
        return v[x->a] != 0.0 ? d[x->b] : d[x->c];
    if (x->b >= 0)
        return tangent_of_two(x->op, v[x->a], v[x->b], v[i], d[x->a], d[x->b]);
    return d[x->a] != 0.0 ? d[x->a] * slope_of_one(x->op, v[x->a], v[i]) : 0.0;
}

void eg_fixed_rows_along(const eg_fixed_plan *p, eg_fixed_view *m, int k, double of_value, double of_rate,
                         double *column)
{
    const eg_fixed_program *q = p->program;
    const int *list = q->follower + q->unknown[k].first;
    for (int j = 0; j < q->unknown[k].count; j++) {
        const eg_fixed_operation *x = &q->operation[list[j]];
        if (x->op == EG_FIXED_OP_INPUT)
            m->tangent[list[j]] = q->source[x->a].kind == EG_FIXED_UNKNOWN ? of_value : of_rate;
        else
            m->tangent[list[j]] = tangent(p, m, list[j]);
    }
    for (int i = 0; i < q->unknowns; i++)
        column[i] = m->tangent[q->unknown[i].row];
    for (int j = 0; j < q->unknown[k].count; j++)
        m->tangent[list[j]] = 0.0;
}
