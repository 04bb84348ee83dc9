// Calls of known functions: which have sites, that programs do what they did,
// and that the answer's side has distance 0 and the other one more.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workspace.h"

namespace covolve::test {

namespace {

const std::string kIncludes = R"(#include <regex.h>
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <re2/re2.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cctype>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cwchar>
#include <cwctype>
#include <cstdarg>
#include <inttypes.h>
#include <iomanip>
#include <locale.h>
#include <list>
#include <locale>
#include <map>
#include <filesystem>
#include <regex>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <strings.h>
#include <unordered_map>
#include <unordered_set>
#include <vector>
)";

struct Question {
  const char* expression;  // of `s`, a std::string
  const char* yes;
  const char* near;  // no, but nearer
  const char* far;   // than this; null where all are as far
};

const std::vector<Question> kQuestions{
    {R"(s == "tea")", "tea", "tez", "zzz"},
    {R"(std::string("tea") == s)", "tea", "te", "t"},
    {R"(!(s != "tea"))", "tea", "te", "t"},
    {R"(std::string_view(s) == "tea")", "tea", "tex", "x"},
    {R"(s.compare("tea") == 0)", "tea", "teb", "tzz"},
    {R"(s.compare(2, 3, "tea") == 0)", "..tea", "..teb", "..z"},
    {R"(s.starts_with("tea"))", "teapot", "tezpot", "pot"},
    {R"(s.starts_with('t'))", "tea", "u", "z"},
    {R"(std::string_view(s).ends_with("tea"))", "my tea", "my tez", "xx"},
    {R"(s.find("tea") != std::string::npos)", "my tea pot", "my tez pot", "zzzzzzzzz"},
    {R"(s.find(':') != std::string::npos)", "a:b", "a;b", "abc"},
    {R"(s.find_first_of(",;") != std::string::npos)", "a,b", "a-b", "aab"},
    {R"(s.empty())", "", "a", "ab"},
    {R"(std::strcmp(s.c_str(), "tea") == 0)", "tea", "teb", "x"},
    {R"(std::strncmp(s.c_str(), "teapot", 3) == 0)", "tea", "teb", "x"},
    {R"(strcasecmp(s.c_str(), "tea") == 0)", "TEA", "TEB", "Zzz"},
    {R"(std::memcmp(s.data(), "tea", 3) == 0)", "tea", "teb", "zzz"},
    {R"(std::strstr(s.c_str(), "tea") != nullptr)", "a tea", "a teb", "zzzzz"},
    {R"(memmem(s.data(), s.size(), "tea", 3) != nullptr)", "a tea", "a teb", "zzzzz"},
    {R"(memrchr(s.data(), ':', s.size()) != nullptr)", "a:b", "a;b", "abc"},
    {R"(s.c_str()[std::strspn(s.c_str(), "0123456789")] != '\0')", "12:", "12", nullptr},
    {R"(s.c_str()[std::strcspn(s.c_str(), ",;")] != '\0')", "a,b", "a-b", "aab"},
    {R"(strverscmp(s.c_str(), "v1.10") == 0)", "v1.10", "v1.11", "zz"},
    {R"(strcasecmp_l(s.c_str(), "tea", kLocale) == 0)", "TEA", "TEB", "Zzz"},
    {R"(strncasecmp_l(s.c_str(), "teapot", 3, kLocale) == 0)", "TEA", "TEB", "Zzz"},
    {R"(strcoll_l(s.c_str(), "tea", kLocale) == 0)", "tea", "teb", "zzz"},
    {R"([](const char* text, const char* format, ...) { va_list values; va_start(values, format); const int count = vsscanf(text, format, values); va_end(values); return count; }(s.c_str(), "%d:%d", &number, &number) == 2)",
     "12:30", "12;30", "zzzzz"},
    {R"(std::equal(s.begin(), s.end(), kTea.begin(), kTea.end()))", "tea", "tez", "zz"},
    {R"(std::equal(s.data(), s.data() + s.size(), "tea"))", "tea", "tez", "zzz"},
    {R"(std::equal(kTea.begin(), kTea.end(), s.begin(), s.end(), isSameLetter))", "TEA", "TEB", "ZZ"},
    {R"(std::equal(kTea.begin(), kTea.end(), s.begin(), [&](char a, char b) { return isSameLetter(a, b); }))",
     "tEa", "tEb", "zzz"},
    {R"(std::equal(s.begin(), s.end(), kTea.begin(), std::equal_to<>()))", "tea", "teb", "zzz"},
    {R"(std::mismatch(s.begin(), s.end(), kTea.begin(), kTea.end()) == std::pair(s.end(), kTea.end()))",
     "tea", "te", "t"},
    {R"(std::mismatch(kTea.begin(), kTea.end(), s.data()).first == kTea.end())", "teapot", "tez", "zzz"},
    {R"(std::lexicographical_compare(s.begin(), s.end(), kTea.begin(), kTea.end()))", "sea", "tea", "zz"},
    {R"([&] { const auto w = wide(s); return std::equal(w.begin(), w.end(), L"tea"); }())", "tea", "tez",
     "zzz"},
    {R"(std::search(s.begin(), s.end(), kTea.begin(), kTea.end()) != s.end())", "my tea", "my tez", "zzzzzz"},
    {R"(std::search(s.begin(), s.end(), kTea.begin(), kTea.end(), isSameLetter) != s.end())", "my TEA",
     "my TEZ", "zzzzzz"},
    {R"(std::find_end(s.data(), s.data() + s.size(), kTea.begin(), kTea.end()) != s.data() + s.size())",
     "my tea", "my tez", "zzzzzz"},
    {R"(std::find_first_of(s.begin(), s.end(), kTea.begin(), kTea.end()) != s.end())", "zzt", "zzu", "zzz"},
    {R"(std::stoi(s) != 0)", "12", ":", "z"},
    {R"(std::stod(s) != 0)", "1.5", ":", "z"},
    {R"(std::strtol(s.c_str(), nullptr, 10) != 0)", "12", ":", "z"},
    {R"(strtoimax(s.c_str(), nullptr, 10) != 0)", "12", ":", "z"},
    {R"(strtoumax(s.c_str(), nullptr, 16) != 0)", "ff", "g", "z"},
    {R"(std::from_chars(s.data(), s.data() + s.size(), number).ec == std::errc())", "12", ":", "z"},
    {R"(std::isdigit(s[0]) != 0)", "5", ":", "z"},
    {R"(std::isblank(s[0]) != 0)", " ", "!", "z"},
    {R"(std::iscntrl(s[0]) != 0)", "\n", "!", "0"},
    {R"(std::isgraph(s[0]) != 0)", "a", " ", "\n"},
    {R"(std::isprint(s[0]) != 0)", " ", "\x1f", "\n"},
    {R"(std::isdigit(s[0], std::locale::classic()))", "5", ":", "z"},
    {R"(std::isspace(s[0], std::locale::classic()))", " ", "!", "z"},
    {R"(strptime(s.c_str(), "%Y-%m-%d", &parsed) != nullptr)", "2024-02-03", "2024-02-x", "x"},
    {R"(std::sscanf(s.c_str(), "%d:%d", &number, &number) == 2)", "12:30", "12;30", "zzzzz"},
    {R"(std::regex_match(s, pattern))", "abc-1", "abc-x", "zzz"},
    {R"(std::regex_search(s, pattern))", "..abc-1..", "..abc-x..", "zzzzz"},
    {R"(std::regex_match(s.begin(), s.end(), pattern))", "abc-1", "abc-x", "zzz"},
    {R"(std::regex_search(s.data(), s.data() + s.size(), pattern))", "..abc-1..", "..abc-x..", "zzzzz"},
    {R"(std::sregex_iterator(s.begin(), s.end(), pattern) != std::sregex_iterator())", "..abc-1..",
     "..abc-x..", "zzzzz"},
    {R"(std::cregex_token_iterator(s.data(), s.data() + s.size(), pattern) != std::cregex_token_iterator())",
     "..abc-1..", "..abc-x..", "zzzzz"},
    {R"(regexec(posix(), s.c_str(), 0, nullptr, 0) == 0)", "..abc-1..", "..abc-x..", "zzzzz"},
    {R"(!regexec(posix(), s.c_str(), 0, nullptr, 0))", "abc-1", "abc-", "q"},
    {R"(pcre2_match(perl(), (PCRE2_SPTR)s.data(), s.size(), 0, 0, found(), nullptr) >= 0)", "..abc-1..",
     "..abc-x..", "zzzzz"},
    {R"(!(pcre2_match(perl(), (PCRE2_SPTR)s.c_str(), PCRE2_ZERO_TERMINATED, 0, 0, found(), nullptr) < 0))",
     "abc-1", "abc-", "q"},
    {R"(RE2::FullMatch(s, google()))", "abc-1", "abc-x", "zzz"},
    {R"x(RE2::FullMatch(s, "([a-c]+)-(\\d)", &word, &number))x", "abc-1", "abc-x", "zzz"},
    {R"(RE2::PartialMatch(s, google()))", "..abc-1..", "..abc-x..", "zzzzz"},
    {R"(drinks.find(s) != drinks.end())", "tea", "teb", "zzz"},
    {R"(drinks.at(s) != 0)", "tea", "teb", "zzz"},
    {R"(transparent.find(std::string_view(s)) != transparent.end())", "tea", "teb", "zzz"},
    {R"(transparent.contains(std::string_view(s)))", "tea", "teb", "zzz"},
    {R"(transparent.contains(s))", "tea", "teb", "zzz"},
    {R"(transparent.find(s.c_str()) != transparent.end())", "tea", "teb", "zzz"},
    {R"(pairs.contains({s, static_cast<short>(s.size())}))", "tea", "teb", "zzz"},
    {R"(pairs.count({"tea", static_cast<short>(s.size())}) != 0)", "abc", "ab", "a"},
    {R"(triples.find({'x', s, 2.5}) != triples.end())", "tea", "teb", "zzz"},
    {R"(wideWords.contains(wide(s)))", "tea", "teb", "zzz"},
    {R"(descending.contains(s))", "tea", "teb", "zzz"},
    {R"(anyCase.contains(s))", "TeA", "TeB", "ZZZ"},
    {R"(anyCase.find(s) != anyCase.end())", "TEA", "TE", "T"},
    {R"(anyCaseTable.contains(s))", "TeA", "TeB", "ZZZ"},
    {R"(reals.contains(static_cast<double>(s.size()) + 0.5))", "12", "123", "12345678"},
    {R"(std::find(std::begin(kPlain), std::end(kPlain), s) != std::end(kPlain))", "tea", "teb", "zzz"},
    {R"([&] { const std::vector<std::string> own{s}; return std::find(own.begin(), own.end(), "tea") != own.end(); }())",
     "tea", "teb", "zzz"},
    {R"([&] { const std::list<std::string> own{"x", s}; return std::find(own.begin(), own.end(), kTea) != own.end(); }())",
     "tea", "teb", "zzz"},
    {R"(std::find(kLongs.begin(), kLongs.end(), static_cast<int>(s.size())) != kLongs.end())", "123", "1234",
     "12345678"},
    {R"(std::ranges::find(list, std::string_view(s)) != list.end())", "milk", "mill", "zzzz"},
    {R"(std::ranges::find(kDrinks, s, &Drink::name) != kDrinks.end())", "tea", "teb", "zzz"},
    {R"(std::ranges::find(kDrinks.begin(), kDrinks.end(), s, &Drink::name) != kDrinks.end())", "tea", "teb",
     "zzz"},
    {R"(std::ranges::count(kDrinks, static_cast<long>(s.size()), &Drink::price) > 0)", "12", "123", "12345"},
    {R"(std::ranges::count(std::span<const long>(kLongs), static_cast<long>(s.size())) != 0)", "123", "1234",
     "12345678"},
    {R"(std::ranges::find(s, ':') != s.end())", "a:b", "a;b", "abc"},
    {R"(std::ranges::count(std::string_view(s), ':') != 0)", "a:b", "a;b", "abc"},
    {R"(std::filesystem::path(s) == std::filesystem::path("tea"))", "tea", "teb", "zzz"},
    {R"(words.count(s) > 0)", "milk", "mill", "zzzz"},
    {R"(fresh().insert(s).second)", "milk", "mill", "zzzz"},
    {R"(fresh().emplace(s).second)", "milk", "mill", "zzzz"},
    {R"(freshMap().try_emplace(s, 3).second)", "tea", "teb", "zzz"},
    {R"(freshMap().insert({s, 3}).second)", "tea", "teb", "zzz"},
    {R"(std::ranges::equal(s, kTea))", "tea", "tez", "zz"},
    {R"(std::ranges::equal(std::string_view(s), kTea))", "tea", "te", "t"},
    {R"(std::ranges::equal(kTea, s, isSameLetter))", "TEA", "TEB", "ZZ"},
    {R"(std::ranges::equal(s.begin(), s.end(), kTea.begin(), kTea.end()))", "tea", "tez", "zzz"},
    {R"(std::ranges::find(list, s) != list.end())", "milk", "mill", "zzzz"},
    {R"(std::ranges::find(list.begin(), list.end(), s) != list.end())", "milk", "mill", "zzzz"},
    {R"(std::ranges::count(kViews, std::string_view(s)) != 0)", "tea", "teb", "zzz"},
    {R"(std::ranges::binary_search(list, s))", "tea", "teb", "zzz"},
    {R"(std::ranges::find(kNumbers, int(s.size())) != kNumbers.end())", "123", "1234", "12345678"},
    {R"(s.find("tea") == 0)", "teapot", "tezpot", "zzz tea"},
    {R"(s.rfind("tea", 0) == 0)", "teapot", "tezpot", "zzz tea"},
    {R"(std::from_chars(s.data(), s.data() + s.size(), real).ec == std::errc())", "1.5", ":", "z"},
    {R"(numbers.contains(static_cast<int>(s.size())))", "123", "1234", "12345678"},
    {R"(std::find(list.begin(), list.end(), s) != list.end())", "milk", "mill", "zzzz"},
    {R"(std::binary_search(list.begin(), list.end(), s))", "tea", "teb", "zzz"},
    {R"(colours.contains(static_cast<Colour>(s.size())))", "12345", "1234", "1"},
    {R"([&] { std::istringstream in(s); return bool(in >> number); }())", " -12", " :", "zz"},
    {R"([&] { std::stringstream in; in << s; return bool(in >> small); }())", "32767", "32768", "zz"},
    {R"([&] { std::istringstream in(s); return bool(in >> std::hex >> count); }())", "ff", "g", "z"},
    {R"([&] { std::istringstream in(s); in.setf(std::ios::hex); return bool(in >> count); }())", "12", "f",
     "z"},
    {R"([&] { std::istringstream in(s); return bool(in >> real); }())", "1.5e3", "1.5e", ""},
    {R"([&] { std::istringstream in(s); return bool(in >> truth); }())", "1", "2", "z"},
    {R"([&] { std::istringstream in(s); return bool(in >> std::boolalpha >> truth); }())", "true", "trua",
     "1"},
    {R"([&] { std::istringstream in(s); return bool(in >> std::get_time(&parsed, "%H:%M")); }())", "12:30",
     "12;30", "zz"},
    {R"([&] { std::wistringstream in(wide(s)); return bool(in >> number); }())", "12", ":", "z"},
    {R"([&] { std::wistringstream in(wide(s)); return bool(in >> std::get_time(&parsed, L"%H:%M")); }())",
     "12:30", "12;30", "zz"},
    {R"(wide(s) == L"tea")", "tea", "tez", "zzz"},
    {R"(wide(s) == L"\x4e2d")", "\xe4\xb8\xad", "\xe4\xb8\x81", "z"},
    {R"(std::stoi(wide(s)) != 0)", "12", ":", "z"},
    {R"(std::wcstol(wide(s).c_str(), nullptr, 10) != 0)", "12", ":", "z"},
    {R"([&] { const auto w = wide(s); return w[std::wcscspn(w.c_str(), L",;")] != 0; }())", "a,b", "a-b",
     "aab"},
    {R"(std::iswblank(wide(s)[0]) != 0)", " ", "!", "z"},
    {R"(std::wcstod(wide(s).c_str(), nullptr) != 0)", "1.5", ":", "z"},
    {R"(std::swscanf(wide(s).c_str(), L"%d:%d", &number, &number) == 2)", "12:30", "12;30", "zzzzz"},
    {R"(std::iswdigit(wide(s)[0]) != 0)", "5", ":", "z"},
    {R"(std::regex_match(wide(s), widePattern))", "abc-1", "abc-x", "zzz"},
};

// What looks like a known call and is laid out otherwise.
const std::string kOthers = R"(#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <memory_resource>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>
struct Letters : std::streambuf {
  int_type underflow() override { return setg(text, text, text + 2), '4'; }
  char text[3] = "4 ";
};
struct Seeded { size_t seed = 7; size_t operator()(const std::string& s) const { return s.size() + seed; } };
enum Small : uint8_t { One = 1, Two, Three };
int order(const char* a, const char* b) { [[clang::musttail]] return std::strcmp(a, b); }
int main() {
  int sum = 0;
  const std::map<std::string_view, int> views{{"tea", 1}, {"milk", 2}};
  sum += views.find("tee") != views.end();
  std::optional<std::string_view> none, some("x");
  sum += none == some ? 2 : 0;
  const std::vector<std::string_view> list{"a", "b"}, other{"a"};
  sum += list == other ? 4 : 0;
  const std::map<std::string, int, std::less<>> transparent{{"tea", 1}};
  sum += transparent.find(std::string_view("tea")) != transparent.end() ? 8 : 0;
  const std::unordered_map<std::string, long double> wide{{"tea", 1}};
  sum += wide.count("milk") > 0 ? 16 : 0;
  const std::unordered_set<std::string, Seeded> seeded{"tea"};
  sum += seeded.contains("tea") ? 32 : 0;
  const std::pmr::map<int, int> pooled{{1, 2}};
  sum += pooled.find(1) != pooled.end() ? 64 : 0;
  const std::pmr::string text("tea");
  sum += text == "tea" ? 128 : 0;
  const std::map<std::string, std::set<int>, std::function<bool(const std::string&, const std::string&)>> ordered(
      [](const std::string& one, const std::string& two) { return one > two; });
  sum += ordered.find("tea") != ordered.end() ? 256 : 0;
  const std::set<Small> smalls{One, Three};
  sum += smalls.contains(Two) ? 512 : 0;
  const std::vector<Small> some3{One, Three};
  sum += std::find(some3.begin(), some3.end(), Three) != some3.end() ? 1024 : 0;
  std::set<int> many;
  for (int i = 0; i < 5000; ++i) many.insert(2 * i);
  sum += many.contains(9999) ? 2048 : 0;
  sum += many.count(9998) != 0 ? 4096 : 0;
  sum += order("a", "b") < 0 ? 8192 : 0;
  int number = 0;
  std::istream nowhere(nullptr);
  sum += nowhere >> number ? 16384 : 0;
  std::istringstream failed("12");
  failed.setstate(std::ios_base::failbit);
  sum += failed >> number ? 32768 : 0;
  std::ifstream file("/proc/self/stat");
  sum += file >> number && number > 0 ? 65536 : 0;
  Letters letters;
  std::istream own(&letters);
  sum += own >> number && number == 4 ? 131072 : 0;
  std::istringstream throwing("x");
  throwing.exceptions(std::ios_base::failbit);
  try { throwing >> number; } catch (const std::ios_base::failure&) { sum += 262144; }
  std::printf("%d", sum);
})";

