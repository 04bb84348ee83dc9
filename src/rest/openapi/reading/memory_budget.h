// How much memory reading a document may take, roughly. A small document can
// unfold to a huge one: by YAML aliases, and by many references to one large
// part. Whoever makes something of it spends first.
#pragma once

#include <cstddef>

namespace covolve::rest::openapi {

class MemoryBudget {
 public:
  explicit MemoryBudget(size_t bytes) : left_(bytes) {}

  /// False where that is more than is left; then nothing is left.
  bool spend(size_t bytes) {
    if (bytes > left_) {
      left_ = 0;
      return false;
    }
    left_ -= bytes;
    return true;
  }

 private:
  size_t left_;
};

}  // namespace covolve::rest::openapi
