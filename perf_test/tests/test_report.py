# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of perf_test/report."""
import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest
import xml.dom.minidom

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "report"))
import chart  # noqa: E402
import strata_report  # noqa: E402
import table  # noqa: E402
from compare import compare, earlier_results  # noqa: E402
from results import Results, merge  # noqa: E402


def record(name, ratio=1.0, **more):
    peer = name.split("/")[2]
    return {"name": name, "run_type": "iteration", "ratio": ratio,
            "ratio_quartile1": ratio * 0.9, "ratio_quartile3": ratio * 1.1,
            "median_ms": 2.0 * ratio, "min_ms": 1.0, "max_ms": 3.0, "gb_s": 10.0,
            "bandwidth_percent": 50.0, "flops": 4e6, "entries": 5, "peak_mib": 64,
            "label": f"peer={peer}; extents=2x3; expression=y(i) = A(i,j); formats=CSR",
            **more}


def report(threads="1", rank=None, records=None):
    context = {"host_name": "someone", "executable": "x", "date": "today",
               "kokkos_threads": threads, "kokkos_backends": "OpenMP",
               "cpu_model": "a processor"}
    if rank:
        context["rank"] = rank
    return {"context": context, "benchmarks": records if records is not None else [
        record("spmv/p7/Strata", compile_ms=80), record("spmv/p7/yardstick", 0.5),
        record("spmv/p7/Eigen", 1.25), record("spmv/p7/librsb", 3.0)]}


class MergeTest(unittest.TestCase):
    def test_machines_are_not_named(self):
        text = json.dumps(merge([report(), report("2")]))
        self.assertNotIn("someone", text)
        self.assertNotIn("executable", text)

    def test_runs_stay_apart(self):
        results = Results(merge([report(), report("2")]))
        self.assertEqual([c.threads for c in results.contests], [1, 2])
        self.assertEqual(results.context["cpu_model"], "a processor")
        self.assertNotIn("kokkos_threads", results.context)

    def test_ranks_stay_apart(self):
        results = Results(merge([report(rank="0"), report(rank="1")]))
        self.assertEqual([c.rank for c in results.contests], ["0", "1"])

    def test_merging_twice_changes_nothing(self):
        once = merge([report(rank="0"), report(rank="1")])
        self.assertEqual(merge([once]), once)

    def test_nothing(self):
        with self.assertRaises(ValueError):
            merge([])


class TableTest(unittest.TestCase):
    def test_ratio_first_and_the_best_library(self):
        text = table.markdown(Results(report()))
        line = next(li for li in text.splitlines() if "spmv" in li)
        self.assertTrue(line.startswith("| **1.25** Eigen | spmv | p7 | 1 OpenMP | "
                                        "0.50 [0.45-0.55] | 1.25"), line)

    def test_loops_by_hand_are_no_libraries(self):
        text = table.markdown(Results(report(records=[
            record("spmv/p7/Strata"), record("spmv/p7/yardstick", 0.5),
            record("spmv/p7/static-rows", 0.6), record("spmv/p7/dynamic-rows", 0.7),
            record("spmv/p7/copy", 0.1), record("spmv/p7/Strata-CSR", 0.2),
            record("spmv/p7/librsb", 3.0)])))
        line = next(li for li in text.splitlines() if "spmv" in li)
        self.assertTrue(line.startswith("| **3.00** librsb | spmv"), line)

    def test_faults_are_listed(self):
        bad = record("spmv/p7/Eigen", error_occurred=True,
                     error_message="value 3: 1 instead of 2")
        del bad["ratio"]
        text = table.markdown(Results(report(
            records=[record("spmv/p7/Strata"), record("spmv/p7/yardstick"), bad])))
        self.assertIn("- spmv/p7/Eigen: value 3: 1 instead of 2", text)
        self.assertIn("| fault |", text)

    def test_empty(self):
        self.assertIn("## Ratios", table.markdown(Results(report(records=[]))))

    def test_only_strata_failed(self):
        failed = {"name": "spmv/p7/Strata", "error_occurred": True,
                  "error_message": "refused", "label": ""}
        self.assertIn("refused", table.markdown(Results(report(records=[failed]))))


class ChartTest(unittest.TestCase):
    def draw(self, given):
        text = chart.svg(Results(given))
        return xml.dom.minidom.parseString(text), text

    def test_a_bar_for_each_contestant(self):
        page, text = self.draw(report())
        self.assertEqual(len(page.getElementsByTagName("title")), 3)
        self.assertIn("Eigen: 1.25", text)

    def test_bars_grow_from_one(self):
        page, _ = self.draw(report())
        bars = {t.firstChild.data: t.parentNode for t in page.getElementsByTagName("title")}
        slow, fast = bars["spmv p7 librsb: 3.00"], bars["spmv p7 yardstick: 0.50"]
        one = float(slow.getAttribute("x"))
        self.assertAlmostEqual(float(fast.getAttribute("x")) +
                               float(fast.getAttribute("width")), one, delta=0.2)

    def test_configurations_are_columns(self):
        _, text = self.draw(merge([report("1"), report("2")]))
        self.assertIn("OpenMP, 1 thread<", text)
        self.assertIn("OpenMP, 2 threads<", text)

    def test_long_bars_are_cut_and_numbered(self):
        _, text = self.draw(report(records=[
            record("spmv/p7/Strata"), record("spmv/p7/Eigen", 123.0)]))
        self.assertIn(">123</text>", text)

    def test_empty(self):
        self.draw(report(records=[]))


class CompareTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def keep(self, name, date, ratio, threads="1", cpu="a processor"):
        """Results of one contest in a folder."""
        given = report(threads, records=[record("spmv/p7/Strata"),
                                         record("spmv/p7/yardstick", ratio)])
        given["context"].update(date=date, cpu_model=cpu)
        (self.folder / name).mkdir()
        (self.folder / name / "results.json").write_text(json.dumps(given),
                                                         encoding="utf-8")

    def compared(self, ratio, threads="1"):
        now = report(threads, records=[record("spmv/p7/Strata"),
                                       record("spmv/p7/yardstick", ratio)])
        return compare(Results(now), earlier_results(self.folder))

    def test_the_newest_counts(self):
        self.keep("b-old", "2026-01-01", 5.0)
        self.keep("a-new", "2026-02-01", 1.0)
        self.assertIn("-20%  spmv/p7 on 1: yardstick / Strata 1.00 (a-new) -> 0.80",
                      self.compared(0.8))
        self.assertIn("+20%", self.compared(1.2))

    def test_a_tenth_is_nothing(self):
        self.keep("new", "2026-02-01", 1.0)
        for ratio in (0.91, 1.09):
            self.assertEqual(self.compared(ratio), "1 contests compared with earlier results "
                             "of this processor, 0 moved by more than 10%, 0 without any\n")

    def test_other_machines_and_threads_do_not_count(self):
        self.keep("other", "2026-02-01", 5.0, cpu="another processor")
        self.keep("threads", "2026-02-01", 5.0, threads="2")
        self.assertTrue(self.compared(1.0).startswith("0 contests compared"))
        self.assertIn("0 moved by more than 10%, 1 without any", self.compared(1.0))
        self.keep("mine", "2026-01-01", 1.0)
        self.assertTrue(self.compared(1.0).startswith("1 contests compared"))

    def test_caches_of_a_core_tell_generations_apart(self):
        self.keep("other", "2026-02-01", 5.0)
        path = self.folder / "other" / "results.json"
        given = json.loads(path.read_text(encoding="utf-8"))
        for level, compared in ((2, "0 contests"), (3, "1 contests")):
            given["context"]["caches"] = [{"type": "Unified", "level": level, "size": 1 << 20}]
            path.write_text(json.dumps(given), encoding="utf-8")
            self.assertIn(compared + " compared", self.compared(1.0))

    def test_results_are_not_compared_with_themselves(self):
        self.keep("these", "today", 5.0)
        self.assertTrue(self.compared(1.0).startswith("0 contests compared"))

    def test_the_worst_comes_first(self):
        self.keep("new", "2026-02-01", 1.0)
        given = report(records=[record("spmv/p7/Strata"), record("spmv/p7/yardstick", 2.0)])
        worse = report("2", records=[record("spmv/p7/Strata"),
                                     record("spmv/p7/yardstick", 0.5)])
        self.keep("two", "2026-02-01", 1.0, threads="2")
        lines = compare(Results(merge([given, worse])),
                        earlier_results(self.folder)).splitlines()
        self.assertTrue(lines[0].strip().startswith("-50%"), lines)
        self.assertTrue(lines[1].strip().startswith("+100%"), lines)

    def test_what_is_no_report_is_left_out(self):
        self.keep("new", "2026-02-01", 1.0)
        (self.folder / "broken").mkdir()
        (self.folder / "broken" / "results.json").write_text("[1", encoding="utf-8")
        (self.folder / "list").mkdir()
        (self.folder / "list" / "results.json").write_text("[1]", encoding="utf-8")
        self.assertTrue(self.compared(1.0).startswith("1 contests compared"))

    def test_command(self):
        self.keep("new", "2026-02-01", 1.0)
        given = self.folder / "now.json"
        given.write_text(json.dumps(report()), encoding="utf-8")
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            strata_report.main(["compare", str(given), str(self.folder)])
        self.assertIn("-50%  spmv/p7 on 1", text.getvalue())


class CommandTest(unittest.TestCase):
    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            given, out = pathlib.Path(folder, "a.json"), pathlib.Path(folder, "b.json")
            given.write_text(json.dumps(report()), encoding="utf-8")
            strata_report.main(["merge", str(out), str(given), str(given)])
            text = io.StringIO()
            with contextlib.redirect_stdout(text):
                strata_report.main(["markdown", str(out)])
            self.assertIn("# Strata against its peers", text.getvalue())
            given.write_text("{", encoding="utf-8")
            with self.assertRaises(SystemExit) as failure:
                strata_report.main(["svg", str(given)])
            self.assertIn("a.json", str(failure.exception))


if __name__ == "__main__":
    unittest.main()
