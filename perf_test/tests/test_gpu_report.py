# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of scripts/lib/gpu_report.py, on what strata-gpu-perf wrote where the host plays a
device."""
import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "scripts" / "lib"))
import gpu_report  # noqa: E402

RECORDED = pathlib.Path(__file__).parent / "gpu-recorded.json"
RUNS = ("matrices.json --pieces 65: 40 passed, 0 failed, 1 refused\n"
        "results.json --pieces 65 --phases: 20 passed, 0 failed, 0 refused\n")


class GpuReportTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def report(self, runs=None, benchmarks=None):
        """Exit status, JSON and table of what is given."""
        paths = [self.folder / "runs.txt", self.folder / "bench.json"]
        for path, text in zip(paths, [runs, benchmarks and json.dumps(benchmarks)]):
            if text:
                path.write_text(text, encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()):
            status = gpu_report.main([str(p) for p in [self.folder, *paths]])
        results = json.loads((self.folder / "results.json").read_text(encoding="utf-8"))
        return status, results, (self.folder / "results.md").read_text(encoding="utf-8")

    @staticmethod
    def recorded():
        return json.loads(RECORDED.read_text(encoding="utf-8"))

    def row(self, text, benchmark):
        return next(line for line in text.splitlines() if f"| {benchmark} |" in line)

    def test_one_json_and_one_table(self):
        status, results, text = self.report(RUNS, self.recorded())
        self.assertEqual(status, 0)
        self.assertEqual(results["conformance"]["runs"][0]["refused"], 1)
        self.assertEqual(len(results["performance"]["benchmarks"]), 7)
        self.assertIn("60 passed, 0 failed, 1 refused", text)
        self.assertIn("the host in its place (times mean nothing)", text)
        for word in ("date", "driver", "name"):
            self.assertTrue(results.get(word) or results["device"][word])

    def test_ratio_first_share_of_copies_and_goals(self):
        given = self.recorded()
        row = given["benchmarks"][0]
        row["ratio"] = {"median": 1.25, "quartile1": 1.2, "quartile3": 1.3}
        row["contestants"][0]["fraction_of_copy"] = 0.786
        _, results, text = self.report(benchmarks=given)
        line = self.row(text, "spmv")
        self.assertTrue(line.startswith("| **1.25 [1.20-1.30]** | spmv | p7_4 |"), line)
        self.assertIn("| 79 % |", line)
        self.assertIn("ratio 1.00 met; of copy 0.80 missed", line)
        self.assertEqual(results["performance"]["benchmarks"][0]["goals"]["ratio"],
                         {"wanted": 1.0, "met": True})

    def test_without_a_library(self):
        _, _, text = self.report(benchmarks=self.recorded())
        line = self.row(text, "mttkrp16")
        self.assertTrue(line.startswith("| no operation of cuSPARSE | mttkrp16"), line)

    def test_who_is_wrong_is_listed(self):
        given = self.recorded()
        wrong = given["benchmarks"][1]
        del wrong["ratio"]
        wrong["contestants"][1] = {"name": "cuSPARSE", "fault": "value 3: 1 instead\nof 2"}
        given["benchmarks"].append({"kernel": "spgemm", "input": "x", "fault": "no | kernel"})
        status, results, text = self.report(benchmarks=given)
        self.assertEqual(status, 1)
        self.assertIn("- spmm32/p7_4, cuSPARSE: value 3: 1 instead of 2", text)
        self.assertIn("- spgemm/x: no / kernel", text)
        self.assertNotIn("ratio", results["performance"]["benchmarks"][1]["goals"])

    def test_failed_cases(self):
        status, results, text = self.report(runs=RUNS.replace("0 failed", "2 failed"))
        self.assertEqual(status, 1)
        self.assertNotIn("performance", results)
        self.assertIn("4 failed", text)

    def test_not_the_line_of_a_run(self):
        with self.assertRaises(SystemExit):
            self.report(runs="Segmentation fault\n")


if __name__ == "__main__":
    unittest.main()
