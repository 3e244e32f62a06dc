import * as Sentry from '@sentry/browser';
import type { Event } from '@sentry/core';
import type { EarlyItem } from '../src/early/early-items.ts';
import { startSdk, type LazyIntegration } from '../src/sdk/start-sdk.ts';
import type { EarlyBuffer, StartedSdk } from '../src/start-monitoring.ts';
import { CONFIG } from './early.helper.ts';

interface RecordedFetch {
  readonly url: URL;
  readonly method: string | undefined;
  readonly body: string;
}

/** The requests of the SDK. It keeps the first `fetch` that it finds, so one serves the whole file. */
export const fetches: RecordedFetch[] = [];
globalThis.fetch = ((url: string, init: RequestInit) => {
  fetches.push({ url: new URL(url, location.href), method: init.method, body: init.body as string });
  return Promise.resolve({ ok: true, status: 200, headers: new Headers() } as Response);
}) as typeof fetch;

// Jest fails a test for an uncaught error of the page unless the page listens itself.
window.addEventListener('error', () => undefined);

/** The events that the SDK sent. */
export const events = (): Event[] => sentItems('event');

/** The items of a type that the SDK sent. */
export const sentItems = (type: string): Record<string, unknown>[] =>
  fetches
    .map(({ body }) => body.split('\n'))
    .filter(([, head]) => head?.includes(`"type":"${type}"`))
    .map(([, , payload]) => JSON.parse(payload ?? '') as Record<string, unknown>);

/** A buffer with `items`; `later` adds one more. */
export function bufferOf(
  items: readonly EarlyItem[] = [],
  metaTags: EarlyBuffer['metaTags'] = [],
  visit?: EarlyBuffer['visit'],
) {
  let take: ((item: EarlyItem) => void) | undefined;
  const early: EarlyBuffer = {
    config: CONFIG,
    metaTags,
    visit,
    connect: (replay) => {
      take = replay;
      items.forEach(replay);
    },
  };
  return { early, later: (item: EarlyItem) => take?.(item) };
}

/** Lets the tests of a file start the real `@sentry/browser`, and closes it after each. */
export function startRealSdk() {
  let running: StartedSdk | undefined;
  beforeEach(() => {
    fetches.length = 0;
  });
  afterEach(async () => {
    await running?.close();
    Sentry.getIsolationScope().clearBreadcrumbs();
  });

  const start = async (
    buffer: ReturnType<typeof bufferOf> = bufferOf(),
    {
      lazyIntegrations,
      ...options
    }: Partial<Sentry.BrowserOptions> & { lazyIntegrations?: LazyIntegration[] } = {},
    sdk: object = {},
  ): Promise<StartedSdk> =>
    (running = await startSdk({
      sdk: { ...Sentry, ...sdk },
      options: { ...CONFIG, ...options },
      early: buffer.early,
      ...(lazyIntegrations && { lazyIntegrations }),
    }));

  /** Closes the SDK without waiting for requests. */
  const stop = async (): Promise<void> => {
    await running?.close(1);
    running = undefined;
  };

  return { start, stop, running: () => running };
}
