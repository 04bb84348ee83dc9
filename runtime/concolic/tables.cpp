#include "tables.h"

#include <ctype.h>
#include <string.h>

#include "path.h"

namespace covolve::concolic {

namespace {

constexpr uint64_t kMostEntries = 4096;
constexpr unsigned kMostRuns = 64;

uint64_t entryAt(const void* table, unsigned bytes, uint64_t index) {
  uint64_t value = 0;
  memcpy(&value, static_cast<const char*>(table) + index * bytes, bytes);
  return value;
}

}  // namespace

Label lookUp(Label index, int64_t first, const void* table, unsigned bytes, uint64_t count) {
  if (count == 0 || count > kMostEntries) return 0;
  uint64_t ends[kMostRuns];  // of each run of equal entries but the last
  unsigned runs = 0;
  for (uint64_t i = 1; i < count; ++i) {
    if (entryAt(table, bytes, i) == entryAt(table, bytes, i - 1)) continue;
    if (runs == kMostRuns) return 0;
    ends[runs++] = i;
  }
  const unsigned bits = at(index).bits;
  const Label place = binary(Operation::Add, bits, index, constant(static_cast<uint64_t>(-first), bits));
  Label value = constant(entryAt(table, bytes, count - 1), 8 * bytes);
  for (unsigned i = runs; i > 0; --i) {
    const uint64_t end = ends[i - 1];
    value = select(binary(Operation::LessUnsigned, 1, place, constant(end, bits)),
                   constant(entryAt(table, bytes, end - 1), 8 * bytes), value);
  }
  assume(binary(Operation::LessUnsigned, 1, place, constant(count, bits)), true);
  return value;
}

Label loadFromTable(const void* address, unsigned bytes, Label addressLabel, const void* table,
                    uint64_t size) {
  const auto begin = reinterpret_cast<uint64_t>(table);
  const auto here = reinterpret_cast<uint64_t>(address);
  const bool isEntry = here >= begin && here + bytes <= begin + size && (here - begin) % bytes == 0;
  if (!isEntry) return 0;
  // An address that is no multiple of an entry from the beginning would be another reading of the table.
  const Label distance = binary(Operation::Subtract, 64, addressLabel, constant(begin, 64));
  const Label rest = binary(Operation::RemainderUnsigned, 64, distance, constant(bytes, 64));
  if (bytes > 1) assume(binary(Operation::Equal, 1, rest, constant(0, 64)), true);
  const Label index =
      bytes > 1 ? binary(Operation::DivideUnsigned, 64, distance, constant(bytes, 64)) : distance;
  return index != 0 ? symbolic(lookUp(index, 0, table, bytes, size / bytes)) : 0;
}

Label loadFromLibraryTable(const void* address, unsigned bytes, Label addressLabel) {
  constexpr uint64_t kBeforeZero = 128;  // glibc's tables also have the negative characters, and EOF
  constexpr uint64_t kEntries = 384;
  const auto here = reinterpret_cast<uint64_t>(address);
  const auto within = [&](const void* zero, unsigned size) {
    const uint64_t begin = reinterpret_cast<uint64_t>(zero) - kBeforeZero * size;
    return bytes == size && here >= begin && here < begin + kEntries * size
               ? loadFromTable(address, bytes, addressLabel, reinterpret_cast<const void*>(begin),
                               kEntries * size)
               : 0;
  };
  if (const Label found = within(*__ctype_b_loc(), sizeof(unsigned short))) return found;
  if (const Label found = within(*__ctype_tolower_loc(), sizeof(int))) return found;
  return within(*__ctype_toupper_loc(), sizeof(int));
}

}  // namespace covolve::concolic
