#include "shadow.h"

#include <string.h>

#include "worker/state.h"

COVOLVE_STATE uint8_t __covolve_concolic_filter[covolve::concolic::kFilterBytes] = {};

namespace covolve::concolic {

namespace {

struct Byte {
  Label label;
  uint8_t index;  // of the expression's bytes
  uint8_t value;
  uint16_t reserved;
};

constexpr unsigned kChunkShift = 8;
constexpr size_t kChunkBytes = size_t{1} << kChunkShift;
constexpr uint32_t kMostChunks = 1u << 16;
constexpr uint32_t kPlaces = 4 * kMostChunks;

struct Chunk {
  Byte bytes[kChunkBytes];
};
struct Place {
  uint64_t number;  // of the chunk's addresses
  uint32_t chunk;   // plus 1; 0: free
  uint32_t reserved;
};

COVOLVE_STATE Chunk* chunks = nullptr;
COVOLVE_STATE Place* places = nullptr;
COVOLVE_STATE uint32_t* usedPlaces = nullptr;  // by chunk
COVOLVE_STATE uint32_t used = 0;
COVOLVE_STATE uint32_t onceUsed = 0;
COVOLVE_STATE uint64_t lastNumber = ~uint64_t{0};
COVOLVE_STATE Chunk* lastChunk = nullptr;

uint64_t addressOf(const void* address) { return reinterpret_cast<uint64_t>(address); }

uint32_t placeFor(uint64_t number) {
  uint64_t place = (number * 0x9e3779b97f4a7c15u >> 32) % kPlaces;
  while (places[place].chunk != 0 && places[place].number != number) place = (place + 1) % kPlaces;
  return static_cast<uint32_t>(place);
}

/// Null where nothing was ever symbolic.
Chunk* find(uint64_t number) {
  if (number == lastNumber) return lastChunk;
  const Place& place = places[placeFor(number)];
  lastNumber = number;
  lastChunk = place.chunk != 0 ? &chunks[place.chunk - 1] : nullptr;
  return lastChunk;
}

/// Null when there are too many.
Chunk* findOrMake(uint64_t number) {
  if (Chunk* const found = find(number)) return found;
  if (used == kMostChunks) return nullptr;
  const uint32_t place = placeFor(number);
  places[place] = {number, used + 1, 0};
  usedPlaces[used] = place;
  lastChunk = &chunks[used++];
  if (used <= onceUsed) {
    memset(lastChunk, 0, sizeof *lastChunk);
  } else {
    onceUsed = used;
  }
  return lastChunk;
}

size_t filterIndex(uint64_t address) { return address >> kFilterShift & (kFilterBytes - 1); }

/// Wherever an access may begin that touches the address.
void noteInFilter(uint64_t address) {
  __covolve_concolic_filter[filterIndex(address)] = 1;
  __covolve_concolic_filter[filterIndex(address - (kWidestAccess - 1))] = 1;
}

/// All that a chunk may have noted there: also for accesses that begin before it.
void forgetInFilter(uint64_t chunk) {
  constexpr uint64_t kGranule = uint64_t{1} << kFilterShift;
  for (uint64_t address = chunk - kGranule; address != chunk + kChunkBytes; address += kGranule)
    __covolve_concolic_filter[filterIndex(address)] = 0;
}

Byte* findByte(uint64_t address) {
  Chunk* const chunk = find(address >> kChunkShift);
  return chunk != nullptr ? &chunk->bytes[address & (kChunkBytes - 1)] : nullptr;
}

void writeByte(uint64_t address, Byte byte) {
  if (byte.label == 0) {
    if (Byte* const found = findByte(address)) found->label = 0;
    return;
  }
  Chunk* const chunk = findOrMake(address >> kChunkShift);
  if (chunk == nullptr) {
    header().isCut = 1;
    return;
  }
  chunk->bytes[address & (kChunkBytes - 1)] = byte;
  noteInFilter(address);
}

/// None where it is concrete, or was written by code that does not tell.
Byte currentByte(uint64_t address) {
  Byte* const found = findByte(address);
  if (found == nullptr || found->label == 0) return {};
  if (*reinterpret_cast<const uint8_t*>(address) != found->value) found->label = 0;
  return *found;
}

size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/// How many bytes from here on, in that direction, are of a chunk without anything symbolic.
size_t concreteRun(uint64_t address, bool isBackward) {
  if (find(address >> kChunkShift) != nullptr) return 0;
  const uint64_t offset = address & (kChunkBytes - 1);
  return isBackward ? offset + 1 : kChunkBytes - offset;
}

Label byteOf(const Byte& byte, uint64_t address) {
  if (byte.label == 0) return constant(*reinterpret_cast<const uint8_t*>(address), 8);
  return extract(byte.label, 8u * byte.index, 8);
}

}  // namespace

void resetShadow() {
  if (chunks == nullptr) {
    chunks = static_cast<Chunk*>(mapPrivate(kMostChunks * sizeof *chunks));
    places = static_cast<Place*>(mapPrivate(kPlaces * sizeof *places));
    usedPlaces = static_cast<uint32_t*>(mapPrivate(kMostChunks * sizeof *usedPlaces));
  }
  for (uint32_t i = 0; i < used; ++i) {
    Place& place = places[usedPlaces[i]];
    forgetInFilter(place.number << kChunkShift);
    place = {};
  }
  used = 0;
  lastNumber = ~uint64_t{0};
  lastChunk = nullptr;
}

Label readShadow(const void* pointer, unsigned bytes) {
  const uint64_t address = addressOf(pointer);
  Byte parts[kWidestAccess];
  bool isConcrete = true;
  bool isWhole = true;
  for (unsigned i = 0; i < bytes; ++i) {
    parts[i] = currentByte(address + i);
    if (parts[i].label != 0) isConcrete = false;
    if (parts[i].label != parts[0].label || parts[i].index != i) isWhole = false;
  }
  if (isConcrete) return 0;
  if (isWhole && at(parts[0].label).bits == 8 * bytes) return parts[0].label;
  Label whole = byteOf(parts[0], address);
  for (unsigned i = 1; i < bytes; ++i)
    whole = binary(Operation::Concatenate, 8 * (i + 1), byteOf(parts[i], address + i), whole);
  return symbolic(whole);
}

void writeShadow(const void* pointer, unsigned bytes, Label label, uint64_t value) {
  const uint64_t address = addressOf(pointer);
  for (unsigned i = 0; i < bytes; ++i)
    writeByte(address + i, {label, static_cast<uint8_t>(i), static_cast<uint8_t>(value >> 8 * i), 0});
}

Label byteOrConstant(const void* address) {
  return byteOf(currentByte(addressOf(address)), addressOf(address));
}

void copyShadow(const void* to, const void* from, size_t bytes) {
  const uint64_t target = addressOf(to);
  const uint64_t source = addressOf(from);
  const bool isBackward = target > source;  // they may overlap
  for (size_t done = 0; done < bytes;) {
    const size_t at = isBackward ? bytes - 1 - done : done;
    const size_t skipped =
        smaller(concreteRun(source + at, isBackward), concreteRun(target + at, isBackward));
    if (skipped > 0) {
      done += skipped;
      continue;
    }
    const Byte* const byte = findByte(source + at);
    writeByte(target + at, byte != nullptr ? *byte : Byte{});
    ++done;
  }
}

void fillShadow(const void* to, Label label, uint8_t value, size_t bytes) {
  const uint64_t target = addressOf(to);
  for (size_t done = 0; done < bytes;) {
    const size_t skipped = label == 0 ? concreteRun(target + done, false) : 0;
    if (skipped == 0) writeByte(target + done, {label, 0, value, 0});
    done += skipped > 0 ? skipped : 1;
  }
}

bool isSymbolic(const void* address, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) {
    if (currentByte(addressOf(address) + i).label != 0) return true;
  }
  return false;
}

}  // namespace covolve::concolic
