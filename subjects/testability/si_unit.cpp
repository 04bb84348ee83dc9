// Quantities with SI prefixes, and what an electric supply of such a voltage and current needs.
//
// What makes it hard: a number and a word are read from a stream, the word is split into a prefix and a unit
// by tables that are searched in loops, and the decisions are on products of numbers from two texts.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace testability::units {

enum class Dimension { Voltage, Current, Frequency, Length, Time, Data };

struct Quantity {
  double value = 0;  // in the unit without a prefix
  Dimension dimension = Dimension::Length;
};

enum class Supply { NotASupply, Harmless, Socket, FixedWiring, Engineer };

namespace {

struct Prefix {
  std::string_view symbol;
  double factor;
  bool isBinary;
};

constexpr Prefix kPrefixes[] = {
    {"G", 1e9, false},  {"M", 1e6, false},           {"k", 1e3, false},  {"c", 1e-2, false},
    {"m", 1e-3, false}, {"u", 1e-6, false},          {"µ", 1e-6, false}, {"n", 1e-9, false},
    {"Ki", 1024, true}, {"Mi", 1024.0 * 1024, true},
};

struct Unit {
  std::string_view symbol;
  Dimension dimension;
  double factor;
  bool takesPrefix;
};

constexpr Unit kUnits[] = {
    {"V", Dimension::Voltage, 1, true},       {"A", Dimension::Current, 1, true},
    {"Hz", Dimension::Frequency, 1, true},    {"m", Dimension::Length, 1, true},
    {"ft", Dimension::Length, 0.3048, false}, {"in", Dimension::Length, 0.0254, false},
    {"s", Dimension::Time, 1, true},          {"min", Dimension::Time, 60, false},
    {"h", Dimension::Time, 3600, false},      {"B", Dimension::Data, 8, true},
    {"bit", Dimension::Data, 1, true},
};

const Unit* findUnit(std::string_view symbol) {
  for (const Unit& unit : kUnits) {
    if (unit.symbol == symbol) return &unit;
  }
  return nullptr;
}

/// The unit as it is comes first: "m" is no milli, "min" no milli-inch.
bool scale(std::string_view word, Quantity& quantity) {
  const Unit* unit = findUnit(word);
  double factor = 1;
  if (unit == nullptr) {
    for (const Prefix& prefix : kPrefixes) {
      if (!word.starts_with(prefix.symbol)) continue;
      const Unit* behind = findUnit(word.substr(prefix.symbol.size()));
      if (behind == nullptr || !behind->takesPrefix) continue;
      if (prefix.isBinary && behind->dimension != Dimension::Data) continue;
      unit = behind;
      factor = prefix.factor;
      break;
    }
  }
  if (unit == nullptr) return false;
  quantity.dimension = unit->dimension;
  quantity.value *= unit->factor * factor;
  return true;
}

}  // namespace

/// "1.5 km", "20mA", "3e-2 MiB"
Quantity parseQuantity(const std::string& text) {
  std::istringstream stream(text);
  Quantity quantity;
  std::string word;
  if (!(stream >> quantity.value)) throw std::invalid_argument("no number in: " + text);
  if (!(stream >> word)) throw std::invalid_argument("no unit in: " + text);
  if (!(stream >> std::ws).eof()) throw std::invalid_argument("more than a quantity: " + text);
  if (!scale(word, quantity)) throw std::invalid_argument("not a unit: " + word);
  if (quantity.dimension == Dimension::Data && quantity.value != std::floor(quantity.value)) {
    throw std::domain_error("a part of a bit: " + text);
  }
  return quantity;
}

/// An empty frequency is direct current.
Supply supplyFor(const std::string& voltageText, const std::string& currentText,
                 const std::string& frequencyText) {
  const Quantity voltage = parseQuantity(voltageText);
  const Quantity current = parseQuantity(currentText);
  if (voltage.dimension != Dimension::Voltage || current.dimension != Dimension::Current)
    return Supply::NotASupply;
  if (voltage.value <= 0 || current.value <= 0) return Supply::NotASupply;
  double limit = 120;
  bool isMains = false;
  if (!frequencyText.empty()) {
    const Quantity frequency = parseQuantity(frequencyText);
    if (frequency.dimension != Dimension::Frequency) return Supply::NotASupply;
    isMains = frequency.value == 50 || frequency.value == 60;
    limit = frequency.value > 10'000 ? 25 : 50;
  }
  if (voltage.value <= limit) return current.value > 100 ? Supply::FixedWiring : Supply::Harmless;
  if (!isMains || voltage.value > 1'000) return Supply::Engineer;
  const double power = voltage.value * current.value;
  if (voltage.value <= 240 && power <= 3'680) return Supply::Socket;
  return power <= 22'000 ? Supply::FixedWiring : Supply::Engineer;
}

}  // namespace testability::units
