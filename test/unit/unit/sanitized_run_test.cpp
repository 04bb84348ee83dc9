#include "unit/verify/sanitized_run.h"

#include <gtest/gtest.h>

namespace covolve::unit {

namespace {

TEST(SanitizerReport, HasTheKindAndTheFirstStackOfAddressSanitizer) {
  const SanitizerReport report = readSanitizerReport(
      "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x502000000024 at pc 0x5565 bp 0x7f sp "
      "0x7f\n"
      "READ of size 4 at 0x502000000024 thread T0\n"
      "    #0 0x55651d727f9e  (/tmp/run+0x10df9e) (BuildId: c9c3)\n"
      "    #1 0x55651d72809d  (/tmp/run+0x10e09d) (BuildId: c9c3)\n"
      "    #2 0x7f8d33d65249  (/lib/libc.so.6+0x27249) (BuildId: 93ac)\n"
      "\n"
      "0x502000000024 is located 4 bytes after 16-byte region\n"
      "allocated by thread T0 here:\n"
      "    #0 0x55651d725bdd  (/tmp/run+0x10bbdd) (BuildId: c9c3)\n"
      "\n"
      "SUMMARY: AddressSanitizer: heap-buffer-overflow (/tmp/run+0x10df9e) (BuildId: c9c3)\n",
      "/tmp/run");
  EXPECT_EQ(report.sanitizer, "AddressSanitizer");
  EXPECT_EQ(report.kind, "heap-buffer-overflow");
  EXPECT_EQ(report.addresses, (std::vector<uint64_t>{0x10df9e, 0x10e09d}));
}

TEST(SanitizerReport, TellsUndefinedBehaviourWithoutItsValues) {
  const auto kindOf = [](const std::string& message) {
    return readSanitizerReport(
               "/a b/x.cpp:3:70: runtime error: " + message +
                   "\n    #0 0x5 (/tmp/run+0x1) (BuildId: c)\n\n"
                   "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior /a b/x.cpp:3:70\n",
               "/tmp/run")
        .kind;
  };
  EXPECT_EQ(kindOf("signed integer overflow: 2147483647 + 3 cannot be represented in type 'int'"),
            "signed integer overflow");
  EXPECT_EQ(kindOf("shift exponent 40 is too large for 32-bit type 'int'"), "shift out of range");
  EXPECT_EQ(kindOf("load of misaligned address 0x7f01 for type 'int', which requires 4 byte alignment"),
            "misaligned access");
  EXPECT_EQ(kindOf("null pointer passed as argument 1, which is declared to never be null"), "null argument");
  EXPECT_EQ(kindOf("something that comes with a later compiler"), "undefined behaviour");
}

TEST(SanitizerReport, TellsWhereOnlyMemoryIsShort) {
  const auto reportOn = [](const std::string& kind) {
    return readSanitizerReport("SUMMARY: AddressSanitizer: " + kind + " (/tmp/run+0x1)\n", "/tmp/run");
  };
  EXPECT_TRUE(reportOn("allocation-size-too-big").isAboutMemory);
  EXPECT_EQ(reportOn("stack-overflow").kind, "") << "frames are larger with a sanitizer";
  EXPECT_FALSE(reportOn("heap-use-after-free").isAboutMemory);
  EXPECT_EQ(readSanitizerReport("terminate called\n", "/tmp/run").kind, "");
}

}  // namespace

}  // namespace covolve::unit
