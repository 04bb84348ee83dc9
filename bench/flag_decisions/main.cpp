// bench_flag_decisions: of the decisions in these objects, compiled by the wrapper,
// how many does the result of a call decide, and how many of those have a distance of
// more than two values, with and without what gives flags their value? One JSON
// object on the standard output; measure.py makes the table.
#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "analysis/analysis.h"
#include "analysis/bitcode.h"
#include "analysis/memory_places.h"
#include "ir/decision.h"
#include "ir/site_marks.h"

namespace fs = std::filesystem;
using namespace covolve;

namespace {

/// What decides: a truth value, or a comparison.
const llvm::Value* decidedBy(const llvm::Instruction& instruction, abi::SiteKind kind) {
  if (kind == abi::SiteKind::Compare) return instruction.getOperand(0);
  const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
  const auto* const select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
  if (branch != nullptr && branch->isConditional()) return ir::decidedOn(branch->getCondition()).value;
  return select != nullptr ? ir::decidedOn(select->getCondition()).value : nullptr;
}

/// The call whose result it is, also one that was kept in a variable; null: none.
const llvm::CallBase* callBehind(const llvm::Value* value) {
  constexpr int kMostHands = 8;
  for (int hands = 0; value != nullptr && hands < kMostHands; ++hands) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(value);
    if (call != nullptr) return llvm::isa<llvm::IntrinsicInst>(call) ? nullptr : call;
    if (const auto* const cast = llvm::dyn_cast<llvm::CastInst>(value)) {
      value = cast->getOperand(0);
      continue;
    }
    const auto* const load = llvm::dyn_cast<llvm::LoadInst>(value);
    const llvm::Value* const variable =
        load != nullptr ? analysis::variableOf(*load->getPointerOperand()) : nullptr;
    const llvm::StoreInst* const store = variable != nullptr ? analysis::onlyStoreTo(*variable) : nullptr;
    value = store != nullptr ? store->getValueOperand() : nullptr;
  }
  return nullptr;
}

bool isKnownCall(const llvm::CallBase& call) {
  return std::ranges::any_of(ir::siteMarks(call),
                             [](const ir::SiteMark& mark) { return mark.kind == abi::SiteKind::KnownCall; });
}

/// Of a site: whether its own distance has more than two values.
using Decisions = std::map<uint64_t, bool>;

struct Counted {
  std::set<uint64_t> all;
  Decisions byCall;
};

void count(const llvm::Function& function, Counted& counted) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    for (const ir::SiteMark& mark : ir::siteMarks(instruction)) {
      if (mark.kind != abi::SiteKind::Boolean && mark.kind != abi::SiteKind::Compare) continue;
      counted.all.insert(mark.id);
      const llvm::Value* const value = decidedBy(instruction, mark.kind);
      const llvm::CallBase* const call = callBehind(value);
      if (call == nullptr) continue;
      const bool isNumber = mark.kind == abi::SiteKind::Compare && !value->getType()->isPointerTy();
      bool& hasDistance = counted.byCall[mark.id];
      hasDistance = hasDistance || isNumber || isKnownCall(*call);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  Counted counted;
  const std::vector<fs::path> objects(argv + 1, argv + argc);
  for (const fs::path& object : objects) {
    llvm::LLVMContext context;
    const auto modules = analysis::readBitcode(object, context);
    if (!modules) {
      fmt::print(stderr, "{}\n", modules.error().message);
      return 1;
    }
    for (const auto& module : *modules) {
      for (const llvm::Function& function : *module) count(function, counted);
    }
  }
  const auto facts = analysis::analyse(objects);
  if (!facts) {
    fmt::print(stderr, "{}\n", facts.error().message);
    return 1;
  }
  size_t before = 0, after = 0;
  for (const auto& [site, hasDistance] : counted.byCall) {
    const bool isGiven = facts->required.contains({site, true}) || facts->required.contains({site, false});
    before += hasDistance ? 1 : 0;
    after += hasDistance || isGiven ? 1 : 0;
  }
  const nlohmann::json result{{"decisions", counted.all.size()},
                              {"byCall", counted.byCall.size()},
                              {"before", before},
                              {"after", after}};
  fmt::print("{}\n", result.dump());
}
