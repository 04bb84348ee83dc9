// What a parcel service asks of values that are no plain numbers and texts.
//
// What makes it hard: every parameter is a value type of the standard library (times, paths,
// streams, variants, views, adapters, wide texts) that no literal makes.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <any>
#include <bitset>
#include <chrono>
#include <complex>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <istream>
#include <ostream>
#include <queue>
#include <span>
#include <stack>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <variant>
#include <vector>

namespace cpp {

/// How long to wait before a delivery is tried again.
std::chrono::milliseconds pause(int attempt, std::chrono::seconds longest) {
  if (longest.count() < 0) throw std::invalid_argument("negative pause");
  std::chrono::milliseconds wait{100};
  for (int i = 0; i < attempt && i < 20; ++i) wait *= 2;
  return wait > longest ? longest : wait;
}

bool isOverdue(std::chrono::system_clock::time_point sent, std::chrono::system_clock::time_point now) {
  if (now < sent) return false;
  return now - sent > std::chrono::hours(24);
}

std::string labelFormat(const std::filesystem::path& label) {
  if (label.empty()) return "none";
  if (label.extension() == ".pdf") return "print";
  return label.is_absolute() ? "local" : "remote";
}

/// The sum of the weights in a list, -1 where it is no list of numbers.
int totalWeight(std::istream& list) {
  int total = 0;
  int weight = 0;
  while (list >> weight) total = (total + weight) % 1000000;
  return list.eof() ? total : -1;
}

void printContents(std::ostream& out, const std::vector<std::string>& items) {
  if (items.empty()) {
    out << "(empty)\n";
    return;
  }
  for (const std::string& item : items) out << "- " << item << "\n";
}

bool copyAddress(std::istream* in, std::ostream* out) {
  if (in == nullptr || out == nullptr) return false;
  std::string line;
  if (!std::getline(*in, line)) return false;
  *out << line;
  return true;
}

using Measure = std::variant<int, std::string, double>;

std::string tariff(const Measure& measure) {
  if (const auto* grams = std::get_if<int>(&measure)) return *grams > 2000 ? "parcel" : "letter";
  if (const auto* name = std::get_if<std::string>(&measure)) return name->empty() ? "unknown" : *name;
  return std::get<double>(measure) < 0 ? "invalid" : "freight";
}

std::variant<std::monostate, int, std::string> receiver(const std::string& text) {
  if (text.empty()) return std::monostate{};
  if (text[0] == '#') return static_cast<int>(text.size());
  return text;
}

int heaviest(std::span<const int> weights) {
  int most = 0;
  for (const int weight : weights) {
    if (weight > most) most = weight;
  }
  return most;
}

int postage(std::initializer_list<int> stamps) {
  int sum = 0;
  for (const int stamp : stamps) {
    if (stamp > 0 && sum < 1000) sum += stamp % 100;
  }
  return sum;
}

std::size_t workingDays(std::bitset<7> closed) { return closed.all() ? 0 : 7 - closed.count(); }

bool isHome(std::complex<double> place) { return place.real() == 3 && place.imag() == 4; }

int lastLoaded(std::stack<int> truck) { return truck.empty() ? -1 : truck.top(); }

int mostUrgent(std::priority_queue<int> waiting) { return waiting.size() < 2 ? -1 : waiting.top(); }

std::string remark(const std::any& note) {
  if (!note.has_value()) return "";
  if (note.type() == typeid(std::string)) return std::any_cast<std::string>(note);
  return note.type() == typeid(int) ? "number" : "other";
}

bool isPrintable(std::byte code) { return code >= std::byte{32} && code < std::byte{127}; }

std::wstring salutation(const std::wstring& name) {
  if (name.empty()) return L"To whom it may concern";
  return name.size() > 3 ? L"Dear " + name : L"Hi " + name;
}

std::u16string initials(std::u16string_view name) {
  return name.empty() ? std::u16string(u"?") : std::u16string(1, name[0]) + u".";
}

/// Reads a label where it stands, without a copy.
class LabelReader {
 public:
  explicit LabelReader(const std::string& label) : rest_(label) {}

  bool skip(char mark) {
    if (rest_.empty() || rest_.front() != mark) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::size_t left() const { return rest_.size(); }

 private:
  std::string_view rest_;
};

}  // namespace cpp
