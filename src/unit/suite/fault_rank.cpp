#include "unit/suite/fault_rank.h"

namespace covolve::unit {

using abi::Ending;

namespace {

/// The first of these that there is.
FaultJudgement outsideContract(ContractDoubts doubts, std::initializer_list<ContractDoubt> which) {
  for (const ContractDoubt doubt : which) {
    if (doubts.has(doubt)) return {FaultRank::OutsideContract, clauseFor(doubt)};
  }
  return {};
}

bool isExhaustion(Ending ending) {
  return isHang(ending) || ending == Ending::BeyondMemory || ending == Ending::StackOverflow;
}

}  // namespace

FaultJudgement judgeFault(const HowItDied& died, ContractDoubts doubts) {
  if (died.ending == Ending::Exit || died.abortsItself)
    return {FaultRank::OutsideContract, "the code ends the program itself"};
  if (isExhaustion(died.ending)) {
    if (doubts.has(ContractDoubt::HugeNumber) || doubts.has(ContractDoubt::HugeArgument))
      return {FaultRank::Robustness, clauseFor(ContractDoubt::HugeNumber)};
    return outsideContract(doubts, {ContractDoubt::Null, ContractDoubt::HandMadeStruct,
                                    ContractDoubt::StaticHelper, ContractDoubt::Detail,
                                    ContractDoubt::LooseArray, ContractDoubt::Itself, ContractDoubt::Circle,
                                    ContractDoubt::Orphan, ContractDoubt::Iterator, ContractDoubt::Element});
  }
  if (died.freesForeign && doubts.has(ContractDoubt::LentMemory))
    return outsideContract(doubts, {ContractDoubt::LentMemory});
  // Whoever walks or frees a circle comes back to where he was.
  if (died.ending == Ending::HeapCorruption && doubts.has(ContractDoubt::Circle))
    return outsideContract(doubts, {ContractDoubt::Circle});
  // What it was a part of has taken its memory to other use.
  if (died.ending == Ending::HeapCorruption && doubts.has(ContractDoubt::Replaced))
    return outsideContract(doubts, {ContractDoubt::Replaced});
  const FaultJudgement judgement = outsideContract(
      doubts, {ContractDoubt::Null, ContractDoubt::HandMadeStruct, ContractDoubt::StaticHelper,
               ContractDoubt::Detail, ContractDoubt::LooseArray, ContractDoubt::Itself, ContractDoubt::Orphan,
               ContractDoubt::Iterator, ContractDoubt::Element, ContractDoubt::HugeArgument});
  if (judgement.rank == FaultRank::LikelyBug && died.assertsItself)
    return {FaultRank::OutsideContract, "the function that is called asserts it"};
  return judgement;
}

FaultJudgement judgeFinding(ContractDoubts doubts) {
  // An overflow of huge numbers is what these sanitizers are for.
  return outsideContract(
      doubts, {ContractDoubt::Null, ContractDoubt::HandMadeStruct, ContractDoubt::StaticHelper,
               ContractDoubt::Detail, ContractDoubt::LooseArray, ContractDoubt::Itself, ContractDoubt::Orphan,
               ContractDoubt::Iterator, ContractDoubt::Element});
}

}  // namespace covolve::unit
