#include "instrument/known_calls.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
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
    // Functions of C are given the expression first.
    if (known_.parameters[0] == ParameterShape::Regex) std::swap(texts_[0], texts_[1]);
    cut();
    return true;
  }

  /// Of a regular expression and the text it is made of. A call that is not given the expression returns it.
  bool readPattern() {
    if (!readAll()) return false;
    if (texts_.size() == 1 && between_.size() == 1) {
      texts_[0].size = between_[0];
      texts_.insert(texts_.begin(), {&call_, number(0)});
      return true;
    }
    if (between_.empty() && !behind_.empty() && texts_.size() == 2) texts_[1].size = behind_[0];
    return texts_.size() == 2;
  }
  llvm::Value* flags() const { return detail_ != nullptr ? detail_ : builder_.getInt32(kEcmascript); }

  const TextValue& left() const { return texts_[0]; }
  const TextValue& right() const { return texts_[1]; }
  llvm::Value* most() const { return most_; }
  /// Of what the call may have come to the end: the second range, which may have none, or where it searches.
  llvm::Value* end() const {
    if (known_.function->answer == AnswerShape::NotEnd) return iterators_[1];
    return iterators_.size() > 3 ? iterators_[3] : nullptr;
  }

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
        case ParameterShape::Iterator: {
          llvm::Value* const iterator = next(builder_.getPtrTy());
          if (iterator == nullptr) return false;
          iterators_.push_back(iterator);
          break;
        }
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
    if (iterators_.size() == 2) texts_.insert(texts_.begin(), range(0));
    if (iterators_.size() >= 3) readRanges();
    return at == call_.arg_size();
  }

  TextValue range(size_t from) {
    llvm::Value* const bytes =
        builder_.CreatePtrDiff(builder_.getInt8Ty(), iterators_[from + 1], iterators_[from]);
    return {iterators_[from], builder_.CreateUDiv(bytes, number(known_.width))};
  }

  /// A range without an end of its own is as long as the other one, if it was needed to be.
  void readRanges() {
    texts_.push_back(range(0));
    if (iterators_.size() > 3) {
      texts_.push_back(range(2));
    } else {
      texts_.push_back({iterators_[2], number(abi::kUpToNul)});
      most_ = texts_[0].size;
    }
  }

  /// Positions and counts: compare(position, count, text, position, count), find(text, from, count),
  /// strncmp(text, text, most), memcmp(bytes, bytes, size).
  void cut() {
    const llvm::StringRef name = known_.function->name;
    if (known_.function->question >= abi::kFirstLanguage) {
      most_ = detail_ != nullptr ? builder_.CreateSExt(detail_, builder_.getInt64Ty()) : number(10);
      if (known_.function->question == abi::TextQuestion::HasPerlMatch && behind_.size() == 1) {
        texts_[0].size = behind_[0];  // of pcre2_match
      } else if (name.starts_with("std::from_chars")) {
        texts_[0].size = builder_.CreatePtrDiff(builder_.getInt8Ty(), texts_[1].data, texts_[0].data);
      }
    } else if (name.starts_with("mem") || name.starts_with("wmem") || name == "bcmp") {
      const bool hasOneSize = between_.empty();
      if (!between_.empty()) texts_[0].size = between_[0];
      if (hasOneSize && behind_.size() == 1) texts_[0].size = behind_[0];
      if (behind_.size() == 1 && texts_[1].size == number(abi::kUpToNul)) texts_[1].size = behind_[0];
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
  std::vector<llvm::Value*> iterators_;
  std::vector<llvm::Value*> between_, behind_;  // numbers before and behind the second text
  llvm::Value* most_;
  llvm::Value* detail_ = nullptr;  // a base, flags
};

/// As the probe reads it.
llvm::Constant* shapeOf(llvm::Module& module, const abi::KeyShape& shape) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(&shape), sizeof shape);
  llvm::Constant* const value = llvm::ConstantDataArray::getString(module.getContext(), bytes, false);
  auto* const global = new llvm::GlobalVariable(module, value->getType(), /*isConstant=*/true,
                                                llvm::GlobalValue::PrivateLinkage, value, "covolve.keys");
  global->setAlignment(llvm::Align(alignof(abi::KeyShape)));
  global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return global;
}

