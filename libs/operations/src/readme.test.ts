import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildEnvelope, createScriptedIngest, until } from '@adit/testing';
import { runFence } from '@adit/testing/run-fence';
import type { Tunnel } from '@adit/tunnel';
import type { Operations } from './index.ts';

const README = readFileSync(join(__dirname, '../README.md'), 'utf8');

interface Started {
  readonly server: Server;
  readonly tunnel: Tunnel;
  readonly operations: Operations;
}

it('the README starts a page that shows what was forwarded', async () => {
  const ingest = await createScriptedIngest();
  const { values } = await runFence(README, require, {
    names: ['server', 'tunnel', 'operations'],
    change: (code) =>
      code
        .replace(/'https:\/\/\w+@[^']+'/, `'${ingest.dsn()}'`)
        .replace('port: 8787', "port: 0, hostname: '127.0.0.1'"),
  });
  const { server, tunnel, operations } = values as unknown as Started;
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const counted = async (): Promise<unknown> => {
    const state = await fetch(`${at}/operations/state`);
    return ((await state.json()) as { counts: { requests: { forwarded: number } } }).counts.requests
      .forwarded;
  };

  expect(await (await fetch(`${at}/operations`)).text()).toContain('Where did it go?');
  expect(await (await fetch(`${at}/operations/policy/recent`)).json()).toEqual({
    detail: 'no policy keeps its last hour here',
  });
  const body = buildEnvelope({ dsn: ingest.dsn(), items: [{ type: 'event', payload: {} }] });
  const sent = await fetch(`${at}/monitoring-tunnel?o=0&p=42`, { method: 'POST', body });
  expect(sent.status).toBe(200);
  await until(async () => (await counted()) === 1);
  operations.close();
  await tunnel.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await ingest.close();
});
