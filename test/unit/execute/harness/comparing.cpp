// A harness by hand for what a test compares and throws: the bytes of a test
// are words, the first of which names the deed.
#include <strings.h>
#include <sys/mman.h>

#include <array>
#include <cstring>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "covolve/protocol.h"

namespace {

using namespace covolve::abi;

uint32_t base = 0;
constexpr char kSites[] =
    "F\t0000000000000001\t10\t1\t-\t10\tcomparing\t/comparing.cpp\n"
    "C\t0000000000000002\t11\t7\t-\t-\tcomparing\t/comparing.cpp\n"
    "C\t0000000000000003\t12\t7\t-\t-\tcomparing\t/comparing.cpp\n"
    "C\t0000000000000004\t13\t7\t-\t-\tcomparing\t/comparing.cpp\n"
    "S\t0000000000000005\t14\t3\t5\t-\tcomparing\t/comparing.cpp\n"
    "S\t0000000000000006\t14\t3\t90\t-\tcomparing\t/comparing.cpp\n"
    "D\t0000000000000007\t14\t3\t-\t-\tcomparing\t/comparing.cpp\n";
constexpr uint32_t kEntry = 0, kNumbers = 1, kReals = 2, kPointers = 3, kCases = 4;

__attribute__((constructor(101))) void registerSites() {
  __covolve_register(kSites, sizeof kSites - 1, 7, &base);
}

using Words = std::vector<std::string>;

/// Not ==: these comparisons are not the tests'.
bool is(const std::string& word, const char* expected) {
  size_t i = 0;
  while (i < word.size() && expected[i] == word[i]) ++i;
  return i == word.size() && expected[i] == 0;
}

struct Own {};
template <class... Parts>
struct Long {};
using VeryLong = Long<
    Long<std::runtime_error, std::string>, Long<std::vector<std::string>, Words*>,
    Long<std::shared_ptr<std::ostringstream>, std::unique_ptr<std::vector<std::thread>>>,
    Long<Long<std::vector<std::shared_ptr<std::string>>>, std::pair<Words, Words>>,
    Long<std::array<std::vector<std::ostringstream*>, 3>, std::array<std::vector<std::istringstream*>, 4>>,
    Long<std::wstring, std::u16string, std::u32string, std::wostringstream, std::wistringstream,
         std::vector<std::wstring>>>;

void compareNumbers(const Words& words) {
  for (size_t i = 1; i < words.size(); ++i) {
    __covolve_compare_signed(base + kNumbers, Less, std::stoll(words[i]), 10);
  }
}

[[noreturn]] void throwA(const std::string& type) {
  if (is(type, "runtime")) throw std::runtime_error("runtime");
  if (is(type, "number")) throw 7;
  if (is(type, "long")) throw VeryLong();
  throw Own();
}

void compareTexts(const Words& words) {
  const char* left = words[2].c_str();
  const char* right = words[3].c_str();
  const size_t count = words.size() > 4 ? std::stoul(words[4]) : 0;
  volatile bool outcome = false;
  if (is(words[1], "strcmp")) outcome = strcmp(left, right) == 0;
  if (is(words[1], "strncmp")) outcome = strncmp(left, right, count) == 0;
  if (is(words[1], "strcasecmp")) outcome = strcasecmp(left, right) == 0;
  if (is(words[1], "strncasecmp")) outcome = strncasecmp(left, right, count) == 0;
  if (is(words[1], "memcmp")) outcome = memcmp(left, right, count) == 0;
  if (is(words[1], "strstr")) outcome = strstr(left, right) != nullptr;
  if (is(words[1], "memmem")) outcome = memmem(left, strlen(left), right, strlen(right)) != nullptr;
  if (is(words[1], "strchr")) outcome = strchr(left, *right) != nullptr;
  if (is(words[1], "compare")) outcome = words[2].compare(right) == 0;
  if (is(words[1], "find")) outcome = words[2].find(words[3]) != std::string::npos;
  static_cast<void>(outcome);
}

/// The left text ends with its page, and there is no next one.
void compareAtTheEndOfAPage(const Words& words) {
  char* const pages =
      static_cast<char*>(mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  munmap(pages + 4096, 4096);
  char* const text = pages + 4096 - words[1].size();
  memcpy(text, words[1].data(), words[1].size());
  volatile int outcome = strncmp(text, words[2].c_str(), words[1].size());
  outcome = memcmp(text, words[2].c_str(), words[2].size());
  static_cast<void>(outcome);
}

/// Over all that the engine reads about comparisons and exceptions.
void scribble() {
  auto* shared = reinterpret_cast<char*>(__covolve_shared);
  memset(shared + kOperandsOffset, 0xff, 7 * sizeof(Operands));
  memset(shared + kTextsOffset, 0xff, kTextsCapacity);
  memset(shared + kExceptionTypesOffset, 0xff, kExceptionTypes * sizeof(ExceptionType));
}

void perform(const Words& words) {
  const std::string& deed = words[0];
  if (is(deed, "numbers") || is(deed, "numbers-abort") || is(deed, "numbers-scribble")) compareNumbers(words);
  if (is(deed, "numbers-abort")) abort();
  if (is(deed, "numbers-scribble")) scribble();
  if (is(deed, "unsigned")) __covolve_compare_unsigned(base + kNumbers, Greater, 3, ~uint64_t{0});
  if (is(deed, "wide"))
    __covolve_compare_wide(base + kNumbers, Equal, true, 1, 2, ~uint64_t{0}, ~uint64_t{0});
  if (is(deed, "double")) __covolve_compare_double(base + kReals, Less | kTrueIfUnordered, 1.5, -2.25);
  if (is(deed, "long-double")) __covolve_compare_long_double(base + kReals, Equal, 0.5L, 3.0L);
  if (is(deed, "pointer")) __covolve_compare_pointer(base + kPointers, Equal, &base, nullptr);
  if (is(deed, "switch")) {
    static const int64_t labels[] = {5, 90};
    for (size_t i = 1; i < words.size(); ++i) {
      __covolve_switch(base + kCases, std::stoll(words[i]), labels, 2);
    }
  }
  if (is(deed, "throw")) throwA(words[1]);
  if (is(deed, "throw-scribble")) {
    scribble();
    throwA(words[1]);
  }
  if (is(deed, "text") || is(deed, "text-abort")) compareTexts(words);
  if (is(deed, "text-abort")) abort();
  if (is(deed, "text-in-thread")) std::thread([&] { compareTexts(words); }).join();
  if (is(deed, "page-end")) compareAtTheEndOfAPage(words);
  if (is(deed, "many-texts")) {
    for (size_t i = 0; i < 100; ++i) compareTexts({"text", "strcmp", "same", std::to_string(i / 2)});
  }
}

}  // namespace

extern "C" CovolveTestResult covolve_run_test(const uint8_t* bytes, uint64_t size,
                                              CovolveObservations* observations) {
  *observations->startedActions = 1;
  __covolve_block(base + kEntry);
  std::istringstream text(std::string(reinterpret_cast<const char*>(bytes), size));
  Words words;
  for (std::string word; text >> word;) words.push_back(word);
  try {
    perform(words);
  } catch (const std::exception& exception) {
    __covolve_threw(0, typeid(exception).name());
  } catch (const Own&) {
    __covolve_threw(0, typeid(Own).name());
  } catch (const VeryLong&) {
    __covolve_threw(0, typeid(VeryLong).name());
  } catch (...) {
    __covolve_threw(0, nullptr);
  }
  return {static_cast<uint32_t>(Outcome::Returned), 1};
}
