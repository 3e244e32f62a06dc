import { concatBytes } from '../protocol/bytes.ts';
import { NEWLINE } from '../protocol/envelope-header.ts';
import { createItemFilter } from '../protocol/envelope.ts';
import type { RateLimits } from '../protocol/rate-limits.ts';
import { createItemGuard } from '../limits/item-guard.ts';
import { createSeenItems } from '../limits/seen-items.ts';
import { refusal, type Refusal } from '../outcome/outcomes.ts';
import type { IncomingEnvelope } from './incoming-envelope.ts';

/**
 * Removes the limited items from an envelope that is whole and was checked. Its event may stand anywhere in it.
 * @returns the bytes to send, or the refusal if no item is left
 */
export function applyLimits(
  incoming: IncomingEnvelope,
  limits: RateLimits,
  bytes: Uint8Array,
): Uint8Array | Refusal {
  const items = createSeenItems();
  const guard = createItemGuard({ limits, nowMs: incoming.settings.clock.now(), event: incoming.event });
  const firstItem = bytes.indexOf(NEWLINE) + 1;
  const kept = [bytes.subarray(0, firstItem)];
  const filter = createItemFilter({
    offset: firstItem,
    keep: guard.keep,
    onBytes: (part) => kept.push(part),
    onItemEnd: (item, itemBytes) => {
      items.add({ ...item, bytes: itemBytes }, guard.reason());
      return undefined;
    },
  });
  filter.push(bytes.subarray(firstItem));
  filter.finish();
  if (!guard.hasDropped()) return bytes;
  incoming.items = items;
  return guard.hasDroppedAll() ? refusal('rate-limited') : concatBytes(kept);
}
