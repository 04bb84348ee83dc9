#include "endless_loop.h"

#include "mapping.h"

namespace covolve::runtime {

namespace {

constexpr uint64_t kWord = sizeof(void*);

bool isSameFrame(uint64_t a, uint64_t b) { return a <= b + kWord && b <= a + kWord; }

uint32_t touchedCount() {
  const uint32_t count = __covolve_shared->touchedCount;
  return count < __covolve_shared->siteCount ? count : __covolve_shared->siteCount;
}

/// Of a site that was touched in this test; nullptr where the watched steps did not come by.
const abi::Sighting* sightingOf(uint32_t site) {
  if (site >= __covolve_shared->siteCount) return nullptr;  // the code under test wrote where it should not
  const abi::Sighting& sighting = sightings()[site];
  return sighting.watch == __covolve_shared->watch && sighting.times != 0 ? &sighting : nullptr;
}

/// The outermost frame in which a site was passed again; 0: none was.
uint64_t repeatingFrame() {
  uint64_t outermost = 0;
  for (uint32_t i = 0; i < touchedCount(); ++i) {
    const abi::Sighting* const sighting = sightingOf(touched()[i]);
    if (sighting != nullptr && sighting->times > 1 && sighting->frame > outermost)
      outermost = sighting->frame;
  }
  return outermost;
}

bool wasEntered(uint32_t function, uint64_t frame) {
  const abi::Sighting* const entry = sightingOf(function);
  return entry != nullptr && isSameFrame(entry->frame, frame);
}

}  // namespace

void seeStep(uint32_t site, uintptr_t frame) {
  abi::Sighting& sighting = sightings()[site];
  const uint64_t watch = __covolve_shared->watch;
  if (sighting.watch != watch || frame > sighting.frame) sighting = {watch, frame, 0};
  if (frame == sighting.frame) ++sighting.times;
}

uint32_t findEndlessLoop() {
  const uint64_t frame = repeatingFrame();
  uint32_t found = abi::kNoSite;
  for (uint32_t i = 0; i < touchedCount(); ++i) {
    const uint32_t site = touched()[i];
    const abi::Sighting* const sighting = sightingOf(site);
    if (sighting == nullptr || sighting->times < 2 || !isSameFrame(sighting->frame, frame)) continue;
    const abi::SitePlace place = places()[site];
    if (wasEntered(place.function, frame)) continue;
    const bool isFirst = found == abi::kNoSite || place.line < places()[found].line ||
                         (place.line == places()[found].line && site < found);
    if (isFirst) found = site;
  }
  return found;
}

}  // namespace covolve::runtime
