/* Models that together hold every kind of part in every combination that has equations of its own: on them
 * the tests check what must hold for any model (derivatives, balance of forces, energy). */
#ifndef NETWORK_MODELS_H
#define NETWORK_MODELS_H

#include "build_model.h"

typedef struct network_model {
    const char *name;
    void (*build)(rig *r);
    double span;
} network_model;

/* ---------------------------------------------------------------- contacts */

static void model_impact(rig *r)
{
    add_fixed(r, "wall", 0);
    add(r, "ElastoGap", "gap", "c", 100.0, "d", 6.0, NULL);
    add_mass(r, "mass", 1, 0.1, -1);
    join(r, "wall.flange", "gap.flange_a");
    join(r, "gap.flange_b", "mass.flange_a");
}

static void model_impact_hertz(rig *r)
{
    add_fixed(r, "wall", 0);
    add(r, "ElastoGap", "gap", "c", 1e4, "d", 20.0, "n", 1.5, NULL);
    add_mass(r, "mass1", 1, 0.1, -1);
    add(r, "ElastoGap", "buffer", "c", 5e3, "d", 10.0, "n", 2.0, "s_rel0", 0.3, NULL);
    add_mass(r, "mass2", 0.5, 0.5, -2);
    join(r, "wall.flange", "gap.flange_a");
    join(r, "gap.flange_b", "mass1.flange_a");
    join(r, "mass1.flange_b", "buffer.flange_a");
    join(r, "buffer.flange_b", "mass2.flange_a");
}

/* MSL's example: a ring of springs and gaps. */
static void model_two_masses(rig *r)
{
    add_fixed(r, "fixed", 0);
    add(r, "Rod", "rod1", "L", 2.0, NULL);
    add(r, "Rod", "rod2", "L", 2.0, NULL);
    add(r, "SpringDamper", "springDamper1", "c", 10.0, "d", 1.5, "s_rel0", 1.0, NULL);
    add(r, "SpringDamper", "springDamper2", "c", 10.0, "d", 1.5, "s_rel0", 1.0, NULL);
    add(r, "ElastoGap", "elastoGap1", "c", 10.0, "d", 1.5, "s_rel0", 1.5, NULL);
    add(r, "ElastoGap", "elastoGap2", "c", 10.0, "d", 1.5, "s_rel0", 1.5, NULL);
    add_mass(r, "mass1", 1, 2, 0);
    add_mass(r, "mass2", 1, 2, 0);
    join_all(r, "fixed.flange", "rod1.flange_b", "rod2.flange_a", NULL);
    join_all(r, "rod1.flange_a", "springDamper1.flange_a", "elastoGap1.flange_a", NULL);
    join_all(r, "rod2.flange_b", "springDamper2.flange_b", "elastoGap2.flange_b", NULL);
    join(r, "springDamper1.flange_b", "mass1.flange_a");
    join(r, "mass1.flange_b", "springDamper2.flange_a");
    join(r, "elastoGap1.flange_b", "mass2.flange_a");
    join(r, "mass2.flange_b", "elastoGap2.flange_a");
}

/* ---------------------------------------------------------------- without mass */

/* mass -> gap -> plate -> spring -> wall: the plate is tied by a spring, then by two, then by a damper. */
static void model_plate(rig *r)
{
    add_fixed(r, "wall", 0);
    add(r, "Spring", "spring", "c", 60.0, "s_rel0", 0.5, NULL);
    add(r, "Mass", "plate", "m", 0.0, "L", 0.1, NULL);
    guess(r, "plate.s", 0.55);
    add(r, "ElastoGap", "gap", "c", 100.0, "d", 6.0, NULL);
    add_mass(r, "mass", 1, 0.7, -1);
    join(r, "wall.flange", "spring.flange_a");
    join(r, "spring.flange_b", "plate.flange_a");
    join(r, "plate.flange_b", "gap.flange_a");
    join(r, "gap.flange_b", "mass.flange_a");
}

