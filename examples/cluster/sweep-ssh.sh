#!/bin/sh
# A sweep by MPI on machines that are reached by ssh, without a queue:
#
#   examples/cluster/sweep-ssh.sh 'one:4,two:8' Drop.mo --set 'stop.d=loguniform(1, 1e3)' --count 1000000 --get ball.s
#
# runs four ranks on the machine one and eight on two. ssh must not ask for a password there; the program and the model
# have to be found under the same names. Table and journal are written by the first rank, on the first machine, in the
# directory of the call. When a rank or a machine is lost it is run again, unless it has failed within a few seconds
# three times in a row.
hosts=$1
shift
ranks=$(echo "$hosts" | tr ',' '\n' | awk -F: '{ n += $2 ? $2 : 1 } END { print n }')
failed=0
until
    began=$(date +%s)
    mpirun --host "$hosts" -n "$ranks" "${ELASTOGAP_MPI:-elastogap-mpi}" sweep "$@" --resume
do
    outcome=$?
    failed=$((failed + 1))
    [ $(($(date +%s) - began)) -lt 10 ] || failed=0
    [ $failed -lt 3 ] || exit $outcome
    sleep 1
done
