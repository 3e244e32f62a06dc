/** An outcome as returned by `/outcomes` and `/events` of the tunnel server. Unknown fields are missing. */
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
  readonly limited: readonly DroppedItem[];
  /** Older servers omit it. */
  readonly filtered?: readonly DroppedItem[];
}

interface DroppedItem {
  readonly reason: string;
  readonly category: string;
  readonly quantity: number;
}

/** The server's records of one event, the newest first. */
export interface EventTrace {
  readonly outcomes: readonly OutcomeEntry[];
  readonly forwards: readonly { readonly at: number; readonly status: number }[];
  /** The time of the oldest outcome that the server still has. */
  readonly since: number | null;
  /**
   * The number of requests since the start that were refused before their event id was read, by reason. Older servers
   * omit it.
   */
  readonly unread?: Readonly<Record<string, number>>;
}

const date = (ms: number): string => new Date(ms).toISOString();

/** Some reasons contain text of ingest: text from another machine must not control the terminal. */
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

/** Explains where an event went: one sentence for each step, the oldest first. */
export function explainEvent({ outcomes, forwards, since, unread = {} }: EventTrace): readonly string[] {
  const noted = new Set(outcomes.map(({ at, status }) => `${at} ${status}`));
  const steps = [
    ...outcomes.map((entry) => ({ at: entry.at, text: sentenceOf(entry) })),
    // Forwards missing among the outcomes, which are only a sample.
    ...forwards
      .filter(({ at, status }) => !noted.has(`${at} ${status}`))
      .map(({ at, status }) => ({ at, text: `Sent to ingest, which answered ${status}.` })),
  ].sort((one, other) => one.at - other.at);
  if (steps.length > 0) return steps.map(({ at, text }) => plain(`${date(at)}  ${text}`));
  const from =
    since === null ? '' : ` Outcomes since ${date(since)} are kept, and the event ids of 20,000 forwards.`;
  return [`The server knows nothing of this event.${from}`, ...unreadLines(unread)];
}

/** A wrong key or path is refused before the event is read: its id is not recorded, but the refusal is counted. */
function unreadLines(unread: Readonly<Record<string, number>>): readonly string[] {
  const reasons = Object.entries(unread).sort(([, one], [, other]) => other - one);
  if (reasons.length === 0) return [];
  const list = reasons.map(([reason, count]) => `${count} × ${plain(reason)}`).join(', ');
  const one = reasons.length === 1 && reasons[0]?.[1] === 1;
  return [
    `Since its start, the server refused ${one ? 'a request' : 'requests'} before it read the event id: ${list}. ${one ? 'It' : 'One of them'} may be this event.`,
  ];
}

function sentenceOf(entry: OutcomeEntry): string {
  const { outcome, reason = 'unknown', status, heldMs = 0, keptUntil, limited, filtered = [] } = entry;
  return `${main()}${droppedBy('Rate limits', limited)}${droppedBy('Rules', filtered)}`;

  function main(): string {
    const held = `${Math.round(heldMs / 1_000)} s`;
    switch (outcome) {
      case 'forwarded':
        return `Forwarded. Ingest answered ${status}.`;
      case 'spooled':
        return `Stored: ${reason}.${keptUntil === undefined ? '' : ` It is kept until ${date(keptUntil)} at most.`}`;
      case 'filtered':
        return 'Answered 200, and not sent: rules dropped all of it.';
      case 'redelivered':
        return `Delivered from the spool after ${held}. Ingest answered ${status}.`;
      case 'given-up':
        return `Dropped from the spool after ${held}: ${reason}.${status === undefined ? '' : ` Ingest answered ${status}.`}`;
      case 'refused':
        return `Refused with ${status}: ${reason}.`;
      case 'aborted':
        return 'The client closed the connection before the envelope was complete.';
      default:
        return `Lost: ${outcome}. The client got ${status}.`;
    }
  }
}

function droppedBy(who: string, items: readonly DroppedItem[]): string {
  const list = items.map(
    ({ quantity, category, reason }) => `${quantity} ${category} (${reason || 'no reason'})`,
  );
  return list.length === 0 ? '' : ` ${who} dropped ${list.join(', ')}.`;
}
