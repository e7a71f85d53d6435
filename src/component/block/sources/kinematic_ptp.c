/* KinematicPTP and KinematicPTP2: from one place to another as fast as speed and acceleration may be, several
 * axes in step.
 *
 * Axis i moves by p_deltaq[i]*s, the same s from 0 to 1 for all. Its speed p_deltaq[i]*sd is at most
 * qd_max[i], its acceleration p_deltaq[i]*sdd at most qdd_max[i]: hence |sd| <= sd_max and |sdd| <= sdd_max,
 * the least of what the axes allow. s accelerates with sdd_max; if sd_max is reached before the middle
 * (Ta2 < Ta1) it goes on with that speed; then it brakes as it has accelerated:
 *
 *     noWphase (Ta2 >= Ta1)   sdd_max until Ta1 = sqrt(1/sdd_max), -sdd_max until Te = 2*Ta1
 *     else                    sdd_max until Ta2 = sd_max/sdd_max, 0 until Tv = 1/sd_max, -sdd_max until
 *                             Te = Tv + Ta2
 *
 * all counted from startTime; each corner is a time event. With no way to go everything stays 0. */
#include "component/by_equations.h"

#include <float.h>

#define VECTOR(name_, default_, doc_)                                                                        \
    {                                                                                                        \
        .name = (name_), .columns = 1, .value_text = (default_), .is_structural = true, .doc = (doc_)        \
    }
#define LIMIT(name_, doc_)                                                                                   \
    {                                                                                                        \
        .name = (name_), .columns = 1, .value_text = "{1}", .min = DBL_MIN, .max = INFINITY,                 \
        .is_structural = true, .doc = (doc_)                                                                 \
    }
#define FOR_ALL_AXES(name_, of_)                                                                             \
    {                                                                                                        \
        .name = (name_), .columns = 1, .is_protected = true,                                                 \
        .value_text = "if size(" of_ ", 1) == 1 then ones(nout)*" of_ "[1] else " of_,                       \
        .doc = of_ " of every axis"                                                                          \
    }
#define PROTECTED_NUMBER(name_, formula_, doc_)                                                              \
    {                                                                                                        \
        .name = (name_), .is_protected = true, .value_text = (formula_), .doc = (doc_)                       \
    }
#define PROTECTED_TIME(name_, formula_, doc_)                                                                \
    {                                                                                                        \
        .name = (name_), EG_SI_TIME, .is_protected = true, .value_text = (formula_), .doc = (doc_)           \
    }
#define PROTECTED_FLAG(name_, formula_, doc_)                                                                \
    {                                                                                                        \
        .name = (name_), .type = EG_BOOLEAN, .is_protected = true, .value_text = (formula_), .doc = (doc_)   \
    }
#define START_TIME                                                                                           \
    {                                                                                                        \
        .name = "startTime", EG_SI_TIME, .doc = "When the motion begins"                                     \
    }

/* What both derive from p_deltaq, p_qd_max and p_qdd_max. */
#define PATH                                                                                                 \
    PROTECTED_NUMBER("sd_max_inv", "max({abs(p_deltaq[i]/p_qd_max[i]) for i in 1:nout})",                    \
                     "Least time of the whole way at full speed"),                                           \
        PROTECTED_NUMBER("sdd_max_inv", "max({abs(p_deltaq[i]/p_qdd_max[i]) for i in 1:nout})",              \
                         "The same of the acceleration"),                                                    \
        PROTECTED_FLAG("still", "min(sd_max_inv, sdd_max_inv) <= 10*Modelica.Constants.eps",                 \
                       "There is no way to go"),                                                             \
        PROTECTED_NUMBER("sd_max", "if still then 0 else 1/sd_max_inv", "Greatest speed of s"),              \
        PROTECTED_NUMBER("sdd_max", "if still then 0 else 1/sdd_max_inv", "Acceleration of s"),              \
        PROTECTED_TIME("Ta1", "if still then 0 else sqrt(1/sdd_max)",                                        \
                       "Time to the middle of the way when only the acceleration limits"),                   \
        PROTECTED_TIME("Ta2", "if still then 0 else sd_max/sdd_max", "Time to full speed"),                  \
        PROTECTED_FLAG("noWphase", "not still and Ta2 >= Ta1", "Full speed is not reached"),                 \
        PROTECTED_TIME("Tv", "if still then 0 else if noWphase then Ta1 else 1/sd_max",                      \
                       "When braking begins, from startTime"),                                               \
        PROTECTED_TIME("Te", "if still then 0 else if noWphase then Ta1 + Ta1 else Tv + Ta2",                \
                       "When the motion ends, from startTime"),                                              \
        PROTECTED_TIME("Ta1s", "Ta1 + startTime", "Ta1 as a time"),                                          \
        PROTECTED_TIME("Ta2s", "Ta2 + startTime", "Ta2 as a time"),                                          \
        PROTECTED_TIME("Tvs", "Tv + startTime", "Tv as a time"),                                             \
        PROTECTED_TIME("Tes", "Te + startTime", "Te as a time")

