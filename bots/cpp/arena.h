#pragma once

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

// A variable of the environment.
std::string Setting(const char* name, const char* otherwise = "");

// A new connection to ARENA_ENDPOINT. Throws if ARENA_CA names a file that cannot be read.
std::shared_ptr<grpc::Channel> Dial();
