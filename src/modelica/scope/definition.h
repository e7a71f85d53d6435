/* Classes as scopes: what is known under which name. Definitions come from the text that is read, from
 * files below the include directories, and from the component library in C (natives.c), which wins over
 * text of the same full name.
 *
 * A definition knows nothing of instances: the same definition serves all of them. */
#ifndef EG_MODELICA_SCOPE_DEFINITION_H
#define EG_MODELICA_SCOPE_DEFINITION_H

#include "base/constants.h"
#include "base/units.h"
#include "component/class.h"
#include "modelica/text/syntax.h"

typedef enum eg_definition_kind {
    EG_D_SCOPE,    /* a class or package written in Modelica, or a package of the component library */
    EG_D_NATIVE,   /* a class of the component library */
    EG_D_ICON,     /* decoration: an empty class */
    EG_D_TYPE,     /* Real, Integer, Boolean, String, an enumeration, a type with a unit */
    EG_D_CONSTANT, /* Modelica.Constants.pi */
    EG_D_FUNCTION  /* Modelica.Math.sin */
} eg_definition_kind;

/* A class that another one extends. */
typedef struct eg_base {
    eg_definition *definition;
    const eg_modifier *modifier; /* NULL: none */
    uint32_t at;
    bool is_protected; /* what it has is not seen from outside */
} eg_base;

/* What instances of a class are. */
typedef enum eg_category {
    EG_C_UNKNOWN,
    EG_C_BROKEN,
    EG_C_MODEL,
    EG_C_CONNECTOR,
    EG_C_VALUE,
    EG_C_RECORD, /* a connector of one's own variables too */
    EG_C_OTHER
} eg_category;

/* import A.B.* of a class. */
typedef struct eg_wildcard {
    const eg_import_clause *clause;
    bool is_followed;       /* somebody looked for the package; */
    eg_definition *package; /* NULL when there is none (reported) */
} eg_wildcard;

typedef enum eg_progress_state { EG_UNTOUCHED, EG_IN_PROGRESS, EG_DONE } eg_progress_state;

/* What a replaceable class, or the constraint of one, says of whatever takes its place. */
typedef struct eg_applied {
    const eg_modifier *modifier;
    eg_definition *home;
    eg_node *node;
} eg_applied;

struct eg_definition {
    eg_definition_kind kind;
    const char *name;         /* interned; "" for the root */
    const char *full;         /* dotted, for messages and for asking the component library */
    eg_definition *enclosing; /* NULL for the root */

    /* scopes */
    eg_syntax *syntax; /* NULL: a package of the component library, or a bare directory */
    bool is_native_package;
    const char *directory; /* where files of its classes may lie; NULL: nowhere */
    const char *module;    /* Dyad: the directory all of whose texts are this scope; NULL: none */
    const char *file;      /* where its own text lies, when that has not been read; NULL: nowhere */
    bool is_registered;    /* the elements of `syntax` are in r->members */
    eg_progress_state bases_state;
    eg_base *bases;
    uint32_t base_count;
    eg_list wildcards;            /* of eg_wildcard */
    eg_definition *extended_by;   /* while its bases are looked for: the class that made us ask */
    bool is_checked;              /* what its own modifiers name exists */
    bool is_lawful;               /* it holds only what a class of its kind may */
    bool is_written;              /* from a descriptor (written.c); text of the same name is left alone */
    bool is_loose;                /* found in a text that lies loose (loose.c) */
    eg_syntax *equations;         /* of a partial class of the component library, once asked for */
    eg_syntax *answers[2];        /* of the others: what derived.c searches, once asked for */
    eg_category category;         /* EG_C_UNKNOWN: nobody asked yet */
    eg_definition *comes_down_to; /* connectors and values: the definition in the component library */
    eg_node *statics;             /* its constants, see node.h */

