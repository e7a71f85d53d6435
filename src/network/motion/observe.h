/* Results: the list of all variables of a model, and their values at a point. */
#ifndef EG_NETWORK_MOTION_OBSERVE_H
#define EG_NETWORK_MOTION_OBSERVE_H

#include "network/motion/view.h"

/* One variable of the model. `column` is its place in what eg_network_observe fills; variables that are
 * equal by construction (the positions of connected flanges) share a column. */
typedef struct eg_observable {
    const char *path; /* of the component; "" for the model itself */
    const char *port; /* port of the component, or NULL */
    const char *variable;
    const char *unit, *doc;
    eg_type type;
    bool is_discrete;
    int instance;   /* -1: a connector of a user's model */
    double nominal; /* where the user has given one, else 0 */
    int column;
} eg_observable;

/* The first column of each kind: positions of nodes come first, then forces of ports, and so on. */
typedef struct eg_columns {
    int forces, temperatures, flows, nets, connectors, users, variables, shown, total;
} eg_columns;

eg_columns eg_columns_of(const eg_model *m);
/* Number of columns. */
int eg_model_columns(const eg_model *m);
/* Calls `visit` for every variable, in order of declaration, until it answers nonzero; returns that. */
typedef struct eg_observable_visitor eg_observable_visitor;
struct eg_observable_visitor {
    int (*visit)(eg_observable_visitor *v, const eg_observable *o);
};
int eg_model_each_variable(const eg_model *m, eg_observable_visitor *v);
/* Puts "path.port.variable" into *name, malloc'ed room that grows. 0, or -1 when out of memory. */
int eg_observable_name(const eg_observable *o, char **name, size_t *capacity);
/* The variable that was probably meant by `name`, to be freed; NULL where none is near (or memory is out). */
char *eg_model_nearest_variable(const eg_model *m, const char *name);
/* Behind an observation: are all variables of users' equations numbers? Reports the first that is none. */
bool eg_network_has_values(eg_network *s, double t);

/* Fills columns at (t, y, y'): those of what the view holds, component's own variables of its instances. yp
 * NULL: of a model that is made of pieces (base/local.h), whose accelerations then follow from the forces. */
void eg_network_observe(eg_network *s, double t, const double *y, const double *yp, const eg_view *v,
                        double *columns);
/* The same in the present mode, where it slides along none of its edges (user/slide.c). */
void eg_network_observe_mode(eg_network *s, double t, const double *y, const double *yp, const eg_view *v,
                             double *columns);
/* The same of a model in one piece whose y' is not known yet, where one evaluation does for both. False: it
 * does not, and no column is of use. */
bool eg_network_observe_alone(eg_network *s, double t, const double *y, const eg_view *v, double *columns);

#endif
