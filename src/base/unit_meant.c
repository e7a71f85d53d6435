/* The unit that somebody probably meant: "Nm", "m^2", "kg*m2", "metre". What could mean two things is left
 * open: "Nms" is N.m.s or N.ms. */
#include "base/unit_meant.h"

#include "base/units.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 80, MOST_FACTORS = 4 };

static const struct {
    const char *word, *unit;
} words[] = {{"meter", "m"},     {"metre", "m"},     {"meters", "m"},     {"metres", "m"},
             {"second", "s"},    {"seconds", "s"},   {"sec", "s"},        {"newton", "N"},
             {"newtons", "N"},   {"kilogram", "kg"}, {"kilograms", "kg"}, {"radian", "rad"},
             {"radians", "rad"}, {"degree", "deg"},  {"degrees", "deg"},  {"joule", "J"},
             {"watt", "W"},      {"kelvin", "K"},    {"hertz", "Hz"},     {"pascal", "Pa"},
             {"volt", "V"},      {"ampere", "A"},    {"minute", "min"},   {"hour", "h"}};

/* A text that grows up to its limit. */
typedef struct text {
    char at[SIZE];
    size_t length;
    bool is_full;
} text;

static void put(text *t, const char *from, size_t length)
{
    if (t->length + length >= SIZE) {
        t->is_full = true;
        return;
    }
    memcpy(t->at + t->length, from, length);
    t->length += length;
    t->at[t->length] = '\0';
}

static bool starts(const char *at, const char *with)
{
    return strncmp(at, with, strlen(with)) == 0;
}

/* Signs as they stand in units: a dot for each way to write a product, powers as plain digits. */
static void settle_signs(const char *from, text *to)
{
    while (*from && !to->is_full) {
        const bool is_point = starts(from, "\xC2\xB7"), is_dot = starts(from, "\xE2\x8B\x85");
        const bool is_square = starts(from, "\xC2\xB2"), is_cube = starts(from, "\xC2\xB3");
        const size_t power = *from == '^' ? 1 : 2 * starts(from, "**");
        if (power > 0 && isdigit((unsigned char)from[power])) {
            from += power;
        } else if (is_square || is_cube) {
            put(to, is_square ? "2" : "3", 1);
            from += 2;
        } else if (is_point || is_dot || strchr(" *.", *from)) {
            const char before = to->length > 0 ? to->at[to->length - 1] : '.';
            from += is_dot ? 3 : 1 + is_point;
            if (!strchr("./(", before) && *from && !strchr(" */.)", *from))
                put(to, ".", 1);
        } else {
            put(to, from++, 1);
        }
    }
}

/* Letters with the digits of a power behind them as a product of units: in how many ways, of which the last
 * one is left in `found`? */
static int split(const char *from, size_t length, int depth, const char *before, text *found)
{
    int ways = 0;
    for (size_t n = 1; n <= length && depth < MOST_FACTORS; n++) {
        char part[SIZE], whole[SIZE];
        eg_unit u;
        snprintf(part, sizeof part, "%.*s", (int)n, from);
        if ((n < length && isdigit((unsigned char)from[n])) || !eg_unit_parse(part, &u))
            continue;
        if (snprintf(whole, sizeof whole, "%s%s%s", before, *before ? "." : "", part) >= SIZE)
            continue;
        if (n < length) {
            ways += split(from + n, length - n, depth + 1, whole, found);
            continue;
        }
        *found = (text){.length = 0};
        put(found, whole, strlen(whole));
        ways++;
    }
    return ways;
}

/* One factor: a unit as it stands, a word, or several units in one. */
static bool put_factor(text *to, const char *from, size_t length)
{
    char word[SIZE];
    eg_unit u;
    text product = {.length = 0};
    snprintf(word, sizeof word, "%.*s", (int)length, from);
    if (eg_unit_parse(word, &u)) {
        put(to, from, length);
        return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t k = 0;
        while (word[k] && tolower((unsigned char)word[k]) == words[i].word[k])
            k++;
        if (!word[k] && !words[i].word[k]) {
            put(to, words[i].unit, strlen(words[i].unit));
            return true;
        }
    }
    if (split(word, strlen(word), 0, "", &product) != 1)
        return false;
    put(to, product.at, product.length);
    return true;
}

bool eg_unit_meant(const char *written, char *unit, size_t size)
{
    text plain = {.length = 0}, whole = {.length = 0};
    eg_unit u;
    settle_signs(written, &plain);
    for (const char *at = plain.at; *at;) {
        const size_t length = strcspn(at, "./()");
        if (length > 0 && !put_factor(&whole, at, length))
            return false;
        at += length;
        if (*at)
            put(&whole, at++, 1);
    }
    if (plain.is_full || whole.is_full || whole.length == 0 || !eg_unit_parse(whole.at, &u))
        return false;
    return snprintf(unit, size, "%s", whole.at) < (int)size;
}
