#include "harness_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/process.h"
#include "built_once.h"
#include "compiler_cache.h"
#include "unit/harness/harness.h"
#include "unit/scenario/encoding.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

/// Beside the test executable's directory, as in an installed tree.
fs::path parts() { return test::buildRoot() / "lib/covolve"; }

constexpr const char* kMain = R"(
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>
static std::vector<uint8_t> fromHex(const std::string& line) {
  std::vector<uint8_t> bytes;
  for (size_t i = 0; i + 1 < line.size(); i += 2) bytes.push_back(std::stoi(line.substr(i, 2), nullptr, 16));
  return bytes;
}
// An exact heap block each time, so that reading over its end is seen.
static CovolveTestResult once(const std::vector<uint8_t>& test, CovolveObservations* o) {
  uint8_t* copy = static_cast<uint8_t*>(std::malloc(test.size()));
  std::copy(test.begin(), test.end(), copy);
  CovolveTestResult result = covolve_run_test(copy, test.size(), o);
  std::free(copy);
  return result;
}
// The sites that the test has touched, as the worker would take them out.
static void printTouched() {
  using namespace covolve::abi;
  char* shared = reinterpret_cast<char*>(__covolve_shared);
  const uint32_t* touched = reinterpret_cast<uint32_t*>(shared + kTouchedOffset);
  for (uint32_t i = 0; i < __covolve_shared->touchedCount; ++i) {
    std::printf("%u,", touched[i]);
    reinterpret_cast<SiteState*>(shared + kStatesOffset)[touched[i]] = {kNever, kNever};
  }
  __covolve_shared->touchedCount = 0;
}
static std::string typeName(uint32_t hash) {
  using namespace covolve::abi;
  const auto* types = reinterpret_cast<ExceptionType*>(reinterpret_cast<char*>(__covolve_shared) + kExceptionTypesOffset);
  for (uint32_t i = 0; i < kExceptionTypes; ++i) if (types[i].hash == hash) return types[i].name;
  return "";
}
// The calls that threw: "action:type,".
static void printThrown() {
  using namespace covolve::abi;
  const auto* thrown = reinterpret_cast<ThrownCall*>(reinterpret_cast<char*>(__covolve_shared) + kThrownOffset);
  for (uint32_t i = 0; i < __covolve_shared->thrownCount; ++i)
    std::printf("%u:%s,", thrown[i].action, typeName(thrown[i].type).c_str());
  __covolve_shared->thrownCount = 0;
}
int main(int, char** argv) {
  const std::string mode = argv[1];
  if (mode == "sites") {
    const char* shared = reinterpret_cast<const char*>(__covolve_shared);
    std::fwrite(shared + covolve::abi::kSiteTextOffset, 1, __covolve_shared->siteTextBytes, stdout);
    return 0;
  }
  std::ifstream input(argv[2]);
  const bool observe = std::stoi(argv[3]) != 0;
  const size_t capacity = std::stoul(argv[4]);
  std::vector<std::vector<uint8_t>> tests;
  for (std::string line; std::getline(input, line);) tests.push_back(fromHex(line));
  std::vector<uint8_t> buffer(capacity);
  if (mode == "run") {
    for (const auto& test : tests) {
      uint32_t started = 0;
      CovolveObservations o{buffer.data(), 0, capacity, observe, false, &started};
      const CovolveTestResult result = once(test, &o);
      std::printf("%u %u %u =", result.outcome, result.executedActions, started);
      printThrown();
      std::printf(" ;");
      printTouched();
      std::printf(" -");
      for (size_t i = 0; i < o.size; ++i) std::printf("%02x", buffer[i]);
      std::printf("\n");
    }
  } else if (mode == "fuzz") {
    std::mt19937_64 random(1);
    for (unsigned long round = std::stoul(argv[5]); round > 0; --round) {
      std::vector<uint8_t> test = tests[random() % tests.size()];
      if (random() % 4 == 0) {
        test.resize(random() % 64);
        for (uint8_t& byte : test) byte = random() % 8 == 0 ? random() : random() % 4;
      } else {
        for (unsigned n = random() % 4; n > 0 && !test.empty(); --n) test[random() % test.size()] = random();
        if (random() % 4 == 0) test.resize(random() % (test.size() + 1));
      }
      CovolveObservations o{buffer.data(), 0, random() % capacity, random() % 2 == 0, false, nullptr};
      once(test, &o);
    }
  }
}
)";

std::string toHex(const std::vector<TestBytes>& tests) {
  std::string text;
  for (const TestBytes& test : tests) {
    for (const uint8_t byte : test.bytes()) text += fmt::format("{:02x}", byte);
    text += "\n";
  }
  return text;
}

