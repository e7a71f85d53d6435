/* Fuzzing the reader of Dyad: the same with texts in that language. */
#define EG_FUZZ_NAME "fuzz.dyad"
#include "fuzz_reader.c"
