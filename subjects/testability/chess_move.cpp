// Reads the moves of a chess game, and whether they can be at all.
//
// What makes it hard: two notations, one of them a regular expression with optional groups; squares that must
// lie on a line, a diagonal or a knight's jump; and promotions, castlings and mates that depend on whose turn
// it is and what was moved before.
// Expected: every branch can be covered; no fault.
// Infeasible: 1: the missing default of the switch over the pieces.
#include <array>
#include <cstdlib>
#include <regex>
#include <string>
#include <string_view>

namespace testability::chess {

enum class Reading {
  Move,
  Capture,
  Promotion,
  CapturingPromotion,
  Castling,
  Malformed,
  Impossible,
  GameIsOver,
};

/// Pieces that are not named are not known: the record has no board.
class GameRecord {
 public:
  Reading read(const std::string& move) {
    if (isOver_) return Reading::GameIsOver;
    Reading reading = Reading::Malformed;
    std::smatch parts;
    static const std::regex algebraic("([KQRBN])?([a-h])?([1-8])?(x)?([a-h])([1-8])(?:=([QRBN]))?([+#])?");
    if (move.starts_with("O-O")) {
      reading = readCastling(std::string_view(move).substr(3));
    } else if (isCoordinates(move)) {
      reading = readCoordinates(move);
    } else if (std::regex_match(move, parts, algebraic)) {
      reading = parts[1].matched ? readPiece(parts) : readPawn(parts);
    }
    if (reading >= Reading::Malformed) return reading;
    isOver_ = move.back() == '#';
    turn_ = 1 - turn_;
    return reading;
  }

 private:
  static constexpr int kWhite = 0;

  int lastRank() const { return turn_ == kWhite ? 8 : 1; }
  int homeRank() const { return turn_ == kWhite ? 2 : 7; }

  Reading readCastling(std::string_view rest) {
    if (rest.starts_with("-O")) rest.remove_prefix(2);
    if (!rest.empty() && rest != "+" && rest != "#") return Reading::Malformed;
    if (hasKingMoved_[turn_]) return Reading::Impossible;
    hasKingMoved_[turn_] = true;
    return Reading::Castling;
  }

  static bool isSquare(std::string_view text) {
    return text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
  }

  /// "e2e4", "e7e8q"
  static bool isCoordinates(std::string_view move) {
    if (move.size() != 4 && move.size() != 5) return false;
    if (!isSquare(move.substr(0, 2)) || !isSquare(move.substr(2, 2))) return false;
    return move.size() == 4 || std::string_view("qrbn").find(move[4]) != std::string_view::npos;
  }

  Reading readCoordinates(std::string_view move) const {
    const int files = std::abs(move[2] - move[0]);
    const int ranks = std::abs(move[3] - move[1]);
    if (move.size() == 5) {
      if (move[3] - '0' != lastRank() || ranks != 1 || files > 1) return Reading::Impossible;
      return files == 1 ? Reading::CapturingPromotion : Reading::Promotion;
    }
    return isReach('Q', files, ranks) || isReach('N', files, ranks) ? Reading::Move : Reading::Impossible;
  }

  static bool isReach(char piece, int files, int ranks) {
    if (files == 0 && ranks == 0) return false;
    const bool isStraight = files == 0 || ranks == 0;
    switch (piece) {
      case 'K':
        return files <= 1 && ranks <= 1;
      case 'Q':
        return isStraight || files == ranks;
      case 'R':
        return isStraight;
      case 'B':
        return files == ranks;
      case 'N':
        return files * ranks == 2;
    }
    return false;
  }

  /// "Nf3", "Rad1", "Qh4xe1+": where the piece comes from is there in part, in full or not at all.
  Reading readPiece(const std::smatch& parts) {
    const char piece = *parts[1].first;
    if (parts[7].matched) return Reading::Impossible;
    if (parts[2].matched && parts[3].matched) {
      const int files = std::abs(*parts[2].first - *parts[5].first);
      const int ranks = std::abs(*parts[3].first - *parts[6].first);
      if (!isReach(piece, files, ranks)) return Reading::Impossible;
    }
    if (piece == 'K') hasKingMoved_[turn_] = true;
    return parts[4].matched ? Reading::Capture : Reading::Move;
  }

  /// "e4", "exd5", "e8=Q", "exd8=N#"
  Reading readPawn(const std::smatch& parts) const {
    const int rank = *parts[6].first - '0';
    if (parts[3].matched || parts[2].matched != parts[4].matched) return Reading::Malformed;
    if (parts[4].matched && std::abs(*parts[2].first - *parts[5].first) != 1) return Reading::Impossible;
    if (rank == homeRank() || rank == 9 - lastRank()) return Reading::Impossible;  // they never go back
    const bool isPromotion = parts[7].matched;
    if (isPromotion != (rank == lastRank())) return Reading::Impossible;
    if (isPromotion) return parts[4].matched ? Reading::CapturingPromotion : Reading::Promotion;
    return parts[4].matched ? Reading::Capture : Reading::Move;
  }

  std::array<bool, 2> hasKingMoved_{};
  int turn_ = kWhite;
  bool isOver_ = false;
};

}  // namespace testability::chess
