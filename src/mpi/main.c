/* elastogap-mpi: the sweeps of the program, computed by the ranks of MPI.
 *
 * Every rank reads the same command line and model. What there is to say one rank says: the first, or where
 * another one is not ready, that. The others keep what they would print to themselves. */
#include "mpi/crew.h"

#include "cli/print.h"
#include "cli/signals.h"
#include "cli/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_help(FILE *stream)
{
    fprintf(stream,
            "elastogap-mpi %s: the sweeps of elastogap, computed by many processes\n\n"
            "  mpirun -n N elastogap-mpi sweep FILE.mo|CLASS --get WHAT [OPTION]...\n\n",
            eg_version());
    eg_print_wrapped(
        stream,
        "Options, table and journal are those of elastogap sweep (elastogap-mpi sweep --help), and the table "
        "is the same, byte by byte; each may go on with what the other has begun. --threads N gives each "
        "rank N threads (default: 1). All ranks have to find the model; table and journal are written by the "
        "first. When a rank is lost, or the job is ended, the same command with --resume computes what is "
        "missing.",
        0);
    fprintf(stream, "\n  Exit status: 0 done; 1 the model is wrong; 2 wrong usage; 3 the sweep failed.\n");
}

static int run(eg_ranks *ranks, int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : NULL;
    if (!name) {
        print_help(stderr);
        return eg_print_usage_error("say what to run: elastogap-mpi sweep ...");
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        print_help(stdout);
        return EG_EXIT_DONE;
    }
    if (strcmp(name, "--version") == 0) {
        printf("elastogap-mpi %s\n", eg_version());
        return EG_EXIT_DONE;
    }
    if (strcmp(name, "sweep") != 0)
        return eg_print_usage_error(
            "elastogap-mpi runs sweeps alone: elastogap-mpi sweep ...; for %s there is "
            "elastogap",
            name);
    return eg_sweep_command(argc - 2, argv + 2, &ranks->crew);
}

/* What this rank prints goes into a file without a name; NULL: nowhere. */
static FILE *keep_silent(void)
{
    FILE *kept = tmpfile();
    FILE *nowhere = fopen("/dev/null", "w");
    if (nowhere) {
        dup2(fileno(nowhere), STDOUT_FILENO);
        dup2(fileno(kept ? kept : nowhere), STDERR_FILENO);
        fclose(nowhere);
    }
    return kept;
}

static void tell(FILE *kept, int errors, int rank)
{
    char host[MPI_MAX_PROCESSOR_NAME] = "", text[4096];
    int length;
    size_t n;
    if (errors < 0)
        return;
    fflush(stderr);
    dup2(errors, STDERR_FILENO);
    MPI_Get_processor_name(host, &length);
    fprintf(stderr, "rank %d, on %s:\n", rank, host);
    rewind(kept);
    while ((n = fread(text, 1, sizeof text, kept)) > 0)
        fwrite(text, 1, n, stderr);
    fflush(stderr);
}

int main(int argc, char **argv)
{
    int level;
    eg_ranks ranks;
    eg_print_keep_streams();
    /* Messages are few and small: Open MPI need not look for fabrics of libfabric and PSM, which takes longer
     * than all else of its start. Whoever has said what to take gets that. */
    setenv("OMPI_MCA_pml", "^cm", 0);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    eg_ranks_begin(&ranks);
    eg_signals_begin();
    const bool first = ranks.crew.rank == 0;
    const int errors = first ? -1 : dup(STDERR_FILENO);
    FILE *kept = first ? NULL : keep_silent();
    int outcome = run(&ranks, argc, argv);
    if (!ranks.met)
        outcome = eg_ranks_meet(&ranks, outcome, 0);
    const bool tells = ranks.teller < 0 ? first : ranks.teller == ranks.crew.rank;
    if (tells)
        outcome = eg_print_finish(outcome);
    if (tells && kept)
        tell(kept, errors, ranks.crew.rank);
    if (kept)
        fclose(kept);
    if (errors >= 0)
        close(errors);
    MPI_Finalize();
    return outcome;
}
