import type { PrefetchEvent, RouterEvent } from '@adit/router';

/** Next 16.4, client/components/app-router-headers.js. */
const PREFETCH_HEADER = 'next-router-prefetch';
const SEGMENT_PREFETCH_HEADER = 'next-router-segment-prefetch';

/** Options of {@link watchRequests}. */
export interface WatchRequestsOptions {
  /** Told of Next's prefetches as the governor would tell of them; absent where the governor does. */
  readonly onEvent?: ((event: RouterEvent) => void) | undefined;
  /** Told of every answer, before anybody reads it. */
  readonly onAnswer: (response: Response) => void;
  readonly onNavigation: (url: string) => void;
  readonly onNavigationAnswered: (failed: boolean) => void;
}

async function bytesOf(response: Response): Promise<number> {
  return (await response.arrayBuffer()).byteLength;
}

/** Watches what Next asks the server for, and changes nothing of it. Returns the way to stop. */
export function watchRequests({
  onEvent,
  onAnswer,
  onNavigation,
  onNavigationAnswered,
}: WatchRequestsOptions): () => void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the window as its `this` below
  const original = window.fetch;
  let requests = 0;

  function watchPrefetch(url: string, headers: Headers, answer: Promise<Response>): void {
    if (onEvent === undefined) return;
    requests += 1;
    const prefetch = {
      type: 'prefetch',
      id: `next-${requests}`,
      url,
      kind: headers.has(SEGMENT_PREFETCH_HEADER) ? 'segment' : 'route',
      priority: 'viewport',
    } as const satisfies Partial<PrefetchEvent>;
    const startedAt = performance.now();
    const since = (): number => performance.now() - startedAt;
    onEvent({ ...prefetch, phase: 'started' });
    answer
      .then((response) => bytesOf(response.clone()))
      .then((bytes) => onEvent({ ...prefetch, phase: 'done', durationMs: since(), bytes }))
      .catch(() => onEvent({ ...prefetch, phase: 'failed', durationMs: since() }));
  }

  function watchNavigation(url: string, answer: Promise<Response>): void {
    onNavigation(url);
    answer.then(
      () => onNavigationAnswered(false),
      () => onNavigationAnswered(true),
    );
  }

  const watching: typeof fetch = (input, init) => {
    const answer = original.call(window, input, init);
    const headers = new Headers(init?.headers);
    if (headers.has('rsc')) {
      const url = new URL(input instanceof Request ? input.url : input, location.href).href;
      const isPrefetch = headers.has(PREFETCH_HEADER) || init?.priority === 'low';
      if (isPrefetch) watchPrefetch(url, headers, answer);
      else watchNavigation(url, answer);
      answer.then(onAnswer, () => undefined);
    }
    return answer;
  };

  window.fetch = watching;
  return () => {
    if (window.fetch === watching) window.fetch = original;
  };
}
