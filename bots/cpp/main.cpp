// Dials the arena again and again until the bot is finished. session.cpp is one connection.
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <thread>

#include "choose.h"
#include "session.h"

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace {

constexpr Seconds kFirstWait = 100ms, kLongestWait = 10s, kFinishWait = 5s;

// Plain text on this machine, TLS elsewhere; ARENA_CA names the file of a private authority.
std::shared_ptr<grpc::ChannelCredentials> Security(const std::string& endpoint) {
  const std::string authority = Setting("ARENA_CA"), host = endpoint.substr(0, endpoint.rfind(':'));
  const bool local = host == "localhost" || host == "[::1]" || host.starts_with("127.");
  if (authority.empty() && (local || !Setting("ARENA_PLAIN_TEXT").empty())) return grpc::InsecureChannelCredentials();
  grpc::SslCredentialsOptions options;
  if (!authority.empty()) {
    std::ostringstream text;
    text << std::ifstream(authority).rdbuf();
    options.pem_root_certs = text.str();
  }
  return grpc::SslCredentials(options);
}

// The first Ctrl-C or SIGTERM finishes the sets under way; a second one stops the bot at once.
void WatchSignals(sigset_t signals) {
  int signal = 0;
  sigwait(&signals, &signal);
  Finish();
  std::this_thread::sleep_for(500ms);
  const timespec none{};
  while (sigtimedwait(&signals, nullptr, &none) > 0) continue;  // `timeout` sends two at once
  sigwait(&signals, &signal);
  std::_Exit(1);
}

}  // namespace

int main(int count, char** words) {
  const std::string endpoint = Setting("ARENA_ENDPOINT"), patience = Setting("ARENA_GIVE_UP_SECONDS");
  if (endpoint.empty() || Setting("ARENA_TOKEN").empty()) {
    std::cerr
        << "Set ARENA_ENDPOINT to host:port and ARENA_TOKEN to the bot's token, or start this with arena local.\n";
    return 2;
  }
  random_in_every_game = count > 1 && std::string(words[1]) == "random";
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // in every thread that follows
  std::thread(WatchSignals, signals).detach();
  const double give_up = patience.empty() ? INFINITY : std::stod(patience);
  std::mt19937 chance{std::random_device{}()};
  Seconds wait = kFirstWait;
  std::string said;
  for (auto lost = Clock::now();;) {
    const auto began = Clock::now();
    grpc::ChannelArguments options;
    options.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    options.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 20'000);
    options.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // every dial is a new connection
    const auto gateway =
        arena::v1::BotGateway::NewStub(grpc::CreateCustomChannel(endpoint, Security(endpoint), options));
    const auto [welcomed, redial, status] = Play(*gateway);
    if (status.error_code() == grpc::UNAUTHENTICATED || status.error_code() == grpc::ABORTED) {
      std::cerr << status.error_message() << std::endl;  // a bad token, or another session took over
      return 2;
    }
    if (IsFinishing() && status.ok()) return 0;
    if (!status.ok() && redial == 0s && status.error_message() != said) {
      said = status.error_message();
      std::cerr << "no connection to " << endpoint << ": " << said << "; dialling again" << std::endl;
    }
    if (welcomed) lost = Clock::now();
    if (Seconds(Clock::now() - lost).count() > (IsFinishing() ? kFinishWait.count() : give_up)) return 1;
    wait = welcomed && Clock::now() - began > wait ? kFirstWait : std::min(2 * wait, kLongestWait);
    std::this_thread::sleep_for(redial > 0s ? redial : wait * std::uniform_real_distribution(0.5, 1.0)(chance));
  }
}