    /* redeclare.c */
    bool has_redeclarations;
    const eg_modifier *redeclarations; /* what its elements redeclare of its bases; NULL: nothing */
    eg_node *scope;                    /* brought by a redeclaration: in this instance */
    eg_list applied; /* eg_applied: what the classes say in whose place it stands, the outermost last */

    /* what the component library says */
    const eg_class *native;
    const eg_constant *constant;

    /* types */
    int type; /* EG_REAL ... EG_STRING */
    const eg_unit_type *unit_type;
    const char *const *literals;     /* enumerations; NULL-terminated */
    const char *const *literal_docs; /* of a user's own: what the text says of each, or NULL; else NULL */
};

typedef enum eg_member_kind {
    EG_M_NONE,      /* remembered: there is nothing of this name */
    EG_M_COMPONENT, /* component, declared in text */
    EG_M_CLASS,     /* definition */
    EG_M_IMPORT,    /* import */
    EG_M_PARAMETER, /* of a native class: index in its descriptor */
    EG_M_PORT,
    EG_M_VARIABLE
} eg_member_kind;

/* What a class has under a name. */
typedef struct eg_member {
    eg_member_kind kind;
    const char *name;
    eg_definition *owner; /* the class that declares it */
    const eg_component *component;
    eg_definition *definition; /* EG_M_CLASS; EG_M_IMPORT once resolved */
    const eg_import_clause *import;
    int index;
    int size; /* ports, variables: of a vector of them, the first of which is `index`; 0: a single port */
    bool is_protected;
    bool is_checked; /* components: the modifier names things that exist */
    bool is_found;   /* classes in packages: no file beside it has the same name, or it was reported */
    eg_progress_state type_state;
    eg_definition *type; /* components: of what; NULL when it is unknown (reported) */
} eg_member;

/* ---------------------------------------------------------------- natives.c */

/* The root, with the predefined types. NULL when out of memory. */
eg_definition *eg_root_create(eg_reader *r);
/* What the component library has under package.name, or NULL. */
eg_definition *eg_native_child(eg_reader *r, eg_definition *package, const char *name);
/* The parameter, port or variable `name` of a native class, or a member of kind EG_M_NONE. */
eg_member *eg_native_member(eg_reader *r, eg_definition *native, const char *name);
/* Names of what the component library has in a package, appended to a list of const char *. */
void eg_native_names(eg_reader *r, const eg_definition *package, eg_list *names);
/* The same for the members of a native class. */
void eg_native_member_names(eg_reader *r, const eg_class *class, eg_list *names);

/* MSL's tables as external objects: are these their class and one of the functions that ask them? */
#define EG_EXTERNAL_TABLE "Modelica.Blocks.Tables.Internal.getTable1D"
bool eg_is_external_object(const eg_definition *type);
bool eg_is_external_table(const eg_definition *function);

/* ---------------------------------------------------------------- written.c */

/* Equations with names of the class (NULL-terminated, or NULL: none), and initial ones among them, as
 * sections of a class without declarations. NULL when they are no Modelica (reported, with the class as file)
 * or memory is out. */
eg_syntax *eg_class_syntax_of(eg_reader *r, const eg_class *class, const char *const *equations);
/* Pieces as one text; NULL when memory is out. */
const char *eg_joined(eg_reader *r, const char *const *pieces, size_t count);
/* The definition of a class from its text; NULL when memory is out. */
eg_definition *eg_definition_of_text(eg_reader *r, eg_definition *package, const char *name,
                                     const char *text);

/* The definition of a class of the library as its equations, by its text or by what its descriptor says; NULL
 * when memory is out. */
eg_definition *eg_written_class(eg_reader *r, eg_definition *package, const eg_class *class);

/* ---------------------------------------------------------------- dyad/names.c */

/* Is `full` a library of Dyad, beside those that have native classes of their own? */
bool eg_dyad_package_exists(const char *full);
/* Ports have two names in some of its texts: node_a is port_a, spline_a flange_a. The one that the built-in
 * class has. */