std::vector<uint8_t> fromHex(const std::string& text) {
  std::vector<uint8_t> bytes;
  for (size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<uint8_t>(std::stoi(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

}  // namespace

Value Ran::returned(uint32_t step) const {
  for (const Observation& o : observations) {
    if (o.step == step && o.what == Observation::What::Returned) return o.value;
  }
  return {};
}

Value Ran::parameter(uint32_t step, uint32_t index) const {
  for (const Observation& o : observations) {
    if (o.step == step && o.what == Observation::What::Parameter && o.parameter == index) return o.value;
  }
  return {};
}

HarnessRunner::HarnessRunner(const std::string& text, std::vector<std::string> flags, bool asSource)
    : directory_(*ScratchDirectory::make("harness-test")), flags_(std::move(flags)) {
  const std::string name = asSource ? "unit.cpp" : "unit.h";
  // Not in a directory of this process: the harness, which names the file, is that of the other tests as
  // well.
  unit_ = test::builtOnce("unit", {name, text}, [&](const fs::path& folder) {
    return replaceFile(folder / name, text).has_value();
  });
  Result<program::Model> model = program::readProgram({unit_ / name, unit_, flags_});
  if (!model) {
    ADD_FAILURE() << model.error().message;
    return;
  }
  model_ = *std::move(model);
  harness_ = generateHarness(model_);
}

program::CallableId HarnessRunner::id(const std::string& display) const {
  for (program::CallableId i = 0; i < model_.callables.size(); ++i) {
    if (model_.callables[i].display == display) return i;
  }
  ADD_FAILURE() << "no callable " << display;
  return 0;
}

bool HarnessRunner::compile(const std::vector<std::string>& moreFlags) {
  Command command{
      {"clang++-19", "-I" + (parts() / "include").string(), "-iquote", unit_.string()}, {}, {}, {}, {}};
  command.arguments.insert(command.arguments.end(), flags_.begin(), flags_.end());
  command.arguments.insert(command.arguments.end(), moreFlags.begin(), moreFlags.end());
  Command link = command;
  command.arguments.insert(command.arguments.end(), {"-c", "harness.cpp", "-o", "harness.o"});
  link.arguments.insert(link.arguments.end(),
                        {"harness.o", (parts() / "libcovolve_runtime.a").string(), "-o", "harness"});
  std::vector<std::string> ingredients = command.arguments;
  ingredients.push_back(harness_ + kMain);
  ingredients.push_back(test::fingerprintOf(parts() / "libcovolve_runtime.a"));
  for (const auto& header : fs::recursive_directory_iterator(parts() / "include"))
    ingredients.push_back(test::fingerprintOf(header));
  std::ranges::sort(ingredients);
  const fs::path built = test::builtOnce("harness", ingredients, [&](const fs::path& folder) {
    EXPECT_TRUE(replaceFile(folder / "harness.cpp", harness_ + kMain));
    command.directory = link.directory = folder;
    Result<Completed> done = test::compileCached(command);
    if (done && done->succeeded()) done = covolve::run(link);
    EXPECT_TRUE(done && done->succeeded()) << (done ? done->errors : done.error().message);
    return done && done->succeeded();
  });
  program_ = built / "harness";
  return fs::exists(program_);
}

std::string HarnessRunner::execute(const std::string& mode, const std::string& input, int& status) {
  EXPECT_TRUE(replaceFile(directory_.path() / "tests.txt", input));
  std::vector<std::string> arguments = {program_.string()};
  std::istringstream words(mode);
  for (std::string word; words >> word;) {
    arguments.push_back(word);
    if (arguments.size() == 2) arguments.push_back((directory_.path() / "tests.txt").string());
  }
  const Result<Completed> done =
      covolve::run({arguments, directory_.path(), {}, std::chrono::minutes(5), {}});
  status = done && done->succeeded() ? 0 : 1;
  EXPECT_TRUE(done) << done.error().message;
  if (done && status != 0) ADD_FAILURE() << "signal " << done->signal << "\n" << done->errors;
  return done ? done->output : "";
}

std::vector<Ran> HarnessRunner::run(const std::vector<TestBytes>& tests, bool observe, uint64_t capacity) {
  int status = 0;
  std::istringstream lines(
      execute(fmt::format("run {} {}", observe ? 1 : 0, capacity), toHex(tests), status));
  std::vector<Ran> all;
  for (std::string line; std::getline(lines, line);) {
    Ran ran;
    std::string thrown;
    std::string touched;
    std::string observed;
    std::istringstream(line) >> ran.outcome >> ran.executed >> ran.started >> thrown >> touched >> observed;
    std::istringstream calls(thrown.substr(1));
    for (std::string call; std::getline(calls, call, ',');) ran.thrown.push_back(call);
    std::istringstream indices(touched.substr(1));
    for (std::string index; std::getline(indices, index, ',');) {
      ran.touched.push_back(static_cast<uint32_t>(std::stoul(index)));
    }
    const Result<std::vector<Observation>> decoded = decodeObservations(fromHex(observed.substr(1)));
    EXPECT_TRUE(decoded) << observed;
    if (decoded) ran.observations = *decoded;
    all.push_back(std::move(ran));
  }
  EXPECT_EQ(all.size(), tests.size());
  all.resize(tests.size());
  return all;
}

execute::SiteTable HarnessRunner::sites() {
  int status = 0;
  auto sites = execute::SiteTable::parse(execute("sites", "", status));
  EXPECT_TRUE(sites) << sites.error().message;
  return sites ? *std::move(sites) : execute::SiteTable{};
}

Ran HarnessRunner::run(const TestBytes& test, bool observe, uint64_t capacity) {
  return run(std::vector<TestBytes>{test}, observe, capacity).front();
}

int HarnessRunner::signalOf(const TestBytes& test) {
  const fs::path input = directory_.path() / "test.txt";
  EXPECT_TRUE(replaceFile(input, toHex({test})));
  const Result<Completed> done = covolve::run({{program_.string(), "run", input.string(), "1", "4096"},
                                               directory_.path(),
                                               {},
                                               std::chrono::minutes(1),
                                               {}});
  EXPECT_TRUE(done) << done.error().message;
  return done ? done->signal : -1;
}

int HarnessRunner::fuzz(const std::vector<TestBytes>& seeds, unsigned rounds) {
  int status = 0;
  execute(fmt::format("fuzz 1 4096 {}", rounds), toHex(seeds), status);
  return status;
}

}  // namespace covolve::unit
