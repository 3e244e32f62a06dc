import { createScript } from './script.ts';

/**
 * Adds to totals. A total that is new, or still 0, expires after its time.
 * KEYS the totals, in one slot. ARGV for each key: the number that is added, and its time in milliseconds.
 * Returns the new totals.
 */
export const ADD_COUNTS = createScript(`
local totals = {}
for index, key in ipairs(KEYS) do
  local by = ARGV[2 * index - 1]
  local total = redis.call('INCRBY', key, by)
  if total == tonumber(by) then redis.call('PEXPIRE', key, ARGV[2 * index]) end
  totals[index] = string.format('%.0f', total)
end
return totals
`);
