// The sites of a module with their stable ids and local indices, and the text
// that tells the engine about them (format: covolve/abi.h).
//
// Instantiations of one template have equal lines of text and share one local
// index. A switch's cases and default are shared only as a whole, because the
// probe counts on consecutive indices.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <map>
#include <string>
#include <vector>

#include "instrument/site.h"

namespace covolve::instrument {

struct PlacedSite {
  Site site;
  uint32_t first = 0;         // local index; of the first case for a switch
  std::vector<uint64_t> ids;  // one, or those of the cases and the default
};

class SiteTable {
 public:
  /// Of one function.
  void add(const std::string& function, std::vector<Site> sites);

  /// Attaches !covolve.site to each site's instruction: !{!{!"C", i64 id, i32 index}, ...}.
  void annotate() const;

  bool empty() const { return placed_.empty(); }
  uint32_t count() const { return count_; }
  const std::string& text() const { return text_; }
  const std::vector<PlacedSite>& sites() const { return placed_; }

 private:
  std::vector<PlacedSite> placed_;
  std::map<std::string, uint32_t> firstIndexOfText_;
  std::string text_;
  uint32_t count_ = 0;
};

}  // namespace covolve::instrument