const char *eg_dyad_member_name(eg_reader *r, const eg_definition *native, const char *name);
/* dyad/brought.c: completes the syntax tree; gives argument i of a modifier of `type` the meaning that its
 * value has in Dyad, a redeclaration or a case with fields. */
void eg_dyad_settle(eg_reader *r, eg_definition *type, const eg_modifier *m, uint32_t i);
/* What a library of Dyad has under a name beside native classes of that name; NULL: nothing. */
eg_definition *eg_dyad_child(eg_reader *r, eg_definition *package, const char *name);
/* Names of what eg_dyad_child finds in the package Dyad and in the Interfaces of its libraries, appended to a
 * list of const char *. */
void eg_dyad_child_names(eg_reader *r, const eg_definition *package, eg_list *names);
/* dyad/library.c: is it a base class that is built in? Those of a library's own text go before it. NULL:
 * no. */
bool eg_dyad_is_base(const eg_definition *native);
/* What the text of a library of Dyad has under the name and goes before `native` (NULL: nothing is built in);
 * NULL: nothing. */
eg_definition *eg_dyad_text_child(eg_reader *r, eg_definition *package, const char *name,
                                  const eg_definition *native);
/* Adds the hint for a class that a text in Dyad does not know; false when there is none near. */
bool eg_dyad_hint(eg_reader *r, const eg_definition *from, const char *name);
/* What Dyad calls "Modelica.Constants.pi" and its like; NULL: nothing. */
const char *eg_dyad_constant(const char *modelica);
/* What a name means inside a class written in Dyad where nothing around it has that name: a quantity
 * rather than a component, where is_type. NULL: nothing. */
eg_member *eg_dyad_lookup(eg_reader *r, const eg_definition *from, const char *name, bool is_type);

/* ---------------------------------------------------------------- former.c */

/* By what dotted name goes now what MSL 3 called owner.name; NULL: it is no former name. */
const char *eg_present_name(const char *owner, const char *name);
/* The same for an element of a class: the name alone, or `name` itself. NULL when memory is out. */
const char *eg_present_member(eg_reader *r, const char *owner, const char *name);
/* Is it a parameter that classes no longer have, and that means nothing? */
bool eg_is_dropped(const char *owner, const char *name);

/* ---------------------------------------------------------------- lookup.c */

eg_definition *eg_definition_new(eg_reader *r, eg_definition_kind kind, eg_definition *enclosing,
                                 const char *name);
/* Enters a class of a text into a scope. NULL when out of memory or when the name is taken (reported). */
eg_definition *eg_define(eg_reader *r, eg_definition *enclosing, eg_syntax *syntax);
/* The package `name` in `enclosing`, made when there is none: for `within`. */
eg_definition *eg_define_package(eg_reader *r, eg_definition *enclosing, const char *name);

/* The same for a package that lies in a directory. */
eg_definition *eg_define_directory(eg_reader *r, eg_definition *enclosing, const char *name,
                                   const char *directory);

/* The same for a module of Dyad. */
eg_definition *eg_define_module(eg_reader *r, eg_definition *enclosing, const char *name,
                                const char *directory);

/* What the class itself or a class that it extends has under a name; kind EG_M_NONE when nothing. NULL when
 * out of memory. Imports are members too, but not inherited. */
eg_member *eg_find_member(eg_reader *r, eg_definition *definition, const char *name);
/* What a name means inside a class: looks there, then in the classes around it. *scope receives the class
 * in which it was found. NULL: nothing; kind EG_M_NONE: an import that leads nowhere (reported). */
eg_member *eg_lookup(eg_reader *r, eg_definition *from, const char *name, eg_definition **scope);
/* May a text in `from` name the member behind a dot, owner.member? What is protected only inside of it;
 * reports when not, unless quiet. */
