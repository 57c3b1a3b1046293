// Where the arena is, and how it is reached: what the environment says.
#include "arena.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

std::string Setting(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value ? value : otherwise;
}

// Plain text on this machine, TLS elsewhere; ARENA_CA names the file of a private authority.
static std::shared_ptr<grpc::ChannelCredentials> Security(const std::string& endpoint) {
  const std::string authority = Setting("ARENA_CA"), host = endpoint.substr(0, endpoint.rfind(':'));
  const bool local = host == "localhost" || host == "[::1]" || host.starts_with("127.");
  if (authority.empty() && (local || !Setting("ARENA_PLAIN_TEXT").empty())) return grpc::InsecureChannelCredentials();
  grpc::SslCredentialsOptions options;  // without more, the system's authorities
  if (!authority.empty()) {
    std::ostringstream roots;
    if (!(roots << std::ifstream(authority).rdbuf())) throw std::runtime_error("ARENA_CA: cannot read " + authority);
    options.pem_root_certs = roots.str();
  }
  return grpc::SslCredentials(options);
}

std::shared_ptr<grpc::Channel> Dial() {
  grpc::ChannelArguments options;
  options.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  options.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 20'000);
  options.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // every dial is a new connection
  const std::string endpoint = Setting("ARENA_ENDPOINT");
  return grpc::CreateCustomChannel(endpoint, Security(endpoint), options);
}
