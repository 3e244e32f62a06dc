/** The event or span of an outcome. */
interface OutcomeSubject {
  /** `error`, `transaction` or `span`. */
  readonly type: string;
  /** Message or name. */
  readonly title: string;
  readonly eventId?: string;
}

/** An event was sent, was dropped by a noise rule (`would-drop` in a dry run), or failed to reach ingest. */
export type EventFate = OutcomeSubject &
  (
    | { readonly kind: 'sent'; readonly status: number }
    | { readonly kind: 'dropped' | 'would-drop'; readonly ruleId: string; readonly reason: string }
    | { readonly kind: 'failed'; readonly status?: number; readonly reason: string }
  );

/** The fate of an event with its time, in milliseconds since the epoch. */
export type EventOutcome = EventFate & { readonly at: number };

/** Options of {@link createOutcomeLog}. */
export interface OutcomeLogOptions {
  /** Most outcomes in the log; the oldest is removed first. Default 100. */
  limit?: number;
  /** Default `Date.now`. */
  now?: () => number;
}

/** The latest outcomes, for pages and tests. */
export interface OutcomeLog {
  readonly record: (fate: EventFate) => void;
  /** Returns the outcomes, oldest first: the same array until the next record, as `useSyncExternalStore` needs. */
  readonly entries: () => readonly EventOutcome[];
  /** Calls `listener` after every record. Returns a function that removes the listener. */
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
          // The SDK calls the log. A failing listener must not lose the event.
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
