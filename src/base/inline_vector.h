// A vector of plain data with room for its first elements in itself: what most
// often is short, and lives as long as a call, costs no allocation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace covolve {

template <class T, size_t Few>
class InlineVector {
  static_assert(std::is_trivially_copyable_v<T> && Few > 0);

 public:
  InlineVector() = default;
  InlineVector(const InlineVector&) = delete;
  InlineVector& operator=(const InlineVector&) = delete;

  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& operator[](size_t index) { return data_[index]; }
  const T& operator[](size_t index) const { return data_[index]; }

  void push_back(T value) {
    if (size_ == capacity_) grow();
    data_[size_++] = value;
  }
  /// Leaves the first `count`.
  void truncate(size_t count) { size_ = count; }
  void clear() { truncate(0); }
  template <class IsErased>
  void eraseIf(IsErased isErased) {
    size_ = static_cast<size_t>(std::remove_if(begin(), end(), isErased) - begin());
  }

 private:
  void grow() {
    auto larger = std::make_unique_for_overwrite<T[]>(2 * capacity_);
    std::copy(begin(), end(), larger.get());
    many_ = std::move(larger);
    data_ = many_.get();
    capacity_ *= 2;
  }

  T few_[Few];
  std::unique_ptr<T[]> many_;  // instead of these, when they are more
  T* data_ = few_;
  size_t size_ = 0;
  size_t capacity_ = Few;
};

}  // namespace covolve
