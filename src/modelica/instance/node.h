/* Instances: the tree that a model unfolds into, before it becomes a spec.
 *
 * A node is made for every declared component when its owner is expanded; what it is (an array? absent
 * because its condition is false?) is found out when somebody asks, and so are values. Declarations may
 * therefore stand in any order, and a value is computed once.
 *
 * Modifiers: a node carries the entries that apply to it, the outermost first, its own declaration's last,
 * then those of its type. The first entry that says something wins. An entry keeps the scope in which its
 * expressions are written. In an array of components, the modifier of element i is the i-th element of the
 * value that is written, unless `each` is; an entry's slices remember the i of every array that it went
 * through. */
#ifndef EG_MODELICA_INSTANCE_NODE_H
#define EG_MODELICA_INSTANCE_NODE_H

#include "modelica/value/evaluate.h"

typedef struct eg_slice {
    const struct eg_slice *outer;
    const long *index; /* 0-based */
    const long *dims;  /* of the array */
    int rank;
} eg_slice;

typedef struct eg_entry {
    const eg_modifier *modifier;
    eg_node *node; /* the scope of its expressions; NULL: only constants */
    eg_definition *home;
    const eg_slice *slices; /* the innermost; NULL: none */
    bool is_each;
    bool is_final;
} eg_entry;

typedef enum eg_node_kind {
    EG_N_UNKNOWN,   /* nobody asked yet */
    EG_N_MODEL,     /* has parts: nodes, and those of the component library that it extends or is */
    EG_N_VALUE,     /* a parameter or constant, perhaps an array of numbers */
    EG_N_VARIABLE,  /* what the model's equations are about, perhaps an array of such */
    EG_N_CONNECTOR, /* of a model written in Modelica */
    EG_N_ARRAY,     /* of models or connectors: elements */
    EG_N_ABSENT,    /* its condition is false */
    EG_N_BROKEN     /* something was reported */
} eg_node_kind;

/* What a node has from one class of the component library. */
typedef struct eg_native {
    const eg_class *class;
    eg_definition *definition;
    const eg_entry *entries;
    uint32_t entry_count;
    double *p;            /* parameter values, so far as they are known */
    unsigned char *state; /* of each: eg_progress_state */
    bool *given;
    bool *asked;        /* an expression names it; the spec's memory, see eg_instance */
    eg_value *matrices; /* of those that are matrices and given: their elements */
} eg_native;

struct eg_node {
    eg_node_kind kind;
    eg_progress_state state; /* of finding out the kind, the dimensions */
    eg_progress_state value_state;
    bool is_expanded;
    bool is_static;  /* a class as a scope for its constants */
    bool is_element; /* of the array `parent` */
    bool is_record;  /* its parts are parameters, whatever they are declared */
    eg_category category;
    const char *name;
    eg_node *parent; /* NULL: the model itself */
    int depth;
    const eg_component *component; /* the declaration; NULL: the model itself, a port of a partial class */
    eg_definition *home;           /* the class that declares it */
    eg_definition *type;
    eg_definition *native; /* values and connectors: what the type comes down to */
    const eg_entry *entries;
    uint32_t entry_count;
    uint32_t inherited_count; /* of them: what extends clauses on the way to the declaration say */
    const char *path;         /* once asked for */

    /* arrays and elements, values */
    int rank;
    const long *dims;
    size_t count;
    eg_node **elements;
    const long *index; /* elements: 0-based */

    /* models */
    eg_list parts; /* eg_node, in the order of declaration */
    eg_native *natives;
    uint32_t native_count;

    /* values */
    eg_value value;
    double *range; /* the least and the greatest that it may be; NULL: no limits */

    /* variables */
    const char *unit;    /* NULL or "": none; known when the model has been emitted */
    bool follows_sought; /* a parameter by its declaration, whose value follows from one that is sought */

    /* connectors */
    eg_port_kind port_kind;
    const char *comment;
    struct eg_bus *bus; /* an expandable one that has been expanded: what it may take on; else NULL */
};

/* ---------------------------------------------------------------- canvas.c */

