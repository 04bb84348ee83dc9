// The heap of the code under test. Two arenas at fixed addresses:
// - the test arena, for everything the code under test allocates: thrown away
//   at once after each test, so leaks cost nothing and addresses repeat;
// - the lasting arena, for what libc and the loader allocate and may keep
//   across tests (FILEs, locales, thread descriptors): freed normally.
// Every block stands between a guarded header and a guard word behind its last
// byte; both are checked when it is freed and when the test ends.
//
// Easy to get wrong: free() decides by the block's address, malloc() by its
// caller, so a block made by libc (strdup) may be freed by anyone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "modules.h"

namespace covolve::worker {

enum class Lifetime { Test, Lasting };

/// Ends the test above the limit: alone (BeyondMemory), or all live blocks together (OutOfMemory). nullptr
/// only for what no machine has.
void* allocateBlock(Lifetime lifetime, size_t size, size_t alignment, bool zeroed);
void releaseBlock(void* block, const void* caller);
/// The block stays in its arena.
void* resizeBlock(void* block, size_t size);
size_t sizeOfBlock(void* block);

/// Code under test (true) or libc, the loader, and what they load later (false)?
Lifetime lifetimeFor(const void* caller);

/// Notes the live block of code under test that holds the address: what is lent lives as long as its block.
/// A number for isBlockAlive; abi::kNotWatched where it lies elsewhere or too many are watched;
/// abi::kNoObject where the block was freed or is too small.
int watchBlock(const void* address, size_t size);
/// The address was handed out by one of the heaps, whether it is still in use or not.
bool isOfHeaps(const void* address);
bool isBlockAlive(int watched);
/// The live block that begins at the address; empty where none does.
MemoryRange liveBlockAt(const void* address);
/// Whether the question is answered with yes for a live block, or there is one that cannot be read any more.
bool anyLiveBlock(bool (*asked)(const MemoryRange& block, void* context), void* context);

/// What code under test has allocated so far, freed or not.
MemoryRange testHeap();
/// From here on blocks are made of fresh memory only, so that earlier ones change just where they are written
/// to or freed.
void beginSeparateHeap();
/// Without `keep` what was allocated since is gone.
void endSeparateHeap(bool keep);

/// The heap as static initialisation left it; [begin, end) is what has to be restored after each test.
struct HeapBase {
  char* begin;
  char* end;
};
HeapBase markHeapBase();
/// Ends the test with HeapCorruption when a border was overwritten.
void checkTestHeap();
/// Drops everything allocated since markHeapBase() and clears the memory: contents repeat as well as
/// addresses.
void resetTestHeap();
/// After a test was left in the middle of something; no other thread may exist.
void unlockHeap();
/// What the lasting arena holds now; grows when tests leak libc's blocks.
uint64_t lastingBytes();

}  // namespace covolve::worker
