// What a handler answers.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace service {

struct Answer {
  int status = 200;
  std::string type;  // media type; empty where there is no body
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers = {};

  Answer&& with(std::string name, std::string value) && {
    headers.emplace_back(std::move(name), std::move(value));
    return std::move(*this);
  }
};

inline Answer json(int status, const nlohmann::json& value) {
  return {status, "application/json", value.dump()};
}
inline Answer text(int status, std::string body) {
  return {status, "text/plain; charset=utf-8", std::move(body)};
}
inline Answer noContent() { return {204, "", ""}; }
inline Answer error(int status, const std::string& sentence) { return json(status, {{"error", sentence}}); }

}  // namespace service
