import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { transformSync } from '@swc/core';
import { buildEnvelope, createScriptedIngest } from '@adit/testing';
import type { Tunnel } from './index.ts';

const README = readFileSync(join(__dirname, '../README.md'), 'utf8');

describe('the README', () => {
  it('starts a tunnel that forwards', async () => {
    const ingest = await createScriptedIngest();
    const [, start = ''] = /```ts\n([\s\S]*?)```/.exec(README) ?? [];
    const local = start
      .replace(/'https:\/\/\w+@[^']+'/, `'${ingest.dsn()}'`)
      .replace('8787', "0, '127.0.0.1'");
    expect(local).toContain(ingest.dsn());
    const { code } = transformSync(`${local}\nexport { server, tunnel };`, {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'commonjs' },
    });
    const exported = {} as { server: Server; tunnel: Tunnel };
    const run = compileFunction(code, ['require', 'exports']) as (...scope: unknown[]) => void;
    run(require, exported);

    const { server, tunnel } = exported;
    if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const body = buildEnvelope({ dsn: ingest.dsn(), items: [{ type: 'event', payload: {} }] });
    const response = await fetch(`http://127.0.0.1:${port}/monitoring-tunnel?o=0&p=42`, {
      method: 'POST',
      body,
    });
    expect(response.status).toBe(200);
    expect(ingest.received[0]?.body.equals(body)).toBe(true);

    await tunnel.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await ingest.close();
  });

  it.each([
    'allowedDsns',
    'path',
    'ingestOrigin',
    'maxEnvelopeBytes',
    'ingestTimeoutMs',
    'trustedProxies',
    'clientIp',
    'transport',
    'clock',
    'onOutcome',
  ])('explains the option %s', (option) => {
    expect(README).toMatch(new RegExp(`^\\| \`${option}\` `, 'm'));
  });
});
