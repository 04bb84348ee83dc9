// A workbook: sheets of cells with numbers, texts and formulas over cells of any sheet.
//
// What makes it hard: a result depends on chains of cells on several sheets: cycles, missing sheets, texts
// and sums that grow too large come up links away; protection and removal of sheets depend on other sheets.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace objects::spreadsheet {

struct Position {
  int row = 0;
  int column = 0;
  auto operator<=>(const Position&) const = default;
};

struct Reference {
  std::string sheet;
  Position position;
  auto operator<=>(const Reference&) const = default;
};

enum class Operation { Sum, Largest, Ratio };

class Formula {
 public:
  explicit Formula(Operation operation) : operation_(operation) {}

  Operation operation() const { return operation_; }
  const std::vector<Reference>& inputs() const { return inputs_; }
  void over(const Reference& input) { inputs_.push_back(input); }
  bool isComplete() const { return operation_ == Operation::Ratio ? inputs_.size() == 2 : !inputs_.empty(); }

 private:
  Operation operation_;
  std::vector<Reference> inputs_;
};

using Content = std::variant<long, std::string, Formula>;

class Sheet {
 public:
  explicit Sheet(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  void unlock(const Position& position) { unlocked_.push_back(position); }
  void protect() {
    if (unlocked_.empty()) throw std::logic_error("nobody could enter anything");
    isProtected_ = true;
  }
  bool set(const Position& position, const Content& content) {
    if (std::min(position.row, position.column) < 1) throw std::out_of_range("no such cell");
    if (const long* const number = std::get_if<long>(&content)) {
      if (*number != std::clamp(*number, -1000000L, 1000000L)) return false;
    }
    if (const Formula* const formula = std::get_if<Formula>(&content)) {
      if (isProtected_ || !formula->isComplete()) return false;
    }
    if (isProtected_ && std::find(unlocked_.begin(), unlocked_.end(), position) == unlocked_.end())
      return false;
    cells_.insert_or_assign(position, content);
    return true;
  }
  const Content* at(const Position& position) const {
    const auto cell = cells_.find(position);
    return cell == cells_.end() ? nullptr : &cell->second;
  }
  bool refersTo(const std::string& sheet) const {
    for (const auto& [position, content] : cells_) {
      const Formula* const formula = std::get_if<Formula>(&content);
      if (formula == nullptr) continue;
      for (const Reference& input : formula->inputs()) {
        if (input.sheet == sheet) return true;
      }
    }
    return false;
  }

 private:
  std::string name_;
  std::map<Position, Content> cells_;
  std::vector<Position> unlocked_;
  bool isProtected_ = false;
};

enum class Error { None, NoSheet, Text, Cycle, DivisionByZero, TooLarge };

struct Result {
  Error error = Error::None;
  long number = 0;
};

class Workbook {
 public:
  std::shared_ptr<Sheet> addSheet(const std::string& name) {
    if (sheets_.contains(name)) throw std::invalid_argument("no such name");
    return sheets_[name] = std::make_shared<Sheet>(name);
  }
  bool removeSheet(const std::string& name) {
    for (const auto& [other, sheet] : sheets_) {
      if (other != name && sheet->refersTo(name)) return false;
    }
    return sheets_.erase(name) == 1;
  }
  Result evaluate(const Reference& reference) const { return evaluate(reference, {}); }

 private:
  Result evaluate(const Reference& reference, std::vector<Reference> open) const {
    const auto sheet = sheets_.find(reference.sheet);
    if (sheet == sheets_.end()) return {Error::NoSheet};
    const Content* const content = sheet->second->at(reference.position);
    if (content == nullptr) return {};
    if (const long* const number = std::get_if<long>(content)) return {Error::None, *number};
    const Formula* const formula = std::get_if<Formula>(content);
    if (formula == nullptr) return {Error::Text};
    if (std::find(open.begin(), open.end(), reference) != open.end()) return {Error::Cycle};
    open.push_back(reference);
    std::optional<long> total;
    for (const Reference& input : formula->inputs()) {
      const Result result = evaluate(input, open);
      if (result.error == Error::Text && formula->operation() != Operation::Ratio) continue;
      if (result.error != Error::None) return result;
      if (!total) {
        total = result.number;
      } else if (formula->operation() == Operation::Sum) {
        total = *total + result.number;
      } else if (formula->operation() == Operation::Largest) {
        total = std::max(*total, result.number);
      } else {
        if (result.number == 0) return {Error::DivisionByZero};
        total = *total / result.number;
      }
    }
    if (!total) return {Error::Text};
    if (*total != std::clamp(*total, -3000000L, 3000000L)) return {Error::TooLarge};
    return {Error::None, *total};
  }

  std::map<std::string, std::shared_ptr<Sheet>> sheets_;
};

}  // namespace objects::spreadsheet
