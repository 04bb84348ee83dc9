// Loads from constant tables at a symbolic place: the value is what the table says,
// as a choice over the runs of equal entries. Where that gets too long, the address
// has to stay as it is.
#pragma once

#include "arena.h"

namespace covolve::concolic {

/// The expression of `bytes` bytes; 0: too many different entries.
Label loadFromTable(const void* address, unsigned bytes, Label addressLabel, const void* table,
                    uint64_t size);
/// The same for tables of the C library: the classes of characters, and their other case.
Label loadFromLibraryTable(const void* address, unsigned bytes, Label addressLabel);

/// The entry at `index` (of any width), where `first` is the index of the table's beginning.
Label lookUp(Label index, int64_t first, const void* table, unsigned bytes, uint64_t count);

}  // namespace covolve::concolic
