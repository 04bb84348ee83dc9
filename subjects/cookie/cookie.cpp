// Rates a cookie by its name, value and site, after the papers' subject Cookie.
//
// What makes it hard: branches behind whole words ("userid", "session",
// "abc.com"), which random strings never spell; distances on strings must lead.
// Expected: every branch can be covered; no fault.
#include <algorithm>
#include <cctype>
#include <string>

namespace {

std::string lowered(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

}  // namespace

int rateCookie(const std::string& name, const std::string& value, const std::string& site) {
  const std::string kind = lowered(name);
  const std::string text = lowered(value);
  if (kind == "userid") {
    if (text.size() > 6 && text.compare(0, 4, "user") == 0) return 1;
    return 0;
  }
  if (kind == "session") {
    if (text == "am" && lowered(site) == "abc.com") return 1;
    return 2;
  }
  return 0;
}
