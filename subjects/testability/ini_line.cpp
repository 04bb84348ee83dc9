// Reads the lines of an INI file of settings, one after the other.
//
// What makes it hard: what a line means depends on lines before it: a section, a setting whose line goes on.
// Names are compared in any case, and values are read by their type only after trimming and unquoting.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <strings.h>

#include <algorithm>
#include <cctype>
#include <iomanip>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace testability::ini {

enum class Line { Blank, Comment, Section, Setting, Continued };

class IniReader {
 public:
  /// Throws for a line that is none.
  Line feed(std::string_view line) {
    if (!open_.empty()) {
      if (line.starts_with(' ') || line.starts_with('\t')) {
        append(trimmed(line));
        return Line::Continued;
      }
      open_.clear();
      throw std::invalid_argument("a line that goes on is indented");
    }
    line = trimmed(line);
    if (line.empty()) return Line::Blank;
    if (line.front() == ';' || line.starts_with("//")) return Line::Comment;
    if (line.front() == '[') {
      if (!line.ends_with(']') || line.size() < 3) throw std::invalid_argument("not a section");
      const std::string name = lowered(line.substr(1, line.size() - 2));
      if (name.find_first_of("[]=") != std::string::npos) throw std::invalid_argument("not a section");
      section_ = name;
      return Line::Section;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || equals == 0) throw std::invalid_argument("not a setting");
    const std::string key = section_ + "." + lowered(trimmed(line.substr(0, equals)));
    if (values_.count(key) == 1 && !isSame(section_, "Override")) throw std::invalid_argument("set twice");
    values_[key] = "";
    open_ = key;
    append(trimmed(line.substr(equals + 1)));
    return Line::Setting;
  }

  /// The port of [server], which must be free for everyone unless "privileged" is set.
  int port() const {
    const auto found = values_.find("server.port");
    if (found == values_.end()) return 8080;
    std::istringstream stream(found->second);
    int port = 0;
    if (!(stream >> port) || stream.peek() != std::char_traits<char>::eof()) {
      throw std::invalid_argument("not a port");
    }
    if (port < 1 || port > 65'535) throw std::out_of_range("no such port");
    if (port < 1'024 && !flag("server.privileged")) throw std::domain_error("a privileged port");
    return port;
  }

  /// "true", "yes", "on" or "1", in any case; false if it is not set.
  bool flag(const std::string& key) const {
    const auto found = values_.find(lowered(key));
    if (found == values_.end()) return false;
    const char* value = found->second.c_str();
    if (strcasecmp(value, "yes") == 0 || strcasecmp(value, "on") == 0) return true;
    if (strcasecmp(value, "no") == 0 || strcasecmp(value, "off") == 0) return false;
    std::istringstream stream(value);
    bool isSet = false;
    if (found->second.size() == 1) {
      stream >> isSet;
    } else {
      stream >> std::boolalpha >> isSet;
    }
    if (stream.fail()) throw std::invalid_argument("neither true nor false");
    return isSet;
  }

 private:
  static std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
  }

  static std::string lowered(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
  }

  static bool isSame(std::string_view one, std::string_view other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
  }

  /// A backslash at the end promises another line; quotes keep blanks.
  void append(std::string_view value) {
    const bool goesOn = value.ends_with('\\');
    if (goesOn) value.remove_suffix(1);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
      value = value.substr(1, value.size() - 2);
    }
    values_[open_] += value;
    if (!goesOn) open_.clear();
  }

  std::map<std::string, std::string> values_;  // by "section.key"
  std::string section_;
  std::string open_;  // the setting that goes on
};

}  // namespace testability::ini