#define EQUATION_SDD                                                                                         \
    "sdd = if still or time < startTime then 0 else if time < (if noWphase then Ta1s else Ta2s) then "       \
    "sdd_max else if time < Tvs then 0 else if time < Tes then -sdd_max else 0;"

/* ---------------------------------------------------------------- KinematicPTP */

static const eg_parameter ptp_parameters[] = {
    VECTOR("deltaq", "{1}", "Ways to go"),
    LIMIT("qd_max", "Greatest speeds"),
    LIMIT("qdd_max", "Greatest accelerations"),
    START_TIME,
    {.name = "nout",
     .type = EG_INTEGER,
     .is_protected = true,
     .value_text = "max({size(deltaq, 1), size(qd_max, 1), size(qdd_max, 1)})",
     .doc = "Number of axes"},
    FOR_ALL_AXES("p_deltaq", "deltaq"),
    FOR_ALL_AXES("p_qd_max", "qd_max"),
    FOR_ALL_AXES("p_qdd_max", "qdd_max"),
    PATH,
};
static const eg_port ptp_ports[] = {EG_PORTS_OF(EG_REAL_OUTPUT, "y", "nout", "Accelerations of the axes")};
static const eg_variable ptp_variables[] = {
    {.name = "sdd", .is_protected = true, .doc = "Acceleration of the way as a share of it"}};

const eg_class eg_class_kinematic_ptp = {
    .name = EG_MSL_BLOCK("Sources.KinematicPTP"),
    .kind = EG_BLOCK,
    .doc = "Accelerations of a fastest motion within limits",
    .text = "The axes begin to move at startTime and come to rest together, deltaq[i] further. They "
            "accelerate, go on at full speed and brake; the slowest says how fast. The outputs are the "
            "accelerations, which jump: an Accelerate integrates them. Vectors of one element hold for all "
            "axes.",
    .extends = EG_TEXTS(EG_INTERFACE("MO")),
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS(EQUATION_SDD, "for i in 1:nout loop y[i] = p_deltaq[i]*sdd; end for;"),
    .by_equations = true,
    EG_PARAMETERS(ptp_parameters),
    EG_PORTS(ptp_ports),
    EG_VARIABLES(ptp_variables),
};

/* ---------------------------------------------------------------- KinematicPTP2 */

