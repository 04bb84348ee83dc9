#include "unit/mutants/mutant_table.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <tuple>

#include "covolve/mutants.h"

namespace covolve::unit {

namespace {

template <class Number>
bool readNumber(std::string_view text, Number& number, int base = 10) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

std::vector<std::string_view> fieldsOf(std::string_view line) {
  std::vector<std::string_view> fields;
  for (size_t end = line.find('\t'); end != std::string_view::npos; end = line.find('\t')) {
    fields.push_back(line.substr(0, end));
    line.remove_prefix(end + 1);
  }
  fields.push_back(line);
  return fields;
}

}  // namespace

std::vector<Mutant> readMutantTable(std::string_view text) {
  std::vector<Mutant> mutants;
  std::set<uint64_t> known;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::vector<std::string_view> fields = fieldsOf(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    Mutant mutant;
    if (fields.size() != 7 || !readNumber(fields[0], mutant.id, 16) || !readNumber(fields[2], mutant.line) ||
        !readNumber(fields[3], mutant.column))
      continue;
    if (!known.insert(mutant.id).second) continue;
    mutant.kind = fields[1];
    mutant.change = fields[4];
    mutant.function = fields[5];
    mutant.file = fields[6];
    mutants.push_back(std::move(mutant));
  }
  std::ranges::sort(mutants, {}, [](const Mutant& mutant) {
    return std::tie(mutant.file, mutant.line, mutant.column, mutant.kind, mutant.change, mutant.id);
  });
  return mutants;
}

Reached readRecord(std::string_view bytes) {
  Reached reached;
  if (bytes.size() < mutants::kRecordBytes) return reached;
  std::memcpy(&reached.steps, bytes.data() + offsetof(mutants::Record, steps), sizeof(reached.steps));
  for (size_t i = 0; i < mutants::Record::kSlots; ++i) {
    uint64_t id = 0;
    std::memcpy(&id, bytes.data() + offsetof(mutants::Record, slots) + i * sizeof(id), sizeof(id));
    if (id != 0) reached.mutants.insert(id);
  }
  return reached;
}

}  // namespace covolve::unit
