#include "rest/openapi/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "regex/parser.h"
#include "rest/openapi/ecma_pattern.h"

namespace covolve::rest {

namespace {

/// A few milliseconds: what takes longer backtracks without end.
constexpr uint32_t kMostSteps = 500'000;
constexpr uint32_t kMostMemoryKilobytes = 64 * 1024;

struct Free {
  void operator()(pcre2_code* code) const { pcre2_code_free(code); }
  void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
  void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
};

PCRE2_SPTR unitsOf(std::string_view text) {
  return reinterpret_cast<PCRE2_SPTR>(text.data() == nullptr ? "" : text.data());
}

}  // namespace

struct Pattern::Compiled {
  std::unique_ptr<pcre2_code, Free> code;
  std::unique_ptr<pcre2_match_context, Free> limits;
};

Pattern::Pattern(std::string_view text) {
  const auto tree = regex::parse(text, regex::Syntax::Ecma262);
  isWrong_ = !tree && tree.error().isWrong;
  const auto translation = tree ? translateEcmaPattern(*tree) : std::nullopt;
  if (!translation) return;
  // A group that took no part matches the empty text, and $ is the very end.
  constexpr uint32_t kOptions = PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_MATCH_UNSET_BACKREF;
  int error = 0;
  PCRE2_SIZE where = 0;
  auto made = std::make_unique<Compiled>();
  made->code.reset(
      pcre2_compile(unitsOf(*translation), translation->size(), kOptions, &error, &where, nullptr));
  made->limits.reset(pcre2_match_context_create(nullptr));
  if (made->code == nullptr || made->limits == nullptr) return;
  pcre2_set_match_limit(made->limits.get(), kMostSteps);
  pcre2_set_heap_limit(made->limits.get(), kMostMemoryKilobytes);
  compiled_ = std::move(made);
}

Pattern::~Pattern() = default;

Answer Pattern::isFoundIn(std::string_view text) const {
  if (compiled_ == nullptr) return Answer::Perhaps;
  const std::unique_ptr<pcre2_match_data, Free> data(pcre2_match_data_create(1, nullptr));
  if (data == nullptr) return Answer::Perhaps;
  const int found = pcre2_match(compiled_->code.get(), unitsOf(text), text.size(), 0, 0, data.get(),
                                compiled_->limits.get());
  if (found >= 0) return Answer::Yes;
  return found == PCRE2_ERROR_NOMATCH ? Answer::No : Answer::Perhaps;
}

/// Entries are only ever put in front, so that readers need no lock.
struct LazyPatterns::Entry {
  std::string text;
  Pattern pattern;
  Entry* next;
};

const Pattern& LazyPatterns::of(const std::string& text) const {
  Entry* last = last_.load(std::memory_order_acquire);
  for (const Entry* entry = last; entry != nullptr; entry = entry->next) {
    if (entry->text == text) return entry->pattern;
  }
  auto* const made = new Entry{text, Pattern(text), last};
  // Two threads may both make one: the same pattern twice does no harm.
  while (!last_.compare_exchange_weak(made->next, made, std::memory_order_acq_rel)) {
  }
  return made->pattern;
}

void LazyPatterns::forget() {
  const Entry* entry = last_.exchange(nullptr);
  while (entry != nullptr) {
    const Entry* const next = entry->next;
    delete entry;
    entry = next;
  }
}

bool matchesPattern(const std::string& text, const std::string& pattern) {
  return Pattern(pattern).isFoundIn(text) != Answer::No;
}

}  // namespace covolve::rest
