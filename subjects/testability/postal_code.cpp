// Checks postal codes by regular expressions that stand in the settings.
//
// What makes it hard: the patterns are made while the program runs, from lines of one text, some of them for
// any case; which one is used depends on another text, and what the groups hold decides afterwards.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <strings.h>

#include <cctype>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace testability::postal {

enum class Delivery { NotAPostalCode, UnknownCountry, Standard, Express, Island, Military, PostBox };

class PostalCodes {
 public:
  PostalCodes() {
    std::istringstream lines(kSettings);
    std::string line;
    while (std::getline(lines, line)) {
      if (line.empty() || line[0] == '#') continue;
      std::istringstream words(line);
      std::string country;
      std::string flags;
      std::string pattern;
      words >> country >> flags >> pattern;
      rules_[country] = {pattern, flags.find('i') != std::string::npos, std::nullopt};
    }
  }

  /// The country is its code of two letters, as addresses have it.
  Delivery deliveryTo(const std::string& country, const std::string& code) {
    const auto found = rules_.find(country);
    if (found == rules_.end()) return Delivery::UnknownCountry;
    Rule& rule = found->second;
    if (!rule.compiled) {
      rule.compiled.emplace(rule.pattern, rule.ignoresCase ? std::regex::icase : std::regex::ECMAScript);
    }
    std::smatch parts;
    if (!std::regex_match(code, parts, *rule.compiled)) return Delivery::NotAPostalCode;
    if (country == "DE") return german(parts[1], parts[2]);
    if (country == "US") return american(parts[1], parts[2].matched);
    if (country == "GB") return british(parts[1], parts[2], parts[3]);
    return dutch(std::stoi(parts[1]), parts[2]);
  }

  /// Something that looks like a German code inside an address of one line: "Markt 1, 04109 Leipzig".
  static bool mentionsGermanCode(const std::string& address) {
    static const std::regex somewhere(R"((?:^|[ ,])(?:D-)?\d{5} [A-Z])");
    return std::regex_search(address, somewhere);
  }

 private:
  struct Rule {
    std::string pattern;
    bool ignoresCase = false;
    std::optional<std::regex> compiled;  // since somebody asked for it
  };

  static constexpr const char* kSettings = R"(
# country, flags, pattern
DE - (?:D-)?(\d{2})(\d{3})
US - (\d{5})(?:-(\d{4}))?
GB i ([a-z]{1,2})(\d[\da-z]?)\s?(\d[abd-hjlnp-uw-z]{2})
NL i ([1-9]\d{3})\s?([a-z]{2})
)";

  static Delivery german(const std::string& region, const std::string& rest) {
    static const std::set<std::string> unused{"00", "05", "43", "62"};
    if (unused.contains(region)) return Delivery::NotAPostalCode;
    if (region == "27" && rest == "498") return Delivery::Island;  // Helgoland
    if (region + rest == "26548" || region + rest == "26757") return Delivery::Island;
    const int area = std::stoi(rest);
    return area == 0 ? Delivery::PostBox : area < 200 ? Delivery::Express : Delivery::Standard;
  }

  static Delivery american(const std::string& zip, bool hasExtension) {
    const long number = std::stol(zip);
    if (number < 501) return Delivery::NotAPostalCode;  // the lowest is Holtsville's
    if (zip.starts_with("967") || zip.starts_with("968")) return Delivery::Island;
    const bool isMilitary = (number >= 9'000 && number < 9'900) || (number >= 96'200 && number < 96'700);
    if (isMilitary) return hasExtension ? Delivery::Military : Delivery::NotAPostalCode;
    return hasExtension ? Delivery::Express : Delivery::Standard;
  }

  static Delivery british(std::string area, const std::string& district, const std::string& inward) {
    for (char& c : area) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    static const std::map<std::string, Delivery> special = {
        {"HS", Delivery::Island},   {"ZE", Delivery::Island},  {"IM", Delivery::Island},
        {"BF", Delivery::Military}, {"EC", Delivery::Express}, {"WC", Delivery::Express},
        {"BX", Delivery::PostBox},
    };
    if (const auto found = special.find(area); found != special.end()) return found->second;
    // Orkney shares its area with the mainland.
    if (area == "KW" && std::stoi(district) >= 15) return Delivery::Island;
    return district.back() == '9' && inward[0] == '9' ? Delivery::PostBox : Delivery::Standard;
  }

  static Delivery dutch(int number, const std::string& letters) {
    for (const char* unused : {"SA", "SD", "SS"}) {
      if (strcasecmp(letters.c_str(), unused) == 0) return Delivery::NotAPostalCode;
    }
    if (number == 1'156) return Delivery::Island;  // Marken, which has a causeway
    return number <= 1'109 ? Delivery::Express : Delivery::Standard;
  }

  std::map<std::string, Rule> rules_;
};

}  // namespace testability::postal
