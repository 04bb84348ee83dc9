// Books lines of comma separated values on accounts.
//
// What makes it hard: lines of one text that refer to each other: what is held is settled with
// more.
// Expected: every branch can be covered.
// Infeasible: none.
#include <cctype>
#include <cstdint>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ledger {

class FormatError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::vector<std::string> splitRow(const std::string& row) {
  enum class State { Start, Plain, Quoted, AfterQuote };
  std::vector<std::string> cells(1);
  State state = State::Start;
  for (char c : row) {
    if (state == State::Quoted) {
      if (c == '"') {
        state = State::AfterQuote;
      } else {
        cells.back() += c;
      }
    } else if (c == ',') {
      cells.emplace_back();
      state = State::Start;
    } else if (c == '"') {
      if (state == State::Plain) throw FormatError("quote inside plain cell");
      if (state == State::AfterQuote) cells.back() += '"';
      state = State::Quoted;
    } else {
      if (state == State::AfterQuote) throw FormatError("text after closing quote");
      cells.back() += c;
      state = State::Plain;
    }
  }
  if (state == State::Quoted) throw FormatError("unterminated quote");
  return cells;
}

std::int64_t parseCents(const std::string& text) {
  std::size_t i = 0;
  std::int64_t units = 0;
  while (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i]))) {
    units = units * 10 + (text[i++] - '0');
    if (units > 10'000'000) throw FormatError("amount too large");
  }
  std::int64_t thousandths = 0;
  if (i > 0 && i < text.size() && text[i] == '.') {
    ++i;
    for (int scale = 100; scale > 0 && i < text.size() && text[i] >= '0' && text[i] <= '9'; scale /= 10) {
      thousandths += scale * (text[i++] - '0');
    }
  }
  if (i == 0 || i != text.size()) throw FormatError("bad amount");
  const std::int64_t rest = thousandths % 10;
  std::int64_t cents = units * 100 + thousandths / 10;
  if (rest > 5 || (rest == 5 && cents % 2 != 0)) ++cents;
  return cents;
}

class Account {
 public:
  std::int64_t available() const {
    std::int64_t held = 0;
    for (const auto& [id, amount] : holds_) held += amount;
    return balance_ - held;
  }
  std::int64_t balance() const { return balance_; }
  void deposit(std::int64_t cents) { balance_ += cents; }
  bool hold(const std::string& id, std::int64_t cents) {
    return cents <= available() && holds_.emplace(id, cents).second;
  }
  std::int64_t settle(const std::string& id, std::int64_t cents) {
    const auto it = holds_.find(id);
    if (it == holds_.end()) throw std::out_of_range("no hold " + id);
    const std::int64_t released = it->second - cents;
    if (released < 0 && -released * 10 > it->second) throw std::domain_error("overcharge");
    holds_.erase(it);
    balance_ -= cents;
    return released;
  }

 private:
  std::int64_t balance_ = 0;
  std::map<std::string, std::int64_t> holds_;
};

class Ledger {
 public:
  int import(const std::string& csv) {
    std::istringstream lines(csv);
    int applied = 0;
    for (std::string line; std::getline(lines, line);) {
      try {
        applied += apply(splitRow(line)) ? 1 : 0;
      } catch (const FormatError&) {
        if (++malformed_ > 3) throw;
      } catch (const std::logic_error&) {
        ++refused_;
      }
    }
    return applied;
  }
  const Account& account(const std::string& name) const { return accounts_.at(name); }
  std::string summary() const {
    if (tips_ > 0 && refused_ == 0) return "tipped";
    return malformed_ > refused_ ? "dirty" : "plain";
  }

 private:
  bool apply(const std::vector<std::string>& row) {
    if (row.size() < 3) throw FormatError("short row");
    Account& target = accounts_[row[1]];
    const std::int64_t cents = parseCents(row[2]);
    if (row[0] == "deposit") {
      target.deposit(cents);
      return true;
    }
    if (row.size() == 4 && row[0] == "hold") return target.hold(row[3], cents);
    if (row.size() == 4 && row[0] == "settle") {
      tips_ += target.settle(row[3], cents) < 0 ? 1 : 0;
      return true;
    }
    throw std::invalid_argument("unknown row kind");
  }

  std::map<std::string, Account> accounts_;
  int malformed_ = 0;
  int refused_ = 0;
  int tips_ = 0;
};

}  // namespace ledger
