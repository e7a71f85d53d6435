/* Long steps of the engine exact where a cluster is stiff: its fast motions have died away, and what is
 * left is smooth.
 *
 * A cluster of bodies obeys m_b w_b' = u_b - sum over elements of factor f, f = f_0 + f_s ds + f_v
 * dv_rel, with w the change of speed. On a step of any length H, w is sought as a polynomial of degree D
 * = EG_LONG_DEGREE, such that these equations hold at Radau's points: the L-stable method Radau IIA of D
 * stages (Ehle 1969; Hairer and Wanner, Solving ODEs II, IV.5), for the Legendre coefficients; so round-off
 * that stirs fast motions is damped and not carried on. Where the motion is smooth on the scale of H the
 * coefficients fall off geometrically, whatever the stiffness; where it is not they do not, which is seen.
 * The step is good when the last two are below round-off of the largest, or of distances over H. What is
 * left of the residual is then round-off of the forces, and since springs and dampers of the mode are passive
 * (f_s, f_v >= 0), the energy of the error that it makes grows by no more than its work: the error is that of
 * a cluster whose forces are rounded. */
#ifndef EG_ENGINE_EXACT_LONG_H
#define EG_ENGINE_EXACT_LONG_H

/* Bodies at most; of clusters of more than a few, other engines take the long steps where they may. */
enum {
    EG_LONG_DEGREE = 12, /* EG_RADAU_STAGES */
    EG_LONG_BODIES = 24,
    EG_LONG_FEW = 5
};

typedef struct eg_long_element {
    int body[2]; /* 0 ... bodies - 1; -1: what does not move */
    double factor[2];
    double s, f, f_s, f_v; /* at the beginning */
} eg_long_element;

/* Room for the work, and tables made once. */
typedef struct eg_long eg_long;
eg_long *eg_long_create(void); /* NULL when out of memory */
void eg_long_free(eg_long *l); /* accepts NULL */

/* v[b][0 ... EG_LONG_DEGREE]: coefficients by powers of the part x of a step of `length`; v[b][0] is
 * given. push[b] are those of the outer force, of that degree or less. Answers the last coefficients in
 * units of what counts as round-off: above 1 the step is not good, and v is as it was. They go with
 * length^EG_LONG_DEGREE or so. */
double eg_long_step(eg_long *l, int bodies, const double *mass, int elements, const eg_long_element *element,
                    double length, double push[][EG_LONG_DEGREE + 1], double v[][EG_LONG_DEGREE + 1]);

#endif
