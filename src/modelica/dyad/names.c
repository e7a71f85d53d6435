/* The names that Dyad's texts use: the library Dyad (types with units, connectors), the base classes of its
 * component libraries, and what its documentation writes without the library's name. */
#include <string.h>

#include "modelica/scope/definition.h"

/* Classes that go by another name there. */
static const char *class_of_dyad(const char *name)
{
    static const struct {
        const char *dyad, *modelica;
    } table[] = {{"Flange", "Modelica.Mechanics.Translational.Interfaces.Flange"},
                 {"Spline", "Modelica.Mechanics.Rotational.Interfaces.Flange"},
                 {"Node", "Modelica.Thermal.HeatTransfer.Interfaces.HeatPort"},
                 {"HeatPort", "Modelica.Thermal.HeatTransfer.Interfaces.HeatPort"},
                 {"RealInput", "Modelica.Blocks.Interfaces.RealInput"},
                 {"RealOutput", "Modelica.Blocks.Interfaces.RealOutput"},
                 {"BooleanInput", "Modelica.Blocks.Interfaces.BooleanInput"},
                 {"BooleanOutput", "Modelica.Blocks.Interfaces.BooleanOutput"},
                 {"IntegerInput", "Modelica.Blocks.Interfaces.IntegerInput"},
                 {"IntegerOutput", "Modelica.Blocks.Interfaces.IntegerOutput"}};
    for (size_t i = 0; i < EG_COUNT(table); i++)
        if (strcmp(table[i].dyad, name) == 0)
            return table[i].modelica;
    return NULL;
}

/* Base classes are those of Modelica, with and without "Interfaces". */
static const struct {
    const char *library, *interfaces;
} libraries[] = {{"TranslationalComponents", "Modelica.Mechanics.Translational.Interfaces"},
                 {"RotationalComponents", "Modelica.Mechanics.Rotational.Interfaces"},
                 {"ThermalComponents", "Modelica.Thermal.HeatTransfer.Interfaces"},
                 {"BlockComponents", "Modelica.Blocks.Interfaces"}};

bool eg_dyad_package_exists(const char *full)
{
    if (strcmp(full, "Dyad") == 0)
        return true;
    for (size_t i = 0; i < EG_COUNT(libraries); i++) {
        size_t length = strlen(libraries[i].library);
        if (strncmp(full, libraries[i].library, length) == 0 &&
            (!full[length] || strcmp(full + length, ".Interfaces") == 0))
            return true;
    }
    return false;
}

eg_definition *eg_dyad_child(eg_reader *r, eg_definition *package, const char *name)
{
    if (strcmp(package->full, "Dyad") == 0) {
        const eg_unit_type *type = eg_unit_of_type(eg_textf(r, "Modelica.Units.SI.%s", name));
        const char *class = class_of_dyad(name);
        eg_definition *d = NULL;
        if (type && (d = eg_definition_new(r, EG_D_TYPE, package, name))) {
            d->type = EG_REAL;
            d->unit_type = type;
        } else if (class && eg_class_find(class) && (d = eg_definition_new(r, EG_D_NATIVE, package, name))) {
            d->native = eg_class_find(class);
        }
        return d;
    }
    for (size_t i = 0; i < EG_COUNT(libraries); i++) {
        const char *library = libraries[i].library;
        if (strcmp(package->full, library) != 0 &&
            strcmp(package->full, eg_textf(r, "%s.Interfaces", library)) != 0)
            continue;
        /* A Flange moves along a line, in all libraries. */
        const char *own = class_of_dyad(name);
        const eg_class *class =
            eg_class_find(own ? own : eg_textf(r, "%s.%s", libraries[i].interfaces, name));
        if (class && class->source)
            return eg_written_class(r, package, class);
        eg_definition *d = class ? eg_definition_new(r, EG_D_NATIVE, package, name) : NULL;
        if (d)
            d->native = class;
        return d;
    }
    return NULL;
}

void eg_dyad_child_names(eg_reader *r, const eg_definition *package, eg_list *names)
{
    static const char *const connectors[] = {"Flange", "Spline", "Node", "RealInput", "RealOutput"};
    bool is_dyad = strcmp(package->full, "Dyad") == 0;
    for (size_t i = 0; i < EG_COUNT(connectors) && is_dyad; i++)
        eg_list_add(r, names, (void *)(uintptr_t)connectors[i]);
    size_t count;
    const eg_unit_type *types = eg_unit_types(&count);
    for (size_t i = 0; i < count && is_dyad; i++)
        if (!types[i].non_si)
            eg_list_add(r, names, (void *)(uintptr_t)types[i].name);
    const eg_class *const *classes = eg_classes(&count);
    for (size_t k = 0; k < EG_COUNT(libraries); k++) {
        const char *interfaces = libraries[k].interfaces;
        size_t length = strlen(interfaces);
        if (strcmp(package->full, eg_textf(r, "%s.Interfaces", libraries[k].library)) != 0)
            continue;
        for (size_t i = 0; i < count; i++)
            if (strncmp(classes[i]->name, interfaces, length) == 0 && classes[i]->name[length] == '.')
                eg_list_add(r, names, (void *)(uintptr_t)(classes[i]->name + length + 1));
    }
}

