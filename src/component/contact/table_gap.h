/* Where the parameters and variables of TableGap stand in its descriptor, and what its two elements share:
 * contact/table_gap.c has the one whose force is one curve, contact/table_loop.c the one with a curve for
 * each direction. */
#ifndef EG_COMPONENT_CONTACT_TABLE_GAP_H
#define EG_COMPONENT_CONTACT_TABLE_GAP_H

#include "component/block/tables/spline.h"
#include "component/common.h"

enum {
    EG_TABLE_P_ON_FILE,
    EG_TABLE_P_TABLE,
    EG_TABLE_P_TABLE_NAME,
    EG_TABLE_P_FILE_NAME,
    EG_TABLE_P_DELIMITER,
    EG_TABLE_P_HEADER_LINES,
    EG_TABLE_P_VERBOSE_READ,
    EG_TABLE_P_SMOOTHNESS,
    EG_TABLE_P_D,
    EG_TABLE_P_S_REL0,
    EG_TABLE_P_C_TURN,
    EG_TABLE_P_USE_HEAT_PORT,
    EG_TABLE_P_STATE_SELECT
};
enum {
    EG_TABLE_S_REL,
    EG_TABLE_V_REL,
    EG_TABLE_F,
    EG_TABLE_LOSS_POWER,
    EG_TABLE_F_C,
    EG_TABLE_F_D2,
    EG_TABLE_F_D,
    EG_TABLE_CONTACT
};

/* What the damper does. */
typedef enum eg_table_phase {
    EG_TABLE_APPROACH,
    EG_TABLE_LINEAR,
    EG_TABLE_REBOUND,
    EG_TABLE_PHASES
} eg_table_phase;

/* K = force + u*(a + u*(b + u*c)) behind a row, u the way from there. */
typedef struct eg_table_piece {
    double force, a, b, c;
} eg_table_piece;

/* Behind row j of a column (1, 2, ...) of the table; behind the last one a line. */
eg_table_piece eg_table_piece_of(const double *p, int column, int j);
double eg_table_row_x(const double *p, int j);

static inline double eg_table_force(const eg_table_piece *q, double u)
{
    return q->force + u * (q->a + u * (q->b + u * q->c));
}
static inline double eg_table_slope(const eg_table_piece *q, double u)
{
    return q->a + u * (2.0 * q->b + 3.0 * u * q->c);
}
static inline double eg_table_curve(const eg_table_piece *q, double u)
{
    return 2.0 * q->b + 6.0 * u * q->c;
}
static inline double eg_table_work(const eg_table_piece *q, double u)
{
    return u * (q->force + u * (q->a / 2.0 + u * (q->b / 3.0 + u * (q->c / 4.0))));
}
static inline bool eg_table_is_free(const eg_table_piece *q)
{
    return q->force == 0.0 && q->a == 0.0 && q->b == 0.0 && q->c == 0.0;
}

/* The coefficients and the switching functions with which both elements begin: of the segment's ends, and
 * of the damper's bounds. */
enum { EG_TABLE_K_D, EG_TABLE_K_S_REL0, EG_TABLE_K_ROWS, EG_TABLE_K_OWN };
enum { EG_TABLE_LOWER, EG_TABLE_APPROACH_EDGE, EG_TABLE_REBOUND_EDGE, EG_TABLE_UPPER, EG_TABLE_SWITCHES };
/* What happens where one of these falls through 0 while there is contact. */
const char *eg_table_event_name(int i, bool is_first_segment, eg_table_phase phase);
double eg_table_compression(const double *k, int mode, double s_rel);

/* The contact pushes only, whatever rounding makes of its force. */
void eg_table_bound(const double *k, int mode, eg_force *f);

/* table_loop.c: the element of a table with three columns, and what is wrong with such a table, or NULL. */
extern const eg_element_ops eg_table_loop_element;
void eg_table_loop_observe(const eg_observation *o, double *out);
const char *eg_table_loop_check(const double *p);
/* What c_turn is where it is not given [N/m]. */
double eg_table_loop_turn(const double *p);

#endif
