/* Expression tapes: formulas as a flat array of instructions in single assignment form. Every instruction
 * computes one double from earlier ones; truth values are 0 and 1. A tape is built once (equal instructions
 * are shared, constants folded) and then evaluated any number of times into an array of values that the
 * caller owns: nothing is allocated while evaluating, and one tape may serve any number of threads.
 *
 * Derivatives are exact: forward along one direction (eg_tape_tangents), backward from one result to all
 * inputs (eg_tape_gradient), and as a formula of its own on the same tape (eg_tape_rate), which can be
 * differentiated again. A loop whose passes are counted by what it computes is a tape of its own (eg_loop);
 * it too has all of these derivatives, those of the passes that are made. A relation whose truth is frozen
 * between events is EG_OP_SWITCH: it reads a mode, and its derivative is 0. Both branches of EG_OP_SELECT are
 * computed; what is not chosen has no effect, be it NaN. */
#ifndef EG_BASE_TAPE_H
#define EG_BASE_TAPE_H

#include <stdbool.h>
#include <stddef.h>

/* name, number of operands */
#define EG_OP_LIST(X)                                                                                        \
    X(CONSTANT, 0) /* number */                                                                              \
    X(INPUT, 0)    /* in[index] */                                                                           \
    X(SWITCH, 0)   /* mode[index] != 0 */                                                                    \
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
    X(QUOTIENT, 2)  /* div(a, b): truncated */                                                               \
    X(MODULO, 2)    /* a - floor(a/b)*b */                                                                   \
    X(REMAINDER, 2) /* a - div(a, b)*b */                                                                    \
    X(LESS, 2)                                                                                               \
    X(LESS_EQUAL, 2)                                                                                         \
    X(EQUAL, 2)                                                                                              \
    X(NOT_EQUAL, 2)                                                                                          \
    X(AND, 2)                                                                                                \
    X(OR, 2)                                                                                                 \
    X(NOT, 1)                                                                                                \
    X(ALONG, 2)    /* a, of which it is said that its rate is b */                                           \
    X(SELECT, 3)   /* a != 0 ? b : c */                                                                      \
    X(ARGUMENT, 2) /* a; of a loop, whose arguments before it are b */                                       \
    X(LOOP, 1)     /* what loop c of the tape leaves in its variable `number`; a: the last argument */

/* What formulas of models have besides. Tapes can hold these, but not evaluate them. */
#define EG_FORMULA_OP_LIST(X)                                                                                \
    X(VARIABLE, 0) /* by name */                                                                             \
    X(TIME, 0)                                                                                               \
    X(INITIAL, 0)                                                                                            \
    X(DER, 1)                                                                                                \
    X(PRE, 1)                                                                                                \
    X(EDGE, 1)                                                                                               \
    X(CHANGE, 1)                                                                                             \
    X(SAMPLE, 2) /* start, interval */                                                                       \
    X(SMOOTH, 1) /* its relations are no events */                                                           \
    X(DELAY, 3)  /* value, time, longest time */                                                             \
    X(TERMINAL, 0)                                                                                           \
    X(IMPULSE, 2) /* speed, what it becomes: 0 but for an instant */                                         \
    X(STRUCK, 2)  /* the speed before the last such impulse */                                               \
    X(HOLDS, 1)   /* a, but false while impulses act */

typedef enum eg_op {
#define EG_OP_NAME(name, operands) EG_OP_##name,
    EG_OP_LIST(EG_OP_NAME) EG_FORMULA_OP_LIST(EG_OP_NAME)
#undef EG_OP_NAME
} eg_op;

typedef struct eg_instruction {
    int op;
    int a, b, c;   /* operands: earlier instructions, or -1; INPUT, SWITCH: a is the index; CONSTANT: see
                    * eg_tape.origins */
    double number; /* CONSTANT; LOOP: which of its variables */
} eg_instruction;

/* A loop that has made so many passes is given up: its variables then have no value. */
enum { EG_LOOP_PASSES = 1000000 };

typedef struct eg_tape {
    eg_instruction *code;
    int count;
    size_t capacity;
    int *table; /* open hash table over the code: instruction + 1, or 0 */
    size_t table_size;
    struct eg_loop *loops;
    int loop_count;
    size_t loop_capacity;
    /* What constants come of, somebody else's; NULL: of nothing. Its inputs are parameters, and a constant
     * with a >= 0 is what instruction `a` there comes to. It is computed with as the number that it is, and
     * has a derivative by the parameters (eg_tape_tangents_of). */
    struct eg_tape *origins;
} eg_tape;

