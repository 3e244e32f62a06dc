import { lossOf, type Outcome } from '../outcome/outcomes.ts';
import type { OutcomeDetail, StoredOutcome } from '../outcome/outcome-detail.ts';

/** What is remembered of one envelope: never its payload, key or client address. */
export interface OutcomeEntry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The worker's number. */
  readonly worker: number;
  readonly outcome: (Outcome | StoredOutcome)['kind'];
  /** Why it was refused, stored or dropped. */
  readonly reason: string | undefined;
  /** Whether the envelope is lost, as `adit.tunnel.lost` counts it, and why. */
  readonly lost: string | undefined;
  /** The status of the answer, or ingest's for a stored envelope. */
  readonly status: number | undefined;
  readonly eventId: string | undefined;
  readonly project: string | undefined;
  readonly sdk: string | undefined;
  readonly itemTypes: readonly string[];
  readonly bytes: number;
  readonly durationMs: number;
  /** How long it was stored, in milliseconds. */
  readonly heldMs: number | undefined;
  /** Until when it is stored at most, in milliseconds since the epoch. */
  readonly keptUntil: number | undefined;
  /** The items that rate limits have dropped. */
  readonly limited: OutcomeDetail['limited'];
}

/** What an entry depends on besides the outcome. */
export interface EntryContext {
  readonly worker: number;
  readonly now: () => number;
  /** The age at which stored envelopes are dropped, in milliseconds. */
  readonly spoolMaxAgeMs: number;
}

/** The reason and status of an outcome. */
function facts(
  outcome: Outcome | StoredOutcome,
): Pick<OutcomeEntry, 'reason' | 'lost' | 'status' | 'heldMs'> {
  switch (outcome.kind) {
    case 'redelivered':
      return { reason: undefined, lost: undefined, status: outcome.status, heldMs: outcome.heldMs };
    case 'given-up': {
      const { cause, heldMs } = outcome;
      const isLost = cause !== 'dropped' && cause !== 'rate-limited';
      return { reason: cause, lost: isLost ? cause : undefined, status: undefined, heldMs };
    }
    default: {
      const reason =
        outcome.kind === 'refused' ? outcome.reason : outcome.kind === 'spooled' ? outcome.cause : undefined;
      return { reason, lost: lossOf(outcome), status: outcome.status, heldMs: undefined };
    }
  }
}

/** A copy: a part of a long text would keep all of it in memory. */
const copyHex = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : Buffer.from(text, 'hex').toString('hex');

/** Notes an outcome. */
export function toEntry(
  outcome: Outcome | StoredOutcome,
  detail: OutcomeDetail,
  { worker, now, spoolMaxAgeMs }: EntryContext,
): OutcomeEntry {
  const at = now();
  const round = (ms: number): number => Math.round(ms * 10) / 10;
  const { heldMs, ...known } = facts(outcome);
  return {
    at,
    worker,
    outcome: outcome.kind,
    ...known,
    eventId: copyHex(detail.eventId),
    project: detail.project,
    sdk: detail.sdk,
    itemTypes: detail.itemTypes,
    bytes: detail.bytes,
    durationMs: round(detail.durationMs),
    heldMs: heldMs === undefined ? undefined : Math.round(heldMs),
    keptUntil: outcome.kind === 'spooled' ? at + spoolMaxAgeMs : undefined,
    limited: detail.limited,
  };
}
