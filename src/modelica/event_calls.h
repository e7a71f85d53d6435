/* Calls that ask for events of a run by patterns: "count(stop, contact begins)", "time(stop, contact*, 3)",
 * "duration(stop, contact begins, contact ends, 3)". What stands in them is no Modelica. */
#ifndef EG_MODELICA_EVENT_CALLS_H
#define EG_MODELICA_EVENT_CALLS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum eg_event_ask_kind {
    EG_ASK_COUNT,   /* how many */
    EG_ASK_TIME,    /* [s] when number `number` of them was */
    EG_ASK_DURATION /* [s] from that one to the next that fits `until` */
} eg_event_ask_kind;

typedef struct eg_event_ask {
    eg_event_ask_kind kind;
    const char *component, *event, *until; /* patterns; NULL: any */
    long number;                           /* from 1; of counts 0 */
} eg_event_ask;

/* How many characters such a call has, up to its closing parenthesis, which begins here; 0: none does. Only
 * the parentheses have to be right. */
size_t eg_event_call_length(const char *text);
/* Takes a call of which `copy` is all, and cuts the patterns off in it. False: its arguments are wrong. */
bool eg_event_call_read(char *copy, eg_event_ask *ask);
/* How the call at `text` is to be written, for messages. */
const char *eg_event_call_usage(const char *text);
/* The first call at `from` or behind it, outside of quotes and comments; NULL: there is none. */
char *eg_event_call_find(char *text, char *from);

#endif
