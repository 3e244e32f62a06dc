import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEnvelope, createScriptedIngest, until, type ScriptedIngest } from '@adit/testing';
import type { ServerState } from '@adit/operations';
import {
  endProcesses,
  post,
  startProcess,
  type LogEntry,
  type ServerProcess,
} from '../testing/server-process.helper.ts';

// Real processes, on machines that may be busy.

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let ingest: ScriptedIngest;
let folder: string;

beforeEach(async () => {
  ingest = await createScriptedIngest();
  folder = mkdtempSync(join(tmpdir(), 'adit-'));
});

afterEach(async () => {
  await endProcesses();
  await ingest.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The error of a browser. */
const error = (value: string): object => ({
  platform: 'javascript',
  exception: { values: [{ type: 'Error', value }] },
});

interface Started extends ServerProcess {
  readonly send: (payload: object) => Promise<number>;
  /** Resolves to the state when it fulfils the condition. */
  readonly stateWhen: (isSo: (state: ServerState) => boolean) => Promise<ServerState>;
}

async function start(env: Readonly<Record<string, string>> = {}): Promise<Started> {
  const server = startProcess({ ADIT_DSNS: ingest.dsn(), ...env });
  const { url, adminUrl } = await server.event('started');
  return {
    ...server,
    send: async (payload) => {
      const body = buildEnvelope({ dsn: ingest.dsn(), items: [{ type: 'event', payload }] });
      return (await post(String(url), body, { 'user-agent': CHROME })).status;
    },
    stateWhen: (isSo) =>
      until(async () => {
        const state = (await (await fetch(`${String(adminUrl)}/state`)).json()) as ServerState;
        return isSo(state) && state;
      }),
  };
}

const path = (): string => join(folder, 'policy.json');

/** Replaces the document in one step, as editors and `kubectl` do. */
function publish(document: unknown): void {
  const next = join(folder, 'next.json');
  writeFileSync(next, typeof document === 'string' ? document : JSON.stringify(document));
  renameSync(next, path());
}

const dropping = (id: string, message: string): object => ({
  version: 1,
  rules: [{ id, action: 'drop', when: { message } }],
});

/** The text of everything that ingest got. */
const arrived = (): string => ingest.received.map(({ body }) => body.toString()).join('\n');

const linesOf = ({ lines }: ServerProcess, event: string): readonly LogEntry[] =>
  lines.map((line) => JSON.parse(line) as LogEntry).filter((entry) => entry.event === event);

it('drops noise and removes secrets by default, and reports what it dropped', async () => {
  const server = await start();
  expect(await server.event('started')).toMatchObject({ policy: 'built-in' });

  expect(await server.send(error('ResizeObserver loop limit exceeded'))).toBe(200);
  expect(await server.send(error('no order of jane.doe@example.com'))).toBe(200);
  const { counts, policy } = await server.stateWhen(({ counts: { requests } }) => requests.filtered === 1);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);

  const rule = String(policy?.rules[0]?.id);
  expect(counts.discarded).toMatchObject({ [rule]: { error: 1 } });
  expect(arrived()).toContain('no order of [Filtered]');
  expect(arrived()).toContain('"filtered_events":[');
  expect(arrived()).toContain(`"reason":"${rule}"`);
  expect(arrived()).not.toMatch(/ResizeObserver|jane/);
  expect(server.lines.join()).not.toMatch(/ResizeObserver|jane/);
});

it('forwards envelopes as they come if the policy is off', async () => {
  const server = await start({ ADIT_POLICY: 'off' });
  await server.send(error('ResizeObserver loop limit exceeded'));
  const { policy } = await server.stateWhen(({ counts }) => counts.requests.forwarded === 1);

  expect(policy).toBeNull();
  expect(arrived()).toContain('ResizeObserver');
});

it.each(['1', '2'])('follows its document with %s workers, and keeps the last good one', async (workers) => {
  publish(dropping('chat-widget', '*widget.chat.test*'));
  const server = await start({ ADIT_POLICY: path(), ADIT_WORKERS: workers });
  const { version } = await server.event('policy-in-force');
  const versionsNow = async (isSo: (versions: readonly string[]) => boolean) =>
    (await server.stateWhen(({ policy }) => isSo(policy?.document?.versions ?? []))).policy;
  expect(await versionsNow((versions) => versions.length > 0)).toMatchObject({
    document: { status: 'ok', versions: [version], problem: null },
  });

  // Nothing is sent of an envelope whose items are all noise.
  expect(await server.send(error('widget.chat.test failed'))).toBe(200);
  const { counts } = await server.stateWhen(({ policy }) => policy?.rules[0]?.matched === 1);
  expect(counts.requests).toMatchObject({ filtered: 1, forwarded: 0 });
  expect(arrived()).not.toContain('widget');

  publish(dropping('checkout', '*checkout*'));
  await server.stateWhen(
    ({ policy }) => policy?.document?.versions.length === 1 && policy.document.version !== version,
  );
  const { version: next } = await server.event('policy-in-force', (entry) => entry['version'] !== version);
  expect(await server.send(error('checkout failed'))).toBe(200);
  expect(await server.send(error('widget.chat.test failed again'))).toBe(200);
  await server.stateWhen(({ counts: { requests } }) => requests.filtered === 2 && requests.forwarded === 1);

  publish('{"version": 1, "rules": [{"id": "half"');
  await server.stateWhen(({ policy }) => policy?.document?.status === 'refused');
  // Each process says it once, and looks by itself.
  await until(() => linesOf(server, 'policy-refused').length === Number(workers));
  expect(await server.event('policy-refused')).toMatchObject({ level: 'warn', version: next, from: path() });
  expect(await server.send(error('checkout failed once more'))).toBe(200);
  const { policy } = await server.stateWhen(({ counts: { requests } }) => requests.filtered === 3);
  expect(policy).toMatchObject({
    document: { status: 'refused', version: next, problem: expect.stringMatching(/JSON/) as string },
  });

  publish(dropping('checkout', '*checkout*'));
  await server.stateWhen(({ policy: now }) => now?.document?.status === 'ok');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);

  const count = Number(workers);
  expect(linesOf(server, 'policy-refused')).toHaveLength(count);
  expect(linesOf(server, 'policy-in-force')).toHaveLength(3 * count);
  expect(arrived()).toContain('widget.chat.test failed again');
  expect(arrived()).not.toContain('checkout failed');
  for (const rule of ['chat-widget', 'checkout']) expect(arrived()).toContain(`"reason":"${rule}"`);
  expect(arrived()).toContain('filtered_events');
});

