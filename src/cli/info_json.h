/* What info says, as one JSON object for programs. */
#ifndef EG_CLI_INFO_JSON_H
#define EG_CLI_INFO_JSON_H

#include "base/json.h"
#include "component/class.h"
#include "modelica/scope/listing.h"

/* An object in the making. Of a listing the first heading is the object itself; what further headings begin
 * are objects in its member "contents". */
typedef struct eg_info_json {
    eg_json json;
    bool begun;     /* the object is open */
    bool is_inside; /* an object of "contents" is open */
    bool is_list;   /* a member of that is a list is open */
    eg_listed_kind last;
    bool is_class[2];  /* the object, the one inside: it is no package and has all lists, empty ones too */
    unsigned lists[2]; /* which of them it has, 1 << eg_listed_kind */
} eg_info_json;

/* Opens the object; eg_info_json_end closes all that is open. */
void eg_info_json_begin(eg_info_json *i);
void eg_info_json_end(eg_info_json *i);

/* A member; a text that is NULL becomes null. */
void eg_info_json_text(eg_info_json *i, const char *name, const char *text);
/* A number or truth value as such, anything else as the text of an expression; NULL becomes null. */
void eg_info_json_expression(eg_info_json *i, const char *name, const char *text);
/* The items of an enumeration (class: its full name), each with what is said of it; literals NULL: null. */
void eg_info_json_items(eg_info_json *i, const char *class, const char *const *literals,
                        const char *const *docs);

struct eg_info_users; /* cli/info.h */

/* A class of the component library under one of its names, with who uses it. False: memory is out. */
bool eg_info_json_class(eg_info_json *i, const eg_class *class, const char *name,
                        const struct eg_info_users *users);
/* What a listing tells. */
void eg_info_json_listed(eg_info_json *i, const eg_listed *listed);
/* Closes the lists and the objects inside that a listing has left open. */
void eg_info_json_close_list(eg_info_json *i);

#endif
