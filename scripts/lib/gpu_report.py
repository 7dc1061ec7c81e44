# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs of strata-conformance on a GPU as results.json and results.md.

gpu_report.py RUNS FOLDER; a line of RUNS is "FILE OPTIONS: N passed, N failed, N refused".
"""
import datetime
import json
import pathlib
import re
import subprocess
import sys


def device():
    """Name and driver of the first GPU."""
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        text = subprocess.run(query, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return {"name": "unknown", "driver": "unknown"}
    name, driver = (part.strip() for part in text.splitlines()[0].split(",", 1))
    return {"name": name, "driver": driver}


def read_runs(path):
    line_form = re.compile(r"(\S+) (.*): (\d+) passed, (\d+) failed, (\d+) refused$")
    runs = []
    for line in path.read_text().splitlines():
        match = line_form.match(line)
        if not match:
            sys.exit(f"{path}: not the line of a run: {line}")
        file, options, *counts = match.groups()
        passed, failed, refused = map(int, counts)
        runs.append({"file": file, "options": options, "passed": passed,
                     "failed": failed, "refused": refused})
    return runs


def table(report):
    total = {key: sum(run[key] for run in report["runs"])
             for key in ("passed", "failed", "refused")}
    lines = ["# Conformance on a GPU", "",
             f"{report['date']}, {report['device']['name']}, "
             f"driver {report['device']['driver']}: {total['passed']} passed, "
             f"{total['failed']} failed, {total['refused']} refused.", "",
             "| cases | options | passed | failed | refused |", "|---|---|---|---|---|"]
    lines += [f"| {r['file']} | {r['options']} | {r['passed']} | {r['failed']} | {r['refused']} |"
              for r in report["runs"]]
    return "\n".join(lines) + "\n", total["failed"]


def main():
    runs, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    report = {"date": datetime.date.today().isoformat(), "device": device(),
              "runs": read_runs(runs)}
    (folder / "results.json").write_text(json.dumps(report, indent=1) + "\n")
    text, failed = table(report)
    (folder / "results.md").write_text(text)
    print(text.splitlines()[2])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
