/* The component library seen as Modelica packages: classes, icons, types with units, constants, functions,
 * enumerations. Definitions are made when somebody asks for them. */
#include <string.h>

#include "modelica/scope/definition.h"
#include "modelica/value/functions.h"

static const char *const assertion_levels[] = {"warning", "error", NULL};

/* ---------------------------------------------------------------- the root */

static bool enter(eg_reader *r, eg_definition *definition)
{
    eg_member *member = eg_new(r, sizeof *member);
    if (!definition || !member)
        return false;
    *member = (eg_member){.kind = EG_M_CLASS,
                          .name = definition->name,
                          .owner = definition->enclosing,
                          .definition = definition};
    if (eg_pairs_set(r->members, definition->enclosing, definition->name, member) == 0)
        return true;
    r->out_of_memory = true;
    return false;
}

static bool enter_type(eg_reader *r, eg_definition *root, const char *name, int type,
                       const char *const *literals)
{
    eg_definition *d = eg_definition_new(r, EG_D_TYPE, root, name);
    if (!d)
        return false;
    d->type = type;
    d->literals = literals;
    return enter(r, d);
}

eg_definition *eg_root_create(eg_reader *r)
{
    eg_definition *root = eg_definition_new(r, EG_D_SCOPE, NULL, "");
    if (!root)
        return NULL;
    r->nothing = eg_new(r, sizeof *r->nothing);
    if (!r->nothing)
        return NULL;
    root->is_native_package = true;
    root->is_registered = true;
    root->bases_state = EG_DONE;
    bool ok =
        enter_type(r, root, "Real", EG_REAL, NULL) && enter_type(r, root, "Integer", EG_INTEGER, NULL) &&
        enter_type(r, root, "Boolean", EG_BOOLEAN, NULL) && enter_type(r, root, "String", EG_STRING, NULL) &&
        enter_type(r, root, "StateSelect", EG_ENUMERATION, eg_state_select_literals) &&
        enter_type(r, root, "AssertionLevel", EG_ENUMERATION, assertion_levels) &&
        enter(r, eg_definition_new(r, EG_D_ICON, root, "ExternalObject"));
    return ok ? root : NULL;
}

/* ---------------------------------------------------------------- what stands in a package */

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* Enumerations are known from the parameters that have them as type. With `inside`: is any of them inside
 * the package of that name? */
static const char *const *find_enumeration(const char *full, bool inside)
{
    size_t count, length = strlen(full);
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < classes[i]->parameter_count; k++) {
            const eg_parameter *p = &classes[i]->parameters[k];
            if (p->type != EG_ENUMERATION || !p->type_name || !begins_with(p->type_name, full))
                continue;
            if (p->type_name[length] == (inside ? '.' : '\0'))
                return p->literals;
        }
    return NULL;
}

static eg_definition *native_type(eg_reader *r, eg_definition *package, const char *name, const char *full)
{
    const eg_unit_type *unit_type = NULL;
    if (begins_with(full, "Modelica.Units.") || begins_with(full, "Modelica.SIunits."))
        unit_type = eg_unit_of_type(full);
    const char *const *literals = unit_type ? NULL : find_enumeration(full, false);
    if (!unit_type && !literals)
        return NULL;
    eg_definition *d = eg_definition_new(r, EG_D_TYPE, package, name);
    if (d) {
        d->type = unit_type ? EG_REAL : EG_ENUMERATION;
        d->unit_type = unit_type;
        d->literals = literals;
    }
    return d;
}

static eg_definition *native_constant(eg_reader *r, eg_definition *package, const char *name,
                                      const char *full)
{
    bool is_package_of_constants =
        strcmp(package->full, "Modelica.Constants") == 0 ||
        strcmp(package->full, "ModelicaServices.Machine") == 0 ||
        strcmp(package->full, "Modelica.Electrical.Machines.Thermal.Constants") == 0;
    const eg_constant *constant = is_package_of_constants ? eg_constant_find(full) : NULL;
    eg_definition *d = constant ? eg_definition_new(r, EG_D_CONSTANT, package, name) : NULL;
    if (d)
        d->constant = constant;
    return d;
}

