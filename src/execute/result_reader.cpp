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
std::span<const Record> copySome(std::span<const uint8_t> bytes, RecordStore<Record>& store, Accept accept) {
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

std::optional<RawResult> readResult(std::span<const uint8_t> output, size_t siteCount) {
  RawResult result;
  abi::ResultHeader& header = result.header;
  if (output.size() < sizeof header) return std::nullopt;
  memcpy(&header, output.data(), sizeof header);
  if (header.outcome > static_cast<uint32_t>(abi::Outcome::Died) || header.touchedCount > siteCount ||
      header.operandCount > abi::kMaximumOperands || header.textCount > abi::kMaximumTexts) {
    return std::nullopt;
  }
  std::span<const uint8_t> rest = output.subspan(sizeof header);
  const uint64_t sizes[] = {uint64_t{header.touchedCount} * sizeof(abi::TouchedSite),
                            uint64_t{header.operandCount} * sizeof(abi::Operands),
                            uint64_t{header.textCount} * sizeof(abi::TextOperands), header.observationBytes};
  if (rest.size() < sizes[0] + sizes[1] + sizes[2] + sizes[3]) return std::nullopt;
  const auto take = [&](uint64_t bytes) {
    const std::span<const uint8_t> taken = rest.first(bytes);
    rest = rest.subspan(bytes);
    return taken;
  };
  result.touched = {reinterpret_cast<const abi::TouchedSite*>(take(sizes[0]).data()), header.touchedCount};
  result.operands = take(sizes[1]);
  result.texts = take(sizes[2]);
  result.observations = take(sizes[3]);
  const uint64_t used = output.size() - rest.size();
  result.bytes = std::min<uint64_t>((used + 7) & ~uint64_t{7}, output.size());
  return result;
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
