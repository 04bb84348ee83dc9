// Names as each language writes them, out of words that somebody else chose.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covolve::rest::emit {

/// The letters and digits of a name in small letters: "petId", "PET-id" and "pet_id" are {"pet", "id"}.
std::vector<std::string> wordsOf(std::string_view name);

std::string snakeCase(std::string_view name);   // pet_id
std::string camelCase(std::string_view name);   // petId
std::string pascalCase(std::string_view name);  // PetId
std::string plainWords(std::string_view name);  // "pet id"

/// Hands out names that nobody else has.
class NameTable {
 public:
  /// Reserved names, which stand with blanks between them, get the suffix; those that are taken already get
  /// `joint` and a number.
  NameTable(std::string_view reserved, std::string suffix, std::string joint);

  std::string add(const std::string& wanted);

 private:
  std::set<std::string> reserved_;
  std::string suffix_;
  std::string joint_;
  std::set<std::string> taken_;
};

}  // namespace covolve::rest::emit
