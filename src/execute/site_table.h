// The sites of a harness, by dense index: what the text of abi.h's section
// "covolve_sites" says. Indices hold for one harness, ids for all time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "covolve/abi.h"

namespace covolve::execute {

struct Site {
  abi::SiteKind kind = abi::SiteKind::Block;
  uint64_t id = 0;
  uint32_t line = 0;
  uint32_t column = 0;
  std::optional<int64_t> value;  // of a case; an output's class; else what abi.h says of it
  std::vector<uint32_t> lines;   // covered when the site is hit
  std::string function;
  std::string file;
  std::string output;       // an output's class by name: "negative"
  std::string callee = {};  // of a known call: "std::stoi"

  /// Within what a library compares for the source, where that calls it.
  bool isStep() const { return says(abi::kStepSite); }
  /// A known call of whose answer a decision with a site of its own is made.
  bool isDecided() const { return says(abi::kDecidedSite); }
  bool operator==(const Site&) const = default;

 private:
  bool says(int64_t what) const {
    using enum abi::SiteKind;
    const bool hasNumber = kind == Case || kind == Default || kind == Output;
    return !hasNumber && (value.value_or(0) & what) != 0;
  }
};

class SiteTable {
 public:
  /// An Error names the first line that is not as abi.h says.
  static Result<SiteTable> parse(std::string_view text);

  size_t size() const { return sites_.size(); }
  const Site& operator[](uint32_t index) const { return sites_[index]; }
  auto begin() const { return sites_.begin(); }
  auto end() const { return sites_.end(); }

 private:
  std::vector<Site> sites_;
};

}  // namespace covolve::execute