/* mass -> spring -> node -> damper -> plate -> spring and damper -> wall, a force on the node. */
static void model_chain_without_mass(rig *r)
{
    add_fixed(r, "wall", -1);
    add(r, "SpringDamper", "base", "c", 80.0, "d", 3.0, "s_rel0", 0.5, NULL);
    add(r, "Mass", "plate", "m", 0.0, NULL);
    guess(r, "plate.s", -0.4);
    add(r, "Damper", "damper", "d", 2.0, NULL);
    add(r, "Spring", "spring", "c", 40.0, "s_rel0", 0.5, NULL);
    add(r, "Spring", "second", "c", 30.0, "s_rel0", 0.25, NULL);
    add(r, "Rod", "node", "L", 0.25, NULL);
    add(r, "Force", "force", NULL);
    add(r, "Sine", "sine", "amplitude", 2.0, "f", 1.5, NULL);
    add_mass(r, "mass", 1, 1, 0.5);
    fix(r, "damper.s_rel", 0.1);
    join(r, "wall.flange", "base.flange_a");
    join(r, "base.flange_b", "plate.flange_a");
    join(r, "plate.flange_b", "damper.flange_a");
    join_all(r, "node.flange_a", "damper.flange_b", "force.flange", NULL);
    join_all(r, "node.flange_b", "spring.flange_a", NULL);
    join(r, "spring.flange_b", "second.flange_a");
    join(r, "second.flange_b", "mass.flange_a");
    join(r, "sine.y", "force.f");
}

/* ---------------------------------------------------------------- drives */

static void model_exact_drive(rig *r)
{
    add(r, "Position", "drive", "exact", 1.0, NULL);
    add(r, "Sine", "sine", "amplitude", 0.1, "f", 1.0, "offset", 0.2, NULL);
    add(r, "Mass", "welded", "m", 2.0, "L", 0.1, NULL);
    add(r, "SpringDamper", "spring", "c", 50.0, "d", 0.5, "s_rel0", 0.3, NULL);
    add(r, "ElastoGap", "gap", "c", 500.0, "d", 5.0, "s_rel0", 0.25, NULL);
    add_mass(r, "mass", 1, 0.6, 0);
    join(r, "sine.y", "drive.s_ref");
    join(r, "drive.flange", "welded.flange_a");
    join_all(r, "welded.flange_b", "spring.flange_a", "gap.flange_a", NULL);
    join_all(r, "mass.flange_a", "spring.flange_b", "gap.flange_b", NULL);
}

/* Filtered drives that stand on each other and on a moving mass. */
static void model_stacked_drives(rig *r)
{
    add_mass(r, "cart", 3, 0, 0.2);
    add(r, "Position", "first", "f_crit", 5.0, "useSupport", 1.0, NULL);
    add(r, "Speed", "second", "f_crit", 3.0, "useSupport", 1.0, NULL);
    add(r, "Speed", "third", "exact", 1.0, "useSupport", 1.0, NULL);
    add(r, "Step", "step", "height", 0.1, "startTime", 0.2, NULL);
    add(r, "Pulse", "pulse", "amplitude", 0.3, "width", 40.0, "period", 0.4, "startTime", 0.1, NULL);
    add(r, "Sine", "sine", "amplitude", 0.2, "f", 2.0, NULL);
    add(r, "Mass", "rider1", "m", 0.5, NULL);
    add(r, "Mass", "rider2", "m", 0.7, NULL);
    add(r, "Mass", "rider3", "m", 0.2, NULL);
    add(r, "SpringDamper", "spring", "c", 30.0, "d", 1.0, NULL);
    add_fixed(r, "wall", 0);
    join(r, "wall.flange", "spring.flange_a");
    join(r, "spring.flange_b", "rider3.flange_a");
    join(r, "cart.flange_b", "first.support");
    join_all(r, "first.flange", "rider1.flange_a", "second.support", NULL);
    join_all(r, "second.flange", "rider2.flange_a", "third.support", NULL);
    join(r, "third.flange", "rider3.flange_b");
    join(r, "step.y", "first.s_ref");
    join(r, "pulse.y", "second.v_ref");
    join(r, "sine.y", "third.v_ref");
}

