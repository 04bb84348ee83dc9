// Assesses a customs declaration: the duty to pay, and the lane the lorry has to take.
//
// What makes it hard: every layer hands a result with a fault on to the next one, which only looks at the
// fault; texts need a form, the items have to add up to the sum declared, and some goods need a licence.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <string>
#include <vector>

namespace flags::customs {

enum class Fault { None, Form, Origin, Value, Licence, Sum };
enum class Lane { Green, Yellow, Red };

template <typename T>
struct Checked {
  T value{};
  Fault fault = Fault::None;

  bool ok() const { return fault == Fault::None; }
};

struct Item {
  std::string tariff;
  std::string origin;
  long long cents = 0;
  int grams = 0;
  bool hasCertificate = false;
};

struct Declaration {
  std::string trader;
  long long totalCents = 0;
  bool hasLicence = false;
  std::vector<Item> items;
};

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

bool isCountry(const std::string& text) {
  if (text.size() != 2) return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// Two letters and eight to fifteen digits.
bool isTrader(const std::string& text) {
  if (text.size() < 10 || text.size() > 17) return false;
  if (!isCountry(text.substr(0, 2))) return false;
  return std::all_of(text.begin() + 2, text.end(), isDigit);
}

Checked<int> chapterOf(const std::string& tariff) {
  if (tariff.size() != 8 || !std::all_of(tariff.begin(), tariff.end(), isDigit)) return {0, Fault::Form};
  const int chapter = (tariff[0] - '0') * 10 + (tariff[1] - '0');
  if (chapter == 0 || chapter == 77) return {0, Fault::Form};
  return {chapter};
}

bool hasPreference(const Item& item) {
  if (!item.hasCertificate) return false;
  const std::vector<std::string> partners = {"CH", "JP", "NO"};
  return std::find(partners.begin(), partners.end(), item.origin) != partners.end();
}

/// In per mille.
Checked<int> rateOf(const Item& item, bool hasLicence) {
  const Checked<int> chapter = chapterOf(item.tariff);
  if (!chapter.ok()) return chapter;
  if (!isCountry(item.origin)) return {0, Fault::Origin};
  if (chapter.value == 93 && !hasLicence) return {0, Fault::Licence};
  if (hasPreference(item)) return {0};
  if (chapter.value >= 61 && chapter.value <= 64) return {120};
  return {27};
}

Checked<long long> dutyOf(const Item& item, bool hasLicence) {
  const Checked<int> rate = rateOf(item, hasLicence);
  if (!rate.ok()) return {0, rate.fault};
  if (item.cents <= 0 || item.cents > 10'000'000'000) return {0, Fault::Value};
  if (item.grams <= 0) return {0, Fault::Value};
  if (item.cents * 1'000 / item.grams < 50) return {0, Fault::Value};
  return {item.cents * rate.value / 1'000};
}

}  // namespace

Checked<long long> assess(const Declaration& declaration) {
  if (!isTrader(declaration.trader)) return {0, Fault::Form};
  Checked<long long> sum;
  long long cents = 0;
  for (const Item& item : declaration.items) {
    const Checked<long long> duty = dutyOf(item, declaration.hasLicence);
    if (!duty.ok()) return duty;
    sum.value += duty.value;
    cents += item.cents;
  }
  if (cents != declaration.totalCents) sum.fault = Fault::Sum;
  return sum;
}

Lane laneFor(const Declaration& declaration) {
  const Checked<long long> duty = assess(declaration);
  if (duty.fault == Fault::Licence || duty.fault == Fault::Value) return Lane::Red;
  if (!duty.ok()) return Lane::Yellow;
  if (declaration.hasLicence && duty.value == 0) return Lane::Red;
  return duty.value > 500'000 ? Lane::Yellow : Lane::Green;
}

}  // namespace flags::customs
