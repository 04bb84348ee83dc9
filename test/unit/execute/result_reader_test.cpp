#include "execute/result_reader.h"

#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <vector>

#include "base/rng.h"

namespace covolve::execute {
namespace {

constexpr size_t kSites = 10;
constexpr uint32_t kActions = 5;

struct Output {
  Output() {
    header.outcome = static_cast<uint32_t>(abi::Outcome::Returned);
    header.touchedCount = 2;
    header.operandCount = 2;
    header.textCount = 1;
    header.thrownCount = 2;
    header.observationBytes = 5;
    touched[0].site = 3;
    operands[0] = {7, static_cast<uint8_t>(abi::OperandKind::Signed), abi::Less, 0, {1, 0}, {2, 0}};
    operands[1] = {9, static_cast<uint8_t>(abi::OperandKind::Switch), abi::Equal, 0, {3, 0}, {4, 0}};
    text.kind = static_cast<uint32_t>(abi::TextKind::Find);
    text.leftSize = abi::kTextKept;
    thrown[0].action = 1;
    thrown[1].action = 4;
  }

  std::vector<uint8_t> bytes() const {
    std::vector<uint8_t> all;
    const auto append = [&](const auto& record) {
      const auto* from = reinterpret_cast<const uint8_t*>(&record);
      all.insert(all.end(), from, from + sizeof record);
    };
    append(header);
    append(touched);
    append(operands);
    append(text);
    append(thrown);
    all.insert(all.end(), {'a', 'b', 'c', 'd', 'e', 0, 0, 0});
    return all;
  }

