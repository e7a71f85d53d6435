/* The lexer: every kind of token, where it stands, and what is no token. */
#include "modelica/text/lexer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* A text being taken apart, with a reader that is just large enough. */
typedef struct bench {
    eg_reader r;
    eg_lexer lexer;
    eg_source *source;
} bench;

static void begin_bytes(bench *b, const char *text, size_t length)
{
    memset(b, 0, sizeof *b);
    b->r.arena = b->r.kept = eg_arena_create();
    b->r.diagnostics = eg_diagnostics_create();
    b->r.symbols = eg_symbols_create(b->r.arena);
    b->r.seen = eg_pairs_create();
    assert_non_null(b->r.seen);
    b->source = eg_source_create(b->r.arena, "test.mo", text, length);
    assert_non_null(b->source);
    eg_lexer_start(&b->lexer, &b->r, b->source);
}

static void begin(bench *b, const char *text)
{
    begin_bytes(b, text, strlen(text));
}

static void end(bench *b)
{
    eg_pairs_free(b->r.seen);
    eg_symbols_free(b->r.symbols);
    eg_diagnostics_free(b->r.diagnostics);
    eg_arena_free(b->r.arena);
}

static eg_token expect(bench *b, eg_token_kind kind)
{
    eg_token token = eg_lexer_next(&b->lexer);
    assert_int_equal(token.kind, kind);
    return token;
}

static void expect_message(bench *b, size_t i, int line, int column, const char *part)
{
    const eg_diagnostic *d = eg_diagnostics_get(b->r.diagnostics, i);
    assert_non_null(d);
    assert_int_equal(d->line, line);
    assert_int_equal(d->column, column);
    if (!strstr(d->message, part))
        assert_string_equal(d->message, part);
}

/* ---------------------------------------------------------------- tokens */

static void every_keyword_and_symbol_is_a_token_of_its_own(void **state)
{
    (void)state;
    for (eg_token_kind k = EG_T_ALGORITHM; k < EG_TOKEN_KINDS; k++) {
        bench b;
        begin(&b, eg_token_kind_text(k));
        b.lexer.is_dyad = k >= EG_T_ANALYSIS && k < EG_T_BACKSLASH; /* what only Dyad has */
        b.lexer.is_sidops = k >= EG_T_BACKSLASH;                    /* and SIDOPS */
        eg_token token = expect(&b, k);
        assert_int_equal(token.at, 0);
        assert_int_equal(token.end, strlen(eg_token_kind_text(k)));
        expect(&b, EG_T_FINISH);
        end(&b);
    }
}

static void the_longest_symbol_wins(void **state)
{
    (void)state;
    bench b;
    begin(&b, "a<=b<>c:=d==e.*f<g=h.k");
    static const eg_token_kind kinds[] = {EG_T_LESS_EQUAL, EG_T_NOT_EQUAL, EG_T_ASSIGN, EG_T_EQUAL,
                                          EG_T_DOT_STAR,   EG_T_LESS,      EG_T_IS,     EG_T_DOT};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        expect(&b, EG_T_NAME);
        expect(&b, kinds[i]);
    }
    expect(&b, EG_T_NAME);
    end(&b);
}

static void names_are_interned_and_quoted_names_keep_their_quotes(void **state)
{
    (void)state;
    bench b;
    begin(&b, "mass 'a \\' b' mass model_ modelx 'ü'");
    const char *first = expect(&b, EG_T_NAME).name;
    assert_string_equal(expect(&b, EG_T_NAME).name, "'a \\' b'");
    assert_ptr_equal(expect(&b, EG_T_NAME).name, first);
    assert_string_equal(expect(&b, EG_T_NAME).name, "model_");
    assert_string_equal(expect(&b, EG_T_NAME).name, "modelx");
    assert_string_equal(expect(&b, EG_T_NAME).name, "'ü'");
    end(&b);
}

