// The containers' class invariants, as the subjects' headers state them. They stand here and
// not in the subjects because a correct container never lets one of their checks fail.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <set>

#include "../../../subjects/roops/avl_tree.h"
#include "../../../subjects/roops/bin_tree.h"
#include "../../../subjects/roops/binomial_heap.h"
#include "../../../subjects/roops/fib_heap.h"
#include "../../../subjects/roops/int_red_black_tree_map.h"
#include "../../../subjects/roops/linked_list.h"
#include "../../../subjects/roops/node_caching_linked_list.h"
#include "../../../subjects/roops/singly_linked_list.h"
#include "../../../subjects/roops/tree_set.h"

namespace roops {

struct SinglyLinkedListInvariant {
  static bool holds(const SinglyLinkedList& list) {
    int count = 0;
    for (const auto* node = list.head_; node != nullptr; node = node->next) {
      if (++count > list.size_) return false;
    }
    return count == list.size_;
  }
};

/// Of a circular list around a header: as many nodes forwards as the size says, all linked back.
template <class Node>
bool isRingOf(const Node* header, int size) {
  int count = 0;
  for (const Node* node = header; node->next != header; node = node->next) {
    if (node->next->previous != node || ++count > size) return false;
  }
  return count == size && header->previous->next == header;
}

struct LinkedListInvariant {
  static bool holds(const LinkedList& list) { return isRingOf(list.header_, list.size_); }
};

struct NodeCachingLinkedListInvariant {
  static bool holds(const NodeCachingLinkedList& list) {
    int cached = 0;
    for (const auto* node = list.firstCached_; node != nullptr; node = node->next) {
      if (++cached > list.cacheSize_) return false;
    }
    return isRingOf(list.header_, list.size_) && cached == list.cacheSize_ &&
           cached <= list.maximumCacheSize_;
  }
};

struct BinTreeInvariant {
  static bool holds(const BinTree& tree) {
    int count = 0;
    return isOrdered(tree.root_, std::nullopt, std::nullopt, count) && count == tree.size_;
  }
  static bool isOrdered(const BinTree::Node* node, std::optional<int> above, std::optional<int> below,
                        int& count) {
    if (node == nullptr) return true;
    ++count;
    if ((above && node->value <= *above) || (below && node->value >= *below)) return false;
    return isOrdered(node->left, above, node->value, count) &&
           isOrdered(node->right, node->value, below, count);
  }
};

struct AvlTreeInvariant {
  static bool holds(const AvlTree& tree) { return heightIfSound(tree.root_, {}, {}) >= 0; }
  static int heightIfSound(const AvlTree::Node* node, std::optional<int> above, std::optional<int> below) {
    if (node == nullptr) return 0;
    if ((above && node->value <= *above) || (below && node->value >= *below)) return -1;
    const int left = heightIfSound(node->left, above, node->value);
    const int right = heightIfSound(node->right, node->value, below);
    if (left < 0 || right < 0 || std::abs(left - right) > 1) return -1;
    const int height = 1 + std::max(left, right);
    return height == node->height ? height : -1;
  }
};

struct TreeSetInvariant {
  static bool holds(const TreeSet& set) {
    int count = 0;
    return !set.root_->red && !set.leaf_->red && blackHeight(set, set.root_, {}, {}, count) >= 0 &&
           count == set.size_;
  }
  static int blackHeight(const TreeSet& set, const TreeSet::Node* node, std::optional<int> above,
                         std::optional<int> below, int& count) {
    if (node == set.leaf_) return 0;
    ++count;
    if ((above && node->value <= *above) || (below && node->value >= *below)) return -1;
    for (const auto* child : {node->left, node->right}) {
      if (child != set.leaf_ && child->parent != node) return -1;
      if (node->red && child->red) return -1;
    }
    const int left = blackHeight(set, node->left, above, node->value, count);
    const int right = blackHeight(set, node->right, node->value, below, count);
    return left < 0 || left != right ? -1 : left + (node->red ? 0 : 1);
  }
};

struct IntRedBlackTreeMapInvariant {
  static bool holds(const IntRedBlackTreeMap& map) {
    int count = 0;
    return !IntRedBlackTreeMap::isRed(map.root_) && blackHeight(map.root_, {}, {}, count) >= 0 &&
           count == map.size_;
  }
  static int blackHeight(const IntRedBlackTreeMap::Node* node, std::optional<int> above,
                         std::optional<int> below, int& count) {
    if (node == nullptr) return 0;
    ++count;
    if ((above && node->key <= *above) || (below && node->key >= *below)) return -1;
    for (const auto* child : node->child) {
      if (node->red && IntRedBlackTreeMap::isRed(child)) return -1;
    }
    const int left = blackHeight(node->child[0], above, node->key, count);
    const int right = blackHeight(node->child[1], node->key, below, count);
    return left < 0 || left != right ? -1 : left + (node->red ? 0 : 1);
  }
};

struct BinomialHeapInvariant {
  static bool holds(const BinomialHeap& heap) {
    int count = 0;
    int lastDegree = -1;
    for (const auto* root = heap.head_; root != nullptr; root = root->sibling) {
      if (root->degree <= lastDegree || root->parent != nullptr || !isTree(root, count)) return false;
      lastDegree = root->degree;
    }
    return count == heap.size_;
  }
  static bool isTree(const BinomialHeap::Node* node, int& count) {
    ++count;
    int degree = node->degree;
    for (const auto* child = node->child; child != nullptr; child = child->sibling) {
      if (child->degree != --degree || child->parent != node || child->key < node->key) return false;
      if (!isTree(child, count)) return false;
    }
    return degree == 0;
  }
};

struct FibHeapInvariant {
  static bool holds(const FibHeap& heap) {
    if (heap.minimum_ == nullptr) return heap.size_ == 0;
    std::set<const FibHeap::Node*> seen;
    int roots = 0;
    return isRing(heap, heap.minimum_, nullptr, roots, seen) &&
           seen.size() == static_cast<std::size_t>(heap.size_);
  }
  static bool isRing(const FibHeap& heap, const FibHeap::Node* start, const FibHeap::Node* parent,
                     int& length, std::set<const FibHeap::Node*>& seen) {
    const auto* node = start;
    do {
      if (!seen.insert(node).second || node->right->left != node || node->parent != parent) return false;
      if (heap.nodes_[static_cast<std::size_t>(node->handle)] != node) return false;
      if (node->key < (parent == nullptr ? heap.minimum_ : parent)->key) return false;
      int children = 0;
      if (node->child != nullptr && !isRing(heap, node->child, node, children, seen)) return false;
      if (children != node->degree) return false;
      ++length;
      node = node->right;
    } while (node != start);
    return true;
  }
};

}  // namespace roops