/* The diagram of the model as its text lays it out, once it is connected: spec->canvas, which stays NULL
 * where the text places nothing. False when memory is out. */
bool eg_make_canvas(eg_reader *r, const eg_node *model, eg_spec *spec);

/* ---------------------------------------------------------------- instances.c */

/* The instance of a model, with the settings of the caller as outermost modifiers. NULL: memory. */
eg_node *eg_node_of_model(eg_reader *r, eg_definition *model, const eg_entry *settings, uint32_t count);
/* Does the class itself say its value? A constant; and a parameter, by what it has in all instances that say
 * nothing else. */
bool eg_is_of_class(const eg_component *c);
/* What a class or package says itself. NULL: memory. */
eg_node *eg_node_of_class(eg_reader *r, eg_definition *definition);
/* Makes a model's parts; false when memory is out. */
bool eg_expand(eg_reader *r, eg_node *node);
/* A node below `parent` (NULL: none) that is nothing yet. NULL: memory, or too many instances (reported). */
eg_node *eg_node_new(eg_reader *r, eg_node *parent, const char *name, uint32_t at);
/* Counts instances that are about to be made; false (reported) when they are too many. */
bool eg_count_instances(eg_reader *r, const eg_node *parent, const char *name, uint32_t at, long long count);
/* shapes.c: finds out what the node is and its dimensions. The kind is never EG_N_UNKNOWN afterwards. */
eg_node_kind eg_shape(eg_reader *r, eg_node *node);
/* Element `flat` of an array node. NULL: memory, or too many instances (reported). */
eg_node *eg_element_of(eg_reader *r, eg_node *array, size_t flat);
/* Does the setting mass[2].m speak of this element of the array? */
bool eg_setting_fits(eg_reader *r, const eg_modifier *m, const eg_node *array, size_t flat);
/* The part of a model that its class calls `name`; NULL when it is none of its nodes. */
eg_node *eg_part_of(eg_reader *r, eg_node *node, const char *name);
/* What the node has from this class of the component library; NULL when nothing. */
eg_native *eg_native_of(eg_node *node, const eg_definition *native);
/* "housing.gap[2]"; "" for the model itself. */
const char *eg_node_path(eg_reader *r, eg_node *node);
eg_scope eg_scope_of(eg_node *node, eg_definition *home);
eg_source *eg_node_source(const eg_node *node);
uint32_t eg_node_at(const eg_node *node);

/* ---------------------------------------------------------------- record.c, outer.c */

/* Declares in the whole model, with its defaults, what is outer below it and inner nowhere. False when
 * memory is out. */
bool eg_add_default_inner(eg_reader *r, eg_node *model, eg_definition *home, const eg_component *outer);

/* What the entries of a model or record say of its part, the outermost first, appended to list. */
bool eg_part_entries(eg_reader *r, eg_node *node, const char *name, eg_list *list);
/* Is it an enumeration of Dyad whose cases have fields (dyad/case.c)? */
bool eg_has_cases(const eg_definition *d);
/* The part of an instance of it that says which case it is; NULL: reported, or memory. */
eg_node *eg_case_of(eg_reader *r, eg_node *record);
/* Makes an outer component another name of the inner one around the node. False when memory is out. */
bool eg_share_inner(eg_reader *r, eg_node *node, eg_definition *home, const eg_component *component);

/* ---------------------------------------------------------------- expandable.c */

/* Is it an expandable connector? Its bases must have been found. */
bool eg_is_expandable(const eg_definition *d);
/* Makes the node the instance of one, when it is expanded. False when memory is out. */
bool eg_make_bus(eg_reader *r, eg_node *node);
/* Keeps a declared part of one until a connection leads to it; *kept: it is no part before. False when memory
 * is out. */
bool eg_keep_potential(eg_reader *r, eg_node *bus, eg_node *part, bool *kept);
/* Adds to expandable connectors what connections make of them, and emits it. False when memory is out or a
 * model that has such connectors has errors, which are counted in r->errors. */