static void numbers_are_read_exactly(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
        bool is_integer;
    } table[] = {{"0", 0.0, true},
                 {"42", 42.0, true},
                 {"9007199254740992", 9007199254740992.0, true},
                 {"9007199254740994", 9007199254740994.0, false},
                 {"1.", 1.0, false},
                 {"0.1", 0.1, false},
                 {"1e3", 1000.0, false},
                 {"2.5E-3", 0.0025, false},
                 {"1.e+2", 100.0, false},
                 {"4.9406564584124654e-324", 4.9406564584124654e-324, false},
                 {"1.7976931348623157e308", 1.7976931348623157e308, false},
                 {"1e-400", 0.0, false}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        bench b;
        begin(&b, table[i].text);
        eg_token token = expect(&b, EG_T_NUMBER);
        assert_true(token.number == table[i].value);
        assert_int_equal(token.is_integer, table[i].is_integer);
        expect(&b, EG_T_FINISH);
        end(&b);
    }
}

static void an_exponent_needs_digits(void **state)
{
    (void)state;
    bench b;
    begin(&b, "1e 2e+x 3ex");
    assert_true(expect(&b, EG_T_NUMBER).number == 1.0);
    assert_string_equal(expect(&b, EG_T_NAME).name, "e");
    assert_true(expect(&b, EG_T_NUMBER).number == 2.0);
    assert_string_equal(expect(&b, EG_T_NAME).name, "e");
    expect(&b, EG_T_PLUS);
    expect(&b, EG_T_NAME);
    assert_true(expect(&b, EG_T_NUMBER).number == 3.0);
    assert_string_equal(expect(&b, EG_T_NAME).name, "ex");
    end(&b);
}

static void strings_resolve_their_escapes(void **state)
{
    (void)state;
    bench b;
    begin(&b, "\"a\\\"b\\\\c\\n\\t\\'\\?\\a\\b\\f\\r\\v\" \"two\nlines ü\" \"\"");
    eg_token token = expect(&b, EG_T_STRING);
    assert_string_equal(eg_token_text(&b.lexer, &token), "a\"b\\c\n\t'?\a\b\f\r\v");
    token = expect(&b, EG_T_STRING);
    assert_string_equal(eg_token_text(&b.lexer, &token), "two\nlines ü");
    token = expect(&b, EG_T_STRING);
    assert_string_equal(eg_token_text(&b.lexer, &token), "");
    assert_int_equal(eg_diagnostics_count(b.r.diagnostics), 0);
    end(&b);
}

static void comments_and_white_space_separate(void **state)
{
    (void)state;
    bench b;
    begin(&b, "\xEF\xBB\xBF"
              "a// to the end\r\n\tb/* over * / \n lines **/c//");
    assert_int_equal(expect(&b, EG_T_NAME).at, 3);
    assert_string_equal(expect(&b, EG_T_NAME).name, "b");
    assert_string_equal(expect(&b, EG_T_NAME).name, "c");
    expect(&b, EG_T_FINISH);
    end(&b);
}

static void places_are_line_and_column(void **state)
{
    (void)state;
    bench b;
    begin(&b, "a\n\n  b");
    expect(&b, EG_T_NAME);
    eg_token token = expect(&b, EG_T_NAME);
    eg_place place = eg_source_place(b.source, token.at);
    assert_int_equal(place.line, 3);
    assert_int_equal(place.column, 3);
    assert_string_equal(place.source, "  b");
    place = eg_source_place(b.source, token.end);
    assert_int_equal(place.line, 3);
    assert_int_equal(place.column, 4);
    end(&b);
}

/* ---------------------------------------------------------------- what is no token */

static void what_is_no_token_is_reported_and_skipped(void **state)
{
    (void)state;
    bench b;
    begin(&b, "a # b ü c 1e999");
    for (int i = 0; i < 3; i++)
        expect(&b, EG_T_NAME);
    expect(&b, EG_T_NUMBER);
    expect(&b, EG_T_FINISH);
    assert_int_equal(eg_diagnostics_count(b.r.diagnostics), 3);
    expect_message(&b, 0, 1, 3, "'#' cannot stand here");
    expect_message(&b, 1, 1, 7, "'ü' cannot stand here");
    expect_message(&b, 2, 1, 12, "number is too large");
    end(&b);
}

static void operators_of_other_languages_are_named_and_understood(void **state)
{
    (void)state;
    bench b;
    begin(&b, "!= && || !");
    expect(&b, EG_T_NOT_EQUAL);
    expect(&b, EG_T_AND);
    expect(&b, EG_T_OR);
    expect(&b, EG_T_NOT);
    assert_int_equal(eg_diagnostics_count(b.r.diagnostics), 4);
    assert_string_equal(eg_diagnostics_get(b.r.diagnostics, 0)->remedy, "write \"<>\"");
    end(&b);
}

