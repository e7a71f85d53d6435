/* Base: arenas, growing arrays, names, how diagnostics are kept and shown, text in XML. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "base/arena.h"
#include "base/dd.h"
#include "base/names.h"
#include "base/report.h"
#include "base/xml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---------------------------------------------------------------- memory */

static void arena_memory_is_zero_aligned_and_apart(void **state)
{
    (void)state;
    eg_arena *arena = eg_arena_create();
    assert_non_null(arena);
    unsigned char *block[300];
    for (size_t i = 0; i < 300; i++) {
        size_t size = i * 37 % 5000;
        block[i] = eg_arena_alloc(arena, size);
        assert_non_null(block[i]);
        assert_int_equal((uintptr_t)block[i] % _Alignof(max_align_t), 0);
        for (size_t k = 0; k < size; k++)
            assert_int_equal(block[i][k], 0);
        memset(block[i], (int)(i % 255) + 1, size);
    }
    for (size_t i = 0; i < 300; i++)
        for (size_t k = 0; k < i * 37 % 5000; k++)
            assert_int_equal(block[i][k], i % 255 + 1);
    eg_arena_free(arena);
}

static void arena_takes_blocks_larger_than_a_chunk(void **state)
{
    (void)state;
    eg_arena *arena = eg_arena_create();
    char *small = eg_arena_copy(arena, "small");
    char *large = eg_arena_alloc(arena, 5000000);
    char *behind = eg_arena_copy(arena, "behind");
    assert_non_null(large);
    memset(large, 'x', 5000000);
    assert_string_equal(small, "small");
    assert_string_equal(behind, "behind");
    assert_true(eg_arena_used(arena) >= 5000000);
    eg_arena_free(arena);
}

static void arena_refuses_what_overflows(void **state)
{
    (void)state;
    eg_arena *arena = eg_arena_create();
    assert_null(eg_arena_array(arena, SIZE_MAX / 4, 8));
    assert_null(eg_arena_alloc(arena, SIZE_MAX));
    assert_null(eg_arena_alloc(arena, SIZE_MAX - 64));
    assert_null(eg_arena_text(arena, "x", SIZE_MAX));
    assert_non_null(eg_arena_alloc(arena, 0));
    assert_non_null(eg_arena_array(arena, 0, 8));
    eg_arena_free(arena);
    eg_arena_free(NULL);
}

static void arena_texts(void **state)
{
    (void)state;
    eg_arena *arena = eg_arena_create();
    assert_string_equal(eg_arena_text(arena, "mass2.s", 5), "mass2");
    assert_string_equal(eg_arena_format(arena, "%s[%d].%s", "mass", 12, "v"), "mass[12].v");
    assert_string_equal(eg_arena_copy(arena, ""), "");
    eg_arena_free(arena);
}

static void arrays_grow_and_keep_their_items(void **state)
{
    (void)state;
    long *items = NULL;
    size_t capacity = 0;
    for (size_t i = 0; i < 1000; i++) {
        void *grown = items;
        assert_int_equal(eg_grow(&grown, &capacity, i + 1, sizeof *items), 0);
        items = grown;
        assert_true(capacity > i);
        items[i] = (long)i * i;
    }
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(items[i], i * i);
    void *grown = items;
    assert_int_equal(eg_grow(&grown, &capacity, SIZE_MAX / 4, sizeof *items), -1);
    assert_int_equal(eg_grow(&grown, &capacity, SIZE_MAX, 1), -1);
    assert_ptr_equal(grown, items);
    free(items);
}

/* ---------------------------------------------------------------- names */

static void names_are_found_again(void **state)
{
    (void)state;
    enum { COUNT = 5000 };
    static char text[COUNT][24];
    eg_names *names = eg_names_create(0);
    for (long i = 0; i < COUNT; i++) {
        snprintf(text[i], sizeof text[i], "mass[%ld].flange_a", i);
        assert_int_equal(eg_names_add(names, text[i], i), 0);
    }
    assert_int_equal(eg_names_add(names, "mass[7].flange_a", 99), 1);
    for (long i = 0; i < COUNT; i++)
        assert_int_equal(eg_names_find(names, text[i]), i);
    assert_int_equal(eg_names_find(names, "mass[5000].flange_a"), -1);
    assert_int_equal(eg_names_find(names, ""), -1);
    eg_names_free(names);
    eg_names_free(NULL);
}

