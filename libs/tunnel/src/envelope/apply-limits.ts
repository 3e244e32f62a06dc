import { concatBytes } from '../protocol/bytes.ts';
import { NEWLINE } from '../protocol/envelope-header.ts';
import { createsEvent } from '../protocol/item-rules.ts';
import type { RateLimits } from '../protocol/rate-limits.ts';
import { createItemGuard } from '../limits/item-guard.ts';
import { refusal, type Refusal } from '../outcome/outcomes.ts';
import type { IncomingEnvelope } from './incoming-envelope.ts';

/**
 * Removes the limited items from an envelope that is whole and was checked. Its event may stand anywhere in it.
 * @returns the bytes to send, or the refusal if no item is left
 */
export function applyLimits(
  { limitable, items, settings }: IncomingEnvelope,
  limits: RateLimits,
  bytes: Uint8Array,
): Uint8Array | Refusal {
  const event = limitable.find(({ facts }) => createsEvent(facts))?.facts;
  const guard = createItemGuard({ limits, nowMs: settings.clock.now(), event });
  const kept = [bytes.subarray(0, bytes.indexOf(NEWLINE) + 1)];
  for (const { facts, start, end } of limitable) {
    if (guard.keep(facts)) kept.push(bytes.subarray(start, end));
    items.add(facts, guard.reason());
  }
  if (!guard.hasDropped()) return bytes;
  return guard.hasDroppedAll() ? refusal('rate-limited') : concatBytes(kept);
}
