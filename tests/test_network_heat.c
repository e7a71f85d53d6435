/* Heat: what losses do to capacities, conductors and nodes without capacity. */
#include "build_model.h"

/* ---------------------------------------------------------------- a braked mass warms a block
 *
 * v = v0 e^(-d t/m) loses P = d v0^2 e^(-a t), a = 2d/m. The block, C T' = P - G (T - T0), then follows
 *     T = T0 + (T1 - T0 - k) e^(-G t/C) + k e^(-a t),  k = d v0^2/(G - C a). */

static const double M = 1.5, D = 6, V0 = 2, CAPACITY = 0.3, G = 0.9, ROOM = 290, START = 293;

static double speed(double t)
{
    return V0 * exp(-D * t / M);
}
static double warmth(double t)
{
    double a = 2 * D / M, k = D * V0 * V0 / (G - CAPACITY * a);
    return ROOM + (START - ROOM - k) * exp(-G * t / CAPACITY) + k * exp(-a * t);
}
static double loss(double t)
{
    return D * speed(t) * speed(t);
}

static void add_brake(rig *r)
{
    add_fixed(r, "wall", 0);
    add(r, "Damper", "brake", "d", D, "useHeatPort", 1.0, NULL);
    add_mass(r, "mass", M, 0, V0);
    join(r, "wall.flange", "brake.flange_a");
    join(r, "brake.flange_b", "mass.flange_a");
}

static void losses_warm_a_block(void **state)
{
    (void)state;
    rig r = rig_begin("Brake");
    add_brake(&r);
    add(&r, "HeatCapacitor", "block", "C", CAPACITY, NULL);
    fix(&r, "block.T", START);
    add(&r, "ThermalConductor", "wire", "G", G, NULL);
    add(&r, "FixedTemperature", "room", "T", ROOM, NULL);
    join_all(&r, "brake.heatPort", "block.port", "wire.port_a", NULL);
    join(&r, "wire.port_b", "room.port");
    run(&r, 2, 1e-10);
    AT_MOST(largest_error(&r, "block.T", warmth), 1e-8);
    AT_MOST(largest_error(&r, "brake.lossPower", loss), 1e-8);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), Q = G * (warmth(t) - ROOM);
        NEAR(at(&r, "brake.heatPort.Q_flow", i), -loss(t), 1e-8);
        NEAR(at(&r, "brake.heatPort.T", i), warmth(t), 1e-8);
        NEAR(at(&r, "wire.Q_flow", i), Q, 1e-8);
        NEAR(at(&r, "room.port.Q_flow", i), Q, 1e-8); /* into the room */
        NEAR(at(&r, "block.der_T", i), (loss(t) - Q) / CAPACITY, 1e-7);
        NEAR(at(&r, "block.port.Q_flow", i), loss(t) - Q, 1e-7);
    }
    NEAR(r.st.energy.dissipated, 0.5 * M * (V0 * V0 - speed(2) * speed(2)), 1e-9);
    rig_end(&r);
}

/* The speeds that losses follow may be algebraic: between a spring that is stretched by 1 m, 10 J, and a
 * damper nothing has mass. When all has come to rest, the block has all of it. */
static void losses_of_algebraic_speeds_warm_a_block(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        rig r = rig_begin("Line");
        r.engine = i == 0 ? "exact" : i == 1 ? "ida" : "auto";
        add_fixed(&r, "wall", 0);
        add(&r, "Damper", "brake", "d", 0.5, "useHeatPort", 1.0, NULL);
        add(&r, "SpringDamper", "tow", "c", 20.0, "d", 1.0, "useHeatPort", 1.0, NULL);
        add_mass(&r, "mass", 1, 1, 0);
        add(&r, "HeatCapacitor", "block", "C", 2.0, NULL);
        fix(&r, "block.T", START);
        fix(&r, "brake.s_rel", 0);
        join(&r, "wall.flange", "brake.flange_a");
        join(&r, "brake.flange_b", "tow.flange_a");
        join(&r, "tow.flange_b", "mass.flange_a");
        join_all(&r, "brake.heatPort", "tow.heatPort", "block.port", NULL);
        run(&r, 60, 1e-10);
        NEAR(at(&r, "block.T", rows(&r) - 1), START + 5, 1e-8);
        rig_end(&r);
    }
}

/* ---------------------------------------------------------------- nodes without capacity
 *
 * The loss P enters a node without capacity, passes G1 to a second one, where a lamp adds Q, and then both
 * pass G2 to the room: T2 = T0 + (P + Q)/G2, T1 = T2 + P/G1. */

static double lamp(double t)
{
    return 2 + sin(2 * PI * t);
}

