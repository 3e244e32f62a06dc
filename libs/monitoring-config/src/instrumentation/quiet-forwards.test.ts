import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as Sentry from '@sentry/nextjs';
import { createInstrumentation } from './create-instrumentation.ts';
import { DSN } from '../../testing/sdk-harness.helper.ts';
import { toServerOptions } from '../options/server.ts';
import { defineMonitoring, type MonitoringOverrides } from '../define-monitoring.ts';

/** Starts ingest, and next to it a service of the application; both record requests by path. */
async function listen() {
  const headers = new Map<string, IncomingHttpHeaders>();
  const server: Server = createServer((request, response) => {
    headers.set(request.url ?? '', request.headers);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, headers, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const FORWARD = '/api/4509/envelope/';
const CALL = '/prices';

describe('an envelope forwarded with `fetch` or undici', () => {
  let ingest: Awaited<ReturnType<typeof listen>>;

  beforeAll(async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined); // Jest's module loader cannot be instrumented
    ingest = await listen();
  });
  afterAll(async () => {
    await Sentry.close(500);
    ingest.server.closeAllConnections();
    ingest.server.close();
  });

  it('has no span, no breadcrumb and no trace headers, unlike a call of the application', async () => {
    const spans: unknown[] = [];
    createInstrumentation({
      sdk: Sentry,
      env: { SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: ingest.origin, SENTRY_TRACES_SAMPLE_RATE: '1' },
    }).register();
    Sentry.getClient()?.on('spanStart', (span) => spans.push(Sentry.spanToJSON(span).attributes['url.path']));

    await Sentry.startSpan({ name: 'POST /monitoring-tunnel', op: 'http.server' }, async () => {
      for (const path of [FORWARD, CALL]) await fetch(ingest.origin + path, { method: 'POST', body: '{}' });
    });

    const urls = Sentry.getIsolationScope()
      .getScopeData()
      .breadcrumbs.map(({ data }) => String(data?.['url']));
    expect(spans).toEqual([undefined, CALL]);
    expect(urls).toEqual([ingest.origin + CALL]);
    expect(ingest.headers.get(FORWARD)).not.toHaveProperty('sentry-trace');
    expect(ingest.headers.get(FORWARD)).not.toHaveProperty('baggage');
    expect(ingest.headers.get(CALL)).toHaveProperty('sentry-trace');
  });
});

describe('the integration that ignores forwards', () => {
  /** The integrations that the SDK would install, given its own and one other. */
  const installed = (overrides: MonitoringOverrides, sdk: Parameters<typeof toServerOptions>[1]['sdk']) => {
    const stock = { name: 'NodeFetch' };
    const { integrations } = toServerOptions(defineMonitoring({ SENTRY_DSN: DSN }, overrides), { sdk });
    return integrations([stock, { name: 'Other' }]).includes(stock);
  };
  const withoutIt = {
    linkedErrorsIntegration: Sentry.linkedErrorsIntegration,
    eventFiltersIntegration: Sentry.eventFiltersIntegration,
  };

  it.each<[string, MonitoringOverrides, Parameters<typeof toServerOptions>[1]['sdk'], boolean]>([
    ['takes the place of the SDK’s', {}, Sentry, false],
    ['stays out where its rule is off', { noise: { disabled: ['own-tunnel-span'] } }, Sentry, true],
    ['stays out of a dry run', { noise: { dryRun: true } }, Sentry, true],
    ['stays out where the SDK has none', {}, withoutIt, true],
  ])('%s', (_title, overrides, sdk, isStock) => {
    expect(installed(overrides, sdk)).toBe(isStock);
  });

  it('does not come back where the application took it out', () => {
    const { integrations } = toServerOptions(defineMonitoring({ SENTRY_DSN: DSN }), { sdk: Sentry });

    expect(integrations([]).map(({ name }) => name)).not.toContain('NodeFetch');
  });
});