TEST(KnownCallsOfOthers, LeaveProgramsAsTheyAre) {
  for (const std::string sanitizer : {"-fno-sanitize=all", "-fsanitize=address,undefined"}) {
    const Workspace work;
    work.write("source.cpp", kOthers);
    const Completed built = work.cxx(
        {"-std=c++20", "-O1", sanitizer, "-fno-sanitize-recover=all", "source.cpp", "-o", "program"});
    ASSERT_TRUE(built.succeeded()) << built.errors;
    const Completed ran = work.tool({work.path("program")});
    EXPECT_EQ(ran.output, std::to_string(8 + 32 + 64 + 128 + 1024 + 4096 + 8192 + 65536 + 131072 + 262144))
        << ran.errors;
  }
}

// The second range lies before a page that must not be touched, and may end before the first one does
// where they differ earlier. Who notes texts reads them all.
TEST(KnownCallsOfOthers, CompareRangesAsPlainLoopsDo) {
  for (const std::string sanitizer : {"-fno-sanitize=all", "-fsanitize=address,undefined"}) {
    const Workspace work;
    work.write("source.cpp", R"(#include <sys/mman.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>
extern "C" uint64_t __covolve_seed_of_notes() { return 1; }
extern "C" void __covolve_note_texts(uint8_t, bool, const void* left, uint64_t leftSize, const void* right,
                                     uint64_t rightSize) {
  volatile char sum = 0;
  for (uint64_t i = 0; i < leftSize; ++i) sum = sum + static_cast<const char*>(left)[i];
  for (uint64_t i = 0; i < rightSize; ++i) sum = sum + static_cast<const char*>(right)[i];
}
constexpr size_t kPage = 4096;
bool never(char, char) { return false; }
bool isSameLetter(char a, char b) { return (a | 32) == (b | 32); }
template <class Predicate>
size_t common(const std::string& a, const char* b, size_t size, Predicate same) {
  size_t at = 0;
  while (at < a.size() && at < size && same(a[at], b[at])) ++at;
  return at;
}
int main() {
  char* const pages = static_cast<char*>(mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(pages + kPage, kPage, PROT_NONE);
  std::mt19937 random(1);
  const auto text = [&](size_t most) {
    std::string made(random() % (most + 1), 'a');
    for (char& c : made) c = "aAbB\0\xff"[random() % 6];
    return made;
  };
  int wrong = 0, yes = 0;
  const auto check = [&](bool isRight) { wrong += isRight ? 0 : 1; };
  const auto equals = [](char a, char b) { return a == b; };
  int captured = 0;
  const auto counting = [&](char a, char b) { ++captured; return a == b; };
  for (int i = 0; i < 10000; ++i) {
    const std::string left = text(i % 100 == 0 ? 600 : 4);
    const std::string source = random() % 3 == 0 ? left + text(1) : text(i % 100 == 0 ? 600 : 4);
    char* const right = pages + kPage - source.size();
    std::memcpy(right, source.data(), source.size());
    char* const end = right + source.size();
    const size_t both = common(left, right, source.size(), equals);
    const bool isEqual = both == left.size() && both == source.size();
    yes += isEqual ? 1 : 0;
    check(std::equal(left.begin(), left.end(), right, end) == isEqual);
    check(std::equal(left.begin(), left.end(), right, end, counting) == isEqual);
    const size_t letters = common(left, right, source.size(), isSameLetter);
    check(std::equal(left.begin(), left.end(), right, end, isSameLetter) ==
          (letters == left.size() && letters == source.size()));
    const auto [first, second] = std::mismatch(left.begin(), left.end(), right, end);
    check(first - left.begin() == static_cast<long>(both) && second == right + both);
    const bool isLess = both < source.size() && (both == left.size() || left[both] < right[both]);
    check(std::lexicographical_compare(left.begin(), left.end(), right, end) == isLess);
    check(std::lexicographical_compare(left.begin(), left.end(), right, end, never) ==
          (left.size() < source.size()));
    if (left.size() <= source.size())  // the library may compare all at once
      check(std::equal(left.begin(), left.end(), right) == (both == left.size()));
    if (both < source.size() || both == left.size()) {  // one by one: no need to go on behind the end
      check(std::equal(left.begin(), left.end(), right, counting) == (both == left.size()));
      check(std::mismatch(left.begin(), left.end(), right).second == right + both);
    }
    if (!source.empty() || left.empty())
      check(std::equal(left.begin(), left.end(), right, never) == left.empty());
  }
  std::printf("%d %d", wrong, yes > 1000 && captured > 1000);
})");
    const Completed built = work.cxx(
        {"-std=c++20", "-O1", sanitizer, "-fno-sanitize-recover=all", "source.cpp", "-o", "program"});
    ASSERT_TRUE(built.succeeded()) << built.errors;
    const Completed ran = work.tool({work.path("program")});
    EXPECT_EQ(ran.output, "0 1") << ran.errors;
  }
}

// The same calls through pointers that the pass cannot see through are the originals.
TEST(KnownCallsOfOthers, AnswerRangesAndPosixPatternsAsTheOriginalsDo) {
  for (const std::string sanitizer : {"-fno-sanitize=all", "-fsanitize=address,undefined"}) {
    const Workspace work;
    work.write("source.cpp",
               R"cpp(#include <regex.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>
                     extern "C" uint64_t __covolve_seed_of_notes() { return 1; }
                     extern "C" void __covolve_note_texts(uint8_t, bool, const void* left, uint64_t leftSize,
                                                          const void* right, uint64_t rightSize) {
                       volatile char sum = 0;
                       for (uint64_t i = 0; i < leftSize; ++i) sum = sum + static_cast<const char*>(left)[i];
                       for (uint64_t i = 0; i < rightSize; ++i) sum = sum + static_cast<const char*>(right)[i];
                     }
                     int (*volatile compile)(regex_t*, const char*, int) = regcomp;
                     int (*volatile search)(const regex_t*, const char*, size_t, regmatch_t*, int) = regexec;
                     template <class Range, class Key>
                     long firstOf(const Range& range, const Key& key) {
                       size_t at = 0;
                       while (at < range.size() && !(range[at] == key)) ++at;
                       return static_cast<long>(at);
                     }
                     int main() {
                       std::mt19937 random(1);
                       const auto text = [&](size_t most, const char* letters, size_t count) {
                         std::string made(random() % (most + 1), 'a');
                         for (char& c : made) c = letters[random() % count];
                         return made;
                       };
                       const char* const patterns[] = {"^a+b?$",       "[ab]{2}(B|A)",   "\\.", "",
                                                       "a*\\(b\\)\\1", "^[[:alpha:]]*$", "(",   "x|a.b"};
                       int wrong = 0, yes = 0, no = 0;
                       const auto check = [&](bool isRight) { wrong += isRight ? 0 : 1; };
                       for (int i = 0; i < 10000; ++i) {
                         const auto word = [&] { return text(i % 100 == 0 ? 600 : 2, "aAbB\0\xff", 6); };
                         const std::string left = word();
                         const std::string right = random() % 3 == 0 ? left : word();
                         const bool isEqual = left.size() == right.size() &&
                                              std::memcmp(left.data(), right.data(), left.size()) == 0;
                         check(std::ranges::equal(left, right) == isEqual);
                         check(std::ranges::equal(std::string_view(left), right) == isEqual);
                         check(std::ranges::equal(left.begin(), left.end(), right.begin(), right.end()) == isEqual);
                         size_t asked = 0;
                         const auto counting = [&](char a, char b) {
                           ++asked;
                           return a == b;
                         };
                         check(std::ranges::equal(left, right, counting) == isEqual);
                         check(asked <= left.size());
                         std::vector<std::string> list;
                         for (size_t n = random() % 5; n > 0; --n) list.push_back(random() % 2 == 0 ? left : word());
                         std::ranges::sort(list);
                         const long at = firstOf(list, left);
                         const bool isMember = at < static_cast<long>(list.size());
                         (isMember ? yes : no) += 1;
                         check(std::ranges::find(list, left) - list.begin() == at);
                         check(std::ranges::find(list.begin(), list.end(), left) - list.begin() == at);
                         check((std::ranges::count(list, left) != 0) == isMember);
                         check(std::ranges::binary_search(list, left) == isMember);
                         const std::array<std::string_view, 3> views{left, right, "b"};
                         const std::string other = word();
                         check(std::ranges::find(views, std::string_view(other)) - views.begin() == firstOf(views, other));
                         const std::array<short, 4> numbers{static_cast<short>(random() % 9), -1, 32767, -32768};
                         const short number = static_cast<short>(random() % 9 - 1);
                         check(std::ranges::find(numbers, number) - numbers.begin() == firstOf(numbers, number));
                         const std::string line = text(12, "abAB.x\n", 7);
                         const char* const pattern = patterns[random() % std::size(patterns)];
                         const int flags = static_cast<int>(random() % 8);
                         regex_t known, original;
                         const int made = regcomp(&known, pattern, flags);
                         check(made == compile(&original, pattern, flags));
                         if (made != 0) continue;
                         regmatch_t of[2] = {{-7, -7}, {-7, -7}}, like[2] = {{-7, -7}, {-7, -7}};
                         errno = 33;
                         const int result = regexec(&known, line.c_str(), 2, of, 0);
                         check(errno == 33);
                         check(result == search(&original, line.c_str(), 2, like, 0));
                         for (int group = 0; group < 2; ++group)
                           check(of[group].rm_so == like[group].rm_so && of[group].rm_eo == like[group].rm_eo);
                         const int eflags = static_cast<int>(random() % 4);
                         check(regexec(&known, line.c_str(), 0, nullptr, eflags) ==
                               search(&original, line.c_str(), 0, nullptr, eflags));
                         regfree(&known);
                         regfree(&original);
                       }
                       std::printf("%d %d", wrong, yes > 1000 && no > 1000);
                     })cpp");
    const Completed built = work.cxx(
        {"-std=c++20", "-O1", sanitizer, "-fno-sanitize-recover=all", "source.cpp", "-o", "program"});
    ASSERT_TRUE(built.succeeded()) << built.errors;
    const Completed ran = work.tool({work.path("program")});
    EXPECT_EQ(ran.output, "0 1") << ran.errors;
  }
}

// Keys of several parts, orders and hashes of the user's own, with a state and without one, and what C asks
// of texts that end before a page that must not be touched.
TEST(KnownCallsOfOthers, AnswerAboutKeysAndPartsOfTextsAsPlainLoopsDo) {
  for (const std::string sanitizer : {"-fno-sanitize=all", "-fsanitize=address,undefined"}) {
    const Workspace work;
    work.write(
        "source.cpp",
        R"cpp(#include <strings.h>
#include <sys/mman.h>
#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <list>
#include <locale>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>
              extern "C" uint64_t __covolve_seed_of_notes() { return 1; }
              extern "C" void __covolve_note_texts(uint8_t, bool, const void* left, uint64_t leftSize,
                                                   const void* right, uint64_t rightSize) {
                volatile char sum = 0;
                for (uint64_t i = 0; i < leftSize; ++i) sum = sum + static_cast<const char*>(left)[i];
                for (uint64_t i = 0; i < rightSize; ++i) sum = sum + static_cast<const char*>(right)[i];
              }
              struct AnyCase {
                bool operator()(const std::string& a, const std::string& b) const {
                  return strcasecmp(a.c_str(), b.c_str()) < 0;
                }
              };
              struct ByState {
                std::array<long, 5> state{9, 9, 9, 9, 1};
                bool operator()(const std::string& a, const std::string& b) const { return state[4] == 1 ? a > b : a < b; }
              };
              struct Hash {
                size_t operator()(const std::string& s) const { return s.size(); }
              };
              struct Seeded {
                char seed = 3;
                size_t operator()(const std::string& s) const { return s.size() * static_cast<size_t>(seed); }
              };
              struct SameSize {
                bool operator()(const std::string& a, const std::string& b) const { return a.size() == b.size(); }
              };
              struct Named {
                char kind;
                std::string name;
                int code;
              };
              constexpr size_t kPage = 4096;
              int main() {
                char* const pages = static_cast<char*>(
                    mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
                mprotect(pages + kPage, kPage, PROT_NONE);
                std::mt19937 random(1);
                int wrong = 0, yes = 0, no = 0;
                const auto check = [&](bool isRight) { wrong += isRight ? 0 : 1; };
                const auto text = [&](size_t most, std::string_view letters) {
                  std::string made(random() % (most + 1), 'a');
                  for (char& c : made) c = letters[random() % letters.size()];
                  return made;
                };
                const std::regex regex("a+b|x");
                for (int i = 0; i < 10000; ++i) {
                  const auto word = [&] { return text(i % 100 == 0 ? 600 : 2, "aAbB\xff"); };
                  std::vector<std::string> words(random() % 5);
                  for (std::string& one : words) one = word();
                  const std::string key = random() % 3 == 0 && !words.empty() ? words[0] : word();
                  const auto isAmong = [&](auto same) { return std::any_of(words.begin(), words.end(), same); };
                  const bool isThere = isAmong([&](const std::string& one) { return one.compare(key) == 0; });
                  (isThere ? yes : no) += 1;
                  const std::set<std::string, AnyCase> anyCase(words.begin(), words.end());
                  check(anyCase.contains(key) == isAmong([&](const std::string& one) {
                          return strcasecmp(one.c_str(), key.c_str()) == 0;
                        }));
                  const std::set<std::string, ByState> stateful(words.begin(), words.end());
                  check((stateful.count(key) != 0) == isThere);
                  const std::set<std::string, bool (*)(const std::string&, const std::string&)> pointed(
                      words.begin(), words.end(),
                      [](const std::string& a, const std::string& b) { return a < b; });
                  check((pointed.find(key) != pointed.end()) == isThere);
                  const std::set<std::string, std::function<bool(const std::string&, const std::string&)>>
                      wrapped(words.begin(), words.end(),
                              [](const std::string& a, const std::string& b) { return a > b; });
                  check((wrapped.find(key) != wrapped.end()) == isThere);
                  std::map<std::string, int, std::greater<>> greater;
                  std::unordered_map<std::string, long, Hash> hashed;
                  std::unordered_map<std::string, char, Seeded> seeded;
                  std::unordered_set<std::string, Hash, SameSize> sizes;
                  std::set<std::pair<std::string, short>> pairs;
                  std::map<std::tuple<char, std::string, double>, int> triples;
                  std::list<std::string> list(words.begin(), words.end());
                  std::vector<Named> named;
                  for (const std::string& one : words) {
                    greater[one] = 1, hashed[one] = 2, seeded[one] = 3, sizes.insert(one);
                    pairs.insert({one, static_cast<short>(one.size())});
                    triples[{'x', one, 2.5}] = 4;
                    named.push_back({'n', one, static_cast<int>(one.size())});
                  }
                  check(greater.contains(std::string_view(key)) == isThere);
                  check((hashed.find(key) != hashed.end()) == isThere);
                  check(seeded.contains(key) == isThere);
                  check(sizes.contains(key) == isAmong([&](const std::string& one) { return one.size() == key.size(); }));
                  check(pairs.contains({key, static_cast<short>(key.size())}) == isThere);
                  check(!pairs.contains({key, -1}));
                  check((triples.find({'x', key, 2.5}) != triples.end()) == isThere);
                  check(!triples.contains({'y', key, 2.5}));
                  check((std::find(list.begin(), list.end(), key) != list.end()) == isThere);
                  check((std::count(list.cbegin(), list.cend(), key) != 0) == isThere);
                  check((std::find(words.begin(), words.end(), key.c_str()) != words.end()) == isThere);
                  check((std::find(words.begin(), words.end(), std::string_view(key)) != words.end()) == isThere);
                  check((std::find(words.begin(), words.end(), "ab") != words.end()) ==
                        isAmong([](const std::string& one) {
                          return one.size() == 2 && one[0] == 'a' && one[1] == 'b';
                        }));
                  check((std::ranges::find(named, key, &Named::name) != named.end()) == isThere);
                  check((std::ranges::count(named, 1, &Named::code) > 0) ==
                        isAmong([](const std::string& one) { return one.size() == 1; }));
                  check(hashed.erase(key) == (isThere ? 1u : 0u));
                  try {
                    check(greater.at(key) == 1 && isThere);
                  } catch (const std::out_of_range&) {
                    check(!isThere);
                  }
                  const std::string source = text(i % 100 == 0 ? 600 : 6, "abx.");
                  char* const line = pages + kPage - source.size() - 1;
                  std::memcpy(line, source.c_str(), source.size() + 1);
                  errno = 33;
                  size_t span = 0, other = 0;
                  while (source[span] == 'a' || source[span] == 'b') ++span;
                  while (other < source.size() && source[other] != 'x' && source[other] != '.') ++other;
                  check(std::strspn(line, "ab") == span);
                  check(std::strcspn(line, "x.") == other);
                  const size_t at = source.find("ab", 0, 2);
                  const char* const part = at == std::string::npos ? nullptr : line + at;
                  check(memmem(line, source.size(), "ab", 2) == part);
                  char* const end = line + source.size();
                  const std::string_view needle = "ab";
                  check(std::search(line, end, needle.begin(), needle.end()) == (part != nullptr ? part : end));
                  const auto sameLetter = [](char a, char b) { return std::tolower(a) == std::tolower(b); };
                  check(std::search(line, end, needle.begin(), needle.end(), sameLetter) == (part != nullptr ? part : end));
                  const size_t last = source.rfind("ab");
                  check(std::find_end(line, end, needle.begin(), needle.end()) == (part != nullptr ? line + last : end));
                  const size_t first = source.find_first_of("ab");
                  check(std::find_first_of(line, end, needle.begin(), needle.end()) ==
                        (first != source.npos ? line + first : end));
                  const size_t dot = source.rfind('.');
                  check(memrchr(line, '.', source.size()) == (dot != source.npos ? line + dot : nullptr));
                  check(errno == 33);
                  const char c = static_cast<char>(random());
                  check(std::isdigit(c, std::locale::classic()) == (c >= '0' && c <= '9'));
                  check((std::isblank(static_cast<unsigned char>(c)) != 0) == (c == ' ' || c == '\t'));
                  check((std::isprint(static_cast<unsigned char>(c)) != 0) == (c >= ' ' && c <= '~'));
                  bool matches = false;
                  for (size_t from = 0; from < source.size(); ++from)
                    matches = matches || source[from] == 'x' || source.compare(from, 2, "ab") == 0;
                  check(std::regex_search(line, end, regex) == matches);
                  check((std::cregex_iterator(line, end, regex) != std::cregex_iterator()) == matches);
                }
                std::printf("%d %d", wrong, yes > 1000 && no > 1000);
              })cpp");
    const Completed built = work.cxx(
        {"-std=c++20", "-O1", sanitizer, "-fno-sanitize-recover=all", "source.cpp", "-o", "program"});
    ASSERT_TRUE(built.succeeded()) << built.errors;
    const Completed ran = work.tool({work.path("program")});
    EXPECT_EQ(ran.output, "0 1") << ran.errors;
  }
}

// Who notes texts reads them, and stands in for the worker here.
TEST(KnownCallsOfOthers, DoNotReadTheKeyThatWasErasedWithItsElement) {
  const Workspace work;
  work.write("source.cpp", R"(#include <cstdint>
#include <cstdio>
#include <set>
#include <string>
#include <unordered_map>
int seen = 0, notes = 0;
extern "C" uint64_t __covolve_seed_of_notes() { return 1; }
extern "C" void __covolve_note_texts(uint8_t, bool, const void* left, uint64_t leftSize, const void*, uint64_t) {
  for (uint64_t i = 0; i < leftSize; ++i) seen += static_cast<const char*>(left)[i];
  ++notes;
}
int main() {
  std::set<std::string> words{"a text that is not short at all", "milk", "tea"};
  std::unordered_map<std::string, int> counts{{"milk", 1}, {"tea", 2}, {"water", 3}};
  if (words.erase("juice") != 0) return 1;
  const int before = notes;
  while (words.size() > 1) words.erase(*words.begin());
  while (counts.size() > 1) counts.erase(counts.begin()->first);
  std::printf("%d %d", before > 0, notes - before);
})");
  const Completed built = work.cxx({"-std=c++20", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
                                    "source.cpp", "-o", "program"});
  ASSERT_TRUE(built.succeeded()) << built.errors;
  const Completed ran = work.tool({work.path("program")});
  EXPECT_EQ(ran.output, "1 0") << ran.errors;
}

TEST(KnownCallsOfOthers, StillTellHowNearTheyWereAfterManyLanguages) {
  const Workspace work;
  const Observed observed = work.observe(R"(#include <cstdio>
#include <string>
int read(const char* text, const std::string& format) {
  int number = 0;
  return std::sscanf(text, format.c_str(), &number);
}
int main() {
  for (int i = 0; i < 500; ++i) read("x", "key" + std::to_string(i) + "=%d");
  int number = 0;
  return std::sscanf("port=8o", "port=80%d", &number) == 1;
})");
  EXPECT_GT(observed.at('K', 10).toTrue, 1u);
  EXPECT_NE(observed.at('K', 10).toTrue, abi::kNever);
}

TEST(KnownCallsOfOthers, AreNamedInTheirSites) {
  const Workspace work;
  const Observed observed = work.observe(R"(#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
int main() {
  const std::map<std::string, int> drinks{{"tea", 1}};
  std::string word = "tea";
  int number = std::stoi("12");
  number += drinks.count(word) > 0;
  number += word == "milk";
  number += std::equal(word.begin(), word.end(), "tea");
  number += static_cast<int>(std::strtol("12", nullptr, 10));
  std::istringstream stream("12");
  return stream >> number ? 0 : 1;
})");
  std::map<unsigned, std::string> names;
  for (const SiteLine& site : observed.sites) {
    if (site.kind == 'K') names[site.line] = site.lines;
  }
  const std::map<unsigned, std::string> expected{{9, "std::stoi"},        {10, "std::map::count"},
                                                 {11, "std::operator=="}, {12, "std::equal"},
                                                 {13, "strtol"},          {15, "std::istream::operator>>"}};
  EXPECT_EQ(names, expected);
}

TEST(KnownCallsOfOthers, DoNotTakeTheNumberForTheAnswer) {
  const Workspace work;
  const Observed observed = work.observe(R"(#include <cstdlib>
int f(const char* s) {
  if (std::atoi(s) == 0) return 1;
  return 0;
}
int main() { return f("0") - 1; })");
  EXPECT_EQ(observed.at('C', 3).toTrue, 0u);
  EXPECT_GT(observed.at('C', 3).toFalse, 0u);
}

constexpr unsigned kFirstLine = 100;

/// A function a line, and a main that asks one of them about one text.
std::string program() {
  std::string text = kIncludes + R"(
enum class Colour : unsigned char { Red = 5, Green = 90 };
const std::string kTea = "tea";
bool isSameLetter(unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); }
int number; short small; unsigned count; double real; bool truth; std::tm parsed;
const locale_t kLocale = newlocale(LC_ALL_MASK, "C", nullptr);
const std::regex pattern("[a-c]+-\\d");
const std::wregex widePattern(L"[a-c]+-\\d");
std::wstring wide(const std::string& s) {
  std::mbstate_t state{};
  std::wstring text;
  for (size_t i = 0; i < s.size();) {
    wchar_t c = 0;
    i += std::mbrtowc(&c, s.data() + i, s.size() - i, &state);
    text += c;
  }
  return text;
}
const std::map<std::string, int> drinks{{"tea", 1}, {"milk", 2}};
const std::map<std::string, int, std::less<>> transparent{{"tea", 1}, {"milk", 2}};
const std::set<std::pair<std::string, short>> pairs{{"tea", 3}, {"milk", 4000}};
const std::set<std::tuple<char, std::string, double>> triples{{'x', "tea", 2.5}};
const std::set<std::wstring> wideWords{L"tea", L"milk"};
const std::map<std::string, int, std::greater<>> descending{{"tea", 1}, {"milk", 2}};
struct AnyCase {
  bool operator()(const std::string& a, const std::string& b) const { return strcasecmp(a.c_str(), b.c_str()) < 0; }
};
const std::set<std::string, AnyCase> anyCase{"tea", "milk"};
struct SameLetters {
  bool operator()(const std::string& a, const std::string& b) const { return strcasecmp(a.c_str(), b.c_str()) == 0; }
};
struct SizeHash {
  size_t operator()(const std::string& s) const { return s.size(); }
};
const std::unordered_set<std::string, SizeHash, SameLetters> anyCaseTable{"tea", "milk"};
const std::set<double> reals{2.5, 1000};
const char* const kPlain[] = {"milk", "tea"};
constexpr std::array<long, 2> kLongs{3, 500};
struct Drink {
  int id;
  long price;
  std::string name;
};
const std::vector<Drink> kDrinks{{1, 200, "milk"}, {2, 2, "tea"}};
const std::unordered_set<std::string> words{"tea", "milk"};
std::unordered_set<std::string>& fresh() { static std::unordered_set<std::string> copy; return copy = words; }
std::map<std::string, int>& freshMap() { static std::map<std::string, int> copy; return copy = drinks; }
const std::set<int> numbers{3, 500, 90};
const std::set<Colour> colours{Colour::Red, Colour::Green};
const std::vector<std::string> list{"milk", "tea"};
constexpr std::array<std::string_view, 2> kViews{"milk", "tea"};
constexpr std::array<int, 2> kNumbers{3, 500};
pcre2_code* perl() {
  static int error = 0;
  static size_t at = 0;
  static pcre2_code* const made =
      pcre2_compile((PCRE2_SPTR) "[a-c]+-\\d", PCRE2_ZERO_TERMINATED, PCRE2_CASELESS, &error, &at, nullptr);
  return made;
}
pcre2_match_data* found() {
  static pcre2_match_data* const data = pcre2_match_data_create(4, nullptr);
  return data;
}
std::string word;
const RE2& google() {
  static const RE2 made("[a-c]+-\\d");
  return made;
}
const regex_t* posix() {
  static regex_t compiled;
  static const int failed = regcomp(&compiled, "[a-c]+-[0-9]", REG_EXTENDED);
  return failed == 0 ? &compiled : nullptr;
}
)";
  text += fmt::format("#line {}\n", kFirstLine);
  std::string table;
  for (size_t i = 0; i < kQuestions.size(); ++i) {
    text += fmt::format("bool ask{}(const std::string& s) {{ return {}; }}\n", i, kQuestions[i].expression);
    table += fmt::format("ask{}, ", i);
  }
  return text + fmt::format("bool (*const questions[])(const std::string&) = {{{}}};\n", table) +
         "int main(int, char** words) {\n"
         "  std::setlocale(LC_CTYPE, \"C.UTF-8\");\n"
         "  try { return questions[std::atoi(words[1])](words[2]) ? 1 : 0; } catch (...) { return 2; "
         "}\n}\n";
}

