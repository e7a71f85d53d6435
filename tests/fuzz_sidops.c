/* Fuzzing the reader of 20-sim's texts: the same with SIDOPS, alone and in .emx files. */
#define EG_FUZZ_NAME "fuzz.sidops"
#include "fuzz_reader.c"
