/**
 * @jest-environment jsdom
 * @jest-environment-options {"customExportConditions": ["@adit/source", "browser", "require", "default"]}
 */
import * as Sentry from '@sentry/nextjs';
import { toClientOptions } from './client.ts';
import { describeNoise } from '../../testing/noise.contract.ts';
import { fates, startSdk, stockOptions, type OptionsContract } from '../../testing/sdk-harness.contract.ts';
import { describeLogTimer, describeOutgoing, describeSettings } from '../../testing/settings.contract.ts';

// jsdom has no performance timeline; the SDK's web vitals ask for one.
Object.assign(performance, { getEntriesByType: () => [] });

const contract: OptionsContract = { sdk: Sentry, init: Sentry.init, build: toClientOptions };

/** The browser SDK reports when its page is hidden. */
const flushReports = async () => {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  Reflect.deleteProperty(document, 'visibilityState');
  await Sentry.flush(1_000);
};

/** As a browser reports an error that no code caught. */
const reportUncaught = (message: string) => {
  window.dispatchEvent(new ErrorEvent('error', { message, filename: '', lineno: 0, colno: 0 }));
};

describe('toClientOptions with the browser build of @sentry/nextjs', () => {
  describeSettings(contract);
  describeLogTimer(contract);
  describeOutgoing(contract);
  describeNoise(contract, { flushReports });

  const start = startSdk(contract);
  afterEach(async () => {
    await Sentry.close(100);
  });

  it.each(['Script error.', 'Script error', 'Javascript error: Script error. on line 0'])(
    'S15 drops the cross-origin script error "%s", and counts it',
    async (message) => {
      const { events, log } = start();

      reportUncaught(message);
      await Sentry.flush(1_000);

      expect(events()).toEqual([]);
      expect(fates(log.entries())).toEqual(['dropped cross-origin-script-error']);
    },
  );

  it.each([
    'ResizeObserver loop limit exceeded',
    'ResizeObserver loop completed with undelivered notifications.',
  ])('S16 drops the notification "%s", and counts it', async (message) => {
    const { events, log } = start();

    reportUncaught(message);
    await Sentry.flush(1_000);

    expect(events()).toEqual([]);
    expect(fates(log.entries())).toEqual(['dropped resize-observer-loop']);
  });

  it.each([
    ['S15', 'Script error. in the payroll import'],
    ['S16', 'ResizeObserver is not defined'],
  ])('%s keeps the error "%s"', async (_id, message) => {
    const { events } = start();

    reportUncaught(message);
    await Sentry.flush(1_000);

    expect(events()).toHaveLength(1);
  });

  it.each([
    ['S15', 'cross-origin-script-error', 'Script error.'],
    ['S16', 'resize-observer-loop', 'ResizeObserver loop completed with undelivered notifications.'],
  ])('%s sends the event if the rule %s is off', async (_id, rule, message) => {
    const { events } = start({ overrides: { noise: { disabled: [rule] } } });

    reportUncaught(message);
    await Sentry.flush(1_000);

    expect(events()).toHaveLength(1);
  });

  it('S16 needs its rule: the SDK alone sends the older wording and drops the newer one uncounted', async () => {
    const { events } = startSdk({ ...contract, build: stockOptions })();

    reportUncaught('ResizeObserver loop limit exceeded');
    reportUncaught('ResizeObserver loop completed with undelivered notifications.');
    await Sentry.flush(1_000);

    expect(events().map((event) => event.exception?.values?.[0]?.value)).toEqual([
      'ResizeObserver loop limit exceeded',
    ]);
  });

  it('drops the echo of an error that the server has reported', async () => {
    const { events, log } = start();
    const echo = new Error(
      'Minified React error #441; visit https://react.dev/errors/441 for the full message',
    );

    Sentry.captureException(Object.assign(echo, { digest: '1511833188' }));
    await Sentry.flush(1_000);

    expect(events()).toEqual([]);
    expect(fates(log.entries())).toEqual(['dropped server-error-echo']);
  });

  it.each([
    ['with a digest and a message of its own', { message: 'upload failed', digest: '1511833188' }],
    ['in React’s words, without a digest', { message: 'Minified React error #441; visit …' }],
    ['in React’s words, with an empty digest', { message: 'Minified React error #441; visit …', digest: '' }],
  ])('keeps an error %s', async (_what, { message, ...properties }) => {
    const { events } = start();

    Sentry.captureException(Object.assign(new Error(message), properties));
    await Sentry.flush(1_000);

    expect(events()).toHaveLength(1);
  });

  it('drops errors of injected scripts', async () => {
    const { events, log } = start();

    reportUncaught('Java object is gone');
    await Sentry.flush(1_000);

    expect(events()).toEqual([]);
    expect(fates(log.entries())).toEqual(['dropped webview-bridge']);
  });

  const EXTENSION = 'chrome-extension://abcdef/content.js';
  const APPLICATION = 'https://shop.test/app.js';
  it.each([
    ['drops what an extension threw', EXTENSION, EXTENSION, 0],
    ['keeps what came out of an extension that the application called', EXTENSION, APPLICATION, 1],
    ['keeps what the application threw', APPLICATION, EXTENSION, 1],
  ])('%s', async (_title, thrower, caller, sent) => {
    const { events } = start();
    const error = new Error('real');
    error.stack = `Error: real\n    at run (${thrower}:1:1)\n    at outer (${caller}:2:2)`;

    Sentry.captureException(error);
    await Sentry.flush(1_000);

    expect(events()).toHaveLength(sent);
  });

  it('drops and records errors of crawlers', async () => {
    Object.defineProperty(navigator, 'userAgent', {
      value: 'Mozilla/5.0 (compatible; bingbot/2.0)',
      configurable: true,
    });
    const { events, log } = start();

    Sentry.captureException(new Error('real'));
    await Sentry.flush(1_000);
    Reflect.deleteProperty(navigator, 'userAgent');

    expect(events()).toEqual([]);
    expect(fates(log.entries())).toEqual(['dropped bot']);
  });

  it.each([
    ['S17 drops the page load of a document that was answered 404', true, []],
    ['S17 keeps the page load of a document that was answered 200', false, ['/shop']],
  ])('%s', async (_title, isNotFound, kept) => {
    const { spanNames } = startSdk({
      ...contract,
      build: (monitoring, hooks) =>
        toClientOptions(monitoring, { ...hooks, isNotFoundPage: () => isNotFound }),
    })();

    Sentry.startSpan({ name: '/shop', op: 'pageload', parentSpan: null }, () => undefined);
    await Sentry.flush(1_000);

    expect(spanNames().filter((name) => name === '/shop')).toEqual(kept);
  });
});
