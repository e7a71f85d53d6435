/* The few kinds of parts that every component is made of. A class's `declare` appends parts; the
 * network compiler reads them and needs to know no class by name.
 *
 * Ports and variables are given by their index in the class's descriptor. EG_GROUND as a port stands
 * for the inertial frame, EG_OWN for the output of the class's own block. Parts are as many as components, so
 * those that most models have are small. */
#ifndef EG_COMPONENT_PARTS_H
#define EG_COMPONENT_PARTS_H

#include "component/class.h"

enum { EG_GROUND = -1, EG_OWN = -2, EG_NONE = -3 };

/* port_b.s - port_a.s = length, always; the force through it is whatever holds it together. */
typedef struct eg_rigid_part {
    int instance, port_a, port_b;
    double length;
} eg_rigid_part;
/* The sum of coefficient*s over `count` ports is zero, always; the forces into the component at them are in
 * proportion to the coefficients, so that no power is lost. Positions of rotational ports are angles [rad].
 * Coefficients are finite and not 0. */
enum { EG_GEAR_MAX_PORTS = 4 };
typedef struct eg_gear_part {
    int instance, count;
    int port[EG_GEAR_MAX_PORTS];
    double coefficient[EG_GEAR_MAX_PORTS];
    double length; /* that the sum of coefficient*position is */
} eg_gear_part;
/* port.s = position [m], in the inertial frame, always. */
typedef struct eg_ground_part {
    int instance, port;
    double position;
} eg_ground_part;
/* The port's body carries `mass` [kg], >= 0. */
typedef struct eg_inertia_part {
    int instance, port;
    double mass;
} eg_inertia_part;
/* The force of the class's element acts between two ports, of which port_a may be EG_GROUND; its loss goes to
 * heat_port (or EG_NONE). `input` (a port, EG_OWN or EG_NONE) is heeded only where the element follows a
 * signal. */
typedef struct eg_element_part {
    int instance;
    short port_a, port_b, heat_port, input;
} eg_element_part;
/* The class's drive moves `port` relative to `support` (or EG_GROUND), following `input` (or EG_OWN).
 * variable_s and variable_v are the variables whose start values start the drive's position and speed, or
 * EG_NONE (then 0). */
typedef struct eg_drive_part {
    int instance, port, support, input, variable_s, variable_v;
} eg_drive_part;
/* A force `sign` * signal pushes `port` in positive direction; the reaction acts on `support`. */
typedef struct eg_force_part {
    int instance, port, support, input;
    double sign;
} eg_force_part;
/* output = derivative number `order` (0, 1, 2) of to.s - from.s. */
typedef struct eg_sensor_part {
    int instance, from, to, order, output;
} eg_sensor_part;
/* output = force into `port` (= port.f), or -port.f when it is the reaction that is asked for. */
typedef struct eg_force_sensor_part {
    int instance, port, output;
    bool is_reaction;
} eg_force_sensor_part;
/* output = power into `port` (= port.f*der(port.s)). */
typedef struct eg_power_sensor_part {
    int instance, port, output;
} eg_power_sensor_part;
/* EG_OWN stands for a position given with its derivatives: the signals position, speed, acceleration, of
 * which the last one or two may be EG_NONE (they are then the derivatives of what is given). */
typedef struct eg_bundle_part {
    int instance, input[3];
} eg_bundle_part;
/* Variables s, v, a (index or EG_NONE) measure to.s - from.s + offset and its derivatives. Carries
 * start values and the wish to be a state; the network fills in the values. */
typedef struct eg_coordinate_part {
    int instance;
    short variable_s, variable_v, variable_a, from, to;
    unsigned char select; /* eg_state_select */
    double offset;
} eg_coordinate_part;
/* At the start, derivative number `order` of port.s equals the signal `input`. */
typedef struct eg_initial_part {
    int instance, port, order, input;
} eg_initial_part;

