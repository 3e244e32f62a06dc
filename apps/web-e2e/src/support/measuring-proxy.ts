import {
  request as send,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { serve } from './serve.ts';

/** The kind of a request, by the framework's own headers. */
export type RequestKind = 'segment-prefetch' | 'route-prefetch' | 'data' | 'other';

/** Next's own headers (`app-router-headers.js`): they mark a prefetch and name its segment. */
export function classifyRequest(headers: IncomingHttpHeaders): RequestKind {
  if (headers['next-router-segment-prefetch'] !== undefined) return 'segment-prefetch';
  if (headers['next-router-prefetch'] !== undefined) return 'route-prefetch';
  return headers.rsc === undefined ? 'other' : 'data';
}

/** A request as it reached the server. */
export interface MeasuredRequest {
  readonly kind: RequestKind;
  readonly method: string | undefined;
  /** Path and query. */
  readonly path: string;
  /** The requested segment of a segment prefetch. */
  readonly segment: string | undefined;
  readonly answered: boolean;
  /** The time of arrival, in milliseconds since the epoch. */
  readonly at: number;
}

/** A reverse proxy that counts concurrent requests at the server. */
export interface MeasuringProxy {
  readonly origin: string;
  readonly requests: readonly MeasuredRequest[];
  /** Prefetches that wait for their answer. */
  readonly running: number;
  /** The highest number of concurrent prefetches: of all kinds, and of segments only. */
  readonly peak: { readonly prefetches: number; readonly segments: number };
  /** Answers prefetches with this status instead of forwarding them; undefined forwards them. */
  failPrefetches: number | undefined;
  /** The delay of each prefetch, in milliseconds. */
  prefetchDelayMs: number;
  /** Holds later prefetches without an answer. Returns a function that releases them. */
  readonly holdPrefetches: () => () => void;
  /** Answers requests that it handles and returns `true`, instead of the target. */
  answer: ((request: MeasuredRequest, response: ServerResponse) => boolean) | undefined;
  /** Replaces the id of each Server Action, as in a tab of another build. */
  actionId: string | undefined;
  /** Added to the target's answers of this kind. */
  headersOf: ((kind: RequestKind) => OutgoingHttpHeaders) | undefined;
  readonly close: () => Promise<void>;
}

/** Forwards everything to `target`, and holds each prefetch for `prefetchDelayMs` so that they overlap. */
export async function startMeasuringProxy(
  target: string,
  { prefetchDelayMs }: { prefetchDelayMs: number },
): Promise<MeasuringProxy> {
  const requests: MeasuredRequest[] = [];
  const running = { prefetches: 0, segments: 0 };
  const peak = { prefetches: 0, segments: 0 };
  let released = Promise.resolve();

  const { origin, close } = await serve((incoming, outgoing) => {
    const kind = classifyRequest(incoming.headers);
    const isPrefetch = kind === 'segment-prefetch' || kind === 'route-prefetch';
    const segment = incoming.headers['next-router-segment-prefetch']?.toString();
    const { method, url: path = '/' } = incoming;
    const measured = { kind, method, path, segment, answered: false, at: Date.now() };
    requests.push(measured);
    outgoing.once('close', () => (measured.answered = true));
    if (isPrefetch) {
      running.prefetches += 1;
      running.segments += kind === 'segment-prefetch' ? 1 : 0;
      peak.prefetches = Math.max(peak.prefetches, running.prefetches);
      peak.segments = Math.max(peak.segments, running.segments);
      outgoing.once('close', () => {
        running.prefetches -= 1;
        running.segments -= kind === 'segment-prefetch' ? 1 : 0;
      });
    }
    const pass = (): void => {
      if (isPrefetch && proxy.failPrefetches !== undefined) {
        outgoing.writeHead(proxy.failPrefetches).end();
        return;
      }
      if (proxy.answer?.(measured, outgoing) === true) return;
      if (proxy.actionId !== undefined && incoming.headers['next-action'] !== undefined)
        incoming.headers['next-action'] = proxy.actionId;
      const upstream = send(
        new URL(incoming.url ?? '/', target),
        { method: incoming.method, headers: incoming.headers },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...proxy.headersOf?.(kind) });
          answer.pipe(outgoing);
        },
      );
      upstream.once('error', () => outgoing.destroy());
      outgoing.once('close', () => upstream.destroy());
      incoming.pipe(upstream);
    };
    if (isPrefetch) void released.then(() => setTimeout(pass, proxy.prefetchDelayMs));
    else pass();
  });

  const proxy: MeasuringProxy = {
    origin,
    requests,
    get running() {
      return running.prefetches;
    },
    peak,
    failPrefetches: undefined,
    prefetchDelayMs,
    holdPrefetches: () => {
      let release = (): void => undefined;
      released = new Promise((resolve) => (release = resolve));
      return release;
    },
    answer: undefined,
    actionId: undefined,
    headersOf: undefined,
    close,
  };
  return proxy;
}
