// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emitted C++ -> a shared object of the C++ compiler -> loaded code.
#include "Strata_CxxBackend.h"

#include <dlfcn.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "Strata_PlanState.h"

namespace Strata::Impl {

namespace {

namespace fs = std::filesystem;

/// Removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "strata-XXXXXX").string();
    if (!mkdtemp(name.data()))
      throw CodegenError("compile: no folder can be made in " +
                         fs::temp_directory_path().string() +
                         "; set TMPDIR to a folder that may be written");
    m_path = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
  }
  TemporaryFolder(const TemporaryFolder&)            = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string file(const char* name) const { return (m_path / name).string(); }

 private:
  fs::path m_path;
};

struct Command {
  std::string prefix;     ///< compiler, flags, folders of headers
  std::string libraries;  ///< behind the source
};

/// What CMake recorded, one line each.
Command recorded_command() {
  Command command;
  for (const char* path :
       {STRATA_CXX_COMMAND_BUILD_PATH, STRATA_CXX_COMMAND_INSTALL_PATH}) {
    std::ifstream file(path);
    if (std::getline(file, command.prefix) &&
        std::getline(file, command.libraries))
      return command;
  }
  return {};
}

Command command_to_use() {
  Command command = recorded_command();
  if (const char* chosen = std::getenv("STRATA_CXX")) command.prefix = chosen;
  if (command.prefix.empty())
    throw CodegenError(
        "compile: the command of the C++ compiler is not known; set STRATA_CXX "
        "to it, with the flags that find the headers of Strata and Kokkos");
  return command;
}

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// The lines that matter most, at most a dozen.
std::string first_errors(const std::string& log) {
  constexpr int most = 12;
  std::ifstream file(log);
  std::string text;
  int lines = 0;
  for (std::string line; lines < most && std::getline(file, line);) {
    const bool starts = line.find("error") != std::string::npos ||
                        line.find("undefined") != std::string::npos ||
                        line.find("not found") != std::string::npos;
    if (lines == 0 && !starts) continue;
    text += "\n  " + line;
    ++lines;
  }
  return text;
}

void run_compiler(const Command& command, const TemporaryFolder& folder,
                  bool strict) {
  const char* more       = std::getenv("STRATA_CXXFLAGS");
  const std::string line = command.prefix + " -O2 -shared -fPIC" +
                           (strict ? " -ffp-contract=off " : " ") +
                           (more ? more : "") + " " +
                           quoted(folder.file("kernel.cpp")) + " " +
                           command.libraries + " -o " +
                           quoted(folder.file("kernel.so")) + " > " +
                           quoted(folder.file("log")) + " 2>&1";
  const int status = std::system(line.c_str());
  if (status == 0) return;
  constexpr int not_found = 127;
  if (WIFEXITED(status) && WEXITSTATUS(status) == not_found)
    throw CodegenError("compile: there is no C++ compiler '" +
                       command.prefix.substr(0, command.prefix.find(' ')) +
                       "'; set STRATA_CXX to a command that compiles C++20 "
                       "with Kokkos and Strata");
  throw CodegenError("compile: the C++ compiler failed:" +
                     first_errors(folder.file("log")));
}

}  // namespace

bool allocates_result(const strata::CompiledProgram& program) {
  return std::any_of(program.steps.begin(), program.steps.end(),
                     [](const strata::ProgramStep& step) {
                       return step.kind == strata::ProgramStep::Kind::allocate;
                     });
}

std::shared_ptr<void> load_cxx(const std::string& source,
                               const CxxUnitOptions& options) {
  const Command command = command_to_use();
  const TemporaryFolder folder;
  std::ofstream(folder.file("kernel.cpp")) << source;
  run_compiler(command, folder, options.strict);
  void* unit =
      dlopen(folder.file("kernel.so").c_str(),
             RTLD_NOW | RTLD_LOCAL | (options.stays ? RTLD_NODELETE : 0));
  if (!unit)
    throw CodegenError(
        std::string("compile: the compiled kernel cannot be loaded: ") +
        dlerror());
  return std::shared_ptr<void>(unit, [](void* handle) { dlclose(handle); });
}

strata::EntryPoint find_entry(const std::shared_ptr<void>& unit,
                              const std::string& name) {
  void* entry = dlsym(unit.get(), strata::entryName(name).c_str());
  if (!entry)
    throw CodegenError("compile: the compiled kernel has no entry '" +
                       strata::entryName(name) + "'");
  return reinterpret_cast<strata::EntryPoint>(entry);
}

void link_cxx(strata::CompiledProgram& program,
              const strata::CompileRequest& request) {
  program.code  = load_cxx(program.source, {request.options.strict,
                                           allocates_result(program)});
  program.entry = find_entry(program.code, request.name);
}

bool execute_cxx(PlanState& state, const void* exec,
                 const SpaceOperations& space) {
  if (state.request.options.backend != Backend::cxx) return false;
  if (state.space != space.name)
    throw UnsupportedExpression(error_message(
        "Plan::execute", "exec", "an instance of Kokkos::" + state.space,
        std::string("one of Kokkos::") + space.name,
        "compile the expression for the other space"));
  std::vector<std::shared_ptr<void>> copies;
  std::vector<TensorRef> tensors =
      collect_operands(state, exec, space, copies);
  state.result = {};  // goes before the next one is made
  const double fill = tensors[0].fill;  // views of kernels do not know it
  state.program->entry(exec, tensors.data());
  tensors[0].fill = fill;
  if (!tensors[0].format.is_dense()) state.result = tensors[0];
  // Host spaces have run the launches; the copies may go.
  return true;
}

}  // namespace Strata::Impl
