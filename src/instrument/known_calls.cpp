#include "instrument/known_calls.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/CommandLine.h>

#include "instrument/place_behind.h"

namespace covolve::instrument {

namespace {

llvm::cl::opt<bool> knownCallsOption("covolve-known-calls", llvm::cl::init(true),
                                     llvm::cl::desc("Calls of known functions tell how near they were"));

constexpr uint32_t kEcmascript = 1u << 4;  // of std::regex_constants, as libstdc++ numbers it

struct TextValue {
  llvm::Value* data;
  llvm::Value* size;
};

/// The texts that a call asks about, cut to what it looks at.
class TextArguments {
 public:
  TextArguments(llvm::IRBuilder<>& builder, llvm::CallBase& call, const KnownCall& known)
      : builder_(builder), call_(call), known_(known), most_(builder.getInt64(abi::kUpToNul)) {}

  /// False where the parameters are not as this function has them.
  bool read() {
    if (!readAll() || texts_.empty()) return false;
    if (texts_.size() == 1)
      texts_.push_back({llvm::ConstantPointerNull::get(builder_.getPtrTy()), number(0)});
    if (texts_.size() > 2) return false;
    cut();
    return true;
  }

  /// Of a regular expression and the text it is made of.
  bool readPattern() { return readAll() && texts_.size() == 2; }
  llvm::Value* textSize() const { return between_.empty() && !behind_.empty() ? behind_[0] : texts_[1].size; }
  llvm::Value* flags() const { return detail_ != nullptr ? detail_ : builder_.getInt32(kEcmascript); }

  const TextValue& left() const { return texts_[0]; }
  const TextValue& right() const { return texts_[1]; }
  llvm::Value* most() const { return most_; }

 private:
  bool readAll() {
    unsigned at = 0;
    const auto next = [&](llvm::Type* type) -> llvm::Value* {
      if (at >= call_.arg_size() || call_.getArgOperand(at)->getType() != type) return nullptr;
      return call_.getArgOperand(at++);
    };
    for (const ParameterShape shape : known_.parameters) {
      switch (shape) {
        case ParameterShape::String:
        case ParameterShape::ViewObject: {
          llvm::Value* const object = next(builder_.getPtrTy());
          if (object == nullptr) return false;
          const bool isString = shape == ParameterShape::String;
          texts_.push_back({load(builder_.getPtrTy(), object, isString ? 0 : 8),
                            load(builder_.getInt64Ty(), object, isString ? 8 : 0)});
          break;
        }
        case ParameterShape::View: {
          llvm::Value* const size = next(builder_.getInt64Ty());
          llvm::Value* const data = next(builder_.getPtrTy());
          if (size == nullptr || data == nullptr) return false;
          texts_.push_back({data, size});
          break;
        }
        case ParameterShape::Pointer: {
          llvm::Value* const data = next(builder_.getPtrTy());
          if (data == nullptr) return false;
          texts_.push_back({data, number(abi::kUpToNul)});
          break;
        }
        case ParameterShape::Character:
          if (at >= call_.arg_size() || !call_.getArgOperand(at)->getType()->isIntegerTy()) return false;
          texts_.push_back({inMemory(call_.getArgOperand(at++)), number(1)});
          break;
        case ParameterShape::Regex: {
          llvm::Value* const object = next(builder_.getPtrTy());
          if (object == nullptr) return false;
          texts_.push_back({object, number(0)});
          break;
        }
        case ParameterShape::Base:
        case ParameterShape::Flags:
          if (at >= call_.arg_size() || !call_.getArgOperand(at)->getType()->isIntegerTy(32)) return false;
          detail_ = call_.getArgOperand(at++);
          break;
        case ParameterShape::Nothing:
          if (at++ >= call_.arg_size()) return false;
          break;
        case ParameterShape::Number: {
          llvm::Value* const value = next(builder_.getInt64Ty());
          if (value == nullptr) return false;
          (texts_.size() < 2 ? between_ : behind_).push_back(value);
          break;
        }
      }
    }
    return at == call_.arg_size();
  }