static const char external_object[] = "Modelica.Blocks.Types.ExternalCombiTable1D";

bool eg_is_external_object(const eg_definition *type)
{
    return type && strcmp(type->full, external_object) == 0;
}

bool eg_is_external_table(const eg_definition *function)
{
    return begins_with(function->full, EG_EXTERNAL_TABLE);
}

/* What stands for them, and for the icons of buses, which can be extended and be parts themselves, where the
 * text of the MSL is not at hand. */
static eg_definition *stand_in(eg_reader *r, eg_definition *package, const char *name, const char *full)
{
    if (strcmp(full, "Modelica.Icons.SignalBus") == 0 || strcmp(full, "Modelica.Icons.SignalSubBus") == 0)
        return eg_definition_of_text(r, package, full,
                                     eg_textf(r, "expandable connector %s end %s;", name, name));
    if (strcmp(full, external_object) == 0)
        return eg_definition_of_text(r, package, full, eg_textf(r, "class %s end %s;", name, name));
    if (begins_with(full, EG_EXTERNAL_TABLE))
        return eg_definition_of_text(r, package, full, eg_textf(r, "function %s end %s;", name, name));
    return NULL;
}

eg_definition *eg_native_child(eg_reader *r, eg_definition *package, const char *name)
{
    if (!package->is_native_package)
        return NULL;
    const char *full = package->enclosing ? eg_textf(r, "%s.%s", package->full, name) : name;
    const eg_class *class = eg_class_find(full);
    if (class && class->source)
        return eg_written_class(r, package, class);
    if (class) {
        eg_definition *d = eg_definition_new(r, EG_D_NATIVE, package, name);
        if (d) {
            d->native = class;
            d->type = class->kind == EG_CONNECTOR ? (int)eg_port_type(class->ports[0].kind) : EG_REAL;
        }
        return d;
    }
    if (eg_class_is_icon(full))
        return eg_definition_new(r, EG_D_ICON, package, name);
    eg_definition *d = eg_dyad_child(r, package, name);
    if (!d)
        d = native_type(r, package, name, full);
    if (!d)
        d = native_constant(r, package, name, full);
    if (d)
        return d;
    if (eg_function_is_known(full))
        return eg_definition_new(r, EG_D_FUNCTION, package, name);
    if ((d = stand_in(r, package, name, full)))
        return d;
    bool holds_tables = begins_with(EG_EXTERNAL_TABLE, full) && EG_EXTERNAL_TABLE[strlen(full)] == '.';
    if (!holds_tables && !eg_package_exists(full) && !eg_function_package(full) &&
        !find_enumeration(full, true) && !eg_dyad_package_exists(full))
        return NULL;
    d = eg_definition_new(r, EG_D_SCOPE, package, name);
    if (d)
        d->is_native_package = true;
    return d;
}

/* ---------------------------------------------------------------- members of native classes */

/* Ports, or variables, name[1], name[2], ... in a row: how many; *first is the index of name[1]. */
static int vector_of(eg_reader *r, const eg_class *class, int find(const eg_class *, const char *),
                     const char *name, int *first)
{
    int size = 0;
    for (;; size++) {
        const char *element = eg_textf(r, "%s[%d]", name, size + 1);
        int index = element ? find(class, element) : -1;
        if (index < 0)
            return size;
        if (size == 0)
            *first = index;
    }
}

/* A class inside a class: an implementation under its own name ("SpringDamper.Stiffness"). */
static bool find_inner(eg_reader *r, eg_definition *native, const char *name, eg_member *member)
{
    const eg_class *inner = eg_class_find(eg_textf(r, "%s.%s", native->native->name, name));
    eg_definition *d = inner ? eg_definition_new(r, EG_D_NATIVE, native, name) : NULL;
    if (!d)
        return false;
    d->native = inner;
    member->kind = EG_M_CLASS;
    member->definition = d;
    return true;
}

