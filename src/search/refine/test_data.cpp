#include "search/refine/test_data.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "concolic/evaluate.h"

namespace covolve::search {

using concolic::Expression;
using concolic::Operation;
using concolic::Trace;

namespace {

struct LeafReading {
  std::optional<gene::Leaf::Integer> integer;
  std::optional<gene::Leaf::Floating> floating;
  std::optional<gene::Leaf::Text> text;
  std::optional<gene::Leaf::Choice> choice;
};

std::vector<LeafReading> readLeaves(const Individual& individual) {
  std::vector<LeafReading> readings;
  visitLeaves(individual, [&](const gene::Leaf& leaf) {
    readings.push_back({leaf.readInteger(), leaf.readFloating(), leaf.readText(), leaf.readChoice()});
  });
  return readings;
}

uint64_t valueOf(const LeafReading& reading, const concolic::Datum& datum) {
  if (reading.text) {
    const std::string& text = reading.text->text;
    if (datum.position == concolic::Datum::kSize) return text.size();
    return datum.position < text.size() ? static_cast<uint8_t>(text[datum.position]) : 0;
  }
  if (datum.isFloating != 0) {
    return reading.floating ? concolic::floatingPattern(reading.floating->value, datum.bits) : 0;
  }
  if (reading.integer) return static_cast<uint64_t>(reading.integer->value);
  return reading.choice ? reading.choice->chosen : 0;
}

/// Writes conditions into a trace.
class DomainWriter {
 public:
  explicit DomainWriter(Trace& trace) : trace_(trace) {}

  /// The datum, as its bits or as a number with a sign, is within these bounds.
  void demand(uint32_t datum, __int128 low, __int128 high) {
    const unsigned bits = trace_.data[datum].bits;
    const bool isSigned = low < 0;
    const __int128 least = isSigned ? -(__int128{1} << (bits - 1)) : 0;
    const __int128 most = (__int128{1} << (isSigned ? bits - 1 : bits)) - 1;
    const Operation compare = isSigned ? Operation::LessEqualSigned : Operation::LessEqualUnsigned;
    const uint32_t value = add(Operation::Input, bits, 0, 0, datum);
    if (low > least) demand(compare, constant(low, bits), value);
    if (high < most) demand(compare, value, constant(high, bits));
  }

  void demandOther(uint32_t datum, uint64_t value) {
    const unsigned bits = trace_.data[datum].bits;
    const uint32_t input = add(Operation::Input, bits, 0, 0, datum);
    added_.push_back(
        {0, add(Operation::Equal, 1, input, constant(static_cast<__int128>(value), bits)), 0, kDemand, 0});
  }

  void finish() { trace_.decisions.insert(trace_.decisions.begin(), added_.begin(), added_.end()); }

 private:
  void demand(Operation compare, uint32_t left, uint32_t right) {
    added_.push_back({0, add(compare, 1, left, right), 1, kDemand, 0});
  }
  uint32_t constant(__int128 value, unsigned bits) {
    return add(Operation::Constant, bits, 0, 0, concolic::lowBits(static_cast<uint64_t>(value), bits));
  }
  uint32_t add(Operation operation, unsigned bits, uint32_t left, uint32_t right, uint64_t value = 0) {
    trace_.expressions.push_back({operation, static_cast<uint8_t>(bits), 1, {left, right, 0}, value});
    return static_cast<uint32_t>(trace_.expressions.size() - 1);
  }

  static constexpr concolic::DecisionKind kDemand = concolic::DecisionKind::MadeConcrete;

  Trace& trace_;
  std::vector<concolic::Decision> added_;
};

}  // namespace

std::vector<uint64_t> valuesOf(const Individual& individual, std::span<const concolic::Datum> data) {
  const std::vector<LeafReading> readings = readLeaves(individual);
  std::vector<uint64_t> values;
  for (const concolic::Datum& datum : data) {
    const uint64_t value = datum.leaf < readings.size() ? valueOf(readings[datum.leaf], datum) : 0;
    values.push_back(concolic::lowBits(value, datum.bits));
  }
  return values;
}

bool hasData(const Individual& individual) {
  return std::ranges::any_of(readLeaves(individual), [](const LeafReading& reading) {
    return reading.integer || reading.floating || reading.text || reading.choice;
  });
}

void addDomains(const Individual& individual, Trace& trace) {
  const std::vector<LeafReading> readings = readLeaves(individual);
  DomainWriter writer(trace);
  for (uint32_t number = 0; number < trace.data.size(); ++number) {
    const concolic::Datum datum = trace.data[number];
    if (datum.leaf >= readings.size() || datum.isFloating != 0) continue;
    const LeafReading& reading = readings[datum.leaf];
    if (reading.text) {
      if (datum.position == concolic::Datum::kSize) {
        writer.demand(number, 0, static_cast<__int128>(reading.text->longest));
      } else {
        writer.demandOther(number, 0);  // many a text ends there
      }
    } else if (reading.integer) {
      writer.demand(number, reading.integer->low, reading.integer->high);
    } else if (reading.choice) {
      writer.demand(number, 0, static_cast<__int128>(reading.choice->count) - 1);
    }
  }
  writer.finish();
}

bool setValues(Individual& individual, std::span<const concolic::Datum> data,
               std::span<const uint64_t> before, std::span<const uint64_t> after) {
  std::map<uint32_t, std::vector<size_t>> changedOf;  // by leaf; of a text the size comes before characters
  for (size_t i = 0; i < data.size(); ++i) {
    if (before[i] == after[i]) continue;
    std::vector<size_t>& changed = changedOf[data[i].leaf];
    changed.insert(data[i].position == concolic::Datum::kSize ? changed.begin() : changed.end(), i);
  }
  for (const auto& [leaf, changed] : changedOf) {
    const auto set = [&](gene::Leaf& datum) {
      const size_t first = changed.front();
      if (auto text = datum.readText()) {
        for (const size_t i : changed) {
          if (data[i].position == concolic::Datum::kSize) {
            // What is there goes on; a text of nothing has no characters to go on with.
            const std::string present = text->text.empty() ? "a" : text->text;
            text->text.resize(after[i]);
            for (size_t k = 0; k < text->text.size(); ++k) text->text[k] = present[k % present.size()];
          } else if (data[i].position < text->text.size()) {
            text->text[data[i].position] = static_cast<char>(after[i]);
          }
        }
        return datum.setText(text->text);
      }
      const unsigned bits = data[first].bits;
      if (data[first].isFloating != 0) {
        return datum.setFloating(concolic::floatingValue(after[first], bits));
      }
      if (const auto integer = datum.readInteger()) {
        return datum.setInteger(integer->low < 0 ? __int128{concolic::signedValue(after[first], bits)}
                                                 : __int128{after[first]});
      }
      return datum.setChoice(after[first]);
    };
    if (!setLeaf(individual, leaf, set)) return false;
  }
  return true;
}

}  // namespace covolve::search
