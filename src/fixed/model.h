/* A plan that owns its tables, with what its makers know of it: made by the network, run by the engine
 * `fixed` and by programs. */
#ifndef EG_FIXED_MODEL_H
#define EG_FIXED_MODEL_H

#include "fixed/order.h"

#include <stdbool.h>

struct eg_fixed_model {
    eg_fixed_plan plan; /* points into what follows */
    double *mass, *speed, *input;
    eg_fixed_item *item;
    eg_fixed_spring *spring;
    eg_fixed_contact *contact;
    eg_fixed_friction *friction;
    eg_fixed_stop *stop;
    eg_fixed_load *load;
    eg_fixed_output *output;
    eg_fixed_given *given;
    double **points; /* (frictions) speeds, then forces; NULL: none */
    eg_fixed_order order;
    eg_fixed_heat heat; /* points into what follows */
    eg_fixed_heat_node *heat_node;
    eg_fixed_conductor *conductor;
    eg_fixed_heater *heater;
    int *taker;
    eg_fixed_order heat_order;
    eg_fixed_program program; /* its tables are the model's, malloc'ed */
    int *program_unknown;     /* (its unknowns) the maker's numbers, */
    int *program_discrete;    /* (its discrete values) and of these */
    bool follows;             /* inputs follow the motion, or there is something beside the plan */
    bool is_hosted;           /* there are forces that the network is asked for at each step */
    /* The maker's own. */
    int *ends;                     /* (2 items) nodes: from, to; -1: the ground */
    int *signal;                   /* (inputs) what each is: network/motion/plan.h */
    double *still;                 /* (bodies) scratch: speeds of a row, */
    bool *is_settled;              /* (bodies) and which of them rest, or go with what leads them */
    int law_springs, law_contacts; /* those of laws that equations write begin at these */
    int (*own)[3];  /* (own_bodies) of those that equations write: item of x, unknowns x and v; */
    int own_bodies; /* they are the last bodies */
    double hidden;  /* energy that the state has, and the last row does not show [J] */
    double driven;  /* kinetic energy of what moves as it is driven [J] */
};

/* What a plan is asked for, and where to write why there is none: words that follow "because". */
typedef struct eg_fixed_wish {
    double step;
    const char *const *output; /* paths of variables */
    int outputs;
    bool stands_alone; /* the plan is to go without the network */
    char *reason;
    size_t size;
} eg_fixed_wish;

/* What laws and bodies that equations write store [J]. */
double eg_fixed_model_stored(const eg_fixed_model *m, const eg_fixed_state *state);
/* What a program remembers: as eg_fixed_view has it (run/part.h). */
typedef struct eg_fixed_memory {
    const double *z, *discrete, *before, *condition, *due;
} eg_fixed_memory;
eg_fixed_memory eg_fixed_model_memory(const eg_fixed_model *m, const eg_fixed_state *state);
/* Steps of the program's time are counted from `origin` [s]; there were so many. */
void eg_fixed_model_set_clock(const eg_fixed_model *m, eg_fixed_state *state, double origin, double steps);
/* With room for these many; counts in the plan begin at 0. NULL when out of memory. */
eg_fixed_model *eg_fixed_model_create(int bodies, int items, int pieces, int loads, int inputs, int outputs);
/* Room for heat. 0, or -1 when out of memory. */
int eg_fixed_model_add_heat(eg_fixed_model *m, int nodes, int conductors, int heaters, int items);
/* The tables are complete: finds the order of elimination. 0, or -1 when out of memory. */
int eg_fixed_model_finish(eg_fixed_model *m);

#endif
