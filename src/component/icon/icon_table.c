/* What the icons of classes are composed of, by domain and last name: the same parts in the vocabularies of
 * Modelica, Dyad and 20-sim look the same. Commands stand in icon_parts.c. */
#include "component/icon/icon.h"

#include <string.h>

typedef struct line {
    const char *key; /* "T Mass": translational, R rotational, H heat, B blocks */
    const char *text;
} line;

#define SPRING_BESIDE_DAMPER                                                                                 \
    "lead -100 -70; line -70 -38 -70 38; spring -70 70 38; damper -70 70 -38; line 70 -38 70 38; lead 70 100"
/* A seat at the right that the spring and the damper do not reach. */
#define GAP                                                                                                  \
    "lead -100 -80; line -80 -34 -80 34; spring -80 22 34; damper -80 22 -34; thick 24 -52 24 52; thick 62 " \
    "-52 62 52; lead 62 100"
#define METER(letters)                                                                                       \
    "lead -100 -60; scale -60 60 -20; line 0 -20 0 -90; arrow 0 24 0 -14; text 40 -58 24 " letters " 60"
#define METER_BETWEEN(letters)                                                                               \
    "lead -100 -60; lead 60 100; scale -60 60 -20; line 0 -20 0 -90; text 44 -50 22 " letters " 74"
#define METER_THROUGH(letters)                                                                               \
    "lead -100 -50; lead 50 100; box -50 -40 50 40; arrow -34 0 34 0; line 0 -40 0 -90; "                    \
    "text 40 -66 24 " letters " 60"
#define DIAL(letters) "lead -100 -56; gauge 0 0 56; line 0 -56 0 -90; text 0 -24 24 " letters " 76"
#define DIAL_BETWEEN(letters)                                                                                \
    "lead -100 -56; lead 56 100; gauge 0 0 56; line 0 -56 0 -90; text 0 -24 24 " letters " 76"
#define PUSH(curve) "force -86 86 -62; box -70 -30 70 84; " curve
/* Axes in the upper part of a source, and what is drawn in them. */
#define SPEED_AXES "line -60 27 60 27; line 0 -22 0 76; "
#define TIME_AXES "line -60 -18 60 -18; line -52 -24 -52 76; "
#define TWIST(curve) "turn 0 -108 70 145 35; box -70 -20 70 84; " curve
#define DRIVE(letters)                                                                                       \
    "block -40 -24 60 24; ground -80 80 -30; arrow -70 44 70 44; text 10 0 24 " letters " 84; lead 60 100"
#define TURNS(letters)                                                                                       \
    "disk 20 0 50; ground -60 80 -62; turn 20 0 64 160 20; text 20 0 24 " letters " 80; lead 70 100"
#define ADAPTOR(left, right)                                                                                 \
    "dash -76 -50 76 50; text -48 0 22 " left                                                                \
    " 48; arrow -14 12 18 12; arrow 18 -12 -14 -12; text 48 0 22 " right " 48"
#define TEMPERATURE(unit) "block -80 -50 60 50; text -14 22 26 T; text -14 -22 26 " unit "; lead 60 100"
#define TEMPERATURE_BY_SIGNAL(unit) "block -60 -50 60 50; heat -44 20 0; text 38 0 26 " unit "; lead 60 100"
#define CONVERSION(from, to) "frame; text -40 0 30 " from "; arrow -14 0 18 0; text 46 0 30 " to
#define FRAMED(words) "frame; text 0 0 34 " words
#define LOGIC(words) "bframe; text 0 0 34 " words
#define WHOLE(words) "iframe; text 0 0 34 " words

