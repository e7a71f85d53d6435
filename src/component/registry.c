/* The registry: classes by their names. */
#include "component/class.h"

#include "base/names.h"

#include <stdlib.h>
#include <string.h>

/* Decoration without content, for `extends`. Sorted. */
static const char *const icons[] = {
    "Modelica.Blocks.Icons.Block",
    "Modelica.Blocks.Icons.BooleanBlock",
    "Modelica.Blocks.Icons.DiscreteBlock",
    "Modelica.Blocks.Icons.IntegerBlock",
    "Modelica.Blocks.Icons.PartialBooleanBlock",
    "Modelica.Icons.BasesPackage",
    "Modelica.Icons.Contact",
    "Modelica.Icons.Example",
    "Modelica.Icons.ExamplesPackage",
    "Modelica.Icons.Function",
    "Modelica.Icons.FunctionsPackage",
    "Modelica.Icons.IconsPackage",
    "Modelica.Icons.Information",
    "Modelica.Icons.InterfacesPackage",
    "Modelica.Icons.InternalPackage",
    "Modelica.Icons.MaterialPropertiesPackage",
    "Modelica.Icons.MaterialProperty",
    "Modelica.Icons.ObsoleteModel",
    "Modelica.Icons.Package",
    "Modelica.Icons.Record",
    "Modelica.Icons.RecordsPackage",
    "Modelica.Icons.RectangularSensor",
    "Modelica.Icons.References",
    "Modelica.Icons.ReleaseNotes",
    "Modelica.Icons.RoundSensor",
    "Modelica.Icons.SensorsPackage",
    "Modelica.Icons.SourcesPackage",
    "Modelica.Icons.TypeBoolean",
    "Modelica.Icons.TypeInteger",
    "Modelica.Icons.TypeReal",
    "Modelica.Icons.TypeString",
    "Modelica.Icons.TypesPackage",
    "Modelica.Icons.UnderConstruction",
    "Modelica.Icons.UtilitiesPackage",
    "Modelica.Icons.VariantsPackage",
    "Modelica.Thermal.HeatTransfer.Icons.Conversion",
    "Modelica.Thermal.HeatTransfer.Icons.FixedTemperature",
    "Modelica.Thermal.HeatTransfer.Icons.PrescribedTemperature",
};

/* Packages that hold no native class but something else that is known: types, constants, functions. */
static const char *const other_packages[] = {
    "Modelica.Constants",
    "Modelica.Electrical",
    "Modelica.Electrical.Machines",
    "Modelica.Electrical.Machines.Thermal",
    "Modelica.Electrical.Machines.Thermal.Constants",
    "Modelica.Math",
    "Modelica.SIunits",
    "Modelica.SIunits.Conversions",
    "Modelica.SIunits.Conversions.NonSIunits",
    "Modelica.Units",
    "Modelica.Units.NonSI",
    "Modelica.Units.SI",
    "ModelicaServices",
    "ModelicaServices.Machine",
};

static int compare_class(const void *name, const void *item)
{
    return strcmp(name, (*(const eg_class *const *)item)->name);
}

const eg_class *eg_class_find(const char *name)
{
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    const eg_class *const *found = bsearch(name, classes, count, sizeof *classes, compare_class);
    if (found)
        return *found;
    for (size_t i = 0; i < count; i++)
        if (classes[i]->short_name && strcmp(classes[i]->short_name, name) == 0)
            return classes[i];
    return NULL;
}

static bool is_inside(const char *name, const char *package, size_t length)
{
    return strncmp(name, package, length) == 0 && name[length] == '.';
}

bool eg_package_exists(const char *name)
{
    size_t length = strlen(name), count;
    const eg_class *const *classes = eg_classes(&count);
    if (length == 0)
        return false;
    for (size_t i = 0; i < count; i++)
        if (is_inside(classes[i]->name, name, length))
            return true;
    for (size_t i = 0; i < EG_COUNT(icons); i++)
        if (is_inside(icons[i], name, length))
            return true;
    for (size_t i = 0; i < EG_COUNT(other_packages); i++)
        if (strcmp(other_packages[i], name) == 0)
            return true;
    return false;
}

static int compare_text(const void *name, const void *item)
{
    return strcmp(name, *(const char *const *)item);
}

bool eg_class_is_icon(const char *name)
{
    return bsearch(name, icons, EG_COUNT(icons), sizeof *icons, compare_text) != NULL;
}

/* ---------------------------------------------------------------- what was probably meant */

static const char *last_part(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

/* Of the classes in the package that `name` begins with, or NULL. */
static const char *nearest_in_package(const char *name)
{
    const char *candidates[EG_CLASS_LIMIT], *names[EG_CLASS_LIMIT], *last = last_part(name);
    size_t length = (size_t)(last - name), count = 0, all;
    const eg_class *const *classes = eg_classes(&all);
    for (size_t i = 0; i < all; i++)
        if (length > 0 && (size_t)(last_part(classes[i]->name) - classes[i]->name) == length &&
            strncmp(classes[i]->name, name, length) == 0) {
            names[count] = classes[i]->name;
            candidates[count++] = last_part(classes[i]->name);
        }
    const char *found = eg_nearest(last, candidates, count);
    for (size_t i = 0; i < count; i++)
        if (candidates[i] == found)
            return names[i];
    return NULL;
}

/* The package may be right. Else the last part of the name is what people remember, so that is what must be
 * near; which of the classes that end with it was meant, the whole name decides. */
const char *eg_class_nearest(const char *name)
{
    const char *candidates[EG_CLASS_LIMIT], *sibling = nearest_in_package(name);
    if (sibling)
        return sibling;
    size_t all, count = 0;
    const eg_class *const *classes = eg_classes(&all);
    for (size_t i = 0; i < all; i++)
        candidates[i] = last_part(classes[i]->name);
    const char *last = eg_nearest(last_part(name), candidates, all);
    if (!last)
        return NULL;
    for (size_t i = 0; i < all; i++)
        if (strcmp(last_part(classes[i]->name), last) == 0)
            candidates[count++] = classes[i]->name;
    const char *whole = eg_nearest(name, candidates, count);
    for (size_t i = 0; i < count && !whole; i++) /* what most people write for */
        if (strncmp(candidates[i], "Modelica.", 9) == 0)
            whole = candidates[i];
    return whole ? whole : candidates[0];
}