bool eg_check_access(eg_reader *r, const eg_definition *from, const eg_definition *owner,
                     const eg_member *member, eg_source *source, uint32_t at, bool quiet);
/* Do all imports of the class lead somewhere? Reports those that do not. */
void eg_check_imports(eg_reader *r, eg_definition *definition);
/* The class that a name means in the class `from`; NULL (reported, unless quiet) when there is none. */
eg_definition *eg_resolve(eg_reader *r, eg_definition *from, eg_source *source, const eg_reference *name,
                          bool quiet);
/* The same inside an instance, whose classes may be redeclared. */
eg_definition *eg_resolve_in(eg_reader *r, eg_node *node, eg_definition *from, eg_source *source,
                             const eg_reference *name);
/* Is it function g = f? */
static inline bool eg_is_other_name(const eg_definition *d)
{
    const eg_syntax *s = d->kind == EG_D_SCOPE ? d->syntax : NULL;
    bool plain = s && (!s->modifier || (s->modifier->count == 0 && !s->modifier->value));
    return plain && s->restriction == EG_R_FUNCTION && s->is_short && s->base;
}
/* What is called by that name, mostly a function; of other names of a built-in one it is that one. NULL
 * without a report. */
eg_definition *eg_resolve_function(eg_reader *r, eg_node *node, eg_definition *from, eg_source *source,
                                   const eg_reference *name);
/* What a class that d extends has under the name, as d redeclares it; NULL when nothing or out of memory. */
eg_member *eg_find_inherited(eg_reader *r, eg_definition *d, const char *name);
/* The dotted text of a name, without subscripts. */
const char *eg_reference_text(eg_reader *r, const eg_reference *reference, uint32_t count);
/* Adds the hint for a name that a class does not have; false when there is none near. */
bool eg_hint_member(eg_reader *r, eg_definition *definition, const char *name);
/* All names that can follow a dot behind this class, for "did you mean". */
void eg_member_names(eg_reader *r, eg_definition *definition, eg_list *names);
/* Adds the hint for a name that `from` does not know; of a value, which no class of the library can be. */
void eg_hint_unknown(eg_reader *r, eg_definition *from, const char *whole, const char *name);
void eg_hint_unknown_value(eg_reader *r, eg_definition *from, const char *name);
/* Adds the hint for a name that cannot be modified: the nearest one, else what there is. */
void eg_hint_modifiable(eg_reader *r, eg_definition *definition, const char *name);

/* ---------------------------------------------------------------- classes.c */

/* Finds the classes that a class extends; false (reported) when one is unknown or the extends run in a
 * circle. */
bool eg_find_bases(eg_reader *r, eg_definition *definition);
/* The type of a declared component; NULL (reported once) when it is unknown. */
eg_definition *eg_member_type(eg_reader *r, eg_member *member);

/* How many dimensions the type itself has, Real[3] by its name; its bases are known. */
uint32_t eg_type_dimensions(const eg_definition *type);

/* Is a component of the class an input (*is_input, where that is not NULL) or an output, by its prefix or by
 * that of its type, In = input Real? */
bool eg_has_direction(eg_reader *r, eg_definition *home, const eg_component *component, bool *is_input);

/* *native receives, for connectors and values, the definition in the
 * component library that it comes down to. */
eg_category eg_classify(eg_reader *r, eg_definition *definition, eg_definition **native);
/* A connector of a user's own variables, which shares a record's category (once classified). */
bool eg_is_own_connector(const eg_definition *definition);
/* Is it a class that cannot be instantiated because it is partial, or another name of one? */
bool eg_is_partial(eg_reader *r, eg_definition *definition);

/* modifiers.c */

/* The argument of a modifier for `name`, or NULL. */
const eg_modifier *eg_find_argument(eg_reader *r, const eg_modifier *modifier, const char *name);
/* Does everything exist that the modifier names? Reports what does not. `inside`: the modifier stands on an
 * extends clause, which may reach protected members. */
