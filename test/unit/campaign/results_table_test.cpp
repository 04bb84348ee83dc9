#include <gtest/gtest.h>

#include "campaign/results/table.h"
#include "markup/text.h"
#include "markup_check.h"

namespace covolve::campaign::results {
namespace {

Table smallTable() {
  Table table;
  table.identifier = "small";
  table.caption = "Averages of a_b";
  table.columns = {{"Target", Align::Left}, {"x|y"}};
  table.rows.push_back({{{"strings"}}, Row::Kind::Group});
  table.rows.push_back({{{"starts_with"}, {"87.7", "(1)", true, Tone::Good}}});
  table.rows.push_back({{{"vector<int>"}, {"-"}}});
  table.rows.push_back({{{"Average"}, {"-3.5"}}, Row::Kind::Summary});
  table.notes = {"χ² = 7.00, p < 0.001."};
  return table;
}

TEST(MarkdownTable, IsAlignedForThoseWhoReadTheSource) {
  EXPECT_EQ(toMarkdown(smallTable()),
            "Averages of a_b\n"
            "\n"
            "| Target       |         x\\|y |\n"
            "|:-------------|-------------:|\n"
            "| *strings*    |              |\n"
            "| starts_with  | **87.7** (1) |\n"
            "| vector\\<int> |            - |\n"
            "| Average      |         -3.5 |\n"
            "\n"
            "χ² = 7.00, p < 0.001.\n");
}

TEST(MarkdownTable, NamesAreNoMarkup) {
  EXPECT_EQ(escapedForMarkdown("a|b"), "a\\|b");
  EXPECT_EQ(escapedForMarkdown("operator*"), "operator\\*");
  EXPECT_EQ(escapedForMarkdown("a\nb\tc"), "a b c");
  EXPECT_EQ(escapedForMarkdown("snake_case__name"), "snake_case__name");
  EXPECT_EQ(escapedForMarkdown("_private_ x_"), "\\_private\\_ x\\_");
  EXPECT_EQ(escapedForMarkdown("`code` [link] \\ ~"), "\\`code\\` \\[link\\] \\\\ \\~");
  EXPECT_EQ(escapedForMarkdown("a &lt; b && c & d"), "a \\&lt; b && c & d");
  EXPECT_EQ(escapedForMarkdown("größer"), "größer");
}

TEST(LatexTable, HasTheRulesOfBooktabs) {
  EXPECT_EQ(toLatex(smallTable()),
            "\\begin{table}\n"
            "\\centering\n"
            "\\caption{Averages of a\\_b}\n"
            "\\label{tab:small}\n"
            "\\begin{tabular}{lr}\n"
            "\\toprule\n"
            "Target & x\\textbar{}y \\\\\n"
            "\\midrule\n"
            "\\multicolumn{2}{l}{\\textit{strings}} \\\\\n"
            "starts\\_with & \\textbf{\\boldmath 87.7} (1) \\\\\n"
            "vector$<$int$>$ & -- \\\\\n"
            "\\midrule\n"
            "Average & $-$3.5 \\\\\n"
            "\\bottomrule\n"
            "\\end{tabular}\n"
            "\n"
            "\\smallskip\n"
            "{\\footnotesize $\\chi$$^{2}$ = 7.00, p $<$ 0.001.\\par}\n"
            "\\end{table}\n");
}

TEST(LatexTable, AllSpecialsAreText) {
  EXPECT_EQ(escapedForLatex("\\ { } $ & # % _ ~ ^"),
            "\\textbackslash{} \\{ \\} \\$ \\& \\# \\% \\_ \\textasciitilde{} \\textasciicircum{}");
  EXPECT_EQ(escapedForLatex("a[1] --flag \"x\""), "a{[}1{]} -{}-flag ''x''");
  EXPECT_EQ(escapedForLatex("größer\nA₁₂"), "größer A$_{1}$$_{2}$");
}

TEST(LatexTable, IsALongtableWhenNoPageCouldHoldIt) {
  Table table = smallTable();
  table.rows.assign(41, {{{"t"}, {"1"}}});
  const std::string text = toLatex(table);
  EXPECT_TRUE(
      text.starts_with("\\begin{longtable}{lr}\n\\caption{Averages of a\\_b}\n\\label{tab:small}\\\\\n"));
  EXPECT_EQ(text.find("\\begin{table}"), std::string::npos);
}

TEST(CsvTable, HasTitlesAndBodyRows) {
  EXPECT_EQ(toCsv(smallTable()), "Target,x|y\nstarts_with,87.7\nvector<int>,\"-\"\n");
}

TEST(CsvTable, QuotesWhatWouldBeReadAsSomethingElse) {
  EXPECT_EQ(csvField("plain text"), "plain text");
  EXPECT_EQ(csvField("a,b"), "\"a,b\"");
  EXPECT_EQ(csvField("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(csvField("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csvField("=1+1"), "\"=1+1\"");
  EXPECT_EQ(csvField("@x"), "\"@x\"");
  EXPECT_EQ(csvField(" x"), "\" x\"");
  EXPECT_EQ(csvField("-3.5"), "-3.5");
  EXPECT_EQ(csvField("-O2"), "\"-O2\"");
  EXPECT_EQ(csvField(""), "");
}

TEST(HtmlTable, IsWellFormedAndSaysWhatItsCellsAre) {
  const std::string text = toHtml(smallTable());
  EXPECT_EQ(example::MarkupCheck().problemOf(text), "");
  EXPECT_NE(text.find("<th scope=\"col\">Target</th><th scope=\"col\" class=\"n\">x|y</th>"),
            std::string::npos);
  EXPECT_NE(text.find("<th scope=\"row\">vector&lt;int&gt;</th><td class=\"n\">– <small></small></td>"),
            std::string::npos);
  EXPECT_NE(text.find("<td class=\"n good\"><b>87.7</b> <small>(1)</small></td>"), std::string::npos);
  EXPECT_NE(text.find("<td class=\"n\">−3.5 <small></small></td>"), std::string::npos);
}

TEST(Texts, BytesThatAreNoTextAreReplaced) {
  EXPECT_EQ(markup::escapedForXml("<a href='x'>\"&\"</a>"),
            "&lt;a href=&#39;x&#39;&gt;&quot;&amp;&quot;&lt;/a&gt;");
  EXPECT_EQ(markup::cleaned("a\x01z"), "a\xEF\xBF\xBDz");
  EXPECT_EQ(markup::cleaned("a\xFFz"), "a\xEF\xBF\xBDz");
  EXPECT_EQ(markup::cleaned("\xC3"), "\xEF\xBF\xBD");
  EXPECT_EQ(markup::cleaned("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD");  // an overlong slash
  EXPECT_EQ(markup::cleaned("größer 日本 😀\n"), "größer 日本 😀\n");
}

TEST(Texts, AreCutByCharacters) {
  EXPECT_EQ(markup::lengthOf("größer"), 6);
  EXPECT_EQ(markup::shortened("größer", 6), "größer");
  EXPECT_EQ(markup::shortened("größer", 4), "grö…");
}

}  // namespace
}  // namespace covolve::campaign::results
