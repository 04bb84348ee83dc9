// The subjects with tables, sets and states answer what they say, on every branch.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "../../../subjects/testability/assembler.cpp"
#include "../../../subjects/testability/chess_move.cpp"
#include "../../../subjects/testability/ini_line.cpp"
#include "../../../subjects/testability/permission_set.cpp"

namespace {

using testability::ini::IniReader;
using IniLine = testability::ini::Line;

/// Fed with the lines one after the other.
IniReader ini(const std::vector<std::string>& lines) {
  IniReader reader;
  for (const std::string& line : lines) reader.feed(line);
  return reader;
}

TEST(TestabilityIniLine, TellsLinesApart) {
  IniReader reader;
  EXPECT_EQ(reader.feed(" \r"), IniLine::Blank);
  EXPECT_EQ(reader.feed("; a comment"), IniLine::Comment);
  EXPECT_EQ(reader.feed("// a comment"), IniLine::Comment);
  EXPECT_EQ(reader.feed(" [Server] "), IniLine::Section);
  EXPECT_EQ(reader.feed("name = \"a \"\\"), IniLine::Setting);
  EXPECT_EQ(reader.feed("  b\\"), IniLine::Continued);
  EXPECT_EQ(reader.feed("\tc"), IniLine::Continued);
  EXPECT_EQ(reader.feed("other = d\\"), IniLine::Setting);
  EXPECT_THROW(reader.feed("e"), std::invalid_argument);
  for (const char* line : {"[server", "[]", "[a=b]", "name", "= 5", "NAME = again"}) {
    EXPECT_THROW(reader.feed(line), std::invalid_argument) << line;
  }
}

TEST(TestabilityIniLine, SetsOnlyOverridesTwice) {
  IniReader reader = ini({"[OVERRIDE]", "a = yes", "a = no"});
  EXPECT_FALSE(reader.flag("override.a"));
}

TEST(TestabilityIniLine, HasAPort) {
  EXPECT_EQ(ini({}).port(), 8080);
  EXPECT_EQ(ini({"[server]", "port=9000"}).port(), 9000);
  EXPECT_EQ(ini({"[server]", "port=\"65535\""}).port(), 65535);
  EXPECT_EQ(ini({"[server]", "port=80", "privileged=Yes"}).port(), 80);
  EXPECT_THROW(ini({"[server]", "port=80"}).port(), std::domain_error);
  EXPECT_THROW(ini({"[server]", "port=\""}).port(), std::invalid_argument);
  EXPECT_THROW(ini({"[server]", "port=\"80"}).port(), std::invalid_argument);
  EXPECT_THROW(ini({"[server]", "port=80x"}).port(), std::invalid_argument);
  EXPECT_THROW(ini({"[server]", "port=0"}).port(), std::out_of_range);
  EXPECT_THROW(ini({"[server]", "port=65536"}).port(), std::out_of_range);
}

TEST(TestabilityIniLine, HasFlags) {
  const IniReader reader =
      ini({"a=on", "b=NO", "c=Off", "d=1", "e=0", "f=true", "g=false", "h=maybe", "i=7", "j=yes"});
  for (const char* key : {".a", ".d", ".f", ".j"}) EXPECT_TRUE(reader.flag(key)) << key;
  for (const char* key : {".b", ".c", ".e", ".g", ".x"}) EXPECT_FALSE(reader.flag(key)) << key;
  EXPECT_THROW(reader.flag(".h"), std::invalid_argument);
  EXPECT_THROW(reader.flag(".I"), std::invalid_argument);
}

using testability::chess::GameRecord;
using ChessReading = testability::chess::Reading;

/// The last of the moves, behind those before it.
ChessReading reading(const std::vector<std::string>& moves) {
  GameRecord record;
  ChessReading last = ChessReading::Malformed;
  for (const std::string& move : moves) last = record.read(move);
  return last;
}

TEST(TestabilityChessMove, PawnsMoveForwardAndCaptureAside) {
  EXPECT_EQ(reading({"e4"}), ChessReading::Move);
  EXPECT_EQ(reading({"e4", "e5"}), ChessReading::Move);
  EXPECT_EQ(reading({"exd5+"}), ChessReading::Capture);
  for (const char* move : {"exf3x", "e", "ed5", "xd5", "e4d", "3xd5", ""}) {
    EXPECT_EQ(reading({move}), ChessReading::Malformed) << move;
  }
  for (const char* move : {"exg5", "e2", "e1", "e8", "e7=Q"}) {
    EXPECT_EQ(reading({move}), ChessReading::Impossible) << move;
  }
  EXPECT_EQ(reading({"e4", "e7"}), ChessReading::Impossible);
  EXPECT_EQ(reading({"e4", "e8"}), ChessReading::Impossible);
}

TEST(TestabilityChessMove, PawnsArePromotedOnTheLastRank) {
  EXPECT_EQ(reading({"e8=Q"}), ChessReading::Promotion);
  EXPECT_EQ(reading({"exd8=N"}), ChessReading::CapturingPromotion);
  EXPECT_EQ(reading({"e4", "e1=Q"}), ChessReading::Promotion);
  EXPECT_EQ(reading({"e4", "e8=Q"}), ChessReading::Impossible);
}

TEST(TestabilityChessMove, PiecesMoveAsTheyDo) {
  for (const char* move :
       {"Nf3", "Nbd7", "R1a3", "Ng1f3", "Ra1a8", "Bc1h6", "Qd1h5", "Qd1d8", "Ke1e2", "Ra1h1"}) {
    EXPECT_EQ(reading({move}), ChessReading::Move) << move;
  }
  EXPECT_EQ(reading({"Qh4xe1+"}), ChessReading::Capture);
  for (const char* move : {"Ng1g3", "Ra1b2", "Bc1c2", "Qd1e3", "Ke1e3", "Ke1g1", "Ke1e1", "Qd8=Q"}) {
    EXPECT_EQ(reading({move}), ChessReading::Impossible) << move;
  }
}

TEST(TestabilityChessMove, CastlingNeedsAKingThatNeverMoved) {
  EXPECT_EQ(reading({"O-O"}), ChessReading::Castling);
  EXPECT_EQ(reading({"O-O-O+"}), ChessReading::Castling);
  EXPECT_EQ(reading({"O-O-"}), ChessReading::Malformed);
  EXPECT_EQ(reading({"O-O", "O-O"}), ChessReading::Castling);
  EXPECT_EQ(reading({"O-O", "O-O", "O-O"}), ChessReading::Impossible);
  EXPECT_EQ(reading({"Ke2", "e5", "O-O-O"}), ChessReading::Impossible);
  EXPECT_EQ(reading({"O-O#", "e5"}), ChessReading::GameIsOver);
}

TEST(TestabilityChessMove, CoordinatesAreReadToo) {
  for (const char* move : {"e2e4", "g1f3", "a1h8", "a1h1"})
    EXPECT_EQ(reading({move}), ChessReading::Move) << move;
  for (const char* move :
       {"e2e2", "e2f5", "e7e8k", "e6e8q", "e7g8q", "e6e7q", "a0b1", "a9b1", "`1b1", "i1b1"}) {
    EXPECT_TRUE(reading({move}) >= ChessReading::Malformed) << move;
  }
  EXPECT_EQ(reading({"e7e8q"}), ChessReading::Promotion);
  EXPECT_EQ(reading({"e7d8n"}), ChessReading::CapturingPromotion);
  EXPECT_EQ(reading({"e2e4", "e2e1q"}), ChessReading::Promotion);
}

using testability::assembler::Assembler;

Assembler assembled(const std::vector<std::string>& lines) {
  Assembler assembler;
  for (const std::string& line : lines) assembler.assemble(line);
  return assembler;
}

TEST(TestabilityAssembler, EncodesInstructions) {
  const Assembler assembler =
      assembled({"; counts down", "", "load acc, #0x1f", "loop:", "SUB acc,r1 ; one less", "shift r1, #31",
                 "load r2, #'a'", "move sp, sp", "jump loop", "halt"});
  EXPECT_EQ(assembler.program(),
            (std::vector<std::uint32_t>{0x20041f, 0x120401, 0x21011f, 0x200261, 0x300001, 0x000000}));
}

TEST(TestabilityAssembler, KnowsWhenAProgramIsComplete) {
  EXPECT_FALSE(assembled({}).isComplete());
  EXPECT_FALSE(assembled({"halt", "add r0, r1"}).isComplete());
  EXPECT_TRUE(assembled({"halt"}).isComplete());
  EXPECT_TRUE(assembled({"return"}).isComplete());
  EXPECT_TRUE(assembled({"top:", "jump top"}).isComplete());
}

TEST(TestabilityAssembler, RefusesWhatItDoesNotKnow) {
  for (const char* line :
       {"mul r0, r1", "halt r0", "jump", "add r0", "load r0, 5", "load r0, #5x", "load r0, #'ab",
        "load r0, #''a", "load r0, #", ":", "5:", "a: halt", "halt:", "sp:"}) {
    EXPECT_THROW(assembled({line}), std::invalid_argument) << line;
  }
  EXPECT_THROW(assembled({"a:", "a:"}), std::invalid_argument);
  for (const char* line : {"add r0, r9", "jump away", "load r0, #256", "shift r0, #32"}) {
    EXPECT_THROW(assembled({line}), std::out_of_range) << line;
  }
}

using enum testability::permissions::Permission;
using testability::permissions::Document;
using testability::permissions::isConsistent;
using testability::permissions::parsePermissions;
using testability::permissions::Permissions;
using AccessDecision = testability::permissions::Decision;

TEST(TestabilityPermissionSet, IsReadFromNames) {
  EXPECT_EQ(parsePermissions("read, write,administer"), (Permissions{Read, Write, Administer}));
  EXPECT_EQ(parsePermissions("all").size(), 6u);
  EXPECT_EQ(parsePermissions(""), Permissions{});
  EXPECT_THROW(parsePermissions("reed"), std::invalid_argument);
  EXPECT_THROW(parsePermissions("read,read"), std::invalid_argument);
}

TEST(TestabilityPermissionSet, IsConsistent) {
  for (const Permissions& permissions :
       {Permissions{}, {Read}, {Read, Audit, Share}, {Read, Write, Delete}, parsePermissions("all")}) {
    EXPECT_TRUE(isConsistent(permissions));
  }
  for (const Permissions& permissions :
       {Permissions{Write}, {Read, Audit, Comment}, {Read, Delete}, {Read, Write, Administer}}) {
    EXPECT_FALSE(isConsistent(permissions));
  }
}

TEST(TestabilityPermissionSet, IsGrantedAndRevoked) {
  Document document("ann");
  EXPECT_THROW(Document(""), std::invalid_argument);
  EXPECT_FALSE(document.grant("", {Read}));
  EXPECT_FALSE(document.grant("bob", {}));
  EXPECT_FALSE(document.grant("bob", {Write}));
  EXPECT_EQ(document.decide("bob", Write), AccessDecision::NotAUser);
  EXPECT_TRUE(document.grant("bob", {Read}));
  EXPECT_TRUE(document.grant("bob", {Write, Comment}));
  EXPECT_EQ(document.decide("bob", Write), AccessDecision::Granted);
  EXPECT_EQ(document.decide("bob", Share), AccessDecision::AskOwner);
  EXPECT_EQ(document.decide("bob", Administer), AccessDecision::Denied);
  EXPECT_FALSE(document.revoke("ann", Write));
  EXPECT_FALSE(document.revoke("eve", Write));
  EXPECT_FALSE(document.revoke("bob", Share));
  EXPECT_TRUE(document.revoke("bob", Write));
  EXPECT_EQ(document.decide("bob", Write), AccessDecision::Denied);
  EXPECT_EQ(document.decide("bob", Share), AccessDecision::AskOwner);
  EXPECT_TRUE(document.revoke("bob", Comment));
  EXPECT_EQ(document.decide("bob", Share), AccessDecision::Denied);
}

}  // namespace
