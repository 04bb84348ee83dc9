#include "table_text.h"

#include <gtest/gtest.h>

namespace covolve::peers {

namespace {

using program::CallableKind;
using program::PassBy;
using program::TypeKind;

program::Type type(TypeKind kind, std::string spelling) {
  program::Type made;
  made.kind = kind;
  made.spelling = std::move(spelling);
  return made;
}

/// struct Box { Box(); Box(Box&&) ...; }; void keep(Box&&); enum class Side { Left = -1 }; int turn(Side);
program::Model model() {
  program::Model model;
  model.types = {type(TypeKind::Void, "void"), type(TypeKind::Class, "Box"), type(TypeKind::Integer, "int"),
                 type(TypeKind::Enumeration, "Side")};
  model.types[1].makers = {0};
  model.types[1].moveConstructible = true;
  model.types[2].bits = 32;
  model.types[2].isSigned = true;
  model.types[3].bits = 32;
  model.types[3].enumerators = {{"Side::Left", -1}};
  program::Callable make;
  make.kind = CallableKind::Constructor;
  make.owner = make.result = 1;
  make.display = "Box::Box()";
  make.underTest = true;
  program::Callable keep;
  keep.display = "keep(Box &&)";
  keep.parameters = {{"box", 1, PassBy::RvalueReference}};
  keep.underTest = true;
  program::Callable turn;
  turn.display = "turn(Side)";
  turn.parameters = {{"side", 3, PassBy::Value}};
  turn.result = 2;
  model.callables = {make, keep, turn};
  return model;
}

}  // namespace

TEST(TableText, ListsTypesCallsAndLimits) {
  const std::string text = tableText(model());
  EXPECT_NE(text.find("{Kind::Object, 0, false, 0, {}, {}, makers1},  // Box\n"), std::string::npos) << text;
  EXPECT_NE(text.find("{Kind::Integer, 4, true, 0, {}, {}, {}},  // int\n"), std::string::npos) << text;
  EXPECT_NE(text.find("{{}, false, true, 1},  // Box::Box()\n"), std::string::npos) << text;
  EXPECT_NE(text.find("{40, 10, 200, 64, 32}}"), std::string::npos) << text;
}

TEST(TableText, OnlyCallsUnderTestAreChosen) {
  EXPECT_NE(tableText(model()).find("underTest[] = {0, 1};"), std::string::npos);
}

TEST(TableText, AnArgumentThatIsMovedFromIsMarked) {
  EXPECT_NE(tableText(model()).find("arguments1[] = {{1, true}};"), std::string::npos);
}

TEST(TableText, EnumeratorsKeepTheirValues) {
  EXPECT_NE(tableText(model()).find("enumerators3[] = {static_cast<int64_t>(18446744073709551615u)};"),
            std::string::npos);
}

}  // namespace covolve::peers
