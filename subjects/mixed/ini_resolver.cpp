// Settings with sections that inherit and refer to each other.
//
// What makes it hard: a text whose references go six deep or round.
// Expected: every branch can be covered.
// Infeasible: none.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

namespace conf {

enum class Fault { NoSection, NoKey, Cycle, TooDeep, BadReference };

using Lookup = std::variant<std::string, Fault>;

struct Section {
  std::string parent;
  std::map<std::string, std::string, std::less<>> values;
};

namespace detail {

std::string_view trim(std::string_view s) {
  const auto first = s.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return s.substr(first, s.find_last_not_of(" \t\r") - first + 1);
}

bool isName(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(),
                                   [](char c) { return (c >= 'a' && c <= 'z') || c == '_' || c == '-'; });
}

}  // namespace detail

class Document {
 public:
  // Returns the number of the first bad line, or nothing when all lines were taken.
  std::optional<int> load(std::string_view text) {
    Section* current = nullptr;
    int lineNo = 0;
    while (!text.empty()) {
      const auto eol = std::min(text.find('\n'), text.size());
      const auto line = detail::trim(text.substr(0, eol));
      text.remove_prefix(std::min(eol + 1, text.size()));
      ++lineNo;
      if (line.empty() || line.front() == ';' || line.front() == '#') continue;
      if (line.front() == '[') {
        if (line.back() != ']' || !(current = open(line.substr(1, line.size() - 2)))) return lineNo;
        continue;
      }
      const auto eq = line.find('=');
      if (!current || eq == std::string_view::npos) return lineNo;
      const auto key = detail::trim(line.substr(0, eq));
      if (!detail::isName(key)) return lineNo;
      const auto [it, fresh] =
          current->values.insert_or_assign(std::string(key), std::string(detail::trim(line.substr(eq + 1))));
      overrides_ += fresh ? 0 : 1;
    }
    return std::nullopt;
  }

  Lookup get(const std::string& section, std::string_view key) const {
    std::vector<std::string> trail;
    return resolve(section, key, trail);
  }

  int overrides() const { return overrides_; }

 private:
  // "name" or "name : parent"
  Section* open(std::string_view header) {
    const auto colon = header.find(':');
    const auto name = detail::trim(header.substr(0, colon));
    if (!detail::isName(name)) return nullptr;
    Section& s = sections_[std::string(name)];
    if (colon != std::string_view::npos) {
      const auto parent = detail::trim(header.substr(colon + 1));
      if (!detail::isName(parent) || (!s.parent.empty() && s.parent != parent)) return nullptr;
      s.parent = parent;
    }
    return &s;
  }

  Lookup resolve(const std::string& section, std::string_view key, std::vector<std::string>& trail) const {
    std::unordered_set<std::string> visited;
    std::string at = section;
    while (true) {
      const auto it = sections_.find(at);
      if (it == sections_.end()) return Fault::NoSection;
      if (const auto value = it->second.values.find(key); value != it->second.values.end()) {
        const std::string id = at + "." + std::string(key);
        if (std::find(trail.begin(), trail.end(), id) != trail.end()) return Fault::Cycle;
        if (trail.size() >= 6) return Fault::TooDeep;
        trail.push_back(id);
        Lookup out = expand(section, value->second, trail);
        trail.pop_back();
        return out;
      }
      if (it->second.parent.empty()) return Fault::NoKey;
      if (!visited.insert(at).second) return Fault::Cycle;
      at = it->second.parent;
    }
  }

  Lookup expand(const std::string& origin, std::string_view value, std::vector<std::string>& trail) const {
    std::string out;
    for (auto start = value.find("${"); start != std::string_view::npos; start = value.find("${")) {
      out += value.substr(0, start);
      const auto close = value.find('}', start);
      if (close == std::string_view::npos) return Fault::BadReference;
      const auto ref = value.substr(start + 2, close - start - 2);
      const auto dot = ref.find('.');
      const bool local = dot == std::string_view::npos;
      const auto key = local ? ref : ref.substr(dot + 1);
      if (!detail::isName(key)) return Fault::BadReference;
      Lookup inner = resolve(local ? origin : std::string(ref.substr(0, dot)), key, trail);
      if (std::holds_alternative<Fault>(inner)) return inner;
      out += std::get<std::string>(inner);
      value.remove_prefix(close + 1);
    }
    out += value;
    return out;
  }

  std::unordered_map<std::string, Section> sections_;
  int overrides_ = 0;
};

}  // namespace conf
