/* Wall time, for statistics only: no result depends on it. */
#ifndef EG_BASE_CLOCK_H
#define EG_BASE_CLOCK_H

/* Seconds on a monotonic clock. */
double eg_clock_seconds(void);

#endif
