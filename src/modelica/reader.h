/* What every part of the reader shares during one reading: memory, names, messages.
 *
 * Memory that runs out is noticed once, in eg_new: it sets `out_of_memory`, and everybody who gets NULL
 * returns. Messages stop after EG_ERROR_LIMIT errors, and one place gets the same message only once,
 * however many instances of its class there are. */
#ifndef EG_MODELICA_READER_H
#define EG_MODELICA_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/report.h"
#include "elastogap/spec.h"
#include "modelica/text/source.h"
#include "modelica/scope/symbols.h"

/* Stated in docs/modelica.md. */
enum {
    EG_ERROR_LIMIT = 20, /* errors that are reported in one reading */
    EG_WARNING_LIMIT = 100,
    EG_NAME_LIMIT = 1000,       /* bytes in one identifier */
    EG_NESTING_LIMIT = 200,     /* parentheses, classes, modifiers, loops inside each other, in the text */
    EG_DEPTH_LIMIT = 100,       /* components inside components */
    EG_EVALUATION_LIMIT = 1000, /* expressions that wait for each other's values */
    EG_SIZE_LIMIT = 1000000,    /* components of a model; elements of an array; and ten times as many
                                    * passes through loops. What the caller allows may be another number. */
    EG_RANK_LIMIT = 8           /* dimensions of an array */
};

typedef struct eg_definition eg_definition;
typedef struct eg_node eg_node;

/* A list of pointers that grows: 4, 8, 16, ... items; its memory is the reading's. */
typedef struct eg_list {
    void **items;
    size_t count, capacity;
} eg_list;

typedef struct eg_paths {
    const char **items;
    size_t count;
} eg_paths;

/* For what values are asked for now (instance/influence.h). */
typedef struct eg_asker {
    const void *owner, *part; /* a value that is being computed; NULL: see holds */
    bool holds;               /* what it reaches decides the structure */
    bool keeps;               /* it is named where it is asked for, or written down */
} eg_asker;

/* What a reading keeps so that the same can be read again; in the spec's arena. */
typedef struct eg_kept {
    const char *text, *name; /* as in a request (read.c) */
    size_t length;
    eg_read_options options; /* without settings */
    eg_source **sources;     /* the files that were read */
    size_t source_count;
} eg_kept;

typedef struct eg_reader {
    eg_arena *arena; /* syntax trees, definitions, instances: gone when the reading ends */
    eg_arena *kept;  /* the spec's: what messages after the reading still point to */
    eg_diagnostics *diagnostics;
    const struct eg_parsed *parsed; /* what it shares with other readings (parsed.h); NULL: nothing */
    eg_symbols *symbols;            /* those of `parsed`, or its own */
    eg_pairs *seen;                 /* (place, message): reported already */
    eg_pairs *members;              /* (class, name): what the class declares under that name */
    eg_pairs *arguments;            /* (modifier, name): the argument for that name */
    eg_pairs *parts;                /* (instance, name): its part of that name */
    eg_pairs *values;               /* (expression, instance): values of array modifiers */
    /* (modifier, instance or class): the class that a redeclaration brings; (instance, name): what its
     * class of that name was redeclared to; (class, class): does the first extend the second */
    eg_pairs *redeclared;
    bool has_redeclared; /* classes of instances were redeclared */
    bool has_quoted;     /* names in quotes are part of paths */
    bool out_of_memory;
    bool gave_up;        /* too many errors */
    bool last_was_shown; /* eg_hint belongs to a message that was shown */
    int errors, warnings;

    /* definitions */
    eg_definition *root;
    struct eg_member *nothing; /* stands in `members` for: there is nothing of that name */
    int base_depth;            /* classes that extend each other, now being looked at */
    const char *const *include_dirs;
    size_t include_count;
    const eg_unsaved *unsaved; /* what files of these names hold (eg_read_options) */
    size_t unsaved_count;

    eg_source *main_source; /* the text that is asked for */
    const char *beside;     /* the directory of a file that lies in no package; NULL: it does, or is none */
    eg_list loose;          /* texts that lie loose (scope/loose.c), */
    bool has_loose;         /* once they have been gathered */
    eg_list files;          /* names of the files read, in order; the spec's */
    eg_list sources;        /* eg_source of each file read */
    eg_list bundled;        /* eg_bundled of each text of the program's own that was read; the spec's */
    const struct eg_kept
        *former; /* what an earlier reading of the same text has kept; NULL: there was none */

    /* Boolean and Integer signals (discrete.c) */
    eg_pairs *discrete;     /* (root, path of a connector): the path of what gives it its value */
    eg_list joints;         /* connections */
    eg_list discrete_nodes; /* connectors, and inputs of components of the library */
    eg_list pairs, flows;   /* variables of connectors that are connected; those that flow (pins.c) */
    /* variables of components that their classes' equations give (derived.c) */
    eg_pairs *derived;                /* (root, path): eg_derivation */
    const struct eg_solving *solving; /* the innermost; NULL: nothing is being solved */
    bool solves_for_flows;            /* derived.c: equations that lead to other flows are looked at now */
    eg_list written_out;              /* paths of components that must be carried out by their equations */
    const eg_paths *to_write_out;     /* those that an earlier reading has found; NULL: there was none */
    struct eg_spec *scratch;          /* formulas of functions that parameters call; NULL: none yet */

    eg_list shown; /* eg_equation: connections of the model itself, which its diagram shows */

    /* instances */
    eg_list buses;       /* eg_node of each expandable connector */
    long long limit;     /* of components, of elements of an array */
    size_t room;         /* memory of the reading, in bytes, that its texts may ask for */
    long long instances; /* made so far */
    long long steps;
    int evaluations;                  /* waiting for each other now */
    bool was_too_deep;                /* too many of them, once; reported */
    const struct eg_waiting *waiting; /* the parameters that wait, the newest first */
    eg_asker asker;
    eg_list influences; /* what values that are asked for reach (influence.c) */
    eg_list declared;   /* eg_node of each declared value of the spec, in their order; NULL: of none */
    eg_list legends;    /* eg_legend: how people read what stands under a path */
    eg_list texts;      /* the texts that variables of type String may have, in the order of their numbers */
    eg_pairs *held;     /* (owner, part): the value decides the structure */
    bool is_for_text;   /* the spec becomes flat text: numbers remember what they were made of (trace.h) */
    bool is_for_derivatives; /* as for flat text, but what is asserted of values holds none of them */
    bool is_asserting;       /* of derivatives: a condition of assert is being read */
    bool keeps_choices;      /* for flat text: what values of parameters decide is tried to be left open */
    eg_pairs *untraced;      /* (owner, part): the value is written as a number, whatever it was made of */
    eg_pairs *traces;        /* (expression, instance): values of array modifiers, as formulas */
} eg_reader;