class KnownCalls : public testing::TestWithParam<const char*> {};

TEST_P(KnownCalls, TellHowNearTheyWere) {
  const Workspace work;
  work.write("source.cpp", program());
  const Completed built =
      work.cxx({"-std=c++20", GetParam(), "source.cpp", "-lpcre2-8", "-lre2", "-o", "program"});
  ASSERT_TRUE(built.succeeded()) << built.errors;
  for (size_t i = 0; i < kQuestions.size(); ++i) {
    const Question& question = kQuestions[i];
    SCOPED_TRACE(question.expression);
    const auto ask = [&](const char* text) {
      const Observed observed = work.observeProgram(work.path("program"), 0, {std::to_string(i), text});
      for (size_t site = 0; site < observed.sites.size(); ++site) {
        const SiteLine& line = observed.sites[site];
        if (line.kind == 'K' && line.line == kFirstLine + i) return observed.states[site];
      }
      ADD_FAILURE() << "has no site";
      return SeenState{};
    };
    const SeenState yes = ask(question.yes);
    const SeenState near = ask(question.near);
    if (question.far == nullptr) {
      EXPECT_EQ(near.toFalse, 0u);
      EXPECT_GT(near.toTrue, 0u);
      continue;
    }
    const SeenState far = ask(question.far);
    EXPECT_EQ(yes.toTrue, 0u);
    EXPECT_GT(yes.toFalse, 0u);
    EXPECT_EQ(near.toFalse, 0u);
    EXPECT_EQ(far.toFalse, 0u);
    EXPECT_GT(near.toTrue, 0u);
    EXPECT_LT(near.toTrue, far.toTrue);
  }
}

