import { createScript } from '../../src/stores/redis/script.ts';
import { spoolKeys } from '../../src/stores/redis/spool-keys.ts';
import type { Redis } from '../../src/stores/redis/redis.ts';

/** Reads everything that Redis holds for a DSN. KEYS log, meta, lease. */
const INSPECT = createScript(`
local entries = {}
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+')) do
  local fields = {}
  for index = 1, #entry[2], 2 do fields[entry[2][index]] = entry[2][index + 1] end
  local list = {-1, 0}
  if fields.pieces ~= '' then list = {redis.call('LLEN', fields.pieces), redis.call('PTTL', fields.pieces)} end
  table.insert(entries, {entry[1], fields.fields, tonumber(fields.taken), tonumber(fields.bytes), list[1], list[2]})
end
return {tonumber(redis.call('HGET', KEYS[2], 'bytes') or '0'), redis.call('GET', KEYS[3]) or '', entries}
`);

/** Lets time pass for keys that expire. KEYS any. ARGV milliseconds. */
const AGE = createScript(`
for _, key in ipairs(KEYS) do
  local left = redis.call('PTTL', key)
  if left > 0 and left <= tonumber(ARGV[1]) then redis.call('DEL', key)
  elseif left > 0 then redis.call('PEXPIRE', key, left - ARGV[1]) end
end
return 1
`);

/** The content of one log. */
export interface LogTruth {
  readonly heldBytes: number;
  readonly holder: string;
  readonly entries: readonly StoredTruth[];
}

interface StoredTruth {
  readonly id: string;
  readonly name: string;
  readonly takenBytes: number;
  readonly bodyBytes: number;
  /** -1 if the body is in the entry. */
  readonly pieces: number;
  /** -1 if they do not expire. */
  readonly piecesLeftMs: number;
}

/** Reads a DSN's log. */
export async function inspectLog(redis: Redis, dsn: string): Promise<LogTruth> {
  const { log, meta, lease } = spoolKeys(redis.prefix, dsn);
  const [heldBytes, holder, entries] = (await redis.run(INSPECT, [log, meta, lease], [])) as [
    number,
    Buffer,
    readonly [Buffer, Buffer, number, number, number, number][],
  ];
  return {
    heldBytes,
    holder: String(holder),
    entries: entries.map(([id, fields, takenBytes, bodyBytes, pieces, piecesLeftMs]) => ({
      id: String(id),
      name: (JSON.parse(String(fields)) as { name: string }).name,
      takenBytes,
      bodyBytes,
      pieces,
      piecesLeftMs,
    })),
  };
}

/** Lets time pass in Redis for leases and unfinished bodies. */
export async function age(redis: Redis, keys: string[], byMs: number): Promise<void> {
  await redis.run(AGE, keys, [String(byMs)]);
}
