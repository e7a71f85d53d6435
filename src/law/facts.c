/* The contact laws by name, and what is to be known of each. docs/contact-laws.md is made from this table; a
 * test proves its entries. */
#include "elastogap/contact.h"

#include <string.h>

#define FAMILY(law_name, factor, text)                                                                       \
    {                                                                                                        \
        .name = (law_name), .formula = "K*(1 + (D/v0)*x'), D = " factor, .source = (text), .pulls = 2        \
    }

static const eg_contact_facts facts[EG_CONTACT_LAW_COUNT] = {
    [EG_CONTACT_ELASTO_GAP] = {.name = "elasto-gap",
                               .formula = "K + min(max(d*x', -K), K)",
                               .source = "Modelica Standard Library 4.1, Translational.Components.ElastoGap",
                               .curved = EG_CONTACT_RISES},
    [EG_CONTACT_KELVIN_VOIGT] = {.name = "kelvin-voigt",
                                 .formula = "K + d*x'",
                                 .source = "Goldsmith, Impact (1960)",
                                 .jumps = 1,
                                 .pulls = 1,
                                 .curved = EG_CONTACT_RISES},
    [EG_CONTACT_KELVIN_VOIGT_CLIPPED] = {.name = "kelvin-voigt-clipped",
                                         .formula = "max(0, K + d*x')",
                                         .source = "common practice",
                                         .jumps = 1,
                                         .curved = EG_CONTACT_RISES},
    [EG_CONTACT_UNDAMPED_REBOUND] = {.name = "undamped-rebound",
                                     .formula = "K + d*max(0, x')",
                                     .source =
                                         "Simscape, Translational Hard Stop, full stiffness and damping "
                                         "applied at bounds, undamped rebound",
                                     .jumps = 1,
                                     .curved = EG_CONTACT_RISES},
    [EG_CONTACT_SMOOTH_TRANSITION] = {.name = "smooth-transition",
                                      .formula = "max(0, K + d*S(x/w)*x')",
                                      .source =
                                          "Adams, IMPACT(x, x', x1, k, e, cmax, d): max(0, k (x1 - x)^e - "
                                          "STEP(x, x1 - d, cmax, x1, 0) x')",
                                      .linear = EG_CONTACT_FALLS,
                                      .curved = EG_CONTACT_FALLS_THEN_RISES},
    [EG_CONTACT_HERTZ] =
        {.name = "hertz",
         .formula = "K",
         .source = "Hertz, J. reine angew. Math. 92 (1882), 156-171, doi:10.1515/crll.1882.92.156"},
    [EG_CONTACT_LANKARANI_NIKRAVESH_1994] =
        {.name = "lankarani-nikravesh-1994",
         .formula = "K + d*(x/s_ref)^n*x'",
         .source = "Lankarani and Nikravesh, Nonlinear Dyn. 5 (1994), 193-207, doi:10.1007/BF00045676",
         .pulls = 2,
         .linear = EG_CONTACT_FALLS,
         .curved = EG_CONTACT_FALLS},
    [EG_CONTACT_HUNT_CROSSLEY] =
        FAMILY("hunt-crossley", "3*(1 - e)/2",
               "Hunt and Crossley, J. Appl. Mech. 42 (1975), 440-445, doi:10.1115/1.3423596; as eqs. (2) and "
               "(12) of Marhefka and Orin, IEEE Trans. Syst. Man Cybern. A 29 (1999), 566-572"),
    [EG_CONTACT_LANKARANI_NIKRAVESH] =
        FAMILY("lankarani-nikravesh", "3*(1 - e^2)/4",
               "Lankarani and Nikravesh, J. Mech. Design 112 (1990), 369-376, doi:10.1115/1.2912617"),
    [EG_CONTACT_GONTHIER] = FAMILY(
        "gonthier", "(1 - e^2)/e",
        "Gonthier et al., Multibody Syst. Dyn. 11 (2004), 209-233, doi:10.1023/B:MUBO.0000029392.21648.bc"),
    [EG_CONTACT_FLORES] =
        FAMILY("flores", "8*(1 - e)/(5*e)",
               "Flores et al., Multibody Syst. Dyn. 25 (2011), 357-375, doi:10.1007/s11044-010-9237-4"),
    [EG_CONTACT_HU_GUO] =
        FAMILY("hu-guo", "3*(1 - e)/(2*e)",
               "Hu and Guo, Multibody Syst. Dyn. 35 (2015), 131-151, doi:10.1007/s11044-015-9453-z"),
    [EG_CONTACT_EXACT_RESTITUTION] =
        {.name = "exact-restitution",
         .formula = "K*(1 + (D/v0)*x'), D*(1 + e) = ln((1 + D)/(1 - e*D))",
         .source = "(21), derived below; see also Carvalho and Martins, Mech. Mach. Theory "
                   "139 (2019), 174-194",
         .pulls = 2,
         .delivers_e = 1},
    [EG_CONTACT_RESTITUTION] = {.name = "restitution",
                                .formula = "rigid: an impulse (1 + e)*m*v0",
                                .source = "Newton's law of restitution",
                                .jumps = 1,
                                .delivers_e = 1},
};

const eg_contact_facts *eg_contact_facts_of(eg_contact_law law)
{
    return (unsigned)law < EG_CONTACT_LAW_COUNT ? &facts[law] : NULL;
}

const char *eg_contact_name(eg_contact_law law)
{
    return (unsigned)law < EG_CONTACT_LAW_COUNT ? facts[law].name : NULL;
}

eg_contact_law eg_contact_find(const char *name)
{
    int i = 0;
    while (i < EG_CONTACT_LAW_COUNT && strcmp(facts[i].name, name) != 0)
        i++;
    return (eg_contact_law)i;
}
