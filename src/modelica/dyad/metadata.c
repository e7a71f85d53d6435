/* Metadata in Dyad: JSON. Of it only the tests of a component mean something here; icons, places and routes
 * are kept as they stand (text/pictures.h). The tests, as the language's generator of tests has them:
 *
 *   {"Dyad": {"tests": {"case1": {"stop": 10, "initial": {"mass.s": 1}, "atol": {"mass.v": 0.001},
 *     "expect": {"initial": {"mass.v": 0}, "final": {"mass.v": 0}, "signals": ["mass.s"]}}}}} */
#include "base/number.h"
#include "modelica/dyad/dyad.h"

#include <math.h>
#include <string.h>

/* "key": value */
static bool parse_member(eg_parser *p, eg_dyad_member member, void *context)
{
    uint32_t at = p->token.at;
    const char *key = p->token.kind == EG_T_STRING ? eg_token_text(&p->lexer, &p->token) : NULL;
    if (!key)
        return eg_parse_unexpected(p, "a name in quotes, or \"}\"");
    eg_parse_advance(p);
    if (!eg_parse_expect(p, EG_T_COLON))
        return false;
    return member ? member(p, context, key, at) : eg_dyad_skip_value(p);
}

static bool refuse_open_object(eg_parser *p)
{
    eg_parse_unexpected(p, "\",\" or \"}\"");
    if (p->token.kind == EG_T_END || p->token.kind == EG_T_FINISH)
        eg_hint(p->r, "close every \"{\" of the metadata");
    return false;
}

bool eg_dyad_object(eg_parser *p, eg_dyad_member member, void *context)
{
    if (!eg_parse_expect(p, EG_T_LEFT_BRACE) || !eg_parse_enter(p))
        return false;
    bool ok = true;
    while (ok && p->token.kind != EG_T_RIGHT_BRACE)
        ok = parse_member(p, member, context) &&
             (eg_parse_accept(p, EG_T_COMMA) || p->token.kind == EG_T_RIGHT_BRACE || refuse_open_object(p));
    eg_parse_leave(p);
    return ok && eg_parse_expect(p, EG_T_RIGHT_BRACE);
}

static bool skip_array(eg_parser *p)
{
    if (!eg_parse_expect(p, EG_T_LEFT_BRACKET) || !eg_parse_enter(p))
        return false;
    bool ok = true;
    while (ok && p->token.kind != EG_T_RIGHT_BRACKET)
        ok =
            eg_dyad_skip_value(p) && (eg_parse_accept(p, EG_T_COMMA) || p->token.kind == EG_T_RIGHT_BRACKET ||
                                      eg_parse_unexpected(p, "\",\" or \"]\""));
    eg_parse_leave(p);
    return ok && eg_parse_expect(p, EG_T_RIGHT_BRACKET);
}

bool eg_dyad_skip_value(eg_parser *p)
{
    switch (p->token.kind) {
    case EG_T_LEFT_BRACE: return eg_dyad_object(p, NULL, NULL);
    case EG_T_LEFT_BRACKET: return skip_array(p);
    case EG_T_MINUS: eg_parse_advance(p); return eg_parse_expect(p, EG_T_NUMBER);
    case EG_T_STRING:
    case EG_T_NUMBER:
    case EG_T_TRUE:
    case EG_T_FALSE:
    case EG_T_NULL: eg_parse_advance(p); return true;
    default: return eg_parse_unexpected(p, "a value");
    }
}

bool eg_dyad_skip_metadata(eg_parser *p)
{
    if (p->token.kind == EG_T_LEFT_BRACKET && eg_parse_peek(p) == EG_T_LEFT_BRACE)
        return skip_array(p);
    if (p->token.kind != EG_T_LEFT_BRACE)
        return true;
    if (eg_parse_peek(p) != EG_T_CARET)
        return eg_dyad_object(p, NULL, NULL);
    eg_parse_advance(p); /* {^name}: a place in the metadata at the end */
    eg_parse_advance(p);
    return eg_parse_identifier(p, "a name") && eg_parse_expect(p, EG_T_RIGHT_BRACE);
}

static bool keep(eg_parser *p, uint32_t begin, const eg_pictures **pictures)
{
    eg_pictures *kept = eg_new(p->r, sizeof *kept);
    if (!kept)
        return false;
    kept->metadata = (eg_extract){p->lexer.source->text + begin, p->last_end - begin};
    *pictures = kept;
    return true;
}

bool eg_dyad_keep_metadata(eg_parser *p, const eg_pictures **pictures)
{
    uint32_t begin = p->token.at;
    if (!eg_dyad_skip_metadata(p))
        return false;
    return p->token.at == begin || keep(p, begin, pictures);
}

/* ---------------------------------------------------------------- tests */

/* A number; one in quotes is one, too. */
static bool parse_number(eg_parser *p, double *value)
{
    if (p->token.kind == EG_T_STRING) {
        const char *text = eg_token_text(&p->lexer, &p->token);
        const char *end = text ? eg_number_read(text, text + strlen(text), value) : NULL;
        if (!end || *end)
            return text && eg_parse_unexpected(p, "a number");
        eg_parse_advance(p);
        return true;
    }
    double sign = eg_parse_accept(p, EG_T_MINUS) ? -1 : 1;
    if (p->token.kind != EG_T_NUMBER)
        return eg_parse_unexpected(p, "a number");
    *value = sign * p->token.number;
    eg_parse_advance(p);
    return true;
}

