import { endAdmin, EVENT_ID, serveAdmin, type AdminOptions } from '../../testing/admin-server.helper.ts';

const TOKEN = 'read-read-read-read';
const CONTROL = 'control-control-control';

const as = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });
const post = (token: string | undefined, body?: string): RequestInit => ({
  method: 'POST',
  ...(token !== undefined && as(token)),
  ...(body !== undefined && { body }),
});

afterEach(endAdmin);

describe('createAdminListener', () => {
  it.each([
    ['/healthz/live', false, 200, { is_healthy: true }],
    ['/healthz/ready', true, 200, { is_healthy: true }],
    ['/healthz/ready?probe=1', false, 503, { is_healthy: false }],
    ['/healthz', true, 404, { detail: 'not found' }],
  ])('answers %s, ready being %j, with %i', async (path, ready, status, body) => {
    const { ask } = await serveAdmin({ isReady: async () => ready });
    const response = await ask(path);

    expect([response.status, await response.json()]).toEqual([status, body]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('answers metrics in the text format of Prometheus', async () => {
    const response = await (await serveAdmin()).ask('/metrics');

    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await response.text()).toBe('up 1\n');
  });

  it('answers HEAD without a body, and refuses other methods', async () => {
    const { ask } = await serveAdmin();
    const head = await ask('/metrics', { method: 'HEAD' });

    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await ask('/metrics', { method: 'POST' })).status).toBe(405);
    expect((await ask('/control/pause')).headers.get('allow')).toBe('POST');
    expect((await ask('/events', { method: 'HEAD' })).status).toBe(200);
  });

  it('answers 500 if reading health or metrics fails', async () => {
    const { ask } = await serveAdmin({ metrics: async () => Promise.reject(new Error('secret')) });
    const response = await ask('/metrics');

    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
  });

  it.each([
    // Without a token on loopback, with a token, and what each role may do.
    [{}, undefined, { '/metrics': 200, '/state': 200, '/dump': 403 }],
    [{ token: TOKEN }, undefined, { '/healthz/ready': 200, '/metrics': 200, '/state': 401, '/dump': 401 }],
    [{ token: TOKEN }, 'wrong-wrong-wrong-wrong', { '/state': 401, '/outcomes': 401, '/events': 401 }],
    [{ token: TOKEN, controlToken: CONTROL }, TOKEN, { '/state': 200, '/outcomes': 200, '/dump': 403 }],
    [{ token: TOKEN, controlToken: CONTROL }, CONTROL, { '/state': 200, '/dump': 200 }],
    [{ controlToken: CONTROL, host: '0.0.0.0' }, undefined, { '/metrics': 200, '/state': 401 }],
  ] as [AdminOptions, string | undefined, Record<string, number>][])(
    'with %j and the token %s answers %j',
    async (options, token, expected) => {
      const { ask } = await serveAdmin(options);
      for (const [path, status] of Object.entries(expected)) {
        const response = await ask(path, token === undefined ? {} : as(token));
        expect([path, response.status]).toEqual([path, status]);
      }
    },
  );

  it('refuses requests of other sites, and under other names', async () => {
    const { ask } = await serveAdmin();
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      expect((await ask('/state', { headers })).status).toBe(403);
      expect((await ask('/metrics', { headers })).status).toBe(403);
      // Probes are simple requests and keep no connection.
      expect((await ask('/healthz/live', { headers })).status).toBe(200);
    }
  });

  it('lets a browser sign in by a form, and never shows it the token again', async () => {
    const { ask, recorded } = await serveAdmin({ token: TOKEN, host: '0.0.0.0' });
    const page = await ask('/');
    expect([page.status, await page.text()]).toEqual([401, expect.stringContaining('name="token"')]);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");

    const wrong = await ask('/login', { method: 'POST', body: new URLSearchParams({ token: 'x' }) });
    expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining('not valid')]);
    for (const body of ['', 'x'.repeat(20_000)]) {
      expect((await ask('/login', { method: 'POST', body })).status).toBe(401);
    }
    expect(recorded.events()).toEqual(new Array(3).fill('admin-login-refused'));

    const right = await ask('/login', { method: 'POST', body: new URLSearchParams({ token: TOKEN }) });
    const cookie = right.headers.get('set-cookie') ?? '';
    expect([right.status, right.headers.get('location')]).toEqual([303, '/']);
    expect(cookie).toMatch(/^adit-admin=\S+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(TOKEN);

    const headers = { cookie: `other=1; ${cookie.replace(/;.*/, '')}` };
    expect((await ask('/state', { headers })).status).toBe(200);
    const state = await ask('/', { headers });
    expect([state.status, await state.text()]).toEqual([200, expect.stringContaining('Nothing is lost')]);
    expect((await ask('/state', { headers: { cookie: `adit-admin=${TOKEN}` } })).status).toBe(401);
  });

  it('says where an event went', async () => {
    const { ask } = await serveAdmin();
    const dashed = EVENT_ID.toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const found: unknown = await (await ask(`/outcomes?event=${dashed}`)).json();

    expect(found).toMatchObject({
      eventId: EVENT_ID,
      outcomes: [{ outcome: 'spooled', reason: 'timed-out' }],
      forwards: [{ at: 5, status: 200 }],
    });
    expect(await (await ask(`/outcomes?event=${'0'.repeat(32)}`)).json()).toMatchObject({ outcomes: [] });
    expect((await ask('/outcomes?event=x')).status).toBe(400);
  });

  it('says on the page where an event went', async () => {
    const { ask } = await serveAdmin();
    const pageOf = async (event: string): Promise<string> => (await ask(`/?event=${event}`)).text();

    expect(await pageOf(` ${EVENT_ID.toUpperCase()}`)).toContain('Stored: timed-out.');
    expect(await pageOf('x')).toContain('This is no event id');
    expect(await pageOf('')).toContain('Enter its id');
  });

  it('lists the last outcomes', async () => {
    const { ask } = await serveAdmin();
    expect(await (await ask('/outcomes?limit=5')).json()).toMatchObject({
      outcomes: [{ eventId: EVENT_ID }],
    });
    expect((await ask('/outcomes?limit=x')).status).toBe(400);
  });

  it.each([
    ['pause', undefined, { kind: 'pause' }],
    ['resume', undefined, { kind: 'resume' }],
    ['flush', undefined, { kind: 'flush' }],
    ['drop', '{"project":"a.example/1"}', { kind: 'drop', project: 'a.example/1' }],
    ['drop', '{"itemTypes":["session"]}', { kind: 'drop', itemTypes: ['session'] }],
    ['log-level', '{"level":"error"}', { kind: 'log-level', level: 'error' }],
  ])('carries out %s %s, and logs it', async (name, body, command) => {
    const { ask, commands, recorded } = await serveAdmin({ controlToken: CONTROL });
    const response = await ask(`/control/${name}`, post(CONTROL, body));

    expect([response.status, await response.json()]).toEqual([202, { accepted: command }]);
    expect(commands).toEqual([command]);
    const { kind, ...fields } = command;
    expect(recorded.entries).toMatchObject([{ level: 'warn', event: 'control', command: kind, ...fields }]);
  });

  it.each([
    ['without a token', 'pause', undefined, undefined, 403],
    ['with the token to read', 'pause', TOKEN, undefined, 403],
    ['that would drop everything', 'drop', CONTROL, '{}', 400],
    ['for a project that is not configured', 'drop', CONTROL, '{"project":"b.example/1"}', 400],
    ['for item types that are none', 'drop', CONTROL, '{"itemTypes":["<b>"]}', 400],
    ['for no item types', 'drop', CONTROL, '{"itemTypes":[]}', 400],
    ['to an unknown level', 'log-level', CONTROL, '{"level":"debug"}', 400],
    ['that is no JSON', 'drop', CONTROL, '{', 400],
    ['that is too large', 'drop', CONTROL, 'x'.repeat(20_000), 413],
  ])('refuses a command %s', async (_name, name, token, body, status) => {
    const { ask, commands } = await serveAdmin({
      controlToken: CONTROL,
      ...(token === TOKEN && { token: TOKEN }),
    });
    expect((await ask(`/control/${name}`, post(token, body))).status).toBe(status);
    expect(commands).toEqual([]);
  });

  it('gives a dump for a bug report', async () => {
    const { ask, recorded } = await serveAdmin({ controlToken: CONTROL });
    const response = await ask('/dump', as(CONTROL));

    expect(response.headers.get('content-disposition')).toContain('adit-tunnel.json');
    expect(await response.json()).toMatchObject({
      settings: { host: '127.0.0.1' },
      state: { format: 1, server: { version: '1.2.3' } },
      outcomes: [{ eventId: EVENT_ID }],
    });
    expect(recorded.events()).toEqual(['control']);
  });
});