TEST_P(KnownCalls, GiveTheirDistancesToTheDecisionsMadeOfThem) {
  const Workspace work;
  const Observed observed = work.observe(R"(#include <string>
int f(const std::string& s, int a) {
  if (a > 3 && s == "tea") return 1;
  return 0;
}
int main() { return f("ted", 5); })",
                                         {GetParam()});
  EXPECT_EQ(observed.at('T', 3).toTrue, 3u);
  EXPECT_EQ(observed.at('T', 3).toFalse, 0u);
}

TEST_P(KnownCalls, AreAskedInManyWays) {
  const Workspace work;
  const Observed observed = work.observe(R"(#include <cstring>
#include <set>
#include <string>
const std::set<std::string> words{"tea"};
int f(const std::string& s) {
  if (words.count(s) > 0) return 1;
  if (1 <= words.count(s)) return 2;
  if (words.count(s) >= 1) return 3;
  if (0 == std::strcmp(s.c_str(), "tea")) return 4;
  if (s.find("tea") == 0) return 5;
  return 0;
}
int main() { return f("ted"); })",
                                         {GetParam()});
  for (const unsigned line : {6u, 7u, 8u, 9u, 10u}) {
    EXPECT_EQ(observed.at('C', line).toTrue, 3u) << line;
    EXPECT_EQ(observed.at('C', line).toFalse, 0u) << line;
  }
}

