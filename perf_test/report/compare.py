# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What moved since the last committed results."""
import json
import pathlib

from results import Results

MOVED = 0.10  # part of the ratio that is worth a line


def earlier_results(folder):
    """The reports in FOLDER/*/results.json, the newest first; those that are none are
    left out."""
    found = []
    for path in sorted(pathlib.Path(folder).glob("*/results.json")):
        try:
            found.append((path.parent.name,
                          Results(json.loads(path.read_text(encoding="utf-8")))))
        except (ValueError, KeyError, TypeError, AttributeError):
            continue
    return sorted(found, key=lambda named: str(named[1].context.get("date", "")),
                  reverse=True)


def _key(contest):
    return contest.kernel, contest.input, contest.threads, contest.backend


def _ratio(contest):
    """Yardstick over Strata; None when one of them was not measured. Machines differ from
    day to day, so times are not compared."""
    entry = contest.others.get("yardstick")
    return entry.number("ratio") if entry and entry.number("ratio") > 0 else None


def _processor(context):
    """Its name, and the caches of a core: virtual machines hide which generation it is."""
    caches = [(cache.get("type"), cache.get("level"), cache.get("size"))
              for cache in context.get("caches") or [] if cache.get("level", 0) < 3]
    return context.get("cpu_model"), caches


def _before(contest, context, earlier):
    """The newest earlier ratio of the same contest on the same processor, and where."""
    for name, results in earlier:
        if _processor(results.context) != _processor(context):
            continue
        if results.context.get("date") == context.get("date"):
            continue  # these results, committed
        for other in results.contests:
            if _key(other) == _key(contest) and _ratio(other):
                return _ratio(other), name
    return None


def compare(results, earlier):
    """Lines of text: what moved by more than a tenth, and how much was compared."""
    lines, compared, new = [], 0, 0
    for contest in results.contests:
        now = _ratio(contest)
        if not now:
            continue
        before = _before(contest, results.context, earlier)
        if not before:
            new += 1
            continue
        compared += 1
        change = now / before[0] - 1
        if abs(change) <= MOVED:
            continue
        lines.append((change, f"{change:+7.0%}  {contest.kernel}/{contest.input} on "
                              f"{contest.threads}: yardstick / Strata {before[0]:.2f} "
                              f"({before[1]}) -> {now:.2f}"))
    text = [line for _, line in sorted(lines)]
    text.append(f"{compared} contests compared with earlier results of this processor, "
                f"{len(lines)} moved by more than {MOVED:.0%}, {new} without any")
    return "\n".join(text) + "\n"
