import { concatBytes, NEWLINE } from '@adit/envelope';
import type { DropReason } from '../limits/item-guard.ts';
import type { EnvelopeJudge, PolicyDrop, PolicyItem } from './policy.ts';

/**
 * The largest item that is judged, in bytes. It is held in memory meanwhile. A larger one is dropped: it could hold
 * secrets. Ingest takes events up to half of it, and SDKs send smaller containers.
 */
export const MAX_JUDGED_BYTES = 2_097_152;

const UNNAMED = 'policy';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An item after its verdict. */
export interface JudgedItem {
  /** The bytes to send: header line, payload and newline. `undefined` if the item is dropped. */
  readonly bytes: Uint8Array | undefined;
  readonly isChanged: boolean;
  /** The rule that drops the item. */
  readonly reason: string | undefined;
  /** The items of its container that are dropped. */
  readonly parts: readonly PolicyDrop[];
}

const NO_PARTS: readonly PolicyDrop[] = [];

const asReceived = (bytes: Uint8Array): JudgedItem => ({
  bytes,
  isChanged: false,
  reason: undefined,
  parts: NO_PARTS,
});

/** The verdict on an item of more than {@link MAX_JUDGED_BYTES}. */
export const TOO_LARGE: JudgedItem = {
  bytes: undefined,
  isChanged: true,
  reason: 'policy-too-large',
  parts: NO_PARTS,
};

/** The reason of a dropped item; `undefined` if it stays. */
export const filteredBy = ({ reason }: JudgedItem): DropReason | undefined =>
  reason === undefined ? undefined : { kind: 'filtered_events', reason };

/**
 * Judges a complete item.
 * @param bytes its header line, its payload and the newline after that, if any
 */
export function judgeItem(
  judge: EnvelopeJudge['judge'],
  item: PolicyItem,
  bytes: Uint8Array,
  payloadBytes: number,
): JudgedItem {
  // The last header may end without a newline.
  if (payloadBytes === 0) return asReceived(bytes);
  const payloadStart = bytes.indexOf(NEWLINE) + 1;
  const payload = bytes.subarray(payloadStart, payloadStart + payloadBytes);
  const verdict = judge(item, payload);
  if (verdict === undefined) return asReceived(bytes);
  const { dropped = NO_PARTS, itemCount } = verdict;
  if (verdict.payload === undefined) {
    const [first, ...parts] = dropped;
    return { bytes: undefined, isChanged: true, reason: first?.reason ?? UNNAMED, parts };
  }
  const line = decoder.decode(bytes.subarray(0, payloadStart));
  const header = JSON.parse(line) as Record<string, unknown>;
  if (header['length'] != null) header['length'] = verdict.payload.byteLength;
  if (itemCount !== undefined) header['item_count'] = itemCount;
  const changed = concatBytes([
    encoder.encode(`${JSON.stringify(header)}\n`),
    verdict.payload,
    bytes.subarray(payloadStart + payloadBytes),
  ]);
  return { bytes: changed, isChanged: true, reason: undefined, parts: dropped };
}
