#include "bin_tree.h"

namespace roops {

BinTree::~BinTree() {
  while (root_ != nullptr) removeAt(&root_);
}

bool BinTree::insert(int value) {
  Node** link = linkOf(value);
  if (*link != nullptr) return false;
  *link = new Node{value};
  ++size_;
  return true;
}

bool BinTree::remove(int value) {
  Node** link = linkOf(value);
  if (*link == nullptr) return false;
  removeAt(link);
  --size_;
  return true;
}

bool BinTree::contains(int value) const {
  const Node* node = root_;
  while (node != nullptr) {
    if (value == node->value) return true;
    node = value < node->value ? node->left : node->right;
  }
  return false;
}

/// The pointer that points to the value's node, or would if it were there.
BinTree::Node** BinTree::linkOf(int value) {
  Node** link = &root_;
  while (*link != nullptr && (*link)->value != value) {
    link = value < (*link)->value ? &(*link)->left : &(*link)->right;
  }
  return link;
}

void BinTree::removeAt(Node** link) {
  Node* removed = *link;
  if (removed->left == nullptr) {
    *link = removed->right;
  } else if (removed->right == nullptr) {
    *link = removed->left;
  } else if (removed->right->left == nullptr) {
    removed->right->left = removed->left;
    *link = removed->right;
  } else {
    Node* before = removed->right;
    while (before->left->left != nullptr) before = before->left;
    Node* successor = before->left;
    before->left = successor->right;
    successor->left = removed->left;
    successor->right = removed->right;
    *link = successor;
  }
  delete removed;
}

}  // namespace roops