bool eg_take_on(eg_reader *r, eg_node *model, struct eg_spec *spec);
/* Does it stand in an expandable connector, where no side of a connection gives the value? */
bool eg_is_in_bus(const eg_node *node);
bool eg_is_path_in_bus(eg_reader *r, const char *path);
/* Adds a part of that name, which exists from now on; false when memory is out. */
bool eg_keep_part(eg_reader *r, eg_node *parent, eg_node *node, const char *name);

/* ---------------------------------------------------------------- redeclare.c */

/* Finds the type of a declared component and, where it is redeclared, the entries that hold then; false
 * (reported) when it is unknown. */
bool eg_find_type(eg_reader *r, eg_node *node);
/* Keeps what a replaceable class, declared in `home`, becomes in an instance; entries: all that modify
 * it there, the outermost first. False when memory is out. */
bool eg_keep_class(eg_reader *r, eg_node *node, eg_definition *home, const eg_syntax *class,
                   const eg_list *entries);
/* The nearest instance of the class, or of one that extends it, from the node upwards; NULL: none. */
eg_node *eg_instance_around(eg_reader *r, eg_node *node, const eg_definition *class);

/* ---------------------------------------------------------------- equations.c, variables.c
 *
 * Users' variables and equations become those of the spec. false when memory is out; errors are counted in
 * r->errors. */

struct eg_spec;
/* An equation other than connect, a loop, or a condition on parameters; or `initial equation`. */
bool eg_carry_equation(eg_reader *r, struct eg_spec *spec, const eg_scope *scope, const eg_equation *q,
                       bool is_initial);
/* algorithm.c: an algorithm or initial algorithm of a model. */
bool eg_carry_algorithm(eg_reader *r, struct eg_spec *spec, const eg_scope *scope, const eg_section *section);
/* Is the condition of an if-equation known when the model is read? */
bool eg_condition_is_fixed(eg_reader *r, struct eg_spec *spec, const eg_scope *scope, const eg_expr *e);
/* A declared variable, and those of a partial class that the model extends. */
bool eg_emit_variable(eg_reader *r, struct eg_spec *spec, eg_node *node);
/* The path of element `flat` of a variable, "x[2,1]". */
const char *eg_variable_path(eg_reader *r, eg_node *node, size_t flat);
/* "path[2,3]" of element `flat`, the last index running fastest; the path itself where rank is 0. An empty
 * text when memory is out. */
const char *eg_element_path(eg_reader *r, const char *path, int rank, const long *dims, size_t flat);
/* A connector of a Boolean or Integer signal; such inputs of a component of the library. */
bool eg_emit_discrete(eg_reader *r, struct eg_spec *spec, eg_node *node);
struct eg_instance;
bool eg_emit_discrete_ports(eg_reader *r, struct eg_spec *spec, eg_node *node,
                            const struct eg_instance *instance);
/* The `events` of a native class, parsed; NULL when memory is out. */
const eg_syntax *eg_event_equations(eg_reader *r, eg_definition *native);
bool eg_emit_partial_variables(eg_reader *r, struct eg_spec *spec, eg_node *node, eg_native *native);
/* Is it PartialRigid, whose flanges a rod holds? */
bool eg_is_rigid_partial(const eg_class *class);
/* The equations of Force force(f = x): values for inputs of components of the library. */
bool eg_carry_inputs(eg_reader *r, struct eg_spec *spec, eg_node *node);
/* The equations of a record of variables; *is_given: it is declared with a value. */
bool eg_carry_record(eg_reader *r, struct eg_spec *spec, eg_node *node, bool *is_given);
/* The equation of Real x = value, or RealOutput y = value. */
bool eg_carry_binding(eg_reader *r, struct eg_spec *spec, eg_node *node);
/* The equations of a partial class, as if the model had written them; NULL when it has none that remain to be
 * written in this model, or when memory is out. */
const eg_syntax *eg_partial_equations(eg_reader *r, eg_node *node, eg_definition *partial);

/* ---------------------------------------------------------------- entries.c */