static void patterns(void **state)
{
    (void)state;
    assert_true(eg_match("mass*.s", "mass2.s"));
    assert_true(eg_match("mass*.s", "mass.sub.s"));
    assert_true(eg_match("mass?.s", "mass2.s"));
    assert_false(eg_match("mass?.s", "mass12.s"));
    assert_false(eg_match("mass*.s", "mass2.v"));
    assert_true(eg_match("*", ""));
    assert_true(eg_match("", ""));
    assert_false(eg_match("", "a"));
    assert_false(eg_match("?", ""));
    assert_true(eg_match("m[1].s", "m[1].s"));
    assert_false(eg_match("m[12].s", "m1.s"));
    assert_true(eg_match("*[?].s", "m[1].s"));
    assert_true(eg_match("*a*b*", "xxaxxbxx"));
    assert_false(eg_match("*a*b*", "xxbxxaxx"));
    assert_true(eg_match("'?'.s", "'\xC3\xA4'.s")); /* one character, two bytes */
    /* Many stars on a long name: linear steps back, not exponentially many. */
    assert_false(
        eg_match("*a*a*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
}

static void nearest_names(void **state)
{
    (void)state;
    const char *const names[] = {"s_rel0", "s_ref", "c", "d", "n", "f_ref", "useHeatPort"};
    size_t count = sizeof names / sizeof names[0];
    assert_string_equal(eg_nearest("s_rel", names, count), "s_rel0");
    assert_string_equal(eg_nearest("srel0", names, count), "s_rel0");
    assert_string_equal(eg_nearest("useheatport", names, count), "useHeatPort");
    assert_string_equal(eg_nearest("useHaetPort", names, count), "useHeatPort");
    assert_string_equal(eg_nearest("C", names, count), "c");
    assert_null(eg_nearest("x", names, count));
    assert_null(eg_nearest("temperature", names, count));
    assert_null(eg_nearest("", names, count));
    assert_null(eg_nearest("s_rel", names, 0));
    /* Equal but for case: the exact one wins. */
    const char *const cases[] = {"Force", "force"};
    assert_string_equal(eg_nearest("forc", cases, 2), "force");
    assert_string_equal(eg_nearest("Forc", cases, 2), "Force");
}

static void nearest_of_an_endless_name_is_none(void **state)
{
    (void)state;
    char name[1000];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    const char *const names[] = {name, "mass"};
    assert_null(eg_nearest(name, names, 2));
    assert_string_equal(eg_nearest("mas", names, 2), "mass");
}

/* ---------------------------------------------------------------- sums */

/* 1 + 2^-80 - 1 keeps the small term, which a double alone would lose. */
static void double_double_sums_keep_small_terms(void **state)
{
    (void)state;
    eg_dd sum = eg_dd_add(eg_dd_of(1.0), eg_dd_of(0x1p-80));
    assert_true(eg_dd_value(eg_dd_sub(sum, eg_dd_of(1.0))) == 0x1p-80);
}

/* ---------------------------------------------------------------- diagnostics */

static void assert_shown(const eg_diagnostics *list, size_t i, const char *expected)
{
    char text[2000];
    size_t length = eg_diagnostic_format(eg_diagnostics_get(list, i), 0, text, sizeof text);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
}

static void diagnostics_are_kept_in_order(void **state)
{
    (void)state;
    eg_diagnostics *list = eg_diagnostics_create();
    char file[] = "a.mo";
    for (int i = 0; i < 100; i++)
        eg_report(list, i % 2 ? EG_ERROR : EG_WARNING, (eg_place){file, i + 1, 1, NULL}, "message %d", i);
    file[0] = 'X'; /* what was given is copied */
    assert_int_equal(eg_diagnostics_count(list), 100);
    assert_int_equal(eg_diagnostics_errors(list), 50);
    assert_shown(list, 7, "a.mo:8:1: error: message 7\n");
    assert_shown(list, 8, "a.mo:9:1: warning: message 8\n");
    assert_null(eg_diagnostics_get(list, 100));
    eg_diagnostics_free(list);
    eg_diagnostics_free(NULL);
    eg_report(NULL, EG_ERROR, EG_NOWHERE, "unheard");
    eg_remedy(NULL, "unheard");
}

static void places_are_as_exact_as_known(void **state)
{
    (void)state;
    eg_diagnostics *list = eg_diagnostics_create();
    eg_report(list, EG_ERROR, EG_NOWHERE, "nowhere");
    eg_report(list, EG_NOTE, (eg_place){"a.mo", 0, 0, NULL}, "in a file");
    eg_report(list, EG_WARNING, (eg_place){"a.mo", 3, 0, NULL}, "in a line");
    assert_shown(list, 0, "error: nowhere\n");
    assert_shown(list, 1, "a.mo: note: in a file\n");
    assert_shown(list, 2, "a.mo:3: warning: in a line\n");
    eg_diagnostics_free(list);
}

/* Places from C calls may be wrong: the end of the line is shown then, of a long and of a short one. */
static void column_beyond_the_line_has_no_caret(void **state)
{
    (void)state;
    static const int beyond[] = {1, 2, 59, 60, 61, 62, 100, 101, 1000, 2000000000};
    char line[300];
    for (int length = 5; length < 250; length += 7)
        for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
            memset(line, 'x', (size_t)length);
            strcpy(line + length, "\nnext");
            eg_diagnostics *list = eg_diagnostics_create();
            eg_place place = {.file = "f", .line = 1, .column = length + 1 + beyond[i], .source = line};
            eg_report(list, EG_ERROR, place, "wrong");
            const eg_diagnostic *d = eg_diagnostics_get(list, 0);
            assert_int_equal(d->caret, 0);
            assert_non_null(d->source);
            assert_true(strlen(d->source) <= 110);
            assert_int_equal(d->source[strlen(d->source) - 1], 'x');
            eg_diagnostics_free(list);
        }
}

static void caret_stands_below_its_column(void **state)
{
    (void)state;
    eg_diagnostics *list = eg_diagnostics_create();
    eg_report(list, EG_ERROR, (eg_place){"a.mo", 2, 8, "  Mass mas(m=1);\nnext line"}, "wrong");
    eg_remedy(list, "write %s", "mass");
    assert_shown(list, 0,
                 "a.mo:2:8: error: wrong\n"
                 "    Mass mas(m=1);\n"
                 "         ^\n"
                 "  remedy: write mass\n");
    /* Tabs before the caret stay tabs; a character of two bytes takes one column; a line that ends
     * the Windows way has no \r in it. */
    eg_report(list, EG_ERROR, (eg_place){"a.mo", 1, 7, "\tx \xC3\xA4 y\r\n"}, "tab");
    assert_shown(list, 1,
                 "a.mo:1:7: error: tab\n"
                 "  \tx \xC3\xA4 y\n"
                 "  \t    ^\n");
    /* The column behind the last character: where something is missing. */
    eg_report(list, EG_ERROR, (eg_place){"a.mo", 1, 5, "end;"}, "missing");
    assert_shown(list, 2,
                 "a.mo:1:5: error: missing\n"
                 "  end;\n"
                 "      ^\n");
    eg_diagnostics_free(list);
}

static void bytes_that_are_no_text_are_escaped(void **state)
{
    (void)state;
    eg_diagnostics *list = eg_diagnostics_create();
    eg_report(list, EG_ERROR, (eg_place){"a.mo", 1, 4, "\x01\xFF\033[31m"}, "no text: %s", "\x7F\xC3(");
    assert_shown(list, 0,
                 "a.mo:1:4: error: no text: \\x7F\\xC3(\n"
                 "  \\x01\\xFF\\x1B[31m\n"
                 "              ^\n");
    eg_diagnostics_free(list);
}

static void long_lines_are_cut_around_the_column(void **state)
{
    (void)state;
    enum { LENGTH = 100000 };
    char *line = malloc(LENGTH + 1);
    memset(line, '.', LENGTH);
    line[LENGTH] = '\0';
    line[0] = 'A';
    line[50000] = 'B';
    line[LENGTH - 1] = 'C';
    const int columns[] = {1, 50001, LENGTH};
    for (int i = 0; i < 3; i++) {
        eg_diagnostics *list = eg_diagnostics_create();
        eg_report(list, EG_ERROR, (eg_place){"a.mo", 1, columns[i], line}, "here");
        const eg_diagnostic *d = eg_diagnostics_get(list, 0);
        assert_int_equal(d->column, columns[i]);
        assert_true(strlen(d->source) < 120);
        assert_int_equal(d->source[d->caret - 1], "ABC"[i]);
        assert_int_equal(strncmp(d->source, "...", 3) == 0, i > 0);
        eg_diagnostics_free(list);
    }
    free(line);
}

static void endless_messages_are_cut(void **state)
{
    (void)state;
    char *name = malloc(100001);
    memset(name, 'n', 100000);
    name[100000] = '\0';
    eg_diagnostics *list = eg_diagnostics_create();
    eg_report(list, EG_ERROR, EG_NOWHERE, "unknown name %s", name);
    const char *message = eg_diagnostics_get(list, 0)->message;
    assert_true(strlen(message) < 5000);
    assert_string_equal(message + strlen(message) - 4, "n...");
    eg_diagnostics_free(list);
    free(name);
}

static void format_counts_like_snprintf(void **state)
{
    (void)state;
    eg_diagnostic d = {.severity = EG_ERROR, .message = "0123456789"};
    char text[8];
    assert_int_equal(eg_diagnostic_format(&d, 0, text, sizeof text), strlen("error: 0123456789\n"));
    assert_string_equal(text, "error: ");
    assert_int_equal(eg_diagnostic_format(&d, 0, NULL, 0), strlen("error: 0123456789\n"));
    char coloured[64];
    eg_diagnostic_format(&d, 1, coloured, sizeof coloured);
    assert_string_equal(coloured, "\033[1;31merror: \033[0m0123456789\n");
}

/* ---------------------------------------------------------------- statuses */

static void every_status_has_a_text(void **state)
{
    (void)state;
#define CHECK_TEXT(name, value, text) assert_string_equal(eg_status_text(name), text);
    EG_STATUS_LIST(CHECK_TEXT)
#undef CHECK_TEXT
    assert_string_equal(eg_status_text((eg_status)77), "unknown status");
    assert_string_equal(eg_version(), EG_VERSION);
}

/* ---------------------------------------------------------------- XML */

static size_t write_character(uint32_t code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    const size_t length = code < 0x800 ? 2 : 3 + (code > 0xFFFF);
    for (size_t i = length - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)((0xF00 >> length & 0xFF) | code);
    return length;
}

/* The production Char of XML 1.0, without DEL and the controls of direction. */
static bool is_kept(uint32_t c)
{
    bool is_char = (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || c >= 0x10000;
    return is_char && c != 0x7F && !(c >= 0x202A && c <= 0x202E) && !(c >= 0x2066 && c <= 0x2069);
}

static void escaped(const char *text, size_t length, eg_xml_blanks blanks, const char *expected)
{
    char *written = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&written, &size);
    eg_xml_put_bytes(out, text, length, blanks);
    fclose(out);
    assert_string_equal(written, expected);
    free(written);
}

/* Every character there is, before another one. */
static void xml_holds_every_character(void **state)
{
    (void)state;
    for (uint32_t code = 1; code <= 0x10FFFF; code++) {
        char text[8] = {0}, expected[16] = {0};
        const size_t length = write_character(code, text);
        if (code == '\n' || code == '\t' || code == '\r' || (code < 0x80 && strchr("&<>\"'", (int)code)))
            continue;
        text[length] = 'x';
        snprintf(expected, sizeof expected, "%.*sx", is_kept(code) ? (int)length : 3,
                 is_kept(code) ? text : "\xEF\xBF\xBD");
        if (code >= 0xD800 && code <= 0xDFFF)
            continue; /* byte by byte, below */
        const char *at = text;
        size_t size = 0;
        const char *first = eg_xml_character(&at, NULL, EG_XML_KEPT, &size);
        assert_ptr_equal(at, text + length);
        assert_int_equal(size, strlen(expected) - 1);
        assert_memory_equal(first, expected, size);
    }
}

static void xml_escapes_what_is_markup(void **state)
{
    (void)state;
    const char *text = "<a b='\"c\"'>&amp;\n\tx\r";
    const char *const blanks[] = {"\n\tx\r", "&#10;&#9;x&#13;", "\xEF\xBF\xBD\xEF\xBF\xBDx\xEF\xBF\xBD"};
    for (int i = 0; i < 3; i++) {
        char expected[120];
        snprintf(expected, sizeof expected, "&lt;a b=&#39;&quot;c&quot;&#39;&gt;&amp;amp;%s", blanks[i]);
        escaped(text, strlen(text), (eg_xml_blanks)i, expected);
    }
    /* bytes that are no UTF-8, cut ones at the end too; a NUL inside */
    escaped("a\xFF\xC0\x80"
            "b",
            5, EG_XML_KEPT,
            "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
            "b");
    escaped("\xE2\x82\xAC", 2, EG_XML_KEPT, "\xEF\xBF\xBD\xEF\xBF\xBD");
    escaped("\xED\xA0\x80", 3, EG_XML_KEPT, "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    escaped("a\0b", 3, EG_XML_KEPT,
            "a\xEF\xBF\xBD"
            "b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_memory_is_zero_aligned_and_apart),
        cmocka_unit_test(arena_takes_blocks_larger_than_a_chunk),
        cmocka_unit_test(arena_refuses_what_overflows),
        cmocka_unit_test(arena_texts),
        cmocka_unit_test(arrays_grow_and_keep_their_items),
        cmocka_unit_test(names_are_found_again),
        cmocka_unit_test(patterns),
        cmocka_unit_test(nearest_names),
        cmocka_unit_test(nearest_of_an_endless_name_is_none),
        cmocka_unit_test(double_double_sums_keep_small_terms),
        cmocka_unit_test(diagnostics_are_kept_in_order),
        cmocka_unit_test(places_are_as_exact_as_known),
        cmocka_unit_test(caret_stands_below_its_column),
        cmocka_unit_test(column_beyond_the_line_has_no_caret),
        cmocka_unit_test(bytes_that_are_no_text_are_escaped),
        cmocka_unit_test(long_lines_are_cut_around_the_column),
        cmocka_unit_test(endless_messages_are_cut),
        cmocka_unit_test(format_counts_like_snprintf),
        cmocka_unit_test(every_status_has_a_text),
        cmocka_unit_test(xml_holds_every_character),
        cmocka_unit_test(xml_escapes_what_is_markup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
