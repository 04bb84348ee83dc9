// What is loaded into the process, as it stood at the first allocation: the
// program and its libraries (code under test: reset after each test) on one
// side; libc and the loader, whose state is tied to the kernel's and lasts, on
// the other. Whatever libc loads later (iconv, name services) counts as libc.
#pragma once

#include <cstddef>

namespace covolve::worker {

struct MemoryRange {
  char* begin;
  char* end;
  bool ofStandardLibrary;
};

void findModules();
bool isCodeUnderTest(const void* address);
/// Libc, the loader and their kin, as far as they were loaded at the first allocation.
bool isLibcItself(const void* address);
/// In the C++ standard library, but not in operator new, which allocates for others: the library for itself.
bool isStandardLibraryItself(const void* address);
/// A caller that compares texts for the test: code under test, or the standard library's strings; not its
/// search for the handler of an exception.
bool comparesForTest(const void* address);

constexpr size_t kMaximumRanges = 256;
/// Writable memory of the program and its libraries without relocated constants (RELRO) and without the
/// worker's own state; with the calling thread's thread-local variables. Returns how many.
size_t findWritableRanges(MemoryRange* ranges);
/// The same of libc and the loader; the worker's own calls change their thread-local variables.
size_t findLibcWritableRanges(MemoryRange* ranges, bool withThreadLocal);

}  // namespace covolve::worker
