#include "bounded_stack.h"

bool BoundedStack::push(int value) {
  if (frozen_) return false;
  if (size_ > kCapacity) throw std::logic_error("the stack is broken");
  if (size_ == kCapacity) return false;
  values_[size_++] = value;
  return true;
}

int BoundedStack::pop() {
  if (size_ == 0) throw std::underflow_error("the stack is empty");
  if (frozen_) return values_[size_ - 1];
  return values_[--size_];
}

int BoundedStack::top() const {
  if (size_ == 0) throw std::underflow_error("the stack is empty");
  return values_[size_ - 1];
}

void BoundedStack::clear() {
  if (!frozen_ || size_ == kCapacity) size_ = 0;
}
