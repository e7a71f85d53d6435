/* Numbers as text: shortest writing and exact reading. */
#include "base/number.h"
#include "base/number_powers.h"

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Marsaglia's xorshift (2003): the same sequence everywhere. */
static uint64_t random_bits(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void assert_writes(double value, const char *expected)
{
    char text[EG_NUMBER_SIZE];
    size_t length = eg_number_write(value, text);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
}

/* Reads all of the text and compares bits. */
static void assert_reads(const char *text, double expected)
{
    double value = -77.0;
    const char *end = eg_number_read(text, text + strlen(text), &value);
    if (end != text + strlen(text) || bits_of(value) != bits_of(expected))
        fail_msg("\"%s\" reads as %a, expected %a", text, value, expected);
}

/* ---------------------------------------------------------------- writing */

static void known_values_are_written_as_expected(void **state)
{
    (void)state;
    assert_writes(0.0, "0");
    assert_writes(-0.0, "-0");
    assert_writes(1.0, "1");
    assert_writes(-1.5, "-1.5");
    assert_writes(0.1, "0.1");
    assert_writes(0.1 + 0.2, "0.30000000000000004");
    assert_writes(1.0 / 3.0, "0.3333333333333333");
    assert_writes(100.0, "100");
    assert_writes(123456789.125, "123456789.125");
    assert_writes(9007199254740992.0, "9007199254740992");
    assert_writes(0.0001, "0.0001");
    assert_writes(0.00001, "1e-5");
    assert_writes(-1.5e-7, "-1.5e-7");
    assert_writes(1e16, "10000000000000000");
    assert_writes(1e17, "1e17");
    assert_writes(1e22, "1e22");
    assert_writes(1e23, "1e23");
    assert_writes(2.5e100, "2.5e100");
}

static void limits_are_written_as_expected(void **state)
{
    (void)state;
    assert_writes(from_bits(1), "5e-324");
    assert_writes(-2.2250738585072014e-308, "-2.2250738585072014e-308");
    assert_writes(2.225073858507201e-308, "2.225073858507201e-308");
    assert_writes(1.7976931348623157e308, "1.7976931348623157e308");
    assert_writes(INFINITY, "inf");
    assert_writes(-INFINITY, "-inf");
    assert_writes(NAN, "nan");
    assert_writes(-NAN, "nan");
}

/* Number of digits from the first to the last that is not 0. */
static int significant_digits(const char *text)
{
    int count = 0, zeros = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text < '0' || *text > '9' || (count == 0 && *text == '0'))
            continue;
        zeros = *text == '0' ? zeros + 1 : 0;
        count++;
    }
    return count - zeros;
}

/* The C library's own writing with ever more digits, until it reads back, gives the fewest digits; and
 * printf rounds to the nearest. */
static void check_shortest(double value)
{
    char text[EG_NUMBER_SIZE], trial[40];
    size_t length = eg_number_write(value, text);
    double back = 0.0;
    assert_ptr_equal(eg_number_read(text, text + length, &back), text + length);
    if (bits_of(back) != bits_of(value) || bits_of(strtod(text, NULL)) != bits_of(value))
        fail_msg("%a is written as \"%s\", which reads back as %a", value, text, back);
    int digits = 1;
    do
        snprintf(trial, sizeof trial, "%.*e", digits - 1, value);
    while (digits++ < 17 && strtod(trial, NULL) != value);
    if (significant_digits(text) > significant_digits(trial))
        fail_msg("%a is written as \"%s\" where \"%s\" would do", value, text, trial);
}

static void random_values_are_written_shortest(void **state)
{
    (void)state;
    uint64_t seed = 88172645463325252U;
    for (int i = 0; i < 30000; i++) {
        double value = from_bits(random_bits(&seed));
        if (isfinite(value))
            check_shortest(value);
        check_shortest((double)(random_bits(&seed) >> 44) / 1000.0);
    }
}

/* Below a power of two the doubles are twice as dense: the interval of rounding is not symmetric. */
static void powers_of_two_and_neighbours_are_written_shortest(void **state)
{
    (void)state;
    for (int e = -1074; e < 1024; e++) {
        double power = ldexp(1.0, e);
        check_shortest(power);
        check_shortest(nextafter(power, 0.0));
        check_shortest(nextafter(power, INFINITY));
    }
}

/* ---------------------------------------------------------------- reading */

