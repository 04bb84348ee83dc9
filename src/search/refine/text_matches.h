// Where a text that the code compared stands in a test's text, and what the test's
// text becomes with the other operand in its place. Code seldom compares what it was
// given: it cuts, trims, changes the case, puts parts together.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace covolve::search {

/// Of one text within another: more places say little more.
constexpr size_t kMostPlaces = 4;

/// Appends what `text` becomes.
void matchTexts(std::string_view text, std::string_view found, std::string_view wanted,
                std::vector<std::string>& changed);

/// A text that the code may have made of two, and what the two become.
struct Halves {
  std::string_view first;
  std::string_view second;
  std::string_view wantedFirst;
  std::string_view wantedSecond;
};

/// Both operands cut at the same delimiter, at the first few places where that is possible.
std::vector<Halves> cutAtDelimiters(std::string_view found, std::string_view wanted);

/// The first place where `part` stands is taken by `by`; nothing where it stands nowhere.
std::optional<std::string> withPart(std::string_view text, std::string_view part, std::string_view by);

/// Appends what `text` becomes with each of `present`, which must stand there one after the other, taken by
/// its counterpart.
void exchangeTexts(std::string_view text, std::span<const std::string> present,
                   std::span<const std::string> wanted, std::vector<std::string>& changed);

/// Appends what `text` becomes with as many words in a row taken by these.
void exchangeWords(std::string_view text, std::span<const std::string> wanted,
                   std::vector<std::string>& changed);

/// What becomes of `text` with the other operand beside the one that stands there: of a list the code may
/// want several words, and asks for one after the other.
void joinTexts(std::string_view text, std::string_view found, std::string_view wanted, char delimiter,
               std::vector<std::string>& changed);

}  // namespace covolve::search
