#include "rest/oracle/fault_book.h"

#include <gtest/gtest.h>

namespace covolve::rest {
namespace {

search::Individual withActions(size_t count) {
  search::Individual individual;
  for (size_t i = 0; i < count; ++i) individual.actions.emplace_back(static_cast<uint32_t>(i));
  return individual;
}

Fault fault(std::string kind, std::string operation, std::string detail, size_t call = 0) {
  return {std::move(kind), std::move(operation), std::move(detail), "A sentence.", call};
}

TEST(FaultBook, KeepsTheCallsWithTheirTest) {
  FaultBook book;
  book.add(fault("server-error", "getPet", "500"), withActions(3), CallList(3));
  book.add(fault("server-error", "getPet", "500"), withActions(2), CallList(2));
  const auto& witnesses = book.ordered()[0]->witnesses;
  ASSERT_EQ(witnesses.size(), 2u);
  for (const FaultBook::Witness& witness : witnesses) {
    EXPECT_EQ(witness.calls.size(), witness.test.actions.size());
  }
}

TEST(FaultBook, KeepsTheShortestTestOfAFault) {
  FaultBook book;
  EXPECT_TRUE(book.add(fault("server-error", "getPet", "500", 2), withActions(3)));
  EXPECT_FALSE(book.add(fault("server-error", "getPet", "500", 4), withActions(5)));
  ASSERT_EQ(book.size(), 1u);
  EXPECT_EQ(book.ordered()[0]->witnesses[0].test.actions.size(), 3u);
  EXPECT_EQ(book.ordered()[0]->fault().call, 2u);

  EXPECT_FALSE(book.add(fault("server-error", "getPet", "500", 1), withActions(2)));
  EXPECT_EQ(book.ordered()[0]->witnesses[0].test.actions.size(), 2u);
  EXPECT_EQ(book.ordered()[0]->witnesses[0].length.actions, 2u);
  EXPECT_EQ(book.ordered()[0]->fault().call, 1u);
}

TEST(FaultBook, OfTwoTestsOfOneLengthTheFirstStays) {
  FaultBook book;
  book.add(fault("server-error", "getPet", "500", 0), withActions(2));
  book.add(fault("server-error", "getPet", "500", 1), withActions(2));
  EXPECT_EQ(book.ordered()[0]->fault().call, 0u);
}

TEST(FaultBook, WhatIsCertainIsNoHintAnyMore) {
  Fault hint = fault("ignored-ownership", "deletePet", "deleted");
  hint.isHint = true;
  FaultBook book;
  EXPECT_TRUE(book.add(hint, withActions(2)));
  EXPECT_TRUE(book.wants(fault("ignored-ownership", "deletePet", "deleted"), 9));
  book.add(fault("ignored-ownership", "deletePet", "deleted"), withActions(9));
  EXPECT_FALSE(book.wants(hint, 1));
  book.add(hint, withActions(1));
  ASSERT_EQ(book.size(), 1u);
  EXPECT_FALSE(book.ordered()[0]->fault().isHint);
  EXPECT_EQ(book.ordered()[0]->witnesses.size(), 1u);
}

TEST(FaultBook, KeepsAFewTestsToFallBackOn) {
  FaultBook book;
  for (const size_t actions : {5, 3, 4, 2, 6}) {
    book.add(fault("server-error", "getPet", "500", actions - 1), withActions(actions));
  }
  std::vector<size_t> lengths;
  for (const auto& witness : book.ordered()[0]->witnesses) lengths.push_back(witness.test.actions.size());
  EXPECT_EQ(lengths, (std::vector<size_t>{2, 3, 4}));
}

TEST(FaultBook, PrefersTestsThatMakeWhatTheyNeed) {
  FaultBook book;
  search::Individual assuming = withActions(1);
  assuming.assumptions = 1;
  book.add(fault("server-error", "getPet", "500", 0), assuming);
  book.add(fault("server-error", "getPet", "500", 1), withActions(2));
  EXPECT_EQ(book.ordered()[0]->fault().call, 1u);
}

TEST(FaultBook, SaysBeforehandWhichTestsCannotBeNews) {
  FaultBook book;
  EXPECT_TRUE(book.wants(fault("server-error", "getPet", "500"), 9));
  for (int i = 0; i < 3; ++i) book.add(fault("server-error", "getPet", "500"), withActions(2));
  EXPECT_FALSE(book.wants(fault("server-error", "getPet", "500"), 2));
  EXPECT_TRUE(book.wants(fault("server-error", "getPet", "500"), 1));
  EXPECT_TRUE(book.wants(fault("server-error", "getPet", "502"), 3));
}

TEST(FaultBook, TellsFaultsApartByKindOperationAndDetail) {
  FaultBook book;
  EXPECT_TRUE(book.empty());
  EXPECT_TRUE(book.add(fault("schema", "getPet", "200 type"), withActions(1)));
  EXPECT_TRUE(book.add(fault("schema", "getPet", "200 required"), withActions(1)));
  EXPECT_TRUE(book.add(fault("schema", "addPet", "200 type"), withActions(1)));
  EXPECT_TRUE(book.add(fault("server-error", "getPet", "200 type"), withActions(1)));
  EXPECT_EQ(book.size(), 4u);
  EXPECT_FALSE(book.empty());
}

TEST(FaultBook, ListsTheWorstKindFirst) {
  FaultBook book;
  book.add(fault("negative-accepted", "a", "x"), withActions(1));
  book.add(fault("of somebody else", "a", "x"), withActions(1));
  book.add(fault("schema", "b", "x"), withActions(1));
  book.add(fault("schema", "a", "z"), withActions(1));
  book.add(fault("schema", "a", "y"), withActions(1));
  book.add(fault("server-error", "z", "x"), withActions(1));
  std::vector<std::string> list;
  for (const FaultBook::Entry* entry : book.ordered()) {
    list.push_back(entry->fault().kind + " " + entry->fault().operation + " " + entry->fault().detail);
  }
  EXPECT_EQ(list, (std::vector<std::string>{"server-error z x", "schema a y", "schema a z", "schema b x",
                                            "negative-accepted a x", "of somebody else a x"}));
}

}  // namespace
}  // namespace covolve::rest