static void what_has_no_end_is_reported_where_it_begins(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        int column;
    } table[] = {{"a \"text", "string has no end", 3},
                 {"a /* text *", "comment has no end", 3},
                 {"a 'name\n'", "name has no end", 3},
                 {"\"a\\", "backslash", 3},
                 {"\"a\\q\"", "backslash", 3}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        bench b;
        begin(&b, table[i].text);
        while (eg_lexer_next(&b.lexer).kind != EG_T_FINISH) {}
        expect_message(&b, 0, 1, table[i].column, table[i].message);
        end(&b);
    }
}

static void a_name_has_at_most_a_thousand_bytes(void **state)
{
    (void)state;
    static char text[EG_NAME_LIMIT + 3];
    memset(text, 'x', EG_NAME_LIMIT + 1);
    bench b;
    begin(&b, text);
    assert_int_equal(strlen(expect(&b, EG_T_NAME).name), EG_NAME_LIMIT);
    expect(&b, EG_T_FINISH);
    expect_message(&b, 0, 1, 1, "this name has 1001 bytes; at most 1000");
    end(&b);
}

static void errors_stop_at_their_limit(void **state)
{
    (void)state;
    static char text[1000];
    memset(text, '#', sizeof text - 1);
    bench b;
    begin(&b, text);
    expect(&b, EG_T_FINISH);
    assert_int_equal(eg_diagnostics_count(b.r.diagnostics), EG_ERROR_LIMIT);
    end(&b);
}

/* ---------------------------------------------------------------- what is no text */

static void bytes_that_are_no_text_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
        const char *message;
        int line, column;
    } table[] = {{"ab\0c", 4, "byte 2 (0x00) is a NUL byte", 1, 3},
                 {"a\n\x01", 3, "byte 2 (0x01) is a control character", 2, 1},
                 {"\x7F", 1, "byte 0 (0x7F)", 1, 1},
                 {"a\xFC", 2, "byte 1 (0xFC) is no valid UTF-8", 1, 2},
                 {"\xC0\x80", 2, "byte 0 (0xC0)", 1, 1},         /* an overlong NUL */
                 {"\xED\xA0\x80", 3, "byte 0 (0xED)", 1, 1},     /* half a surrogate pair */
                 {"\xF4\x90\x80\x80", 4, "byte 0 (0xF4)", 1, 1}, /* above U+10FFFF */
                 {"\xE2\x82", 2, "byte 0 (0xE2)", 1, 1},         /* cut short */
                 {"\xFF\xFEm\0o\0", 6, "UTF-16", 1, 1}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        bench b;
        begin_bytes(&b, table[i].bytes, table[i].length);
        assert_false(eg_source_is_text(b.source, b.r.diagnostics));
        expect_message(&b, 0, table[i].line, table[i].column, table[i].message);
        end(&b);
    }
}

static void any_utf8_is_text(void **state)
{
    (void)state;
    bench b;
    begin(&b, "\tä€\xF0\x9F\x94\xA7\r\n\xEE\x80\x80\xF4\x8F\xBF\xBF");
    assert_true(eg_source_is_text(b.source, b.r.diagnostics));
    assert_int_equal(eg_diagnostics_count(b.r.diagnostics), 0);
    end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_keyword_and_symbol_is_a_token_of_its_own),
        cmocka_unit_test(the_longest_symbol_wins),
        cmocka_unit_test(names_are_interned_and_quoted_names_keep_their_quotes),
        cmocka_unit_test(numbers_are_read_exactly),
        cmocka_unit_test(an_exponent_needs_digits),
        cmocka_unit_test(strings_resolve_their_escapes),
        cmocka_unit_test(comments_and_white_space_separate),
        cmocka_unit_test(places_are_line_and_column),
        cmocka_unit_test(what_is_no_token_is_reported_and_skipped),
        cmocka_unit_test(operators_of_other_languages_are_named_and_understood),
        cmocka_unit_test(what_has_no_end_is_reported_where_it_begins),
        cmocka_unit_test(a_name_has_at_most_a_thousand_bytes),
        cmocka_unit_test(errors_stop_at_their_limit),
        cmocka_unit_test(bytes_that_are_no_text_are_named),
        cmocka_unit_test(any_utf8_is_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
