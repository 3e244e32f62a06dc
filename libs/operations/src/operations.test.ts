import { createFakeClock, type FakeClock } from '@adit/testing';
import { observedPolicy } from '../testing/policies.helper.ts';
import { statsOf } from '../testing/reports.helper.ts';
import { createMemorySpool } from '@adit/spool/memory';
import type { OutcomeDetail } from '@adit/tunnel';
import { MAX_CLIENTS } from './event-stream.ts';
import { recordDurations } from './metrics/opentelemetry.ts';
import { createOperations, type Operations, type OperationsOptions } from './operations.ts';

const TOKEN = 'read-read-read-read';
const EVENT_ID = '9ec79c33ec9942ab8353589fcb2e04dc';
const PAGE = 'http://shop.example/operations';

let clock: FakeClock;
let operations: Operations;

const detail: OutcomeDetail = {
  eventId: EVENT_ID,
  project: 'a.example/1',
  sdk: undefined,
  itemTypes: ['event'],
  bytes: 1,
  durationMs: 2,
  limited: [],
  filtered: [],
};

async function start(options: Partial<OperationsOptions> = {}): Promise<void> {
  clock = createFakeClock({ now: 1_000_000 });
  operations = createOperations({
    stats: () => statsOf({ forwarded: 3, spool: undefined }),
    token: undefined,
    clock,
    ...options,
  });
  await clock.advance(0);
}

const ask = (below = '', { query = '', ...init }: RequestInit & { query?: string } = {}) =>
  operations.handle(
    new Request(`${PAGE}${below && '/'}${below}${query}`, {
      ...init,
      headers: { host: 'shop.example', ...(init.headers as Record<string, string>) },
    }),
    below,
  );
const signIn = (token: string, headers: Record<string, string> = {}) =>
  ask('', { method: 'POST', body: new URLSearchParams({ token }), headers });

/** Reads until the text contains the wanted part. */
async function readUntil(response: Response, wanted: string): Promise<string> {
  const reader = response.body!.getReader();
  let text = '';
  while (!text.includes(wanted)) text += Buffer.from((await reader.read()).value!).toString();
  await reader.cancel();
  return text;
}

afterEach(() => operations.close());

it.each([
  ['createOperations', () => operations.tell],
  ['recordDurations', () => recordDurations()],
])('the tell of %s warns of faults: nobody else would', async (_, tellOf) => {
  const warn = jest.spyOn(console, 'warn').mockImplementation();
  await start();
  const error = new Error('disk full');
  tellOf()({ kind: 'fault', part: 'spool', error, count: 3 }, detail);
  expect(warn.mock.calls).toEqual([['@adit/tunnel: spool failed 3 times (disk full)']]);
  warn.mockRestore();
});

