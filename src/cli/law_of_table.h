/* Impacts on stops whose force is a table: elastogap law with --table. */
#ifndef EG_CLI_LAW_OF_TABLE_H
#define EG_CLI_LAW_OF_TABLE_H

#include "elastogap/contact.h"

#include <stdbool.h>

typedef struct eg_table_law {
    const char *file;    /* .csv, .txt or .mat: penetration, force and perhaps force on the way back */
    const char *columns; /* their names, "x,force"; NULL: the file's first columns */
    bool is_smooth;      /* cubics instead of lines */
    double c_turn;       /* NAN: the component's */
    double d, mass, load;
} eg_table_law;

/* The impact of a mass with that speed, as a run of Elastogap.Contact.TableGap. 0, or the exit status of what
 * has been told. */
int eg_law_of_table(const eg_table_law *law, double speed, eg_impact *impact);

#endif
