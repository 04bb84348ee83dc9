#include "base/shell_text.h"

#include <gtest/gtest.h>

#include "base/process.h"

namespace covolve {
namespace {

TEST(ShellWord, IsQuotedOnlyWhereItMustBe) {
  EXPECT_EQ(shellWord("/opt/a-b_c=1.2:3,4@5%6+"), "/opt/a-b_c=1.2:3,4@5%6+");
  EXPECT_EQ(shellWord(""), "''");
  EXPECT_EQ(shellWord("a b"), "'a b'");
  EXPECT_EQ(shellWord("it's"), "'it'\\''s'");
}

TEST(ShellWord, SurvivesAShell) {
  for (const std::string word :
       {"", "it's", "$HOME", "`id`", "\"q\"", "*", "a\\b", "~", "#x", "!x", "a;b", "a\nb", "-n"}) {
    const auto completed = run({.arguments = {"/bin/sh", "-c", "printf %s " + shellWord(word)}});
    ASSERT_TRUE(completed);
    EXPECT_EQ(completed->output, word);
  }
}

}  // namespace
}  // namespace covolve