/* Drives that follow what sensors see. */
static void model_following_drives(rig *r)
{
    add_fixed(r, "wall", 0);
    add(r, "SpringDamper", "spring", "c", 40.0, "d", 0.3, "s_rel0", 1.0, NULL);
    add_mass(r, "leader", 1, 1.2, 0);
    add(r, "PositionSensor", "position", NULL);
    add(r, "SpeedSensor", "speed", NULL);
    add(r, "Gain", "half", "k", 0.5, NULL);
    add(r, "Gain", "less", "k", -0.3, NULL);
    add(r, "Position", "exact", "exact", 1.0, NULL);
    add(r, "Position", "filtered", "f_crit", 4.0, NULL);
    add(r, "Speed", "speedy", "exact", 1.0, NULL);
    add(r, "Mass", "welded", "m", 0.4, NULL);
    add(r, "SpringDamper", "link1", "c", 20.0, "d", 0.2, "s_rel0", 1.0, NULL);
    add(r, "SpringDamper", "link2", "c", 20.0, "d", 0.2, "s_rel0", 1.0, NULL);
    add(r, "SpringDamper", "link3", "c", 20.0, "d", 0.2, "s_rel0", 1.0, NULL);
    add_mass(r, "follower", 1, 2, 0);
    join(r, "wall.flange", "spring.flange_a");
    join_all(r, "leader.flange_a", "spring.flange_b", "position.flange", "speed.flange", NULL);
    join(r, "position.s", "half.u");
    join(r, "speed.v", "less.u");
    join_all(r, "half.y", "exact.s_ref", "filtered.s_ref", NULL);
    join(r, "less.y", "speedy.v_ref");
    join_all(r, "exact.flange", "welded.flange_a", "link1.flange_a", NULL);
    join(r, "filtered.flange", "link2.flange_a");
    join(r, "speedy.flange", "link3.flange_a");
    join_all(r, "follower.flange_a", "link1.flange_b", "link2.flange_b", "link3.flange_b", NULL);
}

/* ---------------------------------------------------------------- heat */

static void model_heat(rig *r)
{
    add_fixed(r, "wall", 0);
    add(r, "ElastoGap", "gap", "c", 200.0, "d", 8.0, "useHeatPort", 1.0, NULL);
    add(r, "SpringDamper", "spring", "c", 100.0, "d", 2.0, "s_rel0", 0.05, "useHeatPort", 1.0, NULL);
    add_mass(r, "mass", 1, 0.1, -1);
    add(r, "HeatCapacitor", "block", "C", 0.05, NULL);
    fix(r, "block.T", 300);
    add(r, "Convection", "air", NULL);
    add(r, "RelSpeedSensor", "speed", NULL);
    add(r, "Add", "draught", "k1", 0.3, NULL);
    add(r, "Constant", "calm", "k", 0.2, NULL);
    add(r, "ThermalConductor", "inner", "G", 0.7, NULL);
    add(r, "ThermalConductor", "outer", "G", 0.4, NULL);
    add(r, "FixedTemperature", "room", "T", 290.0, NULL);
    add(r, "PrescribedHeatFlow", "lamp", "T_ref", 290.0, "alpha", -0.01, NULL);
    add(r, "Sine", "sine", "amplitude", 0.5, "f", 2.0, "offset", 1.0, NULL);
    join_all(r, "wall.flange", "gap.flange_a", "spring.flange_a", "speed.flange_a", NULL);
    join_all(r, "mass.flange_a", "gap.flange_b", "spring.flange_b", "speed.flange_b", NULL);
    join_all(r, "block.port", "gap.heatPort", "air.solid", "inner.port_a", NULL);
    join_all(r, "inner.port_b", "outer.port_a", "spring.heatPort", "lamp.port", NULL); /* without capacity */
    join_all(r, "room.port", "outer.port_b", "air.fluid", NULL);
    join(r, "speed.v_rel", "draught.u1");
    join(r, "calm.y", "draught.u2");
    join(r, "draught.y", "air.Gc");
    join(r, "sine.y", "lamp.Q_flow");
}

