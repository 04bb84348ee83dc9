// The Roops containers do what the standard library's do, over random sequences of calls of
// which each leaves the class invariant intact.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

#include "../../../subjects/roops/avl_tree.cpp"
#include "../../../subjects/roops/bin_tree.cpp"
#include "../../../subjects/roops/binomial_heap.cpp"
#include "../../../subjects/roops/fib_heap.cpp"
#include "../../../subjects/roops/int_red_black_tree_map.cpp"
#include "../../../subjects/roops/linked_list.cpp"
#include "../../../subjects/roops/node_caching_linked_list.cpp"
#include "../../../subjects/roops/singly_linked_list.cpp"
#include "../../../subjects/roops/tree_set.cpp"
#include "base/rng.h"
#include "roops_invariants.h"

namespace {

constexpr int kSequences = 60;
constexpr int kCalls = 120;

/// Numbers below a bound, the same in every run.
class Numbers {
 public:
  explicit Numbers(uint64_t seed) : rng_(seed) {}
  int below(int bound) { return static_cast<int>(rng_.below(static_cast<uint64_t>(bound))); }

 private:
  covolve::Rng rng_;
};

/// Makes many sequences of calls, half of them with few different numbers.
template <class Container, class Reference, class Invariant, class Call>
void compare(Call call) {
  for (int sequence = 0; sequence < kSequences; ++sequence) {
    Numbers numbers(static_cast<uint64_t>(sequence));
    Container container;
    Reference reference;
    const int range = sequence % 2 == 0 ? 8 : 60;
    for (int i = 0; i < kCalls; ++i) {
      call(container, reference, numbers, range);
      ASSERT_TRUE(Invariant::holds(container)) << "sequence " << sequence << ", call " << i;
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(RoopsContainers, SinglyLinkedListBehavesLikeASequence) {
  using List = roops::SinglyLinkedList;
  compare<List, std::deque<int>, roops::SinglyLinkedListInvariant>(
      [](List& list, std::deque<int>& reference, Numbers& numbers, int range) {
        const int value = numbers.below(range);
        const int size = static_cast<int>(reference.size());
        const int index = numbers.below(size + 3) - 1;
        switch (numbers.below(8)) {
          case 0:
          case 1:
            if (index < 0 || index >= size) {
              EXPECT_THROW(list.removeAt(index), std::out_of_range);
            } else {
              EXPECT_EQ(list.removeAt(index), reference[static_cast<std::size_t>(index)]);
              reference.erase(reference.begin() + index);
            }
            break;
          case 2:
            list.reverse();
            std::reverse(reference.begin(), reference.end());
            break;
          default:
            list.insertBack(value);
            reference.push_back(value);
        }
        EXPECT_EQ(list.size(), static_cast<int>(reference.size()));
        EXPECT_EQ(list.contains(value), std::count(reference.begin(), reference.end(), value) > 0);
      });
}

TEST(RoopsContainers, LinkedListBehavesLikeASequence) {
  using List = roops::LinkedList;
  compare<List, std::deque<int>, roops::LinkedListInvariant>(
      [](List& list, std::deque<int>& reference, Numbers& numbers, int range) {
        const int value = numbers.below(range);
        const int size = static_cast<int>(reference.size());
        const int index = numbers.below(size + 3) - 1;
        const auto at = [&] { return reference.begin() + index; };
        switch (numbers.below(7)) {
          case 0:
            list.addFirst(value);
            reference.push_front(value);
            break;
          case 1:
            list.addLast(value);
            reference.push_back(value);
            break;
          case 2:
            if (index < 0 || index > size) {
              EXPECT_THROW(list.insertAt(index, value), std::out_of_range);
            } else {
              list.insertAt(index, value);
              reference.insert(at(), value);
            }
            break;
          case 3:
            if (index < 0 || index >= size) {
              EXPECT_THROW(list.get(index), std::out_of_range);
            } else {
              EXPECT_EQ(list.get(index), *at());
            }
            break;
          case 4:
            if (index < 0 || index >= size) {
              EXPECT_THROW(list.removeAt(index), std::out_of_range);
            } else {
              EXPECT_EQ(list.removeAt(index), *at());
              reference.erase(at());
            }
            break;
          case 5: {
            const auto found = std::find(reference.begin(), reference.end(), value);
            EXPECT_EQ(list.removeValue(value), found != reference.end());
            if (found != reference.end()) reference.erase(found);
            break;
          }
          default: {
            const auto first = std::find(reference.begin(), reference.end(), value);
            const auto last = std::find(reference.rbegin(), reference.rend(), value);
            EXPECT_EQ(list.indexOf(value), first == reference.end() ? -1 : first - reference.begin());
            EXPECT_EQ(list.lastIndexOf(value), reference.rend() - last - 1);
            EXPECT_EQ(list.contains(value), first != reference.end());
          }
        }
        EXPECT_EQ(list.size(), static_cast<int>(reference.size()));
      });
}

TEST(RoopsContainers, NodeCachingLinkedListBehavesLikeASequence) {
  using List = roops::NodeCachingLinkedList;
  compare<List, std::deque<int>, roops::NodeCachingLinkedListInvariant>(
      [](List& list, std::deque<int>& reference, Numbers& numbers, int range) {
        const int value = numbers.below(range);
        const int size = static_cast<int>(reference.size());
        const int index = numbers.below(size + 3) - 1;
        switch (numbers.below(8)) {
          case 0:
            list.addFirst(value);
            reference.push_front(value);
            break;
          case 1:
          case 2:
            list.addLast(value);
            reference.push_back(value);
            break;
          case 3:
          case 4:
            if (index < 0 || index >= size) {
              EXPECT_THROW(list.removeAt(index), std::out_of_range);
            } else {
              EXPECT_EQ(list.removeAt(index), reference[static_cast<std::size_t>(index)]);
              reference.erase(reference.begin() + index);
            }
            break;
          case 5: {
            const auto found = std::find(reference.begin(), reference.end(), value);
            EXPECT_EQ(list.removeValue(value), found != reference.end());
            if (found != reference.end()) reference.erase(found);
            break;
          }
          case 6:
            if (value == 1) {
              list.clear();
              reference.clear();
            }
            break;
          default:
            if (value == 0) EXPECT_THROW(list.setMaximumCacheSize(-1), std::invalid_argument);
            if (value < 4) list.setMaximumCacheSize(value);
        }
        EXPECT_EQ(list.size(), static_cast<int>(reference.size()));
        EXPECT_EQ(list.contains(value), std::count(reference.begin(), reference.end(), value) > 0);
      });
}

TEST(RoopsContainers, NodeCachingLinkedListKeepsTwentyNodesUnlessToldOtherwise) {
  roops::NodeCachingLinkedList list;
  for (int i = 0; i < 25; ++i) list.addLast(i);
  for (int i = 0; i < 25; ++i) list.removeAt(0);
  EXPECT_EQ(list.cacheSize(), 20);
  list.setMaximumCacheSize(3);
  EXPECT_EQ(list.cacheSize(), 3);
  list.addFirst(1);
  EXPECT_EQ(list.cacheSize(), 2);
}

TEST(RoopsContainers, BinTreeBehavesLikeASet) {
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

TEST(RoopsContainers, AvlTreeBehavesLikeASet) {
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

TEST(RoopsContainers, TreeSetBehavesLikeASet) {
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

TEST(RoopsContainers, IntRedBlackTreeMapBehavesLikeAMap) {
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

TEST(RoopsContainers, BinomialHeapBehavesLikeAMultiset) {
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

TEST(RoopsContainers, FibHeapBehavesLikeKeysWithHandles) {
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
