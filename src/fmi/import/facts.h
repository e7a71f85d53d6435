/* What the description of an FMU says, of FMI 2 or 3, as far as a run needs it. */
#ifndef EG_FMI_IMPORT_FACTS_H
#define EG_FMI_IMPORT_FACTS_H

#include "base/arena.h"
#include "base/names.h"
#include "base/report.h"

#include <stdint.h>

/* How values pass. Enumerations are Integers in FMI 2 and Int64 in FMI 3. */
typedef enum eg_port_type {
    EG_PORT_FLOAT64,
    EG_PORT_FLOAT32,
    EG_PORT_INT8,
    EG_PORT_UINT8,
    EG_PORT_INT16,
    EG_PORT_UINT16,
    EG_PORT_INT32,
    EG_PORT_UINT32,
    EG_PORT_INT64,
    EG_PORT_UINT64,
    EG_PORT_BOOLEAN,
    EG_PORT_STRING,
    EG_PORT_BINARY,
    EG_PORT_CLOCK,
    EG_PORT_TYPES
} eg_port_type;

typedef enum eg_causality_of_port {
    EG_PORT_LOCAL,
    EG_PORT_PARAMETER,
    EG_PORT_STRUCTURAL,
    EG_PORT_CALCULATED,
    EG_PORT_INPUT,
    EG_PORT_OUTPUT,
    EG_PORT_INDEPENDENT
} eg_causality_of_port;

/* One of an array's extents: a number, or the value of a structural parameter. */
typedef struct eg_array_extent {
    uint64_t size;
    long port; /* -1: size holds */
} eg_array_extent;

/* A variable. Strings are the facts'. */
typedef struct eg_mockup_port {
    const char *name, *unit, *doc;
    const char *start;        /* as it is written, elements separated by spaces; NULL: none */
    const char *const *items; /* of an enumeration: names, */
    const int64_t *numbers;   /* and values */
    size_t item_count;
    eg_port_type type;
    eg_causality_of_port causality;
    bool is_continuous, is_changing; /* variability: continuous; continuous or discrete */
    bool is_constant;
    bool is_settable;     /* before the start */
    bool has_nominal;     /* a nominal value is given */
    bool is_clocked;      /* has a value only while a clock ticks */
    bool is_intermediate; /* an input that may be given between communication points */
    uint32_t reference;
    long derivative_of; /* port; -1 */
    eg_array_extent *extents;
    size_t extent_count; /* 0: a scalar */
    size_t size;         /* elements */
    long same;           /* port that this one is another name of; -1 */
} eg_mockup_port;

typedef struct eg_facts {
    eg_arena *arena;
    int version; /* 2 or 3 */
    const char *model, *token;
    const char *tool;     /* that made it; "" */
    const char *exchange; /* model identifiers; NULL: not of this kind */
    const char *cosimulation;
    bool is_scheduled;  /* there is Scheduled Execution */
    bool needs_tool[2]; /* of Model Exchange, Co-Simulation: a program besides the FMU */
    bool wants_completed_steps;
    bool has_event_mode, varies_step;
    bool interpolates;                       /* FMI 2: takes derivatives of inputs */
    bool has_updates;                        /* FMI 3: calls back between communication points */
    bool has_directional;                    /* directional derivatives under Model Exchange */
    double fixed_step;                       /* [s]; NAN */
    double start, stop, interval, tolerance; /* NAN where the description is silent */
    eg_mockup_port *ports;
    size_t port_count;
    eg_names *names;
    size_t *derivatives; /* (derivative_count) ports, in the order of the state vector */
    size_t derivative_count;
    size_t *indicators; /* the same; FMI 3 */
    size_t indicator_count;
    size_t indicators_said; /* FMI 2 */
    const char **categories;
    size_t category_count;
} eg_facts;

/* Reads a description (a whole file's bytes; `path` for messages). EG_OK; EG_ERROR_MODEL (reported: no
 * XML, not of FMI 2 or 3, or in contradiction with itself), EG_ERROR_UNAVAILABLE, EG_ERROR_MEMORY.
 * Release in any case. */
eg_status eg_facts_read(const char *bytes, size_t length, const char *path, eg_diagnostics *d,
                        eg_facts *facts);
void eg_facts_release(eg_facts *facts);
/* Extents and sizes anew; structural[port]: values of structural parameters that differ from their
 * start, or NULL. EG_ERROR_MODEL (reported) where arrays get too large. */
eg_status eg_facts_measure(eg_facts *facts, const double *structural, eg_diagnostics *d);
/* The port of that name, which may have other quotes than the description's: a.b and 'a.b' are the same. -1:
 * none, or more than one but for quotes. */
long eg_facts_find(const eg_facts *facts, const char *name);
/* "name[2,3]" of element k into text, or the name alone of a scalar; as snprintf. */
void eg_mockup_port_element_name(const eg_mockup_port *port, size_t k, char *text, size_t size);

#endif
