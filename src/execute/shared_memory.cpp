#include "execute/shared_memory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace covolve::execute {

Result<SharedMemory> SharedMemory::make() {
  const int descriptor = memfd_create("covolve", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return ownError(fmt::format("cannot make shared memory: {}", strerror(errno)));
  void* memory = MAP_FAILED;
  // Sealed: code under test that guesses the descriptor must not cut the memory away under the engine.
  if (ftruncate(descriptor, abi::kMappingBytes) == 0 &&
      fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) {
    memory = mmap(nullptr, abi::kMappingBytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  }
  if (memory == MAP_FAILED) {
    const int reason = errno;
    close(descriptor);
    return ownError(
        fmt::format("cannot map {} bytes of shared memory: {}", abi::kMappingBytes, strerror(reason)));
  }
  return SharedMemory(descriptor, static_cast<uint8_t*>(memory));
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), bytes_(std::exchange(other.bytes_, nullptr)) {}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

SharedMemory::~SharedMemory() {
  if (bytes_ != nullptr) munmap(bytes_, abi::kMappingBytes);
  if (descriptor_ >= 0) close(descriptor_);
}

std::string_view SharedMemory::siteText() const {
  return {reinterpret_cast<const char*>(bytes_ + abi::kSiteTextOffset),
          std::min<size_t>(header().siteTextBytes, abi::kSiteTextCapacity)};
}

std::span<const uint32_t> SharedMemory::touched() const {
  return {reinterpret_cast<const uint32_t*>(bytes_ + abi::kTouchedOffset),
          std::min(header().touchedCount, abi::kMaximumSites)};
}

std::span<const abi::SiteState> SharedMemory::states() const {
  return {reinterpret_cast<const abi::SiteState*>(bytes_ + abi::kStatesOffset),
          std::min(header().siteCount, abi::kMaximumSites)};
}

std::span<const abi::TextOperands> SharedMemory::texts() const {
  const auto* const list = reinterpret_cast<const abi::TextList*>(bytes_ + abi::kTextsOffset);
  return {list->entries, std::min(list->count, abi::kMaximumTexts)};
}

std::span<const abi::ThrownCall> SharedMemory::thrown() const {
  return {reinterpret_cast<const abi::ThrownCall*>(bytes_ + abi::kThrownOffset),
          std::min(header().thrownCount, abi::kMostThrown)};
}

void SharedMemory::forgetRegistrations() { header() = {}; }

}  // namespace covolve::execute
