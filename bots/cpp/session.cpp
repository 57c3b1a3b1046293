// One session: what comes in, and what goes out.
#include "session.h"

#include <algorithm>
#include <iostream>
#include <mutex>
#include <thread>

#include "choose.h"

using namespace arena::v1;
using namespace std::chrono_literals;

namespace {

using Stream = grpc::ClientReaderWriter<BotMessage, ArenaMessage>;

std::mutex sending;
Stream* open_stream = nullptr;  // guarded by `sending`

void SetOpen(Stream* stream) {
  const std::lock_guard lock(sending);
  open_stream = stream;
}

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
  std::thread thinking([decision] {  // a slow decision must not hold up the stream
    BotMessage message;
    *message.mutable_choice()->mutable_decision() = decision.id();
    message.mutable_choice()->set_index(Choose(decision));
    Send(message);
  });
  thinking.detach();
}

void Take(const ArenaMessage& message) {
  if (message.has_welcome()) {
    std::cout << "connected as " << message.welcome().bot_name() << std::endl;
    if (finishing) SendFinish();
    std::ranges::for_each(message.welcome().pending(), Answer);
  } else if (message.has_decision()) {
    Answer(message.decision());
  } else if (message.has_ping()) {
    BotMessage pong;
    pong.mutable_pong()->set_nonce(message.ping().nonce());
    Send(pong);
  } else if (message.has_match_result()) {
    const MatchResult& result = message.match_result();
    std::cout << result.game() << " " << result.match_id() << ": place " << result.place() << " of "
              << result.places_size() << " " << result.page() << std::endl;
  } else if (message.has_set_result()) {
    const SetResult& result = message.set_result();  // with a reason it is void
    std::cout << result.game() << " set over, rating " << result.rating() << " " << result.reason() << std::endl;
  } else if (message.has_notice()) {
    std::cerr << "notice: " << message.notice().text() << std::endl;
  }  // else a match begins, or it is a kind of a later version
}

}  // namespace

grpc::Status Play(BotGateway::Stub& gateway, const std::string& token, bool& welcomed, Seconds& redial) {
  grpc::ClientContext context;
  context.AddMetadata("authorization", "Bearer " + token);
  const auto stream = gateway.Play(&context);
  BotMessage hello;
  hello.mutable_hello()->set_bot_version(kVersion);
  hello.mutable_hello()->set_language("c++");
  stream->Write(hello);
  for (ArenaMessage message; redial == 0s && stream->Read(&message);) {
    if (message.has_welcome()) welcomed = true, SetOpen(stream.get());
    if (message.has_redial()) redial = std::chrono::milliseconds(std::max(1u, message.redial().after_ms()));
    Take(message);
  }
  SetOpen(nullptr);
  if (redial > 0s) context.TryCancel();
  return stream->Finish();
}

void Finish() {
  finishing = true;
  SendFinish();
}
