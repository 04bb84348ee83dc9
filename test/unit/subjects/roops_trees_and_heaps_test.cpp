// The trees and heaps of Roops do what the standard library's do, over random sequences of calls of
// which each leaves the class invariant intact.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include "../../../subjects/roops/avl_tree.cpp"
#include "../../../subjects/roops/bin_tree.cpp"
#include "../../../subjects/roops/binomial_heap.cpp"
#include "../../../subjects/roops/fib_heap.cpp"
#include "../../../subjects/roops/int_red_black_tree_map.cpp"
#include "../../../subjects/roops/tree_set.cpp"
#include "roops_comparison.h"

namespace {

using roops::compare;
using roops::Numbers;

TEST(RoopsTreesAndHeaps, BinTreeBehavesLikeASet) {
  compare<roops::BinTree, std::set<int>, roops::BinTreeInvariant>(
      [](roops::BinTree& tree, std::set<int>& reference, Numbers& numbers, int range) {
        const int value = numbers.below(range);
        if (numbers.below(2) == 0) {
          EXPECT_EQ(tree.insert(value), reference.insert(value).second);
        } else {
          EXPECT_EQ(tree.remove(value), reference.erase(value) == 1);
        }
        const int other = numbers.below(range);
        EXPECT_EQ(tree.contains(other), reference.count(other) == 1);
        EXPECT_EQ(tree.size(), static_cast<int>(reference.size()));
      });
}

TEST(RoopsTreesAndHeaps, AvlTreeBehavesLikeASet) {
  compare<roops::AvlTree, std::set<int>, roops::AvlTreeInvariant>(
      [](roops::AvlTree& tree, std::set<int>& reference, Numbers& numbers, int range) {
        const int value = numbers.below(range);
        if (numbers.below(2) == 0) {
          EXPECT_EQ(tree.insert(value), reference.insert(value).second);
        } else {
          EXPECT_EQ(tree.remove(value), reference.erase(value) == 1);
        }
        const int other = numbers.below(range);
        EXPECT_EQ(tree.contains(other), reference.count(other) == 1);
        if (reference.empty()) {
          EXPECT_THROW(tree.minimum(), std::out_of_range);
          EXPECT_THROW(tree.maximum(), std::out_of_range);
          EXPECT_EQ(tree.height(), 0);
        } else {
          EXPECT_EQ(tree.minimum(), *reference.begin());
          EXPECT_EQ(tree.maximum(), *reference.rbegin());
        }
      });
}

TEST(RoopsTreesAndHeaps, TreeSetBehavesLikeASet) {
  compare<roops::TreeSet, std::set<int>, roops::TreeSetInvariant>(
      [](roops::TreeSet& tree, std::set<int>& reference, Numbers& numbers, int range) {
        const int value = numbers.below(range);
        if (numbers.below(2) == 0) {
          EXPECT_EQ(tree.add(value), reference.insert(value).second);
        } else {
          EXPECT_EQ(tree.remove(value), reference.erase(value) == 1);
        }
        if (numbers.below(60) == 0) {
          tree.clear();
          reference.clear();
        }
        const int other = numbers.below(range);
        EXPECT_EQ(tree.contains(other), reference.count(other) == 1);
        EXPECT_EQ(tree.size(), static_cast<int>(reference.size()));
        if (reference.empty()) {
          EXPECT_THROW(tree.first(), std::out_of_range);
          EXPECT_THROW(tree.last(), std::out_of_range);
        } else {
          EXPECT_EQ(tree.first(), *reference.begin());
          EXPECT_EQ(tree.last(), *reference.rbegin());
        }
      });
}

TEST(RoopsTreesAndHeaps, IntRedBlackTreeMapBehavesLikeAMap) {
  using Map = roops::IntRedBlackTreeMap;
  compare<Map, std::map<int, int>, roops::IntRedBlackTreeMapInvariant>(
      [](Map& map, std::map<int, int>& reference, Numbers& numbers, int range) {
        const int key = numbers.below(range);
        const int value = numbers.below(range);
        if (numbers.below(2) == 0) {
          EXPECT_EQ(map.put(key, value), reference.insert_or_assign(key, value).second);
        } else {
          EXPECT_EQ(map.remove(key), reference.erase(key) == 1);
        }
        const int other = numbers.below(range);
        const auto found = reference.find(other);
        EXPECT_EQ(map.get(other), found == reference.end() ? std::nullopt : std::optional(found->second));
        EXPECT_EQ(map.containsValue(other), std::any_of(reference.begin(), reference.end(),
                                                        [&](auto& entry) { return entry.second == other; }));
        EXPECT_EQ(map.size(), static_cast<int>(reference.size()));
        if (reference.empty()) {
          EXPECT_THROW(map.lastKey(), std::out_of_range);
        } else {
          EXPECT_EQ(map.lastKey(), reference.rbegin()->first);
        }
      });
}

TEST(RoopsTreesAndHeaps, BinomialHeapBehavesLikeAMultiset) {
  using Heap = roops::BinomialHeap;
  compare<Heap, std::multiset<int>, roops::BinomialHeapInvariant>(
      [](Heap& heap, std::multiset<int>& reference, Numbers& numbers, int range) {
        const int key = numbers.below(range);
        const int other = numbers.below(range);
        const auto found = reference.find(key);
        switch (numbers.below(6)) {
          case 0:
            if (reference.empty()) {
              EXPECT_THROW(heap.extractMinimum(), std::out_of_range);
            } else {
              EXPECT_EQ(heap.extractMinimum(), *reference.begin());
              reference.erase(reference.begin());
            }
            break;
          case 1:
            EXPECT_EQ(heap.decrease(key, other), other <= key && found != reference.end());
            if (other <= key && found != reference.end()) {
              reference.erase(found);
              reference.insert(other);
            }
            break;
          case 2:
            EXPECT_EQ(heap.remove(key), found != reference.end());
            if (found != reference.end()) reference.erase(found);
            break;
          default:
            heap.insert(key);
            reference.insert(key);
        }
        EXPECT_EQ(heap.contains(other), reference.count(other) > 0);
        EXPECT_EQ(heap.size(), static_cast<int>(reference.size()));
        if (!reference.empty()) EXPECT_EQ(heap.minimum(), *reference.begin());
      });
}

/// What a heap with handles holds: the key of each handle, as long as it is there.
struct KeysByHandle {
  std::map<int, int> keys;
  int inserted = 0;