static bool has_member(const eg_class *class, const char *name)
{
    return eg_class_port(class, name) >= 0 || eg_class_parameter(class, name) >= 0 ||
           eg_class_variable(class, name) >= 0;
}

const char *eg_dyad_member_name(eg_reader *r, const eg_definition *native, const char *name)
{
    static const struct {
        const char *library, *dyad, *here;
    } table[] = {{"ThermalComponents.", "node", "port"},
                 {"ThermalComponents.", "Q", "Q_flow"},
                 {"RotationalComponents.", "spline", "flange"}};
    for (size_t i = 0; i < EG_COUNT(table) && !has_member(native->native, name); i++) {
        size_t length = strlen(table[i].dyad);
        if (strncmp(native->full, table[i].library, strlen(table[i].library)) != 0 ||
            strncmp(name, table[i].dyad, length) != 0)
            continue;
        const char *here = eg_symbol(r, eg_textf(r, "%s%s", table[i].here, name + length));
        if (here && has_member(native->native, here))
            return here;
    }
    return name;
}

/* Is it written in Dyad? What stands in no class, the attributes of a type, is so where a module or the main
 * text is. */
static bool is_dyad(const eg_reader *r, const eg_definition *d)
{
    while (d && !d->syntax && !d->module && d->enclosing)
        d = d->enclosing;
    if (d && d->syntax)
        return d->syntax->is_dyad;
    return d && (d->module || (r->main_source && eg_source_is_dyad(r->main_source->name)));
}

static eg_member *find_in(eg_reader *r, const char *package, const char *name)
{
    eg_member *found = eg_find_member(r, r->root, eg_symbol(r, package));
    found = found && found->kind == EG_M_CLASS ? eg_find_member(r, found->definition, name) : NULL;
    return found && found->kind != EG_M_NONE ? found : NULL;
}

/* Numbers that have names in Julia. Infinity is the largest number, as in Modelica. */
static eg_member *find_constant(eg_reader *r, const char *name)
{
    static const struct {
        const char *julia, *modelica;
    } table[] = {{"pi", "pi"}, {"\xCF\x80", "pi"}, {"\xE2\x84\xAF", "e"}, {"Inf", "inf"}};
    for (size_t i = 0; i < EG_COUNT(table); i++) {
        if (strcmp(name, table[i].julia) != 0)
            continue;
        eg_member *constants = find_in(r, "Modelica", eg_symbol(r, "Constants"));
        const char *meant = eg_symbol(r, table[i].modelica);
        return constants && meant ? eg_find_member(r, constants->definition, meant) : NULL;
    }
    return NULL;
}

const char *eg_dyad_constant(const char *modelica)
{
    static const struct {
        const char *modelica, *dyad;
    } table[] = {{"Modelica.Constants.pi", "pi"},
                 {"Modelica.Constants.e", "\xE2\x84\xAF"},
                 {"Modelica.Constants.inf", "Inf"},
                 {"Modelica.Constants.eps", "eps(Float64)"}};
    for (size_t i = 0; i < EG_COUNT(table); i++)
        if (strcmp(table[i].modelica, modelica) == 0)
            return table[i].dyad;
    return NULL;
}

eg_member *eg_dyad_lookup(eg_reader *r, const eg_definition *from, const char *name, bool is_type)
{
    if (!is_type && !is_dyad(r, from)) /* types are spoken of so in Dyad only */
        return NULL;
    eg_member *found = is_type ? find_in(r, "Dyad", name) : NULL;
    for (size_t i = 0; i < EG_COUNT(libraries) && !found && !r->out_of_memory; i++)
        found = find_in(r, libraries[i].library, name);
    if (!found)
        found = find_in(r, "Dyad", name);
    return found ? found : find_constant(r, name);
}

/* What begins with a capital is a class: one of the libraries, or a quantity. */
bool eg_dyad_hint(eg_reader *r, const eg_definition *from, const char *name)
{
    eg_list names = {0};
    if (!is_dyad(r, from) || *name < 'A' || *name > 'Z')
        return false;
    for (const eg_definition *d = from; d; d = d->enclosing)
        for (uint32_t i = 0; d->syntax && i < d->syntax->element_count; i++)
            if (d->syntax->elements[i].kind == EG_EL_CLASS)
                eg_list_add(r, &names, (void *)(uintptr_t)d->syntax->elements[i].class->name);
    for (size_t i = 0; i < EG_COUNT(libraries); i++) {
        const eg_member *library = eg_find_member(r, r->root, eg_symbol(r, libraries[i].library));
        if (library && library->kind == EG_M_CLASS)
            eg_native_names(r, library->definition, &names);
    }
    static const char *const plain[] = {"Real", "Integer", "Boolean", "String"};
    for (size_t i = 0; i < EG_COUNT(plain); i++)
        eg_list_add(r, &names, (void *)(uintptr_t)plain[i]);
    size_t count;
    const eg_unit_type *types = eg_unit_types(&count);
    for (size_t i = 0; i < count; i++)
        if (!types[i].non_si)
            eg_list_add(r, &names, (void *)(uintptr_t)types[i].name);
    return eg_hint_nearest(r, name, (const char *const *)names.items, names.count);
}
