#include "tree_set.h"

#include <stdexcept>

namespace roops {

TreeSet::TreeSet() : leaf_(new Node{0, false, nullptr, nullptr, nullptr}), root_(leaf_) {}

TreeSet::~TreeSet() {
  clear();
  delete leaf_;
}

bool TreeSet::add(int value) {
  Node* parent = leaf_;
  Node* node = root_;
  while (node != leaf_) {
    if (value == node->value) return false;
    parent = node;
    node = value < node->value ? node->left : node->right;
  }
  Node* fresh = new Node{value, true, parent, leaf_, leaf_};
  if (parent == leaf_) {
    root_ = fresh;
  } else if (value < parent->value) {
    parent->left = fresh;
  } else {
    parent->right = fresh;
  }
  ++size_;
  repairAfterAdding(fresh);
  return true;
}

bool TreeSet::remove(int value) {
  Node* removed = find(value);
  if (removed == leaf_) return false;
  bool lostBlack = !removed->red;
  Node* child = leaf_;
  if (removed->left == leaf_) {
    child = removed->right;
    putInPlaceOf(removed, child);
  } else if (removed->right == leaf_) {
    child = removed->left;
    putInPlaceOf(removed, child);
  } else {
    Node* successor = removed->right;
    while (successor->left != leaf_) successor = successor->left;
    lostBlack = !successor->red;
    child = successor->right;
    if (successor->parent == removed) {
      child->parent = successor;  // matters for the leaf, whose parent is set only here
    } else {
      putInPlaceOf(successor, child);
      successor->right = removed->right;
      successor->right->parent = successor;
    }
    putInPlaceOf(removed, successor);
    successor->left = removed->left;
    successor->left->parent = successor;
    successor->red = removed->red;
  }
  delete removed;
  --size_;
  if (lostBlack) repairAfterRemoving(child);
  return true;
}

bool TreeSet::contains(int value) const { return find(value) != leaf_; }

int TreeSet::first() const {
  if (root_ == leaf_) throw std::out_of_range("the set is empty");
  const Node* node = root_;
  while (node->left != leaf_) node = node->left;
  return node->value;
}

int TreeSet::last() const {
  if (root_ == leaf_) throw std::out_of_range("the set is empty");
  const Node* node = root_;
  while (node->right != leaf_) node = node->right;
  return node->value;
}

void TreeSet::clear() {
  destroy(root_);
  root_ = leaf_;
  size_ = 0;
}

TreeSet::Node* TreeSet::find(int value) const {
  Node* node = root_;
  while (node != leaf_ && node->value != value) node = value < node->value ? node->left : node->right;
  return node;
}

void TreeSet::rotateLeft(Node* node) {
  Node* top = node->right;
  node->right = top->left;
  if (top->left != leaf_) top->left->parent = node;
  putInPlaceOf(node, top);
  top->left = node;
  node->parent = top;
}

void TreeSet::rotateRight(Node* node) {
  Node* top = node->left;
  node->left = top->right;
  if (top->right != leaf_) top->right->parent = node;
  putInPlaceOf(node, top);
  top->right = node;
  node->parent = top;
}

/// The node is red; its parent may be, too.
void TreeSet::repairAfterAdding(Node* node) {
  while (node->parent->red) {
    Node* grandparent = node->parent->parent;
    if (node->parent == grandparent->left) {
      Node* uncle = grandparent->right;
      if (uncle->red) {
        node->parent->red = false;
        uncle->red = false;
        grandparent->red = true;
        node = grandparent;
      } else {
        if (node == node->parent->right) {
          node = node->parent;
          rotateLeft(node);
        }
        node->parent->red = false;
        grandparent->red = true;
        rotateRight(grandparent);
      }
    } else {
      Node* uncle = grandparent->left;
      if (uncle->red) {
        node->parent->red = false;
        uncle->red = false;
        grandparent->red = true;
        node = grandparent;
      } else {
        if (node == node->parent->left) {
          node = node->parent;
          rotateRight(node);
        }
        node->parent->red = false;
        grandparent->red = true;
        rotateLeft(grandparent);
      }
    }
  }
  root_->red = false;
}

/// Paths through the node have one black node less than the others.
void TreeSet::repairAfterRemoving(Node* node) {
  while (node != root_ && !node->red) {
    Node* parent = node->parent;
    if (node == parent->left) {
      Node* sibling = parent->right;
      if (sibling->red) {
        sibling->red = false;
        parent->red = true;
        rotateLeft(parent);
        sibling = parent->right;
      }
      if (!sibling->left->red && !sibling->right->red) {
        sibling->red = true;
        node = parent;
      } else {
        if (!sibling->right->red) {
          sibling->left->red = false;
          sibling->red = true;
          rotateRight(sibling);
          sibling = parent->right;
        }
        sibling->red = parent->red;
        parent->red = false;
        sibling->right->red = false;
        rotateLeft(parent);
        node = root_;
      }
    } else {
      Node* sibling = parent->left;
      if (sibling->red) {
        sibling->red = false;
        parent->red = true;
        rotateRight(parent);
        sibling = parent->left;
      }
      if (!sibling->right->red && !sibling->left->red) {
        sibling->red = true;
        node = parent;
      } else {
        if (!sibling->left->red) {
          sibling->right->red = false;
          sibling->red = true;
          rotateLeft(sibling);
          sibling = parent->left;
        }
        sibling->red = parent->red;
        parent->red = false;
        sibling->left->red = false;
        rotateRight(parent);
        node = root_;
      }
    }
  }
  node->red = false;
}

void TreeSet::putInPlaceOf(Node* old, Node* replacement) {
  if (old == root_) {
    root_ = replacement;
  } else if (old == old->parent->left) {
    old->parent->left = replacement;
  } else {
    old->parent->right = replacement;
  }
  replacement->parent = old->parent;
}

void TreeSet::destroy(Node* node) {
  if (node == leaf_) return;
  destroy(node->left);
  destroy(node->right);
  delete node;
}

}  // namespace roops
