"""A cluster of one node, this machine: munged, slurmctld and slurmd as Debian has them, in a directory and on ports
of their own, without systemd, control groups or accounting. They end with the block that uses them, or with the
process."""
import contextlib
import ctypes
import os
import pathlib
import pwd
import signal
import socket
import subprocess
import time

CONFIGURATION = """ClusterName=talweg
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={directory}/munge.socket
StateSaveLocation={directory}/state
SlurmdSpoolDir={directory}/spool
SlurmctldPidFile={directory}/slurmctld.pid
SlurmdPidFile={directory}/slurmd.pid
SlurmctldLogFile={directory}/slurmctld.log
SlurmdLogFile={directory}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=2
MinJobAge=10
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=runs Nodes=ALL Default=NO MaxTime=INFINITE State=UP
"""


def _free_ports(count):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def _end_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


class Cluster:
    """with Cluster(directory) as cluster: cluster.environment lets Slurm's programs find it."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        self.environment = {**os.environ, "SLURM_CONF": str(self.directory / "slurm.conf")}
        self._daemons = []

    def __enter__(self):
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        with contextlib.suppress(subprocess.SubprocessError, OSError):
            self.ask("scancel", "--signal=KILL", "--user", str(os.getuid()), check=False)
            self.ask("scancel", "--user", str(os.getuid()), check=False)
        for daemon in reversed(self._daemons):
            daemon.terminate()
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def _start(self):
        self.directory.chmod(0o755)  # munged wants its socket to be reachable
        for name in ("state", "spool"):
            (self.directory / name).mkdir()
        key = self.directory / "munge.key"
        key.touch(0o600)
        key.write_bytes(os.urandom(128))
        host, user = socket.gethostname().split(".")[0], pwd.getpwuid(os.getuid()).pw_name
        configuration = CONFIGURATION.format(host=host, user=user, directory=self.directory, ports=_free_ports(2))
        (self.directory / "slurm.conf").write_text(configuration, encoding="utf-8")
        # Control groups are not used; of version 1 slurmd does not ask that any be mounted.
        (self.directory / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n", encoding="utf-8")
        places = {name: f"--{name}-file={self.directory}/munge.{name}" for name in ("pid", "log", "seed")}
        self._daemon("munged", "--foreground", "--force", f"--key-file={key}",
                     f"--socket={self.directory}/munge.socket", *places.values())
        self._wait("munged's socket", lambda: (self.directory / "munge.socket").exists())
        self._daemon("slurmctld", "-D")
        self._daemon("slurmd", "-D")
        self._wait("an idle node", lambda: self.ask("sinfo", "-h", "-o", "%T", check=False).strip() == "idle")

    def _daemon(self, name, *arguments):
        log = open(self.directory / f"{name}.out", "wb")
        self._daemons.append(subprocess.Popen([f"/usr/sbin/{name}", *arguments], env=self.environment, stdout=log,
                                              stderr=subprocess.STDOUT, preexec_fn=_end_with_parent))

    def _wait(self, what, there, seconds=60):
        end = time.monotonic() + seconds
        while not there():
            dead = [daemon.args[0] for daemon in self._daemons if daemon.poll() is not None]
            if dead or time.monotonic() > end:
                raise RuntimeError(f"no {what}; {dead or 'nobody'} has ended\n{self.logs()}")
            time.sleep(0.1)

    def ask(self, *command, check=True):
        """What a program of Slurm answers."""
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=60, check=False)
        if check and done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr}\n{self.logs()}")
        return done.stdout

    def jobs(self):
        """Names and states of what waits and runs, one line each."""
        return self.ask("squeue", "-h", "-r", "-o", "%j %T").splitlines()

    def wait_for_jobs(self, seconds):
        """Until nothing waits or runs."""
        self._wait("end of all jobs", lambda: not self.jobs(), seconds)

    def logs(self):
        """The last lines that the daemons wrote."""
        files = [*self.directory.glob("*.out"), *self.directory.glob("*.log")]
        return "\n".join(f"{file.name}:\n" + "\n".join(file.read_text(errors="replace").splitlines()[-15:])
                         for file in files)