/* Appends a copy of the entry to a list (of eg_entry *); false when memory is out. */
bool eg_entry_add(eg_reader *r, eg_list *list, eg_entry entry);
/* The list's entries side by side. */
bool eg_entries_keep(eg_reader *r, const eg_list *list, const eg_entry **entries, uint32_t *count);
/* The arguments for `name` in entries, as entries, appended to list (of eg_entry *). */
bool eg_entries_for(eg_reader *r, const eg_entry *entries, uint32_t count, const char *name, eg_list *list);
/* The outermost value given to `name` itself (NULL: to what the entries belong to); *found.modifier is
 * NULL when there is none. Reports a modifier of something that is final. */
bool eg_find_value(eg_reader *r, const eg_entry *entries, uint32_t count, const char *name, eg_entry *found);
/* Settings of elements, m[2].c = 1, of what is no array: of what the entries speak of, or of its attribute
 * `name`. False: there are some (reported). */
bool eg_refuse_elements(eg_reader *r, const eg_entry *entries, uint32_t count, const char *name);
/* Evaluates the entry's value for something with `rank` dimensions; `name` names it in messages. */
bool eg_entry_value(eg_reader *r, const eg_entry *entry, int rank, const char *name, eg_value *value);
/* Which element of which arrays of components the entry speaks of, the outermost first; how many
 * dimensions. */
int eg_entry_index(const eg_entry *entry, long *index, long *dims);
/* The value of a setting that gives a text without quotes, gap.law=hertz: all that shells leave of
 * gap.law="hertz". False: it is no such one. */
bool eg_entry_word(const eg_entry *entry, int type, const char *type_name, eg_value *value);

/* What a value must fit. */
typedef struct eg_expected {
    int type;
    const char *const *literals; /* enumerations */
    const char *type_name;
    const char *unit; /* NULL or "": any */
    eg_node *node;    /* of what takes the value, for messages: node.name */
    const char *name;
} eg_expected;

/* "housing.gap.c": the name of what takes a value. */
const char *eg_expected_text(eg_reader *r, const eg_expected *wanted);

/* Converts a value, Integer to Real; false (reported) when type or unit do not fit. */
bool eg_convert(eg_reader *r, const eg_entry *entry, const eg_expected *wanted, eg_value *value);

/* ---------------------------------------------------------------- parameters.c, native_parameters.c */

/* The value of a parameter or constant written in Modelica. */
bool eg_node_value(eg_reader *r, eg_node *node, eg_source *source, uint32_t at, eg_value *value);
/* The value of parameter `i` of a native component. */
bool eg_native_value(eg_reader *r, eg_node *node, eg_native *native, int i, eg_source *source, uint32_t at,
                     eg_value *value);
/* The same without asking whether it has one: native->given[i] tells, native->p[i] is the value given or
 * the plain default. */
bool eg_native_settle(eg_reader *r, eg_node *node, eg_native *native, int i, eg_source *source, uint32_t at);
/* The unit that modifiers write, or `of_type`; false (reported) when they contradict each other. */
bool eg_find_unit(eg_reader *r, const eg_entry *entries, uint32_t count, const char *of_type,
                  const char *name, const char **unit);
/* Remembers how people read what stands under `path`: in the unit that modifiers or else its type (`native`;
 * NULL: modifiers alone) name, as literals of an enumeration. False (reported) when modifiers are wrong. */
bool eg_note_display(eg_reader *r, const eg_entry *entries, uint32_t count, const char *unit,
                     const eg_definition *native, const char *path);
/* The same of `name` inside of `node`, by entries of a list that speak of it, the outermost first. */
bool eg_note_displays(eg_reader *r, const eg_list *entries, const char *unit, eg_node *node,
                      const char *name);
/* An attribute: EG_NO_VALUE when nobody gives it. */
bool eg_attribute(eg_reader *r, const eg_entry *entries, uint32_t count, const char *name, int type,
                  const char *unit, eg_value *value);
/* The same of an array of so many dims, which may have one for each element. */
bool eg_attributes(eg_reader *r, const eg_entry *entries, uint32_t count, const char *name, int type,
                   const char *unit, int rank, const long *dims, eg_value *value);

/* ---------------------------------------------------------------- targets.c: what a.b[i].c means */

typedef struct eg_target {
    eg_node *node;
    eg_native *native; /* with member: what of the node's native part is meant; NULL: the node */
    const eg_member *member;
    int element; /* of a vector of ports: which, counted from 1; 0: not a vector */
} eg_target;