it('starts with the built-in rules if there is no document, and says so', async () => {
  const server = await start({ ADIT_POLICY: path() });
  expect(await server.event('policy-missing')).toMatchObject({
    level: 'warn',
    problem: 'there is no document',
  });
  expect((await server.stateWhen(({ policy }) => policy !== null)).policy?.document).toMatchObject({
    status: 'missing',
    version: null,
  });
  expect(linesOf(server, 'policy-in-force')).toEqual([]);

  publish(dropping('checkout', '*checkout*'));
  await server.event('policy-in-force');
  expect(await server.send(error('checkout failed'))).toBe(200);
  expect(arrived()).not.toContain('checkout failed');
});

it('stops its start at a key that is none', async () => {
  const server = startProcess({ ADIT_DSNS: ingest.dsn(), ADIT_POLICY: path(), ADIT_POLICY_KEY: 'none' });

  expect(await server.ended).toBe(78);
  expect(server.errors()).toBe(
    'ADIT_POLICY_KEY="…" is not valid: use an Ed25519 public key, as PEM or base64, not its path.\n',
  );
});

it.each(['1', '2'])('tells the last hour of %s workers, without secrets', async (workers) => {
  const server = await start({ ADIT_WORKERS: workers });
  const { adminUrl } = await server.event('started');
  await server.send(error('ResizeObserver loop limit exceeded'));
  await server.send(error('no order of jane.doe@example.com'));
  const items = await until(async () => {
    const answer = await fetch(`${String(adminUrl)}/policy/recent`);
    const { items: told } = (await answer.json()) as { items: { outcome: string; rule?: string }[] };
    return told.length === 2 && told;
  });

  expect(items.map(({ outcome, rule }) => [outcome, rule]).sort()).toEqual([
    ['changed', undefined],
    ['dropped', 'resize-observer-loop'],
  ]);
  expect(JSON.stringify(items)).not.toContain('jane');
});

it('has no last hour if the policy is off', async () => {
  const server = await start({ ADIT_POLICY: 'off' });
  const { adminUrl } = await server.event('started');

  expect((await fetch(`${String(adminUrl)}/policy/recent`)).status).toBe(404);
});
