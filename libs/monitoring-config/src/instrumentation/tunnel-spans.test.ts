import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as Sentry from '@sentry/nextjs';
import { DSN, fates, startSdk } from '../../testing/sdk-harness.helper.ts';
import { toServerOptions } from '../options/server.ts';

/** Servers on this machine: the application with its tunnel, and ingest. */
async function listen(): Promise<{ server: Server; origin: string }> {
  const server = createServer((_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const post = (url: string) =>
  new Promise<void>((resolve, reject) => {
    request(url, { method: 'POST' }, (response) => {
      response.resume().on('end', resolve);
    })
      .on('error', reject)
      .end('{}');
  });

/** The fields of a streamed span that the tests read. */
interface SentSpan {
  readonly attributes: Readonly<Record<string, { value: unknown } | undefined>>;
}

/** Operation and path of the spans in the sent bodies. */
const spansIn = (bodies: readonly string[]) =>
  bodies
    .flatMap((body) => body.split('\n'))
    .map((line) => JSON.parse(line) as { items?: SentSpan[] })
    .flatMap(({ items = [] }) => items)
    .map(({ attributes }) => {
      const [op, url] = [attributes['sentry.op'], attributes['url.full']].map((attribute) =>
        String(attribute?.value),
      );
      return `${op} ${new URL(url ?? '').pathname}`;
    })
    .sort();

describe('requests of the tunnel, with the Node SDK', () => {
  let app: Awaited<ReturnType<typeof listen>>;
  let ingest: Awaited<ReturnType<typeof listen>>;

  beforeAll(async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined); // Jest's module loader cannot be instrumented
    [app, ingest] = [await listen(), await listen()];
  });
  afterEach(async () => {
    await Sentry.close(500);
    Sentry.getCurrentScope().setClient(undefined);
    Sentry.getIsolationScope().clearBreadcrumbs();
  });
  afterAll(() => {
    for (const { server } of [app, ingest]) {
      server.closeAllConnections();
      server.close();
    }
  });

  const start = () =>
    startSdk({ sdk: Sentry, init: Sentry.init, build: toServerOptions })({
      env: { SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: ingest.origin },
      // @sentry/nextjs leaves incoming requests to Next; a custom server gets their spans from here.
      // The SDK's own instrumentation of `fetch`, instead of the one that ignores forwards, so that the rule has a span
      // to find.
      hooks: { integrations: [Sentry.httpIntegration(), Sentry.nativeNodeFetchIntegration()] },
    });

  /** Forwards an envelope with each of the two clients, and makes a request of the application. */
  const forward = async () => {
    const envelope = `${ingest.origin}/api/4509/envelope/?sentry_key=x`;
    await post(`${app.origin}/monitoring-tunnel?o=450&p=4509`);
    await post(envelope);
    await fetch(envelope, { method: 'POST', body: '{}' });
  };
  const breadcrumbs = () =>
    Sentry.getIsolationScope()
      .getScopeData()
      .breadcrumbs.map(({ data }) => String(data?.['url']));

  it('leave no span that is sent', async () => {
    const { log, bodies } = start();

    await forward();
    await post(`${app.origin}/shop`);
    await Sentry.flush(2_000);

    expect(spansIn(bodies())).toContain('http.server /shop');
    expect(spansIn(bodies()).filter((span) => !span.endsWith(' /shop'))).toEqual([]);
    expect(new Set(fates(log.entries()))).toEqual(new Set(['dropped own-tunnel-span']));
  });

  it('cost no span and no breadcrumb where they are sent with tracing suppressed, as the SDK sends its own', async () => {
    const { log, bodies } = start();

    await forward();
    const noted = breadcrumbs().filter((url) => url.includes('/envelope/'));
    Sentry.getIsolationScope().clearBreadcrumbs();
    await Sentry.flush(2_000);
    const droppedBefore = log.entries().length;
    await Sentry.suppressTracing(forward);
    await Sentry.flush(2_000);

    expect(noted.length).toBeGreaterThan(0);
    expect(droppedBefore).toBeGreaterThan(0);
    expect(breadcrumbs()).toEqual([]);
    expect(log.entries().slice(droppedBefore).length).toBeLessThan(droppedBefore);
    expect(spansIn(bodies())).toEqual([]);
  });
});
