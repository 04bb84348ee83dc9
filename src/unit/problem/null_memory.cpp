#include "unit/problem/null_memory.h"

#include <algorithm>

namespace covolve::unit {

using search::Action;
using search::Individual;

namespace {

constexpr uint32_t kEnough = 16;      // deaths, to believe in a precondition
constexpr uint32_t kLetThrough = 64;  // one in so many, in case that something else had gone wrong

/// What a gene writes first tells whether it is null.
class FirstWritten final : public gene::ValueSink {
 public:
  bool isNull() const { return first_ == First::Absent; }

  void boolean(bool) override { other(); }
  void integer(__int128, unsigned) override { other(); }
  void floating(double) override { other(); }
  void text(std::string_view) override { other(); }
  void list(size_t, bool) override { other(); }
  void absent() override {
    if (first_ == First::Nothing) first_ = First::Absent;
  }
  void present() override { other(); }
  void reference(uint32_t) override { other(); }

 private:
  enum class First { Nothing, Absent, Other };
  void other() {
    if (first_ == First::Nothing) first_ = First::Other;
  }
  First first_ = First::Nothing;
};

bool isNull(const gene::Gene& gene) {
  FirstWritten sink;
  gene.write(sink);
  return sink.isNull();
}

}  // namespace

void NullMemory::noteDeath(const Individual& test) {
  if (test.actions.empty()) return;
  const size_t last = test.actions.size() - 1;
  const Action& action = test.actions[last];
  noteReturns(test, last);
  for (uint32_t i = 0; i < action.genes.size(); ++i) {
    if (!isNull(*action.genes[i])) continue;
    if (action.kind >= hasDied_.size()) hasDied_.resize(action.kind + 1);
    hasDied_[action.kind] = true;
    ++records_[{action.kind, i}].deaths;
  }
}

void NullMemory::noteReturns(const Individual& test, size_t calls) {
  for (size_t call = 0; call < calls; ++call) {
    const Action& action = test.actions[call];
    if (!hasDied(action)) continue;
    for (uint32_t i = 0; i < action.genes.size(); ++i) {
      const auto known = records_.find({action.kind, i});
      if (known == records_.end() || known->second.isSurvived) continue;
      if (isNull(*action.genes[i])) known->second.isSurvived = true;
    }
  }
}

bool NullMemory::isItsTurn(const Individual& test) {
  for (const Action& action : test.actions) {
    if (!hasDied(action)) continue;
    for (uint32_t i = 0; i < action.genes.size(); ++i) {
      const auto known = records_.find({action.kind, i});
      if (known == records_.end() || known->second.isSurvived || known->second.deaths < kEnough) continue;
      if (!isNull(*action.genes[i])) continue;
      if (++known->second.waited % kLetThrough != 0) return false;
    }
  }
  return true;
}

bool NullMemory::fillNulls(Individual& test, gene::Source& source) const {
  bool isFilled = false;
  for (Action& action : test.actions) {
    if (!hasDied(action)) continue;
    for (uint32_t i = 0; i < action.genes.size(); ++i) {
      if (!records_.contains({action.kind, i}) || !isNull(*action.genes[i])) continue;
      isFilled |= action.genes[i]->mutateShape(source) && !isNull(*action.genes[i]);
    }
  }
  return isFilled;
}

std::vector<NullMemory::Precondition> NullMemory::learned() const {
  std::vector<Precondition> learned;
  for (const auto& [key, record] : records_) {
    if (!record.isSurvived && record.deaths >= kEnough)
      learned.push_back({key.first, key.second, record.deaths});
  }
  return learned;
}

}  // namespace covolve::unit
