// What proves who is calling, where somebody says it back: kept out of whatever is
// written down.
//
// Easy to get wrong: the passwords of test users are often words that stand in
// paths and data as well ("admin", "test"); to hide these would spoil everything.
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covolve::rest {

/// Whether a header usually has what proves who is calling, or gives it.
bool isSecretHeader(std::string_view name);

/// Whether a text can hardly mean anything else: eight characters that are no plain word.
bool isUnmistakable(std::string_view secret);

/// Without those that may be mistaken, also as JSON and URLs write them; the longest first: one may be a part
/// of another.
std::vector<std::string> unmistakable(std::vector<std::string> secrets);

/// "***" in place of each of them.
std::string hidden(std::string text, const std::vector<std::string>& secrets);

/// All secrets of a run: the one list for whoever writes something down. It grows: tokens run out, and those
/// of before are secrets still. For several threads.
class SecretTexts {
 public:
  void add(const std::string& secret);
  bool contains(const std::string& text) const;
  std::vector<std::string> all() const;
  /// "***" in place of those that cannot be mistaken.
  std::string hide(std::string text) const;

 private:
  mutable std::mutex mutex_;
  std::set<std::string> texts_;
  std::vector<std::string> unmistakable_;  // in all spellings, the longest first
};

}  // namespace covolve::rest