/* ---------------------------------------------------------------- loops through signals */

/* A force that follows the force between two masses: f = k*(force into the second one). */
static void model_force_loop(rig *r)
{
    add_fixed(r, "wall", 0);
    add(r, "SpringDamper", "spring", "c", 40.0, "d", 0.5, "s_rel0", 1.0, NULL);
    add_mass(r, "mass1", 1, 1.3, 0);
    add(r, "ForceSensor", "sensor", NULL);
    add(r, "Mass", "mass2", "m", 0.5, "L", 0.2, NULL);
    add(r, "SpringDamper", "second", "c", 30.0, "d", 0.2, "s_rel0", 0.5, NULL);
    add_mass(r, "mass3", 0.7, 2.1, 0);
    add(r, "Gain", "gain", "k", 0.4, NULL);
    add(r, "Force", "force", NULL);
    join(r, "wall.flange", "spring.flange_a");
    join(r, "spring.flange_b", "mass1.flange_a");
    join(r, "mass1.flange_b", "sensor.flange_a");
    join(r, "sensor.flange_b", "mass2.flange_a");
    join_all(r, "mass2.flange_b", "second.flange_a", "force.flange", NULL);
    join(r, "second.flange_b", "mass3.flange_a");
    join(r, "sensor.f", "gain.u");
    join(r, "gain.y", "force.f");
}

/* f = -g*a on the mass itself: it moves like one of m + g. */
static void model_acceleration_loop(rig *r)
{
    add_fixed(r, "wall", 0);
    add(r, "Spring", "spring", "c", 40.0, "s_rel0", 1.0, NULL);
    add_mass(r, "mass", 1, 1.3, 0.2);
    add(r, "AccSensor", "sensor", NULL);
    add(r, "Gain", "gain", "k", -0.6, NULL);
    add(r, "Force", "force", NULL);
    join(r, "wall.flange", "spring.flange_a");
    join_all(r, "mass.flange_a", "spring.flange_b", "sensor.flange", "force.flange", NULL);
    join(r, "sensor.a", "gain.u");
    join(r, "gain.y", "force.f");
}

/* y = sine + y/2 - speed/4 around an Add, which is a loop without delay. */
static void model_add_loop(rig *r)
{
    add_fixed(r, "wall", 0);
    add(r, "Spring", "spring", "c", 40.0, "s_rel0", 1.0, NULL);
    add_mass(r, "mass", 1, 1.3, 0.2);
    add(r, "SpeedSensor", "speed", NULL);
    add(r, "Sine", "sine", "amplitude", 3.0, "f", 1.3, NULL);
    add(r, "Add", "sum", "k2", 0.5, NULL);
    add(r, "Add", "inner", "k1", 1.0, "k2", -0.5, NULL);
    add(r, "Force", "force", NULL);
    join(r, "wall.flange", "spring.flange_a");
    join_all(r, "mass.flange_a", "spring.flange_b", "speed.flange", "force.flange", NULL);
    join(r, "sine.y", "sum.u1");
    join(r, "inner.y", "sum.u2");
    join(r, "sum.y", "inner.u1");
    join(r, "speed.v", "inner.u2");
    join(r, "sum.y", "force.f");
}

/* The acceleration of a filtered drive's flange goes back into its input, with a mass to carry. */
static void model_drive_loop(rig *r)
{
    add(r, "AccSensor", "sensor", NULL); /* first: the loop is cut here */
    add(r, "Position", "drive", "f_crit", 2.0, NULL);
    add(r, "Sine", "sine", "amplitude", 0.1, "f", 1.0, NULL);
    add(r, "Add", "sum", "k2", -0.002, NULL);
    add(r, "Mass", "welded", "m", 0.5, NULL);
    add(r, "SpringDamper", "spring", "c", 40.0, "d", 1.0, "s_rel0", 0.5, NULL);
    add_mass(r, "mass", 1, 0.6, 0);
    join(r, "sine.y", "sum.u1");
    join(r, "sensor.a", "sum.u2");
    join(r, "sum.y", "drive.s_ref");
    join_all(r, "drive.flange", "sensor.flange", "welded.flange_a", NULL);
    join(r, "welded.flange_b", "spring.flange_a");
    join(r, "spring.flange_b", "mass.flange_a");
}

