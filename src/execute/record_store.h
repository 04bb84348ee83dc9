// Records that many executions of a batch point to: appended in blocks that
// never move, forgotten all at once. One allocation for thousands of records.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

namespace covolve::execute {

template <class Record>
class RecordStore {
 public:
  /// Room for `count` records that holds until clear(); they are not initialised from anything useful.
  std::span<Record> add(size_t count) {
    if (blocks_.empty() || blocks_.back().size() - used_ < count) {
      blocks_.emplace_back(count < kBlock ? kBlock : count);
      used_ = 0;
    }
    const std::span<Record> added(blocks_.back().data() + used_, count);
    used_ += count;
    return added;
  }
  /// Gives back the last `count` of the records added last.
  void giveBack(size_t count) { used_ -= count; }

  void clear() {
    if (blocks_.size() > 1) blocks_.erase(blocks_.begin() + 1, blocks_.end());
    used_ = 0;
  }

 private:
  static constexpr size_t kBlock = 1024;

  std::deque<std::vector<Record>> blocks_;
  size_t used_ = 0;  // of the last block
};

}  // namespace covolve::execute
