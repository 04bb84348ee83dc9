// A test framework: how a test tree is written for it, what its programs are
// built with, how they are told what to run, and what they say afterwards. All
// of it is text; files and processes are the verification's business. A new
// framework is one new file beside google_test.cpp and one line in framework.cpp.
//
// Easy to get wrong: the code under test may end the program in the middle,
// print anything, or write over the report. Only a whole report is believed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "emit/test_tree.h"

namespace covolve::emit {

/// Lines count from 1; a statement reaches to the line before the next one.
struct TestLines {
  unsigned first = 0;
  unsigned last = 0;
  std::vector<unsigned> statements;
};

struct Printed {
  std::string text;
  std::vector<TestLines> tests;  // parallel to TestFile::tests
};

/// What a program of tests needs beside the tests.
struct Requirements {
  std::string name;                    // as people know it: "Catch2 version 3"
  std::string header;                  // "gtest/gtest.h"
  std::string package;                 // Debian's
  std::vector<std::string> libraries;  // arguments of the linker
  /// Source of a main() that runs the tests, twice if the last argument is "twice"; empty: a library has it.
  std::string mainSource = {};
};

/// Which tests run, and how.
struct Selection {
  std::vector<std::string> only = {};  // full names; none: all
  std::vector<std::string> except = {};
  unsigned seed = 0;            // of a shuffled order; 0: in the order of the file
  bool twice = false;           // in one process, to meet the state that a first time left
  bool stopsAtFailure = false;  // what comes after the first failure is not asked for
};

struct FailedTest {
  std::string name;             // Suite.Name
  std::vector<unsigned> lines;  // of the failed expectations; 0: an exception left the test
  std::string found = {};       // by the first of them, in the framework's words, on one line
};

/// What a program of tests said.
struct Said {
  bool finished = false;  // it came to its own end
  bool silenced = false;  // it came to its end, but could not say so any more: its output was closed
  std::vector<std::string> ran =
      {};  // full names of the tests that ran to their end, as a Selection names them
  std::vector<FailedTest> failed = {};
  std::string lastStarted = {};  // Suite.Name of the test that ended the program, if it could be told
};

class Framework {
 public:
  virtual ~Framework() = default;

  virtual std::string_view name() const = 0;
  virtual const Requirements& requirements() const = 0;

  virtual Printed print(const TestFile& file) const = 0;
  /// One statement on one line without indentation, for messages.
  virtual std::string printStatement(const Statement& statement) const = 0;
  /// A name that linker and compiler messages about this test contain; empty: none does.
  virtual std::string symbolOf(const Test& test) const = 0;

  /// For a program of its tests: what to run, and to leave a report in that file.
  virtual std::vector<std::string> arguments(const Selection& selection,
                                             const std::filesystem::path& report) const = 0;
  /// From that file, and from what went to the program's output.
  virtual Said read(std::string_view report, std::string_view output) const = 0;
};

/// nullptr when there is none of that name.
const Framework* findFramework(std::string_view name);
/// The default first.
std::vector<std::string> frameworkNames();

/// One a framework, defined in its own file.
const Framework& googleTest();
const Framework& catch2();
const Framework& catch2Version2();
const Framework& doctest();

}  // namespace covolve::emit
