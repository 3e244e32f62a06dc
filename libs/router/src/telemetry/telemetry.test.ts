import type { Logger, LogRecord } from '@opentelemetry/api-logs';
import * as Sentry from '@sentry/browser';
import type { PrefetchEvent, RouterEvent, RouterEventSink } from '../events.ts';
import type { LinkPrefetchEvent } from '../links/prefetch-links.ts';
import {
  createPrefetchTally,
  redactUrls,
  toOpenTelemetry,
  toSentryBreadcrumbs,
  type EventLogger,
  type RouterBreadcrumb,
} from './index.ts';

const SECRET_URL = 'https://shop.test/orders/4711/ann?token=s3cret#private';

const navigation = { type: 'navigation', url: SECRET_URL, history: 'push' } as const;
type Phase<Event> = Event extends unknown ? Omit<Event, 'type' | 'id' | 'url' | 'kind'> : never;
const prefetch = (phase: Phase<PrefetchEvent>): PrefetchEvent => ({
  type: 'prefetch',
  id: '1',
  url: SECRET_URL,
  kind: 'route',
  ...phase,
});

/** Of `prefetchLinks`; its link leads to the address. */
const linkPrefetch: LinkPrefetchEvent = {
  type: 'prefetch',
  url: SECRET_URL,
  kind: 'route',
  priority: 'intent',
  phase: 'failed',
  durationMs: 9,
  link: Object.assign(document.createElement('a'), { href: SECRET_URL }),
  source: 'hover',
  refusal: undefined,
};

/**
 * One of each type, and its variants: a new type must join them, and shows an address that nobody redacts. Whatever a host
 * adds to its events may be one as well.
 */
const EVENTS_BY_TYPE: {
  readonly [Type in RouterEvent['type']]: readonly (RouterEvent & { readonly type: Type })[];
} = {
  prefetch: [
    prefetch({ phase: 'queued', priority: 'viewport' }),
    prefetch({ phase: 'started', priority: 'viewport' }),
    prefetch({ phase: 'refused', priority: 'viewport', reason: 'save-data' }),
    prefetch({ phase: 'refused', priority: 'viewport', reason: 'save-data' }),
    prefetch({ phase: 'done', priority: 'viewport', durationMs: 80, bytes: 1_000 }),
    linkPrefetch,
    prefetch({ phase: 'cancelled', priority: 'viewport' }),
    prefetch({ phase: 'queued', priority: 'navigation' }),
    prefetch({ phase: 'done', priority: 'navigation', durationMs: 80, bytes: 5_000 }),
  ],
  'prefetch-used': [{ type: 'prefetch-used', url: SECRET_URL, ageMs: 50, bytes: 1_000 }],
  'prefetch-wasted': [
    { type: 'prefetch-wasted', url: SECRET_URL, bytes: 300 },
    { type: 'prefetch-wasted', url: SECRET_URL },
  ],
  'prefetch-late': [{ type: 'prefetch-late', url: SECRET_URL }],
  navigation: [
    { ...navigation, phase: 'started' },
    { ...navigation, phase: 'slow', durationMs: 1_000 },
    { ...navigation, phase: 'done', durationMs: 1_200 },
    { ...navigation, phase: 'failed', durationMs: 3_800, reason: 'offline' },
  ],
  'hard-navigation': [
    { type: 'hard-navigation', url: SECRET_URL, reason: 'missing-chunk' },
    { type: 'hard-navigation', url: SECRET_URL, reason: 'missing-chunk', refusal: 'already-reloaded' },
  ],
  'skew-found': [{ type: 'skew-found', source: 'header', from: 'build-1', to: 'build-2' }],
  'skew-recovered': [{ type: 'skew-recovered', from: 'build-1' }],
  connectivity: [
    { type: 'connectivity', online: false },
    { type: 'connectivity', online: true },
  ],
};
const EVERY_EVENT: readonly RouterEvent[] = Object.values(EVENTS_BY_TYPE).flat();

