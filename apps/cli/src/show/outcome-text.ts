/** An outcome, as `/outcomes` and `/events` of the tunnel server give it. Fields that are unknown are missing. */
export interface OutcomeEntry {
  readonly at: number;
  readonly outcome: string;
  readonly reason?: string;
  readonly status?: number;
  readonly eventId?: string;
  readonly project?: string;
  readonly sdk?: string;
  readonly itemTypes: readonly string[];
  readonly bytes: number;
  readonly durationMs: number;
  readonly heldMs?: number;
  readonly keptUntil?: number;
  readonly limited: readonly {
    readonly reason: string;
    readonly category: string;
    readonly quantity: number;
  }[];
}

/** What the server knows of one event, the newest first. */
export interface EventTrace {
  readonly outcomes: readonly OutcomeEntry[];
  readonly forwards: readonly { readonly at: number; readonly status: number }[];
  /** When the oldest outcome was noted that the server still has. */
  readonly since: number | null;
}

const date = (ms: number): string => new Date(ms).toISOString();

/** Ingest words some reasons: no text of another machine may steer the terminal. */
const plain = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');

/** One line of the tail. */
export function lineOf(entry: OutcomeEntry): string {
  const { at, outcome, reason, status, eventId, project, itemTypes, bytes, durationMs, sdk } = entry;
  const fields = [
    date(at),
    outcome,
    reason,
    status,
    eventId,
    project,
    itemTypes.join('+'),
    `${bytes} B`,
    `${durationMs} ms`,
    sdk,
  ];
  return plain(fields.filter((field) => field !== undefined && field !== '').join('  '));
}

/** Where an event went, a sentence for each step, the oldest first. */
export function explainEvent({ outcomes, forwards, since }: EventTrace): readonly string[] {
  const noted = new Set(outcomes.map(({ at, status }) => `${at} ${status}`));
  const steps = [
    ...outcomes.map((entry) => ({ at: entry.at, text: sentenceOf(entry) })),
    // Those that are not among the outcomes, because only a sample is.
    ...forwards
      .filter(({ at, status }) => !noted.has(`${at} ${status}`))
      .map(({ at, status }) => ({ at, text: `Sent to ingest, which answered ${status}.` })),
  ].sort((one, other) => one.at - other.at);
  if (steps.length > 0) return steps.map(({ at, text }) => plain(`${date(at)}  ${text}`));
  const from =
    since === null ? '' : ` Outcomes since ${date(since)} are kept, and the event ids of 20,000 forwards.`;
  return [`The server knows nothing of this event.${from}`];
}

function sentenceOf(entry: OutcomeEntry): string {
  const { outcome, reason = 'unknown', status, heldMs = 0, keptUntil, limited } = entry;
  const items = limited.map(
    ({ quantity, category, reason: rule }) => `${quantity} ${category} (${rule || 'no reason'})`,
  );
  const dropped = items.length === 0 ? '' : ` Rate limits dropped ${items.join(', ')}.`;
  return `${main()}${dropped}`;

  function main(): string {
    const held = `${Math.round(heldMs / 1_000)} s`;
    switch (outcome) {
      case 'forwarded':
        return `Forwarded. Ingest answered ${status}.`;
      case 'spooled':
        return `Stored: ${reason}.${keptUntil === undefined ? '' : ` It is kept until ${date(keptUntil)} at most.`}`;
      case 'redelivered':
        return `Delivered from the spool after ${held}. Ingest answered ${status}.`;
      case 'given-up':
        return `Dropped from the spool after ${held}: ${reason}.`;
      case 'refused':
        return `Refused with ${status}: ${reason}.`;
      case 'aborted':
        return 'The client closed the connection before the envelope was complete.';
      default:
        return `Lost: ${outcome}. The client got ${status}.`;
    }
  }
}
