import {
  request as send,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { serve } from './serve.ts';

/** What kind of request a framework's own headers make it. */
export type RequestKind = 'segment-prefetch' | 'route-prefetch' | 'data' | 'other';

/** Next's own headers (`app-router-headers.js`): a prefetch says so, and says which segment it wants. */
export function classifyRequest(headers: IncomingHttpHeaders): RequestKind {
  if (headers['next-router-segment-prefetch'] !== undefined) return 'segment-prefetch';
  if (headers['next-router-prefetch'] !== undefined) return 'route-prefetch';
  return headers.rsc === undefined ? 'other' : 'data';
}

/** A request as it reached the server. */
export interface MeasuredRequest {
  readonly kind: RequestKind;
  /** Path and query. */
  readonly path: string;
  /** What a segment prefetch asks for. */
  readonly segment: string | undefined;
  readonly answered: boolean;
  /** When it arrived, in milliseconds since the epoch. */
  readonly at: number;
}

/** A reverse proxy that counts, at the server, what runs at the same time. */
export interface MeasuringProxy {
  readonly origin: string;
  readonly requests: readonly MeasuredRequest[];
  /** Prefetches that wait for their answer. */
  readonly running: number;
  /** The highest number of prefetches that ran at once: of all kinds, and for segments alone. */
  readonly peak: { readonly prefetches: number; readonly segments: number };
  /** Answers prefetches with this status instead of passing them on; undefined passes them on. */
  failPrefetches: number | undefined;
  /** How long each prefetch is held, in milliseconds. */
  prefetchDelayMs: number;
  /** Leaves prefetches that arrive from now on without an answer until what is returned is called. */
  readonly holdPrefetches: () => () => void;
  /** Answers what it knows and returns `true`, in place of the target. */
  answer: ((request: MeasuredRequest, response: ServerResponse) => boolean) | undefined;
  /** Added to the target's answers of this kind. */
  headersOf: ((kind: RequestKind) => OutgoingHttpHeaders) | undefined;
  readonly close: () => Promise<void>;
}

/** Passes everything on to `target`, holding each prefetch for `prefetchDelayMs` so that they overlap. */
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
    const measured = { kind, path: incoming.url ?? '/', segment, answered: false, at: Date.now() };
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
    headersOf: undefined,
    close,
  };
  return proxy;
}