describe('redactUrls', () => {
  const redacted = (url: string, options?: Parameters<typeof redactUrls>[1]): string => {
    let seen = '';
    redactUrls(
      (event) => void (seen = 'url' in event ? event.url : ''),
      options,
    )({ type: 'prefetch-late', url });
    return seen;
  };

  it.each([
    [SECRET_URL, '/*/*/*', '/orders/4711/ann'],
    ['https://shop.test', '/', '/'],
    ['https://shop.test/', '/', '/'],
    ['https://shop.test?token=s3cret', '/', '/'],
    ['https://ann:s3cret@shop.test/a/', '/*/', '/a/'],
    ['/orders/4711?token=s3cret', '/*/*', '/orders/4711'],
    ['HTTP://shop.test/a#b', '/*', '/a'],
    ['data:text/html,s3cret', '', ''],
    ['mailto:ann@shop.test', '', ''],
    ['relative/s3cret', '', ''],
    ['', '', ''],
  ])('leaves of %s %j by default, and its path %j where that is allowed', (url, shape, path) => {
    expect(redacted(url)).toBe(shape);
    expect(redacted(url, { urls: 'path' })).toBe(path);
  });

  it('takes a function, which sees the whole address', () => {
    expect(redacted(SECRET_URL, { urls: (url) => `<${url.length}>` })).toBe(`<${SECRET_URL.length}>`);
  });

  it('changes nothing else, and not the event itself', () => {
    const seen: RouterEvent[] = [];
    const sink = redactUrls((event) => void seen.push(event));
    const event = { type: 'prefetch-used', url: SECRET_URL, ageMs: 5, bytes: 7 } as const;
    sink(event);
    sink({ type: 'connectivity', online: false });
    expect(seen).toEqual([
      { type: 'prefetch-used', url: '/*/*/*', ageMs: 5, bytes: 7 },
      { type: 'connectivity', online: false },
    ]);
    expect(event.url).toBe(SECRET_URL);
  });

  it.each(['id', 'to', 'reason', 'added'])('leaves an address in the field %s its shape at most', (field) => {
    for (const event of EVERY_EVENT) {
      for (const address of [SECRET_URL, '/orders/4711', 'no answer from https://shop.test/orders/4711']) {
        const seen: RouterEvent[] = [];
        const urls = (url: string): string => `${url.length}`;
        redactUrls((redacted) => void seen.push(redacted), { urls })({ ...event, [field]: address });
        expect(JSON.stringify(seen)).not.toMatch(/shop|4711|ann|s3cret|private/);
      }
    }
  });

  it('hands on texts, numbers and flags only: elements and other objects know addresses', () => {
    const seen: object[] = [];
    redactUrls((event) => void seen.push(event))(linkPrefetch);
    expect(seen).toEqual([
      {
        type: 'prefetch',
        url: '/*/*/*',
        kind: 'route',
        priority: 'intent',
        phase: 'failed',
        durationMs: 9,
        source: 'hover',
      },
    ]);
    expect(seen[0]).not.toHaveProperty('link');
  });
});

/** All that a sink passes on, as text. */
function textOf(create: (record: (what: unknown) => void) => RouterEventSink): string {
  const seen: unknown[] = [];
  const sink = create((what) => void seen.push(what));
  for (const event of EVERY_EVENT) sink(event);
  expect(seen.length).toBeGreaterThan(5);
  return JSON.stringify(seen);
}

describe('every sink that sends events away', () => {
  it.each<[string, (record: (what: unknown) => void, urls?: 'path') => RouterEventSink]>([
    ['toSentryBreadcrumbs', (record, urls) => toSentryBreadcrumbs({ addBreadcrumb: record }, { urls })],
    ['toOpenTelemetry', (record, urls) => toOpenTelemetry({ emit: record }, { urls })],
  ])('%s redacts addresses unless told otherwise', (_, create) => {
    expect(textOf((record) => create(record))).not.toMatch(/shop|4711|ann|s3cret|private/);
    expect(textOf((record) => create(record, 'path'))).toMatch('/orders/4711/ann');
    expect(textOf((record) => create(record, 'path'))).not.toMatch(/shop|s3cret|private/);
  });
});