  /// Positions and counts: compare(position, count, text, position, count), find(text, from, count),
  /// strncmp(text, text, most), memcmp(bytes, bytes, size).
  void cut() {
    const llvm::StringRef name = known_.function->name;
    if (known_.function->question >= abi::kFirstLanguage) {
      most_ = detail_ != nullptr ? builder_.CreateSExt(detail_, builder_.getInt64Ty()) : number(10);
      if (name == "std::from_chars") {
        texts_[0].size = builder_.CreatePtrDiff(builder_.getInt8Ty(), texts_[1].data, texts_[0].data);
      }
    } else if (name.starts_with("mem") || name == "bcmp") {
      if (behind_.size() == 1) texts_[0].size = behind_[0];
      if (behind_.size() == 1 && known_.parameters[1] == ParameterShape::Pointer) texts_[1].size = behind_[0];
    } else if (name.starts_with("str") || name.starts_with("wcs")) {
      if (behind_.size() == 1) most_ = behind_[0];
    } else if (name.ends_with("::compare")) {
      if (between_.size() == 2) texts_[0] = part(texts_[0], between_[0], between_[1]);
      if (behind_.size() == 1) texts_[1].size = behind_[0];
      if (behind_.size() == 2) texts_[1] = part(texts_[1], behind_[0], behind_[1]);
    } else {
      if (behind_.size() == 2) texts_[1].size = behind_[1];
      const bool isFromFront = name.ends_with("::find") || name.contains("find_first");
      if (!behind_.empty() && isFromFront) texts_[0] = part(texts_[0], behind_[0], number(abi::kUpToNul));
    }
  }

  llvm::Value* number(uint64_t value) { return builder_.getInt64(value); }

  llvm::Value* load(llvm::Type* type, llvm::Value* object, uint64_t offset) {
    llvm::Value* const field = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), object, offset);
    llvm::LoadInst* const load = builder_.CreateAlignedLoad(type, field, llvm::Align(8));
    load->setNoSanitizeMetadata();
    return load;
  }

  llvm::Value* inMemory(llvm::Value* character) {
    llvm::Type* const type = builder_.getIntNTy(8 * known_.width);
    llvm::BasicBlock& entry = call_.getFunction()->getEntryBlock();
    llvm::IRBuilder<> atEntry(&entry, entry.begin());
    llvm::AllocaInst* const place = atEntry.CreateAlloca(type);
    builder_.CreateStore(builder_.CreateZExtOrTrunc(character, type), place)->setNoSanitizeMetadata();
    return place;
  }

  TextValue part(const TextValue& text, llvm::Value* position, llvm::Value* count) {
    llvm::Value* const from = smaller(position, text.size);
    llvm::Value* const bytes = builder_.CreateMul(from, number(known_.width));
    return {builder_.CreateGEP(builder_.getInt8Ty(), text.data, bytes),
            smaller(count, builder_.CreateSub(text.size, from))};
  }

  llvm::Value* smaller(llvm::Value* one, llvm::Value* other) {
    return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, one, other);
  }

  llvm::IRBuilder<>& builder_;
  llvm::CallBase& call_;
  const KnownCall& known_;
  std::vector<TextValue> texts_;
  std::vector<llvm::Value*> between_, behind_;  // numbers before and behind the second text
  llvm::Value* most_;
  llvm::Value* detail_ = nullptr;  // a base, flags
};

}  // namespace

bool isKnownCall(const llvm::CallBase& call) {
  return knownCallsOption && (knownCall(call) || membership(call));
}

bool isToldBefore(const llvm::CallBase& call) {
  if (const auto known = knownCall(call)) return known->function->answer == AnswerShape::ToldBefore;
  const auto asked = membership(call);
  return asked && asked->answer == MembershipAnswer::ToldBefore;
}

