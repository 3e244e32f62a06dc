import type { PrefetchEvent } from '../events.ts';
import type { Clock } from '../platform.ts';
import type { PrefetchScheduler } from '../prefetch/scheduler.ts';
import type { PrefetchKind, PrefetchPriority, PrefetchRefusal } from '../prefetch-types.ts';

/** A prefetch as the framework asks for it. */
export interface GovernedRequest {
  /** The page it is for. */
  readonly url: string;
  /** Its own address, which distinguishes the requests for one page. */
  readonly address: string;
  readonly kind: PrefetchKind;
  /** The part of the site whose layouts it may bring along, of those that are prefetched in pieces. */
  readonly section: string | undefined;
  /** A navigation asks for nothing that this prefetch is to bring, and waits for it. */
  readonly full: boolean;
  /** What it says of its route, if anything. */
  readonly tree: string | undefined;
  /** Asks the server. */
  readonly proceed: () => Promise<Response>;
}

/** Numbers of requests by reason; a reason that never occurred is absent. */
export type CountByRefusal = Readonly<Partial<Record<PrefetchRefusal, number>>>;

/** The framework's prefetches, from being asked for to being over. */
export interface GovernedRequests {
  /** The answer: the server's, or a refusal. */
  answer(request: GovernedRequest, signal: AbortSignal | undefined): Promise<Response>;
  /** Looks again at what is held. */
  reconsider(): void;
  /** Puts what waits for this page first. */
  prefer(url: string): void;
  /**
   * A navigation leads to this page: what is for the page starts at once, outside the limits. A full prefetch that may bring
   * layouts of the page goes next, within the limits, and is held and refused no more.
   */
  release(url: string): void;
  /** Whether something for this page has been let through and is not over. */
  isPending(url: string): boolean;
  /** Hands everything held to the queue, come what may. */
  letGo(): void;
  stats(): { readonly held: CountByRefusal; readonly refused: CountByRefusal };
}

/** Options of {@link createGovernedRequests}. */
export interface GovernedRequestsOptions {
  readonly scheduler: PrefetchScheduler<unknown>;
  readonly clock: Clock;
  /** The kill switch, read once more when a request's turn has come. */
  readonly isEnabled: () => boolean;
  /** Whether the visitor points at this page's link. */
  readonly isAimedAt: (url: string) => boolean;
  /** Whether a navigation leads to this page. */
  readonly isDestination: (url: string) => boolean;
  /** What speaks against a request now; `undefined` lets it through, and counts it. */
  readonly judge: (
    request: GovernedRequest,
    priority: PrefetchPriority,
    /** It brings layouts that every page of its section needs. */
    bringsLayouts: boolean,
  ) => PrefetchRefusal | undefined;
  /** Called with the bytes of each answer, and whether it succeeded. */
  readonly onAnswer: (request: GovernedRequest, bytes: number, ok: boolean) => void;
  readonly onEvent: (event: PrefetchEvent) => void;
}
