// Builds regular languages from parts: a graph whose nodes read a byte, branch, or
// look at the byte before or behind (Thompson's construction), which finish() turns
// into the automaton of its positions (Glushkov's), where looking around costs
// nothing any more.
//
// All memory is the builder's own fixed arrays (sizeof is some 175 KB: not for a
// small stack) and what finish() is given. What does not fit, or is no regular
// language, is a problem that stays; further calls are harmless.
//
//   LanguageBuilder builder;
//   const Fragment number = builder.repeated(builder.oneOf(kDigits), 1, kUnbounded);
//   const RegularLanguage* language = builder.finish(number, memory);   // null: builder.problem()
#pragma once

#include "distance/byte_set.h"
#include "distance/regular_language.h"

namespace covolve::distance {

/// Memory that languages are laid into, one behind the other.
struct Memory {
  unsigned char* next;
  size_t left;

  /// Null where it does not suffice. Aligned for pointers, if the memory is.
  void* take(size_t size);
};

enum class Problem : uint8_t {
  None,
  Malformed,   // what describes the language is wrong: the original would refuse it, too
  NotRegular,  // back references, lookahead; or something this description does not know
  TooLarge,    // more states or transitions than a language may have, or than there is memory
};

/// A part of the graph with one way in and one way out, which is not connected yet. Used once.
struct Fragment {
  uint16_t begin;  // its nodes are those from here to where the next fragment begins
  uint16_t entry;
  uint16_t exit;
};

constexpr unsigned kUnbounded = ~0u;

class LanguageBuilder {
 public:
  LanguageBuilder() { clear(); }
  /// Ready for the next language.
  void clear();

  /// The empty text.
  Fragment nothing();
  Fragment oneOf(const ByteSet& set);
  Fragment literal(std::string_view text, bool ignoresCase = false);
  Fragment anything() { return anyNumber(oneOf(ByteSet::all())); }

  Fragment then(Fragment first, Fragment second);
  Fragment either(Fragment first, Fragment second);
  Fragment optional(Fragment part) { return either(part, nothing()); }
  Fragment anyNumber(Fragment part);
  /// `part` must be what was built last.
  Fragment repeated(Fragment part, unsigned least, unsigned most);
  /// Lets `to` follow `from`, beside what does so already: for parts that several others lead to.
  void lead(Fragment from, Fragment to);

  /// The empty text, where the byte before is of the set, or where none is before if that is allowed.
  Fragment behind(const ByteSet& set, bool orBegin) { return guard(Kind::Behind, set, orBegin); }
  /// The empty text, where the byte that follows is of the set, or none if that is allowed.
  Fragment ahead(const ByteSet& set, bool orEnd) { return guard(Kind::Ahead, set, orEnd); }
  Fragment begin() { return behind({}, true); }
  Fragment end() { return ahead({}, true); }
  Fragment wordBoundary();
  Fragment noWordBoundary();

  Fragment fail(Problem problem);
  Problem problem() const { return problem_; }
  bool hasFailed() const { return problem_ != Problem::None; }

  /// The language of `whole`; null where something failed. The builder is to be cleared then.
  const RegularLanguage* finish(Fragment whole, Memory& memory);

 private:
  static constexpr size_t kMostNodes = 4096;
  static constexpr size_t kMostSets = 255;
  static constexpr size_t kMostContexts = 32;
  static constexpr size_t kMostStates = RegularLanguage::kMostStates;
  static constexpr size_t kMostTransitions = RegularLanguage::kMostTransitions;
  static constexpr uint16_t kNone = 0xffff;

  enum class Kind : uint8_t { Empty, Byte, Branch, Behind, Ahead };
  struct Node {
    Kind kind;
    uint8_t index;  // of the set or of the context
    uint16_t next;
    uint16_t other;  // of a Branch
  };
  /// What a guard asks of a neighbour.
  struct Context {
    ByteSet set;
    bool allowsEdge;
  };
  struct State {
    uint16_t node;  // that reads the byte
    uint16_t nextOfNode;
    uint8_t set;
    bool accepts;
  };
  /// A node on the way from a state, and which contexts the next byte must be in, by bits.
  struct Step {
    uint16_t node;
    uint32_t required;
  };
  struct Transition {
    uint16_t from;
    uint16_t to;
  };

  uint16_t addNode(Kind kind, size_t index);
  Fragment guard(Kind kind, const ByteSet& set, bool allowsEdge);
  Fragment copy(Fragment part, uint16_t end);
  size_t indexOf(const ByteSet& set);
  size_t indexOf(const Context& context);

  void addTransitions(uint16_t from, uint16_t entry, uint16_t exit);
  void visit(uint16_t from, Step step);
  void enter(uint16_t from, uint16_t node, uint32_t required);
  void enterPart(uint16_t from, uint16_t node, const ByteSet& set, size_t context);
  bool isBehind(uint16_t state, const Context& context) const;
  void dropDeadEnds();
  void number();
  void merge();
  bool areAlike(uint16_t left, uint16_t right) const;
  bool leadsWhere(uint16_t left, uint16_t right) const;
  bool isKept(size_t state) const { return numberOf_[state] != kNone && mergedInto_[state] == state; }
  void keepTransitions();
  const RegularLanguage* layOut(Memory& memory);
  void layOutTransitions(RegularLanguage::State* states, uint16_t* predecessors);
  void measureWays(RegularLanguage::State* states);
  static void measureSet(const ByteSet& set, uint8_t* toNearest, size_t stride);

  Problem problem_;
  size_t nodeCount_;
  size_t setCount_;
  size_t contextCount_;
  uint32_t contextsBehind_;  // those that Behind guards ask for
  Node nodes_[kMostNodes];
  ByteSet sets_[kMostSets];
  Context contexts_[kMostContexts];

  // Of finish().
  static constexpr size_t kMostRequirements = 4;  // of one node, on the ways from one state
  size_t stateCount_;
  size_t transitionCount_;
  size_t stepCount_;
  State states_[kMostStates];
  Transition transitions_[kMostTransitions];
  uint16_t firstStateOf_[kMostNodes];
  uint16_t visitedFrom_[kMostNodes];
  uint32_t requirements_[kMostNodes][kMostRequirements];
  uint8_t requirementCount_[kMostNodes];
  Step steps_[kMostNodes];                   // a stack
  uint16_t transitionsOf_[kMostStates + 1];  // where those from a state begin
  uint16_t enteredFrom_[kMostStates];
  uint16_t numberOf_[kMostStates];  // kNone: a dead end
  uint16_t mergedInto_[kMostStates];
  uint16_t liveStates_;
};

}  // namespace covolve::distance
