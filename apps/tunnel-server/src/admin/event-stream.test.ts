import { endAdmin, serveAdmin } from '../../testing/admin-server.helper.ts';

/** The most clients at the same time. */
const MAX_CLIENTS = 20;

afterEach(endAdmin);

describe('the events of the admin port', () => {
  /** Reads until the text contains the wanted part. */
  async function readUntil(response: Response, wanted: string, tick: () => Promise<void>): Promise<string> {
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let text = '';
    const reading = { isOver: false };
    const ticking = (async () => {
      while (!reading.isOver) await tick().then(() => new Promise(setImmediate));
    })();
    while (!text.includes(wanted)) text += Buffer.from((await reader.read()).value ?? []).toString();
    reading.isOver = true;
    await ticking;
    await reader.cancel();
    return text;
  }

  it('begins with the state and its series, and repeats the state each second', async () => {
    const { ask, tick } = await serveAdmin();
    const response = await ask('/events');
    const text = await readUntil(response, 'event: state\ndata: {"format":1,"at":1002', tick);

    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(text.split('event: state\n')[1]).toContain('"series"');
    expect(text.split('event: state\n')[2]).not.toContain('"series"');
  });

  it('leaves the state out if only outcomes are asked for', async () => {
    const { ask, tick } = await serveAdmin();
    const text = await readUntil(await ask('/events?only=outcomes'), ':\n\n', tick);

    expect(text).not.toContain('event: state');
  });

  it('sends those who follow the page all of its parts, then those that change', async () => {
    const { ask, tick } = await serveAdmin();
    const text = await readUntil(await ask('/events?only=page'), '"time":"00:16:44 UTC"', tick);
    const [first = '', ...others] = text
      .split('event: page\ndata: ')
      .slice(1)
      .map((data) => Object.keys(JSON.parse(data) as object).join());

    expect(first).toContain('title,replica,time,announcement,verdict,facts,charts');
    // The time has changed, and so has the uptime of the server.
    expect(others.at(-1)).toBe('time,server');
    expect(text).not.toContain('event: state');
  });

  it('sends all parts again after another client has come, which may have seen others', async () => {
    const { ask, tick } = await serveAdmin();
    const both = [await ask('/events?only=page'), await ask('/events?only=page')];
    await tick();
    const [one, other] = await Promise.all(
      both.map((response) => readUntil(response, '"time":"00:16:42 UTC"', tick)),
    );

    expect(one).toContain('"outcomes":');
    expect(other?.match(/"outcomes":/g)).toHaveLength(2);
  });

  it('refuses more clients than it serves at a time, and takes others when some have left', async () => {
    const { ask } = await serveAdmin();
    const leave = new AbortController();
    const { signal } = leave;
    for (let client = 0; client < MAX_CLIENTS; client += 1) {
      expect((await ask('/events', { signal })).status).toBe(200);
    }
    expect((await ask('/events')).status).toBe(503);
    leave.abort();
    let status = 503;
    while (status === 503) {
      const response = await ask('/events');
      ({ status } = response);
      await response.body?.cancel();
    }
    expect(status).toBe(200);
  });
});
