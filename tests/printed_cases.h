/* What the general rules of the harness do not fit: parameters that let every branch of an equation be taken,
 * and inputs in their domain. */
#ifndef EG_TESTS_PRINTED_CASES_H
#define EG_TESTS_PRINTED_CASES_H

#include "printed_harness.h"

/* A motion with its two derivatives. */
#define SINES                                                                                                \
    "  Modelica.Blocks.Sources.Sine sin0(amplitude=0.3, f=0.7, phase=0.4);\n"                                \
    "  Modelica.Blocks.Sources.Sine sin1(amplitude=0.3*(2*Modelica.Constants.pi*0.7), f=0.7,\n"              \
    "    phase=0.4 + Modelica.Constants.pi/2);\n"                                                            \
    "  Modelica.Blocks.Sources.Sine sin2(amplitude=-0.3*(2*Modelica.Constants.pi*0.7)^2, f=0.7,\n"           \
    "    phase=0.4);\n"
#define MOVES "  connect(sin0.y, x.u[1]);\n  connect(sin1.y, x.u[2]);\n  connect(sin2.y, x.u[3]);\n"

#define ADAPTOR(title, position, speed, acceleration)                                                        \
    {                                                                                                        \
        .class = (title), .port = position " " speed " " acceleration, .components = SINES,                  \
        .equations = "  connect(sin0.y, x." position ");\n  connect(sin1.y, x." speed                        \
                     ");\n  connect(sin2.y, x." acceleration ");\n"                                          \
    }

/* Tables with every kind of interpolation and of extrapolation. `few`, `many`: further parameters for one and
 * for two columns; two rows of one x are a jump. */
#define TABLE_CASE(title, more, between, beyond)                                                             \
    {                                                                                                        \
        .class = (title), .offset = 0.3,                                                                     \
        .parameters = more " smoothness=Modelica.Blocks.Types.Smoothness." between                           \
                           "| extrapolation=Modelica.Blocks.Types.Extrapolation." beyond                     \
                           "| tableOnFile=| tableName=| fileName=| verboseRead=|"                            \
    }
#define TABLE_ROWS " table=[0, 1, 2; 0.3, -1, 4; 0.6, 0.5, 1]|"
#define TABLE_JUMP " table=[0, 1, 2; 0.3, -1, 4; 0.3, 0, 3; 0.5, 0.5, 1]|"
#define TABLE_CASES(title, few, many)                                                                        \
    TABLE_CASE(title, few TABLE_JUMP, "LinearSegments", "HoldLastPoint"),                                    \
        TABLE_CASE(title, few TABLE_ROWS, "LinearSegments", "LastTwoPoints"),                                \
        TABLE_CASE(title, many TABLE_JUMP, "LinearSegments", "Periodic"),                                    \
        TABLE_CASE(title, many TABLE_ROWS, "ConstantSegments", "HoldLastPoint"),                             \
        TABLE_CASE(title, few TABLE_ROWS, "ConstantSegments", "LastTwoPoints"),                              \
        TABLE_CASE(title, many TABLE_JUMP, "ConstantSegments", "LastTwoPoints"),                             \
        TABLE_CASE(title, few TABLE_JUMP, "ConstantSegments", "Periodic"),                                   \
        TABLE_CASE(title, many TABLE_ROWS, "ConstantSegments", "Periodic"),                                  \
        TABLE_CASE(title, few TABLE_ROWS, "ContinuousDerivative", "HoldLastPoint"),                          \
        TABLE_CASE(title, many TABLE_ROWS, "MonotoneContinuousDerivative1", "LastTwoPoints"),                \
        TABLE_CASE(title, many TABLE_ROWS, "MonotoneContinuousDerivative2", "HoldLastPoint"),                \
        TABLE_CASE(title, few TABLE_ROWS, "ModifiedContinuousDerivative", "Periodic")
#define TABLE_TIMES " timeEvents=| timeScale=0.8| startTime=0.1| shiftTime=0.2| t_min=| t_max=|"

/* Slides both ways and sticks in between. */
#define FRICTION_CASE(title, table, values, between)                                                         \
    {                                                                                                        \
        .class = (title), .parameters = " peak=1.2| smoothness=Modelica.Blocks.Types.Smoothness." between    \
                                        "| " table "=" values "|"                                            \
    }
