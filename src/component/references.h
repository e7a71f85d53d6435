/* The papers and books that descriptors cite, each once. */
#ifndef EG_COMPONENT_REFERENCES_H
#define EG_COMPONENT_REFERENCES_H

/* A list for the member `references` of a descriptor. */
#define EG_CITATIONS(...)                                                                                    \
    (const eg_citation[])                                                                                    \
    {                                                                                                        \
        __VA_ARGS__,                                                                                         \
        {                                                                                                    \
            0                                                                                                \
        }                                                                                                    \
    }

#define EG_CITE_CARVALHO_MARTINS                                                                             \
    {                                                                                                        \
        "A.S. Carvalho, J.M. Martins (2019): Exact restitution and generalizations for the Hunt-Crossley "   \
        "contact model. Mechanism and Machine Theory 139, 174-194.",                                         \
            "10.1016/j.mechmachtheory.2019.03.028"                                                           \
    }
#define EG_CITE_FLORES                                                                                       \
    {                                                                                                        \
        "P. Flores, M. Machado, M.T. Silva, J.M. Martins (2011): On the continuous contact force models "    \
        "for soft materials in multibody dynamics. Multibody System Dynamics 25, 357-375.",                  \
            "10.1007/s11044-010-9237-4"                                                                      \
    }
#define EG_CITE_GOLDSMITH                                                                                    \
    {                                                                                                        \
        "W. Goldsmith (1960): Impact: the theory and physical behaviour of colliding solids. Edward "        \
        "Arnold, London.",                                                                                   \
            0                                                                                                \
    }
#define EG_CITE_GONTHIER                                                                                     \
    {                                                                                                        \
        "Y. Gonthier, J. McPhee, C. Lange, J.-C. Piedbœuf (2004): A regularized contact model with "        \
        "asymmetric damping and dwell-time dependent friction. Multibody System Dynamics 11, 209-233.",      \
            "10.1023/B:MUBO.0000029392.21648.bc"                                                             \
    }
#define EG_CITE_HERTZ                                                                                        \
    {                                                                                                        \
        "H. Hertz (1882): Ueber die Berührung fester elastischer Körper. Journal für die reine und "      \
        "angewandte Mathematik 92, 156-171.",                                                                \
            "10.1515/crll.1882.92.156"                                                                       \
    }
#define EG_CITE_HU_GUO                                                                                       \
    {                                                                                                        \
        "S. Hu, X. Guo (2015): A dissipative contact force model for impact analysis in multibody "          \
        "dynamics. Multibody System Dynamics 35, 131-151.",                                                  \
            "10.1007/s11044-015-9453-z"                                                                      \
    }
#define EG_CITE_HUNT_CROSSLEY                                                                                \
    {                                                                                                        \
        "K.H. Hunt, F.R.E. Crossley (1975): Coefficient of restitution interpreted as damping in "           \
        "vibroimpact. Journal of Applied Mechanics 42(2), 440-445.",                                         \
            "10.1115/1.3423596"                                                                              \
    }
#define EG_CITE_LANKARANI_NIKRAVESH_1990                                                                     \
    {                                                                                                        \
        "H.M. Lankarani, P.E. Nikravesh (1990): A contact force model with hysteresis damping for impact "   \
        "analysis of multibody systems. Journal of Mechanical Design 112(3), 369-376.",                      \
            "10.1115/1.2912617"                                                                              \
    }
#define EG_CITE_LANKARANI_NIKRAVESH_1994                                                                     \
    {                                                                                                        \
        "H.M. Lankarani, P.E. Nikravesh (1994): Continuous contact force models for impact analysis in "     \
        "multibody systems. Nonlinear Dynamics 5, 193-207.",                                                 \
            "10.1007/BF00045676"                                                                             \
    }
#define EG_CITE_OTTER                                                                                        \
    {                                                                                                        \
        "M. Otter, H. Elmqvist, S.E. Mattsson (1999): Hybrid modeling in Modelica based on the "             \
        "synchronous data flow principle. IEEE International Symposium on Computer Aided Control System "    \
        "Design (CACSD'99), Hawaii, 151-157.",                                                               \
            0                                                                                                \
    }
#define EG_CITE_WOUTERSE                                                                                     \
    {                                                                                                        \
        "J.H. Wouterse (1991): Critical torque and speed of eddy current brake with widely separated soft "  \
        "iron poles. IEE Proceedings B 138(4), 153 ff.",                                                     \
            "10.1049/ip-b.1991.0019"                                                                         \
    }

#endif
