#include "ir/bitcode_section.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/xxhash.h>

namespace covolve::ir {

BitcodeSeal sealOf(std::string_view bitcode) {
  return {bitcode.size(), llvm::xxh3_64bits(llvm::StringRef(bitcode))};
}

}  // namespace covolve::ir