static void heat_passes_nodes_without_capacity(void **state)
{
    (void)state;
    rig r = rig_begin("Nodes");
    add_brake(&r);
    add(&r, "ThermalConductor", "G1", "G", 0.5, NULL);
    add(&r, "ThermalConductor", "G2", "G", 2.0, NULL);
    add(&r, "PrescribedHeatFlow", "lamp", NULL);
    add(&r, "Sine", "sine", "amplitude", 1.0, "f", 1.0, "offset", 2.0, NULL);
    add(&r, "FixedTemperature", "room", "T", ROOM, NULL);
    join(&r, "brake.heatPort", "G1.port_a");
    join_all(&r, "G1.port_b", "G2.port_b", "lamp.port", NULL); /* G2 the other way round */
    join(&r, "G2.port_a", "room.port");
    join(&r, "sine.y", "lamp.Q_flow");
    run(&r, 1, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), T2 = ROOM + (loss(t) + lamp(t)) / 2, T1 = T2 + loss(t) / 0.5;
        NEAR(at(&r, "G2.port_b.T", i), T2, 1e-7);
        NEAR(at(&r, "brake.heatPort.T", i), T1, 1e-7);
        NEAR(at(&r, "G2.Q_flow", i), -(loss(t) + lamp(t)), 1e-7);
        /* what leaves is what is lost and supplied, to the rounding of temperatures */
        NEAR(at(&r, "room.port.Q_flow", i), at(&r, "brake.lossPower", i) + at(&r, "sine.y", i), 2000 * ULP);
    }
    rig_end(&r);
}

/* ---------------------------------------------------------------- conductances and heat flows from signals
 */

/* Convection with Gc = 0.2 + 0.4 t: C T' = -Gc (T - T0): T = T0 + 30 e^(-(0.2 t + 0.2 t^2)/C). */
static double cooling(double t)
{
    return ROOM + 30 * exp(-(0.2 * t + 0.2 * t * t) / CAPACITY);
}
/* A heat flow that weakens with temperature: C T' = 5 (1 - 0.02 (T - T0)): T = T0 + 50 (1 - e^(-0.1 t/C)). */
static double heating(double t)
{
    return ROOM + 50 * (1 - exp(-0.1 * t / CAPACITY));
}

static void signals_set_conductance_and_flow(void **state)
{
    (void)state;
    rig r = rig_begin("Signals");
    add(&r, "HeatCapacitor", "cup", "C", CAPACITY, NULL);
    fix(&r, "cup.T", ROOM + 30);
    add(&r, "Convection", "air", NULL);
    add(&r, "Ramp", "draught", "height", 0.8, "duration", 2.0, "offset", 0.2, NULL);
    add(&r, "FixedTemperature", "room", "T", ROOM, NULL);
    add(&r, "HeatCapacitor", "plate", "C", CAPACITY, NULL);
    fix(&r, "plate.T", ROOM);
    add(&r, "PrescribedHeatFlow", "heater", "T_ref", ROOM, "alpha", -0.02, NULL);
    add(&r, "Constant", "current", "k", 5.0, NULL);
    join(&r, "cup.port", "air.solid");
    join(&r, "air.fluid", "room.port");
    join(&r, "draught.y", "air.Gc");
    join(&r, "heater.port", "plate.port");
    join(&r, "current.y", "heater.Q_flow");
    run(&r, 2, 1e-10);
    AT_MOST(largest_error(&r, "cup.T", cooling), 1e-8);
    AT_MOST(largest_error(&r, "plate.T", heating), 1e-8);
    NEAR(end(&r, "air.Q_flow"), 1.0 * (cooling(2) - ROOM), 1e-8);
    NEAR(end(&r, "heater.port.Q_flow"), -5 * (1 - 0.02 * (heating(2) - ROOM)), 1e-8);
    rig_end(&r);
}

/* A conductance that grows with the speed of the braked mass itself. */
static void conductance_follows_the_motion(void **state)
{
    (void)state;
    rig r = rig_begin("Draught");
    add_brake(&r);
    add(&r, "SpeedSensor", "speed", NULL);
    add(&r, "Gain", "gain", "k", 0.5, NULL);
    add(&r, "Convection", "air", NULL);
    add(&r, "FixedTemperature", "room", "T", ROOM, NULL);
    join(&r, "mass.flange_a", "speed.flange");
    join(&r, "speed.v", "gain.u");
    join(&r, "gain.y", "air.Gc");
    join(&r, "air.solid", "brake.heatPort"); /* no capacity: d v^2 = 0.5 v (T - T0) */
    join(&r, "air.fluid", "room.port");
    run(&r, 1, 1e-9);
    for (size_t i = 0; i < rows(&r); i++)
        NEAR(at(&r, "brake.heatPort.T", i), ROOM + D * speed(time_of(&r, i)) / 0.5, 1e-6);
    rig_end(&r);
}