static const eg_parameter ptp2_parameters[] = {
    VECTOR("q_begin", "{0}", "Positions at the beginning"),
    VECTOR("q_end", "{1}", "Positions at the end"),
    LIMIT("qd_max", "Greatest speeds"),
    LIMIT("qdd_max", "Greatest accelerations"),
    START_TIME,
    {.name = "ends",
     .type = EG_INTEGER,
     .is_protected = true,
     .value_text = "max(size(q_begin, 1), size(q_end, 1))",
     .doc = "Number of positions"},
    {.name = "nout",
     .type = EG_INTEGER,
     .is_protected = true,
     .value_text = "max({ends, size(qd_max, 1), size(qdd_max, 1)})",
     .doc = "Number of axes"},
    FOR_ALL_AXES("p_q_begin", "q_begin"),
    FOR_ALL_AXES("p_q_end", "q_end"),
    FOR_ALL_AXES("p_qd_max", "qd_max"),
    FOR_ALL_AXES("p_qdd_max", "qdd_max"),
    {.name = "p_deltaq",
     .columns = 1,
     .is_protected = true,
     .value_text = "p_q_end - p_q_begin",
     .doc = "Ways to go"},
    PATH,
    PROTECTED_NUMBER("s1", "sdd_max*(if noWphase then Ta1*Ta1 else Ta2*Ta2)/2",
                     "Share of the way at Ta1 or Ta2"),
    PROTECTED_NUMBER("s2", "if noWphase then 2*s1 else s1 + sd_max*(Tv - Ta2)",
                     "Share of the way at Te or Tv"),
    PROTECTED_NUMBER("s3", "s2 + sd_max*(Te - Tv) - sdd_max/2*(Te - Tv)^2", "Share of the way at Te"),
};
static const eg_port ptp2_ports[] = {
    EG_PORTS_OF(EG_REAL_OUTPUT, "q", "nout", "Positions of the axes"),
    EG_PORTS_OF(EG_REAL_OUTPUT, "qd", "nout", "Speeds of the axes"),
    EG_PORTS_OF(EG_REAL_OUTPUT, "qdd", "nout", "Accelerations of the axes"),
    EG_PORTS_OF(EG_BOOLEAN_OUTPUT, "moving", "nout", "Does the axis still have a way to go?"),
};
static const eg_variable ptp2_variables[] = {
    {.name = "endTime", EG_SI_TIME, .doc = "When the motion ends"},
    {.name = "motion_ref", .type = EG_BOOLEAN, .is_protected = true, .doc = "The end is still to come"},
    {.name = "s", .is_protected = true, .doc = "Share of the way that is done"},
    {.name = "sd", .is_protected = true, .doc = "Its rate"},
    {.name = "sdd", .is_protected = true, .doc = "The rate of that"},
};

const eg_class eg_class_kinematic_ptp2 = {
    .name = EG_MSL_BLOCK("Sources.KinematicPTP2"),
    .kind = EG_BLOCK,
    .doc = "Positions, speeds and accelerations of a fastest motion within limits",
    .text =
        "As KinematicPTP, from q_begin to q_end; the outputs are positions, speeds and accelerations, "
        "made for the vector input of a Move. moving[i] is true until the motion ends, for axes that move "
        "at all.",
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS(
        EQUATION_SDD,
        "sd = if still or time < startTime then 0 "
        "else if time < (if noWphase then Ta1s else Ta2s) then sdd_max*(time - startTime) "
        "else if time < Tvs then sd_max else if time < Tes then "
        "(if noWphase then sdd_max*Ta1 else sd_max) - sdd_max*(time - Tvs) else 0;",
        "s = if still or time < startTime then 0 "
        "else if time < (if noWphase then Ta1s else Ta2s) then sdd_max/2*(time - startTime)^2 "
        "else if time < Tvs then s1 + sd_max*(time - Ta2s) else if time < Tes then "
        "(if noWphase then s1 + sdd_max*Ta1*(time - Ta1s) else s2 + sd_max*(time - Tvs)) "
        "- sdd_max/2*(time - Tvs)^2 else if noWphase then s2 else s3;",
        "endTime = Tes;", "motion_ref = time < endTime;",
        "for i in 1:nout loop q[i] = p_q_begin[i] + p_deltaq[i]*s; qd[i] = p_deltaq[i]*sd; "
        "qdd[i] = p_deltaq[i]*sdd; moving[i] = abs(p_deltaq[i]) > 10*Modelica.Constants.eps and motion_ref; "
        "end for;"),
    .by_equations = true,
    EG_PARAMETERS(ptp2_parameters),
    EG_PORTS(ptp2_ports),
    EG_VARIABLES(ptp2_variables),
};