  int least() const {
    return std::min_element(keys.begin(), keys.end(), [](auto& a, auto& b) { return a.second < b.second; })
        ->second;
  }
};

TEST(RoopsTreesAndHeaps, FibHeapBehavesLikeKeysWithHandles) {
  using Heap = roops::FibHeap;
  compare<Heap, KeysByHandle, roops::FibHeapInvariant>(
      [](Heap& heap, KeysByHandle& reference, Numbers& numbers, int range) {
        // All keys differ, so that it is known which handle the minimum has.
        const int key = numbers.below(range) * 1000 + reference.inserted;
        const int handle = numbers.below(reference.inserted + 3) - 1;
        const auto found = reference.keys.find(handle);
        switch (numbers.below(7)) {
          case 0:
            if (reference.keys.empty()) {
              EXPECT_THROW(heap.removeMinimum(), std::out_of_range);
            } else {
              const int least = reference.least();
              EXPECT_EQ(heap.removeMinimum(), least);
              std::erase_if(reference.keys, [&](const auto& entry) { return entry.second == least; });
            }
            break;
          case 1:
          case 2: {
            const bool isSmaller = found != reference.keys.end() && key <= found->second;
            const bool isTaken = std::any_of(reference.keys.begin(), reference.keys.end(),
                                             [&](auto& entry) { return entry.second == key; });
            if (isTaken) break;
            EXPECT_EQ(heap.decreaseKey(handle, key), isSmaller);
            if (isSmaller) found->second = key;
            break;
          }
          case 3:
            EXPECT_EQ(heap.remove(handle), found != reference.keys.end());
            if (found != reference.keys.end()) reference.keys.erase(found);
            break;
          default: {
            const int fresh = numbers.below(range) * 1000 + 500 + reference.inserted % 500;
            EXPECT_EQ(heap.insert(fresh), reference.inserted);
            reference.keys[reference.inserted++] = fresh;
          }
        }
        EXPECT_EQ(heap.size(), static_cast<int>(reference.keys.size()));
        if (!reference.keys.empty()) EXPECT_EQ(heap.minimum(), reference.least());
      });
}

}  // namespace
