# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# A Slurm of our own, for tests: source it, then start_slurm FOLDER and stop_slurm.
# Controller, two nodes (n1 and n2, of four processors each, whatever there are) and their munged live below FOLDER, on free ports
# of the loopback.
# Neither a Slurm of the system nor its munge is touched. It works as root and as a user, without systemd and control groups.

# Prints why there can be no Slurm here, in one line; nothing where there can.
why_no_slurm() {
  local needed
  for needed in slurmctld slurmd sbatch squeue scontrol munged; do
    PATH=$PATH:/usr/sbin command -v "$needed" >/dev/null || { echo "there is no $needed (Debian: slurm-wlm, munge)"; return; }
  done
}

# Prints so many ports that nobody listens on.
free_ports() {
  local port=$((20000 + RANDOM % 20000)) left=$1
  while [[ $left -gt 0 ]]; do
    port=$((port + 1))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && continue
    echo "$port"
    left=$((left - 1))
  done
}

# What a daemon wrote last.
show_slurm_logs() { tail -n 15 "$slurm_folder"/*.log; }

# Starts all of it; says why and fails if the nodes are not idle within 30 s.
start_slurm() {
  slurm_folder=$1
  local host user port rounds=0 cpus=4
  host=$(hostname -s) user=$(id -un)
  PATH=$PATH:/usr/sbin
  mapfile -t port < <(free_ports 3)
  mkdir -p "$slurm_folder"/{state,spool-n1,spool-n2,munge}
  # munged trusts no folder that others may write to, and clients must reach its socket.
  chmod 755 "$slurm_folder" "$slurm_folder/munge"
  (umask 077 && head -c 128 /dev/urandom >"$slurm_folder/munge/key")
  munged --force --key-file="$slurm_folder/munge/key" --socket="$slurm_folder/munge/socket" \
    --pid-file="$slurm_folder/munge/pid" --log-file="$slurm_folder/munge/log" \
    --seed-file="$slurm_folder/munge/seed" --num-threads=2 || return
  cat >"$slurm_folder/slurm.conf" <<END
ClusterName=polyglot
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=${port[0]}
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$slurm_folder/munge/socket,cred_expire=5
CryptoType=crypto/munge
StateSaveLocation=$slurm_folder/state
SlurmdSpoolDir=$slurm_folder/spool-%n
SlurmctldPidFile=$slurm_folder/slurmctld.pid
SlurmdPidFile=$slurm_folder/slurmd-%n.pid
SlurmctldLogFile=$slurm_folder/slurmctld.log
SlurmdLogFile=$slurm_folder/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1,batch_sched_delay=0,bf_interval=1,requeue_setup_env_fail
KillWait=2
NodeName=n[1-2] NodeHostname=$host NodeAddr=127.0.0.1 Port=[${port[1]},${port[2]}] CPUs=$cpus RealMemory=2000 State=UNKNOWN
PartitionName=test Nodes=n[1-2] Default=YES MaxTime=INFINITE State=UP
END
  export SLURM_CONF=$slurm_folder/slurm.conf
  slurmctld -f "$SLURM_CONF" || return
  slurmd -N n1 -f "$SLURM_CONF" && slurmd -N n2 -f "$SLURM_CONF" || return
  until [[ $(sinfo -h -N -t idle -o %N 2>/dev/null | wc -l) -eq 2 ]]; do
    rounds=$((rounds + 1))
    if [[ $rounds -gt 150 ]]; then
      echo "Slurm does not start:"
      sinfo
      show_slurm_logs
      return 1
    fi
    sleep 0.2
  done
}

# For two minutes at most; fails if a job still waits or runs then.
wait_for_all_jobs() {
  local rounds
  for ((rounds = 0; rounds < 600; rounds++)); do
    [[ -n $(squeue -h) ]] || return 0
    sleep 0.2
  done
  squeue
  return 1
}

# Ends jobs and daemons, and waits until they are gone.
stop_slurm() {
  local rounds=0 signal=-TERM process
  [[ -n ${slurm_folder:-} ]] || return 0
  while [[ -n $(slurm_processes) && $rounds -lt 50 ]]; do
    [[ $rounds -lt 40 ]] || signal=-KILL
    for process in $(slurm_processes); do kill "$signal" "$process" 2>/dev/null; done
    rounds=$((rounds + 1))
    sleep 0.2
  done
}

# Prints the daemons and jobs of this Slurm, by their numbers: they have the folder in their environment, or, as munged, in
# their command line, and are in sessions of their own.
slurm_processes() {
  local process own session
  own=$(ps -o sid= -p $$)
  for process in $(grep -lzE "^(SLURM_CONF=|--socket=)$slurm_folder/" /proc/[0-9]*/{environ,cmdline} 2>/dev/null | tr -dc '0-9\n'); do
    session=$(ps -o sid= -p "$process")
    [[ -n $session && $session != "$own" ]] && echo "$process"
  done
}
