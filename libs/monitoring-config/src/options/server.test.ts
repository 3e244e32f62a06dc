import * as Sentry from '@sentry/nextjs';
import { createScriptedIngest } from '@adit/testing';
import { defineMonitoring } from '../define-monitoring.ts';
import { describeNoise } from '../../testing/noise.contract.ts';
import { driveSdk, type OptionsContract } from '../../testing/sdk-harness.helper.ts';
import {
  describeLogTimer,
  describeOutgoing,
  describeRepeats,
  describeSettings,
} from '../../testing/settings.contract.ts';
import { toServerOptions } from './server.ts';

const contract: OptionsContract = { sdk: Sentry, init: Sentry.init, build: toServerOptions };
const flushReports = async () => {
  await Sentry.flush(1_000);
};

beforeAll(() => {
  // Each start adds a listener for the end of the process, and warns that Jest's module loader cannot be instrumented.
  process.setMaxListeners(0);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

describe('toServerOptions with the Node build of @sentry/nextjs', () => {
  const driver = driveSdk(contract);
  describeSettings(driver);
  describeLogTimer(driver);
  describeOutgoing(driver);
  describeRepeats(driver);
  describeNoise(driver, { flushReports });

  const { start, raise } = driver;

  it.each([
    ['drops an abort signal', new DOMException('This operation was aborted', 'AbortError')],
    ['drops a request cut off', Object.assign(new Error('aborted'), { code: 'ECONNRESET' })],
    ['drops a response cut off', Object.assign(new Error('gone'), { name: 'ResponseAborted' })],
    ['keeps a time-out', new DOMException('signal timed out', 'TimeoutError')],
    ['keeps a lost database', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
    ['keeps a script error, which only browsers report', new Error('Script error.')],
  ])('%s', async (what, error) => {
    const { events, fates } = await raise(error);
    const isDropped = what.startsWith('drops');

    expect(events()).toHaveLength(isDropped ? 0 : 1);
    expect(fates()).toEqual([isDropped ? 'dropped aborted-request' : 'sent']);
  });

  it.each([
    ['drops', 'a crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 0],
    ['keeps', 'a person', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 YaBrowser/24.1 Yandex', 1],
  ])('%s what %s caused', async (_verb, _who, userAgent, sent) => {
    const { events } = start();

    Sentry.withIsolationScope((scope) => {
      scope.setSDKProcessingMetadata({ normalizedRequest: { headers: { 'user-agent': userAgent } } });
      Sentry.captureException(new Error('real'));
    });
    await Sentry.flush(1_000);

    expect(events()).toHaveLength(sent);
  });

  it.each([
    ['S17 drops a page request that was answered 404', 'GET /products/[id]', 404, []],
    ['S17 keeps a page request that was answered 200', 'GET /products/[id]', 200, ['GET /products/[id]']],
    ['S17 keeps an API request that was answered 404', 'GET /api/stock', 404, ['GET /api/stock']],
    ['S17 keeps a posted form that was answered 404', 'POST /products', 404, ['POST /products']],
  ])('%s', async (_title, name, status, kept) => {
    const { spanNames } = start();

    Sentry.startSpan({ name, op: 'http.server', parentSpan: null }, (span) =>
      span.setAttribute('http.response.status_code', status),
    );
    await Sentry.flush(1_000);

    expect(spanNames()).toEqual(kept);
  });

  it('posts to the ingest origin with a content type and a key that agree with the DSN', async () => {
    const ingest = await createScriptedIngest();
    const monitoring = defineMonitoring({
      SENTRY_DSN: 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509',
      ADIT_INGEST_ORIGIN: ingest.origin,
    });
    Sentry.init(toServerOptions(monitoring, { sdk: Sentry }));

    Sentry.captureException(new Error('real'));
    await Sentry.flush(1_000);
    await ingest.close();

    const [request] = ingest.received;
    expect(request?.url).toBe(
      '/api/4509/envelope/?sentry_version=7&sentry_key=0123456789abcdef0123456789abcdef',
    );
    expect(request?.headers['content-type']).toBe('application/x-sentry-envelope');
    expect(JSON.parse(String(request?.body).split('\n')[0]!)).toMatchObject({ dsn: monitoring.dsn });
  });
});
