# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs of strata-conformance and of strata-gpu-perf on a GPU as results.json and results.md.

gpu_report.py FOLDER RUNS BENCHMARKS; of the last two, files that may be missing, a line of RUNS
is "FILE OPTIONS: N passed, N failed, N refused", and BENCHMARKS is the program's JSON. Exit
status 1: a case failed, or an answer was wrong.
"""
import datetime
import json
import pathlib
import re
import subprocess
import sys

# What is wanted at least: time of cuSPARSE over Strata's, share of the bandwidth of copies.
GOALS = {"spmv": {"ratio": 1.0, "fraction": 0.8}, "spmm32": {"ratio": 1.0},
         "sddmm32": {"ratio": 1.0}, "spadd": {"ratio": 0.8}, "spgemm": {"ratio": 0.8}}


def device():
    """Name and driver of the first GPU."""
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        text = subprocess.run(query, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return {"name": "unknown", "driver": "unknown"}
    name, driver = (part.strip() for part in text.splitlines()[0].split(",", 1))
    return {"name": name, "driver": driver}


def date_of(path):
    return datetime.date.fromtimestamp(path.stat().st_mtime).isoformat()


def read_runs(path):
    line_form = re.compile(r"(\S+) (.*): (\d+) passed, (\d+) failed, (\d+) refused$")
    runs = []
    for line in path.read_text(encoding="utf-8").splitlines():
        match = line_form.match(line)
        if not match:
            sys.exit(f"{path}: not the line of a run: {line}")
        file, options, *counts = match.groups()
        passed, failed, refused = map(int, counts)
        runs.append({"file": file, "options": options, "passed": passed,
                     "failed": failed, "refused": refused})
    return runs


def read_report(runs, benchmarks):
    report = {"date": datetime.date.today().isoformat(), "device": device()}
    if runs.exists():
        report["conformance"] = {"date": date_of(runs), "runs": read_runs(runs)}
    if benchmarks.exists():
        measured = json.loads(benchmarks.read_text(encoding="utf-8"))
        report["performance"] = {"date": date_of(benchmarks), **measured}
        for row in measured["benchmarks"]:
            row["goals"] = goals_of(row)
    return report


def standing(row, name):
    """None: nobody of that name was measured."""
    return next((s for s in row.get("contestants", []) if s["name"] == name and "ms" in s), None)


def goals_of(row):
    """Which goals of the benchmark are met; empty where nothing can be said."""
    strata = standing(row, "Strata")
    reached = {"ratio": row.get("ratio", {}).get("median"),
               "fraction": strata and strata["fraction_of_copy"]}
    return {what: {"wanted": wanted, "met": reached[what] >= wanted}
            for what, wanted in GOALS.get(row["kernel"], {}).items()
            if reached[what] is not None}


def grid(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]


def spread(numbers, digits):
    return "{median:{d}} [{quartile1:{d}}-{quartile3:{d}}]".format(d=digits, **numbers)


def one_line(text):
    return " ".join(text.split()).replace("|", "/")


def goal_text(goals):
    names = {"ratio": "ratio", "fraction": "of copy"}
    return "; ".join(f"{names[what]} {goal['wanted']:.2f} {'met' if goal['met'] else 'missed'}"
                     for what, goal in goals.items())


def benchmark_row(row):
    strata, rival = standing(row, "Strata"), standing(row, "cuSPARSE")
    ratio = f"**{spread(row['ratio'], '.2f')}**" if "ratio" in row else ""
    if not ratio:
        ratio = one_line(row.get("no_library", ""))
    return [ratio, row["kernel"], row["input"],
            spread(strata["ms"], ".4g") if strata else "",
            spread(rival["ms"], ".4g") if rival else "",
            f"{strata['gb_s']:.4g}" if strata else "",
            f"{100 * strata['fraction_of_copy']:.0f} %" if strata else "",
            f"{row['bytes']:.4g}" if "bytes" in row else "", goal_text(row["goals"])]


def faults_of(row):
    """Who was wrong, and how; all of it when nothing took place."""
    name = f"{row['kernel']}/{row['input']}"
    if "fault" in row:
        return [f"{name}: {one_line(row['fault'])}"]
    return [f"{name}, {s['name']}: {one_line(s['fault'])}"
            for s in row["contestants"] if "fault" in s]


def performance_text(performance):
    context, rows = performance["context"], performance["benchmarks"]
    lines = ["", "## Benchmarks", "",
             f"{performance['date']}, {context['device']}"
             f"{' (times mean nothing)' if context['played'] else ''}, Strata {context['strata']} "
             f"{context['commit']}, cuSPARSE {context['cusparse'] or 'none'}: copies move "
             f"{spread(context['copy_gb_s'], '.4g')} GB/s (arrays of "
             f"{context['copy_array_bytes'] >> 20} MiB, bytes read and written). A ratio is the "
             "time of cuSPARSE over Strata's in the same round: above 1 Strata is faster. "
             f"Medians [quartiles] of {context['rounds']} rounds; GB/s of the bytes that have to "
             "be moved at least.", ""]
    lines += grid(["ratio", "benchmark", "input", "Strata ms", "cuSPARSE ms", "GB/s", "of copy",
                   "bytes", "goals"], [benchmark_row(row) for row in rows])
    faults = [fault for row in rows for fault in faults_of(row)]
    if faults:
        lines += ["", "Not measured:", ""] + [f"- {fault}" for fault in faults]
    return lines, len(faults)


def conformance_text(conformance):
    runs = conformance["runs"]
    total = {key: sum(run[key] for run in runs) for key in ("passed", "failed", "refused")}
    lines = ["", "## Conformance", "",
             f"{conformance['date']}: {total['passed']} passed, {total['failed']} failed, "
             f"{total['refused']} refused.", ""]
    lines += grid(["cases", "options", "passed", "failed", "refused"],
                  [[r["file"], r["options"], r["passed"], r["failed"], r["refused"]]
                   for r in runs])
    return lines, total["failed"]


def text_of(report):
    """The report, and how many faults it has."""
    lines = ["# Strata on a GPU", "",
             f"{report['date']}, {report['device']['name']}, "
             f"driver {report['device']['driver']}."]
    faults = 0
    for part, make in (("performance", performance_text), ("conformance", conformance_text)):
        if part in report:
            more, count = make(report[part])
            lines += more
            faults += count
    return "\n".join(lines) + "\n", faults


def main(arguments):
    if len(arguments) != 3:
        sys.exit(__doc__)
    folder, runs, benchmarks = map(pathlib.Path, arguments)
    report = read_report(runs, benchmarks)
    (folder / "results.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    text, faults = text_of(report)
    (folder / "results.md").write_text(text, encoding="utf-8")
    print(f"{folder / 'results.md'}: {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
