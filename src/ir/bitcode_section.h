// How the bitcode of a module stands in its object file: as it is in one
// section, its size and hash in another. LLVM's reader trusts its input and may
// end the program on a damaged one, so nothing is read that we did not write.
//
// A linker that joins objects puts the contents of equal sections one behind the
// other, hence the sizes.
#pragma once

#include <cstdint>
#include <string_view>

namespace covolve::ir {

constexpr const char* kBitcodeSection = ".covolve.bitcode";
constexpr const char* kSealSection = ".covolve.seal";

/// In the byte order of the machine: objects are analysed where they are compiled.
struct BitcodeSeal {
  uint64_t bytes;
  uint64_t hash;

  bool operator==(const BitcodeSeal&) const = default;
};

BitcodeSeal sealOf(std::string_view bitcode);

}  // namespace covolve::ir
