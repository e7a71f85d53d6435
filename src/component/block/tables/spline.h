/* Interpolation between the points of a table by cubics that join with continuous slope. */
#ifndef EG_COMPONENT_BLOCK_TABLES_SPLINE_H
#define EG_COMPONENT_BLOCK_TABLES_SPLINE_H

#include "component/class.h"

/* How the slope at a point follows from the points around it; the order of
 * Modelica.Blocks.Types.Smoothness. */
enum {
    EG_LINEAR_SEGMENTS,
    EG_CONTINUOUS_DERIVATIVE, /* Akima */
    EG_CONSTANT_SEGMENTS,
    EG_MONOTONE_DERIVATIVE1, /* Fritsch and Butland */
    EG_MONOTONE_DERIVATIVE2, /* Steffen */
    EG_MODIFIED_DERIVATIVE,  /* Akima's with other weights, against overshoot at flat parts */
};

/* Literals of Modelica.Blocks.Types.Smoothness and Extrapolation, ended by NULL. */
extern const char *const eg_smoothness_literals[], *const eg_extrapolation_literals[];
#define EG_PARAMETER_SMOOTHNESS(text)                                                                        \
    {                                                                                                        \
        .name = "smoothness", .type = EG_ENUMERATION, .type_name = "Modelica.Blocks.Types.Smoothness",       \
        .literals = eg_smoothness_literals, .is_structural = true, .doc = (text)                             \
    }
#define EG_PARAMETER_EXTRAPOLATION(how, text)                                                                \
    {                                                                                                        \
        .name = "extrapolation", .type = EG_ENUMERATION, .type_name = "Modelica.Blocks.Types.Extrapolation", \
        .literals = eg_extrapolation_literals, .value = (how), .is_structural = true, .doc = (text)          \
    }
#define EG_EXTRAPOLATION_TEXT                                                                                \
    "Beyond the ends: HoldLastPoint, LastTwoPoints (the line goes on), Periodic, or NoExtrapolation: the "   \
    "run ends with an error"
/* How the table goes on, in the order of the literals. */
enum { EG_HOLD_LAST_POINT, EG_LAST_TWO_POINTS, EG_PERIODIC_TABLE, EG_NO_EXTRAPOLATION };

/* The equation of a table: between its points; beyond them, where the last segments go on. `rows`: those that
 * steps look at. */
#define EG_TABLE_COLUMN "if columns[1] < 1 then i + 1 else columns[i]"
#define EG_TABLE_IF_STEPS "if smoothness == Modelica.Blocks.Types.Smoothness.ConstantSegments then "
#define EG_TABLE_POINTS(rows) "table[" rows ", 1], table[" rows ", " EG_TABLE_COLUMN "], "
#define EG_TABLE_SMOOTH(at) "Elastogap.Math.interpolate(" EG_TABLE_POINTS(":") "smoothness, " at ")"
#define EG_TABLE_BEYOND(at)                                                                                  \
    "(" EG_TABLE_IF_STEPS "Modelica.Math.Vectors.interpolate(" EG_TABLE_POINTS(":") at                       \
        ") else " EG_TABLE_SMOOTH(at) ")"
#define EG_TABLE_INSIDE(rows, at)                                                                            \
    "(" EG_TABLE_IF_STEPS "Elastogap.Math.staircase(" EG_TABLE_POINTS(rows) at                               \
        ") else " EG_TABLE_SMOOTH(at) ")"

/* That x does not fall from row to row; steps that repeat do not look at the last one. */
#define EG_TABLE_DEMAND                                                                                      \
    "assert(min(cat(1, {0}, table[2:end, 1] - table[1:end - 1, 1])) >= 0, \"the first column of the table "  \
    "must not fall\");"

/* Is it one of cubics? */
bool eg_smoothness_is_spline(int smoothness);

/* A column over the first one of a table: x = e[k*columns], y = e[k*columns + column], x strictly rising. */
typedef struct eg_spline {
    const double *e;
    long rows;
    int columns, column;
    int smoothness;
} eg_spline;

/* The cubic of the piece from point k to the next one, at x: its value and derivatives along x. With two
 * points it is a line, with one a constant. */
eg_jet eg_spline_piece(const eg_spline *s, long k, double x);
/* The slope at point k, which goes on beyond the ends. */
double eg_spline_slope(const eg_spline *s, long k);
/* The least value of the curve between its points, at x >= from; INFINITY where there are none. */
double eg_spline_least(const eg_spline *s, double from);

#endif
