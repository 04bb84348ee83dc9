// What is odd about a document but costs no operation: a sentence each, each
// once, and no more than somebody might read.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace covolve::rest::openapi {

class Notes {
 public:
  void add(std::string sentence);
  std::vector<std::string> take();

 private:
  std::set<std::string> known_;
  std::vector<std::string> notes_;
  size_t leftOut_ = 0;
};

}  // namespace covolve::rest::openapi
