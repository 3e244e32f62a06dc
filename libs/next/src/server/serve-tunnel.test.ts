/** @jest-environment node */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import type { AditOptions } from '../options.ts';
import { derivedPaths } from './derived-paths.ts';

const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';
const SECOND = 'https://fedcba9876543210fedcba9876543210@shop.example/77';
const ORIGINAL = process.env;
const options: AditOptions = { tunnel: { allowedDsns: [SECOND] } };
jest.mock('@adit/next/config-file', () => ({ __esModule: true, default: options }));

let ingest: ScriptedIngest;
let server: Server;

beforeAll(async () => {
  ingest = await createScriptedIngest();
  // An application that has none of these paths.
  server = createServer((_request, response) => void response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, resolve));
});
afterAll(async () => {
  process.env = ORIGINAL;
  await new Promise((resolve) => server.close(resolve));
  await ingest.close();
});

const post = async (path: string, dsn: string): Promise<number> => {
  const { port } = server.address() as AddressInfo;
  const { status } = await fetch(`http://localhost:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-sentry-envelope', connection: 'close' },
    body: `{"dsn":"${dsn}"}\n{"type":"event"}\n{}`,
  });
  return status;
};

it('answers the tunnel path, and below the base path those that the SDK derives from the DSNs', async () => {
  process.env = { ...ORIGINAL, SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: ingest.origin, ADIT_BASE_PATH: '/docs' };
  const [first = '', second = '', foreign = ''] = derivedPaths([DSN, SECOND, 'https://a@h.example/1']);
  // Control: the application has no such paths.
  expect([await post(`/docs${first}`, DSN), await post('/docs/monitoring-tunnel', DSN)]).toEqual([404, 404]);
  const { serveTunnel } = await import('./serve-tunnel.ts');
  serveTunnel();
  expect([
    await post('/docs/monitoring-tunnel', DSN),
    await post(`/docs${first}`, DSN),
    // With `trailingSlash`.
    await post(`/docs${second}/`, SECOND),
    await post(first, DSN),
    await post(`/docs${foreign}`, DSN),
  ]).toEqual([200, 200, 200, 404, 404]);
  expect(ingest.received.map(({ url }) => url)).toEqual([
    '/api/4509/envelope/',
    '/api/4509/envelope/',
    '/api/77/envelope/',
  ]);
});