/* Begins a reading; false when memory is out. eg_reader_end is due in either case. `kept` holds what
 * outlives the reading. */
bool eg_reader_begin(eg_reader *r, eg_arena *kept, const eg_read_options *options,
                     eg_diagnostics *diagnostics);
void eg_reader_end(eg_reader *r);

/* Zeroed memory of the reading; NULL sets r->out_of_memory. */
void *eg_new(eg_reader *r, size_t size);
void *eg_new_array(eg_reader *r, size_t count, size_t size);
/* Formatted text of the reading; never NULL (an empty text when memory is out). */
const char *eg_textf(eg_reader *r, const char *format, ...) EG_PRINTF(2, 3);
/* The interned name, or NULL. */
const char *eg_symbol(eg_reader *r, const char *text);
const char *eg_symbol_of(eg_reader *r, const char *text, size_t length);

void eg_error(eg_reader *r, eg_source *source, uint32_t at, const char *format, ...) EG_PRINTF(4, 5);
void eg_warn(eg_reader *r, eg_source *source, uint32_t at, const char *format, ...) EG_PRINTF(4, 5);
/* What to do instead, for the message just given. */
void eg_hint(eg_reader *r, const char *format, ...) EG_PRINTF(2, 3);
/* The name that was probably meant, as hint; false when there is none near, and the hint names some. */
bool eg_hint_nearest(eg_reader *r, const char *name, const char *const *candidates, size_t count);

/* What is tried may fail: nothing is said of it, and no error counts, until eg_be_loud with what this
 * answers. */
typedef struct eg_quiet {
    eg_diagnostics *diagnostics;
    eg_pairs *seen;
    int errors, warnings;
    bool was_too_deep;
} eg_quiet;
eg_quiet eg_be_quiet(eg_reader *r);
void eg_be_loud(eg_reader *r, eg_quiet outside);

/* Is there room for what the text asks for at this place? False, reported once, when the reading has taken
 * more than its texts may ask for, however they stand for it. */
bool eg_has_room(eg_reader *r, eg_source *source, uint32_t at);
/* Counts work that the text asks for; false, reported once, when it is more than ten times the limit. */
bool eg_count_steps(eg_reader *r, eg_source *source, uint32_t at, long long steps);

/* Is the text of the file known without it: unsaved, or from an earlier reading? */
bool eg_is_held(const eg_reader *r, const char *path);
/* eg_source_load for files of models: one that an earlier reading has read is as it was then, one that is
 * not saved as the caller has it. */
eg_status eg_load_file(eg_reader *r, const char *path, eg_source **source);
/* The same for a look into a file that may be of no use: nothing is reported or remembered. */
eg_status eg_peek_file(eg_reader *r, const char *path, eg_source **source);

/* Appends an item; false when out of memory. */
bool eg_list_add(eg_reader *r, eg_list *list, void *item);

#endif