/* while condition loop x := next; end loop, of several variables x at once. Inputs of the body are the
 * `carried` variables, then what stays as it is; arguments of the loop are what the variables begin with,
 * then the same. */
typedef struct eg_loop {
    int carried, arguments;
    int condition;  /* an instruction of the body */
    int *next;      /* (carried) the same */
    bool *is_truth; /* (carried) the variable is a truth value */
    eg_tape body;
    int rates; /* the loop of the same tape that has derivatives of all variables behind them; -1: not made */
} eg_loop;

/* Operands of an operator of the lists above. */
int eg_op_operands(int op);
/* Are there arguments next to which it has no value: sqrt, log, powers ...? */
bool eg_op_has_edge(int op);
/* Does a derivative pass from the operands to the result? */
bool eg_op_passes(int op);
/* One with one or two operands (the second is then not looked at), carried out. */
double eg_op_compute(int op, double a, double b);

/* ---- building. An instruction's number, or -1 when out of memory or when an operand is -1. A tape that is
 * all zero is empty. */
int eg_tape_add(eg_tape *tape, int op, int a, int b, int c);
int eg_tape_constant(eg_tape *tape, double number);
/* One that comes of instruction `origin` of tape->origins; -1: of nothing. */
int eg_tape_bound_constant(eg_tape *tape, double number, int origin);
/* What an operation of two numbers with these origins comes of (b of a single operand is not looked at): -1
 * where that is nothing; -2 when out of memory. */
typedef struct eg_bound_number {
    double number;
    int origin; /* or -1 */
} eg_bound_number;
int eg_tape_origin(eg_tape *tape, int op, eg_bound_number a, eg_bound_number b);
int eg_tape_input(eg_tape *tape, int index);
int eg_tape_switch(eg_tape *tape, int index);
/* The loop, copied; its number: that of one that is the same, if there is. -1 when out of memory. */
int eg_tape_add_loop(eg_tape *tape, const eg_loop *loop);
/* What a loop leaves in variable `which`; which = carried: did it end? `arguments` is the last of a chain of
 * EG_OP_ARGUMENT, the first of which has a constant for its b. */
int eg_tape_outcome(eg_tape *tape, int arguments, int loop, int which);
void eg_loop_release(eg_loop *loop); /* what it owns */
/* Instruction i of this tape with other operands. */
int eg_tape_again(eg_tape *tape, const eg_instruction *i, int a, int b, int c);
/* Is it the constant `number`, whatever parameters there are? */
bool eg_tape_is(const eg_tape *tape, int node, double number);
void eg_tape_release(eg_tape *tape);

/* Appends a formula for the rate of `node`: sum of partial derivatives times the rates of the inputs, which
 * `input_rate` gives as instructions (it may append; it answers -1 when there is none). memo[i] is the rate
 * of instruction i, or -1 where it is not known yet; it grows with the tape. -1 when a rate is missing or
 * memory is out. */
typedef struct eg_tape_rates {
    int (*input_rate)(struct eg_tape_rates *rates, int node, int index);
    eg_tape *tape;
    int *memo;
    int memo_count;
    size_t memo_capacity;
} eg_tape_rates;
int eg_tape_rate(eg_tape_rates *rates, int node);
/* tape_loop.c: the same of an outcome, once the rates of the loop's arguments are known. */
int eg_tape_loop_rate(eg_tape_rates *rates, int node);
void eg_tape_rates_release(eg_tape_rates *rates);

/* All instructions that `root` depends on, itself included, ascending, appended to a malloc'ed list that
 * grows. mark[tape->count] is scratch of zeros, and is zeros again afterwards. Differentiable: only those
 * through which a derivative passes. 0, or -1 when out of memory. */
int eg_tape_cone(const eg_tape *tape, int root, bool differentiable, char *mark, int **list, int *count,
                 size_t *capacity);

/* ---- evaluating: v[tape->count] receives all values. */
void eg_tape_run(const eg_tape *tape, const double *in, const int *mode, double *v);
/* The same with each result that is no whole number an ulp or two larger or smaller, as if by chance, but
 * always the same for the same instruction. */
void eg_tape_run_shaken(const eg_tape *tape, const double *in, const int *mode, double *v);
double eg_tape_shaken(const eg_tape *tape, int i, double x); /* x as that has it of instruction i */
/* The same with operations continued beyond the edge of what they are defined for, where arguments are beyond
 * it by the rounding of their `size`, or by any distance. */