static const line lines[] = {
    /* translational */
    {"T Brake",
     "bar -100 -9 100 9; block -34 9 34 32; block -34 -32 34 -9; rub -34 34 9; rub -34 34 -9; arrow 0 "
     "84 0 36; arrow 0 -84 0 -36"},
    {"T Damper", "lead -100 -70; damper -70 70 0; lead 70 100"},
    {"T ElastoGap", GAP},
    {"T Gap", GAP "; text -6 84 26 law"},
    {"T TableGap", GAP "; line -50 66 50 66; line -50 66 -50 100; plot -50 66 -20 70 10 80 36 98"},
    {"T TranslationalHardStop",
     "bar -88 -36 88 -22; thick -88 -36 -88 40; thick 88 -36 88 40; spring -88 -44 14; spring 44 88 14; "
     "block -20 -18 20 30; lead 20 100; lead -100 -88; text 0 64 24 stop"},
    {"T TwoSidedGap",
     "wall -88 -60 60 -1; spring -88 -30 20; damper -88 -30 -24; thick -28 -46 -28 46; block -10 "
     "-30 10 30; thick 28 -46 28 46; spring 30 88 20; damper 30 88 -24; wall 88 -60 60 1"},
    {"T Fixed", "at flange 0 0; line 0 0 0 -40; ground -70 70 -40"},
    {"T GeneralForceToPositionAdaptor", ADAPTOR("f", "s")},
    {"T GeneralPositionToForceAdaptor", ADAPTOR("s", "f")},
    {"T IdealGearR2T",
     "gear -10 14 46 12; bar -86 -52 86 -34; lead -100 -56; lead 86 100 -40; line 86 -40 100 0"},
    {"T IdealRollingWheel",
     "disk -10 8 56; dot -10 8 6; line -10 8 28 46; ground -90 90 -48; lead -100 -10; line -10 "
     "8 100 0"},
    {"T InitializeFlange", "frame; text 0 0 40 t~=~0"},
    {"T Mass", "lead -100 -62; block -62 -36 62 36; lead 62 100; text 0 0 40 m"},
    {"T Mass.Default", "lead -100 -62; block -62 -36 62 36; lead 62 100; text 0 8 36 m; text 0 -24 14 g~=~0"},
    {"T Mass.Gravity",
     "lead -100 -62; block -62 -36 62 36; lead 62 100; text -16 0 40 m; arrow 44 26 44 -28; text 24 "
     "-22 18 g"},
    {"T MassWithStopAndFriction",
     "lead -100 -40; block -40 -20 40 26; lead 40 100; rub -40 40 -23; ground -80 80 "
     "-28; thick -72 -28 -72 18; thick 72 -28 72 18; text 0 3 26 m"},
    {"T RelativeStates", "dash -70 -40 70 40; arrow 0 0 58 0; arrow 0 0 -58 0; text 0 -22 18 s,~v"},
    {"T PrescribeInitialAcceleration", FRAMED("a(0)")},
    {"T PrescribeInitialEquilibrium", FRAMED("v,~a~=~0")},
    {"T PrescribeInitialPosition", FRAMED("s(0)")},
    {"T PrescribeInitialVelocity", FRAMED("v(0)")},
    {"T Rod", "bar -100 -9 100 9"},
    {"T RollingResistance",
     "disk -10 6 50; dot -10 6 5; rub -70 70 -46; ground -80 80 -50; arrow 70 6 46 6; lead 70 "
     "100 6"},
    {"T Spring", "lead -100 -70; spring -70 70 0; lead 70 100"},
    {"T SpringDamper", SPRING_BESIDE_DAMPER},
    {"T SpringDamper.Default", SPRING_BESIDE_DAMPER "; text 0 76 22 k,~d"},
    {"T SpringDamper.Frequency", SPRING_BESIDE_DAMPER "; text 0 76 22 f,~b"},
    {"T SpringDamper.Stiffness", SPRING_BESIDE_DAMPER "; text 0 76 22 k,~b"},
    {"T SupportFriction",
     "bar -100 -9 100 9; rub -60 60 -14; ground -66 66 -20; rub -60 60 14; line -66 20 66 20"},
    {"T Vehicle",
     "poly -84 -24 -84 6 -50 12 -28 46 34 46 58 12 84 4 84 -24; disk -46 -28 22; disk 46 -28 22; dot "
     "-46 -28 5; dot 46 -28 5; ground -90 90 -52"},
    {"T AccSensor", METER("a")},
    {"T AccelerationSensor", METER("a")},
    {"T ForceSensor", METER_THROUGH("f")},
    {"T MultiSensor",
     "lead -100 -60; lead 60 100; box -60 -40 60 40; arrow -44 20 44 20; text 0 -14 22 f,~v,~P"},
    {"T PositionSensor", METER("s")},
    {"T PowerSensor", METER_THROUGH("P")},
    {"T RelAccSensor", METER_BETWEEN("a_rel")},
    {"T RelativeAccelerationSensor", METER_BETWEEN("a_rel")},
    {"T RelPositionSensor", METER_BETWEEN("s_rel")},
    {"T RelativePositionSensor", METER_BETWEEN("s_rel")},
    {"T RelSpeedSensor", METER_BETWEEN("v_rel")},
    {"T RelativeSpeedSensor", METER_BETWEEN("v_rel")},
    {"T RelativeVelocitySensor", METER_BETWEEN("der(s_rel)")},
    {"T SpeedSensor", METER("v")},
    {"T VelocitySensor", METER("der(s)")},
    /* 20-sim's */
    {"T Backlash",
     "lead -100 -84; line -84 -44 -84 44; spring -84 -34 26; damper -84 -34 -26; thick -34 -46 -34 "
     "46; block -14 "
     "-30 14 30; thick 34 -46 34 46; spring 34 84 26; damper 34 84 -26; line 84 -44 84 44; lead 84 "
     "100; line 0 30 "
     "0 80; line 0 80 100 80; line 100 80 100 0"},
    {"T Bumper",
     "lead -100 -80; line -80 -34 -80 34; spring -80 10 34; damper -80 10 -34; line 10 34 10 -34; "
     "block 10 -24 30 "
     "24; thick 62 -52 62 52; lead 62 100"},
    {"T FixedWorld", "at p 0 0; line 0 0 0 -40; ground -70 70 -40; dot 0 0 8"},
    {"T Node", "lead -100 0; lead 0 100; dot 0 0 12"},
    {"T AccelerationActuator", DRIVE("a")},
    {"T ForceActuator", "force -80 86 0; text -6 40 24 F"},
    {"T PositionActuator", DRIVE("x")},
    {"T VelocityActuator", DRIVE("v")},
    {"T Accelerate", DRIVE("a")},
    {"T ConstantSpeed", DRIVE("v~=~const")},
    {"T Move", DRIVE("s,~v,~a")},
    {"T Position", DRIVE("s")},
    {"T Speed", DRIVE("v")},
    {"T Force", "force -80 86 0"},
    {"T Force2", "lead -100 -86; lead 86 100; force -8 -86 0; force 8 86 0"},
    {"T ConstantForce", PUSH(TIME_AXES "plot -52 34 56 34")},
    {"T ForceStep", PUSH(TIME_AXES "plot -52 -10 0 -10 0 54 56 54")},
    {"T EddyCurrentForce", PUSH(SPEED_AXES "plot -58 2 -40 -10 -24 -14 -10 -4 0 27 10 58 24 68 40 64 58 52")},
    {"T InverseSpeedDependentForce", PUSH(SPEED_AXES "plot -58 16 -36 10 -18 -14; plot 18 68 36 44 58 38")},
    {"T LinearSpeedDependentForce", PUSH(SPEED_AXES "plot -50 -16 50 70")},
    {"T QuadraticSpeedDependentForce", PUSH(SPEED_AXES "plot -54 -18 -38 6 -20 22 0 27 20 32 38 48 54 72")},
    {"T SignForce", PUSH(SPEED_AXES "plot -56 -8 0 -8 0 62 56 62")},
    /* rotational */
    {"R AngleToTorqueAdaptor", ADAPTOR("phi", "tau,~J")},
    {"R GeneralAngleToTorqueAdaptor", ADAPTOR("phi", "tau")},
    {"R GeneralTorqueToAngleAdaptor", ADAPTOR("tau", "phi")},
    {"R TorqueToAngleAdaptor", ADAPTOR("tau,~J", "phi")},
    {"R BearingFriction",
     "bar -100 -9 100 9; block -44 9 44 40; block -44 -40 44 -9; rub -44 44 9; rub -44 44 -9; "
     "ground -60 60 -46"},
    {"R Brake",
     "bar -100 -9 -10 9; bar -10 -60 10 60; block 12 22 30 60; block -30 22 -12 60; arrow 70 41 34 41; "
     "arrow -70 41 -34 41; bar 10 -9 100 9"},
    {"R Clutch",
     "bar -100 -9 -22 9; bar -22 -60 -6 60; bar 6 -60 22 60; bar 22 -9 100 9; arrow 66 44 26 44; arrow "
     "-66 44 -26 44"},
    {"R RotationalHardStop",
     "block -62 -14 -20 14; lead -100 -62; line -20 0 40 50; line -20 0 40 -50; disk -20 0 14; "
     "lead 62 100; block 40 -14 62 14; text 0 70 24 stop"},
    {"R OneWayClutch",
     "bar -100 -9 -22 9; bar -22 -60 -6 60; bar 6 -60 22 60; bar 22 -9 100 9; poly -30 70 30 70 "
     "30 90; line 30 70 30 90"},
    {"R Damper", "lead -100 -70; damper -70 70 0; lead 70 100; turn 0 -10 70 140 40"},
    {"R Disc", "bar -100 -9 100 9; disk 0 0 46; line 0 0 40 0; line 0 0 28 28; text 56 44 22 phi"},
    {"R ElastoBacklash",
     "lead -100 -80; line -80 -34 -80 34; spring -80 20 34; damper -80 20 -34; line 20 34 20 -34; "
     "line 20 0 34 0; line 34 16 34 -16; line 34 16 70 16; line 34 -16 70 -16; line 52 8 52 -8; "
     "lead 52 100; turn 0 -10 84 130 50"},
    {"R ElastoBacklash2",
     "lead -100 -80; line -80 -34 -80 34; spring -80 20 34; damper -80 20 -34; line 20 34 20 -34; "
     "line 20 0 34 0; line 34 16 34 -16; line 34 16 70 16; line 34 -16 70 -16; line 52 8 52 -8; "
     "lead 52 100; turn 0 -10 84 130 50; text 0 -76 24 II"},
    {"R Fixed", "at flange 0 0; at spline 0 0; disk 0 0 20; line 0 0 0 -40; ground -70 70 -40"},
    {"R IdealGear",
     "bar -100 -9 -34 9; bar -34 -20 -6 70; bar 6 -70 34 20; bar 34 -9 100 9; line -6 24 6 24; line 0 "
     "70 0 -70"},
    {"R IdealGearR2T",
     "gear -10 14 46 12; bar -86 -52 86 -34; lead -100 -56; line 86 -40 100 0; turn -10 14 62 150 "
     "30"},
    {"R IdealPlanetary",
     "circle 0 0 76; gear 0 0 34 10; gear 0 54 20 7; gear -47 -27 20 7; gear 47 -27 20 7"},
    {"R IdealRollingWheel",
     "disk -10 8 56; dot -10 8 6; line -10 8 28 46; ground -90 90 -48; lead -100 -10; line -10 "
     "8 100 0; turn -10 8 68 150 30"},
    {"R Inertia", "bar -100 -9 -52 9; block -52 -56 52 56; bar 52 -9 100 9; text 0 0 40 J"},
    {"R InitializeFlange", "frame; text 0 0 40 t~=~0; turn 0 -40 80 130 50"},
    {"R RelativeStates", "dash -70 -40 70 40; arrow 0 0 58 0; arrow 0 0 -58 0; text 0 -22 18 phi,~w"},
    {"R Spring", "lead -100 -70; spring -70 70 0; lead 70 100; turn 0 -10 70 140 40"},
    {"R SpringDamper", SPRING_BESIDE_DAMPER "; turn 0 -10 84 130 50"},
    {"R AccSensor", DIAL("a")},
    {"R AngleSensor", DIAL("phi")},
    {"R MultiSensor", DIAL_BETWEEN("tau,w,P")},
    {"R PowerSensor", DIAL_BETWEEN("P")},
    {"R RelAccSensor", DIAL_BETWEEN("a_rel")},
    {"R RelAngleSensor", DIAL_BETWEEN("phi_rel")},
    {"R RelSpeedSensor", DIAL_BETWEEN("w_rel")},
    {"R SpeedSensor", DIAL("w")},
    {"R VelocitySensor", DIAL("der(phi)")},
    {"R TorqueSensor", DIAL_BETWEEN("tau")},
    {"R Accelerate", TURNS("a")},
    {"R ConstantSpeed", TURNS("const")},
    {"R Move", TURNS("phi,w,a")},
    {"R Position", TURNS("phi")},
    {"R Speed", TURNS("w")},
    {"R Torque", "lead 50 100; turn 0 -20 74 170 20; ground -50 50 -62; line 0 -62 0 -30; disk 0 -20 16"},
    {"R TorqueSource",
     "lead 50 100; turn 0 -20 74 170 20; ground -50 50 -62; line 0 -62 0 -30; disk 0 -20 16"},
    {"R Torque2", "lead -100 -60; lead 60 100; turn -44 -20 50 30 170; turn 44 -20 50 150 10"},
    {"R ConstantTorque", TWIST(TIME_AXES "plot -52 34 56 34")},
    {"R TorqueStep", TWIST(TIME_AXES "plot -52 -10 0 -10 0 54 56 54")},
    {"R EddyCurrentTorque",
     TWIST(SPEED_AXES "plot -58 2 -40 -10 -24 -14 -10 -4 0 27 10 58 24 68 40 64 58 52")},
    {"R InverseSpeedDependentTorque", TWIST(SPEED_AXES "plot -58 16 -36 10 -18 -14; plot 18 68 36 44 58 38")},
    {"R LinearSpeedDependentTorque", TWIST(SPEED_AXES "plot -50 -16 50 70")},
    {"R QuadraticSpeedDependentTorque", TWIST(SPEED_AXES "plot -54 -18 -38 6 -20 22 0 27 20 32 38 48 54 72")},
    {"R SignTorque", TWIST(SPEED_AXES "plot -56 -8 0 -8 0 62 56 62")},
    /* heat */
    {"H BodyRadiation",
     "lead -100 -72; block -72 -60 -50 60; heat -40 40 36; heat -40 40 0; heat -40 40 -36; block 50 "
     "-60 72 60; lead 72 100; text 0 72 18 radiation"},
    {"H Convection",
     "lead -100 -72; wall -50 -60 60 -1; arrow -22 -60 -22 60; arrow 0 -60 0 60; heat -40 62 0; lead "
     "62 100; text 40 60 22 Gc"},
    {"H ConvectiveResistor",
     "lead -100 -72; wall -50 -60 60 -1; arrow -22 -60 -22 60; arrow 0 -60 0 60; heat -40 62 0; "
     "lead 62 100; text 40 60 22 Rc"},
    {"H GeneralHeatFlowToTemperatureAdaptor", ADAPTOR("Q", "T")},
    {"H GeneralTemperatureToHeatFlowAdaptor", ADAPTOR("T", "Q")},
    {"H HeatCapacitor",
     "at port 0 -100; poly -56 -50 -70 -10 -52 30 -30 62 10 72 50 56 70 14 62 -34 34 -62 -20 -66; "
     "line 0 -66 0 -100; text 0 4 40 C"},
    {"H ThermalCollector",
     "at port_a 0 100; at port_b 0 -100; line -70 60 0 0; line -24 60 0 0; line 24 60 0 0; line 70 60 0 "
     "0; line -70 60 70 60; line 0 60 0 100; line 0 0 0 -100; dot 0 0 8"},
    {"H ThermalCollectorMatrix",
     "at port_a 0 100; at port_b 0 -100; line -70 60 0 0; line -24 60 0 0; line 24 60 0 0; line 70 60 0 "
     "0; line -70 60 70 60; line 0 60 0 100; line 0 0 0 -100; dot 0 0 8; text 54 -30 20 n~x~m 80"},
    {"H ThermalConductor",
     "lead -100 -70; block -70 -44 70 44; heat -50 50 -18; text 0 18 30 G; lead 70 100"},
    {"H ThermalResistor", "lead -100 -70; block -70 -44 70 44; heat -50 50 -18; text 0 18 30 R; lead 70 100"},
    {"H Celsius.FixedTemperature", TEMPERATURE("degC")},
    {"H Celsius.FromKelvin", CONVERSION("K", "C")},
    {"H Celsius.PrescribedTemperature", TEMPERATURE_BY_SIGNAL("C")},
    {"H Celsius.TemperatureSensor", "lead -100 0; therm 0 0; text 54 40 20 degC 62"},
    {"H Celsius.ToKelvin", CONVERSION("C", "K")},
    {"H Fahrenheit.FixedTemperature", TEMPERATURE("degF")},
    {"H Fahrenheit.FromKelvin", CONVERSION("K", "F")},
    {"H Fahrenheit.PrescribedTemperature", TEMPERATURE_BY_SIGNAL("F")},
    {"H Fahrenheit.TemperatureSensor", "lead -100 0; therm 0 0; text 54 40 20 degF 62"},
    {"H Fahrenheit.ToKelvin", CONVERSION("F", "K")},
    {"H Rankine.FixedTemperature", TEMPERATURE("degRk")},
    {"H Rankine.FromKelvin", CONVERSION("K", "Rk")},
    {"H Rankine.PrescribedTemperature", TEMPERATURE_BY_SIGNAL("Rk")},
    {"H Rankine.TemperatureSensor", "lead -100 0; therm 0 0; text 54 40 20 degRk 62"},
    {"H Rankine.ToKelvin", CONVERSION("Rk", "K")},
    {"H ConditionalFixedHeatFlowSensor", "circle 0 0 50; heat -34 34 0; text 0 -30 20 if"},
    {"H HeatFlowSensor",
     "lead -100 -50; circle 0 0 50; heat -34 34 0; line 0 -50 0 -90; lead 50 100; text 26 -70 24 Q"},
    {"H RelTemperatureSensor",
     "lead -100 0; lead 0 100; therm 0 0; line 0 -60 0 -90; text 54 40 20 T_rel 62"},
    {"H RelativeTemperatureSensor",
     "lead -100 0; lead 0 100; therm 0 0; line 0 -60 0 -90; text 54 40 20 T_rel 62"},
    {"H TemperatureSensor", "lead -100 0; therm 0 0; text 40 30 24 T"},
    {"H FixedHeatFlow",
     "block -80 -40 -40 40; heat -36 50 20; heat -36 50 -20; lead 50 100; text -60 0 22 Q"},
    {"H FixedTemperature", TEMPERATURE("K")},
    {"H PrescribedHeatFlow",
     "lead -100 -50; heat -50 60 20; heat -50 60 -20; block 60 -50 76 50; lead 76 100"},
    {"H PrescribedTemperature", TEMPERATURE_BY_SIGNAL("K")},
    /* blocks: continuous */
    {"B CriticalDamping",
     "frame; taxes; plot -56 -50 -46 -48 -30 -36 -10 -2 10 24 30 38 56 44; text 24 -26 22 n"},
    {"B Der", FRAMED("der(u)")},
    {"B Derivative", "frame; text 0 26 30 k~s; line -56 0 56 0; text 0 -28 30 T~s~+~1"},
    {"B FirstOrder", "frame; taxes; fn rises 0 5 -50; text 24 -26 22 T"},
    {"B Integrator", "frame; text 0 28 36 k; line -40 0 40 0; text 0 -30 36 s"},
    {"B LimIntegrator",
     "frame; text 0 28 36 k; line -40 0 40 0; text 0 -30 36 s; plot -66 -66 -40 -66 40 66 66 66"},
    {"B LimPID", "frame; text 0 20 32 PID; plot -56 -56 -24 -56 24 -20 56 -20"},
    {"B LimPIDExternalDerivative",
     "frame; text 0 20 32 PID; text 0 56 18 du; plot -56 -56 -24 -56 24 -20 56 -20"},
    {"B LowpassButterworth", "frame; taxes; plot -56 40 -10 38 6 28 20 4 34 -26 44 -46; text 24 50 16 -3~dB"},
    {"B PI", FRAMED("PI")},
    {"B PID", FRAMED("PID")},
    {"B Plant", "frame; taxes; fn dies 0 20"},
    {"B SecondOrder", "frame; taxes; fn swings 0 12 -50"},
    {"B StateSpace", "frame; text 0 24 24 x'~=~A~x~+~B~u; text 0 -24 24 y~=~C~x~+~D~u"},
    {"B TransferFunction", "frame; text 0 28 34 b(s); line -50 0 50 0; text 0 -30 34 a(s)"},
    {"B Discrete.StateSpace", "frame; text 0 24 22 x~=~A~pre(x)~+~B~u; text 0 -24 24 y~=~C~x~+~D~u"},
    {"B Discrete.TransferFunction", "frame; text 0 28 34 b(z); line -50 0 50 0; text 0 -30 34 a(z)"},
    {"B FirstOrderHold", "frame; taxes; plot -56 -50 -30 -6 -30 -16 0 30 0 20 30 52 30 44 56 50"},
    {"B Sampler", "frame; line -70 0 -24 0; dot -24 0 6; line -24 0 24 34; dot 26 0 6; line 26 0 70 0"},
    {"B TriggeredSampler",
     "frame; line -70 0 -24 0; dot -24 0 6; line -24 0 24 34; dot 26 0 6; line 26 0 70 0; line 0 "
     "-70 0 14"},
    {"B TriggeredMax",
     "frame; text 0 50 24 max; line -70 0 -24 0; dot -24 0 6; line -24 0 24 34; dot 26 0 6; line 26 0 "
     "70 0; line 0 -70 0 14"},
    {"B UnitDelay", "frame; text 0 28 36 1; line -40 0 40 0; text 0 -30 36 z"},
    {"B ZeroOrderHold", "frame; taxes; plot -56 -40 -28 -40 -28 0 0 0 0 34 28 34 28 50 56 50"},
    /* blocks: functions */
    {"B Abs", "frame; axes; fn abs -1 1; text -46 56 18 abs 56"},
    {"B Acos", "frame; axes; fn acos -1 1; text -44 -50 18 acos 56"},
    {"B Asin", "frame; axes; fn asin -1 1; text -46 56 18 asin 56"},
    {"B Atan", "frame; axes; fn atan -6 6; text -46 56 18 atan 56"},
    {"B Cos", "frame; axes; fn cos -6.283 6.283; text -50 66 16 cos"},
    {"B Cosh", "frame; axes; fn cosh -2 2; text 44 -50 18 cosh 56"},
    {"B Exp", "frame; axes; fn exp -3 1; text -46 56 18 exp 56"},
    {"B Log", "frame; axes; fn log 0.1 6; text -46 56 18 log 56"},
    {"B Log10", "frame; axes; fn log10 0.1 6; text -46 56 18 log10 56"},
    {"B Sign", "frame; axes; plot -56 -44 0 -44 0 44 56 44; text -46 56 18 sign 56"},
    {"B Sin", "frame; axes; fn sin -6.283 6.283; text -50 66 16 sin"},
    {"B Sinh", "frame; axes; fn sinh -2.5 2.5; text -46 56 18 sinh 56"},
    {"B Sqrt", "frame; axes; fn sqrt 0 4; text -46 56 18 sqrt 56"},
    {"B Tan", "frame; axes; fn tan -1.4 1.4; text -46 56 18 tan 56"},
    {"B Tanh", "frame; axes; fn tanh -3 3; text -46 56 18 tanh 56"},
    {"B Add", "frame; circle 0 0 34; text 0 0 40 +; text -58 56 18 k1 36; text -58 -56 18 k2 36"},
    {"B Add3",
     "frame; circle 10 0 34; text 10 0 40 +; text -58 56 18 k1 36; text -58 0 18 k2 36; text -58 -56 18 "
     "k3 36"},
    {"B Division", "frame; line -40 0 40 0; dot 0 24 7; dot 0 -24 7"},
    {"B Product", "frame; circle 0 0 44; line -18 -18 18 18; line -18 18 18 -18"},
    {"B Feedback",
     "at u1 -100 0; at u2 0 -100; circle 0 0 34; line -100 0 -34 0; line 34 0 100 0; line 0 -100 0 -34; "
     "text -16 0 26 +; text 0 -18 30 -"},
    {"B Gain", "poly -80 -80 -80 80 80 0; text -34 0 34 k"},
    {"B MatrixGain", "poly -80 -80 -80 80 80 0; text -34 0 34 K"},
    {"B Power", FRAMED("base^u")},
    {"B Exponentiation", FRAMED("u1^u2")},
    {"B Sum", "frame; text 0 0 40 sum~k~u"},
    {"B Max", FRAMED("max")},
    {"B Min", FRAMED("min")},
    {"B ReverseCausality", "frame; arrow 50 20 -50 20; arrow -50 -20 50 -20"},
    /* blocks: not linear */
    {"B DeadZone", "frame; axes; plot -60 -44 -22 0 22 0 60 44"},
    {"B FixedDelay", FRAMED("u(t~-~T)")},
    {"B Limiter", "frame; axes; plot -64 -40 -30 -40 30 40 64 40"},
    {"B PadeDelay", "frame; taxes; plot -56 -50 -40 -64 -20 -30 0 30 30 46 56 40; text 30 -20 22 Pade"},
    {"B SlewRateLimiter",
     "frame; taxes; plot -56 -36 -30 -36 30 44 60 44; line -30 -36 -30 44; line -30 44 30 44"},
    {"B VariableDelay", FRAMED("u(t~-~d)")},
    {"B VariableLimiter",
     "frame; axes; plot -64 -40 -30 -40 30 40 64 40; text -40 56 18 max; text 44 -56 18 min"},
    /* blocks: sources */
    {"B Clock", "frame; circle 0 0 56; line 0 0 0 42; line 0 0 30 16"},
    {"B ContinuousClock", "frame; circle 0 0 56; line 0 0 0 42; line 0 0 30 16"},
    {"B Constant", "frame; taxes; plot -56 16 60 16"},
    {"B Cosine", "frame; taxes; fn cos 0 12.566 0"},
    {"B CosineVariableFrequencyAndAmplitude", "frame; taxes; fn chirp 0 4.4 0; text 30 -62 18 cos"},
    {"B ExpSine", "frame; taxes; fn dies 0 18 0; text 30 50 18 exp"},
    {"B Exponentials", "frame; taxes; plot -56 -50 -40 0 -20 34 0 46 10 6 24 -26 40 -40 60 -46"},
    {"B KinematicPTP", "frame; taxes; plot -56 -50 -20 40 20 40 56 -50; text 0 -20 20 a,~v"},
    {"B KinematicPTP2", "frame; taxes; plot -56 -50 -36 -42 -10 0 16 34 40 44 60 46; text 24 -20 20 q,~v"},
    {"B LogFrequencySweep", "frame; taxes; fn chirp 0 5 0; text 30 -62 18 log~f"},
    {"B Pulse", "frame; taxes; plot -56 -40 -36 -40 -36 40 -10 40 -10 -40 16 -40 16 40 42 40 42 -40 60 -40"},
    {"B Ramp", "frame; taxes; plot -56 -40 -24 -40 30 40 60 40"},
    {"B SawTooth", "frame; taxes; plot -56 -40 -16 40 -16 -40 24 40 24 -40 60 30"},
    {"B Sinc", "frame; taxes; fn sinc 0 18 -10"},
    {"B Sine", "frame; taxes; fn sin 0 12.566 0"},
    {"B SineVariableFrequencyAndAmplitude", "frame; taxes; fn grows 0 16 0; text 30 -62 18 sin"},
    {"B Square", "frame; taxes; plot -56 40 -30 40 -30 -40 -4 -40 -4 40 22 40 22 -40 48 -40 48 40 60 40"},
    {"B Step", "frame; taxes; plot -56 -40 0 -40 0 40 60 40"},
    {"B Trapezoid", "frame; taxes; plot -56 -40 -40 -40 -20 40 10 40 30 -40 60 -40"},
    {"B Triangular", "frame; taxes; plot -56 -40 -30 40 -4 -40 22 40 48 -40 60 -4"},
    {"B TimeTable",
     "frame; box -60 -50 60 50; line -60 16 60 16; line -60 -18 60 -18; line 0 50 0 -50; text -30 33 20 t; "
     "text 30 33 20 y"},
    {"B CombiTimeTable",
     "frame; box -60 -50 60 50; line -60 16 60 16; line -60 -18 60 -18; line -20 50 -20 -50; line 20 "
     "50 20 -50; text -40 33 20 t; text 0 33 18 y1; text 40 33 18 y2"},
    {"B RealExpression", "frame; text 0 0 30 y~=~..."},
    {"B CombiTable1Ds",
     "frame; box -50 -50 50 50; line -50 16 50 16; line -50 -18 50 -18; line 0 50 0 -50; text -25 33 20 "
     "u; text 25 33 18 y"},
    {"B CombiTable1Dv",
     "frame; box -50 -50 50 50; line -50 16 50 16; line -50 -18 50 -18; line 0 50 0 -50; text -25 33 18 "
     "u[i]; text 25 33 18 y[i]"},
    {"B CombiTable2Ds",
     "frame; box -60 -50 60 50; line -60 16 60 16; line -60 -18 60 -18; line -20 50 -20 -50; line 20 50 "
     "20 -50; text -40 0 18 u1; text 0 33 18 u2"},
    {"B CombiTable2Dv",
     "frame; box -60 -50 60 50; line -60 16 60 16; line -60 -18 60 -18; line -20 50 -20 -50; line 20 50 "
     "20 -50; text -40 0 16 u1[i]; text 0 33 16 u2[i]"},
    {"B Interpolation",
     "frame; axes; plot -56 -40 -24 -10 10 6 30 40 56 48; dot -56 -40 5; dot -24 -10 5; dot 10 6 5; "
     "dot 30 40 5; dot 56 48 5"},
    /* blocks: routing */
    {"B RealPassThrough", "frame; line -80 0 80 0"},
    {"B BooleanPassThrough", "bframe; line -80 0 80 0"},
    {"B IntegerPassThrough", "iframe; line -80 0 80 0"},
    {"B Replicator", "frame; line -80 0 0 0; dot 0 0 7; line 0 0 70 50; line 0 0 70 0; line 0 0 70 -50"},
    {"B BooleanReplicator",
     "bframe; line -80 0 0 0; dot 0 0 7; line 0 0 70 50; line 0 0 70 0; line 0 0 70 -50"},
    {"B IntegerReplicator",
     "iframe; line -80 0 0 0; dot 0 0 7; line 0 0 70 50; line 0 0 70 0; line 0 0 70 -50"},
    {"B Terminator", "box -60 -60 0 60; line -100 0 -60 0; thick 0 -60 0 60"},
    /* blocks: Boolean */
    {"B And", LOGIC("and")},
    {"B Or", LOGIC("or")},
    {"B Not", LOGIC("not")},
    {"B Nand", LOGIC("nand")},
    {"B Nor", LOGIC("nor")},
    {"B Xor", LOGIC("xor")},
    {"B Pre", LOGIC("pre")},
    {"B Edge", "bframe; taxes; plot -56 -40 0 -40 0 40 60 40; text 30 -20 20 edge"},
    {"B RisingEdge", "bframe; taxes; plot -56 -40 0 -40 0 40 60 40; arrow 0 -30 0 20"},
    {"B FallingEdge", "bframe; taxes; plot -56 40 0 40 0 -40 60 -40"},
    {"B Change", "bframe; taxes; plot -56 -40 -20 -40 -20 40 24 40 24 -40 60 -40"},
    {"B ChangingEdge",
     "bframe; taxes; plot -56 -40 -20 -40 -20 40 24 40 24 -40 60 -40; dot -20 0 6; dot 24 0 6"},
    {"B Greater", LOGIC("u1~>~u2")},
    {"B GreaterEqual", LOGIC("u1~>=~u2")},
    {"B Less", LOGIC("u1~<~u2")},
    {"B LessEqual", LOGIC("u1~<=~u2")},
    {"B GreaterThreshold", LOGIC("u~>~c")},
    {"B GreaterEqualThreshold", LOGIC("u~>=~c")},
    {"B LessThreshold", LOGIC("u~<~c")},
    {"B LessEqualThreshold", LOGIC("u~<=~c")},
    {"B Hysteresis",
     "bframe; plot -64 -44 20 -44 20 44 64 44; plot -20 -44 -20 44 20 44; arrow 20 -20 20 14; arrow -20 "
     "20 -20 "
     "-14"},
    {"B OnOffController",
     "bframe; plot -64 -20 20 -20 20 48 64 48; plot -20 -20 -20 48 20 48; text 0 -54 20 on~/~off"},
    {"B LogicalSwitch",
     "bframe; line -80 60 -30 60; line -80 -60 -30 -60; line -80 0 -30 0; dot 40 0 7; line 40 0 80 0; "
     "line 40 0 -30 56; dot -30 60 6; dot -30 -60 6"},
    {"B Switch",
     "frame; line -80 60 -30 60; line -80 -60 -30 -60; line -80 0 -30 0; dot 40 0 7; line 40 0 80 0; "
     "line 40 0 "
     "-30 56; dot -30 60 6; dot -30 -60 6"},
    {"B RSFlipFlop", "bframe; text -50 50 30 S; text -50 -50 30 R; text 50 50 30 Q; text 50 -50 30 /Q"},
    {"B Timer", "frame; circle 0 0 56; line 0 0 0 42; line 0 0 30 16; plot -70 -70 -30 -70 -30 -58 40 -58"},
    {"B ZeroCrossing", "bframe; axes; plot -60 -44 60 44; dot 0 0 8"},
    {"B BooleanConstant", "bframe; taxes; plot -56 16 60 16"},
    {"B BooleanPulse",
     "bframe; taxes; plot -56 -40 -36 -40 -36 40 -10 40 -10 -40 16 -40 16 40 42 40 42 -40 60 -40"},
    {"B BooleanStep", "bframe; taxes; plot -56 -40 0 -40 0 40 60 40"},
    {"B SampleTrigger",
     "bframe; taxes; plot -40 -50 -40 40; plot -10 -50 -10 40; plot 20 -50 20 40; plot 50 -50 50 40"},
    {"B BooleanToReal", CONVERSION("B", "R")},
    {"B BooleanToInteger", CONVERSION("B", "I")},
    {"B RealToBoolean", CONVERSION("R", "B")},
    {"B RealToInteger", CONVERSION("R", "I")},
    {"B IntegerToReal", CONVERSION("I", "R")},
    {"B IntegerToBoolean", CONVERSION("I", "B")},
    /* blocks: Integer */
    {"B IntegerConstant", "iframe; taxes; plot -56 16 60 16"},
    {"B IntegerStep", "iframe; taxes; plot -56 -40 0 -40 0 40 60 40"},
    {"B MathInteger.Sum", WHOLE("sum")},
    {"B MathInteger.Product", WHOLE("product")},
};

