#include "modelica/event_calls.h"

#include "base/number.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

typedef struct form {
    const char *name;
    const char *usage;
    int least, most; /* arguments */
} form;

static const form forms[] = {
    [EG_ASK_COUNT] = {"count", "count(stop, contact begins)", 1, 2},
    [EG_ASK_TIME] = {"time", "time(stop, contact begins, 3)", 2, 3},
    [EG_ASK_DURATION] = {"duration", "duration(stop, contact begins, contact ends, 3)", 2, 4},
};
enum { FORMS = sizeof forms / sizeof *forms, MOST_ARGUMENTS = 4 };

static bool is_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Behind the quoted text that begins here, which a backslash may keep open; its end, where it is not closed.
 */
static const char *behind_quotes(const char *at)
{
    const char quote = *at++;
    for (; *at && *at != quote; at++)
        at += *at == '\\' && at[1];
    return at + (*at == quote);
}

/* The form of the call that begins here, and its opening parenthesis; -1: none does. */
static int form_at(const char *text, const char **open)
{
    for (int i = 0; i < FORMS; i++) {
        const size_t length = strlen(forms[i].name);
        if (strncmp(text, forms[i].name, length) != 0)
            continue;
        *open = text + length + strspn(text + length, " \t");
        if (**open == '(')
            return i;
    }
    return -1;
}

/* The comma or parenthesis that ends the argument that begins here; NULL: nothing does. */
static const char *end_of_argument(const char *at)
{
    int depth = 0;
    while (*at) {
        if (*at == '\'') {
            at = behind_quotes(at);
            continue;
        }
        if (depth == 0 && (*at == ',' || *at == ')'))
            return at;
        depth += *at == '(' || *at == '[';
        depth -= *at == ')' || *at == ']';
        at++;
    }
    return NULL;
}

size_t eg_event_call_length(const char *text)
{
    const char *at;
    if (form_at(text, &at) < 0)
        return 0;
    do
        at = end_of_argument(at + 1);
    while (at && *at == ',');
    return at ? (size_t)(at + 1 - text) : 0;
}

/* Without blanks around. */
static char *trimmed(char *begin, char *end)
{
    begin += strspn(begin, " \t\r\n");
    while (end > begin && strchr(" \t\r\n", end[-1]))
        end--;
    *end = '\0';
    return begin;
}

/* "stop.contact" alone stands for the contacts of `stop`, from where one begins to where it ends. */
static bool take_contact(char *name, eg_event_ask *ask)
{
    char *dot = strrchr(name, '.');
    if (!dot || strcmp(dot, ".contact") != 0)
        return false;
    *dot = '\0';
    ask->component = name;
    ask->event = "contact begins";
    ask->until = ask->kind == EG_ASK_DURATION ? "contact ends" : NULL;
    return true;
}

bool eg_event_call_read(char *copy, eg_event_ask *ask)
{
    char *parts[MOST_ARGUMENTS] = {NULL};
    const char *open;
    int count = 0;
    const int kind = form_at(copy, &open);
    *ask = (eg_event_ask){0};
    if (kind < 0)
        return false;
    ask->kind = (eg_event_ask_kind)kind;
    for (char *at = copy + (open - copy) + 1, last = ','; last == ','; count++) {
        const char *found = end_of_argument(at);
        if (!found || count == forms[kind].most)
            return false;
        char *end = copy + (found - copy);
        last = *end;
        parts[count] = trimmed(at, end);
        at = end + 1;
        if (!*parts[count])
            return false;
    }
    if (count < forms[kind].least || (count < forms[kind].most && kind != EG_ASK_COUNT && count != 2))
        return false;
    const bool is_short = kind != EG_ASK_COUNT && count == 2;
    ask->component = parts[0];
    ask->event = parts[1];
    if (kind == EG_ASK_COUNT)
        return true;
    if (kind == EG_ASK_DURATION)
        ask->until = parts[2];
    if (is_short && !take_contact(parts[0], ask))
        return false;
    double number = 0;
    const char *digits = parts[count - 1], *end = digits + strlen(digits);
    const bool good = eg_number_read(digits, end, &number) == end && number >= 1 && number <= 1e9 &&
                      number == floor(number);
    ask->number = good ? (long)number : 0;
    return good;
}

const char *eg_event_call_usage(const char *text)
{
    const char *open;
    const int kind = form_at(text, &open);
    return forms[kind < 0 ? EG_ASK_COUNT : kind].usage;
}

/* Behind the comment, the quoted text or the one character here. */
static const char *behind(const char *at)
{
    if (*at == '\'' || *at == '"')
        return behind_quotes(at);
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    return at + 1;
}

char *eg_event_call_find(char *text, char *from)
{
    const char *at = from;
    while (*at) {
        const bool is_within = at > text && (is_in_name(at[-1]) || at[-1] == '.');
        if (!is_within && eg_event_call_length(at) > 0)
            return text + (at - text);
        at = behind(at);
    }
    return NULL;
}