#define FRICTION(title, table, lines, steps, more)                                                           \
    FRICTION_CASE(title, table, lines, "LinearSegments"),                                                    \
        FRICTION_CASE(title, table, lines, "ContinuousDerivative"),                                          \
        FRICTION_CASE(title, table, lines, "MonotoneContinuousDerivative2"),                                 \
        FRICTION_CASE(title, table, steps, "ConstantSegments"),                                              \
        FRICTION_CASE(title, table, more, "LinearSegments")

/* Exp rises within 0.02*v0: there v0 is large, so that rows resolve it. */
#define REGULARIZED(title, v0, enumeration)                                                                  \
    {.class = (title), .parameters = " " v0 "=5| reg=" enumeration ".Exp|"},                                 \
        {.class = (title), .parameters = " reg=" enumeration ".Sine|"},                                      \
        {.class = (title), .parameters = " reg=" enumeration ".Linear|"},                                    \
    {                                                                                                        \
        .class = (title), .parameters = " reg=" enumeration ".Cosine|"                                       \
    }
#define MSL_REGULARIZATION "Modelica.Blocks.Types.Regularization"
#define DYAD_REGULARIZATION "TranslationalComponents.Components.Regularization"

/* Of two inertias the second may run ahead, from the start on. */
#define FREEWHEEL(values)                                                                                    \
    {                                                                                                        \
        .class = "Rotational.Components.OneWayClutch", .parameters = values, .port = "flange_a flange_b",    \
        .components = "  Modelica.Mechanics.Rotational.Components.Inertia a(J=0.5, phi(fixed=true),\n"       \
                      "    w(fixed=true)), b(J=0.8, phi(fixed=true), w(start=0.4, fixed=true));\n"           \
                      "  Modelica.Mechanics.Rotational.Sources.Torque push;\n"                               \
                      "  Modelica.Blocks.Sources.Sine shake(amplitude=3, f=1.3);\n",                         \
        .equations = "  connect(a.flange_b, x.flange_a);\n  connect(x.flange_b, b.flange_a);\n"              \
                     "  connect(shake.y, push.tau);\n  connect(push.flange, a.flange_a);\n",                 \
        .offset = 0.4                                                                                        \
    }

#define LIM_PID "Modelica.Blocks.Continuous.LimPID"
/* Contacts: with a speed of impact and without; softly sprung, so that they are open and closed in turns. */
#define CONTACT(title, law, more)                                                                            \
    {.class = (title), .parameters = " law=\"" law "\"|" more " v_impact=|"},                                \
    {                                                                                                        \
        .class = (title), .parameters = " law=\"" law "\"|" more                                             \
    }
#define GAP(law, more)                                                                                       \
    CONTACT("Elastogap.Contact.Gap", law, " s_rel0=-0.1|" more),                                             \
    {                                                                                                        \
        .class = "Elastogap.Contact.Gap", .parameters = " law=\"" law "\"| v_impact=| s_rel0=-0.4|" more     \
    }
/* With f_release a law with a spring is no equations. */
#define GAP_DAMPED(law, more) GAP(law, " f_release=| e=| mass=|" more)
#define GAP_FAMILY(law) GAP(law, " f_release=| d=| mass=| f_ref=| e=0.6|")
#define GAP_RIGID(more) CONTACT("Elastogap.Contact.Gap", "restitution", " d=| mass=| f_ref=| e=0.7|" more)
#define TABLE_GAP(between)                                                                                   \
    {                                                                                                        \
        .class = "Elastogap.Contact.TableGap",                                                               \
        .parameters = " table=[0, 0; 0.1, 2; 0.25, 3; 0.4, 9]| s_rel0=0.1| tableOnFile=| tableName=| "       \
                      "fileName=| delimiter=| nHeaderLines=| verboseRead=|"                                  \
                      " smoothness=Modelica.Blocks.Types.Smoothness." between "|"                            \
    }
#define TWO(law, more)                                                                                       \
    CONTACT("Contact.TwoSidedGap", law,                                                                      \
            " f_ref_lower=| f_ref_upper=| v_impact_lower=| v_impact_upper=| v_min_lower=| v_min_upper=|"     \
            " transition_lower=| transition_upper=| mass=|" more)
#define SPRUNG " f_release=| f_release_lower=| f_release_upper=|"
#define TWO_DAMPED(law, more) TWO(law, SPRUNG " e_lower=| e_upper=| s_lower=-0.1| s_upper=0.1|" more)
#define TWO_FAMILY(law)                                                                                      \
    TWO(law, SPRUNG " d_lower=| d_upper=| e_lower=0.6| e_upper=0.7| s_lower=-0.1| s_upper=0.1|")