static char domain_of(const eg_class *class)
{
    static const struct {
        const char *word;
        char domain;
    } words[] = {{".Translational.", 'T'},    {".Translation.", 'T'},      {"TranslationalComponents.", 'T'},
                 {"Elastogap.Contact.", 'T'}, {".Rotational.", 'R'},       {"RotationalComponents.", 'R'},
                 {".HeatTransfer.", 'H'},     {"ThermalComponents.", 'H'}, {".Blocks.", 'B'},
                 {"BlockComponents.", 'B'}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(class->name, words[i].word))
            return words[i].domain;
    return 'B';
}

/* "Celsius.FixedTemperature" goes before "FixedTemperature". */
static const char *find(char domain, const char *name)
{
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (lines[i].key[0] == domain && strcmp(lines[i].key + 2, name) == 0)
            return lines[i].text;
    return NULL;
}

const char *eg_icon_text(const eg_class *class)
{
    const char *last = strrchr(class->name, '.'), *before = last;
    const char *found = NULL;
    if (!last)
        return NULL;
    while (before > class->name && before[-1] != '.')
        before--;
    found = find(domain_of(class), before);
    return found || class->kind == EG_PARTIAL || class->kind == EG_CONNECTOR
               ? found
               : find(domain_of(class), last + 1);
}
