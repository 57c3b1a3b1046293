// The connection: dials the arena, keeps one stream open, and answers with what Choose returns.
#include <atomic>
#include <chrono>
#include <csignal>
#include <iostream>
#include <mutex>
#include <random>
#include <stdexcept>
#include <thread>

#include "arena.h"
#include "arena/v1/bots.grpc.pb.h"
#include "choose.h"

using namespace arena::v1;
using namespace std::chrono_literals;
using std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;
using Stream = grpc::ClientReaderWriter<BotMessage, ArenaMessage>;

constexpr Seconds kFirstWait = 100ms, kLongestWait = 10s, kFinishWait = 5s;
std::atomic<bool> finishing = false;  // plays the sets under way to their end, and takes nothing new
std::mutex sending;
Stream* open_stream = nullptr;  // guarded by `sending`; null without a connection

struct Session {
  bool welcomed = false;
  Seconds redial{0};  // how long to wait if the arena asked for a new dial
  grpc::Status end;
};

void SetOpen(Stream* stream) {
  const std::lock_guard lock(sending);
  open_stream = stream;
}

void Send(auto fill) {
  BotMessage message;
  fill(message);
  const std::lock_guard lock(sending);
  if (open_stream) open_stream->Write(message);  // if the stream is lost, Read says so
}

void Answer(const Decision& decision) {
  const auto index = Choose(decision);
  Send([&](BotMessage& message) {
    *message.mutable_choice()->mutable_decision() = decision.id();
    message.mutable_choice()->set_index(index);
  });
}

void Take(const ArenaMessage& message) {
  if (message.has_welcome()) {
    std::cout << "connected to " << Setting("ARENA_ENDPOINT") << " as " << message.welcome().bot_name() << std::endl;
    if (finishing) Send([](BotMessage& finish) { finish.mutable_finish(); });
    for (const Decision& decision : message.welcome().pending()) std::thread(Answer, decision).detach();
  } else if (message.has_decision()) {
    std::thread(Answer, message.decision()).detach();  // a slow decision must not hold up the stream
  } else if (message.has_ping()) {
    Send([&](BotMessage& pong) { pong.mutable_pong()->set_nonce(message.ping().nonce()); });
  } else if (message.has_match_result()) {
    const MatchResult& r = message.match_result();
    std::cout << r.game() << " " << r.match_id() << ": place " << r.place() << " of " << r.places_size() << " "
              << r.page() << std::endl;
  } else if (message.has_set_result()) {
    const SetResult& r = message.set_result();  // with a reason it is void; a notice tells the rating
    std::cout << r.game() << " " << r.kind() << " set over " << r.reason() << std::endl;
  } else if (message.has_notice()) {
    std::cerr << "notice: " << message.notice().text() << std::endl;
  }  // else a match begins, or it is a kind of a later version
}

// One session, from Hello to the end of the stream.
Session Play(BotGateway::Stub& gateway) {
  Session session;
  grpc::ClientContext context;
  context.AddMetadata("authorization", "Bearer " + Setting("ARENA_TOKEN"));
  const auto stream = gateway.Play(&context);
  BotMessage hello;
  hello.mutable_hello()->set_bot_version(kVersion);
  hello.mutable_hello()->set_language("c++");
  stream->Write(hello);
  for (ArenaMessage message; session.redial == 0s && stream->Read(&message);) {
    if (message.has_welcome()) {
      session.welcomed = true;
      SetOpen(stream.get());
    } else if (message.has_redial()) {
      session.redial = std::chrono::milliseconds(std::max(1u, message.redial().after_ms()));
    }
    Take(message);
  }
  SetOpen(nullptr);
  if (session.redial > 0s) context.TryCancel();
  session.end = stream->Finish();
  return session;
}

// Dials again and again until the bot is finished. Returns the exit code.
int Run(Seconds give_up, std::mt19937 chance) {
  Seconds wait = kFirstWait;
  std::string said;
  for (auto lost = steady_clock::now();;) {
    const auto began = steady_clock::now();
    const auto [welcomed, redial, end] = Play(*BotGateway::NewStub(Dial()));
    if (!end.ok() && redial == 0s && end.error_message() != said) {
      said = end.error_message();
      std::cerr << "no connection to " << Setting("ARENA_ENDPOINT") << ": " << said << std::endl;
    }
    if (end.error_code() == grpc::UNAUTHENTICATED || end.error_code() == grpc::ABORTED) return 2;
    if (finishing && end.ok()) return 0;
    if (welcomed) lost = steady_clock::now();
    if (steady_clock::now() - lost > (finishing ? kFinishWait : give_up)) return 1;
    wait = lost - began > wait ? kFirstWait : std::min(2 * wait, kLongestWait);
    std::this_thread::sleep_for(redial > 0s ? redial : wait * std::uniform_real_distribution(0.5, 1.0)(chance));
  }
}

// The first Ctrl-C or SIGTERM finishes the sets under way; a second one stops the bot at once.
void WatchSignals(const sigset_t& signals) {
  int signal;
  sigwait(&signals, &signal);
  const auto first = steady_clock::now();
  finishing = true;
  Send([](BotMessage& message) { message.mutable_finish(); });
  do sigwait(&signals, &signal);
  while (steady_clock::now() - first < 500ms);  // `timeout` sends two at once
  std::_Exit(1);
}

int main(int count, char** words) {
  if (Setting("ARENA_ENDPOINT").empty() || Setting("ARENA_TOKEN").empty()) {
    std::cerr << "Set ARENA_ENDPOINT to host:port and ARENA_TOKEN to the bot's token, or use arena local.\n";
    return 2;
  }
  random_in_every_game = count > 1 && std::string(words[1]) == "random";
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // in every thread that follows
  std::thread(WatchSignals, signals).detach();
  try {
    const Seconds give_up(std::stod(Setting("ARENA_GIVE_UP_SECONDS", "inf")));
    std::_Exit(Run(give_up, std::mt19937{std::random_device{}()}));  // threads may still think
  } catch (const std::runtime_error& error) {
    std::cerr << error.what() << std::endl;
    std::_Exit(2);
  }
}
