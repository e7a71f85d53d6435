/* elastogap: one-dimensional mechanics with contact. Everything but law.h, which stands alone. */
#ifndef ELASTOGAP_ELASTOGAP_H
#define ELASTOGAP_ELASTOGAP_H

#include "elastogap/base.h"
#include "elastogap/contact.h"
#include "elastogap/diagram.h"
#include "elastogap/ensemble.h"
#include "elastogap/fit.h"
#include "elastogap/linearize.h"
#include "elastogap/optimize.h"
#include "elastogap/report.h"
#include "elastogap/simulate.h"
#include "elastogap/spec.h"
#include "elastogap/spectrum.h"
#include "elastogap/state.h"
#include "elastogap/sensitivity.h"
#include "elastogap/steady.h"
#include "elastogap/sweep.h"
#include "elastogap/trajectory.h"

#endif