/* ---------------------------------------------------------------- a gap into a room: no heat is lost */

static void heat_of_a_contact_reaches_the_room(void **state)
{
    (void)state;
    rig r = rig_begin("Gap");
    add_fixed(&r, "wall", 0);
    add(&r, "ElastoGap", "gap", "c", 1e3, "d", 15.0, "useHeatPort", 1.0, NULL);
    add(&r, "SpringDamper", "spring", "c", 30.0, "d", 0.5, "s_rel0", -0.1, "useHeatPort", 1.0, NULL);
    add_mass(&r, "mass", 1, 0.1, -1);
    add(&r, "FixedTemperature", "room", "T", ROOM, NULL);
    join_all(&r, "wall.flange", "gap.flange_a", "spring.flange_a", NULL);
    join_all(&r, "mass.flange_a", "gap.flange_b", "spring.flange_b", NULL);
    join_all(&r, "room.port", "gap.heatPort", "spring.heatPort", NULL);
    run(&r, 2, 1e-9);
    TRUE(r.st.events > 4);
    for (size_t i = 0; i < rows(&r); i++) {
        TRUE(at(&r, "gap.heatPort.Q_flow", i) == -at(&r, "gap.lossPower", i));
        TRUE(at(&r, "room.port.Q_flow", i) == at(&r, "gap.lossPower", i) + at(&r, "spring.lossPower", i));
        TRUE(at(&r, "gap.lossPower", i) >=
             -2000 * ULP); /* c v^2 times an ulp of t beyond the edge of contact */
        TRUE(at(&r, "gap.heatPort.T", i) == ROOM);
    }
    rig_end(&r);
}

/* ---------------------------------------------------------------- what is wrong */

static void unconnected_ports_are_refused(void **state)
{
    (void)state;
    rig r = rig_begin("Open");
    add_brake(&r);
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "heat port brake.heatPort");
    SAYS_ERROR(&r, "FixedTemperature");
    rig_release(&r);
    r = rig_begin("OnlyConducted"); /* two ports, tied to each other alone */
    add_brake(&r);
    add(&r, "ThermalConductor", "wire", "G", 1.0, NULL);
    join(&r, "brake.heatPort", "wire.port_a");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "FixedTemperature");
    rig_end(&r);
}

/* The far end of a conductor would take on the temperature of the near one: determined, but forgotten. A lone
 * port that stores heat or fixes a temperature is none. */
static void lone_port_of_a_conductor_is_open(void **state)
{
    (void)state;
    rig r = rig_begin("FarEnd");
    add_brake(&r);
    add(&r, "FixedTemperature", "room", "T", ROOM, NULL);
    add(&r, "ThermalConductor", "wire", "G", 1.0, NULL);
    join_all(&r, "brake.heatPort", "room.port", "wire.port_a", NULL);
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "heat port wire.port_b");
    rig_release(&r);
    r = rig_begin("Alone");
    add(&r, "HeatCapacitor", "block", "C", 2.0, NULL);
    fix(&r, "block.T", START);
    add(&r, "FixedTemperature", "room", "T", ROOM, NULL);
    run(&r, 1, 1e-6);
    NEAR(end(&r, "block.T"), START, 0);
    rig_end(&r);
}

static void two_fixed_temperatures_are_refused(void **state)
{
    (void)state;
    rig r = rig_begin("Twice");
    add_brake(&r);
    add(&r, "FixedTemperature", "room", "T", ROOM, NULL);
    add(&r, "FixedTemperature", "oven", "T", ROOM, NULL);
    join_all(&r, "brake.heatPort", "room.port", "oven.port", NULL);
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "room");
    SAYS_ERROR(&r, "oven");
    rig_end(&r);
}

static void a_port_that_does_not_exist_is_refused(void **state)
{
    (void)state;
    rig r = rig_begin("NoPort");
    add_fixed(&r, "wall", 0);
    add(&r, "Damper", "brake", "d", D, NULL);
    add_mass(&r, "mass", M, 0, V0);
    add(&r, "FixedTemperature", "room", "T", ROOM, NULL);
    join(&r, "wall.flange", "brake.flange_a");
    join(&r, "brake.flange_b", "mass.flange_a");
    r.status = eg_spec_connect(r.spec, "brake.heatPort", "room.port", r.d);
    if (r.status == EG_OK)
        try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "useHeatPort");
    rig_end(&r);
}

