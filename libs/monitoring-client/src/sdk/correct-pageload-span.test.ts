import * as Sentry from '@sentry/browser';
import { captured, CONFIG, itemOf } from '../../testing/early.helper.ts';
import type { EarlyItem } from '../early/early-items.ts';
import type { StartedSdk } from '../start-monitoring.ts';
import { idleTime, correctPageloadSpan } from './correct-pageload-span.ts';
import { startSdk } from './start-sdk.ts';

describe('idleTime', () => {
  const busy = (start: number, end: number) => ({ start, end });

  it.each([
    ['never while the document is not interactive', 0, [busy(10, 20)], Infinity],
    ['a second after it is', 200, [], 1_200],
    ['a second after activity that began within that second', 200, [busy(1_100, 1_900)], 2_900],
    ['regardless of later activity', 200, [busy(1_201, 1_900)], 1_200],
    ['extended by a chain of activities in any order', 200, [busy(2_000, 2_500), busy(900, 1_500)], 3_500],
    ['not earlier for earlier activity', 200, [busy(100, 110)], 1_200],
    ['at the latest after half a minute', 200, [busy(1_000, 29_500)], 30_000],
  ])('is %s', async (_what, interactive, activities, idle) => {
    expect(idleTime(interactive, activities)).toBe(idle);
  });
});

interface Span {
  readonly name: string;
  readonly start_timestamp: number;
  readonly end_timestamp: number;
  readonly status: string;
  readonly attributes: Readonly<Record<string, { readonly value: unknown } | undefined>>;
}

const bodies: string[] = [];
globalThis.fetch = ((_url: string, { body }: RequestInit) => {
  bodies.push(body as string);
  return Promise.resolve({ status: 200, headers: new Headers() } as Response);
}) as typeof fetch;

const resource = (path: string, startTime: number, end: number, initiatorType = 'img') => ({
  entryType: 'resource',
  name: location.origin + path,
  initiatorType,
  startTime,
  duration: end - startTime,
});