static bool add_expectation(eg_parser *p, eg_expectation **list, uint32_t *count, eg_expectation one)
{
    if ((*count & (*count - 1)) == 0) {
        eg_expectation *larger = eg_new_array(p->r, *count ? 2u * *count : 1, sizeof *larger);
        if (!larger)
            return false;
        for (uint32_t i = 0; i < *count; i++)
            larger[i] = (*list)[i];
        *list = larger;
    }
    (*list)[(*count)++] = one;
    return true;
}

typedef struct list_of_values {
    eg_expectation **list;
    uint32_t *count;
} list_of_values;

/* The path of a variable, without spaces around it. */
static const char *trimmed(eg_parser *p, const char *path)
{
    path += strspn(path, " \t");
    size_t length = strlen(path);
    while (length > 0 && strchr(" \t", path[length - 1]))
        length--;
    return eg_textf(p->r, "%.*s", (int)length, path);
}

static bool take_value(eg_parser *p, void *context, const char *key, uint32_t at)
{
    list_of_values *values = context;
    eg_expectation one = {.path = trimmed(p, key), .at = at};
    return parse_number(p, &one.value) && add_expectation(p, values->list, values->count, one);
}

static bool parse_values(eg_parser *p, eg_expectation **list, uint32_t *count)
{
    list_of_values values = {list, count};
    return eg_dyad_object(p, take_value, &values);
}

/* One number for all variables, or one for each. */
static bool parse_tolerance(eg_parser *p, double *all, eg_expectation **list, uint32_t *count)
{
    return p->token.kind == EG_T_LEFT_BRACE ? parse_values(p, list, count) : parse_number(p, all);
}

/* ["a.b", "c"] */
static bool parse_signals(eg_parser *p, eg_test *test)
{
    if (!eg_parse_expect(p, EG_T_LEFT_BRACKET))
        return false;
    while (p->token.kind == EG_T_STRING) {
        eg_expectation one = {.path = eg_token_text(&p->lexer, &p->token), .at = p->token.at};
        one.path = one.path ? trimmed(p, one.path) : NULL;
        if (!one.path || !add_expectation(p, &test->signals, &test->signal_count, one))
            return false;
        eg_parse_advance(p);
        if (!eg_parse_accept(p, EG_T_COMMA))
            break;
    }
    return eg_parse_expect(p, EG_T_RIGHT_BRACKET);
}

static bool take_expected(eg_parser *p, void *context, const char *key, uint32_t at)
{
    (void)at;
    eg_test *test = context;
    if (strcmp(key, "initial") == 0)
        return parse_values(p, &test->begins, &test->begin_count);
    if (strcmp(key, "final") == 0)
        return parse_values(p, &test->ends, &test->end_count);
    if (strcmp(key, "signals") == 0)
        return parse_signals(p, test);
    return eg_dyad_skip_value(p);
}

static bool take_of_test(eg_parser *p, void *context, const char *key, uint32_t at)
{
    (void)at;
    eg_test *test = context;
    if (strcmp(key, "start") == 0)
        return parse_number(p, &test->start);
    if (strcmp(key, "stop") == 0)
        return parse_number(p, &test->stop);
    if (strcmp(key, "initial") == 0)
        return parse_values(p, &test->initials, &test->initial_count);
    if (strcmp(key, "atol") == 0)
        return parse_tolerance(p, &test->atol, &test->tolerances, &test->tolerance_count);
    if (strcmp(key, "rtol") == 0)
        return parse_tolerance(p, &test->rtol, &test->shares, &test->share_count);
    if (strcmp(key, "expect") == 0)
        return eg_dyad_object(p, take_expected, test);
    return eg_dyad_skip_value(p);
}

static bool take_test(eg_parser *p, void *context, const char *key, uint32_t at)
{
    (void)at;
    eg_test *test = eg_new(p->r, sizeof *test);
    if (!test)
        return false;
    *test = (eg_test){.name = key, .start = NAN, .stop = NAN, .atol = NAN, .rtol = NAN};
    return eg_dyad_object(p, take_of_test, test) && eg_list_add(p->r, context, test);
}

/* What a definition's metadata is for. */
typedef struct metadata {
    eg_list tests; /* of eg_test */
    eg_dyad_body *body;
} metadata;

static bool take_of_dyad(eg_parser *p, void *context, const char *key, uint32_t at)
{
    (void)at;
    metadata *m = context;
    return strcmp(key, "tests") == 0 ? eg_dyad_object(p, take_test, &m->tests) : eg_dyad_skip_value(p);
}

static bool take_vendor(eg_parser *p, void *context, const char *key, uint32_t at)
{
    (void)at;
    metadata *m = context;
    if (strcmp(key, "Dyad") == 0)
        return eg_dyad_object(p, take_of_dyad, m);
    return strcmp(key, "elastogap") == 0 && m->body ? eg_dyad_carried(p, m->body) : eg_dyad_skip_value(p);
}

bool eg_dyad_metadata(eg_parser *p, eg_syntax *class, eg_dyad_body *body)
{
    metadata m = {.body = body};
    eg_parse_advance(p);
    uint32_t begin = p->token.at;
    bool ok = eg_dyad_object(p, class ? take_vendor : NULL, &m);
    if (class && ok)
        ok = keep(p, begin, &class->pictures);
    if (class) {
        class->tests = (eg_test **)m.tests.items;
        class->test_count = (uint32_t)m.tests.count;
    }
    return ok;
}
