/* Assertions on numbers whose failure shows file, line, expression and both values. */
#ifndef NEAR_H
#define NEAR_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static inline void check_near(double actual, double expected, double tolerance, const char *text,
                              const char *file, int line)
{
    if (!(fabs(actual - expected) <= tolerance)) {
        print_error("%s:%d: %s = %.17g, expected %.17g within %.3g, off by %.3g\n", file, line, text, actual,
                    expected, tolerance, actual - expected);
        _fail(file, line);
    }
}

static inline void check_at_most(double actual, double limit, const char *text, const char *file, int line)
{
    if (!(actual <= limit)) {
        print_error("%s:%d: %s = %.17g, expected at most %.17g\n", file, line, text, actual, limit);
        _fail(file, line);
    }
}

/* Equal as bits; any NaN equals any NaN. */
static inline void check_same(double actual, double expected, const char *text, const char *file, int line)
{
    if (!(isnan(actual) && isnan(expected)) && memcmp(&actual, &expected, sizeof actual) != 0) {
        print_error("%s:%d: %s = %a, expected the same bits as %a\n", file, line, text, actual, expected);
        _fail(file, line);
    }
}

#define assert_near(actual, expected, tolerance)                                                             \
    check_near(actual, expected, tolerance, #actual, __FILE__, __LINE__)
#define assert_at_most(actual, limit) check_at_most(actual, limit, #actual, __FILE__, __LINE__)
#define assert_same(actual, expected) check_same(actual, expected, #actual, __FILE__, __LINE__)

#endif