#define TWO_RIGID(more) TWO("restitution", " d_lower=| d_upper=| e_lower=0.6| e_upper=0.7|" more)

/* In a loop with a plant, which bring each other to rest at the start. */
#define STEADY_LOOP(more, unused, set_point, measured)                                                       \
    .parameters = " initType=Modelica.Blocks.Types.Init.SteadyState|" more, .port = unused,                  \
    .components = "  Modelica.Blocks.Sources.Sine wanted(amplitude=0.2, f=0.8, offset=0.3);\n"               \
                  "  Modelica.Blocks.Math.Feedback difference;\n"                                            \
                  "  Modelica.Blocks.Continuous.FirstOrder plant(T=0.3, "                                    \
                  "initType=Modelica.Blocks.Types.Init.SteadyState);\n",                                     \
    .equations = "  connect(x.y, plant.u);\n  connect(wanted.y, difference.u1);\n"                           \
                 "  connect(plant.y, difference.u2);\n"                                                      \
                 "  connect(" set_point ".y, x." measured ");\n"

/* Softly sprung, too. */
#define HARD_STOP(kind, model, more)                                                                         \
    {                                                                                                        \
        .class = "Elastogap.Contact." kind "HardStop", .parameters = " hard_stop_model=\"" model "\"|" more  \
    }
#define HARD_STOP_SPRUNG(kind, model, force, more)                                                           \
    HARD_STOP(kind, model,                                                                                   \
              " upper_bound=0.1| lower_bound=-0.1| coefficient_of_restitution=| "                            \
              "static_contact_speed_threshold=| static_contact_release_" force "_threshold=|" more)
#define HARD_STOP_RIGID(kind, more)                                                                          \
    HARD_STOP(kind, "Based on coefficient of restitution",                                                   \
              " contact_stiffness_at_upper_bound=| contact_stiffness_at_lower_bound=|"                       \
              " contact_damping_at_upper_bound=| contact_damping_at_lower_bound=| transition_region=|"       \
              " coefficient_of_restitution=0.7| " more)
#define HARD_STOPS(kind, force)                                                                              \
    HARD_STOP_SPRUNG(kind, "Full stiffness and damping applied at bounds, damped rebound", force,            \
                     " transition_region=|"),                                                                \
        HARD_STOP_SPRUNG(kind, "Full stiffness and damping applied at bounds, undamped rebound", force,      \
                         " transition_region=|"),                                                            \
        HARD_STOP_SPRUNG(kind,                                                                               \
                         "Stiffness and damping applied smoothly through transition region, damped rebound", \
                         force, " transition_region=0.1|"),                                                  \
        HARD_STOP_RIGID(kind, "upper_bound=0.4| lower_bound=-0.3| static_contact_speed_threshold=2|"),       \
        HARD_STOP_RIGID(kind, "upper_bound=0.3| lower_bound=-0.4| static_contact_speed_threshold=2|"),       \
        HARD_STOP_RIGID(kind, "upper_bound=0.4| lower_bound=-0.3| static_contact_speed_threshold=0.05|")

#define ICONIC "IconicDiagrams.Mechanical.Translation.Components."