/// 0 or 1 as the probe is given it, or that there is none yet.
llvm::Value* answerOf(llvm::IRBuilder<>& builder, llvm::CallBase& call, AnswerShape shape, llvm::Value* end,
                      unsigned width = 1) {
  if (shape == AnswerShape::ToldBefore) return builder.getInt8(abi::kNotAnswered);
  if (shape == AnswerShape::AtEnds) {
    llvm::Value* answer = builder.CreateICmpEQ(builder.CreateExtractValue(&call, 0), call.getArgOperand(1));
    if (end != nullptr) {
      llvm::Value* const second = builder.CreateICmpEQ(builder.CreateExtractValue(&call, 1), end);
      answer = builder.CreateAnd(answer, second);
    }
    return builder.CreateZExt(answer, builder.getInt8Ty());
  }
  if (shape == AnswerShape::NotNegative) {
    llvm::Value* const zero = llvm::Constant::getNullValue(call.getType());
    return builder.CreateZExt(builder.CreateICmpSGE(&call, zero), builder.getInt8Ty());
  }
  if (shape == AnswerShape::NotAtNul) {
    // The call has read what stands there.
    llvm::Type* const character = builder.getIntNTy(8 * width);
    llvm::Value* const place = builder.CreateGEP(character, call.getArgOperand(0), &call);
    llvm::LoadInst* const stopped = builder.CreateLoad(character, place);
    stopped->setNoSanitizeMetadata();
    return builder.CreateZExt(builder.CreateIsNotNull(stopped), builder.getInt8Ty());
  }
  llvm::Value* const told = shape == AnswerShape::NotEnd ? end : toldBy(shape, call.getType());
  llvm::Value* const answer =
      isYesWhereEqual(shape) ? builder.CreateICmpEQ(&call, told) : builder.CreateICmpNE(&call, told);
  return builder.CreateZExt(answer, builder.getInt8Ty());
}

}  // namespace

bool areCallsKnown() { return knownCallsOption; }

std::optional<AnswerShape> knownAnswer(const llvm::CallBase& call) {
  if (!knownCallsOption) return std::nullopt;
  if (const auto known = knownCall(call)) return known->function->answer;
  if (const auto asked = membership(call)) return asked->answer;
  return streamRead(call) ? std::optional(AnswerShape::ToldBefore) : std::nullopt;
}

/// The two distances as the probe gives them; null where the arguments cannot be read.
llvm::Value* KnownCalls::askTexts(llvm::IRBuilder<>& builder, llvm::Value* site, llvm::CallBase& call) {
  const std::optional<KnownCall> known = knownCall(call);
  if (!known) return nullptr;
  TextArguments texts(builder, call, *known);
  if (!texts.read()) return nullptr;
  const KnownFunction& function = *known->function;
  return builder.CreateCall(
      functions_.texts,
      {site, builder.getInt8(static_cast<uint8_t>(function.question)), builder.getInt1(function.foldsCase),
       answerOf(builder, call, function.answer, texts.end(), known->width),
       builder.getInt8(static_cast<uint8_t>(known->width)), texts.left().data, texts.left().size,
       texts.right().data, texts.right().size, texts.most()});
}

llvm::Value* KnownCalls::askMembers(llvm::IRBuilder<>& builder, llvm::Value* site, llvm::CallBase& call,
                                    const Membership& asked) {
  constexpr uint64_t kHeaderOfTree = 8;
  llvm::Value* const given = call.getArgOperand(asked.first);
  const auto place = [&](uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), given, offset);
  };
  const auto load = [&](uint64_t offset) {
    llvm::LoadInst* const loaded =
        builder.CreateAlignedLoad(builder.getPtrTy(), place(offset), llvm::Align(8));
    loaded->setNoSanitizeMetadata();
    return loaded;
  };
  const bool isRange =
      asked.container == abi::ContainerKind::Range || asked.container == abi::ContainerKind::List;
  const bool isPair = isRange && asked.range == RangeShape::Iterators;
  llvm::Value* begin = given;
  llvm::Value* end = llvm::ConstantPointerNull::get(builder.getPtrTy());
  if (isPair) end = call.getArgOperand(asked.first + 1);
  if (isRange && asked.range == RangeShape::Array) end = place(asked.bytes);
  if (isRange && asked.range == RangeShape::Vector) {
    constexpr uint64_t kEndOfVector = 8;
    begin = load(0);
    end = load(kEndOfVector);
  }
  if (isRange && (asked.range == RangeShape::Sized || asked.range == RangeShape::Counted)) {
    constexpr uint64_t kSecond = 8;
    const bool isPointerFirst = asked.range == RangeShape::Sized;
    begin = load(isPointerFirst ? 0 : kSecond);
    llvm::LoadInst* const count =
        builder.CreateAlignedLoad(builder.getInt64Ty(), place(isPointerFirst ? kSecond : 0), llvm::Align(8));
    count->setNoSanitizeMetadata();
    end = builder.CreateGEP(builder.getInt8Ty(), begin,
                            builder.CreateMul(count, builder.getInt64(asked.keys.stride)));
  }
  if (asked.container == abi::ContainerKind::Tree)
    end = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), begin, kHeaderOfTree);
  const auto number = [&](auto value) { return builder.getInt8(static_cast<uint8_t>(value)); };
  llvm::Value* answer = answerOf(builder, call, asked.answer, end);
  if (asked.erases) answer = builder.CreateMul(answer, number(abi::kYesAndGone));
  return builder.CreateCall(functions_.members,
                            {site, answer, number(asked.container), shapeOf(*call.getModule(), asked.keys),
                             begin, end, call.getArgOperand(asked.first + (isPair ? 2 : 1))});
}

