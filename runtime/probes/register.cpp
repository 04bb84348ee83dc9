// Registration: each instrumented module hands over its site text and gets the
// first of its dense indices. All counters lie in the shared mapping, so that
// several copies of the runtime (one in each shared library) agree.
#include "mapping.h"

using namespace covolve;

extern "C" void __covolve_register(const char* siteText, uint64_t bytes, uint32_t siteCount, uint32_t* base) {
  *base = abi::kNoSite - siteCount;  // out of range: the probes of a module that does not fit record nothing
  runtime::mapShared();
  if (!runtime::isMapped()) return;
  abi::Shared& shared = *__covolve_shared;
  if (siteCount > abi::kMaximumSites - shared.siteCount) return;
  if (bytes > abi::kSiteTextCapacity - shared.siteTextBytes) return;
  *base = shared.siteCount;
  abi::SiteState* const states = runtime::states() + shared.siteCount;
  for (uint32_t i = 0; i < siteCount; ++i) states[i] = {abi::kNever, abi::kNever};
  __builtin_memcpy(runtime::region(abi::kSiteTextOffset) + shared.siteTextBytes, siteText, bytes);
  shared.siteCount += siteCount;
  shared.siteTextBytes += static_cast<uint32_t>(bytes);
}
