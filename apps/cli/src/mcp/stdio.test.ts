import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { appRouter, makeRepository, textsOf } from '../../testing/repository.helper.ts';

const MAIN = join(__dirname, '../../dist/main.js');
const TOKEN = 'read-read-read-read';
const ID = '9ec79c33ec9942ab8353589fcb2e04dc';
const OUTCOME = {
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  outcome: 'forwarded',
  status: 200,
  eventId: ID,
  project: 'a.example/1',
  itemTypes: ['event'],
  bytes: 100,
  durationMs: 12.5,
  limited: [],
  filtered: [],
};

let root: string;
let tunnel: Server;
let client: Client;
const asked: { url: string | undefined; token: string | undefined }[] = [];

beforeAll(async () => {
  root = makeRepository({ ...appRouter(), 'package-lock.json': '{}\n' });
  writeFileSync(
    join(root, 'rules.json'),
    '{ "version": 1, "rules": [{ "id": "chat", "action": "drop", "when": { "message": "*chat*" } }] }',
  );
  tunnel = createServer(({ url, headers }, response) => {
    asked.push({ url, token: headers.authorization });
    const answer = url?.includes('?event=')
      ? { eventId: ID, outcomes: [OUTCOME], forwards: [], since: 0, unread: {} }
      : { outcomes: [OUTCOME] };
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => tunnel.listen(0, '127.0.0.1', resolve));
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp', '--url', `http://127.0.0.1:${(tunnel.address() as AddressInfo).port}/operations`],
      cwd: root,
      env: { ADIT_ADMIN_TOKEN: TOKEN, PATH: process.env.PATH ?? '' },
    }),
  );
});
afterAll(async () => {
  await client.close();
  await new Promise((resolve) => tunnel.close(resolve));
  rmSync(root, { recursive: true, force: true });
});

async function call(name: string, input: Record<string, unknown> = {}) {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: input });
  const [first] = content as { text: string }[];
  return { text: first?.text ?? '', isError, data: structuredContent as Record<string, unknown> | undefined };
}

describe('adit mcp, asked over stdio by a client of the protocol', () => {
  it('names itself, and tools that only read', async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'adit', version: expect.stringMatching(/^\d/) });
    expect(client.getInstructions()).toContain('doctor');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'doctor',
      'dry_run',
      'explain',
      'policy_try',
      'tail',
      'find_event',
    ]);
    for (const { annotations, description, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(description).toMatch(/\.$/);
      expect(inputSchema.type).toBe('object');
    }
  });

  it('shows what init would change, and writes nothing', async () => {
    const before = textsOf(root);
    const { text, data, isError } = await call('dry_run', { command: 'init' });

    expect(isError).toBeFalsy();
    expect(text).toContain('+++ b/AGENTS.md');
    expect(data).toMatchObject({
      command: 'init',
      changes: expect.arrayContaining([{ path: 'AGENTS.md', kind: 'added' }]),
    });
    expect(textsOf(root)).toEqual(before);
  });

  it('finds that Adit is not set up', async () => {
    const { text, data } = await call('doctor');

    expect(text).toMatch(/^0 errors, 1 warnings, 0 in order/);
    expect(data).toMatchObject({ version: 1, findings: [{ check: 'set-up', level: 'warning' }] });
  });

  it('explains a rule', async () => {
    expect((await call('explain', { name: 'bot' })).text).toMatch(/^Noise rule bot drops events/);
    expect(await call('explain', { name: 'nothing' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^nothing is unknown\.\nNoise rules: .*\bbot\b/),
    });
  });

  it('says what becomes of an event under a document', async () => {
    const event = { exception: { values: [{ type: 'Error', value: 'chat did not load' }] } };

    expect((await call('policy_try', { file: 'rules.json', event })).text).toMatch(/^Dropped by chat\./);
    expect((await call('policy_try', { event })).text).toMatch(/^Kept\./);
  });

  it('lists what the tunnel did, and says where an event went, with the token of its start', async () => {
    asked.length = 0;
    const tail = await call('tail', { limit: 5 });
    const found = await call('find_event', { event_id: ID });

    expect(tail.text).toContain(`forwarded  200  ${ID}`);
    expect(found.text).toContain('Forwarded. Ingest answered 200.');
    expect(asked).toEqual([
      { url: '/operations/outcomes?limit=5', token: `Bearer ${TOKEN}` },
      { url: `/operations/outcomes?event=${ID}`, token: `Bearer ${TOKEN}` },
    ]);
  });

  it('answers errors as texts, and goes on', async () => {
    expect(await call('find_event', { event_id: 'x' })).toMatchObject({
      isError: true,
      text: 'x is no event id; use its 32 hexadecimal digits',
    });
    expect(await call('doctor', { app: 'nowhere' })).toMatchObject({ isError: true });
    expect(await call('policy_try', { file: '../other.json' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('lies outside the current folder'),
    });
    expect((await call('explain')).text).toContain('Checks of the doctor:');
  });
});

it('answers a client of the revision of 2026, which does not initialize a connection', async () => {
  const child = spawn(process.execPath, [MAIN, 'mcp'], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const prefix = 'io.modelcontextprotocol';
  const meta = {
    [`${prefix}/protocolVersion`]: '2026-07-28',
    [`${prefix}/clientInfo`]: { name: 'test', version: '1.0.0' },
    [`${prefix}/clientCapabilities`]: {},
  };
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } };
  child.stdin.write(`${JSON.stringify(request)}\n`);
  const [answer] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  child.stdin.end();

  expect(answer).toContain('"name":"find_event"');
});

it('ends with its input', async () => {
  const child = spawn(process.execPath, [MAIN, 'mcp'], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end();

  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
});