typedef struct eg_edges {
    const double *size; /* (count) */
    int count;          /* of instructions that follow none is known */
    bool is_any;
} eg_edges;
void eg_tape_run_beyond(const eg_tape *tape, const double *in, const int *mode, const eg_edges *edges,
                        double *v);
/* The same late in time, where an ulp of it is felt: input `clock` is known by what rounding leaves out of
 * it, `rest`, and so is all that follows it: products and sums keep their rounding, other functions the part
 * of first order. late[tape->count] is work. `shakes`: as eg_tape_run_shaken, but for what follows time,
 * which is known beyond its last digit. */
typedef struct eg_late {
    double rest;  /* what its value leaves out */
    bool follows; /* time, and not by steps */
} eg_late;
void eg_tape_run_late(const eg_tape *tape, const double *in, const int *mode, int clock, double rest,
                      bool shakes, eg_late *late, double *v);
/* tape_range.c. What instructions list[count] (ascending) come to where inputs are anywhere in their
 * ranges: into v[]. Every number that eg_tape_run makes of such inputs is within, to the bit; where that
 * cannot be said, or some number might be none, the range is all numbers. */
typedef struct eg_tape_interval {
    double low, high;
} eg_tape_interval;
void eg_tape_range(const eg_tape *tape, const int *list, int count, const eg_tape_interval *in,
                   eg_tape_interval *v);
/* One more time, only the instructions of a list (ascending). */
void eg_tape_run_list(const eg_tape *tape, const int *list, int count, const double *in, const int *mode,
                      double *v);
/* ---- A list of a tape's instructions, made ready for being carried out often. */
typedef struct eg_tape_step {
    int op;
    int to, a, b, c; /* places in v; INPUT, SWITCH: a is the index */
} eg_tape_step;
/* Carries them out: v[] receives what they compute, and holds all else that they read. The bits are those of
 * eg_tape_run. None is an outcome of a loop. */
void eg_tape_run_steps(const eg_tape_step *step, int count, const double *in, const int *mode, double *v);
/* tape_rows.c. The same at `count` points, numbers of a place beside each other: v[place*stride + point].
 * None is INPUT or SWITCH. */
void eg_tape_run_rows(const eg_tape_step *step, int steps, int count, size_t stride, double *v);
/* Instruction i as a step to its own place. */
eg_tape_step eg_tape_step_of(const eg_tape *tape, int i);
/* Of all constants: v[] in their places. */
void eg_tape_set_constants(const eg_tape *tape, double *v);

/* Is a derivative infinite on the way from the inputs along that direction, where 0 stands for it (sqrt
 * and powers below 1 at 0, asin and acos at 1 and -1)? v[], dv[] of eg_tape_tangents. The instruction, or
 * -1. */
int eg_tape_infinite_slope(const eg_tape *tape, const double *v, const double *dv);
/* dv[] = derivatives of all values in the direction din[] of the inputs. */
void eg_tape_tangents(const eg_tape *tape, const double *v, const double *din, double *dv);
/* The same where what constants come of moves along: dorigins[] are the derivatives of tape->origins. Where
 * a derivative is infinite NAN stands for it, not 0. */
void eg_tape_tangents_of(const eg_tape *tape, const double *v, const double *din, const double *dorigins,
                         double *dv);
/* adjoint[] goes in with what the results are weighted by, and comes out with the derivatives of their sum by
 * all instructions. False: one of them is infinite on the way, where 0 stands for it. */
bool eg_tape_adjoint(const eg_tape *tape, const double *v, double *adjoint);
/* Partial derivatives of instruction k by its operands a and b, of a selection by the branch that is chosen;
 * how many there are (0: no derivative passes). */
int eg_tape_partials(const eg_tape *tape, int k, const double *v, double partial[2]);
/* adjoint[i] = d v[root]/d v[i] for every i of root's differentiable cone; other entries are not touched. */
void eg_tape_gradient(const eg_tape *tape, const double *v, const int *cone, int count, int root,
                      double *adjoint);

/* ---- tape_loop.c. Instructions list[k], ... (list NULL: k, ...) that are outcomes of one loop: how many
 * there are before position `count`; 0 where the first is none. */
int eg_tape_outcomes(const eg_tape *tape, const int *list, int k, int count);
/* The values of these; their rates in the direction dv; what their adjoints add to those of arguments. */
void eg_tape_run_loop(const eg_tape *tape, const int *list, int k, int outcomes, double *v);
void eg_tape_loop_tangents(const eg_tape *tape, int k, int outcomes, const double *v, double *dv);
void eg_tape_loop_gradient(const eg_tape *tape, const int *list, int k, int outcomes, const double *v,
                           double *adjoint);

#endif
