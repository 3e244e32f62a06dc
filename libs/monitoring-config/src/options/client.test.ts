/**
 * @jest-environment jsdom
 * @jest-environment-options {"customExportConditions": ["@adit/source", "browser", "require", "default"]}
 */
import * as Sentry from '@sentry/nextjs';
import { toClientOptions } from './client.ts';
import { describeNoise } from '../../testing/noise.contract.ts';
import { driveSdk, startSdk, type OptionsContract } from '../../testing/sdk-harness.helper.ts';
import { describeLogTimer, describeOutgoing, describeSettings } from '../../testing/settings.contract.ts';

// jsdom has no performance timeline, which the SDK's web vitals need.
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
  const driver = driveSdk(contract);
  describeSettings(driver);
  describeLogTimer(driver);
  describeOutgoing(driver);
  describeNoise(driver, { flushReports });

  const { start, raise } = driver;

  it.each([
    ['S15', 'drops', 'Script error.', 'dropped cross-origin-script-error'],
    ['S15', 'drops', 'Script error', 'dropped cross-origin-script-error'],
    ['S15', 'drops', 'Javascript error: Script error. on line 0', 'dropped cross-origin-script-error'],
    ['S15', 'keeps', 'Script error. in the payroll import', 'sent'],
    ['S16', 'drops', 'ResizeObserver loop limit exceeded', 'dropped resize-observer-loop'],
    [
      'S16',
      'drops',
      'ResizeObserver loop completed with undelivered notifications.',
      'dropped resize-observer-loop',
    ],
    ['S16', 'keeps', 'ResizeObserver is not defined', 'sent'],
    ['rules of injected scripts:', 'drops', 'Java object is gone', 'dropped webview-bridge'],
  ])('%s %s the uncaught error "%s", and counts it', async (_id, _verb, message, fate) => {
    const { events, fates } = start();

    reportUncaught(message);
    await Sentry.flush(1_000);

    expect(events()).toHaveLength(fate === 'sent' ? 1 : 0);
    expect(fates()).toEqual([fate]);
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

  it.each([
    ['drops the echo of an error that the server has reported', '1511833188', 'dropped server-error-echo'],
    ['keeps an error in React’s words, without a digest', undefined, 'sent'],
    ['keeps an error in React’s words, with an empty digest', '', 'sent'],
  ])('%s', async (_title, digest, fate) => {
    const error = new Error(
      'Minified React error #441; visit https://react.dev/errors/441 for the full message',
    );
    const { fates } = await raise(Object.assign(error, digest !== undefined && { digest }));

    expect(fates()).toEqual([fate]);
  });

  it('keeps an error with a digest and a message of its own', async () => {
    const { fates } = await raise(Object.assign(new Error('upload failed'), { digest: '1511833188' }));

    expect(fates()).toEqual(['sent']);
  });

  const EXTENSION = 'chrome-extension://abcdef/content.js';
  const APPLICATION = 'https://shop.test/app.js';
  it.each([
    ['drops what an extension threw', EXTENSION, EXTENSION, 0],
    ['keeps what came out of an extension that the application called', EXTENSION, APPLICATION, 1],
    ['keeps what the application threw', APPLICATION, EXTENSION, 1],
  ])('%s', async (_title, thrower, caller, sent) => {
    const error = new Error('real');
    error.stack = `Error: real\n    at run (${thrower}:1:1)\n    at outer (${caller}:2:2)`;
    const { events } = await raise(error);

    expect(events()).toHaveLength(sent);
  });

  it('sends errors of crawlers, of which only servers and tunnels have a list', async () => {
    Object.defineProperty(navigator, 'userAgent', {
      value: 'Mozilla/5.0 (compatible; bingbot/2.0)',
      configurable: true,
    });
    const { events, fates } = await raise(new Error('real'));
    Reflect.deleteProperty(navigator, 'userAgent');

    expect(events()).toHaveLength(1);
    expect(fates()).toEqual(['sent']);
  });

  it.each([
    ['S17 drops the page load of a document that was answered 404', true, []],
    ['S17 keeps the page load of a document that was answered 200', false, ['/shop']],
  ])('%s', async (_title, isNotFound, kept) => {
    const build: OptionsContract['build'] = (monitoring, hooks) =>
      toClientOptions(monitoring, { ...hooks, isNotFoundPage: () => isNotFound });
    const { spanNames } = startSdk({ ...contract, build })();

    Sentry.startSpan({ name: '/shop', op: 'pageload', parentSpan: null }, () => undefined);
    await Sentry.flush(1_000);

    expect(spanNames().filter((name) => name === '/shop')).toEqual(kept);
  });
});
