# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results as Markdown."""

CONTEXT = (("cpu_model", "processor"), ("num_cpus", "logical processors"),
           ("date", "date"), ("strata_version", "Strata"),
           ("strata_git_commit", "commit"), ("compiler", "compiler"),
           ("compiler_flags", "flags"),
           ("yardstick_and_peer_flags", "flags of yardstick and header-only peers"),
           ("llvm_version", "LLVM"), ("GLIBC_TUNABLES", "GLIBC_TUNABLES"))
RUN = (("kokkos_version", "Kokkos"), ("kokkos_backends", "backend"),
       ("kokkos_threads", "threads"), ("rank", "rank"), ("peers", "peers"),
       ("bandwidth_memory_read_gb_s", "read, memory"),
       ("bandwidth_memory_triad_gb_s", "triad, memory"),
       ("bandwidth_cache_read_gb_s", "read, cache"),
       ("bandwidth_cache_triad_gb_s", "triad, cache"))

NOTE = """Ratio: time of the contestant over the time of Strata, median of the rounds
(above 1 Strata is faster); first and third quartile in brackets. GB/s: exact minimum
traffic over the median time; % bw: of the read bandwidth from memory measured in the
same process (above 100: data in cache).
"""


def markdown(results):
    parts = ["# Strata against its peers\n", NOTE, _machine(results)]
    parts.append("## Ratios\n\n" + _ratios(results))
    faults = [entry for contest in results.contests for entry in contest.faults]
    if faults:
        parts.append("## Faults\n\n" + "".join(
            f"- {e.kernel}/{e.input}/{e.peer}: {e.fault}\n" for e in faults))
    parts.append("## Times\n\n" + _times(results))
    return "\n".join(parts)


def _row(cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |\n"


def _grid(head, rows):
    return _row(head) + "|" + "---|" * len(head) + "\n" + "".join(
        _row(row) for row in rows)


def _machine(results):
    lines = [f"- {title}: {results.context[key]}\n" for key, title in CONTEXT
             if results.context.get(key) not in (None, "")]
    columns = [(key, title) for key, title in RUN
               if any(run.get(key) for run in results.runs)]
    runs = _grid([title for _, title in columns],
                 [[run.get(key, "") for key, _ in columns] for run in results.runs])
    return "".join(lines) + "\nGB/s of every run:\n\n" + runs


def _ratio(entry):
    if entry is None:
        return ""
    if entry.fault:
        return "fault"
    text = f"{entry.number('ratio'):.2f}"
    low, high = entry.number("ratio_quartile1"), entry.number("ratio_quartile3")
    if low == low and high == high:
        text += f" [{low:.2f}-{high:.2f}]"
    return text


def _who(contest):
    who = f"{contest.threads} {contest.backend}".strip()
    return who + (f" rank {contest.rank}" if contest.rank else "")


def _ratios(results):
    head = ["best library / Strata", "kernel", "input", "threads", *results.peers,
            "Strata ms", "GB/s", "% bw"]
    rows = []
    for contest in results.contests:
        best, strata = contest.best(), contest.strata
        title = f"**{best.number('ratio'):.2f}** {best.peer}" if best else "-"
        numbers = [_number(strata, key) for key in
                   ("median_ms", "gb_s", "bandwidth_percent")]
        rows.append([title, contest.kernel, contest.input, _who(contest),
                     *(_ratio(contest.entries.get(p)) for p in results.peers),
                     *numbers])
    return _grid(head, rows)


def _number(entry, key):
    if entry is None or key not in entry.numbers:
        return ""
    return f"{entry.number(key):.3g}"


def _times(results):
    head = ["kernel", "input", "threads", "contestant", "median ms",
            "[min-max]", "GB/s", "% bw", "GFLOP/s", "compile ms", "peak MiB"]
    rows = []
    for contest in results.contests:
        for entry in contest.entries.values():
            if entry.fault:
                continue
            ms = entry.number("median_ms")
            rate = entry.number("flops") * 1e-6 / ms if ms else 0
            rows.append([
                contest.kernel, contest.input, _who(contest), entry.peer,
                _number(entry, "median_ms"),
                f"{entry.number('min_ms'):.3g}-{entry.number('max_ms'):.3g}",
                _number(entry, "gb_s"), _number(entry, "bandwidth_percent"),
                f"{rate:.2f}" if rate else "", _number(entry, "compile_ms"),
                _number(entry, "peak_mib")])
    facts = [[c.kernel, c.input, c.strata.words.get("extents", ""),
              f"{int(c.strata.number('entries'))}",
              f"`{c.strata.words.get('expression', '')}`",
              f"`{c.strata.words.get('formats', '')}`"]
             for c in _distinct(results) if c.strata and not c.strata.fault]
    return _grid(head, rows) + "\n## Inputs\n\n" + _grid(
        ["kernel", "input", "extents", "entries", "expression", "format"], facts)


def _distinct(results):
    seen = {}
    for contest in results.contests:
        seen.setdefault((contest.kernel, contest.input), contest)
    return seen.values()
