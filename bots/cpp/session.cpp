// One session: what comes in, and what goes out.
#include "session.h"

#include <atomic>
#include <cstdlib>
#include <iostream>
#include <mutex>

#include "choose.h"

using namespace arena::v1;

namespace {

std::atomic<bool> finishing = false;
std::mutex sending;
grpc::ClientReaderWriter<BotMessage, ArenaMessage>* open_stream = nullptr;  // guarded by `sending`

void Send(const BotMessage& message) {
  const std::lock_guard lock(sending);
  if (open_stream) open_stream->Write(message);  // if the stream is lost, Read says so
}

void SendFinish() {
  BotMessage message;
  message.mutable_finish();
  Send(message);
}

void Answer(const Decision& decision) {
  BotMessage message;
  *message.mutable_choice()->mutable_decision() = decision.id();
  message.mutable_choice()->set_index(Choose(decision));
  Send(message);
}

void Handle(const ArenaMessage& message, Session& session) {
  switch (message.kind_case()) {
    case ArenaMessage::kWelcome:
      session.welcomed = true;
      std::cout << "connected as " << message.welcome().bot_name() << std::endl;
      if (finishing) SendFinish();
      for (const Decision& decision : message.welcome().pending()) Answer(decision);
      break;
    case ArenaMessage::kDecision:
      Answer(message.decision());
      break;
    case ArenaMessage::kPing: {
      BotMessage pong;
      pong.mutable_pong()->set_nonce(message.ping().nonce());
      Send(pong);
      break;
    }
    case ArenaMessage::kMatchResult: {
      const MatchResult& result = message.match_result();
      std::cout << result.game() << " " << result.match_id() << ": place " << result.place() << " of "
                << result.places_size() << " " << result.page() << std::endl;
      break;
    }
    case ArenaMessage::kSetResult:
      std::cout << message.set_result().game() << " set over, rating " << message.set_result().rating() << " "
                << message.set_result().reason() << std::endl;  // with a reason it is void
      break;
    case ArenaMessage::kNotice:
      std::cerr << "notice: " << message.notice().text() << std::endl;
      break;
    case ArenaMessage::kRedial:
      session.redial = std::chrono::milliseconds(std::max(1u, message.redial().after_ms()));
      break;
    default:  // a match begins, or a kind of a later version
      break;
  }
}

}  // namespace

std::string Setting(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

Session Play(BotGateway::Stub& gateway) {
  Session session;
  grpc::ClientContext context;
  context.AddMetadata("authorization", "Bearer " + Setting("ARENA_TOKEN"));
  const auto stream = gateway.Play(&context);
  BotMessage hello;
  hello.mutable_hello()->set_bot_version(kVersion);
  hello.mutable_hello()->set_language("c++");
  stream->Write(hello);
  {
    const std::lock_guard lock(sending);
    open_stream = stream.get();
  }
  ArenaMessage message;
  while (session.redial.count() == 0 && stream->Read(&message)) Handle(message, session);
  {
    const std::lock_guard lock(sending);
    open_stream = nullptr;
  }
  if (session.redial.count() > 0) context.TryCancel();
  session.status = stream->Finish();
  return session;
}

void Finish() {
  finishing = true;
  SendFinish();
}

bool IsFinishing() { return finishing; }
