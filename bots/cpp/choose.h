#pragma once

#include "arena/v1/bots.pb.h"

inline constexpr char kVersion[] = "1.0";
inline bool random_in_every_game = false;

// Returns the index of the action to play.
int Choose(const arena::v1::Decision& decision);