void KnownCalls::askStream(llvm::IRBuilder<>& builder, llvm::Value* site, llvm::CallBase& call,
                           const StreamRead& read) {
  const bool hasFormat = read.question == abi::TextQuestion::IsReadTime;
  llvm::Value* const none = llvm::ConstantPointerNull::get(builder.getPtrTy());
  const auto number = [&](auto value) { return builder.getInt8(static_cast<uint8_t>(value)); };
  builder.CreateCall(functions_.stream, {site, number(read.question), number(read.width), number(read.bytes),
                                         builder.getInt1(read.isSigned), call.getArgOperand(0),
                                         hasFormat ? call.getArgOperand(call.arg_size() - 1) : none});
}

void KnownCalls::insert(llvm::IRBuilder<>& builder, llvm::Value* site, llvm::CallBase& call) {
  const std::optional<AnswerShape> shape = knownAnswer(call);
  if (!shape) return;
  if (const auto read = streamRead(call)) return askStream(builder, site, call, *read);
  const auto questions = askedBy(call, *shape);  // before the probe asks as well
  const std::optional<Membership> asked = membership(call);
  llvm::Value* const pair = asked ? askMembers(builder, site, call, *asked) : askTexts(builder, site, call);
  if (pair == nullptr) return;
  llvm::Value* const toTrue = builder.CreateExtractValue(pair, 0);
  const ValuePair distances{toTrue, builder.CreateExtractValue(pair, 1)};
  if (*shape == AnswerShape::Truth) made_.insert({&call, distances});
  if (*shape == AnswerShape::NotTruth) made_.insert({&call, distances.swapped()});
  for (const auto& [compare, holdsForYes] : questions) {
    made_.insert({compare, holdsForYes ? distances : distances.swapped()});
  }
}

void KnownCalls::notePatterns(llvm::Module& module) {
  if (!knownCallsOption) return;
  std::vector<llvm::CallBase*> calls;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call != nullptr && hasPlaceBehind(call)) calls.push_back(call);
    }
  }
  for (llvm::CallBase* const call : calls) notePattern(*call);
}

void KnownCalls::notePattern(llvm::CallBase& call) {
  const auto shapes = madePattern(call);
  if (!shapes) return;
  const KnownFunction function{"", abi::TextQuestion::IsMatch, AnswerShape::ToldBefore};
  const KnownCall made{&function, shapes->parameters, shapes->width};
  llvm::IRBuilder<> builder(placeBehind(&call, *call.getFunction()));
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  TextArguments arguments(builder, call, made);
  if (!arguments.readPattern()) return;
  builder.CreateCall(functions_.pattern,
                     {arguments.left().data, arguments.right().data, arguments.right().size,
                      arguments.flags(), builder.getInt8(static_cast<uint8_t>(made.width)),
                      builder.getInt8(static_cast<uint8_t>(shapes->kind))});
}

std::optional<ValuePair> KnownCalls::distancesOf(const llvm::Value* value) const {
  const auto known = made_.find(value);
  if (known == made_.end()) return std::nullopt;
  return known->second;
}

}  // namespace covolve::instrument
