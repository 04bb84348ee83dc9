// Porter's stemmer (1980), after the papers' subject Stemmer.
//
// What makes it hard: some sixty suffixes, each tried at the end of what the steps
// before have left, and a stem that must have the right measure, a vowel, a double
// consonant or the form consonant-vowel-consonant.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace strings {

/// The rules are those of the paper, without later additions. The six steps are its 1a with
/// 1b, 1c, 2, 3, 4 and 5. They are private: they rely
/// on a word of more than two lower-case letters.
class Stemmer {
 public:
  /// Words that are shorter than three letters or hold anything but a..z stay as they are.
  static std::string stem(const std::string& word) {
    if (word.size() <= 2) return word;
    for (const char c : word) {
      if (c < 'a' || c > 'z') return word;
    }
    Stemmer stemmer(word);
    stemmer.removePluralsAndParticiples();
    stemmer.turnFinalY();
    stemmer.mapDoubleSuffixes();
    stemmer.mapFullAndNess();
    stemmer.removeSuffixes();
    stemmer.tidyUp();
    return stemmer.word_;
  }

 private:
  explicit Stemmer(std::string word) : word_(std::move(word)) {}

  /// y is a consonant at the beginning and after a vowel.
  bool isConsonant(std::size_t at) const {
    switch (word_[at]) {
      case 'a':
      case 'e':
      case 'i':
      case 'o':
      case 'u':
        return false;
      case 'y':
        return at == 0 || !isConsonant(at - 1);
      default:
        return true;
    }
  }

  /// Porter's m: how often a consonant follows a vowel among the first `length` letters.
  int measure(std::size_t length) const {
    int changes = 0;
    bool afterVowel = false;
    for (std::size_t i = 0; i < length; ++i) {
      const bool consonant = isConsonant(i);
      if (consonant && afterVowel) ++changes;
      afterVowel = !consonant;
    }
    return changes;
  }

  bool hasVowel(std::size_t length) const {
    for (std::size_t i = 0; i < length; ++i) {
      if (!isConsonant(i)) return true;
    }
    return false;
  }

  bool endsInDoubleConsonant() const {
    const std::size_t size = word_.size();
    return size >= 2 && word_[size - 1] == word_[size - 2] && isConsonant(size - 1);
  }

  /// Consonant, vowel, consonant other than w, x, y at the end of the first `length` letters.
  bool endsInShortSyllable(std::size_t length) const {
    if (length < 3) return false;
    if (!isConsonant(length - 1) || isConsonant(length - 2) || !isConsonant(length - 3)) return false;
    const char last = word_[length - 1];
    return last != 'w' && last != 'x' && last != 'y';
  }

  bool endsIn(std::string_view suffix) const { return word_.ends_with(suffix); }
  std::size_t stemBefore(std::string_view suffix) const { return word_.size() - suffix.size(); }
  void replace(std::string_view suffix, std::string_view by) {
    word_.replace(stemBefore(suffix), suffix.size(), by);
  }

  /// True if the suffix is there, even where the stem is too short to replace it: the first
  /// suffix that fits ends a step.
  bool handle(std::string_view suffix, std::string_view by, int leastMeasure) {
    if (!endsIn(suffix)) return false;
    if (measure(stemBefore(suffix)) >= leastMeasure) replace(suffix, by);
    return true;
  }

  void removePluralsAndParticiples() {
    if (endsIn("sses")) {
      replace("sses", "ss");
    } else if (endsIn("ies")) {
      replace("ies", "i");
    } else if (endsIn("s") && !endsIn("ss")) {
      replace("s", "");
    }
    if (handle("eed", "ee", 1)) return;
    if (endsIn("ed") && hasVowel(stemBefore("ed"))) {
      replace("ed", "");
    } else if (endsIn("ing") && hasVowel(stemBefore("ing"))) {
      replace("ing", "");
    } else {
      return;
    }
    if (endsIn("at") || endsIn("bl") || endsIn("iz")) {
      word_ += 'e';
    } else if (endsInDoubleConsonant()) {
      if (!endsIn("l") && !endsIn("s") && !endsIn("z")) word_.pop_back();
    } else if (measure(word_.size()) == 1 && endsInShortSyllable(word_.size())) {
      word_ += 'e';
    }
  }

  void turnFinalY() {
    if (endsIn("y") && hasVowel(stemBefore("y"))) replace("y", "i");
  }

  void mapDoubleSuffixes() {
    if (handle("ational", "ate", 1)) return;
    if (handle("tional", "tion", 1)) return;
    if (handle("enci", "ence", 1)) return;
    if (handle("anci", "ance", 1)) return;
    if (handle("izer", "ize", 1)) return;
    if (handle("abli", "able", 1)) return;
    if (handle("alli", "al", 1)) return;
    if (handle("entli", "ent", 1)) return;
    if (handle("eli", "e", 1)) return;
    if (handle("ousli", "ous", 1)) return;
    if (handle("ization", "ize", 1)) return;
    if (handle("ation", "ate", 1)) return;
    if (handle("ator", "ate", 1)) return;
    if (handle("alism", "al", 1)) return;
    if (handle("iveness", "ive", 1)) return;
    if (handle("fulness", "ful", 1)) return;
    if (handle("ousness", "ous", 1)) return;
    if (handle("aliti", "al", 1)) return;
    if (handle("iviti", "ive", 1)) return;
    handle("biliti", "ble", 1);
  }

  void mapFullAndNess() {
    if (handle("icate", "ic", 1)) return;
    if (handle("ative", "", 1)) return;
    if (handle("alize", "al", 1)) return;
    if (handle("iciti", "ic", 1)) return;
    if (handle("ical", "ic", 1)) return;
    if (handle("ful", "", 1)) return;
    handle("ness", "", 1);
  }

  void removeSuffixes() {
    if (handle("al", "", 2)) return;
    if (handle("ance", "", 2)) return;
    if (handle("ence", "", 2)) return;
    if (handle("er", "", 2)) return;
    if (handle("ic", "", 2)) return;
    if (handle("able", "", 2)) return;
    if (handle("ible", "", 2)) return;
    if (handle("ant", "", 2)) return;
    if (handle("ement", "", 2)) return;
    if (handle("ment", "", 2)) return;
    if (handle("ent", "", 2)) return;
    if (endsIn("sion") || endsIn("tion")) {
      handle("ion", "", 2);
      return;
    }
    if (handle("ou", "", 2)) return;
    if (handle("ism", "", 2)) return;
    if (handle("ate", "", 2)) return;
    if (handle("iti", "", 2)) return;
    if (handle("ous", "", 2)) return;
    if (handle("ive", "", 2)) return;
    handle("ize", "", 2);
  }

  void tidyUp() {
    if (endsIn("e")) {
      const std::size_t stem = stemBefore("e");
      if (measure(stem) > 1 || (measure(stem) == 1 && !endsInShortSyllable(stem))) word_.pop_back();
    }
    if (endsIn("ll") && measure(word_.size()) > 1) word_.pop_back();
  }

  std::string word_;
};

}  // namespace strings