eg_member *eg_native_member(eg_reader *r, eg_definition *native, const char *name)
{
    eg_member *member = eg_pairs_get(r->members, native, name);
    if (member)
        return member;
    member = eg_new(r, sizeof *member);
    if (!member)
        return NULL;
    const char *asked = name;
    const eg_class *class = native->native;
    name = eg_present_member(r, class->name, eg_dyad_member_name(r, native, name));
    if (!name)
        return NULL;
    *member = (eg_member){.name = name, .owner = native};
    if ((member->index = eg_class_parameter(class, name)) >= 0) {
        member->kind = EG_M_PARAMETER;
        member->is_protected = class->parameters[member->index].is_protected;
    } else if ((member->index = eg_class_port(class, name)) >= 0) {
        member->kind = EG_M_PORT;
    } else if ((member->size = vector_of(r, class, eg_class_port, name, &member->index)) > 0) {
        member->kind = EG_M_PORT;
    } else if ((member->index = eg_class_variable(class, name)) >= 0 ||
               (member->size = vector_of(r, class, eg_class_variable, name, &member->index)) > 0) {
        member->kind = EG_M_VARIABLE;
        member->is_protected = class->variables[member->index].is_protected;
    } else
        find_inner(r, native, name, member);
    if (eg_pairs_set(r->members, native, asked, member) != 0)
        r->out_of_memory = true;
    return r->out_of_memory ? NULL : member;
}

/* ---------------------------------------------------------------- names, for "did you mean" */

static void add_name(eg_reader *r, eg_list *names, const char *name)
{
    eg_list_add(r, names, (void *)(uintptr_t)name);
}

/* The part of `full` that follows `package.` up to the next dot. */
static void add_child_name(eg_reader *r, const eg_definition *package, const char *full, eg_list *names)
{
    size_t length = strlen(package->full);
    if (length > 0 && (!begins_with(full, package->full) || full[length] != '.'))
        return;
    const char *child = length > 0 ? full + length + 1 : full;
    size_t end = strcspn(child, ".");
    const char *symbol = eg_symbol_of(r, child, end);
    if (symbol)
        add_name(r, names, symbol);
}

/* Packages that hold no class of the library, but types, constants, functions, icons. */
static void add_other_packages(eg_reader *r, const eg_definition *package, eg_list *names)
{
    static const char *const others[] = {"Modelica.Units", "Modelica.Constants", "Modelica.Icons",
                                         "Modelica.Math",  "Modelica.Units.SI",  "Modelica.Units.NonSI"};
    for (size_t i = 0; i < EG_COUNT(others); i++)
        add_child_name(r, package, others[i], names);
}

void eg_native_names(eg_reader *r, const eg_definition *package, eg_list *names)
{
    size_t count;
    add_other_packages(r, package, names);
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++) {
        add_child_name(r, package, classes[i]->name, names);
        if (classes[i]->short_name)
            add_child_name(r, package, classes[i]->short_name, names);
    }
    bool of_si =
        strcmp(package->full, "Modelica.Units.SI") == 0 || strcmp(package->full, "Modelica.SIunits") == 0;
    bool of_non_si = strcmp(package->full, "Modelica.Units.NonSI") == 0;
    const eg_unit_type *types = eg_unit_types(&count);
    for (size_t i = 0; i < count; i++)
        if ((of_si && !types[i].non_si) || (of_non_si && types[i].non_si))
            add_name(r, names, types[i].name);
    eg_dyad_child_names(r, package, names);
    const eg_constant *constants = eg_constants(&count);
    for (size_t i = 0; i < count && strcmp(package->full, "Modelica.Constants") == 0; i++)
        add_name(r, names, constants[i].name);
}

void eg_native_member_names(eg_reader *r, const eg_class *class, eg_list *names)
{
    for (size_t i = 0; i < class->parameter_count; i++)
        add_name(r, names, class->parameters[i].name);
    for (size_t i = 0; i < class->port_count; i++)
        add_name(r, names, class->ports[i].name);
    for (size_t i = 0; i < class->variable_count; i++)
        add_name(r, names, class->variables[i].name);
}
