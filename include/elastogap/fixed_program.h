/* The program of a plan for fixed steps: what a model's own equations say, as straight-line code over one
 * vector of values. Every operation computes one double from earlier ones; truth values are 0 and 1.
 *
 * A program has unknowns (states and what loops determine), each with a row that is to be 0; results,
 * which are
 * inputs of the plan; clauses that act when their conditions become true; claims, which are to be true;
 * and it
 * remembers discrete values, values before an event, and when samples are due. eg_fixed_step makes the
 * steps of
 * its unknowns beside those of the bodies: of second order, implicit, so that time constants may be
 * shorter than the step,
 *     z' = z + h*((1 - theta)*der(z) + theta*der(z')),   theta = 1/2 + q/(2*(q + 6)),
 * q = h times what a row's derivative loses with its unknown. Where results follow more than time, each
 * step is made twice, first with the results
 * as they were at its beginning, then with those that the first has led to. Clauses act at the end of the
 * step in which their conditions become true. */
#ifndef ELASTOGAP_FIXED_PROGRAM_H
#define ELASTOGAP_FIXED_PROGRAM_H

/* name, number of operands */
#define EG_FIXED_OP_LIST(X)                                                                                  \
    X(CONSTANT, 0) /* number */                                                                              \
    X(INPUT, 0)    /* source a */                                                                            \
    X(ADD, 2)                                                                                                \
    X(SUB, 2)                                                                                                \
    X(MUL, 2)                                                                                                \
    X(DIV, 2)                                                                                                \
    X(NEG, 1)                                                                                                \
    X(POW, 2)                                                                                                \
    X(SQRT, 1)                                                                                               \
    X(ABS, 1)                                                                                                \
    X(SIGN, 1)                                                                                               \
    X(MIN, 2)                                                                                                \
    X(MAX, 2)                                                                                                \
    X(SIN, 1)                                                                                                \
    X(COS, 1)                                                                                                \
    X(TAN, 1)                                                                                                \
    X(ASIN, 1)                                                                                               \
    X(ACOS, 1)                                                                                               \
    X(ATAN, 1)                                                                                               \
    X(ATAN2, 2)                                                                                              \
    X(SINH, 1)                                                                                               \
    X(COSH, 1)                                                                                               \
    X(TANH, 1)                                                                                               \
    X(EXP, 1)                                                                                                \
    X(LOG, 1)                                                                                                \
    X(LOG10, 1)                                                                                              \
    X(FLOOR, 1)                                                                                              \
    X(CEIL, 1)                                                                                               \
    X(QUOTIENT, 2)  /* truncated */                                                                          \
    X(MODULO, 2)    /* a - floor(a/b)*b */                                                                   \
    X(REMAINDER, 2) /* a - quotient*b */                                                                     \
    X(LESS, 2)                                                                                               \
    X(LESS_EQUAL, 2)                                                                                         \
    X(EQUAL, 2)                                                                                              \
    X(NOT_EQUAL, 2)                                                                                          \
    X(AND, 2)                                                                                                \
    X(OR, 2)                                                                                                 \
    X(NOT, 1)                                                                                                \
    X(SELECT, 3) /* a != 0 ? b : c */

/* What an operation computes. */
typedef enum eg_fixed_op {
#define EG_FIXED_OP_NAME(name, operands) EG_FIXED_OP_##name,
    EG_FIXED_OP_LIST(EG_FIXED_OP_NAME)
#undef EG_FIXED_OP_NAME
} eg_fixed_op;

/* Operation number i computes value i, from those before it. */
typedef struct eg_fixed_operation {
    int op;      /* eg_fixed_op */
    int a, b, c; /* earlier operations; of INPUT: a is the source */
    double number;
} eg_fixed_operation;

/* What an INPUT reads. */
typedef enum eg_fixed_source_kind {
    EG_FIXED_TIME,             /* [s] */
    EG_FIXED_UNKNOWN,          /* index: unknown */
    EG_FIXED_UNKNOWN_RATE,     /* its derivative */
    EG_FIXED_ITEM_DISTANCE,    /* index: item of the plan */
    EG_FIXED_ITEM_RATE,        /* the same */
    EG_FIXED_INPUT,            /* index: input of the plan */
    EG_FIXED_NODE_TEMPERATURE, /* index: heat node */
    EG_FIXED_DISCRETE,         /* index: discrete value */
    EG_FIXED_BEFORE,           /* index: among the values before an event */
    EG_FIXED_SAMPLE,           /* index: 1 while sample number index is taken */
    EG_FIXED_LAW_DISTANCE,     /* of operations of a law: s of its item, where the force is asked for */
    EG_FIXED_LAW_RATE          /* der(s) there */
} eg_fixed_source_kind;

/* One input of the program. */
typedef struct eg_fixed_source {
    int kind, index; /* eg_fixed_source_kind */
} eg_fixed_source;

/* A state, or what a loop determines. */
typedef struct eg_fixed_unknown {
    int row;      /* the operation that is to be 0 */
    int is_state; /* it has a derivative */
    double start;
    int first, count; /* of `follower`: operations that follow it or its derivative, ascending */
} eg_fixed_unknown;

/* A force along an item that follows its distance and rate alone, f as springs have it: operations first ...
 * first + count - 1, of which `force` is the value. Its mean over a step is part of the balance of bodies. */
typedef struct eg_fixed_law {
    int item, first, count, force;
} eg_fixed_law;

/* Of a `when`: it is active when its condition, or that of `other`, becomes true, and none is that stands
 * above it. -1: none. */
typedef struct eg_fixed_clause {
    int condition; /* operation */
    int is_true;   /* at the start */
    int other, above;
} eg_fixed_clause;

/* What a clause does. */
typedef enum eg_fixed_action_kind {
    EG_FIXED_ASSIGN,   /* discrete value `target` becomes `value` */
    EG_FIXED_SET,      /* so does unknown `target` */
    EG_FIXED_SET_SPEED /* the speed of body `target` becomes value*factor */
} eg_fixed_action_kind;

/* It is done while its clause is active. */
typedef struct eg_fixed_action {
    int kind, clause, target, value; /* value: operation */
    double factor;
} eg_fixed_action;

/* A value that is remembered from before an event. */
typedef struct eg_fixed_before {
    int operation, is_discrete;
    double start;
} eg_fixed_before;

/* Due at first + k*interval [s], k = next, ... */
typedef struct eg_fixed_sample {
    double first, interval, next;
} eg_fixed_sample;

/* All of it; tables of a plan that can be compiled into a program, as the plan's own. */
typedef struct eg_fixed_program {
    double start; /* [s] the time of the plan's start */
    int operations, sources, unknowns, followers, results, discretes, befores, clauses, actions, samples,
        claims;
    int laws, straight; /* operations before those of the laws */
    int results_follow; /* something else than time: a step is made twice */
    const eg_fixed_operation *operation;
    const eg_fixed_source *source;
    const eg_fixed_unknown *unknown;
    const int *follower;
    const int *result;      /* operations that are inputs of the plan, number plan->inputs and on */
    const double *discrete; /* at the start */
    const eg_fixed_before *before;
    const eg_fixed_clause *clause;
    const eg_fixed_action *action;
    const eg_fixed_sample *sample;
    const int *claim; /* operations */
    const eg_fixed_law *law;
} eg_fixed_program;

#endif
