#pragma once

#include <atomic>
#include <chrono>
#include <string>

#include "arena/v1/bots.grpc.pb.h"

using Seconds = std::chrono::duration<double>;

// Whether the bot plays the sets under way to their end, and takes nothing new.
inline std::atomic<bool> finishing = false;

// Finishes, in this session and those that follow.
void Finish();

// Plays one session, from Hello to the end of the stream. `redial` is how long to wait if the arena asked for a new
// dial.
grpc::Status Play(arena::v1::BotGateway::Stub& gateway, const std::string& token, bool& welcomed, Seconds& redial);