void KnownCalls::insertMembership(llvm::IRBuilder<>& builder, llvm::Value* site, llvm::CallBase& call,
                                  const Membership& asked) {
  llvm::Value* const begin = call.getArgOperand(0);
  llvm::Value* const null = llvm::ConstantPointerNull::get(builder.getPtrTy());
  llvm::Value* end = null;
  if (asked.container == abi::ContainerKind::Range) end = call.getArgOperand(1);
  constexpr uint64_t kHeaderOfTree = 8;
  if (asked.container == abi::ContainerKind::Tree)
    end = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), begin, kHeaderOfTree);
  llvm::Value* answer = nullptr;
  if (asked.answer == MembershipAnswer::Truth) answer = &call;
  if (asked.answer == MembershipAnswer::NotEnd) answer = builder.CreateICmpNE(&call, end);
  if (asked.answer == MembershipAnswer::NotZero) answer = builder.CreateIsNotNull(&call);
  llvm::Value* const told = answer != nullptr ? builder.CreateZExt(answer, builder.getInt8Ty())
                                              : builder.getInt8(abi::kNotAnswered);
  const auto number = [&](auto value) { return builder.getInt8(static_cast<uint8_t>(value)); };
  llvm::Value* const pair = builder.CreateCall(
      functions_.members, {site, told, number(asked.container), number(asked.keys), number(asked.width),
                           begin, end, call.getArgOperand(call.arg_size() - 1)});
  llvm::Value* const toTrue = builder.CreateExtractValue(pair, 0);
  const ValuePair distances{toTrue, builder.CreateExtractValue(pair, 1)};
  if (asked.answer == MembershipAnswer::Truth) made_.insert({&call, distances});
  if (asked.answer != MembershipAnswer::NotZero) return;
  for (const auto& [compare, holdsForYes] : askedBy(call, AnswerShape::NotZero)) {
    made_.insert({compare, holdsForYes ? distances : distances.swapped()});
  }
}

void KnownCalls::insert(llvm::IRBuilder<>& builder, llvm::Value* site, llvm::CallBase& call) {
  if (const auto asked = membership(call)) return insertMembership(builder, site, call, *asked);
  const std::optional<KnownCall> known = knownCall(call);
  if (!known) return;
  TextArguments texts(builder, call, *known);
  if (!texts.read()) return;
  const AnswerShape shape = known->function->answer;
  const auto questions = askedBy(call, shape);
  llvm::Value* answer = builder.getInt8(abi::kNotAnswered);
  if (shape != AnswerShape::ToldBefore) {
    llvm::Constant* const told = toldBy(shape, call.getType());
    answer = builder.CreateZExt(
        isYesWhereEqual(shape) ? builder.CreateICmpEQ(&call, told) : builder.CreateICmpNE(&call, told),
        builder.getInt8Ty());
  }
  llvm::Value* const pair = builder.CreateCall(
      functions_.texts, {site, builder.getInt8(static_cast<uint8_t>(known->function->question)),
                         builder.getInt1(known->function->foldsCase), answer,
                         builder.getInt8(static_cast<uint8_t>(known->width)), texts.left().data,
                         texts.left().size, texts.right().data, texts.right().size, texts.most()});
  llvm::Value* const toTrue = builder.CreateExtractValue(pair, 0);
  const ValuePair distances{toTrue, builder.CreateExtractValue(pair, 1)};
  if (call.getType()->isIntegerTy(1)) {
    made_.insert({&call, isYesWhereEqual(shape) ? distances.swapped() : distances});
  }
  for (const auto& [compare, holdsForYes] : questions) {
    made_.insert({compare, holdsForYes ? distances : distances.swapped()});
  }
}

void KnownCalls::notePattern(llvm::CallBase& call) {
  const auto shapes = knownCallsOption ? madePattern(call) : std::nullopt;
  if (!shapes) return;
  const KnownFunction function{"", abi::TextQuestion::IsMatch, AnswerShape::ToldBefore};
  const KnownCall made{&function, *shapes, 1};
  llvm::IRBuilder<> builder(placeBehind(&call, *call.getFunction()));
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  TextArguments arguments(builder, call, made);
  if (!arguments.readPattern()) return;
  builder.CreateCall(functions_.pattern, {arguments.left().data, arguments.right().data, arguments.textSize(),
                                          arguments.flags()});
}

std::optional<ValuePair> KnownCalls::distancesOf(const llvm::Value* value) const {
  const auto known = made_.find(value);
  if (known == made_.end()) return std::nullopt;
  return known->second;
}

}  // namespace covolve::instrument