/* A capacity on a fixed temperature has that temperature; an unfixed start is a guess, and said to be one. */
static void capacities_start_where_they_must(void **state)
{
    (void)state;
    rig r = rig_begin("Capacities");
    add_brake(&r);
    add(&r, "HeatCapacitor", "on_room", "C", 2.0, NULL);
    add(&r, "HeatCapacitor", "guessed", "C", 2.0, NULL);
    guess(&r, "guessed.T", 310);
    add(&r, "FixedTemperature", "room", "T", ROOM, NULL);
    add(&r, "ThermalConductor", "wire", "G", 1.0, NULL);
    join_all(&r, "brake.heatPort", "room.port", "on_room.port", "wire.port_a", NULL);
    join(&r, "wire.port_b", "guessed.port");
    run(&r, 1, 1e-9);
    TRUE(begin(&r, "on_room.T") == ROOM && end(&r, "on_room.T") == ROOM);
    TRUE(end(&r, "on_room.port.Q_flow") == 0);
    NEAR(begin(&r, "guessed.T"), 310, 0);
    NEAR(end(&r, "guessed.T"), ROOM + 20 * exp(-0.5), 1e-8);
    SAYS_WARNING(&r, "guessed.T = 310 K");
    TRUE(!says(&r, EG_WARNING, "on_room"));
    rig_end(&r);
}

/* Two capacities that touch have one temperature: two fixed starts must agree. */
static void two_starts_of_one_node_must_agree(void **state)
{
    (void)state;
    for (int agree = 0; agree < 2; agree++) {
        rig r = rig_begin("Touching");
        add(&r, "HeatCapacitor", "one", "C", 2.0, NULL);
        add(&r, "HeatCapacitor", "two", "C", 3.0, NULL);
        fix(&r, "one.T", 300);
        fix(&r, "two.T", agree ? 300 : 310);
        join(&r, "one.port", "two.port");
        try_run(&r, 1, 1e-6);
        TRUE(r.status == (agree ? EG_OK : EG_ERROR_MODEL));
        if (!agree)
            SAYS_ERROR(&r, "two.T = 310 K");
        rig_release(&r);
    }
    rig r = rig_begin("GuessAndFixed"); /* the fixed one counts, whichever comes last */
    add(&r, "HeatCapacitor", "one", "C", 2.0, NULL);
    add(&r, "HeatCapacitor", "two", "C", 3.0, NULL);
    fix(&r, "one.T", 300);
    guess(&r, "two.T", 310);
    join(&r, "one.port", "two.port");
    run(&r, 1, 1e-6);
    NEAR(begin(&r, "two.T"), 300, 0);
    TRUE(!says(&r, EG_WARNING, "guess"));
    rig_end(&r);
}

/* C = 0 beside a capacity shares its start; alone it has none of its own: the balance says T = ROOM. */
static void nothing_stored_nothing_to_start(void **state)
{
    (void)state;
    for (int stored = 0; stored < 2; stored++) {
        rig r = rig_begin("Empty");
        add(&r, "HeatCapacitor", "label", "C", 0.0, NULL);
        add(&r, "HeatCapacitor", "block", "C", stored ? CAPACITY : 0.0, NULL);
        fix(&r, "label.T", START);
        add(&r, "ThermalConductor", "wire", "G", G, NULL);
        add(&r, "FixedTemperature", "room", "T", ROOM, NULL);
        join_all(&r, "label.port", "block.port", "wire.port_a", NULL);
        join(&r, "wire.port_b", "room.port");
        try_run(&r, 1, 1e-9);
        TRUE(r.status == (stored ? EG_OK : EG_ERROR_MODEL));
        if (stored) {
            NEAR(begin(&r, "block.T"), START, 0);
            NEAR(end(&r, "label.T"), ROOM + (START - ROOM) * exp(-G / CAPACITY), 1e-6);
        } else {
            SAYS_ERROR(&r, "start value of label.T is one too many");
        }
        rig_release(&r);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_warm_a_block),
        cmocka_unit_test(losses_of_algebraic_speeds_warm_a_block),
        cmocka_unit_test(heat_passes_nodes_without_capacity),
        cmocka_unit_test(signals_set_conductance_and_flow),
        cmocka_unit_test(conductance_follows_the_motion),
        cmocka_unit_test(heat_of_a_contact_reaches_the_room),
        cmocka_unit_test(unconnected_ports_are_refused),
        cmocka_unit_test(lone_port_of_a_conductor_is_open),
        cmocka_unit_test(two_fixed_temperatures_are_refused),
        cmocka_unit_test(a_port_that_does_not_exist_is_refused),
        cmocka_unit_test(capacities_start_where_they_must),
        cmocka_unit_test(two_starts_of_one_node_must_agree),
        cmocka_unit_test(nothing_stored_nothing_to_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
