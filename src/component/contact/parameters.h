/* Where the parameters and variables of Gap and TwoSidedGap stand in their descriptors. */
#ifndef EG_COMPONENT_CONTACT_PARAMETERS_H
#define EG_COMPONENT_CONTACT_PARAMETERS_H

/* Elastogap.Contact.Gap */
enum {
    EG_GAP_P_LAW,
    EG_GAP_P_C,
    EG_GAP_P_D,
    EG_GAP_P_S_REL0,
    EG_GAP_P_S_REF,
    EG_GAP_P_F_REF,
    EG_GAP_P_N,
    EG_GAP_P_E,
    EG_GAP_P_MASS,
    EG_GAP_P_V_IMPACT,
    EG_GAP_P_V_MIN,
    EG_GAP_P_TRANSITION,
    EG_GAP_P_F_RELEASE,
    EG_GAP_P_USE_HEAT_PORT,
    EG_GAP_P_STATE_SELECT,
    EG_GAP_P_S_NOMINAL,
    EG_GAP_P_FACTOR
};
enum {
    EG_GAP_S_REL,
    EG_GAP_V_REL,
    EG_GAP_F,
    EG_GAP_LOSS_POWER,
    EG_GAP_F_C,
    EG_GAP_F_D2,
    EG_GAP_F_D,
    EG_GAP_RATIO,
    EG_GAP_CONTACT,
    EG_GAP_V0,
    EG_GAP_DAMPING
};

/* Elastogap.Contact.TwoSidedGap; what each side has begins with that of the lower. */
enum { EG_TWO_P_LAW, EG_TWO_P_LOWER };
enum {
    EG_STOP_P_S,
    EG_STOP_P_C,
    EG_STOP_P_D,
    EG_STOP_P_S_REF,
    EG_STOP_P_F_REF,
    EG_STOP_P_N,
    EG_STOP_P_E,
    EG_STOP_P_V_IMPACT,
    EG_STOP_P_V_MIN,
    EG_STOP_P_TRANSITION,
    EG_STOP_P_F_RELEASE,
    EG_STOP_P_COUNT
};
enum {
    EG_TWO_P_UPPER = EG_TWO_P_LOWER + EG_STOP_P_COUNT,
    EG_TWO_P_MASS = EG_TWO_P_UPPER + EG_STOP_P_COUNT,
    EG_TWO_P_V_IMPACT,
    EG_TWO_P_V_MIN,
    EG_TWO_P_TRANSITION,
    EG_TWO_P_F_RELEASE,
    EG_TWO_P_USE_HEAT_PORT,
    EG_TWO_P_STATE_SELECT,
    EG_TWO_P_S_NOMINAL,
    EG_TWO_P_FACTOR_LOWER,
    EG_TWO_P_FACTOR_UPPER,
    EG_TWO_P_COUNT
};
enum {
    EG_TWO_S_REL,
    EG_TWO_V_REL,
    EG_TWO_F,
    EG_TWO_LOSS_POWER,
    EG_TWO_F_C,
    EG_TWO_F_D,
    EG_TWO_AT_LOWER,
    EG_TWO_AT_UPPER,
    EG_TWO_V0,
    EG_TWO_DAMPING,
    EG_TWO_V0_LOWER,
    EG_TWO_V0_UPPER,
    EG_TWO_F_D2
};

#endif