describe('createOperations', () => {
  it('shows the rules and budgets of the tunnel, if it is given them', async () => {
    const document = { status: 'refused', since: 1_000_000, problem: 'no version', version: 'a1' } as const;
    await start({ policy: observedPolicy({ counts: { bot: 3 } }, document) });

    expect(await (await ask()).text()).toContain('The document is refused since 00:16:40 UTC');
    expect(await (await ask('state')).json()).toMatchObject({
      policy: { document: { status: 'refused', versions: ['a1'] }, rules: [{ id: 'bot', matched: 3 }] },
    });
    operations.close();
    await start();
    expect(await (await ask('state')).json()).toMatchObject({ policy: null });
  });

  it('shows the counts of the tunnel, and where an event went', async () => {
    await start({ port: 3000 });
    operations.tell({ kind: 'forwarded', status: 200, bytes: 1, durationMs: 1 }, detail);
    operations.tell({ kind: 'given-up', cause: 'expired', heldMs: 1 }, detail);
    const response = await ask('', { query: `?event=${EVENT_ID}` });
    const page = await response.text();

    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(page).toContain('Forwarded. Ingest answered 200.');
    expect(page).toContain('Dropped from the spool');
    expect(page).toMatch(/<p id="replica">[^<]+:3000</);
    const state: unknown = await (await ask('state')).json();
    expect(state).toMatchObject({
      counts: { requests: { forwarded: 3 } },
      server: { version: null, port: 3000, startedAt: 1_000_000, settings: { dsns: 'allowedDsns' } },
      spool: null,
      isReady: true,
    });
  });

  it('asks for the counts after the current task, in which the tunnel is created', () => {
    const stats = jest.fn(() => statsOf());
    operations = createOperations({ stats, token: undefined });
    expect(stats).not.toHaveBeenCalled();
  });

  it('has no port where none is known', async () => {
    await start();
    expect(await (await ask()).text()).toMatch(/<p id="replica">[^<:]+</);
  });

  it('says how old the oldest stored envelope is, and nothing if the spool fails', async () => {
    const spool = createMemorySpool();
    const stats = () => statsOf();
    const oldest = async (): Promise<unknown> =>
      ((await (await ask('state')).json()) as { spool: { oldestAgeMs: unknown } }).spool.oldestAgeMs;
    await start({ spool, stats });
    expect(await oldest()).toBe(0);
    operations.close();
    await start({
      spool: { ...spool, pendingDsns: () => ['a'], peek: () => Promise.reject(new Error()) },
      stats,
    });
    expect(await oldest()).toBeNull();
  });

  it.each([[true], [false]])('is ready if its spool can be used: %s', async (isUsable) => {
    await start({ spool: { ...createMemorySpool(), isUsable: () => isUsable }, stats: () => statsOf() });
    expect(await (await ask('state')).json()).toMatchObject({
      isReady: isUsable,
      spool: { isHealthy: isUsable },
    });
  });

  it.each([
    ['events/x', 'GET', 404],
    ['control/pause', 'POST', 404],
    ['state', 'POST', 405],
    ['policy/recent', 'POST', 405],
    ['policy', 'GET', 404],
    ['events', 'POST', 405],
    ['', 'PUT', 405],
    ['', 'HEAD', 200],
  ])('answers "%s" by %s with %i', async (below, method, status) => {
    await start();
    expect((await ask(below, { method })).status).toBe(status);
  });

  it.each<Record<string, string>>([{ origin: 'http://evil.example' }, { 'sec-fetch-site': 'cross-site' }])(
    'refuses what a page of another site sends: %j',
    async (headers) => {
      await start({ token: TOKEN });
      for (const below of ['', 'events', 'state', 'outcomes', 'policy/recent'])
        expect((await ask(below, { headers })).status).toBe(403);
      expect((await signIn(TOKEN, headers)).status).toBe(403);
    },
  );

  it('throws for a token that can be guessed, without repeating it', () => {
    const create = () => createOperations({ stats: () => statsOf(), token: 'hunter2' });
    expect(create).toThrow(/^createOperations: token is not valid; accepted are 16 characters or more/);
    expect(create).not.toThrow(/hunter2/);
  });
});

describe('the last hour of a policy', () => {
  const { report } = observedPolicy({ scrubs: ['account'] });
  const item = { type: 'event', payload: { message: 'a' } };

  it('is told as JSON', async () => {
    await start({ policy: { report, recent: () => [item] } });
    const response = await ask('policy/recent');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await response.json()).toEqual({ items: [item], scrubs: ['account'] });
  });

  it('does not exist without one', async () => {
    await start();
    const response = await ask('policy/recent');
    expect([response.status, await response.json()]).toEqual([
      404,
      { detail: 'no policy keeps its last hour here' },
    ]);
  });
});

describe('with a token', () => {
  beforeEach(() => start({ token: TOKEN }));

  it('asks for it, and tells nothing', async () => {
    const page = await ask();
    expect([page.status, await page.text()]).toEqual([401, expect.stringContaining('name="token"')]);
    for (const below of ['state', 'events', 'outcomes', 'policy/recent']) {
      const response = await ask(below);
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
  });

  it('lets who has it read', async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await ask('', { headers })).status).toBe(200);
    expect((await ask('state', { headers })).status).toBe(200);
    // Control: with another token, nothing is read.
    expect((await ask('state', { headers: { authorization: `Bearer ${TOKEN}x` } })).status).toBe(401);
  });

  it('signs in with it, for its own path alone', async () => {
    const response = await signIn(TOKEN, { origin: 'https://shop.example' });
    const cookie = response.headers.get('set-cookie') ?? '';
    expect([response.status, response.headers.get('location')]).toEqual([303, './operations']);
    expect(cookie).toContain('; Path=/operations; ');
    expect((await ask('', { headers: { cookie: cookie.replace(/;.*/, '') } })).status).toBe(200);
  });

  it.each([
    ['http://shop.example/', './', '/'],
    ['http://shop.example/base/operations/', './', '/base/operations'],
  ])('signs in at %s', async (url, location, path) => {
    const { headers } = await operations.handle(
      new Request(url, { method: 'POST', body: new URLSearchParams({ token: TOKEN }) }),
    );
    expect(headers.get('location')).toBe(location);
    expect(headers.get('set-cookie')).toContain(`; Path=${path}; `);
  });

  it('shows the form again for a wrong token, a missing one, and a body that is too long', async () => {
    const bodies = ['token=wrong', '', `token=${TOKEN}&x=${'x'.repeat(16_384)}`, null];
    for (const body of bodies) {
      const response = await ask('', { method: 'POST', body });
      expect([response.status, response.headers.get('set-cookie')]).toEqual([401, null]);
      expect(await response.text()).toContain('This token is not valid.');
    }
  });
});