void eg_check_modifier(eg_reader *r, eg_definition *type, const eg_modifier *modifier, bool inside);
/* The same for what is written on a component of that type. */
void eg_check_component_modifier(eg_reader *r, eg_definition *type, const char *name,
                                 const eg_modifier *modifier);
/* The same for the modifiers that a class itself writes on its bases and components. */
void eg_check_class(eg_reader *r, eg_definition *definition);

/* ---------------------------------------------------------------- redeclare.c */

/* What the `redeclare` elements of a class say of the classes that it extends, as one modifier; NULL:
 * nothing. */
const eg_modifier *eg_redeclarations_of(eg_reader *r, eg_definition *definition);
/* The member that an extends clause of d inherits, as its modifier redeclares it. NULL: memory. */
eg_member *eg_redeclared_member(eg_reader *r, eg_definition *d, const eg_base *base, eg_member *inherited);
/* May the member be redeclared so? Reports when not. */
void eg_check_redeclaration(eg_reader *r, const eg_definition *type, const eg_member *member,
                            const eg_modifier *modifier);
/* Do the replaceable elements of a class fit the constraints that they are declared with? */
void eg_check_constraints(eg_reader *r, eg_definition *definition);
/* A component: is its class known only when there is an instance? */
bool eg_type_is_open(eg_reader *r, eg_member *member);
/* The class that is meant by one found in `found_in`, inside an instance: another one where it is
 * redeclared. */
eg_definition *eg_class_of(eg_reader *r, eg_node *node, const eg_definition *found_in, eg_definition *class);

/* ---------------------------------------------------------------- library.c */

/* The class `name` of a package, read from a file of its directory (or, for the root, of the include
 * directories); NULL when there is no file. */
eg_definition *eg_library_child(eg_reader *r, eg_definition *package, const char *name);
/* Where text of a package of the component library lies, if any does. */
void eg_library_locate(eg_reader *r, eg_definition *package);
/* Reports when a class that stands in the text of a package lies in a file beside it too. */
void eg_library_check_beside(eg_reader *r, const eg_definition *package, const eg_syntax *class);
/* Reads the package's own text, if it has a file that was not read yet. */
void eg_library_load(eg_reader *r, eg_definition *package);
/* Reads a text into the tree of definitions; *package receives what stands behind `within`. A file
 * (`path`; NULL: no file) with `within A.B;` in DIR/A/B knows DIR/A as the package A. NULL when it is no
 * text, lies elsewhere than it says, or memory is out; errors are counted in r->errors. */
eg_stored *eg_library_enter(eg_reader *r, eg_source *source, const char *path, eg_definition **package);

/* The same of a text that is parsed already; false after an error. */
bool eg_library_place(eg_reader *r, eg_stored *stored, const char *path, eg_definition **package);

/* What is done with the classes of a file, which stand in `package`; errors are counted in r->errors. */
typedef void eg_on_classes(void *context, eg_reader *r, const eg_stored *stored, eg_definition *package);

/* Can it only be the name of a class: neither a path that exists nor one of a text? */
bool eg_is_class_name(const char *name);
/* The definition of that name, from the root. NULL: there is none, or the name is none (reported, in
 * r->errors). */
eg_definition *eg_definition_by_name(eg_reader *r, const char *name);

/* Reads the classes of a file, or the class of that name, a reading of its own. EG_ERROR_FILE: it cannot be
 * read; EG_ERROR_MODEL: the text is wrong, or `visit` found an error; EG_ERROR_MEMORY. All but memory are
 * reported. */
eg_status eg_library_visit(const char *path, const eg_read_options *options, eg_diagnostics *diagnostics,
                           eg_on_classes *visit, void *context);
/* The same of a text, which messages call `name`. */
eg_status eg_library_visit_text(const char *text, size_t length, const char *name,
                                eg_diagnostics *diagnostics, eg_on_classes *visit, void *context);

#endif
