// Bodies of HTML forms: application/x-www-form-urlencoded and multipart/form-data.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace service {

/// Names and values of a query or an encoded form, decoded, in their order.
std::vector<std::pair<std::string, std::string>> pairsOf(std::string_view encoded);

struct FormPart {
  std::string name;
  std::string fileName;  // empty: none
  std::string content;
};

/// None where the body does not have the form that the content type announces.
std::optional<std::vector<FormPart>> partsOf(std::string_view contentType, std::string_view body);

}  // namespace service
