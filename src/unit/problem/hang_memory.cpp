#include "unit/problem/hang_memory.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/hash.h"

namespace covolve::unit {

using search::Action;
using search::Individual;

namespace {

constexpr uint32_t kLongestRow = 10;  // one in 1,024 is always let through

uint64_t kindOfCall(const Individual& test, size_t action);

/// Makes one number of the kinds of all that it receives.
class KindSink final : public gene::ValueSink {
 public:
  KindSink(const Individual& test, uint64_t start) : test_(test), kind_(start) {}

  uint64_t kind() const { return kind_; }

  void boolean(bool value) override { add(value ? 1 : 0); }
  void integer(__int128 value, unsigned) override {
    add(value < 0 ? 1 : 0);
    const auto magnitude = static_cast<uint64_t>(std::min<__int128>(value < 0 ? -value : value, INT64_MAX));
    add(magnitude < 3 ? magnitude : 3 + static_cast<uint64_t>(std::bit_width(magnitude)) / 4);
  }
  void floating(double value) override {
    const bool isNumber = std::isfinite(value) && value != 0;
    add(static_cast<uint64_t>(std::fpclassify(value)) * 2 + (std::signbit(value) ? 1 : 0));
    add(isNumber ? static_cast<uint64_t>(std::ilogb(value) / 4 + 1000) : 0);
  }
  void text(std::string_view bytes) override { add(static_cast<uint64_t>(std::bit_width(bytes.size()))); }
  void list(size_t count, bool) override { add(static_cast<uint64_t>(std::bit_width(count))); }
  void absent() override { add(0); }
  void present() override { add(1); }
  void reference(uint32_t action) override {
    add(action < test_.actions.size() ? kindOfCall(test_, action) : action);
  }

 private:
  void add(uint64_t number) { kind_ = mixHash(number, kind_); }

  const Individual& test_;
  uint64_t kind_;
};

uint64_t kindOfCall(const Individual& test, size_t action) {
  KindSink sink(test, hashNumber(test.actions[action].kind, kHashStart));
  for (const auto& gene : test.actions[action].genes) gene->write(sink);
  return sink.kind();
}

}  // namespace

void HangMemory::noteHang(const Individual& test) {
  if (test.actions.empty()) return;
  const size_t last = test.actions.size() - 1;
  const uint32_t callable = test.actions[last].kind;
  noteReturns(test, last);
  if (callable >= hasHung_.size()) hasHung_.resize(callable + 1);
  hasHung_[callable] = true;
  ++records_[kindOfCall(test, last)].hangsInARow;
}

void HangMemory::noteReturns(const Individual& test, size_t calls) {
  for (size_t i = 0; i < calls; ++i) {
    if (!hasHung(test.actions[i])) continue;
    const auto known = records_.find(kindOfCall(test, i));
    if (known != records_.end()) known->second = {};
  }
}

bool HangMemory::isItsTurn(const Individual& test) {
  for (size_t i = 0; i < test.actions.size(); ++i) {
    if (!hasHung(test.actions[i])) continue;
    const auto known = records_.find(kindOfCall(test, i));
    if (known == records_.end() || known->second.hangsInARow == 0) continue;
    Record& record = known->second;
    if (++record.waited >> std::min(record.hangsInARow, kLongestRow) == 0) return false;
    record.waited = 0;
  }
  return true;
}

}  // namespace covolve::unit
