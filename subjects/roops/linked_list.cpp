#include "linked_list.h"

#include <stdexcept>

namespace roops {

LinkedList::LinkedList() : header_(new Node{0, nullptr, nullptr}) {
  header_->previous = header_;
  header_->next = header_;
}

LinkedList::~LinkedList() {
  while (size_ > 0) unlink(header_->next);
  delete header_;
}

void LinkedList::addFirst(int value) { insertBefore(header_->next, value); }

void LinkedList::addLast(int value) { insertBefore(header_, value); }

void LinkedList::insertAt(int index, int value) {
  if (index == size_) {
    addLast(value);
  } else {
    insertBefore(nodeAt(index), value);
  }
}

int LinkedList::get(int index) const { return nodeAt(index)->value; }

int LinkedList::removeAt(int index) {
  Node* node = nodeAt(index);
  const int value = node->value;
  unlink(node);
  return value;
}

bool LinkedList::removeValue(int value) {
  for (Node* node = header_->next; node != header_; node = node->next) {
    if (node->value == value) {
      unlink(node);
      return true;
    }
  }
  return false;
}

int LinkedList::indexOf(int value) const {
  int index = 0;
  for (const Node* node = header_->next; node != header_; node = node->next) {
    if (node->value == value) return index;
    ++index;
  }
  return -1;
}

int LinkedList::lastIndexOf(int value) const {
  int index = size_ - 1;
  for (const Node* node = header_->previous; node != header_; node = node->previous) {
    if (node->value == value) return index;
    --index;
  }
  return -1;
}

LinkedList::Node* LinkedList::nodeAt(int index) const {
  if (index < 0 || index >= size_) throw std::out_of_range("no such index");
  Node* node = header_;
  if (index < size_ / 2) {
    for (int i = 0; i <= index; ++i) node = node->next;
  } else {
    for (int i = size_; i > index; --i) node = node->previous;
  }
  return node;
}

void LinkedList::insertBefore(Node* node, int value) {
  Node* fresh = new Node{value, node->previous, node};
  node->previous->next = fresh;
  node->previous = fresh;
  ++size_;
}

void LinkedList::unlink(Node* node) {
  node->previous->next = node->next;
  node->next->previous = node->previous;
  delete node;
  --size_;
}

}  // namespace roops
