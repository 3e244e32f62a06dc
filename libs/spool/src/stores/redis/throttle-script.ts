import { createScript } from './script.ts';

/**
 * Counts a request of a client in its token bucket, in whole numbers: one request costs `perMs`, each millisecond adds
 * `requests`. A bucket that is full again expires.
 * KEYS bucket. ARGV requests (times the factor of the cap), perMs, full credit, time in milliseconds or '' for the
 * clock of Redis.
 * Returns how long the client should wait, in milliseconds.
 */
export const TAKE = createScript(`
local rate, cost, full, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local credit = full
local bucket = redis.call('GET', KEYS[1])
if bucket then
  local left, at = string.match(bucket, '([^:]+):([^:]+)')
  credit = math.min(full, tonumber(left) + math.max(0, now - tonumber(at)) * rate)
end
local wait = 0
if credit < cost then wait = math.ceil((cost - credit) / rate) else credit = credit - cost end
local lasts = math.max(1, math.ceil((full - credit) / rate))
redis.call('SET', KEYS[1], string.format('%.0f:%.0f', credit, now), 'PX', string.format('%.0f', lasts))
return wait
`);
