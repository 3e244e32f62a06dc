import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEnvelope, createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import type { ServerState } from '@adit/operations';
import { endProcesses, post, startProcess } from '../../testing/server-process.helper.ts';

// Real processes.

const KEY = '0123456789abcdef0123456789abcdef';
const TOKEN = 'token-that-nobody-may-see';
const CONTROL = 'control-that-nobody-may-see';
const PAYLOAD = 'payload-that-nobody-may-see';
const ADDRESS = '203.0.113.77';

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

const idOf = (number: number): string => number.toString(16).padStart(32, '0');

const envelope = (number: number): Uint8Array<ArrayBuffer> =>
  buildEnvelope({
    dsn: ingest.dsn(),
    header: { event_id: idOf(number) },
    items: [{ type: 'event', payload: { message: 'checkout failed', extra: { note: PAYLOAD } } }],
  });

async function start(env: Readonly<Record<string, string>> = {}) {
  const server = startProcess({
    ADIT_DSNS: ingest.dsn(),
    ADIT_ADMIN_TOKEN: TOKEN,
    ADIT_ADMIN_CONTROL_TOKEN: CONTROL,
    ADIT_TRUSTED_PROXIES: '127.0.0.1',
    ADIT_SPOOL: `disk:${folder}`,
    ...env,
  });
  const { url, adminUrl } = await server.event('started');
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${String(adminUrl)}${path}`, { headers: { authorization: `Bearer ${CONTROL}` }, ...init });
  /** Resolves to the state when it fulfils the condition. */
  const stateWhen = async (isSo: (state: ServerState) => boolean): Promise<ServerState> => {
    for (;;) {
      const state = (await (await ask('/state')).json()) as ServerState;
      if (isSo(state)) return state;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const send = (number: number): Promise<{ status: number }> =>
    post(String(url), envelope(number), { 'x-forwarded-for': ADDRESS });
  return { server, ask, stateWhen, send };
}

describe('the admin port of a real server', () => {
  it.each(['1', '2'])(
    'counts with %s workers exactly what was sent, and finds each event',
    async (workers) => {
      const { ask, stateWhen, send } = await start({ ADIT_WORKERS: workers });
      for (let number = 0; number < 40; number += 1) expect((await send(number)).status).toBe(200);
      const { counts, lost, projects } = await stateWhen(
        ({ counts: { requests } }) => requests['forwarded'] === 40,
      );

      expect([counts.requests['spooled'], lost.total, projects[0]?.forwarded]).toEqual([0, 0, 40]);
      for (const number of [0, 20, 39]) {
        const found = (await (await ask(`/outcomes?event=${idOf(number)}`)).json()) as {
          forwards: unknown[];
        };
        expect([number, found.forwards]).toEqual([
          number,
          [{ at: expect.any(Number) as number, status: 200 }],
        ]);
      }
    },
  );

  it('says that an envelope was stored, then delivered, and obeys an operator in between', async () => {
    const { ask, stateWhen, send } = await start({ ADIT_WORKERS: '2' });
    await ask('/control/pause', { method: 'POST', headers: { authorization: `Bearer ${CONTROL}` } });
    ingest.respondWith({ status: 503 });
    await send(1);
    await send(2);
    await stateWhen(({ spool }) => spool?.envelopes === 2 && spool.isPaused);
    ingest.respondWith({ status: 200 });
    await ask('/control/resume', { method: 'POST', headers: { authorization: `Bearer ${CONTROL}` } });
    await ask('/control/flush', { method: 'POST', headers: { authorization: `Bearer ${CONTROL}` } });
    await stateWhen(({ counts, spool }) => counts.redelivered === 2 && spool?.envelopes === 0);

    const found: unknown = await (await ask(`/outcomes?event=${idOf(1)}`)).json();
    expect(found).toMatchObject({
      outcomes: [
        { outcome: 'redelivered', itemTypes: ['event'] },
        { outcome: 'spooled', reason: 'unavailable' },
      ],
      forwards: [{ status: 200 }],
    });
  });

  it('keeps the counts of a worker that is killed', async () => {
    const { server, stateWhen, send } = await start({ ADIT_WORKERS: '2' });
    for (let number = 0; number < 10; number += 1) await send(number);
    const { workers } = await stateWhen(({ counts: { requests } }) => requests['forwarded'] === 10);
    process.kill(Number(workers[0]?.pid), 'SIGKILL');
    await server.event('worker-restarted');
    const after = await stateWhen((state) => state.workers[0]?.pid !== workers[0]?.pid);

    expect(after.counts.requests['forwarded']).toBe(10);
  });

  it('shows no key, token, payload or address, in answers and in the log', async () => {
    const { server, ask, stateWhen, send } = await start();
    ingest.respondWith({ status: 503 });
    await send(1);
    await post(String((await server.event('started')).url), new TextEncoder().encode(PAYLOAD));
    await stateWhen(({ counts: { requests } }) => requests['spooled'] === 1 && requests['refused'] === 1);
    const wrong = new URLSearchParams({ token: 'wrong-token-nobody-may-see' });
    await ask('/login', { method: 'POST', body: wrong });
    const texts = await Promise.all(
      ['/', '/state', '/outcomes', `/outcomes?event=${idOf(1)}`, '/dump', '/metrics'].map(async (path) =>
        (await ask(path)).text(),
      ),
    );
    const events = await ask('/events');
    const reader = (events.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    texts.push(Buffer.from((await reader.read()).value ?? []).toString());
    await reader.cancel();
    const all = [...texts, ...server.lines, server.errors()].join('\n');
    const withTitles = texts.map((text) => text.includes('checkout failed'));
    // The page, the state and its events have titles of errors; a dump may leave the company.
    expect(withTitles).toEqual([true, true, false, false, false, false, true]);

    // The permitted values appear, so secrets would appear, too.
    for (const shown of [idOf(1), 'admin-login-refused', 'header-malformed', '"format":1']) {
      expect(all).toContain(shown);
    }
    for (const secret of [KEY, TOKEN, CONTROL, PAYLOAD, ADDRESS, 'wrong-token'])
      expect(all).not.toContain(secret);
  });
});
