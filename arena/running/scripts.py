"""Lua that Redis runs as one step: the journal's writes, with their fences.

A journal is written only by the attempt with the highest fence, line by line without a gap. `WRITE` takes lines and frames
together: the next question leaves Redis only if the decision before it is in the journal. Doing it twice changes nothing.
"""

WRITE = """
-- KEYS: journal, proof, then one inbox per frame
-- ARGV: fence, number of the first line, count of lines, the lines, journal seconds, inbox seconds, then the frames
local fence = tonumber(redis.call('HGET', KEYS[2], 'fence') or '0')
if tonumber(ARGV[1]) < fence then return 'fenced' end
local first, count = tonumber(ARGV[2]), tonumber(ARGV[3])
local length = redis.call('LLEN', KEYS[1])
if length < first then return 'short' end
for i = 0, count - 1 do
  local line = ARGV[4 + i]
  if first + i < length then
    if redis.call('LINDEX', KEYS[1], first + i) ~= line then return 'different' end
  else
    redis.call('RPUSH', KEYS[1], line)
  end
end
local at = 4 + count
redis.call('EXPIRE', KEYS[1], ARGV[at])
redis.call('EXPIRE', KEYS[2], ARGV[at])
for i = 3, #KEYS do
  redis.call('RPUSH', KEYS[i], ARGV[at + i - 1])
  redis.call('EXPIRE', KEYS[i], ARGV[at + 1])
end
return 'ok'
"""

OPEN = """
-- Take a journal over: KEYS journal, proof; ARGV fence, run id. Returns {word, lines}.
local fence = tonumber(redis.call('HGET', KEYS[2], 'fence') or '0')
if tonumber(ARGV[1]) < fence then return {'fenced', {}} end
local lines = redis.call('LRANGE', KEYS[1], 0, -1)
local run = redis.call('HGET', KEYS[2], 'run')
if run and run ~= ARGV[2] then return {'unproved', {}} end
if not run and tonumber(ARGV[3]) == 1 then return {'lost', {}} end
redis.call('HSET', KEYS[2], 'fence', ARGV[1], 'run', ARGV[2])
return {'ok', lines}
"""

VOUCH = """
-- Write the whole journal anew from the memory of the attempt that holds it: KEYS journal, proof; ARGV fence, run id, seconds, lines
local fence = tonumber(redis.call('HGET', KEYS[2], 'fence') or '0')
if tonumber(ARGV[1]) < fence then return 'fenced' end
redis.call('DEL', KEYS[1])
for i = 4, #ARGV do redis.call('RPUSH', KEYS[1], ARGV[i]) end
redis.call('HSET', KEYS[2], 'fence', ARGV[1], 'run', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[3])
return 'ok'
"""

CLOSE = """
-- Forget a journal, unless a later attempt has it: KEYS journal, proof; ARGV fence
local fence = tonumber(redis.call('HGET', KEYS[2], 'fence') or '0')
if tonumber(ARGV[1]) < fence then return 0 end
return redis.call('DEL', KEYS[1], KEYS[2])
"""

FORGET = """
-- Delete a key only if it still has this value, not one that somebody else has put there since: KEYS key; ARGV value
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
"""

FORGET_FIELD = """
-- The same for one field of a hash: KEYS hash; ARGV field, value
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then return redis.call('HDEL', KEYS[1], ARGV[1]) end
return 0
"""

SHOW = """
-- Show where a bot is, unless it has dialled in elsewhere since: KEYS presence; ARGV value, arrival, seconds. Whether it is shown.
local shown = redis.call('GET', KEYS[1])
if shown then
  local arrival = cjson.decode(shown)['arrival']
  if arrival and arrival > tonumber(ARGV[2]) then return 0 end
end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[3])
return 1
"""

PAUSE = """
-- A bot left before its match began: KEYS count, pause; ARGV first, longest and remembered seconds. While it pauses it counts once.
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
local times = redis.call('INCR', KEYS[1])
local seconds = math.min(tonumber(ARGV[1]) * 2 ^ math.min(times - 1, 20), tonumber(ARGV[2]))
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('SET', KEYS[2], times, 'EX', math.floor(seconds))
return times
"""
