// The faults found so far, each once, with the shortest test that shows it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "rest/oracle/oracle.h"
#include "search/individual.h"

namespace covolve::rest {

class FaultBook {
 public:
  struct Entry {
    Fault fault;
    search::Individual test;
    search::Length length;  // of the test
  };

  /// True where the fault was not known. A known one takes over a test that is shorter.
  bool add(const Fault& fault, const search::Individual& test);

  /// Whether a test of so many actions could be news; asked before one is copied.
  bool wantsShorter(const Fault& fault, size_t actions) const;

  size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  /// In the order of the oracles, then by operation and detail. Valid until the next add().
  std::vector<const Entry*> ordered() const;

 private:
  std::map<std::string, Entry> entries_;  // by Fault::key()
};

}  // namespace covolve::rest
