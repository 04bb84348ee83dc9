#include "analysis/object_state.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>

#include "analysis/bitcode.h"
#include "analysis/provenance.h"
#include "analysis/state_program.h"

namespace covolve::analysis {

StateNeeds ObjectState::throughCall(const StateNeeds& needs, const StateCall& call) {
  StateNeeds ours = call.guard;
  for (const auto& [path, comparing] : needs) {
    if (path.root >= call.arguments.size()) continue;
    for (AccessPath whole : call.arguments[path.root]) {
      whole.fields.insert(whole.fields.end(), path.fields.begin(), path.fields.end());
      if (whole.fields.size() <= kLongestPath) addNeed(ours, whole, comparing);
    }
  }
  return ours;
}

Result<ObjectState> readObjectState(std::span<const std::filesystem::path> objects) {
  llvm::LLVMContext context;
  std::vector<std::unique_ptr<llvm::Module>> modules;
  for (const std::filesystem::path& object : objects) {
    auto read = readBitcode(object, context);
    if (!read) return std::unexpected(read.error());
    for (auto& module : *read) modules.push_back(std::move(module));
  }
  return StateProgram(std::move(modules)).read();
}

}  // namespace covolve::analysis
