// The stemmer gives the results that Porter published with his rules (Program 14(3),
// 1980): the paper's examples, carried through all steps.
#include "../../../subjects/strings/stemmer.cpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

void expectStems(const std::vector<std::pair<std::string, std::string>>& wordsAndStems) {
  for (const auto& [word, stem] : wordsAndStems) EXPECT_EQ(strings::Stemmer::stem(word), stem) << word;
}

TEST(StemmerSubject, RemovesPluralsAndParticiples) {
  expectStems(
      {{"caresses", "caress"}, {"ponies", "poni"},       {"ties", "ti"},      {"caress", "caress"},
       {"cats", "cat"},        {"feed", "feed"},         {"agreed", "agre"},  {"plastered", "plaster"},
       {"bled", "bled"},       {"motoring", "motor"},    {"sing", "sing"},    {"conflated", "conflat"},
       {"troubled", "troubl"}, {"sized", "size"},        {"hopping", "hop"},  {"tanned", "tan"},
       {"falling", "fall"},    {"hissing", "hiss"},      {"fizzed", "fizz"},  {"failing", "fail"},
       {"filing", "file"},     {"agreeing", "agre"},     {"snowing", "snow"}, {"boxing", "box"},
       {"playing", "plai"},    {"oped", "op"},           {"aed", "a"},        {"crying", "cry"},
       {"yoking", "yoke"},     {"syllabling", "syllabl"}});
}

TEST(StemmerSubject, TurnsFinalYAfterAVowel) {
  expectStems({{"happy", "happi"}, {"sky", "sky"}, {"enjoy", "enjoi"}, {"say", "sai"}, {"syzygy", "syzygi"}});
}

TEST(StemmerSubject, MapsDoubleSuffixes) {
  expectStems({{"relational", "relat"},    {"conditional", "condit"}, {"rational", "ration"},
               {"valenci", "valenc"},      {"hesitanci", "hesit"},    {"digitizer", "digit"},
               {"conformabli", "conform"}, {"radicalli", "radic"},    {"differentli", "differ"},
               {"vileli", "vile"},         {"analogousli", "analog"}, {"vietnamization", "vietnam"},
               {"predication", "predic"},  {"operator", "oper"},      {"feudalism", "feudal"},
               {"decisiveness", "decis"},  {"hopefulness", "hope"},   {"callousness", "callous"},
               {"formaliti", "formal"},    {"sensitiviti", "sensit"}, {"sensibiliti", "sensibl"}});
}

TEST(StemmerSubject, MapsIcateFulNess) {
  expectStems({{"triplicate", "triplic"},
               {"formative", "form"},
               {"formalize", "formal"},
               {"electriciti", "electr"},
               {"electrical", "electr"},
               {"hopeful", "hope"},
               {"goodness", "good"}});
}

TEST(StemmerSubject, RemovesSuffixesFromLongStems) {
  expectStems({{"revival", "reviv"},     {"allowance", "allow"},     {"inference", "infer"},
               {"airliner", "airlin"},   {"gyroscopic", "gyroscop"}, {"adjustable", "adjust"},
               {"defensible", "defens"}, {"irritant", "irrit"},      {"replacement", "replac"},
               {"adjustment", "adjust"}, {"dependent", "depend"},    {"adoption", "adopt"},
               {"extension", "extens"},  {"homologou", "homolog"},   {"communism", "commun"},
               {"activate", "activ"},    {"angulariti", "angular"},  {"homologous", "homolog"},
               {"effective", "effect"},  {"bowdlerize", "bowdler"},  {"nation", "nation"}});
}

TEST(StemmerSubject, TidiesUpTheEnd) {
  expectStems({{"probate", "probat"},
               {"rate", "rate"},
               {"cease", "ceas"},
               {"controll", "control"},
               {"roll", "roll"},
               {"the", "the"}});
}

TEST(StemmerSubject, CarriesAWordThroughManySteps) {
  expectStems({{"generalizations", "gener"}, {"oscillators", "oscil"}});
}

TEST(StemmerSubject, LeavesAloneWhatIsNoWord) {
  expectStems({{"", ""}, {"as", "as"}, {"Running", "Running"}, {"can't", "can't"}, {"run{", "run{"}});
}

}  // namespace
