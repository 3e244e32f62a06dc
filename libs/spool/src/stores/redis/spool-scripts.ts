import { createScript, primaryIf } from './script.ts';

/**
 * Adds envelopes and counts their bytes, as far as the DSN has room for them.
 * KEYS log, meta. ARGV bound, 'id' or '', then for each: counted bytes, time received, fields, size, body.
 * Returns the number of envelopes and bytes, for each envelope 1, or 0 if there was no room, and the id of the primary
 * if it is asked for.
 */
export const APPEND = createScript(`
local before = tonumber(redis.call('HGET', KEYS[2], 'bytes') or '0')
local held, bound, added = before, tonumber(ARGV[1]), {}
for index = 3, #ARGV, 5 do
  local fits = held + tonumber(ARGV[index]) <= bound
  if fits then
    redis.call('XADD', KEYS[1], '*', 'at', ARGV[index + 1], 'fields', ARGV[index + 2], 'bytes', ARGV[index + 3],
      'taken', ARGV[index], 'pieces', '', 'body', ARGV[index + 4])
    held = held + tonumber(ARGV[index])
  end
  added[#added + 1] = fits and 1 or 0
end
if held > before then redis.call('HINCRBY', KEYS[2], 'bytes', held - before) end
${primaryIf("ARGV[2] == 'id'")}
return {redis.call('XLEN', KEYS[1]), held, added, primary}
`);

/**
 * Adds an envelope whose body is in a separate list, which was written before and expires unless an entry names it.
 * KEYS log, meta, list of pieces. ARGV bound, counted bytes, time received, fields, size, number of pieces, 'id' or ''.
 * Returns the number of envelopes and bytes, and the id of the primary if it is asked for; -1 for a full DSN, -2 if the pieces are gone.
 */
export const APPEND_LARGE = createScript(`
local held = tonumber(redis.call('HGET', KEYS[2], 'bytes') or '0')
if held + tonumber(ARGV[2]) > tonumber(ARGV[1]) then return {-1, held} end
if redis.call('LLEN', KEYS[3]) ~= tonumber(ARGV[6]) then return {-2, held} end
redis.call('XADD', KEYS[1], '*', 'at', ARGV[3], 'fields', ARGV[4], 'bytes', ARGV[5], 'taken', ARGV[2],
  'pieces', KEYS[3], 'body', '')
redis.call('PERSIST', KEYS[3])
${primaryIf("ARGV[7] == 'id'")}
return {redis.call('XLEN', KEYS[1]), redis.call('HINCRBY', KEYS[2], 'bytes', ARGV[2]), primary}
`);

/**
 * Adds pieces to the list of a large body. It expires unless an entry names it.
 * KEYS list. ARGV lifetime in milliseconds, pieces.
 */
export const ADD_PIECE = createScript(`
redis.call('RPUSH', KEYS[1], ARGV[2])
return redis.call('PEXPIRE', KEYS[1], ARGV[1])
`);

/** Reads a piece of a large body. KEYS list. ARGV index. */
export const READ_PIECE = createScript(`return redis.call('LINDEX', KEYS[1], ARGV[1])`);

/** Deletes a large body that no entry names. KEYS list. */
export const DROP_PIECES = createScript(`return redis.call('DEL', KEYS[1])`);

/**
 * Reads the oldest envelopes for the holder of the lease, or takes the lease if it is free. Works while Redis has no
 * memory left, so that stored envelopes can leave.
 * KEYS log, meta, lease. ARGV token, lifetime of a lease in milliseconds, id to start after or '-', most entries, most
 * bytes.
 * Returns the number of envelopes and bytes, the holder of the lease, and the entries. Holder: 0 another, or nothing is
 * stored; 1 the token, 2 the token from now on. At least one entry is returned, even if it exceeds the bytes.
 */