describe('the pageload span of an SDK that starts late', () => {
  let running: StartedSdk | undefined;
  let navigation = {};
  let timeline: object[] = [];
  /** The SDK keeps its position in the entries, so each test starts with more of them. */
  let past: object[] = [];
  let input: object[] = [];
  let hasNavigation = true;
  const isAt = (ms: number): void => {
    jest.spyOn(performance, 'now').mockReturnValue(ms);
    jest.spyOn(Date, 'now').mockReturnValue(performance.timeOrigin + ms);
  };

  beforeEach(() => {
    bodies.length = 0;
    input = [];
    hasNavigation = true;
    past = [...past, ...Array.from({ length: 10 }, () => ({ entryType: 'mark', startTime: 0, duration: 0 }))];
    navigation = {
      entryType: 'navigation',
      name: location.href,
      startTime: 0,
      duration: 900,
      domInteractive: 200,
      domContentLoadedEventEnd: 250,
      loadEventStart: 890,
      loadEventEnd: 900,
    };
    timeline = [
      resource('/hero.png', 100, 800),
      resource('/chunk-sdk.js', 1_000, 2_000, 'script'),
      resource('/afterthought.png', 2_500, 2_600),
    ];
    Object.assign(performance, {
      getEntries: () => [...past, navigation, ...timeline],
      getEntriesByType: (type: string) =>
        type === 'navigation' && hasNavigation ? [navigation] : type === 'first-input' ? input : [],
    });
    isAt(3_000);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await running?.close();
  });

  const start = async (items: readonly EarlyItem[] = [], sdk: object = {}): Promise<void> => {
    running = await startSdk({
      sdk: { ...Sentry, ...sdk },
      options: { ...CONFIG, tracesSampleRate: 1, integrations: [Sentry.browserTracingIntegration()] },
      early: {
        config: CONFIG,
        metaTags: [],
        connect: (replay) => {
          items.forEach(replay);
        },
      },
    });
  };
  /** The reported span: its end in milliseconds, and its resources. */
  const report = async (end = () => Sentry.getActiveSpan()?.end()) => {
    end();
    await running?.flush();
    const spans = bodies
      .map((body) => body.split('\n'))
      .filter(([, head]) => head?.includes('"type":"span"'))
      .flatMap(([, , payload]) => (JSON.parse(payload ?? '') as { items: Span[] }).items);
    const opOf = ({ attributes }: Span) => String(attributes['sentry.op']?.value);
    const pageload = spans.find((span) => opOf(span) === 'pageload');
    const { start_timestamp: from = 0, end_timestamp: to = 0 } = pageload ?? {};
    return {
      end: Math.round((to - from) * 1_000),
      status: pageload?.status,
      reason: pageload?.attributes['sentry.idle_span_finish_reason']?.value,
      resources: spans
        .filter((span) => opOf(span).startsWith('resource.'))
        .map((span) => `${opOf(span)} ${new URL(String(span.attributes['url.full']?.value)).pathname}`),
    };
  };

  it('ends when the page has loaded, without the SDK’s chunk and later requests', async () => {
    await start();
    expect(await report()).toEqual({
      end: 900,
      status: 'ok',
      reason: 'idleTimeout',
      resources: ['resource.img /hero.png'],
    });
  });

  const HERO = 'resource.img /hero.png';
  const AFTERTHOUGHT = 'resource.img /afterthought.png';
  const LATE_SCRIPT = [resource('/late.js', 700, 1_100, 'script')];
  it.each<[string, () => unknown, object]>([
    [
      'extends to resources that a busy page loads',
      () => (input = [{ entryType: 'first-input', startTime: 1_150, duration: 600 }]),
      { end: 2_600, resources: [HERO, AFTERTHOUGHT] },
    ],
    [
      'contains requests from before the SDK, and extends to them',
      () => (timeline = [resource('/api?token=x', 300, 1_700, 'fetch'), ...timeline]),
      { end: 2_600, resources: ['resource.fetch /api', HERO, AFTERTHOUGHT] },
    ],
    [
      'contains a script that was fetched before the SDK was requested',
      () => (timeline = LATE_SCRIPT),
      { end: 1_100, resources: ['resource.script /late.js'] },
    ],
    [
      'contains everything in a page that has not loaded',
      () => (navigation = { ...navigation, domInteractive: 0, loadEventStart: 0 }),
      { end: 2_600 },
    ],
    [
      'contains everything in a browser without navigation timing',
      () => (hasNavigation = false),
      { end: 2_600 },
    ],
  ])('%s', async (_title, arrange, expected) => {
    arrange();
    await start();
    expect(await report()).toMatchObject(expected);
  });

  it('excludes scripts fetched after the first error, which requests the SDK', async () => {
    timeline = LATE_SCRIPT;
    const at = performance.timeOrigin + 650;
    const item = captured(new Error('x'));
    await start([{ ...item, event: { ...item.event, timestamp: at / 1_000 } }]);
    expect(await report()).toMatchObject({ end: 900, resources: [] });
  });

  const navigate = (): void => {
    const client = Sentry.getClient();
    if (client) Sentry.startBrowserTracingNavigationSpan(client, { name: '/cart' });
  };

  it('ends with a navigation to another page', async () => {
    const at = performance.timeOrigin + 850;
    const navigation = itemOf({ kind: 'navigation', data: { href: '/cart', type: 'push' } });
    await start([{ ...navigation, event: { ...navigation.event, timestamp: at / 1_000 } }], {
      captureRouterTransitionStart: navigate,
    });
    expect(await report()).toMatchObject({ end: 800, reason: 'cancelled' });
  });

  /** Ends the span as the SDK does for a reason, or as a hidden tab cancels it. */
  const endFor = (reason?: string, isCancelled = false): void => {
    const span = Sentry.getActiveSpan();
    if (isCancelled) span?.setStatus({ code: 2, message: 'cancelled' });
    if (reason !== undefined) span?.setAttribute('sentry.idle_span_finish_reason', reason);
    span?.end();
  };
  it.each<[string, end: () => void, object]>([
    [
      'is not cancelled if the tab is hidden later',
      () => endFor(undefined, true),
      { end: 900, status: 'ok', reason: 'idleTimeout' },
    ],
    [
      'ends when the page reports it',
      () => endFor('reportPageLoaded'),
      { end: 2_600, reason: 'reportPageLoaded' },
    ],
  ])('%s', async (_title, end, expected) => {
    await start();
    expect(await report(end)).toMatchObject(expected);
  });

  it('keeps its status if the tab is hidden before the page is idle', async () => {
    timeline = [resource('/hero.png', 100, 800)];
    isAt(1_100);
    await start();
    expect(await report(() => endFor('documentHidden', true))).toMatchObject({
      end: 900,
      reason: 'documentHidden',
    });
  });

  it('excludes long frames of the SDK and spans without an end', async () => {
    await start();
    const startTime = (performance.timeOrigin + 1_050) / 1_000;
    const frame = (file: string) => {
      const span = Sentry.startInactiveSpan({
        name: 'Main UI thread blocked',
        startTime,
        attributes: { 'code.file.path': location.origin + file },
      });
      return span;
    };
    frame('/chunk-sdk.js').end(startTime + 0.1);
    frame('/page.js');
    expect(await report()).toMatchObject({ end: 900 });
  });

  it('contains long frames of the page', async () => {
    await start();
    const startTime = (performance.timeOrigin + 950) / 1_000;
    Sentry.startInactiveSpan({ name: 'Main UI thread blocked', startTime }).end(startTime + 0.2);
    expect(await report()).toMatchObject({ end: 1_150 });
  });

  it('ends when the visitor navigates after the SDK has started', async () => {
    await start();
    expect(await report(navigate)).toMatchObject({ end: 900 });
  });

  it('is not touched if pages are not traced', async () => {
    await start([], {
      init: (options: Sentry.BrowserOptions) => Sentry.init({ ...options, integrations: [] }),
    });
    const span = Sentry.startInactiveSpan({ name: 'checkout' });
    const { end } = span;
    expect(
      Sentry.withActiveSpan(span, () => correctPageloadSpan(Sentry.getClient() as Sentry.BrowserClient)),
    ).toBeDefined();
    expect(span.end).toBe(end);
  });

  it('does not change performance.getEntries for others', async () => {
    await start();
    await report();
    expect(performance.getEntries()).toEqual([...past, navigation, ...timeline]);
  });
});