static void known_texts_are_read_as_expected(void **state)
{
    (void)state;
    assert_reads("0", 0.0);
    assert_reads("-0.000e5", -0.0);
    assert_reads("+17", 17.0);
    assert_reads("1.", 1.0);
    assert_reads(".5", 0.5);
    assert_reads("0.0050000000000000001", 0.005);
    assert_reads("-1E+3", -1000.0);
    assert_reads("3.141592653589793238462643383279502884197169399375105820974944592307816",
                 3.141592653589793);
    assert_reads("1e23", 1e23);
    assert_reads("0.000000000000000000000000000000000000000000000000000001e54", 1.0);
    assert_reads("100000000000000000000000000000000000000000000000000000000e-56", 1.0);
}

static void limits_are_read_as_expected(void **state)
{
    (void)state;
    assert_reads("1.7976931348623157e308", 1.7976931348623157e308);
    /* Half-way from the largest double to 2^1024 and beyond: infinite. 2^1024 - 2^970 exactly is that. */
    assert_reads("1.797693134862315807e308", 1.7976931348623157e308);
    assert_reads("1.797693134862315808e308", INFINITY);
    assert_reads("-1e309", -INFINITY);
    assert_reads("1e99999999999999999999", INFINITY);
    assert_reads("1e-99999999999999999999", 0.0);
    assert_reads("0e99999999999999999999", 0.0);
    /* 2^-1075 = 2.4703282292062327208...e-324 is half of the least double. */
    assert_reads("2.4703282292062327e-324", 0.0);
    assert_reads("2.4703282292062328e-324", from_bits(1));
    assert_reads("5e-324", from_bits(1));
    assert_reads("2.2250738585072011e-308", from_bits(UINT64_C(0x000FFFFFFFFFFFFF)));
    assert_reads("2.2250738585072014e-308", 2.2250738585072014e-308);
}

/* Writes m/2^k exactly, as digits of m*5^k with the point k places from the right, then `tail`. */
static void exact_decimal(uint64_t m, int k, const char *tail, char *out)
{
    enum { LENGTH = 1200 };
    unsigned char digit[LENGTH] = {0}; /* lowest first */
    for (int i = 0; m > 0; i++, m /= 10)
        digit[i] = (unsigned char)(m % 10);
    for (int n = 0; n < k; n++) {
        unsigned carry = 0;
        for (int i = 0; i < LENGTH; i++) {
            carry += 5U * digit[i];
            digit[i] = (unsigned char)(carry % 10);
            carry /= 10;
        }
    }
    int top = LENGTH - 1;
    while (top > k && digit[top] == 0)
        top--;
    for (int i = top; i >= 0; i--) {
        *out++ = (char)('0' + digit[i]);
        if (i == k)
            *out++ = '.';
    }
    strcpy(out, tail);
}

/* Points exactly half-way between two doubles go to the even one, and the least bit more or less, however
 * far behind, decides. (2m+1)/2 2^-k lies between m 2^-k and (m+1) 2^-k. */
static void half_way_points_are_decided_by_the_last_digit(void **state)
{
    (void)state;
    static char text[1300];
    uint64_t seed = 1234567;
    for (int k = 0; k <= 1074; k += k < 60 ? 1 : 97) {
        uint64_t m = (random_bits(&seed) >> 12) | (UINT64_C(1) << 52);
        if (k == 1074)
            m >>= 20; /* a subnormal */
        double below = ldexp((double)m, -k), above = ldexp((double)(m + 1), -k);
        exact_decimal(2 * m + 1, k + 1, "", text);
        assert_reads(text, m % 2 == 0 ? below : above);
        exact_decimal(2 * m + 1, k + 1, "00000000000000000000000001", text);
        assert_reads(text, above);
        /* Last digit 5 becomes 4999...: a little less. */
        exact_decimal(2 * m + 1, k + 1, "", text);
        size_t last = strlen(text) - 1;
        assert_int_equal(text[last], '5');
        strcpy(text + last, "4999999999999999999999999");
        assert_reads(text, below);
    }
}

static void long_random_decimals_agree_with_the_c_library(void **state)
{
    (void)state;
    uint64_t seed = 99;
    for (int i = 0; i < 20000; i++) {
        char text[200];
        int length = 1 + (int)(random_bits(&seed) % 60), n = 0;
        int point = (int)(random_bits(&seed) % 60);
        for (int k = 0; k < length; k++) {
            if (k == point)
                text[n++] = '.';
            text[n++] = (char)('0' + random_bits(&seed) % 10);
        }
        snprintf(text + n, sizeof text - (size_t)n, "e%d", (int)(random_bits(&seed) % 680) - 340);
        assert_reads(text, strtod(text, NULL));
    }
}

