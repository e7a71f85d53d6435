/* What models made of components stand on, in both domains: the partial classes with one and two flanges,
 * whose parts are connected to internalSupport, and InternalSupport, for a component whose own equations
 * say what it does to a support that may be absent.
 *
 *     useSupport = true    internalSupport is connected to the connector `support`
 *     useSupport = false   internalSupport is connected to fixed.flange, on the ground */
#include "component/twins.h"

#define PORT_SUPPORT(D)                                                                                      \
    {                                                                                                        \
        .name = "support", .kind = EG_KIND_SUPPORT_##D, .condition = "useSupport",                           \
        .doc = "What the component stands on"                                                                \
    }
#define EG_KIND_SUPPORT_T EG_SUPPORT
#define EG_KIND_SUPPORT_R EG_ROT_SUPPORT
#define PORT_INTERNAL(D)                                                                                     \
    {                                                                                                        \
        .name = "internalSupport", .kind = EG_KIND_SUPPORT_##D,                                              \
        .doc = "Where the parts inside are supported"                                                        \
    }

static const eg_parameter parameters[] = {EG_PARAMETER_USE_SUPPORT};

#define PORTS_ONE(D)                                                                                         \
    {.name = "flange", .kind = EG_TWIN_FLANGE_B(D), .doc = "Flange of the component"}, PORT_SUPPORT(D),      \
        PORT_INTERNAL(D)
static const eg_port one_flange[] = {PORTS_ONE(T)}, rot_one_flange[] = {PORTS_ONE(R)};
#define PORTS_TWO(D) EG_TWIN_PORTS_TWO_FLANGES(D), PORT_SUPPORT(D), PORT_INTERNAL(D)
static const eg_port two_flanges[] = {PORTS_TWO(T)}, rot_two_flanges[] = {PORTS_TWO(R)};

#define PARTIAL(id, D, title, what, how_many, ports_)                                                        \
    const eg_class eg_class_##id = {                                                                         \
        .name = EG_TWIN_PARTIAL(D, title),                                                                   \
        .kind = EG_PARTIAL,                                                                                  \
        .doc = "Has " what ", and a support for the parts inside",                                           \
        .text = "For models made of components: what their parts stand on is connected to internalSupport, " \
                "which is the connector `support` or, with useSupport = false, fixed on the ground. The "    \
                "model that extends it connects " how_many ".",                                              \
        .examples = EG_TEXTS("Actuator"),                                                                    \
        .components = EG_TEXTS(EG_TWIN(D, "Components.Fixed") " fixed if not useSupport \"The ground\";"),   \
        .equations =                                                                                         \
            EG_TEXTS("connect(fixed.flange, internalSupport);", "connect(internalSupport, support);"),       \
        .by_equations = true,                                                                                \
        EG_PARAMETERS(parameters),                                                                           \
        EG_PORTS(ports_),                                                                                    \
    };

PARTIAL(partial_one_flange_and_support, T, "PartialOneFlangeAndSupport", "one flange", "the flange too",
        one_flange)
PARTIAL(rot_partial_one_flange_and_support, R, "PartialOneFlangeAndSupport", "one rotational flange",
        "the flange too", rot_one_flange)
PARTIAL(partial_two_flanges_and_support, T, "PartialTwoFlangesAndSupport", "two flanges", "both flanges too",
        two_flanges)
PARTIAL(rot_partial_two_flanges_and_support, R, "PartialTwoFlangesAndSupport", "two rotational flanges",
        "both flanges too", rot_two_flanges)

/* ---------------------------------------------------------------- InternalSupport */

#define VARIABLES_INTERNAL(D)                                                                                \
    {.name = EG_WORD_F(D),                                                                                   \
     EG_SI_TWIN_F(D),                                                                                        \
     .doc = EG_WORD_FORCE_UPPER(D) " on the support, which the modifier " EG_WORD_F(D) " = ... gives"},      \
    {                                                                                                        \
        .name = EG_WORD_S(D), EG_SI_TWIN_S(D), .doc = EG_WORD_POSITION_UPPER(D) " of the support"            \
    }
static const eg_variable variables[] = {VARIABLES_INTERNAL(T)}, rot_variables[] = {VARIABLES_INTERNAL(R)};

#define PORTS_INTERNAL(D)                                                                                    \
    {                                                                                                        \
        .name = "flange", .kind = EG_TWIN_FLANGE_A(D), .doc = "Is connected to the support, or to a Fixed"   \
    }
static const eg_port internal[] = {PORTS_INTERNAL(T)}, rot_internal[] = {PORTS_INTERNAL(R)};

#define INTERNAL_OF(id, variables_, ports_, D, s, v, f, force, Force, position, Position, moves)             \
    const eg_class eg_class_##id = {                                                                         \
        .name = EG_TWIN_PARTIAL(D, "InternalSupport"),                                                       \
        .doc = "Support of a component that says itself what " force " it takes",                            \
        .text = "Stands inside a component with equations of its own whose support may be absent. The "      \
                "component declares it as InternalSupport internalSupport(" f " = ...), with the " force     \
                " that its equations ask of the support, reads the " position " from internalSupport." s     \
                " and connects internalSupport.flange to its connector `support` or to a Fixed.\n\n" f       \
                " = flange." f " is positive into this part.",                                               \
        .examples = EG_TEXTS("Actuator"),                                                                    \
        .equations = EG_TEXTS("flange." f " = " f ";", "flange." s " = " s ";"),                             \
        .by_equations = true,                                                                                \
        EG_PORTS(ports_),                                                                                    \
        EG_VARIABLES(variables_),                                                                            \
    };
#define INTERNAL(id, D, variables_, ports_) EG_CALL(INTERNAL_OF, id, variables_, ports_, D, EG_WORDS_##D)

INTERNAL(internal_support, T, variables, internal)
INTERNAL(rot_internal_support, R, rot_variables, rot_internal)
