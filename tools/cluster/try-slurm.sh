#!/bin/bash
# Tries the job scripts of examples/cluster on a Slurm of two nodes that this machine plays by itself, and plain ssh to
# itself: do sweeps come to the bytes of elastogap sweep, also where a job is killed and put back into the queue?
#
#   sudo tools/cluster/try-slurm.sh [BUILD]     default: build. tools/setup.sh cluster installs what it needs
#
# Everything (munge's key, Slurm's configuration, state and logs, an sshd with keys of its own) is in a directory that
# goes when it ends; no service of the system is touched. It tells what it does, and ends with 0 where all is as it
# should be.
set -u
[ "$(id -u)" -eq 0 ] || { echo "slurmd and sshd need root here" >&2; exit 2; }
build=$(realpath "${1:-build}")
scripts=$(realpath "$(dirname "$0")/../../examples/cluster")
work=$(mktemp -d /tmp/cluster-XXXXXX)
pids=()
failures=0
clean_up() {
    for ((i = ${#pids[@]} - 1; i >= 0; i--)); do
        kill "${pids[i]}" 2>/dev/null && wait "${pids[i]}" 2>/dev/null
    done
    if [ $failures -eq 0 ]; then rm -rf "$work"; else echo "logs stay in $work"; fi
}
trap clean_up EXIT
chmod 755 "$work"
cd "$work" || exit 1
mkdir state node1 node2 munge jobs
fail() { echo "FAILED: $1"; failures=$((failures + 1)); }
same() { if cmp -s "$1" "$2"; then echo "  $3: the same bytes"; else fail "$3: other bytes"; fi; }
within() { # SECONDS COMMAND...: until it succeeds
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.2
    done
}
export ELASTOGAP=$build/elastogap ELASTOGAP_MPI=$build/elastogap-mpi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_hwloc_base_binding_policy=none
export OMPI_MCA_btl=self,tcp # nodes that are one machine would take the same names of shared memory

# ---------------------------------------------------------------- a cluster

head -c 1024 /dev/urandom >munge/key
chmod 700 munge && chmod 600 munge/key
chown -R root munge
munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge.socket" --pid-file="$work/munge/pid" \
    --log-file="$work/munge/log" --seed-file="$work/munge/seed" --num-threads=2 >munge.out 2>&1 &
pids+=($!)
host=$(hostname -s)
cat >slurm.conf <<CONF
ClusterName=trial
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/%n
SlurmdPidFile=$work/%n.pid
SlurmctldPidFile=$work/ctld.pid
SlurmdLogFile=$work/%n.log
SlurmctldLogFile=$work/ctld.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
JobRequeue=1
SchedulerParameters=sched_interval=2,batch_sched_delay=0
KillWait=5
NodeName=node1 NodeHostname=$host NodeAddr=127.0.0.1 Port=16818 CPUs=2 State=UNKNOWN
NodeName=node2 NodeHostname=$host NodeAddr=127.0.0.1 Port=16819 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=node1,node2 Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$work/slurm.conf
within 10 test -S munge.socket || { fail "munged does not start"; exit 1; }
slurmctld -D -f "$SLURM_CONF" >ctld.out 2>&1 &
pids+=($!)
for node in node1 node2; do
    slurmd -D -N $node -f "$SLURM_CONF" >$node.out 2>&1 &
    pids+=($!)
done
is_up() { [ "$(sinfo -h -o %D -t idle 2>/dev/null)" = 2 ]; }
within 30 is_up || { fail "the nodes do not come up"; tail -5 ./*.log ./*.out; exit 1; }
sinfo

# ---------------------------------------------------------------- the jobs

cat >drop.mo <<'MODEL'
model Drop
  import Modelica.Mechanics.Translational.Components.*;
  Fixed ground;
  ElastoGap stop(c = 1e5, d = 60);
  Mass ball(m = 2, L = 0, s(start = 0.5, fixed = true), v(start = 0, fixed = true));
  Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -9.81*ball.m);
equation
  connect(ground.flange, stop.flange_a);
  connect(stop.flange_b, ball.flange_a);
  connect(weight.flange, ball.flange_b);
  annotation(experiment(StopTime = 20));
end Drop;
MODEL
what=(drop.mo --get ball.s --get 'count(stop, contact begins)')
draw=(--set 'stop.d=loguniform(1, 1e3)' --design random --count "${ROWS:-60000}")
"$ELASTOGAP" sweep "${what[@]}" "${draw[@]}" --quiet -o one.csv || fail "the reference"
cp drop.mo jobs
cd jobs || exit 1
is_over() { [ -z "$(squeue -h -j "$1" 2>/dev/null)" ]; }

echo "sbatch, MPI on two nodes:"
job=$(sbatch --parsable --nodes=2 --ntasks=4 --ntasks-per-node=2 --time=5 "$scripts/sweep-mpi.sbatch" "${what[@]}" \
    "${draw[@]}" -o mpi.csv)
within 90 is_over "$job" || fail "job $job does not end"
sed 's/^/    /' "sweep-$job.log"
grep -q '4 threads of 4 ranks' "sweep-$job.log" || fail "not four ranks"
same ../one.csv mpi.csv "  MPI on two nodes"

echo "the same, put back into the queue in the middle, three times:"
job=$(sbatch --parsable --nodes=2 --ntasks=4 --ntasks-per-node=2 --time=5 "$scripts/sweep-mpi.sbatch" "${what[@]}" \
    "${draw[@]}" -o requeued.csv)
has_grown() { [ "$(stat -c %s requeued.csv.journal 2>/dev/null || echo 0)" -gt "$1" ]; }
size=100
for i in 1 2 3; do
    within 150 has_grown $size && scontrol requeue "$job" || { fail "it was done before"; break; }
    sleep 1
    size=$(($(stat -c %s requeued.csv.journal 2>/dev/null || echo 0) + 100))
    echo "    journal: $size bytes"
    scontrol update JobId="$job" StartTime=now 2>/dev/null
done
within 300 is_over "$job" || fail "job $job does not end"
same ../one.csv requeued.csv "requeued"

echo "sbatch, an array:"
printf '%s\n' '--set stop.d=loguniform(1,1e3) --design random --count 500 --seed 1' \
    '--set stop.d=loguniform(1,1e3) --design random --count 500 --seed 2' '--set stop.d=range(1,100,50)' >studies.txt
job=$(sbatch --parsable --array=1-3 --time=5 "$scripts/sweep-array.sbatch" studies.txt "${what[@]}")
within 200 is_over "$job" || fail "job $job does not end"
for k in 1 2 3; do
    read -r -a options < <(sed -n "${k}p" studies.txt)
    "$ELASTOGAP" sweep "${what[@]}" "${options[@]}" --quiet -o ../array.csv
    same ../array.csv sweep-$k.csv "element $k"
done

# ---------------------------------------------------------------- ssh

echo "ssh, two names of this machine:"
ssh-keygen -q -t ed25519 -N '' -f ../host-key && ssh-keygen -q -t ed25519 -N '' -f ../key
cp ../key.pub ../authorized
mkdir -p /run/sshd
/usr/sbin/sshd -D -e -f /dev/null -o Port=16822 -o ListenAddress=127.0.0.1 -o ListenAddress=127.0.0.2 -o HostKey="$work/host-key" \
    -o AuthorizedKeysFile="$work/authorized" -o StrictModes=no -o PidFile=none -o PermitRootLogin=yes \
    -o UsePAM=no 2>../sshd.log &
pids+=($!)
cat >../ssh <<SSH
#!/bin/sh
exec ssh -p 16822 -i $work/key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR "\$@"
SSH
chmod +x ../ssh
export OMPI_MCA_plm=rsh OMPI_MCA_plm_rsh_agent=$work/ssh OMPI_MCA_ras=^slurm
"$scripts/sweep-ssh.sh" '127.0.0.1:2,127.0.0.2:2' "${what[@]}" "${draw[@]}" -o ssh.csv 2>&1 | sed 's/^/    /'
same ../one.csv ssh.csv "ssh"

[ $failures -eq 0 ] && echo "all is as it should be"
exit $((failures > 0))
