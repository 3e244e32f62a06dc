import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as Sentry from '@sentry/nextjs';
import { DSN, startSdk } from '../../testing/sdk-harness.helper.ts';
import { withPlainAddresses } from './plain-addresses.ts';
import { toServerOptions } from './server.ts';

const MAPPED = '::ffff:192.0.2.1';
const PLAIN = '192.0.2.1';

/** A payload of each kind, with this address wherever the SDK writes one. */
const payloadsWith = (ip: string): readonly object[] => [
  { user: { id: 7, ip_address: ip }, request: { headers: { 'x-forwarded-for': `${ip}, 10.0.0.1` } } },
  {
    contexts: { trace: { data: { 'client.address': ip, port: 1 } }, runtime: { name: 'node' } },
    spans: [{ data: { 'network.peer.address': ip } }, { op: 'db' }],
  },
  {
    items: [{ attributes: { 'client.address': { value: ip, type: 'string' }, 'network.peer.address': ip } }],
  },
  { items: [{ attributes: { 'http.request.header.x-forwarded-for': { value: [ip], type: 'array' } } }] },
  { sid: '1', attrs: { ip_address: ip } },
];

describe('withPlainAddresses', () => {
  it('writes IPv4-mapped addresses as IPv4, and changes nothing that it was given', () => {
    const given = payloadsWith(MAPPED);
    const before = structuredClone(given);

    expect(given.map(withPlainAddresses)).toEqual(payloadsWith(PLAIN));
    expect(given).toEqual(before);
  });

  it.each([
    PLAIN,
    '2001:db8::ffff:192.0.2.1',
    '::ffff:1',
    '::ffff:192.0.2.1.5',
    '::FFFF',
    '1::ffff:192.0.2.1',
  ])('leaves %s, and what has it, as it is', (ip) => {
    for (const payload of payloadsWith(ip)) expect(withPlainAddresses(payload)).toBe(payload);
  });

  it('leaves what a visitor or the application has written', () => {
    const payload = {
      message: MAPPED,
      extra: { ip_address: MAPPED },
      user: { id: MAPPED },
      spans: 7,
      items: null,
    };
    expect(withPlainAddresses(payload)).toBe(payload);
  });
});

describe('the Node SDK, of a client that an IPv6 socket sees as IPv4-mapped', () => {
  let app: Server;

  beforeAll(async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined); // Jest's module loader cannot be instrumented
    app = createServer(({ socket, headers }, response) => {
      Sentry.captureException(new Error(headers['x-forwarded-for'] ? 'behind a proxy' : 'direct'));
      response.end(socket.remoteAddress);
    });
    await new Promise<void>((resolve) => app.listen(0, resolve));
  });
  afterAll(async () => {
    await Sentry.close(500);
    app.closeAllConnections();
    app.close();
  });

  const get = (headers: Record<string, string>) =>
    new Promise<void>((resolve, reject) => {
      const { port } = app.address() as AddressInfo;
      request({ host: '127.0.0.1', port, headers }, (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end();
    });

  it('sends its address as IPv4 in errors and spans', async () => {
    const { bodies } = startSdk({ sdk: Sentry, init: Sentry.init, build: toServerOptions })({
      env: { SENTRY_DSN: DSN },
      hooks: { integrations: [Sentry.httpIntegration()] },
    });
    await get({});
    await get({ 'x-forwarded-for': MAPPED });
    await Sentry.flush(2_000);

    const sent = bodies().join('\n');
    // The SDK does not recognise mapped addresses and falls back to the socket's.
    expect(sent.match(/"ip_address":"[^"]*"/g)).toEqual(new Array(2).fill('"ip_address":"127.0.0.1"'));
    expect(sent).toContain(`"x-forwarded-for":"${PLAIN}"`);
    expect(sent).toContain('http.server');
    expect(sent.includes('::ffff:')).toBe(false);
  });
});
