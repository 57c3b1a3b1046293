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

std::string Setting(const char* name, const char* otherwise = "") {
  const char* value = std::getenv(name);
  return value ? value : otherwise;
}

// Plain text on this machine, TLS elsewhere; ARENA_CA names the file of a private authority.
std::shared_ptr<grpc::ChannelCredentials> Security(const std::string& endpoint) {
  const std::string authority = Setting("ARENA_CA"), host = endpoint.substr(0, endpoint.rfind(':'));
  const bool local = host == "localhost" || host == "[::1]" || host.starts_with("127.");
  if (authority.empty() && (local || !Setting("ARENA_PLAIN_TEXT").empty())) return grpc::InsecureChannelCredentials();
  std::ostringstream roots;
  if (!authority.empty()) roots << std::ifstream(authority).rdbuf();
  return grpc::SslCredentials({.pem_root_certs = roots.str(), .pem_private_key = "", .pem_cert_chain = ""});
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

// Dials again and again until the bot is finished. Returns the exit code.
int Run(const std::string& endpoint, const std::string& token, double give_up) {
  std::mt19937 chance{std::random_device{}()};
  grpc::ChannelArguments options;
  options.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  options.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 20'000);
  options.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // every dial is a new connection
  Seconds wait = kFirstWait;
  std::string said;
  for (auto lost = Clock::now();;) {
    const auto began = Clock::now();
    bool welcomed = false;
    Seconds redial{0};
    const auto channel = grpc::CreateCustomChannel(endpoint, Security(endpoint), options);
    const grpc::Status status = Play(*arena::v1::BotGateway::NewStub(channel), token, welcomed, redial);
    const bool refused = status.error_code() == grpc::UNAUTHENTICATED || status.error_code() == grpc::ABORTED;
    if (!status.ok() && redial == 0s && status.error_message() != said) {
      said = status.error_message();
      std::cerr << "no connection to " << endpoint << ": " << said << std::endl;
    }
    if (refused) return 2;  // a bad token, or another session took over
    if (finishing && status.ok()) return 0;
    if (welcomed) lost = Clock::now();
    if (Seconds(Clock::now() - lost).count() > (finishing ? kFinishWait.count() : give_up)) return 1;
    wait = lost - began > wait ? kFirstWait : std::min(2 * wait, kLongestWait);
    std::this_thread::sleep_for(redial > 0s ? redial : wait * std::uniform_real_distribution(0.5, 1.0)(chance));
  }
}

}  // namespace

int main(int count, char** words) {
  const std::string endpoint = Setting("ARENA_ENDPOINT"), token = Setting("ARENA_TOKEN");
  if (endpoint.empty() || token.empty()) {
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
  std::quick_exit(Run(endpoint, token, std::stod(Setting("ARENA_GIVE_UP_SECONDS", "inf"))));  // threads may still think
}