/* Weights of Dyad's masses, forces on a support that moves, sensors of all kinds, blocks with jumps. */
static void model_sensors(rig *r)
{
    add(r, "TranslationalComponents.Components.Mass", "mass1", "m", 1.0, "L", 0.2, "theta", 0.3, NULL);
    fix(r, "mass1.s", 0.2);
    fix(r, "mass1.v", 0);
    add_fixed(r, "wall", -1);
    add(r, "SpringDamper", "spring", "c", 60.0, "d", 1.0, "s_rel0", 1.0, NULL);
    add(r, "SpringDamper", "second", "c", 20.0, "d", 0.4, "s_rel0", 0.5, NULL);
    add_mass(r, "mass2", 0.5, 0.9, 0);
    add(r, "Force", "force", "useSupport", 1.0, NULL);
    add(r, "ForceStep", "kick", "stepForce", 2.0, "startTime", 0.3, NULL);
    add(r, "Pulse", "pulse", "amplitude", 1.0, "period", 0.25, "offset", -0.5, NULL);
    add(r, "PositionSensor", "s1", NULL);
    add(r, "AccSensor", "a1", NULL);
    add(r, "RelPositionSensor", "s_rel", NULL);
    add(r, "RelSpeedSensor", "v_rel", NULL);
    add(r, "ForceSensor", "f", NULL);
    add(r, "RelativeStates", "states", NULL);
    join(r, "wall.flange", "spring.flange_a");
    join_all(r, "spring.flange_b", "mass1.flange_a", "s1.flange", "states.flange_a", NULL);
    join_all(r, "mass1.flange_b", "second.flange_a", "force.support", "s_rel.flange_a", "v_rel.flange_a",
             NULL);
    join_all(r, "second.flange_b", "f.flange_a", "a1.flange", NULL);
    join_all(r, "f.flange_b", "mass2.flange_a", "force.flange", "s_rel.flange_b", "v_rel.flange_b", NULL);
    join_all(r, "mass2.flange_b", "kick.flange", "states.flange_b", NULL);
    join(r, "pulse.y", "force.f");
}

/* ---------------------------------------------------------------- gears */

#define ROT(name) "Modelica.Mechanics.Rotational." name

/* A rack with a gap, a gear whose housing is driven, a spring between two shafts of one body, a backlash. */
static void model_gears(rig *r)
{
    add_fixed(r, "wall", 0);
    add(r, "ElastoGap", "gap", "c", 100.0, "d", 3.0, NULL);
    add_mass(r, "mass", 1, 0.1, -1);
    add(r, "IdealGearR2T", "rack", "ratio", 3.0, NULL);
    add(r, "Inertia", "pinion", "J", 0.05, NULL);
    add(r, "IdealGear", "gear", "ratio", -1.75, "useSupport", 1.0, NULL);
    add(r, ROT("Sources.Position"), "housing", "exact", 1.0, NULL);
    add(r, "Sine", "sine", "amplitude", 0.2, "f", 1.5, NULL);
    add(r, "Inertia", "wheel", "J", 0.1, NULL);
    add(r, ROT("Components.SpringDamper"), "across", "c", 2.0, "d", 0.1, NULL);
    add(r, "ElastoBacklash", "coupling", "c", 20.0, "d", 0.1, "b", 0.125, NULL);
    add_inertia(r, "load", 0.2, -0.25, 1);
    add(r, "Torque", "torque", "useSupport", 1.0, NULL);
    add(r, "AngleSensor", "angle", NULL);
    join(r, "wall.flange", "gap.flange_a");
    join(r, "gap.flange_b", "mass.flange_a");
    join(r, "mass.flange_b", "rack.flangeT");
    join_all(r, "rack.flangeR", "pinion.flange_a", "across.flange_a", "angle.flange", NULL);
    join(r, "pinion.flange_b", "gear.flange_a");
    join_all(r, "gear.support", "housing.flange", "torque.support", NULL);
    join_all(r, "gear.flange_b", "wheel.flange_a", "across.flange_b", NULL);
    join(r, "wheel.flange_b", "coupling.flange_a");
    join(r, "coupling.flange_b", "load.flange_a");
    join(r, "load.flange_b", "torque.flange");
    join(r, "sine.y", "housing.phi_ref");
    add(r, "Gain", "stiffness", "k", -0.5, NULL);
    join(r, "angle.phi", "stiffness.u");
    join(r, "stiffness.y", "torque.tau");
}

