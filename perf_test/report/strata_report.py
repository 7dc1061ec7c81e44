#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reports of strata-perf: merges JSON files, writes Markdown and a chart.

    strata_report.py merge OUT.json IN.json...   several runs or ranks in one
    strata_report.py markdown IN.json            a table, ratios first
    strata_report.py svg IN.json                 a chart of the ratios
    strata_report.py compare IN.json FOLDER      what moved by more than 10 % since the
                                                 newest FOLDER/*/results.json

A ratio is the time of a contestant over Strata's, round by round: above 1
Strata is faster. Only the standard library is needed.
"""
import argparse
import json
import sys

import chart
import table
from compare import compare, earlier_results
from results import Results, merge


def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    merging = commands.add_parser("merge", help="several reports in one")
    merging.add_argument("out")
    merging.add_argument("inputs", nargs="+")
    for name, text in (("markdown", "a table, ratios first"),
                       ("svg", "a chart of the ratios")):
        commands.add_parser(name, help=text).add_argument("input")
    comparing = commands.add_parser("compare", help="what moved since earlier results")
    comparing.add_argument("input")
    comparing.add_argument("folder")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.command == "merge":
            merged = merge([load(path) for path in chosen.inputs])
            with open(chosen.out, "w", encoding="utf-8") as out:
                json.dump(merged, out, indent=1)
                out.write("\n")
        elif chosen.command == "compare":
            sys.stdout.write(compare(Results(load(chosen.input)),
                                     earlier_results(chosen.folder)))
        else:
            results = Results(load(chosen.input))
            make = table.markdown if chosen.command == "markdown" else chart.svg
            sys.stdout.write(make(results))
    except (OSError, ValueError) as error:
        sys.exit(f"strata_report.py: {error}")


def load(path):
    """A report; says which file is none."""
    with open(path, encoding="utf-8") as text:
        try:
            report = json.load(text)
        except json.JSONDecodeError as error:
            raise ValueError(f"{path}: {error}") from error
    if not isinstance(report, dict) or "context" not in report:
        raise ValueError(f"{path}: not a report of Google Benchmark")
    return report


if __name__ == "__main__":
    main()