export const READ = createScript(`#!lua flags=allow-oom
local length = redis.call('XLEN', KEYS[1])
local held = tonumber(redis.call('HGET', KEYS[2], 'bytes') or '0')
local holder = redis.call('GET', KEYS[3])
local whose, after = 1, ARGV[3]
if holder == ARGV[1] then
  redis.call('PEXPIRE', KEYS[3], ARGV[2])
elseif holder or length == 0 then
  return {length, held, 0, {}}
else
  redis.call('SET', KEYS[3], ARGV[1], 'PX', ARGV[2])
  whose, after = 2, '-'
end
local entries = redis.call('XRANGE', KEYS[1], after, '+', 'COUNT', ARGV[4])
local bytes, count = 0, 0
for _, entry in ipairs(entries) do
  bytes = bytes + #entry[2][#entry[2]]
  if count > 0 and bytes > tonumber(ARGV[5]) then break end
  count = count + 1
end
return {length, held, whose, {unpack(entries, 1, count)}}
`);

/**
 * Removes envelopes that were read, for a caller that still holds the lease.
 * KEYS log, meta, lease, lists of pieces. ARGV token, then for each: id, counted bytes.
 * Returns the number of envelopes and bytes; -1 if another may hold the lease.
 */
export const REMOVE = createScript(`#!lua flags=allow-oom
if redis.call('GET', KEYS[3]) ~= ARGV[1] then return {-1, 0} end
local freed = 0
for index = 2, #ARGV, 2 do
  if redis.call('XDEL', KEYS[1], ARGV[index]) == 1 then freed = freed + tonumber(ARGV[index + 1]) end
end
if freed > 0 then redis.call('HINCRBY', KEYS[2], 'bytes', -freed) end
for index = 4, #KEYS do redis.call('DEL', KEYS[index]) end
local length = redis.call('XLEN', KEYS[1])
if length == 0 then redis.call('DEL', KEYS[2], KEYS[3]) end
return {length, tonumber(redis.call('HGET', KEYS[2], 'bytes') or '0')}
`);

/** Renews a lease. KEYS lease. ARGV token, lifetime in milliseconds. Returns 0 if it is lost. */
export const RENEW = createScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`);

/** Releases a lease. KEYS lease. ARGV token. */
export const RELEASE = createScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
`);

/** Reads the number of envelopes and bytes of a DSN. KEYS log, meta. */
export const MEASURE = createScript(`
return {redis.call('XLEN', KEYS[1]), tonumber(redis.call('HGET', KEYS[2], 'bytes') or '0')}
`);

/** Records the names of DSNs that have a log, with the time. KEYS sorted set. ARGV names. Returns how many were new. */
export const NOTE_NAMES = createScript(`#!lua flags=allow-oom
local now = redis.call('TIME')[1]
local new = 0
for _, name in ipairs(ARGV) do new = new + redis.call('ZADD', KEYS[1], now, name) end
return new
`);

/**
 * Returns the names of all logs. First removes names of empty logs that were not recorded for a while.
 * KEYS sorted set. ARGV that time in seconds, names of empty logs.
 */
export const LIST_NAMES = createScript(`#!lua flags=allow-oom
local before = redis.call('TIME')[1] - ARGV[1]
for index = 2, #ARGV do
  local noted = redis.call('ZSCORE', KEYS[1], ARGV[index])
  if noted and tonumber(noted) < before then redis.call('ZREM', KEYS[1], ARGV[index]) end
end
return redis.call('ZRANGE', KEYS[1], 0, -1)
`);

/**
 * Reads what Redis does when its memory is full. On request, writes to a key as the spool would, so that a user without
 * the permission is refused at once.
 * KEYS key that is not used otherwise. ARGV 'write' or ''.
 */
export const CHECK = createScript(`
if ARGV[1] == 'write' then
  redis.call('XADD', KEYS[1], '*', 'check', '1')
  redis.call('DEL', KEYS[1])
end
return string.match(redis.call('INFO', 'memory'), 'maxmemory_policy:([%w-]+)') or ''
`);
