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

/// Address of the entry of a function.
static void* find_entry(const std::shared_ptr<void>& unit,
                        const std::string& function) {
  void* entry = dlsym(unit.get(), strata::entryName(function).c_str());
  if (!entry)
    throw CodegenError("compile: the compiled kernel has no entry '" +
                       strata::entryName(function) + "'");
  return entry;
}

void link_unit(strata::CompiledProgram& program,
               const std::shared_ptr<void>& unit, const std::string& name) {
  program.code = unit;
  if (!program.hasPhases) {
    program.entry =
        reinterpret_cast<strata::EntryPoint>(find_entry(unit, name));
    return;
  }
  const auto phase = [&](const std::string& function) {
    return reinterpret_cast<strata::PhaseEntryPoint>(
        find_entry(unit, function));
  };
  program.assembleEntry = phase(strata::assembleName(name));
  program.computeEntry  = phase(strata::computeName(name));
}

void link_cxx(strata::CompiledProgram& program,
              const strata::CompileRequest& request) {
  link_unit(program,
            load_cxx(program.source,
                     {request.options.strict, allocates_result(program)}),
            request.name);
}

static void check_space(const PlanState& state, const char* operation,
                        const char* space) {
  if (state.space != space)
    throw UnsupportedExpression(error_message(
        operation, "exec", "an instance of Kokkos::" + state.space,
        std::string("one of Kokkos::") + space,
        "compile the expression for the other space"));
}

/// What an entry makes of the tensors of a plan.
template <class Call>
static TensorRef run_entry(PlanState& state, const void* exec,
                           const SpaceOperations& space, Call&& call) {
  // Host spaces have run the launches before these go.
  std::vector<std::shared_ptr<void>> copies;
  std::vector<TensorRef> tensors =
      collect_operands(state, exec, space, copies);
  state.result = {};  // goes before the next one is made
  const double fill = tensors[0].fill;  // views of kernels do not know it
  call(tensors);
  tensors[0].fill = fill;
  return tensors[0];
}

bool execute_cxx(PlanState& state, const void* exec,
                 const SpaceOperations& space) {
  if (state.request.options.backend != Backend::cxx) return false;
  check_space(state, "Plan::execute", space.name);
  TensorRef result = run_entry(
      state, exec, space, [&](std::vector<TensorRef>& tensors) {
        state.program->entry(exec, tensors.data());
      });
  if (!result.format.is_dense()) state.result = std::move(result);
  return true;
}

bool assemble_cxx(PlanState& state, const void* exec,
                  const SpaceOperations& space) {
  if (state.request.options.backend != Backend::cxx) return false;
  check_space(state, "Plan::assemble", space.name);
  state.emitted        = {};
  state.emitted.result = run_entry(
      state, exec, space, [&](std::vector<TensorRef>& tensors) {
        state.phases->assembleEntry(exec, tensors.data(),
                                    state.emitted.handed_over);
      });
  state.result = state.emitted.result;
  return true;
}

bool compute_cxx(PlanState& state, const void* exec,
                 const SpaceOperations& space) {
  if (!state.emitted.handed_over) return false;
  check_space(state, "Plan::compute", space.name);
  state.result = run_entry(
      state, exec, space, [&](std::vector<TensorRef>& tensors) {
        tensors[0] = state.emitted.result;
        if (!state.old_result.empty())
          tensors.push_back(state.operands.at(state.old_result));
        state.phases->computeEntry(exec, tensors.data(),
                                   state.emitted.handed_over);
      });
  return true;
}

}  // namespace Strata::Impl
