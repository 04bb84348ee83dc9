#include "text_operands.h"

#include "modules.h"
#include "probes/page.h"
#include "state.h"

namespace covolve::worker {

COVOLVE_STATE bool recordsTexts = false;

namespace {

COVOLVE_STATE void* mainThread = nullptr;

struct RunningTest {
  const uint8_t* bytes;
  size_t size;
  uint64_t seed;  // made when it is asked for
};
COVOLVE_STATE RunningTest running = {};

struct Judged {
  const void* caller;
  bool wanted;
};
constexpr size_t kJudged = 256;
COVOLVE_STATE Judged judged[kJudged] = {};

abi::TextList& list() {
  return *reinterpret_cast<abi::TextList*>(reinterpret_cast<char*>(__covolve_shared) + abi::kTextsOffset);
}

size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/// How many bytes at this address can be read without a fault, given that the call has read `known` of them.
size_t readable(const uint8_t* text, size_t known) {
  const size_t inPage = runtime::bytesLeftInPage(text);
  return known > inPage ? known : inPage;
}

/// One of the two texts, as far as it is kept.
struct Kept {
  uint8_t* to;
  uint32_t& size;

  /// Exactly so many bytes, if they can be kept and read.
  void take(const uint8_t* text, size_t bytes, size_t known) {
    size = static_cast<uint32_t>(smaller(smaller(bytes, abi::kTextKept), readable(text, known)));
    for (uint32_t i = 0; i < size; ++i) to[i] = text[i];
  }
  /// Up to a NUL.
  void takeString(const uint8_t* text, size_t most, size_t known) {
    const size_t limit = smaller(smaller(most, abi::kTextKept), readable(text, known));
    for (size = 0; size < limit && text[size] != 0; ++size) to[size] = text[size];
  }
  /// What stands behind the text, if that is text too and ends.
  void extend(const uint8_t* text, size_t known) {
    const size_t limit = smaller(abi::kTextKept, readable(text, known));
    for (uint32_t end = size; end < limit; ++end) {
      if (text[end] == 0) {
        size = end;
        return;
      }
      if (text[end] < ' ' || text[end] == 0x7f) return;
      to[end] = text[end];
    }
  }
};

bool areSame(const uint8_t* a, uint32_t aSize, const uint8_t* b, uint32_t bSize) {
  if (aSize != bSize) return false;
  for (uint32_t i = 0; i < aSize; ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

bool areSame(const abi::TextOperands& a, const abi::TextOperands& b) {
  return a.kind == b.kind && a.compared == b.compared && a.site == b.site &&
         areSame(a.left, a.leftSize, b.left, b.leftSize) &&
         areSame(a.right, a.rightSize, b.right, b.rightSize);
}

/// The next free entry, filled in place: only counted if it says anything new.
class Draft {
 public:
  Draft(abi::TextKind kind, size_t compared, uint32_t site = abi::kNoSite) : list_(list()) {
    if (list_.count >= abi::kMaximumTexts) return;
    entry_ = &list_.entries[list_.count];
    entry_->kind = static_cast<uint32_t>(kind);
    entry_->site = site;
    entry_->reserved = 0;
    entry_->compared = static_cast<uint32_t>(smaller(compared, abi::kWholeTexts));
  }

  explicit operator bool() const { return entry_ != nullptr; }
  Kept left() { return {entry_->left, entry_->leftSize}; }
  Kept right() { return {entry_->right, entry_->rightSize}; }

  void finish() {
    if (areSame(entry_->left, entry_->leftSize, entry_->right, entry_->rightSize)) return;
    for (uint32_t i = 0; i < list_.count; ++i) {
      if (areSame(list_.entries[i], *entry_)) return;
    }
    ++list_.count;
  }

 private:
  abi::TextList& list_;
  abi::TextOperands* entry_ = nullptr;
};

}  // namespace

void prepareTexts() {
  mainThread = __builtin_thread_pointer();
  recordsTexts = false;
  list().count = 0;
}

void beginTexts(const uint8_t* test, size_t size) {
  list().count = 0;
  running = {test, size, 0};
  recordsTexts = true;
}

uint32_t takeTexts(abi::TextOperands* out) {
  const uint32_t count = static_cast<uint32_t>(smaller(list().count, abi::kMaximumTexts));
  for (uint32_t i = 0; i < count; ++i) out[i] = list().entries[i];
  return count;
}

bool isTextWanted(const void* caller) {
  if (__builtin_thread_pointer() != mainThread) return false;
  Judged& known = judged[reinterpret_cast<uintptr_t>(caller) % kJudged];
  if (known.caller != caller) known = {caller, comparesForTest(caller)};
  return known.wanted;
}

void noteBytes(const void* left, const void* right, size_t size) {
  Draft draft(abi::TextKind::Compare, size);
  if (!draft || size == 0) return;
  const auto* a = static_cast<const uint8_t*>(left);
  const auto* b = static_cast<const uint8_t*>(right);
  size_t known = 0;  // memcmp stops at the first difference
  while (known < size && known < abi::kTextKept && a[known] == b[known]) ++known;
  if (known < size) ++known;  // the two that differ were read as well
  draft.left().take(a, size, known);
  draft.right().take(b, size, known);
  if (size < abi::kTextKept) {
    if (draft.left().size == size) draft.left().extend(a, known);
    if (draft.right().size == size) draft.right().extend(b, known);
  }
  draft.finish();
}

/// Of a known call, which has read both: exactly so many bytes.
void noteTexts(abi::TextKind kind, const void* left, size_t leftSize, const void* right, size_t rightSize,
               uint32_t site) {
  if (!recordsTexts || __builtin_thread_pointer() != mainThread) return;
  Draft draft(kind, abi::kWholeTexts, site);
  if (!draft) return;
  draft.left().take(static_cast<const uint8_t*>(left), leftSize, leftSize);
  draft.right().take(static_cast<const uint8_t*>(right), rightSize, rightSize);
  draft.finish();
}

void noteStrings(abi::TextKind kind, const char* left, const char* right, size_t most) {
  Draft draft(kind, most);
  if (!draft || most == 0) return;
  const auto* a = reinterpret_cast<const uint8_t*>(left);
  const auto* b = reinterpret_cast<const uint8_t*>(right);
  size_t known = 0;
  while (known < most && known < abi::kTextKept && a[known] == b[known] && a[known] != 0) ++known;
  ++known;
  draft.left().takeString(a, most, known);
  draft.right().takeString(b, most, known);
  draft.finish();
}

void noteSearch(const void* where, size_t whereSize, const void* what, size_t whatSize) {
  Draft draft(abi::TextKind::Find, abi::kWholeTexts);
  if (!draft) return;
  const auto take = [](Kept kept, const void* text, size_t size) {
    const auto* bytes = static_cast<const uint8_t*>(text);
    if (size == abi::kWholeTexts) {
      kept.takeString(bytes, size, 0);
    } else {
      kept.take(bytes, size, 0);
    }
  };
  take(draft.left(), where, whereSize);
  take(draft.right(), what, whatSize);
  draft.finish();
}

}  // namespace covolve::worker

uint64_t __covolve_seed_of_notes() {
  using namespace covolve::worker;
  if (!recordsTexts || __builtin_thread_pointer() != mainThread) return 0;
  if (list().count >= covolve::abi::kMaximumTexts) return 0;
  if (running.seed == 0) {
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < running.size; ++i) hash = (hash ^ running.bytes[i]) * 0x100000001b3;
    running.seed = hash | 1;
  }
  // The next time it is another one.
  running.seed = running.seed * 6364136223846793005 + 1442695040888963406;
  return running.seed;
}

void __covolve_note_texts(uint8_t question, bool foldsCase, const void* left, uint64_t leftSize,
                          const void* right, uint64_t rightSize, uint32_t site) {
  using namespace covolve;
  const auto asked = static_cast<abi::TextQuestion>(question);
  const bool isFound = asked == abi::TextQuestion::Contains || asked == abi::TextQuestion::ContainsAnyOf;
  const abi::TextKind whole = foldsCase ? abi::TextKind::CompareFolded : abi::TextKind::Compare;
  worker::noteTexts(isFound ? abi::TextKind::Find : whole, left, leftSize, right, rightSize, site);
}
