/* Amplitude spectra of what a run has stored.
 *
 *   eg_spectrum_options o = eg_spectrum_options_default();
 *   eg_spectrum s;
 *   eg_trajectory_spectrum(run, signal, &o, diagnostics, &s);
 *   ... s.frequency[i], s.amplitude[i] ...
 *   eg_spectrum_release(&s);
 */
#ifndef ELASTOGAP_SPECTRUM_H
#define ELASTOGAP_SPECTRUM_H

#include "elastogap/trajectory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the span of time is weighted with. Each lets a sine of amplitude A come to A at its frequency and to
 * something, leakage, at others, d/(to - from) away from it: */
typedef enum eg_window {
    EG_WINDOW_HANN,       /* none from d = 2 on but side lobes of at most A/(pi*d*(d^2 - 1)) */
    EG_WINDOW_FLATTOP,    /* five terms; wide, d = 5, but side lobes below 1e-4 of A */
    EG_WINDOW_RECTANGULAR /* narrow, d = 1, side lobes A/(pi*d); exact where all periods fit into the span */
} eg_window;

typedef struct eg_spectrum_options {
    size_t size;          /* of this struct, or 0: EG_VERSION in base.h */
    double from, to;      /* [s] what is looked at; default NAN: all of the trajectory */
    eg_window window;     /* default EG_WINDOW_HANN */
    double max_frequency; /* [Hz] of what is returned; default 0: half of the frequency of samples */
} eg_spectrum_options;

/* The defaults named above. */
EG_API eg_spectrum_options eg_spectrum_options_default(void);

/* A maximum that is no side lobe of a larger one. */
typedef struct eg_spectrum_peak {
    double frequency; /* [Hz] */
    double amplitude; /* in the unit of the variable */
} eg_spectrum_peak;

/* How many of them are kept. */
enum { EG_SPECTRUM_PEAKS = 12 };

/* Amplitude, not power and of one side: A*sin(2*pi*f*t) has A at f. */
typedef struct eg_spectrum {
    double from, to;   /* [s] */
    double interval;   /* [s] between samples */
    double mean;       /* weighted; it is taken off before */
    size_t count;      /* of frequencies, */
    double *frequency; /* [Hz] (count) equally apart, a quarter of 1/(to - from) or less, from 0 on: there */
    double *amplitude; /* (count) stands |mean| */
    eg_spectrum_peak peaks[EG_SPECTRUM_PEAKS]; /* the largest first, of at least 1e-3 of that */
    size_t peak_count;
} eg_spectrum;

/* The spectrum of a variable. The integral over the span, of the variable times the window times
 * exp(-2*pi*i*f*t), is taken by the trapezoidal rule over the rows and over equally distant points between
 * them, as far apart as most rows are, with both sides of events: what jumps between samples does not
 * blur. Between rows lie lines, discrete variables are held. EG_OK, EG_ERROR_USAGE (reported: too few rows
 * in the span, a value that is no number, more than 2^20 samples), EG_ERROR_MEMORY. *out is to be
 * released in any case. */
EG_API eg_status eg_trajectory_spectrum(const eg_trajectory *trajectory, size_t signal,
                                        const eg_spectrum_options *options, eg_diagnostics *diagnostics,
                                        eg_spectrum *out);
EG_API void eg_spectrum_release(eg_spectrum *spectrum); /* accepts what is all zero */

#ifdef __cplusplus
}
#endif
#endif