  abi::ResultHeader header{};
  abi::TouchedSite touched[2]{};
  abi::Operands operands[2]{};
  abi::TextOperands text{};
  abi::ThrownCall thrown[2]{};
};

std::optional<RawResult> read(std::span<const uint8_t> bytes) {
  RawResult result;
  if (!readResult(bytes, kSites, result)) return std::nullopt;
  return result;
}

TEST(ResultReader, FindsEveryPart) {
  const std::vector<uint8_t> bytes = Output().bytes();
  const auto result = read(bytes);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->bytes, bytes.size());
  EXPECT_EQ(result->touched[0].site, 3u);
  EXPECT_EQ(std::string(result->observations.begin(), result->observations.end()), "abcde");
  RecordStore<abi::Operands> operandStore;
  const auto operands = copyOperands(result->operands, kSites, operandStore);
  ASSERT_EQ(operands.size(), 2u);
  EXPECT_EQ(operands[1].site, 9u);
  RecordStore<abi::TextOperands> textStore;
  EXPECT_EQ(copyTexts(result->texts, textStore).size(), 1u);
}

TEST(ResultReader, RefusesWhatIsCutShort) {
  const std::vector<uint8_t> bytes = Output().bytes();
  for (size_t size = 0; size + 3 < bytes.size(); ++size) {
    EXPECT_FALSE(read(std::span(bytes).first(size))) << size;
  }
}

TEST(ResultReader, RefusesCountsThatNoWorkerWrites) {
  const auto isRead = [](auto change) {
    Output output;
    change(output.header);
    std::vector<uint8_t> bytes = output.bytes();
    bytes.resize(1 << 20);
    return read(bytes).has_value();
  };
  EXPECT_TRUE(isRead([](abi::ResultHeader&) {}));
  EXPECT_FALSE(isRead([](abi::ResultHeader& header) { header.outcome = 3; }));
  EXPECT_FALSE(isRead([](abi::ResultHeader& header) { header.touchedCount = kSites + 1; }));
  EXPECT_FALSE(isRead([](abi::ResultHeader& header) { header.operandCount = abi::kMaximumOperands + 1; }));
  EXPECT_FALSE(isRead([](abi::ResultHeader& header) { header.textCount = abi::kMaximumTexts + 1; }));
  EXPECT_FALSE(isRead([](abi::ResultHeader& header) { header.thrownCount = abi::kMostThrown + 1; }));
  EXPECT_FALSE(isRead([](abi::ResultHeader& header) { header.trailCount = abi::kMostTrail + 1; }));
  EXPECT_FALSE(isRead([](abi::ResultHeader& header) { header.observationBytes = ~0u; }));
}

TEST(ResultReader, DropsRecordsThatMakeNoSenseAndKeepsTheOthers) {
  const auto kept = [](auto change) {
    Output output;
    change(output);
    const std::vector<uint8_t> bytes = output.bytes();
    const auto result = read(bytes);
    RecordStore<abi::Operands> operands;
    RecordStore<abi::TextOperands> texts;
    RecordStore<abi::ThrownCall> thrown;
    return copyOperands(result->operands, kSites, operands).size() + copyTexts(result->texts, texts).size() +
           copyThrown(result->thrown, kActions, thrown).size();
  };
  EXPECT_EQ(kept([](Output&) {}), 5u);
  EXPECT_EQ(kept([](Output& output) { output.operands[0].site = kSites; }), 4u);
  EXPECT_EQ(kept([](Output& output) { output.operands[0].kind = 0; }), 4u);
  EXPECT_EQ(kept([](Output& output) { output.operands[1].kind = 5; }), 4u);
  EXPECT_EQ(kept([](Output& output) { output.operands[1].predicate = 6; }), 4u);
  EXPECT_EQ(kept([](Output& output) { output.text.kind = 0; }), 4u);
  EXPECT_EQ(kept([](Output& output) { output.text.kind = 4; }), 4u);
  EXPECT_EQ(kept([](Output& output) { output.text.leftSize = abi::kTextKept + 1; }), 4u);
  EXPECT_EQ(kept([](Output& output) { output.text.rightSize = ~0u; }), 4u);
  EXPECT_EQ(kept([](Output& output) { output.thrown[1].action = kActions; }), 4u);
  EXPECT_EQ(kept([](Output& output) { output.thrown[1].action = 1; }), 4u) << "no call throws twice";
}

TEST(ResultReader, AnyBytesAreReadOrRefusedNeverMore) {
  Rng rng(1);
  const std::vector<uint8_t> good = Output().bytes();
  for (int round = 0; round < 20'000; ++round) {
    std::vector<uint8_t> bytes = good;
    for (uint64_t changes = rng.below(5); changes > 0; --changes) {
      bytes[rng.below(bytes.size())] = static_cast<uint8_t>(rng.below(256));
    }
    bytes.resize(rng.below(bytes.size() + 1));
    const auto result = read(bytes);
    if (!result) continue;
    EXPECT_LE(result->bytes, bytes.size());
    RecordStore<abi::Operands> operands;
    for (const abi::Operands& one : copyOperands(result->operands, kSites, operands)) {
      EXPECT_LT(one.site, kSites);
    }
    RecordStore<abi::TextOperands> texts;
    for (const abi::TextOperands& one : copyTexts(result->texts, texts)) {
      EXPECT_LE(one.leftSize, abi::kTextKept);
      EXPECT_LE(one.rightSize, abi::kTextKept);
    }
  }
}

TEST(ResultReader, NamesOfExceptionTypesAreFoundWhereverTheyLie) {
  std::vector<abi::ExceptionType> table(4);
  const auto put = [&](size_t slot, uint32_t hash, const char* name) {
    table[slot].hash = hash;
    strncpy(table[slot].name, name, sizeof table[slot].name - 1);
  };
  const uint32_t hash = abi::hashTypeName("3Own");
  EXPECT_EQ(findExceptionType(table, hash), "");
  put(hash % 4, 1234, "other");
  put((hash + 1) % 4, hash, "3Own");
  EXPECT_EQ(findExceptionType(table, hash), "3Own");
  put((hash + 1) % 4, hash, "overwritten");
  EXPECT_EQ(findExceptionType(table, hash), "");
  for (size_t i = 0; i < 4; ++i) put(i, 1234, "full");
  EXPECT_EQ(findExceptionType(table, hash), "");
}

TEST(RecordStore, RecordsStayWhereTheyAreWhileOthersAreAdded) {
  RecordStore<int> store;
  std::vector<std::span<int>> all;
  for (int i = 0; i < 500; ++i) {
    all.push_back(store.add(static_cast<size_t>(i % 40)));
    for (int& one : all.back()) one = i;
  }
  const std::span<int> large = store.add(5000);
  for (int& one : large) one = -1;
  for (int i = 0; i < 500; ++i) {
    for (const int one : all[static_cast<size_t>(i)]) EXPECT_EQ(one, i);
  }
}

}  // namespace
}  // namespace covolve::execute
