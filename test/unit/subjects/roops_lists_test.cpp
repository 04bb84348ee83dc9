// The lists of Roops do what the standard library's do, over random sequences of calls of
// which each leaves the class invariant intact.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <stdexcept>

#include "../../../subjects/roops/linked_list.cpp"
#include "../../../subjects/roops/node_caching_linked_list.cpp"
#include "../../../subjects/roops/singly_linked_list.cpp"
#include "roops_comparison.h"

namespace {

using roops::compare;
using roops::Numbers;

TEST(RoopsLists, SinglyLinkedListBehavesLikeASequence) {
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

TEST(RoopsLists, LinkedListBehavesLikeASequence) {
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

TEST(RoopsLists, NodeCachingLinkedListBehavesLikeASequence) {
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

TEST(RoopsLists, NodeCachingLinkedListKeepsTwentyNodesUnlessToldOtherwise) {
  roops::NodeCachingLinkedList list;
  for (int i = 0; i < 25; ++i) list.addLast(i);
  for (int i = 0; i < 25; ++i) list.removeAt(0);
  EXPECT_EQ(list.cacheSize(), 20);
  list.setMaximumCacheSize(3);
  EXPECT_EQ(list.cacheSize(), 3);
  list.addFirst(1);
  EXPECT_EQ(list.cacheSize(), 2);
}

}  // namespace