static void hexadecimals_are_read_and_rounded(void **state)
{
    (void)state;
    assert_reads("0x1p0", 1.0);
    assert_reads("-0X1.8P+1", -3.0);
    assert_reads("0xff", 255.0);
    assert_reads("0x.8", 0.5);
    assert_reads("0x1.fffffffffffffp1023", 1.7976931348623157e308);
    assert_reads("0x1.fffffffffffff8p1023", INFINITY);
    assert_reads("0x1p-1074", from_bits(1));
    assert_reads("0x1p-1075", 0.0);
    assert_reads("0x1.0000000000001p-1075", from_bits(1));
    assert_reads("0x20000000000001", 9007199254740992.0);             /* a tie, to even */
    assert_reads("0x20000000000001.00000000001", 9007199254740994.0); /* a little more */
    /* 0x788932be1ce0f6 2^-1077: the lowest 3 bits, 110, are rounded up. */
    assert_reads("0x7889.32be1ce0f6p-1037", from_bits(UINT64_C(0xf112657c39c1f)));
}

static void words_are_read_in_any_case(void **state)
{
    (void)state;
    assert_reads("inf", INFINITY);
    assert_reads("-Infinity", -INFINITY);
    assert_reads("+INF", INFINITY);
    double value = 0.0;
    const char text[] = "NaN";
    assert_ptr_equal(eg_number_read(text, text + 3, &value), text + 3);
    assert_true(isnan(value));
}

/* How many characters of the text are taken; -1: none, and the value is left alone. */
static int taken(const char *text)
{
    double value = -77.0;
    const char *end = eg_number_read(text, text + strlen(text), &value);
    if (!end)
        assert_true(value == -77.0);
    return end ? (int)(end - text) : -1;
}

static void the_longest_number_is_taken(void **state)
{
    (void)state;
    assert_int_equal(taken("12,5"), 2);
    assert_int_equal(taken("1.2.3"), 3);
    assert_int_equal(taken("1e"), 1);
    assert_int_equal(taken("1e+"), 1);
    assert_int_equal(taken("1e+5x"), 4);
    assert_int_equal(taken("0x"), 1);
    assert_int_equal(taken("0xg"), 1);
    assert_int_equal(taken("infinit"), 3);
    assert_int_equal(taken(""), -1);
    assert_int_equal(taken("-"), -1);
    assert_int_equal(taken("."), -1);
    assert_int_equal(taken("e5"), -1);
    assert_int_equal(taken(" 1"), -1);
    double value = 0.0;
    const char text[] = "123456";
    assert_ptr_equal(eg_number_read(text, text + 3, &value), text + 3);
    assert_true(value == 123.0);
}

static void the_locale_does_not_matter(void **state)
{
    (void)state;
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8") && !setlocale(LC_NUMERIC, "fr_FR.UTF-8"))
        skip();
    assert_writes(1.5, "1.5");
    assert_reads("1.5", 1.5);
    setlocale(LC_NUMERIC, "C");
}

static void both_ways_to_multiply_agree(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 10000; i++) {
        uint64_t a = random_bits(&seed), b = i == 0 ? UINT64_MAX : random_bits(&seed);
        if (i == 0)
            a = UINT64_MAX;
        eg_wide p = eg_wide_product(a, b), q = eg_wide_product_by_halves(a, b);
        assert_true(p.high == q.high && p.low == q.low);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_values_are_written_as_expected),
        cmocka_unit_test(limits_are_written_as_expected),
        cmocka_unit_test(random_values_are_written_shortest),
        cmocka_unit_test(powers_of_two_and_neighbours_are_written_shortest),
        cmocka_unit_test(known_texts_are_read_as_expected),
        cmocka_unit_test(limits_are_read_as_expected),
        cmocka_unit_test(half_way_points_are_decided_by_the_last_digit),
        cmocka_unit_test(long_random_decimals_agree_with_the_c_library),
        cmocka_unit_test(hexadecimals_are_read_and_rounded),
        cmocka_unit_test(words_are_read_in_any_case),
        cmocka_unit_test(the_longest_number_is_taken),
        cmocka_unit_test(the_locale_does_not_matter),
        cmocka_unit_test(both_ways_to_multiply_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
