// Parameters of a MIME header, also in numbered parts.
//
// What makes it hard: parts that are numbered without a gap, and percent encoded.
// Expected: every branch can be covered.
// Infeasible: none.
#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mail {

struct Parameter {
  std::string name, value;
  int section = -1;
  bool encoded = false;
};

enum class Issue { None, NoColon, BadType, BadParameter, OpenQuote, MissingSection, BadEncoding };

namespace text {
bool token(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) ||
         std::string_view("!#$&-^_.+").find(c) != std::string_view::npos;
}

std::string lower(std::string_view s) {
  std::string out(s);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = static_cast<char>(c | 0x20);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

}  // namespace text
class HeaderLine {
 public:
  Issue parse(std::string_view line) {
    params_.clear();
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) return Issue::NoColon;
    name_ = text::lower(line.substr(0, colon));
    rest_ = line.substr(colon + 1);
    const auto major = word();
    if (major.empty() || !eat('/')) return Issue::BadType;
    const auto minor = word();
    if (minor.empty()) return Issue::BadType;
    type_ = major + "/" + minor;
    while (eat(';'))
      if (const Issue i = parameter(); i != Issue::None) return i;
    return rest_.empty() ? join() : Issue::BadParameter;
  }

  std::optional<std::string> get(std::string_view name) const {
    const auto it =
        std::find_if(params_.begin(), params_.end(), [&](const Parameter& p) { return p.name == name; });
    return it == params_.end() ? std::nullopt : std::optional(it->value);
  }
  bool is(std::string_view major) const {
    return name_ == "content-type" && type_.starts_with(major) && type_[major.size()] == '/';
  }

 private:
  void skip() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }
  bool eat(char c) {
    skip();
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::string word() {
    skip();
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), text::token);
    const std::string out = text::lower({rest_.begin(), end});
    rest_.remove_prefix(out.size());
    return out;
  }
  Issue parameter() {
    Parameter p;
    p.name = word();
    if (eat('*')) {
      const std::string number = word();
      if (number.size() == 1 && number[0] >= '0' && number[0] <= '9') p.section = number[0] - '0';
      p.encoded = number.empty() || eat('*');
      if (p.section < 0 && !number.empty()) return Issue::BadParameter;
    }
    if (p.name.empty() || !eat('=')) return Issue::BadParameter;
    if (eat('"')) {
      while (!rest_.empty() && rest_.front() != '"') {
        if (rest_.front() == '\\' && rest_.size() > 1) rest_.remove_prefix(1);
        p.value += rest_.front();
        rest_.remove_prefix(1);
      }
      if (!eat('"')) return Issue::OpenQuote;
    } else {
      p.value = rest_.substr(0, rest_.find_first_of("; \t"));
      rest_.remove_prefix(p.value.size());
    }
    params_.push_back(std::move(p));
    return Issue::None;
  }
  Issue join() {
    std::sort(params_.begin(), params_.end(), [](const auto& a, const auto& b) {
      return std::pair(a.name, a.section) < std::pair(b.name, b.section);
    });
    std::vector<Parameter> joined;
    for (Parameter& p : params_) {
      if (p.encoded && !decode(p.value, p.section <= 0)) return Issue::BadEncoding;
      if (p.section > 0) {
        if (joined.empty() || joined.back().name != p.name || joined.back().section != p.section - 1)
          return Issue::MissingSection;
        joined.back().value += p.value;
        joined.back().section = p.section;
      } else {
        joined.push_back(std::move(p));
      }
    }
    params_ = std::move(joined);
    return Issue::None;
  }
  static bool decode(std::string& value, bool first) {
    std::string out;
    std::size_t i = 0;
    if (first) {
      const auto quote = value.rfind('\'');
      if (quote == std::string::npos || text::lower(value.substr(0, 6)) != "utf-8'") return false;
      i = quote + 1;
    }
    for (; i < value.size(); ++i) {
      if (value[i] != '%') {
        out += value[i];
        continue;
      }
      if (value.size() - i < 3 || text::hex(value[i + 1]) < 0 || text::hex(value[i + 2]) < 0) return false;
      out += static_cast<char>(text::hex(value[i + 1]) * 16 + text::hex(value[i + 2]));
      i += 2;
    }
    value = std::move(out);
    return true;
  }

  std::string name_, type_;
  std::string_view rest_;
  std::vector<Parameter> params_;
};

}  // namespace mail