typedef struct eg_targets {
    eg_target *items; /* = &one when there is a single one */
    eg_target one;
    size_t count;
    int rank;
    long dims[EG_RANK_LIMIT];
    bool is_absent;       /* something on the way has a false condition: count is 0 */
    bool is_conditional;  /* something on the way is declared with a condition */
    const eg_part *rest;  /* subscripts left over for a value */
    eg_definition *class; /* the name means a class, a constant of the component library, or with */
    int literal;          /* literal >= 0 a literal of an enumeration; there are no nodes then */
} eg_targets;

/* Resolves a reference in a scope; false (reported) when it names nothing. */
bool eg_find_targets(eg_reader *r, const eg_scope *scope, const eg_reference *reference, eg_targets *targets);
/* The same for one in an expression, where nothing can be named that is declared with a condition (4.4.5). */
bool eg_find_values(eg_reader *r, const eg_scope *scope, const eg_reference *reference, eg_targets *targets);

/* ---------------------------------------------------------------- connect.c, emit.c */

/* Adds the connections that a model's equations say, loops and conditions carried out. false when memory
 * is out; errors are counted in r->errors. */
bool eg_connect_all(eg_reader *r, eg_node *model, eg_spec *spec);
/* A connection where it stands, loops and conditions around it carried out. */
typedef struct eg_standing {
    const eg_equation *equation;
    eg_scope scope;
} eg_standing;
/* Appends all of them in the model to a list of eg_standing. The same answer. */
bool eg_list_connections(eg_reader *r, eg_node *model, eg_list *list);
/* Of a target that is a port of a component, or a connector. */
eg_port_kind eg_target_kind(const eg_target *t);
/* Does a signal come from it in a connection that stands in the model? */
bool eg_target_gives(const eg_node *model, const eg_target *t);

/* ---------------------------------------------------------------- pins.c: connections of variables */

/* The two faces of a connector: one for the world around its model, one for the parts inside of it. */
typedef struct eg_face {
    const char *path;
    bool is_inside;
} eg_face;

/* Remembers that two variables of connectors are connected, and that a flow variable exists; false when
 * out of memory. */
bool eg_join_variables(eg_reader *r, eg_face a, eg_face b, bool is_flow, eg_place place);
bool eg_note_flow(eg_reader *r, const char *path, eg_place place);
/* Turns flanges and heat ports that only users' equations speak of into variables, and adds the equations of
 * all connections of variables. The same answer. */
bool eg_connect_variables(eg_reader *r, struct eg_spec *spec);

/* ---------------------------------------------------------------- discrete.c */

/* One end of a connection of Boolean or Integer signals. */
typedef struct eg_joint_side {
    const char *path;
    bool gives; /* the signal: an output of a component, or an input of the model around it */
} eg_joint_side;

/* Remembers a connector, an input among them needs a source; false when out of memory. */
bool eg_note_discrete(eg_reader *r, const char *path, eg_port_kind kind, eg_place place);
/* Remembers a connection; false when out of memory. */
bool eg_join_discrete(eg_reader *r, eg_joint_side a, eg_joint_side b, eg_place place);
/* Carries out what was remembered, and reports inputs without a source; false when out of memory. */
bool eg_connect_discrete(eg_reader *r, eg_spec *spec);
/* Adds instances, connectors and declared values of a model, or of any part of it, to the spec. The same
 * answer. */
bool eg_emit(eg_reader *r, eg_node *node, eg_spec *spec);
/* collisions.c: reports results that would have the same name. False when memory is out. */
bool eg_check_collisions(eg_reader *r, const eg_spec *spec);
/* Start, stop, interval and tolerance of annotation(experiment(...)) to the spec; reports what is wrong
 * there. */
void eg_read_experiment(eg_reader *r, eg_node *model, eg_spec *spec);

/* dyad/silent.c: leaves out the variables of texts in Dyad of which no formula speaks. False: no memory. */
bool eg_dyad_leave_out_silent(eg_reader *r, eg_spec *spec);

#endif