typedef struct eg_heat_capacity_part {
    int instance, port, variable_T, variable_der_T;
    double C;
} eg_heat_capacity_part;
/* What the signal or number of a conductor means, and how the heat flow from a to b follows from it. */
typedef enum eg_heat_law {
    EG_CONDUCTS, /* G [W/K]: Q = G*(T_a - T_b) */
    EG_RESISTS,  /* 1/G [K/W] */
    EG_RADIATES  /* G [W/K4]: Q = G*(T_a^4 - T_b^4); no signal */
} eg_heat_law;
/* Heat flows from a to b; G is constant, or the signal `input` (then G is ignored). */
typedef struct eg_heat_conductor_part {
    int instance, port_a, port_b, input;
    double G;
    eg_heat_law law;
} eg_heat_conductor_part;
/* The heat flow `input`*(1 + alpha*(T - T_ref)) enters the node at `port`; of a sink it leaves it. */
typedef struct eg_heat_source_part {
    int instance, port, input;
    double T_ref, alpha;
    bool is_sink;
} eg_heat_source_part;
/* port.T = T [K], or with has_input the signal `input` + T. */
typedef struct eg_heat_fixed_part {
    int instance, port;
    double T;
    bool has_input;
    int input;
} eg_heat_fixed_part;
/* output = gain*(to.T - from.T) + offset, or the derivative of that; from may be EG_NONE (0 K). */
typedef struct eg_heat_sensor_part {
    int instance, from, to, output;
    double gain, offset;
    bool is_rate;
} eg_heat_sensor_part;
/* port_b.T = port_a.T, always; output = the heat flow [W] that goes in at port_a and out at port_b, whatever
 * keeps it so. With EG_NONE as port_b the component fixes the temperature of port_a, and output =
 * -port_a.Q_flow, the heat flow which that takes. */
typedef struct eg_heat_join_part {
    int instance, port_a, port_b, output;
} eg_heat_join_part;

/* name, type */
#define EG_PART_LIST(X)                                                                                      \
    X(rigid, eg_rigid_part)                                                                                  \
    X(gear, eg_gear_part)                                                                                    \
    X(ground, eg_ground_part)                                                                                \
    X(inertia, eg_inertia_part)                                                                              \
    X(element, eg_element_part)                                                                              \
    X(drive, eg_drive_part)                                                                                  \
    X(force, eg_force_part)                                                                                  \
    X(sensor, eg_sensor_part)                                                                                \
    X(force_sensor, eg_force_sensor_part)                                                                    \
    X(power_sensor, eg_power_sensor_part)                                                                    \
    X(bundle, eg_bundle_part)                                                                                \
    X(coordinate, eg_coordinate_part)                                                                        \
    X(initial, eg_initial_part)                                                                              \
    X(heat_capacity, eg_heat_capacity_part)                                                                  \
    X(heat_conductor, eg_heat_conductor_part)                                                                \
    X(heat_source, eg_heat_source_part)                                                                      \
    X(heat_fixed, eg_heat_fixed_part)                                                                        \
    X(heat_sensor, eg_heat_sensor_part)                                                                      \
    X(heat_join, eg_heat_join_part)

struct eg_parts {
    int instance; /* set by the compiler before each `declare`; the adders copy it into the part */
#define EG_PART_ARRAY(name, type)                                                                            \
    type *name;                                                                                              \
    size_t name##_count, name##_capacity;
    EG_PART_LIST(EG_PART_ARRAY)
#undef EG_PART_ARRAY
};

/* int eg_parts_add_rigid(eg_parts *, eg_rigid_part): 0, or -1 when out of memory; and so on. */
#define EG_PART_ADDER(name, type) int eg_parts_add_##name(eg_parts *parts, type part);
EG_PART_LIST(EG_PART_ADDER)
#undef EG_PART_ADDER

/* No part will be added any more: gives back the room for them. */
void eg_parts_trim(eg_parts *parts);
/* Bodies have been made of them: gives up rigid, ground and inertia parts, which nobody asks for any more. */
void eg_parts_forget_made(eg_parts *parts);
size_t eg_parts_bytes(const eg_parts *parts);
void eg_parts_release(eg_parts *parts);

#endif
