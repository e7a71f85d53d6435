/* The numbers of one run as a page holds them: a block of bytes, little-endian, in base64, and what JSON
 * says of where in it each series is and how it is packed: as it is, coded (coder.h), or not at all, where it
 * is a line of another. */
#ifndef EG_REPORT_DATA_H
#define EG_REPORT_DATA_H

#include "base/file.h"
#include "base/json.h"
#include "report/coder.h"
#include "report/energy.h"
#include "report/thin.h"

/* Bytes that become base64 on their way into a file. */
typedef struct eg_base64 {
    eg_file *file;
    unsigned char rest[3];
    size_t rest_length;
    size_t length; /* bytes so far */
} eg_base64;

void eg_base64_put(eg_base64 *b, const void *bytes, size_t length);
void eg_base64_end(eg_base64 *b);

/* How the numbers of a series are written. */
typedef enum eg_packing {
    EG_PACK_CONSTANT, /* nowhere: the value is `least` */
    EG_PACK_BYTE,
    EG_PACK_SHORT, /* 65535: no number, 65534 and 65533: infinite, more and less than 0 */
    EG_PACK_SINGLE,
    EG_PACK_DOUBLE
} eg_packing;

/* One series in the block, or factor*v + offset of another's values v, to the bit. */
typedef struct eg_packed {
    size_t twin;           /* whose numbers these are: its own, or an earlier one's */
    double factor, offset; /* of those; one of them is 1 or 0 */
    eg_packing packing;
    double least, scale; /* the value is least + scale*number */
    eg_code code;        /* of the numbers, where that is shorter */
    size_t place;        /* in the block [bytes] */
    size_t exact;        /* where its values at the sides of events are, as doubles; (size_t)-1: the same */
} eg_packed;

typedef struct eg_data {
    eg_ranges ranges;
    bool is_exact; /* all rows are kept, to the bit */
    eg_flows flows;
    eg_series *series; /* (own) columns of the trajectory; behind them come two for each flow */
    size_t own, count;
    eg_packed *packed;  /* (count) */
    eg_packed time;     /* as a series */
    double *times;      /* (points) */
    double *values;     /* (count x points) */
    size_t exact_place; /* in the block [bytes]: indices, 32 bits each */
    size_t event_place; /* three doubles an event: time, force before, force behind it */
    size_t event_count;
} eg_data;

/* Prepares what a page keeps of a run within about `room` bytes. 0, or -1 when out of memory. */
int eg_data_init(eg_data *data, const eg_trajectory *t, size_t room);
/* Writes the block. */
void eg_data_put(eg_data *data, const eg_trajectory *t, const long *forces, eg_file *file);
void eg_data_release(eg_data *data);

enum { EG_DATA_EVENTS = 20000 }; /* in a page, at most */

#endif
