#include "guarded_pages.h"

#include <cstdint>
#include <cstring>

#include "raw_syscall.h"
#include "state.h"

namespace covolve::worker {

namespace {

constexpr size_t kPage = 4096;
constexpr size_t kMaximumPages = 128;
constexpr uint32_t kOpenedOftenEnough = 16;

struct GuardedPage {
  char* live;
  const char* saved;
  uint32_t timesOpened;
  bool open;
};

COVOLVE_STATE GuardedPage pages[kMaximumPages] = {};
COVOLVE_STATE size_t pageCount = 0;
COVOLVE_STATE uint32_t openPages = 0;
COVOLVE_STATE bool closed = false;

void protect(char* page, int protection) { rawSyscall(SYS_mprotect, asArgument(page), kPage, protection); }

void open(GuardedPage& page) {
  if (page.open) return;
  protect(page.live, PROT_READ | PROT_WRITE);
  page.open = true;
  ++page.timesOpened;
  __atomic_fetch_add(&openPages, 1u, __ATOMIC_RELAXED);
}

}  // namespace

bool guardPages(char* begin, char* end) {
  const uintptr_t first = reinterpret_cast<uintptr_t>(begin) & ~(kPage - 1);
  const uintptr_t last = (reinterpret_cast<uintptr_t>(end) + kPage - 1) & ~(kPage - 1);
  const size_t count = (last - first) / kPage;
  if (reinterpret_cast<uintptr_t>(begin) != first || count > kMaximumPages - pageCount) return false;
  char* saved = mapMemory(count * kPage);
  if (saved == nullptr) return false;
  memcpy(saved, begin, static_cast<size_t>(last - first));
  for (size_t i = 0; i < count; ++i) pages[pageCount++] = {begin + i * kPage, saved + i * kPage, 0, true};
  rawSyscall(SYS_mprotect, asArgument(saved), static_cast<long>(count * kPage), PROT_READ);
  return true;
}

void closeGuardedPages() {
  for (size_t i = 0; i < pageCount; ++i) {
    protect(pages[i].live, PROT_READ);
    pages[i].open = false;
  }
  openPages = 0;
  closed = true;
}

bool openGuardedPage(const void* address) {
  if (!closed) return false;
  for (size_t i = 0; i < pageCount; ++i) {
    if (address < pages[i].live || address >= pages[i].live + kPage) continue;
    open(pages[i]);
    return true;
  }
  return false;
}

void openAllGuardedPages() {
  if (!closed) return;
  for (size_t i = 0; i < pageCount; ++i) open(pages[i]);
}

void restoreGuardedPages() {
  if (openPages == 0) return;
  for (size_t i = 0; i < pageCount; ++i) {
    GuardedPage& page = pages[i];
    if (!page.open) continue;
    if (memcmp(page.live, page.saved, kPage) != 0) memcpy(page.live, page.saved, kPage);
    if (page.timesOpened >= kOpenedOftenEnough) continue;
    protect(page.live, PROT_READ);
    page.open = false;
    --openPages;
  }
}

}  // namespace covolve::worker
