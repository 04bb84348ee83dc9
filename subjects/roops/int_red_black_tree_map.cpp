#include "int_red_black_tree_map.h"

#include <stdexcept>

namespace roops {

IntRedBlackTreeMap::~IntRedBlackTreeMap() { destroy(root_); }

bool IntRedBlackTreeMap::put(int key, int value) {
  Node head;  // above the root, so that the root can be rotated like any other
  head.red = false;
  head.child[1] = root_;
  Node* greatGrandparent = &head;
  Node* grandparent = nullptr;
  Node* parent = &head;
  Node* node = root_;
  int direction = 1;
  int lastDirection = 1;
  bool isNew = false;
  while (true) {
    if (node == nullptr) {
      node = new Node;
      node->key = key;
      parent->child[direction] = node;
      isNew = true;
    } else if (isRed(node->child[0]) && isRed(node->child[1])) {
      node->red = true;
      node->child[0]->red = false;
      node->child[1]->red = false;
    }
    if (isRed(node) && isRed(parent)) {
      const int side = greatGrandparent->child[1] == grandparent ? 1 : 0;
      greatGrandparent->child[side] = node == parent->child[lastDirection]
                                          ? rotate(grandparent, 1 - lastDirection)
                                          : rotateTwice(grandparent, 1 - lastDirection);
    }
    if (node->key == key) break;
    lastDirection = direction;
    direction = node->key < key ? 1 : 0;
    if (grandparent != nullptr) greatGrandparent = grandparent;
    grandparent = parent;
    parent = node;
    node = node->child[direction];
  }
  node->value = value;
  root_ = head.child[1];
  root_->red = false;
  if (isNew) ++size_;
  return isNew;
}

bool IntRedBlackTreeMap::remove(int key) {
  if (root_ == nullptr) return false;
  Node head;
  head.red = false;
  head.child[1] = root_;
  Node* grandparent = nullptr;
  Node* parent = nullptr;
  Node* node = &head;
  Node* found = nullptr;
  int direction = 1;
  // Goes down to a leaf and takes care that the node passed is red, or has a red child on the way.
  while (node->child[direction] != nullptr) {
    const int lastDirection = direction;
    grandparent = parent;
    parent = node;
    node = node->child[direction];
    direction = node->key < key ? 1 : 0;
    if (node->key == key) found = node;
    if (isRed(node) || isRed(node->child[direction])) continue;
    if (isRed(node->child[1 - direction])) {
      parent->child[lastDirection] = rotate(node, direction);
      parent = parent->child[lastDirection];
      continue;
    }
    Node* sibling = parent->child[1 - lastDirection];
    if (sibling == nullptr) continue;
    if (!isRed(sibling->child[0]) && !isRed(sibling->child[1])) {
      parent->red = false;
      sibling->red = true;
      node->red = true;
      continue;
    }
    const int side = grandparent->child[1] == parent ? 1 : 0;
    Node* top = isRed(sibling->child[lastDirection]) ? rotateTwice(parent, lastDirection)
                                                     : rotate(parent, lastDirection);
    grandparent->child[side] = top;
    top->red = true;
    node->red = true;
    top->child[0]->red = false;
    top->child[1]->red = false;
  }
  if (found != nullptr) {
    found->key = node->key;
    found->value = node->value;
    parent->child[parent->child[1] == node ? 1 : 0] = nullptr;  // the way down left it no child
    delete node;
    --size_;
  }
  root_ = head.child[1];
  if (root_ != nullptr) root_->red = false;
  return found != nullptr;
}

std::optional<int> IntRedBlackTreeMap::get(int key) const {
  const Node* node = root_;
  while (node != nullptr) {
    if (node->key == key) return node->value;
    node = node->child[node->key < key ? 1 : 0];
  }
  return std::nullopt;
}

bool IntRedBlackTreeMap::containsValue(int value) const { return holds(root_, value); }

int IntRedBlackTreeMap::lastKey() const {
  if (root_ == nullptr) throw std::out_of_range("the map is empty");
  const Node* node = root_;
  while (node->child[1] != nullptr) node = node->child[1];
  return node->key;
}

bool IntRedBlackTreeMap::isRed(const Node* node) { return node != nullptr && node->red; }

/// Lets the node sink in the direction; its other child comes up and takes over black.
IntRedBlackTreeMap::Node* IntRedBlackTreeMap::rotate(Node* node, int direction) {
  Node* top = node->child[1 - direction];
  node->child[1 - direction] = top->child[direction];
  top->child[direction] = node;
  node->red = true;
  top->red = false;
  return top;
}

IntRedBlackTreeMap::Node* IntRedBlackTreeMap::rotateTwice(Node* node, int direction) {
  node->child[1 - direction] = rotate(node->child[1 - direction], 1 - direction);
  return rotate(node, direction);
}

bool IntRedBlackTreeMap::holds(const Node* node, int value) {
  if (node == nullptr) return false;
  return node->value == value || holds(node->child[0], value) || holds(node->child[1], value);
}

void IntRedBlackTreeMap::destroy(Node* node) {
  if (node == nullptr) return;
  destroy(node->child[0]);
  destroy(node->child[1]);
  delete node;
}

}  // namespace roops