/* Gears without inertia: one held by springs on both sides; two that a damper ties, held by springs; a
 * wheel. */
static void model_gears_without_inertia(rig *r)
{
    add_mass(r, "mass", 1, 0.5, 0.25);
    add(r, "Spring", "left", "c", 40.0, "s_rel0", 0.25, NULL);
    add(r, "IdealGearR2T", "rack", "ratio", -2.0, NULL);
    add(r, ROT("Components.Spring"), "right", "c", 5.0, NULL);
    add(r, ROT("Components.Fixed"), "housing", "phi0", 0.125, NULL);
    add(r, "Spring", "second", "c", 30.0, NULL);
    add(r, "IdealRollingWheel", "wheel", "radius", 0.5, NULL);
    add(r, ROT("Components.Damper"), "damper", "d", 0.5, NULL);
    add(r, "IdealGear", "gear", "ratio", 3.0, NULL);
    add(r, ROT("Components.SpringDamper"), "twist", "c", 4.0, "d", 0.0, NULL);
    add(r, "ElastoBacklash", "loose", "c", 50.0, "d", 0.5, "b", 0.0625, NULL);
    add_inertia(r, "load", 0.25, 0, 0.5);
    add(r, ROT("Components.Spring"), "anchor", "c", 3.0, NULL);
    fix(r, "damper.phi_rel", 0.0);
    join_all(r, "mass.flange_a", "left.flange_b", "second.flange_a", NULL);
    join(r, "left.flange_a", "rack.flangeT");
    join(r, "rack.flangeR", "right.flange_a");
    join_all(r, "right.flange_b", "housing.flange", "anchor.flange_a", NULL);
    join(r, "second.flange_b", "wheel.flangeT");
    join(r, "wheel.flangeR", "damper.flange_a");
    join(r, "damper.flange_b", "gear.flange_a");
    join_all(r, "gear.flange_b", "twist.flange_a", "loose.flange_a", NULL);
    join_all(r, "twist.flange_b", "loose.flange_b", "load.flange_a", "anchor.flange_b", NULL);
}

/* The torque through a shaft, with gears beyond the sensor, feeds back. */
static void model_geared_torque_loop(rig *r)
{
    add(r, "Torque", "motor", NULL);
    add(r, "Add", "add", "k2", -0.5, NULL);
    add(r, "Sine", "sine", "amplitude", 1.0, "f", 1.0, NULL);
    add_inertia(r, "rotor", 0.5, 0, 0);
    add(r, "TorqueSensor", "sensor", NULL);
    add(r, "IdealGear", "gear", "ratio", 2.0, NULL);
    add(r, "Inertia", "shaft", "J", 0.25, NULL);
    add(r, "IdealRollingWheel", "wheel", "radius", 0.5, NULL);
    add(r, "Mass", "cart", "m", 3.0, NULL);
    add(r, "SpringDamper", "rope", "c", 10.0, "d", 0.5, NULL);
    add_fixed(r, "wall", 0);
    join_all(r, "motor.flange", "rotor.flange_a", NULL);
    join(r, "rotor.flange_b", "sensor.flange_a");
    join(r, "sensor.flange_b", "gear.flange_a");
    join(r, "gear.flange_b", "shaft.flange_a");
    join(r, "shaft.flange_b", "wheel.flangeR");
    join(r, "wheel.flangeT", "cart.flange_a");
    join(r, "cart.flange_b", "rope.flange_a");
    join(r, "rope.flange_b", "wall.flange");
    join(r, "sine.y", "add.u1");
    join(r, "sensor.tau", "add.u2");
    join(r, "add.y", "motor.tau");
}

