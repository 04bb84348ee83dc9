#include "execute/result_reader.h"

#include <algorithm>
#include <cstring>

namespace covolve::execute {

namespace {

bool makesSense(const abi::Operands& operands, size_t siteCount) {
  return operands.site < siteCount && operands.kind > static_cast<uint8_t>(abi::OperandKind::None) &&
         operands.kind <= static_cast<uint8_t>(abi::OperandKind::Switch) &&
         (operands.predicate & ~abi::kTrueIfUnordered) <= abi::GreaterOrEqual;
}

bool makesSense(const abi::TextOperands& texts) {
  return texts.kind >= static_cast<uint32_t>(abi::TextKind::Compare) &&
         texts.kind <= static_cast<uint32_t>(abi::TextKind::Find) && texts.leftSize <= abi::kTextKept &&
         texts.rightSize <= abi::kTextKept;
}

template <class Record, class Accept>
std::span<Record> copySome(std::span<const uint8_t> bytes, RecordStore<Record>& store, Accept accept) {
  const size_t count = bytes.size() / sizeof(Record);
  if (count == 0) return {};
  const std::span<Record> copies = store.add(count);
  memcpy(static_cast<void*>(copies.data()), bytes.data(), count * sizeof(Record));
  const auto end =
      std::remove_if(copies.begin(), copies.end(), [&](const Record& record) { return !accept(record); });
  const size_t kept = static_cast<size_t>(end - copies.begin());
  store.giveBack(count - kept);
  return copies.first(kept);
}

}  // namespace

bool readResult(std::span<const uint8_t> output, size_t siteCount, RawResult& result) {
  abi::ResultHeader& header = result.header;
  if (output.size() < sizeof header) return false;
  memcpy(&header, output.data(), sizeof header);
  if (header.outcome > static_cast<uint32_t>(abi::Outcome::Died) || header.touchedCount > siteCount ||
      header.operandCount > abi::kMaximumOperands || header.textCount > abi::kMaximumTexts ||
      header.thrownCount > abi::kMostThrown || header.trailCount > abi::kMostTrail) {
    return false;
  }
  const uint64_t operandsAt = sizeof header + uint64_t{header.touchedCount} * sizeof(abi::TouchedSite);
  const uint64_t textsAt = operandsAt + uint64_t{header.operandCount} * sizeof(abi::Operands);
  const uint64_t thrownAt = textsAt + uint64_t{header.textCount} * sizeof(abi::TextOperands);
  const uint64_t trailAt = thrownAt + uint64_t{header.thrownCount} * sizeof(abi::ThrownCall);
  const uint64_t observationsAt = trailAt + uint64_t{header.trailCount} * sizeof(abi::TrailNote);
  const uint64_t end = observationsAt + header.observationBytes;
  if (output.size() < end) return false;
  const uint8_t* const at = output.data();
  result.touched = {reinterpret_cast<const abi::TouchedSite*>(at + sizeof header), header.touchedCount};
  result.operands = {at + operandsAt, textsAt - operandsAt};
  result.texts = {at + textsAt, thrownAt - textsAt};
  result.thrown = {at + thrownAt, trailAt - thrownAt};
  result.trail = {reinterpret_cast<const abi::TrailNote*>(at + trailAt), header.trailCount};
  result.observations = {at + observationsAt, header.observationBytes};
  result.bytes = std::min<uint64_t>((end + 7) & ~uint64_t{7}, output.size());
  return true;
}

std::span<const abi::Operands> copyOperands(std::span<const uint8_t> records, size_t siteCount,
                                            RecordStore<abi::Operands>& store) {
  return copySome(records, store,
                  [&](const abi::Operands& operands) { return makesSense(operands, siteCount); });
}

std::span<const abi::TextOperands> copyTexts(std::span<const uint8_t> records,
                                             RecordStore<abi::TextOperands>& store) {
  return copySome(records, store, [](const abi::TextOperands& texts) { return makesSense(texts); });
}

std::span<abi::ThrownCall> copyThrown(std::span<const uint8_t> records, uint32_t actions,
                                      RecordStore<abi::ThrownCall>& store) {
  uint32_t next = 0;
  return copySome(records, store, [&](const abi::ThrownCall& call) {
    const bool makesSense = call.action >= next && call.action < actions;
    if (makesSense) next = call.action + 1;
    return makesSense;
  });
}

std::string findExceptionType(std::span<const abi::ExceptionType> table, uint32_t hash) {
  for (size_t i = 0; i < table.size(); ++i) {
    abi::ExceptionType entry;
    memcpy(&entry, &table[(hash + i) % table.size()], sizeof entry);
    if (entry.hash == 0) break;
    if (entry.hash != hash) continue;
    const std::string name(entry.name, strnlen(entry.name, sizeof entry.name - 1));
    if (abi::hashTypeName(name.c_str()) == hash) return name;
  }
  return "";
}

}  // namespace covolve::execute
