/* F of a mode, linearised at points of the motion, for products with weights w of the equations: what w'F has
 * by y, by y', and by whatever moves besides.
 *
 * The rows are the system's (eg_parametric_facet), whose entries stand where something is, parameters and
 * remembered numbers among them. Where it has none they are made of its Jacobian's pattern, and derivatives
 * along parameters are to be asked for by `residual_back`. */
#ifndef EG_SENSITIVITY_ADJOINT_ROWS_H
#define EG_SENSITIVITY_ADJOINT_ROWS_H

#include "base/parametric.h"
#include "engine/irk/lu.h"

typedef struct eg_adjoint_rows {
    eg_system *system;
    const eg_variational_rows *of_mode; /* NULL: not found yet */
    bool has_along; /* directions are among the columns, in the order in which the system was told of them */
    bool is_diagonal;  /* each y' stands in the row of its own number alone: w follows without elimination */
    int *rate, *along; /* (n) the first entry of each row that is of y', of a direction */
    double *values;    /* (points x entries) */
    size_t points, room;
    /* Of the pattern. */
    eg_variational_rows own;
    int *start, *column, *at; /* (n + 1), (2 entries), (entries) where each entry of the pattern stands */
    double *by_y, *by_both;   /* (entries) dF/dy, and dF/dy + cj dF/dy' */
    double cj;                /* a power of 2, the caller's: rates that matter, so that neither takes the
                               * other's digits; 1 at first */
    size_t own_room;
} eg_adjoint_rows;

/* For so many points at once. False: out of memory; release it in any case. */
bool eg_adjoint_rows_init(eg_adjoint_rows *r, size_t n, size_t points);
void eg_adjoint_rows_release(eg_adjoint_rows *r);
/* Another system, or another mode of it. */
void eg_adjoint_rows_move(eg_adjoint_rows *r, eg_system *system);
/* The rows of the mode, at a point of it, if they are not there yet. Answers as callbacks do. */
int eg_adjoint_rows_find(eg_adjoint_rows *r, double t, const double *y, const double *yp);
/* Do the entries, which have been found, follow y' or need them to be looked at? */
bool eg_adjoint_rows_need_rates(const eg_adjoint_rows *r);
/* Their values at point number `point`. Answers as callbacks do. */
int eg_adjoint_rows_look(eg_adjoint_rows *r, size_t point, double t, const double *y, const double *yp);

/* by_y[n] = F_y'w, by_rate[n] = F_y''w (transposed), set; along[directions], added to. */
void eg_adjoint_rows_by_y(const eg_adjoint_rows *r, size_t point, const double *w, double *by_y);
void eg_adjoint_rows_by_rate(const eg_adjoint_rows *r, size_t point, const double *w, double *by_rate);
void eg_adjoint_rows_along(const eg_adjoint_rows *r, size_t point, const double *w, double *along);
/* The sums of |F_y| |w|, by columns. */
void eg_adjoint_rows_size(const eg_adjoint_rows *r, size_t point, const double *w, double *size);
/* How far each row reaches where y and y' change by reach[n]: |pace F_y| and |F_y'| times that. */
void eg_adjoint_rows_reach(const eg_adjoint_rows *r, size_t point, double pace, const double *reach,
                           double *rows);
/* (pace F_y + (re + i im) F_y') transposed, to be factored. */
void eg_adjoint_rows_fill(const eg_adjoint_rows *r, size_t point, double pace, double re, double im,
                          eg_irk_lu *lu);
/* The same of those columns that the point determines: of y' where it is differential, else of y. */
void eg_adjoint_rows_determine(const eg_adjoint_rows *r, size_t point, const bool *differential,
                               eg_irk_lu *lu);
/* Of F_y' where it is diagonal. */
static inline double eg_adjoint_rows_diagonal(const eg_adjoint_rows *r, size_t point, size_t i)
{
    return r->values[point * (size_t)r->of_mode->start[r->of_mode->n] + (size_t)r->rate[i]];
}

#endif