// What a relation of the standard library calls may be the user's.
TEST_P(KnownCalls, PassTheUsersOwnComparisons) {
  const Workspace work;
  const Observed observed = work.observe(R"(#include <iterator>
#include <utility>
struct At {
  int at;
  using iterator_category = std::bidirectional_iterator_tag; using value_type = int;
  using difference_type = long; using pointer = int*; using reference = int&;
  friend bool operator==(const At& a, const At& b) { return a.at == b.at; }
};
int f(At a, At b) {
  using namespace std::rel_ops;
  if (a != b) return std::reverse_iterator<At>(a) == std::reverse_iterator<At>(b);
  return 2;
}
int main() { return f({3}, {5}); })",
                                         {GetParam(), "-std=c++17"});
  EXPECT_EQ(observed.program.status, 0);
  EXPECT_EQ(observed.at('C', 7).toTrue, 2u);
  EXPECT_THAT(observed.coveredLines(), testing::Contains(7u));
}

// Relations of the standard library that only compare are the user's own comparisons.
TEST_P(KnownCalls, LookIntoComparisonsOfTheStandardLibrary) {
  const Workspace work;
  const Observed observed = work.observe(R"(#include <chrono>
#include <stdexcept>
using namespace std::chrono;
struct Guard { ~Guard() { ++count; } static inline int count = 0; };
int f(seconds s, minutes m) {
  Guard guard;
  if (s > m) return 1;
  if (s == seconds(55)) return 2;
  if (!(m != minutes(9))) return 3;
  const bool isLong = s >= minutes(2);
  return isLong ? 4 : 5;
}
int main() { return f(seconds(50), minutes(1)) == 5 && Guard::count == 1 ? 0 : 1; })",
                                         {GetParam(), "-std=c++17"});
  EXPECT_EQ(observed.program.status, 0);
  EXPECT_EQ(observed.at('C', 7).toTrue, 11u);
  EXPECT_EQ(observed.at('C', 8).toTrue, 5u);
  EXPECT_EQ(observed.at('C', 9).toTrue, 8u);  // != is a negated ==
  EXPECT_EQ(observed.at('C', 10).toFalse, 70u);
}