static const special_case special_cases[] = {
    HARD_STOPS("Translational", "force"),
    HARD_STOPS("Rotational", "torque"),
    GAP_DAMPED("elasto-gap", " c=|"),
    GAP_DAMPED("kelvin-voigt", " f_ref=|"),
    GAP_DAMPED("kelvin-voigt-clipped", " f_ref=|"),
    GAP_DAMPED("undamped-rebound", " f_ref=|"),
    GAP_DAMPED("smooth-transition", " f_ref=| transition=0.1|"),
    GAP_DAMPED("hertz", " f_ref=| d=|"),
    GAP_DAMPED("lankarani-nikravesh-1994", " f_ref=|"),
    GAP_FAMILY("hunt-crossley"),
    GAP_FAMILY("lankarani-nikravesh"),
    GAP_FAMILY("gonthier"),
    GAP_FAMILY("flores"),
    GAP_FAMILY("hu-guo"),
    GAP_FAMILY("exact-restitution"),
    GAP_RIGID(" v_min=2| s_rel0=-0.4|"),
    GAP_RIGID(" v_min=2| s_rel0=-0.3|"),
    GAP_RIGID(" v_min=2| s_rel0=-0.1|"),
    GAP_RIGID(" v_min=0.05| s_rel0=-0.4|"),
    TWO_DAMPED("elasto-gap", ""),
    TWO_DAMPED("kelvin-voigt", ""),
    TWO_DAMPED("kelvin-voigt-clipped", ""),
    TWO_DAMPED("undamped-rebound", ""),
    TWO_DAMPED("smooth-transition", " transition=0.05|"),
    TWO_DAMPED("hertz", " d_lower=| d_upper=|"),
    TWO_DAMPED("lankarani-nikravesh-1994", ""),
    TWO_FAMILY("hunt-crossley"),
    TWO_FAMILY("lankarani-nikravesh"),
    TWO_FAMILY("gonthier"),
    TWO_FAMILY("flores"),
    TWO_FAMILY("hu-guo"),
    TWO_FAMILY("exact-restitution"),
    TWO_RIGID(" v_min=2| s_lower=-0.6| s_upper=0.1|"),
    TWO_RIGID(" v_min=0.05| s_lower=-0.6| s_upper=0.1|"),
    TWO_RIGID(" v_min=2| s_lower=-0.1| s_upper=0.6|"),
    TWO_RIGID(" v_min=0.05| s_lower=-0.1| s_upper=0.6|"),
    {.class = ICONIC "Mass", .parameters = " implementation=| g=|"},
    {.class = ICONIC "Mass", .parameters = " implementation=\"Gravity\"|"},
    {.class = ICONIC "SpringDamper", .parameters = " implementation=| f=| b=| m=|"},
    {.class = ICONIC "SpringDamper", .parameters = " implementation=\"Stiffness\"| d=| f=|"},
    {.class = ICONIC "SpringDamper", .parameters = " implementation=\"Frequency\"| k=| d=|"},
    {.class = "Modelica.Blocks.Continuous.Derivative", .parameters = " k=0|"},
    {.class = "Modelica.Blocks.Continuous.Derivative",
     .parameters = " initType=Modelica.Blocks.Types.Init.InitialOutput|"},
    {.class = "Modelica.Blocks.Continuous.Derivative"},
    {.class = "Modelica.Blocks.Continuous.PI",
     .parameters = " initType=Modelica.Blocks.Types.Init.InitialOutput|"},
    {.class = "Modelica.Blocks.Continuous.PI"},
    {.class = "Modelica.Blocks.Continuous.PI", STEADY_LOOP("", "u", "difference", "u")},
    {.class = "Modelica.Blocks.Continuous.PID", STEADY_LOOP("", "u", "difference", "u")},
    {.class = "Modelica.Blocks.Continuous.Integrator",
     STEADY_LOOP(" use_reset=false|", "u reset set", "difference", "u")},
    {.class = "Modelica.Blocks.Continuous.LimIntegrator",
     STEADY_LOOP(" use_reset=false| outMax=2| outMin=-2| y_start=0.1| limitsAtInit=| strict=|", "u reset set",
                 "difference", "u")},
    {.class = LIM_PID,
     STEADY_LOOP(" yMax=1.8| yMin=-1.7| homotopyType=| strict=| limitsAtInit=|", "u_s u_m", "wanted",
                 "u_s") "  connect(plant.y, x.u_m);\n"},
    {.class = "Modelica.Blocks.Sources.Trapezoid",
     .parameters = " rising=0.15| width=0.2| falling=0.1| period=0.6| nperiod=| startTime=0.2|"},
    {.class = "Modelica.Blocks.Sources.Trapezoid",
     .parameters = " rising=0.1| width=0.1| falling=0.1| period=0.4| nperiod=2| startTime=0.2|"},
    TABLE_CASES("Modelica.Blocks.Tables.CombiTable1Ds", " u_min=| u_max=| columns=|",
                " u_min=| u_max=| columns={3, 2}|"),
    {.class = "Modelica.Blocks.Continuous.Integrator", .parameters = " use_reset=true| use_set=true|"},
    {.class = "Modelica.Blocks.Continuous.Integrator",
     .parameters = " use_reset=true| use_set=false|",
     .port = "set"},
    {.class = "Modelica.Blocks.Continuous.Integrator",
     .parameters = " use_reset=false|",
     .port = "reset set"},
    {.class = "Modelica.Blocks.Continuous.LimIntegrator",
     .parameters =
         " use_reset=true| outMax=0.2| outMin=-0.15| y_start=0.1| initType=| limitsAtInit=| strict=|"},
    {.class = "Modelica.Blocks.Continuous.LimIntegrator",
     .parameters =
         " use_reset=true| use_set=true| outMax=2| outMin=-2| y_start=0.1| limitsAtInit=| strict=|"},
    {.class = "Modelica.Blocks.Continuous.LimIntegrator",
     .parameters =
         " use_reset=false| outMax=0.1| outMin=-0.05| y_start=0| initType=| limitsAtInit=| strict=|",
     .port = "reset set"},
    {.class = "Modelica.Blocks.Nonlinear.VariableLimiter",
     .port = "limit1 limit2",
     .components = "  Modelica.Blocks.Sources.Sine high(amplitude=0.2, f=0.8, offset=0.5);\n"
                   "  Modelica.Blocks.Sources.Sine low(amplitude=0.2, f=0.6, offset=-0.4);\n",
     .equations = "  connect(high.y, x.limit1);\n  connect(low.y, x.limit2);\n"},
    {.class = LIM_PID,
     .parameters = " initType=| yMax=0.8| yMin=-0.7| homotopyType=| strict=| limitsAtInit=|"},
    {.class = LIM_PID,
     .parameters = " controllerType=Modelica.Blocks.Types.SimpleController.PI| withFeedForward=true|"
                   " initType=Modelica.Blocks.Types.Init.InitialOutput| yMax=0.8| yMin=-0.7| y_start=0.1|"
                   " homotopyType=| strict=| limitsAtInit=|"},
    {.class = LIM_PID,
     .parameters = " controllerType=Modelica.Blocks.Types.SimpleController.PID| withFeedForward=true|"
                   " initType=Modelica.Blocks.Types.Init.InitialOutput| y_start=0.1| yMax=1.5| yMin=-0.7|"
                   " homotopyType=| strict=|"},
    {.class = LIM_PID,
     .parameters = " controllerType=Modelica.Blocks.Types.SimpleController.PD| withFeedForward=false|"
                   " initType=Modelica.Blocks.Types.Init.InitialOutput| yMax=0.8| yMin=-0.7| y_start=0.1|"
                   " homotopyType=| strict=| limitsAtInit=|"},
    {.class = LIM_PID,
     .parameters = " controllerType=Modelica.Blocks.Types.SimpleController.PID| Td=0| initType=| yMax=1.5|"
                   " yMin=-0.7| homotopyType=| strict=| limitsAtInit=|"},
    {.class = "Modelica.Blocks.Continuous.PID"},
    {.class = "Modelica.Blocks.Continuous.PID", .parameters = " Td=0|"},
    {.class = "Modelica.Blocks.Sources.Ramp", .parameters = " startTime=0.2| duration=0.5|"},
    {.class = "Modelica.Blocks.Math.Log", .parameters = " base=|", .offset = 2.0},
    {.class = "Modelica.Blocks.Math.Log", .parameters = " base=10|", .offset = 2.0},
    {.class = "Modelica.Blocks.Math.Log10", .offset = 2.0},
    {.class = "Modelica.Blocks.Math.Sqrt", .offset = 2.0},
    {.class = "Modelica.Blocks.Math.Division", .offset = 2.0},
    {.class = "Components.Convection", .offset = 2.0},
    {.class = "Components.ConvectiveResistor", .offset = 2.0},
    FREEWHEEL(" peak=1.2| cgeo=0.2| fn_max=1|"),
    FREEWHEEL(" peak=1| cgeo=0.5|"),
    {.class = "HeatTransfer.Components.HeatCapacitor", .wire = true},
    {.class = "HeatTransfer.Sources.FixedTemperature", .wire = true},
    {.class = "HeatTransfer.Sources.PrescribedTemperature", .wire = true, .offset = 300.0},
    {.class = "HeatTransfer.Components.GeneralTemperatureToHeatFlowAdaptor",
     .port = "p pder",
     .components = SINES,
     .equations = "  connect(sin0.y, x.p);\n  connect(sin1.y, x.pder);\n",
     .wire = true},
    {.class = "HeatTransfer.Sensors.HeatFlowSensor", .wire = true},
    {.class = "Celsius.FixedTemperature", .wire = true},
    {.class = "Celsius.PrescribedTemperature", .wire = true, .offset = 20.0},
    {.class = "Fahrenheit.FixedTemperature", .wire = true},
    {.class = "Fahrenheit.PrescribedTemperature", .wire = true, .offset = 70.0},
    {.class = "Rankine.FixedTemperature", .wire = true},
    {.class = "Rankine.PrescribedTemperature", .wire = true, .offset = 530.0},
    {.class = "ThermalComponents.Components.HeatCapacitor", .wire = true},
    {.class = "ThermalComponents.Sensors.HeatFlowSensor", .wire = true},
    {.class = "ThermalComponents.Sources.FixedTemperature", .wire = true},
    {.class = "ThermalComponents.Sources.PrescribedTemperature", .wire = true, .offset = 300.0},
    {.class = "Sources.FixedHeatFlow", .parameters = " alpha=0.01|"},
    {.class = "Sources.PrescribedHeatFlow", .parameters = " alpha=-0.02|"},
    {.class = "Sources.EddyCurrentForce", .parameters = " alpha20=0.01|"},
    REGULARIZED("Translational.Components.RollingResistance", "v0", MSL_REGULARIZATION),
    REGULARIZED("Translational.Sources.SignForce", "v0", MSL_REGULARIZATION),
    REGULARIZED("Rotational.Sources.SignTorque", "w0", MSL_REGULARIZATION),
    REGULARIZED("TranslationalComponents.Sources.SignForce", "v0", DYAD_REGULARIZATION),
    FRICTION("Components.Brake", "mu_pos", "[0, 8; 0.3, 6; 1, 9]", "[0, 6; 0.3, 5]", "[0, 12; 1, 10]"),
    FRICTION("Components.Clutch", "mu_pos", "[0, 8; 0.3, 6; 1, 9]", "[0, 6; 0.3, 5]", "[0, 12; 1, 10]"),
    FRICTION("Components.SupportFriction", "f_pos", "[0, 5; 0.3, 4; 1, 5.5]", "[0, 3; 0.3, 2.5]",
             "[0, 7; 1, 6]"),
    FRICTION("Components.BearingFriction", "tau_pos", "[0, 5; 0.3, 4; 1, 5.5]", "[0, 3; 0.3, 2.5]",
             "[0, 7; 1, 6]"),
    TABLE_GAP("LinearSegments"),
    TABLE_GAP("MonotoneContinuousDerivative1"),
    TABLE_GAP("MonotoneContinuousDerivative2"),
    {.class = "Translational.Components.MassWithStopAndFriction",
     .parameters = " smin=-0.5| smax=0.4| L=0.2|"},
    {.class = "Translational.Components.MassWithStopAndFriction",
     .parameters = " smin=-0.25| smax=0.5| L=0.2| F_prop=0.1| F_Coulomb=0.3| F_Stribeck=0.2|"},
    {.class = "Translational.Components.MassWithStopAndFriction",
     .parameters = " smin=-0.5| smax=0.25| L=0.2| F_prop=0.1| F_Coulomb=0.3| F_Stribeck=0.2|"},
    {.class = "Translational.Components.MassWithStopAndFriction",
     .parameters = " smin=-0.5| smax=0.4| L=0.2| F_prop=0| F_Coulomb=0| F_Stribeck=0|"},
    {.class = "Modelica.Mechanics.Rotational.Components.ElastoBacklash", .parameters = " b=0.2|"},
    {.class = "Modelica.Mechanics.Rotational.Components.ElastoBacklash", .parameters = " b=0|"},
    {.class = "Modelica.Mechanics.Rotational.Components.ElastoBacklash2", .parameters = " b=0.2|"},
    {.class = "Modelica.Mechanics.Rotational.Components.ElastoBacklash2", .parameters = " b=0|"},
    {.class = "Translational.Sources.Move",
     .port = "u[1] u[2] u[3]",
     .components = SINES,
     .equations = MOVES},
    ADAPTOR("Components.GeneralPositionToForceAdaptor", "p", "pder", "pder2"),
    ADAPTOR("Components.GeneralAngleToTorqueAdaptor", "p", "pder", "pder2"),
    ADAPTOR("Components.AngleToTorqueAdaptor", "phi", "w", "a"),
    TABLE_CASES("Modelica.Blocks.Sources.CombiTimeTable", TABLE_TIMES " offset={0.1}| columns=|",
                TABLE_TIMES " offset={0.1, 0.2}| columns={3, 2}|"),
    {.class = "Modelica.Blocks.Sources.TimeTable",
     .parameters = " table=[0, 1; 0.3, -1; 0.3, 2; 0.9, 0.5]| timeScale=0.8| startTime=0.2| "
                   "shiftTime=0.1|"},
};

#endif
