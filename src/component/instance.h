/* What specs and models are made of: instances of classes with the values of their parameters and start
 * attributes, connectors, declared parameters. */
#ifndef EG_COMPONENT_INSTANCE_H
#define EG_COMPONENT_INSTANCE_H

#include <string.h>

#include "base/report.h"
#include "component/class.h"

/* Instances and their start attributes are as many as components, of which a model may have very many: they
 * are small, and what few of them have stands elsewhere. */

/* The attributes given to one variable of an instance; NAN or -1 where not given. */
typedef struct eg_start {
    double start;             /* NAN: not given */
    double nominal;           /* NAN: not given */
    int place;                /* index in the spec's places; of no use in a model */
    short variable;           /* index in the class's descriptor */
    signed char fixed;        /* 0, 1; -1: not given */
    signed char state_select; /* eg_state_select; -1: not given */
} eg_start;

/* What the text says of instances besides values; those of a model share it. */
typedef struct eg_origin {
    const char *file, *source; /* of the place of its declaration */
    const char *comment;       /* the declaration's string; NULL; of a spec only */
    const char **texts; /* (parameter_count) of Strings: their values, else NULL; NULL: the class has none */
    const bool *asked;  /* of a text: which parameters an expression names somewhere; NULL: none */
} eg_origin;

typedef struct eg_instance {
    const char *path;
    const eg_class *class;
    double *p;   /* (p_count) parameter_count values, then the elements of matrices (eg_parameter_matrix) */
    bool *given; /* which of them somebody gave */
    eg_start *starts; /* (start_count) with room up to a power of two */
    eg_origin *origin;
    int line; /* of its declaration */
    unsigned p_count;
    unsigned short column, start_count;
    bool has_read_table; /* its parameter `table` came from a file */
    bool is_implied;     /* the rod that stands for what PartialRigid says of its flanges */
} eg_instance;

/* Where it is declared. */
static inline eg_place eg_instance_place(const eg_instance *x)
{
    return (eg_place){x->origin->file, x->line, x->column, x->origin->source};
}

/* A connector of a user's own model: joins what is connected inside to what is outside. */
typedef struct eg_connector {
    const char *path;
    eg_port_kind kind;
    const char *unit;
    eg_place place;
    const char *comment;
    bool keeps_flow;      /* equations give a flow into it besides what a link inside takes up */
    const char *motion;   /* the variable that is its position, where equations give that; or NULL */
    bool is_sought;       /* an output that no equation names: others are to determine it */
    const char *slope_of; /* derivative number `slope` of this signal, for the motion alone; or NULL */
    int slope;
    double start;          /* signals; NAN: not given */
    bool has_fixed, fixed; /* signals: has_fixed: `fixed` was said */
    bool has_nominal, has_select;
    double nominal;
    int state_select; /* eg_state_select */
    bool is_discrete; /* a Real signal that changes at events only */
    bool is_outside;  /* a signal of the whole model, whatever its path: an input or output of an FMU */
    int inside_of;    /* connectors that it is a part of: 1 of bus.tip, where bus is one */
} eg_connector;

/* The bytes of its path, their last dot included, that name the model whose connector it is, or is a part of
 * one; 0: the whole model's. */
static inline size_t eg_connector_owner(const eg_connector *c)
{
    size_t length = strlen(c->path);
    for (int i = 0; i <= c->inside_of; i++) {
        while (length > 0 && c->path[length - 1] != '.')
            length--;
        length -= length > 0 && i < c->inside_of;
    }
    return length;
}

/* A parameter or constant that a user's model declares, with its value, for results and info. */
typedef struct eg_declared {
    const char *path;
    const char *unit;
    eg_type type;
    double value;
    double min, max; /* what it may be; infinite where there is no limit */
    const char *comment;
    bool is_fixed;    /* a constant, final or protected: nobody gives it another value */
    bool is_tunable;  /* a Real that reaches nothing but equations and what is tunable of components */
    const char *text; /* of a String; else NULL */
} eg_declared;

/* A parameter of a component that is not tunable although its class says so: what it reaches decides the
 * structure. */
typedef struct eg_held {
    int instance, parameter;
} eg_held;

/* How people read a variable or parameter, where that does not follow from its class. */
typedef struct eg_legend {
    const char *path;
    const char *unit;                /* the display unit; NULL: its own */
    const char *type_name;           /* of an enumeration that the user declares; else NULL */
    const char *const *literals;     /* of that; NULL-terminated */
    const char *const *literal_docs; /* what is said of each, or NULL; NULL: of none */
} eg_legend;

#endif
