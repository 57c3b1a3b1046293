#pragma once

#include <chrono>
#include <string>

#include "arena/v1/bots.grpc.pb.h"

using Seconds = std::chrono::duration<double>;

// How a session went.
struct Session {
  bool welcomed = false;
  Seconds redial{0};  // the arena asked the bot to dial again after this time
  grpc::Status status;
};

// The value of an environment variable; empty if it is not set.
std::string Setting(const char* name);

// Plays one session, from Hello to the end of the stream.
Session Play(arena::v1::BotGateway::Stub& gateway);

// Finishes the sets under way and takes nothing new, in this session and those that follow.
void Finish();
bool IsFinishing();
