#include "path.h"

#include <string.h>

#include "worker/state.h"

namespace covolve::concolic {

namespace {

/// By label: who noted it last, folded to 32 bits; 0: nobody.
COVOLVE_STATE uint32_t* notedBy = nullptr;
COVOLVE_STATE uint32_t noted = 0;  // labels below may have an entry

uint32_t folded(uint64_t site) {
  const auto half = static_cast<uint32_t>(site ^ site >> 32);
  return half != 0 ? half : 1;
}

/// Sizes come from how a test is encoded: reading it decides on them all the time, in code that has no sites.
/// Such decisions would only keep the size as it is.
bool isAboutSizesOnly(Label label, unsigned& left) {
  const Expression& expression = at(label);
  if (expression.operation == Operation::Constant) return true;
  if (expression.operation == Operation::Input) return data()[expression.value].position == Datum::kSize;
  if (left == 0) return false;
  --left;
  for (const Label operand : expression.operands) {
    if (operand != 0 && !isAboutSizesOnly(operand, left)) return false;
  }
  return true;
}

void note(uint64_t site, Label condition, bool taken, DecisionKind kind) {
  if (condition == 0 || isConstant(condition)) return;
  uint32_t& by = notedBy[condition];
  const uint32_t who = folded(site);
  if (site == 0 ? by != 0 : by == who) return;
  unsigned mostExpressions = 200;
  if (site == 0 && isAboutSizesOnly(condition, mostExpressions)) return;
  Header& shared = header();
  if (shared.decisionCount == kMostDecisions) {
    shared.isCut = 1;
    return;
  }
  by = who;
  if (condition >= noted) noted = condition + 1;
  Decision& decision = decisions()[shared.decisionCount];
  decision = {};
  decision.site = site;
  decision.condition = condition;
  decision.taken = taken ? 1 : 0;
  decision.kind = kind;
  ++shared.decisionCount;
}

}  // namespace

void resetPath() {
  if (notedBy == nullptr) notedBy = static_cast<uint32_t*>(mapPrivate(kMostExpressions * sizeof *notedBy));
  memset(notedBy, 0, noted * sizeof *notedBy);
  noted = 0;
  header().decisionCount = 0;
  header().functionCount = 0;
  header().isCut = 0;
}

void decide(uint64_t site, Label condition, bool taken) {
  note(site, condition, taken, DecisionKind::OfProgram);
}

void assume(Label condition, bool taken) { note(0, condition, taken, DecisionKind::MadeConcrete); }

void makeConcrete(Label label, uint64_t value) {
  if (label == 0) return;
  assume(binary(Operation::Equal, 1, label, constant(value, at(label).bits)), true);
}

void countUnknown(const char* function) {
  Header& shared = header();
  for (uint32_t i = 0; i < shared.functionCount; ++i) {
    if (strncmp(functions()[i].name, function, sizeof functions()[i].name - 1) == 0) {
      ++functions()[i].calls;
      return;
    }
  }
  if (shared.functionCount == kMostFunctions) return;
  UnknownFunction& unknown = functions()[shared.functionCount];
  unknown.calls = 1;
  strncpy(unknown.name, function, sizeof unknown.name - 1);
  unknown.name[sizeof unknown.name - 1] = 0;
  ++shared.functionCount;
}

}  // namespace covolve::concolic
