/* A small model around one instance "x" of a class, with random parameters: every flange carries a mass
 * (or an inertia) on a spring-damper that a force shakes, every heat port a heat capacity, every input a
 * sine. What a class needs besides stands in the table of special cases. */
#ifndef EG_TESTS_PRINTED_HARNESS_H
#define EG_TESTS_PRINTED_HARNESS_H

#include "component/class.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HARNESS_TOLERANCE 1e-11

/* What the general rules do not fit. Of several for one class each seed takes the next. */
typedef struct special_case {
    const char *class;      /* full name, or the end of it from a dot on */
    const char *parameters; /* in place of random values, each " name=value|", or " name=|" for the default */
    const char *port;       /* ports that get no sine or mass of their own, separated by blanks */
    const char *components; /* further declarations */
    const char *equations;  /* further connections */
    double offset;          /* of sines at inputs; their amplitude is 0.5 */
    bool wire;              /* heat ports get a conductor in front of their heat capacity */
} special_case;

typedef struct harness {
    char text[20000];
    size_t length;
    uint64_t random;
    const eg_class *class;
    const char *fixed; /* a parameter, as in special_case; NULL: none */
    const special_case *special;
} harness;

/* splitmix64: the same everywhere */
static inline double harness_random(harness *h)
{
    uint64_t z = (h->random += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static inline double harness_between(harness *h, double low, double high)
{
    return low + (high - low) * harness_random(h);
}

__attribute__((format(printf, 2, 3))) static inline void harness_put(harness *h, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(h->text + h->length, sizeof h->text - h->length, format, arguments);
    va_end(arguments);
    h->length += (size_t)n < sizeof h->text - h->length ? (size_t)n : 0;
}

/* ---------------------------------------------------------------- parameters */

/* Left at their defaults: what tunes accuracy or coordinates and stands in no equation. */
static inline bool harness_leaves(const harness *h, const eg_parameter *p)
{
    static const char *const names[] = {"stateSelect", "s_nominal", "phi_nominal",          "statePriority",
                                        "v_small",     "w_small",   "verboseExtrapolation", "checkActive"};
    char assigned[80];
    for (size_t i = 0; i < EG_COUNT(names); i++)
        if (strcmp(p->name, names[i]) == 0)
            return true;
    if (p->is_protected || p->is_derived || p->is_constant || p->columns != 0 || p->type == EG_STRING)
        return true;
    snprintf(assigned, sizeof assigned, " %s=", p->name);
    return h->special && h->special->parameters && strstr(h->special->parameters, assigned) != NULL;
}

static inline double harness_value(harness *h, const eg_parameter *p)
{
    bool limited = p->min != 0.0 || p->max != 0.0;
    double scale = fabs(p->value) < 0.2 ? 1.0 : fabs(p->value) > 20.0 ? 20.0 : fabs(p->value);
    double x = scale * harness_between(h, 0.4, 1.6);
    if (p->quantity && strstr(p->quantity, "Temperature"))
        x = harness_between(h, 280.0, 320.0);
    if (!limited && !p->quantity && harness_random(h) < 0.5)
        x = -x;
    const double wide = 1e6; /* limits so far apart say where numbers end, not where they lie */
    if (limited && p->max - p->min < wide)
        return harness_between(h, p->min, p->max);
    if (limited && x < p->min)
        return p->min + harness_between(h, 0.1, 1.0);
    return limited && x > p->max ? p->max - harness_between(h, 0.1, 1.0) : x;
}

static inline int harness_count(const char *const *literals)
{
    int n = 0;
    while (literals[n])
        n++;
    return n;
}

static inline void harness_put_parameter(harness *h, const eg_parameter *p)
{
    if (p->type == EG_BOOLEAN) {
        harness_put(h, "%s=%s", p->name, harness_random(h) < 0.5 ? "false" : "true");
    } else if (p->type == EG_ENUMERATION) {
        const char *literal = p->literals[(int)(harness_random(h) * harness_count(p->literals))];
        bool is_text = strcmp(p->type_name, "String") == 0;
        harness_put(h, is_text ? "%s=\"%s%s\"" : "%s=%s.%s", p->name, is_text ? "" : p->type_name, literal);
    } else if (p->type == EG_INTEGER) {
        harness_put(h, "%s=%d", p->name, (int)harness_value(h, p));
    } else {
        harness_put(h, "%s=%.17g", p->name, harness_value(h, p));
    }
}

static inline void harness_put_instance(harness *h)
{
    const char *separator = "(";
    harness_put(h, "  %s x", h->class->name);
    for (size_t i = 0; i < h->class->parameter_count; i++)
        if (!harness_leaves(h, &h->class->parameters[i])) {
            harness_put(h, "%s", separator);
            harness_put_parameter(h, &h->class->parameters[i]);
            separator = ", ";
        }
    for (const char *c = h->special ? h->special->parameters : NULL; c && *c;) {
        size_t length = strcspn(c, "|"); /* " name=value|" each */
        if (c[length - 1] != '=') {      /* " name=": keeps its default */
            harness_put(h, "%s%.*s", separator, (int)length, c);
            separator = ", ";
        }
        c += length + (c[length] == '|');
    }
    harness_put(h, "%s;\n", *separator == '(' ? "" : ")");
}

/* ---------------------------------------------------------------- ports */

static inline bool harness_leaves_port(const harness *h, const char *name)
{
    char wanted[80], all[300];
    if (!h->special || !h->special->port)
        return false;
    snprintf(wanted, sizeof wanted, " %s ", name);
    snprintf(all, sizeof all, " %s ", h->special->port);
    return strstr(all, wanted) != NULL;
}

static inline void harness_put_sine(harness *h, size_t i, double amplitude, double offset)
{
    harness_put(
        h, "  Modelica.Blocks.Sources.Sine sine%zu(amplitude=%.17g, f=%.17g, phase=%.17g, offset=%.17g);\n",
        i, amplitude, harness_between(h, 0.4, 1.2), harness_between(h, 0.0, 6.0), offset);
}

#define EG_TR "Modelica.Mechanics.Translational."
#define EG_ROT "Modelica.Mechanics.Rotational."
#define EG_HEAT "Modelica.Thermal.HeatTransfer."

static inline void harness_put_body(harness *h, size_t i, bool rotational)
{
    double start = harness_between(h, -0.3, 0.3), rate = harness_between(h, -1.0, 1.0);
    double inertia = harness_between(h, 0.5, 2.0), c = harness_between(h, 10.0, 40.0);
    double d = harness_between(h, 0.5, 2.0);
    harness_put_sine(h, i, harness_between(h, 2.0, 8.0), 0.0);
    if (rotational)
        harness_put(h,
                    "  " EG_ROT "Components.Inertia body%zu(J=%.17g, phi(start=%.17g), w(start=%.17g));\n"
                    "  " EG_ROT "Components.SpringDamper hold%zu(c=%.17g, d=%.17g, phi_rel0=0);\n"
                    "  " EG_ROT "Components.Fixed ground%zu;\n  " EG_ROT "Sources.Torque push%zu;\n",
                    i, inertia, start, rate, i, c, d, i, i);
    else
        harness_put(h,
                    "  " EG_TR "Components.Mass body%zu(m=%.17g, L=0, s(start=%.17g), v(start=%.17g));\n"
                    "  " EG_TR "Components.SpringDamper hold%zu(c=%.17g, d=%.17g, s_rel0=0);\n"
                    "  " EG_TR "Components.Fixed ground%zu;\n  " EG_TR "Sources.Force push%zu;\n",
                    i, inertia, start, rate, i, c, d, i, i);
}

static inline bool harness_wires(const harness *h)
{
    return h->special && h->special->wire;
}

/* A fixed temperature must not meet a heat capacity: a conductor stands between. */
static inline void harness_put_heat(harness *h, size_t i)
{
    double G = harness_between(h, 0.5, 3.0), C = harness_between(h, 0.5, 2.0);
    if (harness_wires(h))
        harness_put(h, "  " EG_HEAT "Components.ThermalConductor wire%zu(G=%.17g);\n", i, G);
    harness_put(h, "  " EG_HEAT "Components.HeatCapacitor store%zu(C=%.17g, T(start=%.17g, fixed=true));\n",
                i, C, harness_between(h, 280.0, 320.0));
}

static inline void harness_declare_port(harness *h, size_t i)
{
    const eg_port *p = &h->class->ports[i];
    if (harness_leaves_port(h, p->name))
        return;
    if (eg_port_is_mechanical(p->kind))
        harness_put_body(h, i, eg_port_is_rotational(p->kind));
    else if (eg_port_is_thermal(p->kind))
        harness_put_heat(h, i);
    else if (p->kind == EG_REAL_INPUT && h->special && h->special->offset != 0.0)
        harness_put_sine(h, i, 0.5, h->special->offset);
    else if (p->kind == EG_BOOLEAN_INPUT)
        harness_put(h, "  Modelica.Blocks.Sources.BooleanPulse pulse%zu(period=%.17g, startTime=%.17g);\n", i,
                    harness_between(h, 0.3, 0.5), harness_between(h, 0.1, 0.3));
    else if (p->kind == EG_REAL_INPUT)
        harness_put_sine(h, i, harness_between(h, 0.5, 1.4), harness_between(h, -0.3, 0.3));
}

static inline void harness_connect_port(harness *h, size_t i)
{
    const eg_port *p = &h->class->ports[i];
    if (harness_leaves_port(h, p->name))
        return;
    if (eg_port_is_mechanical(p->kind))
        harness_put(
            h,
            "  connect(x.%s, body%zu.flange_a);\n  connect(body%zu.flange_b, hold%zu.flange_b);\n"
            "  connect(hold%zu.flange_a, ground%zu.flange);\n  connect(push%zu.flange, body%zu.flange_b);\n"
            "  connect(sine%zu.y, push%zu.%s);\n",
            p->name, i, i, i, i, i, i, i, i, i, eg_port_is_rotational(p->kind) ? "tau" : "f");
    else if (eg_port_is_thermal(p->kind) && harness_wires(h))
        harness_put(h, "  connect(x.%s, wire%zu.port_a);\n  connect(wire%zu.port_b, store%zu.port);\n",
                    p->name, i, i, i);
    else if (eg_port_is_thermal(p->kind))
        harness_put(h, "  connect(x.%s, store%zu.port);\n", p->name, i);
    else if (p->kind == EG_BOOLEAN_INPUT)
        harness_put(h, "  connect(pulse%zu.y, x.%s);\n", i, p->name);
    else if (p->kind == EG_REAL_INPUT)
        harness_put(h, "  connect(sine%zu.y, x.%s);\n", i, p->name);
}

/* ---------------------------------------------------------------- the model */

/* Does it name the class, by its full name or the end of that, and have the fixed parameter? */
static inline bool harness_fits(const special_case *c, const eg_class *class, const char *fixed)
{
    size_t n = strlen(class->name), t = strlen(c->class);
    if (fixed && (!c->parameters || !strstr(c->parameters, fixed)))
        return false;
    return strcmp(class->name, c->class) == 0 ||
           (n > t && class->name[n - t - 1] == '.' && strcmp(class->name + n - t, c->class) == 0);
}

static inline const special_case *harness_special(const eg_class *class, const char *fixed,
                                                  const special_case *cases, size_t count, uint64_t seed)
{
    size_t fitting = 0, at = 0;
    for (size_t i = 0; i < count; i++)
        fitting += harness_fits(&cases[i], class, fixed);
    for (size_t i = 0; i < count; i++)
        if (harness_fits(&cases[i], class, fixed) && at++ == seed % fitting)
            return &cases[i];
    return NULL;
}

/* How many seeds let every special case have two turns, at least `least`. */
static inline uint64_t harness_seeds(const eg_class *class, const char *fixed, const special_case *cases,
                                     size_t count, uint64_t least)
{
    uint64_t fitting = 0;
    for (size_t i = 0; i < count; i++)
        fitting += harness_fits(&cases[i], class, fixed);
    return 2 * fitting > least ? 2 * fitting : least;
}

static inline void harness_write(harness *h, const eg_class *class, const char *fixed,
                                 const special_case *cases, size_t count, uint64_t seed)
{
    *h = (harness){.class = class, .fixed = fixed, .random = seed * 0x2545F4914F6CDD1Du + 1u};
    h->special = harness_special(class, fixed, cases, count, seed);
    harness_put(h, "model Harness\n");
    harness_put_instance(h);
    for (size_t i = 0; i < class->port_count; i++)
        harness_declare_port(h, i);
    harness_put(h, "%s", h->special && h->special->components ? h->special->components : "");
    harness_put(h, "equation\n");
    for (size_t i = 0; i < class->port_count; i++)
        harness_connect_port(h, i);
    harness_put(h, "%s", h->special && h->special->equations ? h->special->equations : "");
    harness_put(h, "  annotation(experiment(StopTime=1.5, Interval=0.004, Tolerance=%g));\nend Harness;\n",
                HARNESS_TOLERANCE);
}

#endif
