// The cash machine of subjects/cpp computes the right thing.
#include "../../../subjects/cpp/cash_machine.cpp"

#include <gtest/gtest.h>

namespace cpp {
namespace {

TEST(CashMachine, ThreeWrongPasswordsLockTheSession) {
  Session session("secret");
  EXPECT_THROW(session.login("x"), WrongPassword);
  EXPECT_THROW(session.login("y"), WrongPassword);
  EXPECT_FALSE(session.isLocked());
  EXPECT_THROW(session.login("z"), WrongPassword);
  EXPECT_TRUE(session.isLocked());
  EXPECT_THROW(session.login("secret"), SessionLocked);
}

TEST(CashMachine, TheRightPasswordForgetsWrongOnes) {
  Session session("secret");
  EXPECT_THROW(session.login("x"), WrongPassword);
  EXPECT_THROW(session.login("x"), WrongPassword);
  session.login("secret");
  EXPECT_TRUE(session.isOpen());
  EXPECT_THROW(session.login("x"), WrongPassword);
  EXPECT_FALSE(session.isLocked());
  session.logout();
  EXPECT_THROW(session.logout(), std::logic_error);
  EXPECT_THROW(Session("abc"), std::invalid_argument);
}

TEST(CashMachine, TheWordUnlocksOnce) {
  Session session("secret");
  EXPECT_FALSE(session.unlock("let me in"));
  for (int i = 0; i < 3; ++i) EXPECT_THROW(session.login(""), WrongPassword);
  EXPECT_THROW(session.unlock("please"), SessionLocked);
  EXPECT_TRUE(session.unlock("let me in"));
  for (int i = 0; i < 3; ++i) EXPECT_THROW(session.login(""), WrongPassword);
  EXPECT_THROW(session.unlock("let me in"), SessionLocked);
}

TEST(CashMachine, ThreeOverdraftsBlockTheAccount) {
  Account account(100);
  account.deposit(50);
  EXPECT_EQ(account.withdraw(150), -100);
  EXPECT_EQ(account.standing(), Standing::Good);
  EXPECT_THROW(account.withdraw(1), Account::Overdrawn);
  EXPECT_EQ(account.standing(), Standing::Warned);
  EXPECT_THROW(account.withdraw(1), Account::Overdrawn);
  EXPECT_THROW(account.withdraw(1), Account::Overdrawn);
  EXPECT_EQ(account.standing(), Standing::Blocked);
  account.deposit(1000);
  EXPECT_THROW(account.withdraw(1), std::logic_error);
  EXPECT_EQ(account.balance(), 900);
}

TEST(CashMachine, OneOverdraftIsForgivenWithABalance) {
  Account account(0);
  EXPECT_THROW(account.withdraw(1), Account::Overdrawn);
  account.deposit(1);
  EXPECT_EQ(account.standing(), Standing::Good);
  EXPECT_THROW(account.withdraw(0), std::invalid_argument);
  EXPECT_THROW(account.deposit(0), std::invalid_argument);
  EXPECT_THROW(account.deposit(10'000'001), std::invalid_argument);
  EXPECT_THROW(Account(-1), std::out_of_range);
  EXPECT_THROW(Account(1'000'001), std::out_of_range);
}

}  // namespace
}  // namespace cpp