/* A gear in a housing on a bearing that gives way, a rack on a sled: gears whose supports move, one behind
 * the other; a gap and a sensor at what depends on several bodies, a drive on the way. */
static void model_moving_supports(rig *r)
{
    add_inertia(r, "shaft", 0.5, 0, 1);
    add(r, "IdealGear", "gear", "ratio", 2.5, "useSupport", 1.0, NULL);
    add_inertia(r, "housing", 1, 0, 0.25);
    add(r, ROT("Components.SpringDamper"), "bearing", "c", 40.0, "d", 1.0, NULL);
    add(r, ROT("Sources.Position"), "base", "exact", 1.0, NULL);
    add(r, "Sine", "sine", "amplitude", 0.1, "f", 1.0, NULL);
    add(r, "Inertia", "pinion", "J", 0.05, NULL);
    add(r, "IdealGearR2T", "rack", "ratio", 4.0, "useSupportT", 1.0, NULL);
    add_mass(r, "sled", 2, 0.125, -0.5);
    add(r, "Mass", "slide", "m", 0.5, "L", 0.25, NULL);
    add(r, "SpringDamper", "rope", "c", 30.0, "d", 0.5, NULL);
    add_fixed(r, "wall", -0.25);
    add(r, "ElastoGap", "stop", "c", 200.0, "d", 2.0, "s_rel0", 0.25, NULL);
    add(r, "SpeedSensor", "speed", NULL);
    add(r, "Gain", "friction", "k", -0.5, NULL);
    add(r, "Force", "push", NULL);
    add(r, "Spring", "tie", "c", 10.0, "s_rel0", 0.25, NULL);
    join(r, "shaft.flange_b", "gear.flange_a");
    join_all(r, "gear.support", "housing.flange_a", NULL);
    join(r, "housing.flange_b", "bearing.flange_a");
    join(r, "bearing.flange_b", "base.flange");
    join(r, "sine.y", "base.phi_ref");
    join(r, "gear.flange_b", "pinion.flange_a");
    join(r, "pinion.flange_b", "rack.flangeR");
    join_all(r, "rack.supportT", "sled.flange_a", "rope.flange_b", "tie.flange_a", NULL);
    join_all(r, "rack.flangeT", "slide.flange_a", "stop.flange_b", "speed.flange", "push.flange", NULL);
    join(r, "slide.flange_b", "tie.flange_b");
    join_all(r, "wall.flange", "rope.flange_a", "stop.flange_a", NULL);
    join(r, "speed.v", "friction.u");
    join(r, "friction.y", "push.f");
}

static const network_model network_models[] = {
    {"impact", model_impact, 0.6},
    {"impact, n = 1.5 and 2", model_impact_hertz, 0.6},
    {"two masses", model_two_masses, 5},
    {"plate without mass", model_plate, 1.5},
    {"chain without mass", model_chain_without_mass, 1},
    {"exact drive", model_exact_drive, 2},
    {"stacked drives", model_stacked_drives, 1},
    {"following drives", model_following_drives, 1},
    {"heat", model_heat, 1},
    {"force loop", model_force_loop, 1},
    {"acceleration loop", model_acceleration_loop, 1},
    {"add loop", model_add_loop, 1},
    {"drive loop", model_drive_loop, 1},
    {"sensors", model_sensors, 1},
    {"gears", model_gears, 1},
    {"gears without inertia", model_gears_without_inertia, 1},
    {"geared torque loop", model_geared_torque_loop, 1},
    {"moving supports", model_moving_supports, 1},
};
enum { NETWORK_MODELS = sizeof network_models / sizeof *network_models };

#endif