describe('the outcomes', () => {
  beforeEach(() => start());

  const outcomes = async (query: string) => {
    const response = await ask('outcomes', { query });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('are the newest, as many as are asked for', async () => {
    for (const status of [200, 201])
      operations.tell({ kind: 'forwarded', status, bytes: 1, durationMs: 1 }, detail);
    await clock.advance(1_000);

    expect(await outcomes('?limit=1')).toEqual({
      status: 200,
      body: { outcomes: [expect.objectContaining({ status: 201, eventId: EVENT_ID })] },
    });
    expect((await outcomes('')).body).toMatchObject({ outcomes: [{ status: 201 }, { status: 200 }] });
    expect(await outcomes('?limit=0')).toMatchObject({ status: 400 });
  });

  it('say where an event went', async () => {
    operations.tell({ kind: 'forwarded', status: 200, bytes: 1, durationMs: 1 }, detail);

    expect((await outcomes(`?event=${EVENT_ID}`)).body).toMatchObject({
      eventId: EVENT_ID,
      outcomes: [{ outcome: 'forwarded', status: 200 }],
    });
    expect(await outcomes('?event=x')).toMatchObject({ status: 400 });
  });
});

describe('the events', () => {
  beforeEach(() => start());

  it('are the state each second and the outcomes', async () => {
    const response = await ask('events');
    operations.tell({ kind: 'forwarded', status: 200, bytes: 1, durationMs: 1 }, detail);
    await clock.advance(1_000);
    const text = await readUntil(response, 'event: outcomes');

    expect(response.headers.get('content-type')).toBe('text/event-stream');
    // A compressed stream would be held back.
    expect(response.headers.get('cache-control')).toContain('no-transform');
    expect(text.match(/event: state/g)).toHaveLength(2);
    expect(text).toContain(EVENT_ID);
  });

  it('are the parts of the page for who asks for them', async () => {
    const text = await readUntil(await ask('events', { query: '?only=page' }), 'event: page');
    expect(text).toContain('"verdict"');
    expect(text).not.toContain('event: state');
  });

  it('serve so many clients at a time, and others when some have left', async () => {
    const all = await Promise.all(Array.from({ length: MAX_CLIENTS }, () => ask('events')));
    expect(all.map(({ status }) => status)).toEqual(new Array(MAX_CLIENTS).fill(200));
    expect((await ask('events')).status).toBe(503);
    // HEAD starts no stream.
    expect((await ask('events', { method: 'HEAD' })).status).toBe(200);
    await all[0]!.body!.cancel();
    const [next, none] = [await ask('events'), await ask('events')];
    expect([next.status, none.status]).toEqual([200, 503]);
  });

  it('end for a client that does not read them, and go on for others', async () => {
    const [slow, fast] = [await ask('events'), await ask('events', { query: '?only=outcomes' })];
    const reader = fast.body!.getReader();
    const state = (await (await ask('state')).json()) as object;
    const bytes = JSON.stringify({ ...state, series: undefined }).length;
    const seconds = Math.ceil(1_048_576 / bytes) + 10;
    for (let second = 0; second < seconds; second += 1) {
      await clock.advance(1_000);
      expect((await reader.read()).done).toBe(false);
    }
    await expect(new Response(slow.body).text()).rejects.toThrow('does not read');
    await reader.cancel();
  });

  it('end with the operations', async () => {
    const response = await ask('events');
    operations.close();
    expect(await response.text()).toContain('event: state');
  });
});
