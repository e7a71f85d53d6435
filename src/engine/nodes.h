/* Gauss-Lobatto nodes on [0, 1]: where a step is looked at, both ends included.
 *
 * One set of samples serves two purposes: the weights integrate (exactly up to degree 2 count - 3), and
 * the polynomial through the samples, written in Bernstein form, tells whether it has a root: its
 * values lie between the smallest and the largest coefficient, and it has at most as many roots in
 * (0, 1) as its coefficients change sign (Descartes' rule; Farouki (2012), Comput. Aided Geom. Des. 29,
 * 379-419, sections 3.2 and 4.3). */
#ifndef EG_ENGINE_NODES_H
#define EG_ENGINE_NODES_H

enum { EG_NODES_MIN = 4, EG_NODES_MAX = 12 };
/* Of functions that follow time where the step is a polynomial of a low degree, or nothing moves. */
enum { EG_NODES_OF_TIME = 9 };

typedef struct eg_nodes {
    int count;                 /* 0: not made yet */
    double x[EG_NODES_MAX];    /* (count) ascending, x[0] = 0, x[count-1] = 1 */
    double w[EG_NODES_MAX];    /* (count) sum 1 */
    double tail[EG_NODES_MAX]; /* (count) to the last coefficient of the Legendre series, over count - 1 */
    double to_bernstein[EG_NODES_MAX][EG_NODES_MAX]; /* (count x count) coefficients from samples */
    double spread;                                   /* largest row sum of |to_bernstein| */
} eg_nodes;

/* The set of `count` nodes, EG_NODES_MIN <= count <= EG_NODES_MAX. */
void eg_nodes_make(eg_nodes *nodes, int count);

/* How often the Bernstein coefficients of the polynomial through samples[count] - level change sign when
 * one begins above: 0: it stays above level; 1: it falls below it once and for all; more: not known. 0 counts
 * as above, and so does what the rounding of the change of form may have put below. `stride` separates
 * the samples. */
int eg_nodes_variations(const eg_nodes *nodes, const double *samples, int stride, double level);

#endif
