# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the JSON reports of strata-perf say."""

# Of one machine, not of the measurement.
PRIVATE = ("host_name", "executable")
# Differ from process to process: kept with the benchmarks.
PER_RUN = ("rank", "kokkos_version", "kokkos_backends", "kokkos_threads",
           "bandwidth_memory_read_gb_s")

# Who is measured beside Strata and is no library: loops by hand, memory itself.
NO_LIBRARIES = ("yardstick", "static-rows", "dynamic-rows", "copy")


def merge(reports):
    """One report with the benchmarks of all. Each benchmark gets what is
    particular to its run; `runs` keeps every context without the names of
    machines."""
    if not reports:
        raise ValueError("nothing to merge")
    runs, benchmarks = [], []
    for report in reports:
        for context in report["context"].get("runs", [report["context"]]):
            runs.append({k: v for k, v in context.items() if k not in PRIVATE})
        for benchmark in report.get("benchmarks", []):
            own = {"run_" + key: report["context"][key] for key in PER_RUN
                   if key in report["context"]}
            benchmarks.append({**own, **benchmark})
    context = {k: v for k, v in runs[0].items()
               if k == "date" or all(run.get(k) == v for run in runs)}
    context["runs"] = runs
    return {"context": context, "benchmarks": benchmarks}


class Entry:
    """One contestant in one contest."""

    def __init__(self, record):
        words = dict(pair.split("=", 1)
                     for pair in record.get("label", "").split("; ") if "=" in pair)
        name = record["name"].split("/")
        self.kernel, self.input, self.peer = name[0], name[1], name[2]
        self.words = words
        self.fault = record.get("error_message", "") if record.get(
            "error_occurred") else ""
        self.numbers = {k: v for k, v in record.items()
                        if isinstance(v, (int, float)) and not isinstance(v, bool)}
        self.threads = int(self.numbers.get(
            "kokkos_threads", record.get("run_kokkos_threads", 1)))
        self.rank = record.get("run_rank", "")
        self.backend = record.get("run_kokkos_backends", "")

    def number(self, key):
        """NaN when it was not measured."""
        return self.numbers.get(key, float("nan"))


class Contest:
    """All contestants for one kernel and input in one process."""

    def __init__(self, entries):
        self.entries = {entry.peer: entry for entry in entries}
        first = entries[0]
        self.kernel, self.input, self.threads = first.kernel, first.input, first.threads
        self.rank, self.backend = first.rank, first.backend

    @property
    def strata(self):
        return self.entries.get("Strata")

    @property
    def others(self):
        """Everyone but Strata who was measured."""
        return {name: entry for name, entry in self.entries.items()
                if name != "Strata" and "ratio" in entry.numbers}

    @property
    def faults(self):
        return [entry for entry in self.entries.values() if entry.fault]

    def best(self):
        """The fastest library, without what is no library; None without any."""
        libraries = [e for name, e in self.others.items()
                     if name not in NO_LIBRARIES and not name.startswith("Strata-")]
        return min(libraries, key=lambda e: e.number("ratio"), default=None)


class Results:
    """A report, by contests in the order in which they ran."""

    def __init__(self, report):
        self.context = report["context"]
        self.runs = self.context.get("runs", [self.context])
        groups = {}
        for record in report.get("benchmarks", []):
            if record.get("run_type", "iteration") != "iteration":
                continue
            entry = Entry({**{"run_" + key: self.context[key] for key in PER_RUN
                              if key in self.context}, **record})
            key = (entry.backend, entry.kernel, entry.input, entry.threads,
                   entry.rank)
            groups.setdefault(key, []).append(entry)
        self.contests = [Contest(entries) for entries in groups.values()]

    @property
    def peers(self):
        """Everyone but Strata, the yardstick first."""
        names = []
        for contest in self.contests:
            names += [n for n in contest.entries if n != "Strata" and n not in names]
        return sorted(names, key=lambda name: name != "yardstick")
