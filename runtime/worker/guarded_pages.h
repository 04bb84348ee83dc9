// The writable pages of the C++ standard library and its kin: large enough to
// cost time if they were compared after each test, and hardly ever written.
// They are read-only while tests run; the first write faults, opens its page
// and is repeated. Pages that are written again and again stay open and are
// compared instead.
//
// Not for other libraries: a system call that writes into a read-only page
// fails, which these libraries never do, but a program's own may.
#pragma once

namespace covolve::worker {

/// Before workers are forked. False when there is no more room: the caller saves the range in another way.
bool guardPages(char* begin, char* end);
/// Once the fault handler is in place; for all workers that are forked behind it.
void closeGuardedPages();
/// From the fault handler: true when the fault was such a write.
bool openGuardedPage(const void* address);
/// Before a test takes the fault handler away.
void openAllGuardedPages();
void restoreGuardedPages();

}  // namespace covolve::worker
