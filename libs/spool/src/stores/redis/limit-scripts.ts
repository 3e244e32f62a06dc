import { createScript } from './script.ts';

/** Milliseconds since the epoch, by the clock of Redis, because the clocks of the processes differ. */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * Merges the limits of a DSN with the stored ones: of two on the same category the one that ends later stays.
 * KEYS table, version. ARGV DSN, limits as JSON with the milliseconds they last, channel.
 * A limit that ends at most 50 ms later changes nothing, because each answer of ingest repeats it.
 */
export const MERGE_LIMITS = createScript(`#!lua flags=allow-oom
${NOW}
local merged, order, changed = {}, {}, false
local function key(limit) return limit.category .. ':' .. limit.scope .. ':' .. limit.namespaces end
for _, limit in ipairs(cjson.decode(redis.call('HGET', KEYS[1], ARGV[1]) or '[]')) do
  if limit.untilMs > now then
    merged[key(limit)] = limit
    table.insert(order, key(limit))
  else
    changed = true
  end
end
for _, limit in ipairs(cjson.decode(ARGV[2])) do
  limit.untilMs = now + limit.untilMs
  local known = merged[key(limit)]
  if limit.untilMs > now and (not known or limit.untilMs > known.untilMs + 50) then
    if not known then table.insert(order, key(limit)) end
    merged[key(limit)] = limit
    changed = true
  end
end
if not changed then return 0 end
local list = {}
for _, name in ipairs(order) do table.insert(list, merged[name]) end
if #list == 0 then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], cjson.encode(list))
end
local message = {dsn = ARGV[1], now = now, version = redis.call('INCR', KEYS[2])}
if #list > 0 then message.limits = list end
redis.call('PUBLISH', ARGV[3], cjson.encode(message))
return 1
`);

/**
 * Reads all limits, if any has changed since.
 * KEYS table, version. ARGV version read last.
 * Returns the version, the time, and DSNs with their limits as JSON in turn.
 */
export const READ_LIMITS = createScript(`${NOW}
local version = redis.call('GET', KEYS[2]) or '0'
if version == ARGV[1] then return {version, tostring(now), {}} end
return {version, tostring(now), redis.call('HGETALL', KEYS[1])}
`);
