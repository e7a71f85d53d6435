/* What a run in a process of its own sends to the one that waits for it, as it comes up: signals, rows,
 * events, messages, and at the end what became of it. Both processes are one program that has forked, so
 * that numbers pass as they are; but the sender's memory may be damaged, and the receiver believes no
 * length. */
#ifndef EG_FMI_IMPORT_WIRE_H
#define EG_FMI_IMPORT_WIRE_H

#include "base/trajectory.h"
#include "elastogap/simulate.h"

/* The sender: how much of each has been sent. Functions accept NULL, for a run that nobody waits for. */
typedef struct eg_wire {
    int file;
    char *bytes; /* of the record that is being made */
    size_t room;
    size_t signals, constants, rows, events, messages;
    bool is_cut_off; /* nothing can be sent any more */
} eg_wire;

void eg_wire_release(eg_wire *w);
/* Signals, constants and rows that are new. */
void eg_wire_rows(eg_wire *w, const eg_trajectory *t);
/* Rows from number `count` on are none: others follow. */
void eg_wire_cut(eg_wire *w, size_t count);
/* Events that are new, all of which know their rows. */
void eg_wire_events(eg_wire *w, const eg_trajectory *t);
void eg_wire_messages(eg_wire *w, const eg_diagnostics *d);
/* The run has ended. */
void eg_wire_end(eg_wire *w, eg_status status, const eg_statistics *st);

/* The receiver. */
typedef struct eg_receiver {
    eg_trajectory *trajectory;
    eg_diagnostics *d;
    char *bytes; /* that are no whole record yet */
    size_t count, room;
    eg_names *components; /* of events: name -> where it stands */
    const char **places;
    size_t place_count, place_room;
    bool has_ended; /* eg_wire_end: */
    eg_status status;
    eg_statistics statistics; /* whose texts are the receiver's: */
    char engine[64], reason[256];
} eg_receiver;

/* False: no memory. */
bool eg_receiver_init(eg_receiver *r, eg_trajectory *t, eg_diagnostics *d);
void eg_receiver_release(eg_receiver *r);
/* Takes bytes in as they come. EG_OK, EG_ERROR_MEMORY, or EG_ERROR_SIMULATION: they are none of a run's. */
eg_status eg_receiver_take(eg_receiver *r, const char *bytes, size_t count);

#endif
