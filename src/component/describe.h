/* What the fields of a descriptor are in words: what `elastogap info` and the manual have in common. */
#ifndef EG_COMPONENT_DESCRIBE_H
#define EG_COMPONENT_DESCRIBE_H

#include "component/class.h"

/* Room for any text of the functions that fill one. */
enum { EG_DESCRIBE_SIZE = 120 };

/* "model", "block", "partial model", "connector" */
const char *eg_describe_kind(eg_class_kind kind);
/* "Force", "Real", "StateSelect"; of a matrix "Real[:, 2]" */
void eg_describe_type(const eg_parameter *parameter, char text[EG_DESCRIBE_SIZE]);
const char *eg_describe_variable(const eg_variable *variable);
/* What a text may give the parameter: its own limits, else those of its type (a Distance is at least 0). */
void eg_parameter_range(const eg_parameter *parameter, double *min, double *max);
/* ">= 0", "> 0", "0 to 1", or "" where both are infinite */
void eg_describe_limits(double min, double max, char text[EG_DESCRIBE_SIZE]);
/* The same of a parameter. */
void eg_describe_range(const eg_parameter *parameter, char text[EG_DESCRIBE_SIZE]);
/* "= 1", "= c*s_ref", "falls back on 1", "required" */
void eg_describe_default(const eg_parameter *parameter, char text[EG_DESCRIBE_SIZE]);
/* Its default, or what it falls back on, as an expression and whole: "1", "c*s_ref", "\"hertz\"", or in words
 * where it is no formula ("from e, mass and v_impact"); to be freed.
 * NULL: it has none, or memory is out. */
char *eg_parameter_text(const eg_parameter *parameter);
/* "flange: s [m], f [N]" */
const char *eg_describe_port(eg_port_kind kind);

/* The same as people speak of it who write in the language of that class: "Flange_a"; in Dyad "Flange". */
const char *eg_describe_connector(eg_port_kind kind, const char *class_name);
/* Does the name of a class, or of a package, stand in one of Dyad's libraries, in one of 20-sim's? */
bool eg_class_is_dyad(const char *name);
bool eg_class_is_iconic(const char *name);

/* The notes that the tables of parameters and ports leave unsaid (signs, falling back), as far as the class
 * has what they speak of, in the vocabulary of `name`. Returns how many. */
enum { EG_DESCRIBE_NOTES = 6 };
size_t eg_describe_notes(const eg_class *class, const char *name, bool of_parameters, bool of_ports,
                         const char *notes[EG_DESCRIBE_NOTES]);

/* A declaration of an instance, with values for what has no default, or (EG_USAGE_ALL) all that can be said
 * in the class's own vocabulary: in Dyad all arguments, of 20-sim's classes also its lines of parameters. Of
 * a partial class an `extends`. `name` is one of the class's names; one of Dyad's gives Dyad, else it is
 * Modelica. To be freed; NULL when out of memory. */
typedef enum eg_usage { EG_USAGE_NEEDED, EG_USAGE_ALL } eg_usage;
char *eg_describe_usage(const eg_class *class, const char *name, eg_usage usage);

#endif
