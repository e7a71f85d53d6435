/* Filters as rows of sections of first and second order: what Modelica.Blocks.Continuous.Filter is made
 * of. */
#ifndef EG_COMPONENT_BLOCK_CONTINUOUS_FILTER_SECTIONS_H
#define EG_COMPONENT_BLOCK_CONTINUOUS_FILTER_SECTIONS_H

#include "component/class.h"

/* In the order of Modelica.Blocks.Types.AnalogFilter and FilterType. */
enum { EG_CRITICAL_DAMPING, EG_BESSEL, EG_BUTTERWORTH, EG_CHEBYSHEV_I };
enum { EG_LOW_PASS, EG_HIGH_PASS, EG_BAND_PASS, EG_BAND_STOP };
enum { EG_FILTER_MAX_ORDER = 41 };
extern const char *const eg_analog_filter_literals[];
extern const char *const eg_filter_type_literals[];

typedef struct eg_filter_design {
    int analog, type, order; /* 1 to EG_FILTER_MAX_ORDER */
    double f_cut, f_min;     /* [Hz] f_min: of bands alone */
    double ripple;           /* [dB] of Chebyshev's filter, > 0 */
    bool normalized;         /* 3 dB down at f_cut */
} eg_filter_design;

/* A section with the poles a +- ib: der(x1) = a*x1 - b*x2 + ku*u, der(x2) = b*x1 + a*x2, whose output is
 * x2 (low pass) or k1*x1 + k2*x2 (+ u, but of a band pass). One of first order has b = 0: der(x) = a*(x -
 * u). */
typedef struct eg_filter_section {
    double a, b, ku, k1, k2;
} eg_filter_section;

/* The sections, those of first order first; room for `order` of them. Their number, or -1 where a section
 * of a band would have real poles. */
int eg_filter_sections(const eg_filter_design *design, eg_filter_section *sections);

#endif
