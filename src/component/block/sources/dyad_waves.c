/* Dyad's sources of waves: each is offset before start_time and its wave, on top of offset, behind it.
 * They jump and turn at instants that are events, located in time. */
#include "component/block/dyad_block.h"

#define SIGNAL                                                                                               \
    {.name = "start_time", EG_SI_TIME, .doc = "Time at which the signal begins to change"},                  \
    {                                                                                                        \
        .name = "offset", .doc = "Added to the signal at all times"                                          \
    }
#define NEEDED(name_, doc_)                                                                                  \
    {                                                                                                        \
        .name = (name_), .need = EG_REQUIRED, .doc = (doc_)                                                  \
    }
#define AMPLITUDE NEEDED("amplitude", "Amplitude of the wave")
#define FREQUENCY                                                                                            \
    {                                                                                                        \
        .name = "frequency", EG_SI_FREQUENCY, .need = EG_REQUIRED, .doc = "Frequency of the wave"            \
    }

static const eg_port output[] = {EG_PORT_Y};

static const eg_parameter clock[] = {SIGNAL};
static const eg_parameter cosine[] = {
    SIGNAL, AMPLITUDE, FREQUENCY, {.name = "phase", EG_SI_ANGLE, .doc = "Angle at start_time"}};
static const eg_parameter exp_sine[] = {
    SIGNAL,
    AMPLITUDE,
    NEEDED("damping", "Rate at which the amplitude decays [1/s]"),
    FREQUENCY,
    {.name = "phase", EG_SI_ANGLE, .need = EG_REQUIRED, .doc = "Angle at start_time"},
};
static const eg_parameter pulse[] = {
    SIGNAL,
    NEEDED("amplitude", "The signal during the pulse"),
    NEEDED("duty_cycle", "Share of `period` that the pulse lasts, between 0 and 1"),
    {.name = "period", EG_SI_TIME, .need = EG_REQUIRED, .doc = "What duty_cycle is a share of"},
};
static const eg_parameter square[] = {SIGNAL, AMPLITUDE, FREQUENCY};
static const eg_parameter triangular[] = {SIGNAL,
                                          AMPLITUDE,
                                          FREQUENCY,
                                          {.name = "period",
                                           EG_SI_TIME,
                                           .is_protected = true,
                                           .value_text = "1/frequency",
                                           .doc = "Length of one wave"}};

EG_DYAD_BLOCK(clock, "Sources", "ContinuousClock", "Signal that climbs like time",
              "The output is offset until start_time and climbs by 1 a second from then on.",
              EG_TEXTS("y = if start_time < time then offset + time - start_time else offset;"),
              EG_PARAMETERS(clock), EG_PORTS(output))
EG_DYAD_BLOCK(
    cosine, "Sources", "Cosine", "Cosine wave",
    "The output is offset + amplitude*cos(2*pi*frequency*(time - start_time) + phase) from start_time "
    "on; before, it is offset.",
    EG_TEXTS("y = if start_time < time then offset + "
             "amplitude*cos(2*Modelica.Constants.pi*frequency*(time - start_time) + phase) else offset;"),
    EG_PARAMETERS(cosine), EG_PORTS(output))
EG_DYAD_BLOCK(exp_sine, "Sources", "ExpSine", "Sine wave that dies out",
              "The output is offset before start_time; from then on a sine wave whose amplitude decays with "
              "exp(-damping*(time - start_time)) is added.",
              EG_TEXTS("y = if start_time < time then offset + amplitude*exp(-damping*(time - start_time))*"
                       "sin(2*Modelica.Constants.pi*frequency*(time - start_time) + phase) else offset;"),
              EG_PARAMETERS(exp_sine), EG_PORTS(output))
EG_DYAD_BLOCK(pulse, "Sources", "Pulse", "A single pulse",
              "The output is amplitude for duty_cycle*period behind start_time, and offset before and "
              "afterwards: there is one pulse, and offset is not added to it.",
              EG_TEXTS("y = if time > start_time and time <= start_time + duty_cycle*period then amplitude "
                       "else offset;"),
              EG_PARAMETERS(pulse), EG_PORTS(output))
EG_DYAD_BLOCK(
    square, "Sources", "Square", "Square wave",
    "The output is offset before start_time; then offset + amplitude for half a period and "
    "offset - amplitude for the other half, in turn.",
    EG_TEXTS("y = if start_time < time then offset + amplitude*(4*floor(frequency*(time - start_time)) "
             "- 2*floor(2*(time - start_time)*frequency) + 1) else offset;"),
    EG_PARAMETERS(square), EG_PORTS(output))
EG_DYAD_BLOCK(triangular, "Sources", "Triangular", "Triangular wave",
              "The output is offset before start_time; then it climbs from 0 to amplitude, falls to "
              "-amplitude and so on, in straight lines, without offset.",
              EG_TEXTS("y = if start_time < time then 4*amplitude*frequency*abs(abs(mod(time - period/4 - "
                       "start_time, period)) - period/2) - amplitude else offset;"),
              EG_PARAMETERS(triangular), EG_PORTS(output))

/* ---------------------------------------------------------------- waves whose shape is a signal */

static const eg_parameter variable_wave[] = {{.name = "phi0", .doc = "Angle at the start [rad]"},
                                             {.name = "offset", .doc = "Added to the wave"}};
static const eg_port variable_ports[] = {
    {.name = "amplitude", .kind = EG_REAL_INPUT, .doc = "Amplitude of the wave"},
    {.name = "frequency", .kind = EG_REAL_INPUT, .doc = "Frequency of the wave [Hz]"},
    EG_PORT_Y,
};
static const eg_variable angle[] = {{.name = "phi", EG_SI_ANGLE, .doc = "Angle of the wave"}};

#define TURNS "der(phi) = 2*Modelica.Constants.pi*frequency;", "initial equation phi = phi0;"

EG_DYAD_BLOCK(
    variable_sine, "Sources", "SineVariableFrequencyAndAmplitude",
    "Sine wave whose amplitude and frequency are signals",
    "The output is offset + amplitude*sin(phi), where phi grows at 2*pi*frequency, from phi0 at the "
    "start.",
    EG_TEXTS("y = offset + amplitude*sin(phi);", TURNS), EG_PARAMETERS(variable_wave),
    EG_PORTS(variable_ports), EG_VARIABLES(angle))
EG_DYAD_BLOCK(
    variable_cosine, "Sources", "CosineVariableFrequencyAndAmplitude",
    "Cosine wave whose amplitude and frequency are signals",
    "The output is offset + amplitude*cos(phi), where phi grows at 2*pi*frequency, from phi0 at the "
    "start.",
    EG_TEXTS("y = offset + amplitude*cos(phi);", TURNS), EG_PARAMETERS(variable_wave),
    EG_PORTS(variable_ports), EG_VARIABLES(angle))
