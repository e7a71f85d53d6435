/* Which columns a set of sparse rows determines: Gaussian elimination, the largest entry of every row as its
 * pivot. */
#ifndef EG_NETWORK_SOLVE_PIVOTS_H
#define EG_NETWORK_SOLVE_PIVOTS_H

#include "network/model.h"

/* Row k is the sum of terms[start[k]] ... terms[start[k + 1] - 1], index = column; a column may occur more
 * than once. pivot[k] (rows) becomes the column in which row k is largest once the rows before it are
 * subtracted, or -1 where nothing but rounding is left of it. No column is taken twice, and the rows
 * without -1 are regular in their columns. The same bits give the same choice; among equals the first. 0,
 * or -1 out of memory. */
int eg_pivots_find(int rows, int columns, const int *start, const eg_term *terms, int *pivot);

/* The same, and how rows without a pivot follow from others: sums of rows that are 0. Sum number i is
 * terms[start[i]] ... terms[start[i + 1] - 1], index = row; it ends the search for a pivot of row last[i].
 * What is rounding each column tells by what was summed there: beside forces the coefficients of
 * accelerations, light masses, are as good as any. */
typedef struct eg_pivot_sums {
    int count;
    int *last, *start; /* malloc'ed, as the others */
    eg_term *terms;
} eg_pivot_sums;
int eg_pivots_find_sums(int rows, int columns, const int *start, const eg_term *terms, int *pivot,
                        eg_pivot_sums *sums);
void eg_pivot_sums_release(eg_pivot_sums *sums);

#endif
