"""Runs a program and tells what it and all processes below it cost."""

import os
import shutil
import statistics
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field

import groups


@dataclass
class Command:
    """A program, its input, and the environment and directory it wants."""

    words: list
    standard_input: bytes = b""
    environment: dict = field(default_factory=dict)
    directory: str = None


@dataclass
class Cost:
    """What a run took. Times in seconds, memory in bytes."""

    status: int
    wall: float
    cpu: float
    minor_faults: int
    major_faults: int
    peak: int
    kills: int
    errors: str


def descendants(process):
    """A process and all below it that live now."""
    found = [process]
    for parent in found:
        try:
            tasks = os.listdir(f"/proc/{parent}/task")
        except OSError:
            continue
        for task in tasks:
            try:
                with open(f"/proc/{parent}/task/{task}/children") as file:
                    found += [int(word) for word in file.read().split()]
            except OSError:
                pass
    return found


def run(command, *, sampled=False, limit=None, timeout=900):
    """Runs a command to its end; inside a memory group without swap where there is a limit.

    With `sampled` the sum of PSS is taken every 20 ms; that costs the measured processes time, so
    memory and time come from different runs. What children of a killed process took is not counted.
    """
    if limit is None:
        return _run(command, command.words, sampled, timeout, None)
    with groups.MemoryGroup(limit) as group:
        enter = 'echo $$ > "$0/cgroup.procs" && exec "$@"'
        words = ["/bin/sh", "-c", enter, group.path, *command.words]
        return _run(command, words, sampled, timeout, group)


def _run(command, words, sampled, timeout, group):
    environment = {**os.environ, **command.environment}
    peak = 0
    over = threading.Event()

    def sample(process):
        nonlocal peak
        while not over.wait(0.02):
            below = group.processes() if group else descendants(process)
            peak = max(peak, sum(groups.proportional(number) for number in below))

    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as errors:
        given.write(command.standard_input)
        given.seek(0)
        start = time.monotonic()
        child = subprocess.Popen(
            words, stdin=given, stdout=subprocess.DEVNULL, stderr=errors, env=environment,
            cwd=command.directory, start_new_session=True)
        watchdog = threading.Timer(timeout, lambda: os.killpg(child.pid, 9))
        watchdog.start()
        sampler = threading.Thread(target=sample, args=[child.pid]) if sampled else None
        if sampler:
            sampler.start()
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        watchdog.cancel()
        over.set()
        if sampler:
            sampler.join()
        errors.seek(0)
        text = errors.read().decode(errors="replace")
    return Cost(
        child.returncode, wall, usage.ru_utime + usage.ru_stime, usage.ru_minflt, usage.ru_majflt,
        peak, group.kills() if group else 0, text)


@dataclass
class Figure:
    """A median and its spread: the lowest and the highest."""

    middle: float
    low: float
    high: float

    @staticmethod
    def of(values):
        return Figure(statistics.median(values), min(values), max(values))

    def text(self, places=2, times=1):
        if len({self.low, self.middle, self.high}) == 1:
            return f"{self.middle * times:.{places}f}"
        parts = (f"{value * times:.{places}f}" for value in (self.middle, self.low, self.high))
        middle, low, high = parts
        return f"{middle} ({low}–{high})"


def ratios(others, ours):
    """How many times as much others took, round by round, so that what slowed both does not count."""
    return Figure.of([other / own for other, own in zip(others, ours) if own > 0])


def emptied(directory):
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    return directory
