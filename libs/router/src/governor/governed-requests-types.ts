import type { PrefetchEvent } from '../events.ts';
import type { PageClock } from '../platform.ts';
import type { PrefetchScheduler } from '../prefetch/scheduler.ts';
import type { PrefetchKind, PrefetchPriority, PrefetchRefusal } from '../prefetch-types.ts';

/** A prefetch that the framework requests. */
export interface GovernedRequest {
  /** The page it is for. */
  readonly url: string;
  /** Its own address, which distinguishes the requests for one page. */
  readonly address: string;
  readonly kind: PrefetchKind;
  /** The part of the site whose layouts it may bring along, if it is prefetched in pieces. */
  readonly section: string | undefined;
  /** Whether a navigation waits for this prefetch and does not request the same data. */
  readonly full: boolean;
  /** The value of its `next-router-state-tree` header, if any. */
  readonly tree: string | undefined;
  /** Asks the server. */
  readonly proceed: () => Promise<Response>;
}

/** Numbers of requests by reason; a reason that never occurred is absent. */
export type CountByRefusal = Readonly<Partial<Record<PrefetchRefusal, number>>>;

/** The framework's prefetches, from their request to their end. */
export interface GovernedRequests {
  /** The answer: the server's, or a refusal. */
  answer(request: GovernedRequest, signal: AbortSignal | undefined): Promise<Response>;
  /** Checks held requests again. */
  reconsider(): void;
  /** Moves requests for this page to the front. */
  prefer(url: string): void;
  /**
   * A navigation leads to this page: its requests start at once, outside the limits. A full prefetch that may bring
   * layouts of the page goes next, within the limits, and is no longer held or refused.
   */
  release(url: string): void;
  /** Whether a request for this page was sent and is not over. */
  isPending(url: string): boolean;
  /** Moves everything held to the queue unconditionally. */
  letGo(): void;
  stats(): { readonly held: CountByRefusal; readonly refused: CountByRefusal };
}

/** Options of {@link createGovernedRequests}. */
export interface GovernedRequestsOptions {
  readonly scheduler: PrefetchScheduler<unknown>;
  readonly clock: PageClock;
  /** The kill switch, read again when it is a request's turn. */
  readonly isEnabled: () => boolean;
  /** Whether the visitor points at this page's link. */
  readonly isAimedAt: (url: string) => boolean;
  /** Whether a navigation leads to this page. */
  readonly isDestination: (url: string) => boolean;
  /** Returns the reason against a request now; `undefined` allows it, and counts it. */
  readonly judge: (
    request: GovernedRequest,
    priority: PrefetchPriority,
    /** Whether it brings layouts that every page of its section needs. */
    bringsLayouts: boolean,
  ) => PrefetchRefusal | undefined;
  /** Called with the bytes of each answer, and whether it succeeded. */
  readonly onAnswer: (request: GovernedRequest, bytes: number, ok: boolean) => void;
  readonly onEvent: (event: PrefetchEvent) => void;
}
