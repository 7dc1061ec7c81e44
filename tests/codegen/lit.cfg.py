# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os

import lit.formats

config.name = "strata-codegen"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".mlir"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.strata_binary_dir + "/lit"
config.environment["PATH"] = os.path.pathsep.join(
    [config.strata_tools_dir, config.llvm_tools_dir, os.environ["PATH"]])
