// What counts as a goal of the search. Each criterion can be chosen by itself;
// its name on the command line is declared here, once.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace covolve::guidance {

enum class Criterion : uint8_t { Branch, Line, Function, NoException, Exception, Output };

struct CriterionInfo {
  Criterion criterion;
  std::string_view name;
  std::string_view meaning;
  bool isDefault;
  bool isToldByCode;  // by the probes in it, whoever calls it
};

constexpr std::array<CriterionInfo, 6> kCriteria{{
    {Criterion::Branch, "branch", "both sides of each decision, each case of a switch", true, true},
    {Criterion::Line, "line", "each line", true, true},
    {Criterion::Function, "function", "each function entered", true, true},
    {Criterion::NoException, "noexception", "each call under test came back without an exception", false,
     false},
    {Criterion::Exception, "exception", "each type of exception at each place it comes from", true, false},
    {Criterion::Output, "output",
     "each kind of result: true, false; negative, zero, positive; empty, not empty", false, false},
}};

class Criteria {
 public:
  constexpr bool has(Criterion criterion) const { return (bits_ & bit(criterion)) != 0; }
  constexpr void add(Criterion criterion) { bits_ |= bit(criterion); }
  constexpr bool empty() const { return bits_ == 0; }

  /// Those that the code tells, whoever calls it.
  constexpr Criteria toldByCode() const {
    Criteria told;
    for (const CriterionInfo& info : kCriteria) {
      if (info.isToldByCode && has(info.criterion)) told.add(info.criterion);
    }
    return told;
  }

  static constexpr Criteria defaults() {
    Criteria criteria;
    for (const CriterionInfo& info : kCriteria) {
      if (info.isDefault) criteria.add(info.criterion);
    }
    return criteria;
  }

 private:
  static constexpr uint32_t bit(Criterion criterion) { return 1u << static_cast<unsigned>(criterion); }

  uint32_t bits_ = 0;
};

}  // namespace covolve::guidance
