/* What equations write as pieces of a model (base/local.h): laws between flanges, or between bodies that they
 * write themselves, as elements, and forces of time as loads. Engines that take clusters one by one then take
 * them as native ones. Nothing else asks for these elements: they stand behind the model's own. */
#ifndef EG_NETWORK_USER_PIECES_H
#define EG_NETWORK_USER_PIECES_H

#include "network/network.h"
#include "network/user/user.h"

/* Element number m->element_count + i is made of the law that piece i is. */
typedef struct eg_user_piece {
    const char *component; /* whose its events are; NULL: it has none */
    const int *relations;  /* that its law asks, and what they are in its modes (contact_law.h) */
    int relation_count;
    int *holds;
} eg_user_piece;

typedef struct eg_user_pieces {
    const char *reason; /* why there are none, as words that follow "because"; NULL: they are known */
    eg_user_piece *list;
    int count;
    eg_tape_step *timed; /* what follows time (user->affinity.timed), in order */
} eg_user_pieces;

static inline int eg_written_elements(const eg_model *m)
{
    return m->user && m->user->pieces ? m->user->pieces->count : 0;
}
/* Does it act between bodies that equations write, by number (body_a, body_b), and not between nodes? */
static inline bool eg_pieces_are_own(const eg_element *e)
{
    return e->node_a < 0 && e->node_b < 0;
}
/* Bodies that no component has, behind those of the network. */
int eg_own_body_count(const eg_model *m);
/* Whose events those of element i are. */
const char *eg_pieces_path(const eg_model *m, int i);
/* Is the flow a part of a law that is a spring, a damper or a contact? */
bool eg_user_is_of_known_law(const eg_user *u, int flow);
/* The mode of written element i is that which its relations say, or where that is more than one the one which
 * its distance and speed say. */
void eg_pieces_begin(eg_network *s, int i);
/* Does a relation of it change when `mode` follows? */
bool eg_pieces_are_told(const eg_network *s, int i, int mode);
/* Its relations become what they are in its mode. */
void eg_pieces_follow(eg_network *s, int i);
/* What follows time at that time, all else standing as it was when all was evaluated last. */
void eg_pieces_run_timed(eg_network *s, double t);
/* The distance along which a law acts, with the digits that its equations see where they ask for it. */
double eg_user_law_distance(const eg_network *s, int from, int to, const double *y);

#endif
