/* The subjects that several classes have in common, and the neighbours of a class. */
#include "component/topics.h"

#include "component/references.h"

#include <string.h>

static const char *const three_curves[] = {"elastoGap1.f", "elastoGap2.f", "elastoGap3.f", NULL};

static const eg_topic spring_damper_contact = {
    .title = "The two difficulties of a spring-damper as a contact",
    .text =
        "A spring and a damper in parallel that act while s_rel < s_rel0 have the force f = c*(s_rel - "
        "s_rel0) + d*v_rel. Two things are wrong with it as the model of a stop.\n\n"
        "The force jumps at touch. At s_rel = s_rel0 the spring has no force, but the damper has d*v_rel at "
        "once: bodies that meet with the speed v push each other with d*v before either is compressed. An "
        "integrator sees a step, and a load cell would see an impact that no real pair of bodies makes.\n\n"
        "The damper pulls at lift-off. While the bodies part, v_rel > 0; the damper outweighs the spring as "
        "soon as d*v_rel > c*(s_rel0 - s_rel), and f > 0 holds the bodies together although nothing glues "
        "them. Setting a pulling force to zero removes the second difficulty and leaves the first.\n\n"
        "ElastoGap bounds the damper by the spring, |f_d| <= |f_c|: f begins at zero whatever the speed, "
        "never exceeds zero, and is back at zero before the gap opens. A damper in proportion to the "
        "penetration (Hunt and Crossley, 1975) does the same by another law; Elastogap.Contact.Gap has it.",
    .figure = "spring-damper-contact",
    .example = "ThreeCurves",
    .curves = three_curves,
    .caption =
        "The force of one impact, a push being negative: `elastoGap1`, the spring-damper, jumps at touch "
        "and pulls before it lets go; `elastoGap2`, set to zero where it would pull, still jumps; "
        "`elastoGap3`, the ElastoGap, does neither. From the example ",
    .references = EG_CITATIONS(EG_CITE_HUNT_CROSSLEY, EG_CITE_GOLDSMITH),
};

static const char *const spring_dampers[] = {
    "Elastogap.Contact.Gap",
    "Elastogap.Contact.TranslationalHardStop",
    "Elastogap.Contact.TwoSidedGap",
    "IconicDiagrams.Mechanical.Translation.Components.SpringDamper",
    "IconicDiagrams.Mechanical.Translation.Components.SpringDamper.Default",
    "IconicDiagrams.Mechanical.Translation.Components.SpringDamper.Frequency",
    "IconicDiagrams.Mechanical.Translation.Components.SpringDamper.Stiffness",
    "Modelica.Mechanics.Translational.Components.ElastoGap",
    "Modelica.Mechanics.Translational.Components.SpringDamper",
    "TranslationalComponents.Components.ElastoGap",
    "TranslationalComponents.Components.SpringDamper",
};

const eg_topic *eg_topic_of(const eg_class *class)
{
    for (size_t i = 0; i < EG_COUNT(spring_dampers); i++)
        if (strcmp(spring_dampers[i], class->name) == 0)
            return &spring_damper_contact;
    return NULL;
}

const eg_topic *eg_topic_at(size_t i)
{
    return i == 0 ? &spring_damper_contact : NULL;
}

/* ---------------------------------------------------------------- neighbours */

enum { CIRCLE = 7 };

/* Classes of different packages that do the same in other ways; each line knows all of its others. */
static const char *const circles[][CIRCLE] = {
    {"Elastogap.Contact.Gap", "Elastogap.Contact.TableGap", "Elastogap.Contact.TranslationalHardStop",
     "Elastogap.Contact.TwoSidedGap", "Modelica.Mechanics.Translational.Components.ElastoGap",
     "Modelica.Mechanics.Translational.Components.SpringDamper",
     "Modelica.Mechanics.Translational.Components.MassWithStopAndFriction"},
    {"Modelica.Mechanics.Rotational.Components.ElastoBacklash",
     "Modelica.Mechanics.Rotational.Components.ElastoBacklash2",
     "Modelica.Mechanics.Rotational.Components.SpringDamper", "Elastogap.Contact.TwoSidedGap"},
    {"Elastogap.Contact.RotationalHardStop", "Elastogap.Contact.TranslationalHardStop",
     "Modelica.Mechanics.Rotational.Components.ElastoBacklash"},
};

static bool is_in_circle(const char *const circle[CIRCLE], const char *name)
{
    for (size_t i = 0; i < CIRCLE && circle[i]; i++)
        if (strcmp(circle[i], name) == 0)
            return true;
    return false;
}

static bool share_circle(const eg_class *a, const eg_class *b)
{
    for (size_t i = 0; i < EG_COUNT(circles); i++)
        if (is_in_circle(circles[i], a->name) && is_in_circle(circles[i], b->name))
            return true;
    return false;
}

static bool extends(const eg_class *class, const char *base)
{
    for (size_t i = 0; class->extends && class->extends[i]; i++)
        if (strcmp(class->extends[i], base) == 0)
            return true;
    return false;
}

static bool share_package(const eg_class *a, const eg_class *b)
{
    const char *dot = strrchr(a->name, '.');
    size_t length = dot ? (size_t)(dot - a->name) + 1 : 0;
    return strncmp(a->name, b->name, length) == 0 && !strchr(b->name + length, '.');
}

static bool share_ports(const eg_class *a, const eg_class *b)
{
    bool same = a->kind == b->kind && a->port_count == b->port_count && a->port_count > 0;
    for (size_t i = 0; same && i < a->port_count; i++)
        same = a->ports[i].kind == b->ports[i].kind;
    return same;
}

static bool is_related(const eg_class *class, const char *name, const eg_class *other)
{
    bool is_base = class->kind == EG_PARTIAL || class->kind == EG_CONNECTOR;
    if (class == other)
        return false;
    if (is_base && (extends(other, class->name) || extends(other, name)))
        return true;
    if (share_circle(class, other))
        return true;
    if (is_base || !share_package(class, other))
        return false;
    return class->extends ? extends(other, class->extends[0]) : share_ports(class, other);
}

size_t eg_class_related(const eg_class *class, const char *name, const eg_class *found[], size_t room)
{
    size_t all, count = 0;
    const eg_class *const *classes = eg_classes(&all);
    for (size_t i = 0; i < all && count < room; i++)
        if (is_related(class, name, classes[i]))
            found[count++] = classes[i];
    return count;
}
