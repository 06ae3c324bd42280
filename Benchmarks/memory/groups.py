"""Memory cgroups, and what the processes in them hold."""

import os
import subprocess
import threading
import time

MB = 1 << 20


class NoGroup(Exception):
    """Why no memory cgroup can be made here."""


class MemoryGroup:
    """A memory cgroup of its own with a limit and no swap; version 1 or 2.

    Use it in a `with` statement; the group goes with it.
    """

    def __init__(self, limit):
        name = f"thumbs-{os.getpid()}-{time.monotonic_ns()}"
        errors = []
        for parent, version in self._parents():
            path = os.path.join(parent, name)
            try:
                os.mkdir(path)
                self.path, self.version = path, version
                self._limit(limit)
                return
            except OSError as error:
                errors.append(f"{path}: {error.strerror}")
                if os.path.isdir(path):
                    os.rmdir(path)
        raise NoGroup("no memory cgroup can be made: " + ("; ".join(errors) or "none is mounted"))

    @staticmethod
    def _parents():
        """Directories below which a group may be made: where controllers are mounted."""
        with open("/proc/mounts") as mounts:
            for line in mounts:
                _, place, kind, options = line.split()[:4]
                if kind == "cgroup" and "memory" in options.split(","):
                    yield place, 1
                elif kind == "cgroup2":
                    with open("/proc/self/cgroup") as own:
                        below = next((l[4:].strip() for l in own if l.startswith("0::/")), "")
                    yield os.path.join(place, below), 2
                    yield place, 2

    def _limit(self, limit):
        if self.version == 1:
            self._write("memory.limit_in_bytes", limit)
            self._write("memory.swappiness", 0)
            if os.path.exists(os.path.join(self.path, "memory.memsw.limit_in_bytes")):
                self._write("memory.memsw.limit_in_bytes", limit)
        else:
            self._write("memory.max", limit)
            if os.path.exists(os.path.join(self.path, "memory.swap.max")):
                self._write("memory.swap.max", 0)

    def _write(self, name, value):
        with open(os.path.join(self.path, name), "w") as file:
            file.write(str(value))

    def _read(self, name):
        with open(os.path.join(self.path, name)) as file:
            return file.read()

    def processes(self):
        """The numbers of the processes in the group."""
        return [int(line) for line in self._read("cgroup.procs").split()]

    def kills(self):
        """How many processes the kernel has killed for want of memory."""
        name = "memory.oom_control" if self.version == 1 else "memory.events"
        for line in self._read(name).splitlines():
            key, _, value = line.partition(" ")
            if key == "oom_kill":
                return int(value)
        return 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for _ in range(100):
            try:
                os.rmdir(self.path)
                return
            except OSError:
                time.sleep(0.02)


class Run:
    """How a program ended, and what it and its children held."""

    def __init__(self, status, seconds, cpu, peak, kills, output, errors):
        self.status = status
        self.seconds = seconds
        self.cpu = cpu
        self.peak = peak
        self.kills = kills
        self.output = output
        self.errors = errors


def proportional(process, field="Pss:"):
    """A process' memory in bytes, each shared page divided by the number of its holders."""
    try:
        with open(f"/proc/{process}/smaps_rollup") as file:
            for line in file:
                if line.startswith(field):
                    return int(line.split()[1]) << 10
    except (OSError, ValueError):
        pass
    return 0


def run(words, limit, field="Pss:", interval=0.02, timeout=3600):
    """Runs a program inside a group of its own and samples the sum of PSS, or of another field."""
    with MemoryGroup(limit) as group:
        peak = 0
        done = threading.Event()

        def sample():
            nonlocal peak
            while not done.wait(interval):
                peak = max(peak, sum(proportional(number, field) for number in group.processes()))

        sampler = threading.Thread(target=sample)
        before = os.times()
        start = time.monotonic()
        enter = 'echo $$ > "$0/cgroup.procs" && exec "$@"'
        child = subprocess.Popen(
            ["/bin/sh", "-c", enter, group.path, *words],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")
        sampler.start()
        try:
            output, errors = child.communicate(timeout=timeout)
        finally:
            child.kill()
            child.wait()
            done.set()
            sampler.join()
        seconds = time.monotonic() - start
        after = os.times()
        cpu = sum(after[2:4]) - sum(before[2:4])
        return Run(child.returncode, seconds, cpu, peak, group.kills(), output, errors)