describe('toSentryBreadcrumbs', () => {
  function crumbsOf(events: readonly RouterEvent[]) {
    const crumbs: RouterBreadcrumb[] = [];
    const sink = toSentryBreadcrumbs({ addBreadcrumb: (crumb) => void crumbs.push(crumb) });
    for (const event of events) sink(event);
    return crumbs;
  }

  it('tells what may explain an error, with its level, and no prefetch by itself', () => {
    expect(crumbsOf(EVERY_EVENT).map(({ message, level }) => `${level}: ${message}`)).toEqual([
      'warning: navigation slow',
      'info: navigation done',
      'error: navigation failed',
      'warning: hard-navigation',
      'error: hard-navigation',
      'warning: skew-found',
      'info: skew-recovered',
      'warning: connectivity',
      'info: connectivity',
    ]);
  });

  it('counts refused and failed prefetches and tells the counts once, with the next navigation', () => {
    const crumbs = crumbsOf([...EVERY_EVENT, { ...navigation, phase: 'done', durationMs: 1 }]);
    const [slow] = crumbs;
    expect(slow).toEqual({
      category: 'router.navigation',
      level: 'warning',
      message: 'navigation slow',
      data: {
        url: '/*/*/*',
        history: 'push',
        phase: 'slow',
        durationMs: 1_000,
        prefetches: { 'save-data': 2, failed: 1 },
      },
    });
    expect(crumbs.filter(({ data }) => 'prefetches' in data)).toEqual([slow]);
  });

  it('reaches an event of the real SDK', async () => {
    const sent: Sentry.ErrorEvent[] = [];
    Sentry.init({
      dsn: 'https://public@sentry.test/1',
      defaultIntegrations: false,
      transport: (options) => Sentry.createTransport(options, async () => ({})),
      beforeSend(event) {
        sent.push(event);
        return null;
      },
    });
    const sink = toSentryBreadcrumbs(Sentry);
    for (const event of EVERY_EVENT) sink(event);
    Sentry.captureException(new Error('after it all'));
    await Sentry.close();
    expect(sent[0]?.breadcrumbs).toHaveLength(9);
    expect(sent[0]?.breadcrumbs?.[3]).toMatchObject({
      category: 'router.hard-navigation',
      level: 'warning',
      data: { url: '/*/*/*', reason: 'missing-chunk' },
    });
  });
});

describe('toOpenTelemetry', () => {
  function recordsOf(events: readonly RouterEvent[], options?: Parameters<typeof toOpenTelemetry>[1]) {
    const records: LogRecord[] = [];
    // The real types of @opentelemetry/api-logs on both sides of the structural one.
    const logger: Pick<Logger, 'emit'> = { emit: (record) => void records.push(record) };
    const sink = toOpenTelemetry(logger satisfies EventLogger, options);
    for (const event of events) sink(event);
    return records;
  }

  it('emits events with a name, a severity and the fields as attributes', () => {
    expect(recordsOf([{ ...navigation, phase: 'failed', durationMs: 3_800, reason: 'offline' }])).toEqual([
      {
        eventName: 'router.navigation.failed',
        severityNumber: 17,
        attributes: {
          'router.url': '/*/*/*',
          'router.history': 'push',
          'router.duration_ms': 3_800,
          'router.reason': 'offline',
        },
      },
    ]);
    expect(
      recordsOf([{ type: 'hard-navigation', url: '/', reason: 'route-timeout', refusal: undefined }]),
    ).toEqual([
      {
        eventName: 'router.hard_navigation',
        severityNumber: 13,
        attributes: { 'router.url': '/', 'router.reason': 'route-timeout' },
      },
    ]);
    expect(recordsOf([{ type: 'prefetch-late', url: '/' }])[0]?.severityNumber).toBe(5);
  });

  it('leaves the beginnings of prefetches out, unless they are asked for', () => {
    const names = (options?: Parameters<typeof toOpenTelemetry>[1]) =>
      recordsOf(EVERY_EVENT, options).map(({ eventName }) => eventName);
    expect(names()).toHaveLength(EVERY_EVENT.length - 3);
    expect(names()).not.toContain('router.prefetch.queued');
    expect(names({ include: ({ type }) => type === 'prefetch' })).toContain('router.prefetch.queued');
  });
});

describe('createPrefetchTally', () => {
  it('counts what prefetching was worth, and why navigations left the soft path', () => {
    const tally = createPrefetchTally();
    for (const event of EVERY_EVENT) tally.sink(event);
    tally.sink(prefetch({ phase: 'started', priority: 'navigation' }));
    expect(tally.snapshot()).toEqual({
      used: 1,
      wasted: 2,
      late: 1,
      missed: 1,
      done: 1,
      failed: 1,
      cancelled: 1,
      bytes: 1_000,
      wastedBytes: 300,
      refusals: { 'save-data': 2 },
      fallbacks: { 'missing-chunk': 1 },
      skewRecoveries: 1,
      hitRatio: 1 / 3,
      wasteRatio: 2 / 4,
    });
  });

  it('knows no ratios before there is anything to divide, and none after a reset', () => {
    const tally = createPrefetchTally();
    const empty = tally.snapshot();
    expect([empty.hitRatio, empty.wasteRatio]).toEqual([undefined, undefined]);
    for (const event of EVERY_EVENT) tally.sink(event);
    tally.reset();
    expect(tally.snapshot()).toEqual(empty);
  });

  it('takes a prefetch of unknown size for none', () => {
    const tally = createPrefetchTally();
    tally.sink(prefetch({ phase: 'done', priority: 'intent', durationMs: 1 }));
    expect(tally.snapshot()).toMatchObject({ done: 1, bytes: 0 });
  });
});
