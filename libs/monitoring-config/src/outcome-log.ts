/** What every outcome says about its subject. */
interface OutcomeSubject {
  /** `error`, `transaction` or `span`. */
  readonly type: string;
  /** Message or name, as a person would recognise it. */
  readonly title: string;
  readonly eventId?: string;
}

/** What became of an event: sent, dropped by a noise rule (or spared by a dry run), or not accepted by ingest. */
export type EventFate = OutcomeSubject &
  (
    | { readonly kind: 'sent'; readonly status: number }
    | { readonly kind: 'dropped' | 'would-drop'; readonly ruleId: string; readonly reason: string }
    | { readonly kind: 'failed'; readonly status?: number; readonly reason: string }
  );

/** A fate with the time it was recorded, in milliseconds since the epoch. */
export type EventOutcome = EventFate & { readonly at: number };

/** Options of {@link createOutcomeLog}. */
export interface OutcomeLogOptions {
  /** Most outcomes kept; the oldest goes first. Default 100. */
  limit?: number;
  /** Default `Date.now`. */
  now?: () => number;
}

/** The latest outcomes, for a page or a test to show. */
export interface OutcomeLog {
  readonly record: (fate: EventFate) => void;
  /** Oldest first. The same array until something is recorded, as `useSyncExternalStore` wants it. */
  readonly entries: () => readonly EventOutcome[];
  /** Calls back after every record; the result ends that. */
  readonly subscribe: (listener: (outcome: EventOutcome) => void) => () => void;
}

const DEFAULT_LIMIT = 100;

/** Creates an {@link OutcomeLog}. */
export function createOutcomeLog({
  limit = DEFAULT_LIMIT,
  now = Date.now,
}: OutcomeLogOptions = {}): OutcomeLog {
  const listeners = new Set<(outcome: EventOutcome) => void>();
  let entries: readonly EventOutcome[] = [];

  return {
    record: (fate) => {
      const outcome = { ...fate, at: now() };
      entries = [...entries, outcome].slice(-limit);
      for (const listener of [...listeners]) {
        try {
          listener(outcome);
        } catch {
          // The log is called from inside the SDK; a listener's failure must not cost the event.
        }
      }
    },
    entries: () => entries,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