INSTANTIATE_TEST_SUITE_P(Levels, KnownCalls, testing::Values("-O0", "-O2"),
                         [](const auto& level) { return std::string(level.param).substr(1); });

// A set makes its key of all arguments, whatever they are.
TEST(KnownCallsOfOthers, DoNotGuessAKeyThatIsMadeOfSeveralArguments) {
  const Workspace work;
  const std::string source = R"(#include <set>
#include <string>
bool f(std::set<std::string>& all, const std::string& s) {
  return all.emplace(s).second |
         all.emplace(s, 1).second;
})";
  EXPECT_EQ(kindsAndLines(work.sitesOf(source), "K"), "K4");
}

// Macros of glibc's in C, which the pass would not know.
TEST(KnownCallsOfC, AskAboutCharacters) {
  const Workspace work;
  work.write("source.c", R"(#include <ctype.h>
int main(void) {
  const char *text = "a:";
  return isupper(text[0]) ||
         isdigit(text[1]);
})");
  const Completed built = work.cc({"-Wall", "-Werror", "source.c", "-o", "program"});
  ASSERT_TRUE(built.succeeded()) << built.errors;
  const Observed observed = work.observeProgram(work.path("program"), 0, {});
  EXPECT_EQ(observed.at('K', 4, "1").toTrue, 7u);
  EXPECT_EQ(observed.at('K', 5, "1").toTrue, 1u);
}

TEST(KnownCallsOff, HaveNoSites) {
  const Workspace work;
  const std::string source = "#include <string>\nbool f(const std::string& s) { return s == \"tea\"; }";
  EXPECT_EQ(kindsAndLines(work.sitesOf(source), "K"), "K2");
  EXPECT_EQ(kindsAndLines(work.sitesOf(source, {"-mllvm", "-covolve-known-calls=false"}), "K"), "");
}

}  // namespace

}  // namespace covolve::test
