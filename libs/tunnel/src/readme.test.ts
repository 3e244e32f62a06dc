import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { transformSync } from '@swc/core';
import { buildEnvelope, createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import type { RouteHandlers } from './adapters/next.ts';
import { interceptHttpServers } from './adapters/node.ts';
import { createTunnel, type Tunnel } from './index.ts';
import { startNodeServer } from '../testing/node-server.helper.ts';

const README = readFileSync(join(__dirname, '../README.md'), 'utf8');
const OPTIONS = readFileSync(join(__dirname, '../docs/options.md'), 'utf8');

/** The objects that the code blocks leave behind. */
interface Started {
  readonly server: Server;
  readonly tunnel: Tunnel;
  readonly register: () => Promise<void>;
  readonly POST: RouteHandlers['POST'];
}

/** Runs the code under a heading, against a local ingest and on a free port. */
function runFence(heading: string, ingest: ScriptedIngest, names: string): Started {
  const section = README.split(`\n### ${heading}\n`)[1] ?? '';
  const [, fence = ''] = /```ts\n([\s\S]*?)```/.exec(section) ?? [];
  const local = fence
    .replace(/'https:\/\/\w+@[^']+'/, `'${ingest.dsn()}'`)
    .replace('listen(8787', "listen(0, '127.0.0.1'")
    .replace('port: 8787', "port: 0, hostname: '127.0.0.1', host: '127.0.0.1'")
    .replace('process.env.NEXT_RUNTIME', "'nodejs'")
    .replace(/await import\(('[^']+')\)/g, 'require($1)');
  expect(local).toContain(ingest.dsn());
  const { code } = transformSync(names === '' ? local : `${local}\nexport { ${names} };`, {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  const exported = {} as Started;
  const run = compileFunction(code, ['require', 'exports']) as (...scope: unknown[]) => void;
  run(require, exported);
  return exported;
}

async function portOf(server: Server): Promise<number> {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

describe('the README', () => {
  let ingest: ScriptedIngest;
  let body: Uint8Array<ArrayBuffer>;
  beforeEach(async () => {
    ingest = await createScriptedIngest();
    body = buildEnvelope({ dsn: ingest.dsn(), items: [{ type: 'event', payload: {} }] });
  });
  afterEach(() => ingest.close());

  const post = (port: number): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/monitoring-tunnel?o=0&p=42`, { method: 'POST', body });

  it.each(['node:http', 'Express and Connect', 'Fastify', 'Hono, and any Fetch runtime'])(
    'starts a tunnel that forwards: %s',
    async (heading) => {
      const { server, tunnel } = runFence(heading, ingest, 'server, tunnel');
      expect((await post(await portOf(server))).status).toBe(200);
      expect(ingest.received[0]?.body.equals(body)).toBe(true);
      expect(ingest.received[0]?.headers['x-forwarded-for']).toBe('127.0.0.1');
      await tunnel.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  );

  it('starts a tunnel that forwards: Next, started by `next start`', async () => {
    const { register } = runFence('Next, started by `next start`', ingest, '');
    await register();
    const framework = await startNodeServer((_request, response) => response.writeHead(418).end());
    expect((await post(framework.port)).status).toBe(200);
    expect((await framework.send({ path: '/' })).status).toBe(418);
    await framework.stop();
    // Otherwise it would go on answering for the servers of other tests: another tunnel replaces it, and is removed.
    interceptHttpServers(createTunnel({ allowedDsns: [ingest.dsn()] }))();
    const later = await startNodeServer((_request, response) => response.writeHead(418).end());
    expect((await post(later.port)).status).toBe(418);
    await later.stop();
  });

  it('starts a tunnel that forwards: Next, serverless', async () => {
    const { POST } = runFence('Next, serverless', ingest, '');
    const request = new Request('https://app.example.com/monitoring-tunnel', { method: 'POST', body });
    expect((await POST(request)).status).toBe(200);
    expect(ingest.received[0]?.body.equals(body)).toBe(true);
  });

  it.each([
    'allowedDsns',
    'path',
    'apiPath',
    'ingestOrigin',
    'allowedOrigins',
    'throttle',
    'maxEnvelopeBytes',
    'limits',
    'spool',
    'times',
    'trustedProxies',
    'clientIp',
    'transport',
    'decoders',
    'clock',
    'tell',
  ])('explains the option %s', (option) => {
    expect(OPTIONS).toMatch(new RegExp(`^\\| \`${option}\` `, 'm'));
  });
});
