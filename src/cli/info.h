/* What info says of classes, and of a user's own models and libraries. */
#ifndef EG_CLI_INFO_H
#define EG_CLI_INFO_H

#include "cli/load.h"
#include "elastogap/diagram.h"

struct eg_info_json; /* cli/info_json.h */

/* A picture of the model that is wanted. */
typedef struct eg_info_picture {
    const char *path; /* NULL: none */
    eg_diagram_layout layout;
} eg_info_picture;

/* Reads the model and prints it (json: into the object instead), and draws it; returns the exit status. */
int eg_info_model(const char *input, const eg_load_settings *load, eg_info_picture picture,
                  struct eg_info_json *json);

enum { EG_INFO_UNKNOWN = -1 };

/* Which lines of a listing are printed. */
typedef enum eg_info_part {
    EG_INFO_ALL,
    EG_INFO_EQUATIONS, /* as Modelica text, or Dyad's where the class is written in it */
    EG_INFO_INTERFACE, /* of a model whose parameters and parts are printed already: what others see of it */
    EG_INFO_CLASSES    /* which there are, where these are several */
} eg_info_part;

/* What eg_info_library came upon instead of a text. */
typedef struct eg_info_native {
    const struct eg_class *class; /* NULL: nothing */
    char name[300];               /* by which it was asked for */
} eg_info_native;

/* Prints what a library, a text (load->model: one class of it; NULL: all), or a class holds. A class of the
 * component library is not printed but handed to `native` (NULL: the caller expects none). The exit status,
 * or EG_INFO_UNKNOWN when nothing has that name. With `json` (else NULL) all of it goes into the object,
 * which is begun where nothing was, and left open. */
int eg_info_library(const char *name, const eg_load_settings *load, eg_info_part part, eg_info_native *native,
                    struct eg_info_json *json);

/* Who uses a class of the component library in the libraries of -I. */
typedef struct eg_info_users {
    char **names; /* (count) full ones */
    size_t count, capacity;
    bool is_short; /* memory was out */
} eg_info_users;

/* False: memory is out; to be released in any case. */
bool eg_info_users_find(eg_info_users *users, const char *class, const eg_texts *includes);
void eg_info_users_release(eg_info_users *users);

#endif
