import { buildEnvelope, createIngestFetch, TEST_DSNS, type IngestFetch } from '@adit/testing';
import { createFetchTransport, createTunnel, type Tunnel, type TunnelOptions } from '../index.ts';
import { toContractResponse, toFetchRequest } from '../../testing/fetch-subject.helper.ts';
import { describeTunnelContract, type ContractSubject } from '../../testing/tunnel.contract.ts';
import { createRouteHandlers, type RouteHandlers } from './next.ts';

const startHandlers = (options: TunnelOptions): Promise<ContractSubject> => {
  const tunnel = createTunnel(options);
  const handlers = createRouteHandlers(tunnel, { clientAddress: () => '127.0.0.1' });
  return Promise.resolve({
    tunnel,
    send: async (request) =>
      toContractResponse(
        await handlers[(request.method ?? 'POST') as keyof RouteHandlers](toFetchRequest(request)),
      ),
    stop: () => tunnel.close(),
  });
};

describeTunnelContract('next', startHandlers, {
  pathsAreRoutedByTheHost: 'the path of a route handler is where its file stands',
  oneCaseOfEachResult: 'the handlers pass on what `fetch` answers, and `fetch` runs all cases',
});

describe('createRouteHandlers', () => {
  let ingest: IngestFetch;
  let tunnel: Tunnel;
  const body = buildEnvelope({ dsn: TEST_DSNS.saas, items: [{ type: 'event', payload: {} }] });

  const start = (options: Partial<TunnelOptions> = {}): void => {
    tunnel = createTunnel({
      allowedDsns: [TEST_DSNS.saas],
      transport: createFetchTransport({ fetch: ingest.fetch }),
      ...options,
    });
  };
  const addressTold = async (handlers: RouteHandlers, headers: Record<string, string>): Promise<unknown> => {
    await handlers.POST(toFetchRequest({ body, headers }));
    return ingest.received.at(-1)?.headers['x-forwarded-for'];
  };

  beforeEach(() => {
    ingest = createIngestFetch();
    start();
  });
  afterEach(async () => {
    await tunnel.close();
  });

  it('S8 has a handler for every method of a route file', () => {
    expect(Object.keys(createRouteHandlers(tunnel)).sort()).toEqual([
      'DELETE',
      'GET',
      'HEAD',
      'OPTIONS',
      'PATCH',
      'POST',
      'PUT',
    ]);
  });

  it('takes the entry of X-Forwarded-For that Next or the proxy before it wrote', async () => {
    const handlers = createRouteHandlers(tunnel);
    expect(await addressTold(handlers, { 'x-forwarded-for': '198.51.100.7' })).toBe('198.51.100.7');
    expect(await addressTold(handlers, { 'x-forwarded-for': '192.0.2.66, 198.51.100.7' })).toBe(
      '198.51.100.7',
    );
    expect(await addressTold(handlers, { 'x-forwarded-for': '::ffff:127.0.0.1' })).toBe('127.0.0.1');
    expect(await addressTold(handlers, {})).toBe('0.0.0.0');
  });

  it('looks further where that entry is a trusted proxy', async () => {
    start({ trustedProxies: ['10.0.0.0/8'] });
    const handlers = createRouteHandlers(tunnel);
    expect(await addressTold(handlers, { 'x-forwarded-for': '198.51.100.7, 10.0.0.9' })).toBe('198.51.100.7');
    const edge = { 'cf-connecting-ip': '198.51.100.8', 'x-forwarded-for': '10.0.0.9' };
    expect(await addressTold(handlers, edge)).toBe('198.51.100.8');
    const forged = { 'cf-connecting-ip': '198.51.100.8', 'x-forwarded-for': '192.0.2.66' };
    expect(await addressTold(handlers, forged)).toBe('192.0.2.66');
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no socket');
      },
    ],
    ['gives no text', () => 7 as never],
  ])('knows no address if the application’s function %s', async (_how, clientAddress) => {
    const warn = jest.spyOn(console, 'warn').mockImplementation();
    const handlers = createRouteHandlers(tunnel, { clientAddress });
    expect(await addressTold(handlers, { 'x-forwarded-for': '198.51.100.7' })).toBe('0.0.0.0');
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  it('goes by the application where it knows better', async () => {
    const handlers = createRouteHandlers(tunnel, { clientAddress: () => undefined });
    expect(await addressTold(handlers, { 'x-forwarded-for': '198.51.100.7' })).toBe('0.0.0.0');
  });

  it('passes on `waitUntil`', async () => {
    const waitUntil = jest.fn();
    await createRouteHandlers(tunnel, { waitUntil }).POST(toFetchRequest({ body }));
    expect(waitUntil.mock.calls).toEqual([[expect.any(Promise)]]);
  });

  it('answers 404 to every method without a tunnel', async () => {
    const handlers = Object.values(createRouteHandlers(undefined));
    const answers = await Promise.all(
      handlers.map((handler) => handler(new Request('https://shop.example.com/monitoring-tunnel'))),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    expect(await answers[0]?.json()).toEqual({ detail: 'Monitoring is off: no DSN is configured.' });
  });
});
