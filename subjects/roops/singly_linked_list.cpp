#include "singly_linked_list.h"

#include <stdexcept>

namespace roops {

SinglyLinkedList::~SinglyLinkedList() {
  while (head_ != nullptr) {
    Node* next = head_->next;
    delete head_;
    head_ = next;
  }
}

void SinglyLinkedList::insertBack(int value) {
  Node* fresh = new Node{value};
  ++size_;
  if (head_ == nullptr) {
    head_ = fresh;
    return;
  }
  Node* last = head_;
  while (last->next != nullptr) last = last->next;
  last->next = fresh;
}

bool SinglyLinkedList::contains(int value) const {
  for (const Node* node = head_; node != nullptr; node = node->next) {
    if (node->value == value) return true;
  }
  return false;
}

int SinglyLinkedList::removeAt(int index) {
  if (index < 0 || index >= size_) throw std::out_of_range("no such index");
  Node* removed = head_;
  if (index == 0) {
    head_ = removed->next;
  } else {
    Node* before = head_;
    for (int i = 1; i < index; ++i) before = before->next;
    removed = before->next;
    before->next = removed->next;
  }
  const int value = removed->value;
  delete removed;
  --size_;
  return value;
}

void SinglyLinkedList::reverse() {
  Node* reversed = nullptr;
  while (head_ != nullptr) {
    Node* next = head_->next;
    head_->next = reversed;
    reversed = head_;
    head_ = next;
  }
  head_ = reversed;
}

}  // namespace roops
