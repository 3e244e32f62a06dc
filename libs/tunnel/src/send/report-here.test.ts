import { createFakeClock, deferred } from '@adit/testing';
import { createTunnel, type IngestRequest } from '../index.ts';
import { answer, createStubTransport, readAll } from '../../testing/stub-transport.helper.ts';
import { DSN, NOW, post, settled, startStubbed } from '../../testing/stubbed-tunnel.helper.ts';

const isReport = ({ headers }: IngestRequest): boolean => headers['user-agent'] === 'adit-tunnel/0.1.0';

/** A tunnel that loses every envelope, on a host that waits only for the work that it is given. */
function startHeld(options: Parameters<typeof startStubbed>[0] = {}) {
  const reports: string[] = [];
  let isAway = false;
  const transport = createStubTransport(async (request) => {
    if (!isReport(request) || isAway) throw new Error('no route');
    reports.push((await readAll(request.body)).toString());
    return answer();
  });
  const stubbed = startStubbed({ transport, ...options });
  /** The work of each request; `true` once it has ended. */
  const works: boolean[] = [];
  const waitUntil = (work: Promise<unknown>): void => {
    const index = works.push(false) - 1;
    void work.then(() => (works[index] = true));
  };
  return {
    ...stubbed,
    reports,
    works,
    send: () => post(stubbed.tunnel, { waitUntil }),
    away: (is: boolean) => (isAway = is),
  };
}

describe('waitUntil', () => {
  it('gets the work of a request that drops, which sends the report 15 s later', async () => {
    const { send, reports, works, clock } = startHeld();
    expect((await send()).status).toBe(502);
    await clock.advance(14_999);
    expect([reports.length, works]).toEqual([0, [false]]);
    await clock.advance(1);
    expect([reports.length, works]).toEqual([1, [true]]);
    expect(reports[0]).toContain('{"reason":"network_error","category":"error","quantity":1}');
    expect(clock.pending).toBe(0);
  });

  it('is not needed where timers live on', async () => {
    const { tunnel, reports, clock } = startHeld();
    await post(tunnel);
    await clock.advance(59_999);
    expect(reports).toHaveLength(0);
    await clock.advance(1);
    expect(reports).toHaveLength(1);
  });

  it('reports as early as `reportIntervalMs` says', async () => {
    const { send, reports, clock } = startHeld({ times: { reportIntervalMs: 2_000 } });
    await send();
    await clock.advance(2_000);
    expect(reports).toHaveLength(1);
  });

  it('has one request wait for all', async () => {
    const { send, reports, works, clock } = startHeld();
    await send();
    await clock.advance(5_000);
    await send();
    await send();
    await settled();
    expect(works).toEqual([false, true, true]);
    await clock.advance(10_000);
    expect(works).toEqual([true, true, true]);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toContain('"quantity":3');
  });

  it('has the next request report what a host that ended the first one left', async () => {
    const time = createFakeClock({ now: NOW });
    let isFirst = true;
    // The host ends the first request while it waits: its timers never fire.
    const clock = {
      ...time,
      setTimeout: (callback: () => void, delayMs: number): unknown =>
        isFirst && delayMs === 15_000 ? {} : time.setTimeout(callback, delayMs),
    };
    const { send, reports } = startHeld({ clock });
    await send();
    await settled();
    isFirst = false;
    await time.advance(24_999);
    await send();
    await time.advance(15_000);
    expect(reports).toHaveLength(0);
    await send();
    await time.advance(15_000);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toContain('"quantity":3');
  });

  it('has a later request send what could not be sent', async () => {
    const { send, reports, works, clock, away } = startHeld();
    away(true);
    await send();
    await clock.advance(15_000);
    expect([reports.length, works]).toEqual([0, [true]]);
    away(false);
    await send();
    await clock.advance(15_000);
    expect(reports[0]).toContain('"quantity":2');
  });

  it('ends with the answer if nothing was dropped', async () => {
    const transport = createStubTransport(() => Promise.resolve(answer()));
    const { send, works, clock } = startHeld({ transport });
    await send();
    await settled();
    expect([works, clock.pending]).toEqual([[true], 0]);
  });

  it('keeps the host for an envelope until ingest has answered', async () => {
    const ingest = deferred<ReturnType<typeof answer>>();
    const { send, works } = startHeld({ transport: createStubTransport(() => ingest.promise) });
    const response = send();
    await settled();
    expect(works).toEqual([false]);
    ingest.resolve(answer());
    expect((await response).status).toBe(200);
    await settled();
    expect(works).toEqual([true]);
  });

  it('is not called for what is no envelope', async () => {
    const { tunnel, works } = startHeld();
    const waitUntil = jest.fn();
    expect((await post(tunnel, { method: 'GET', waitUntil })).status).toBe(405);
    expect([waitUntil.mock.calls, works]).toEqual([[], []]);
  });

  it.each([
    [
      'throws',
      (): never => {
        throw new TypeError('Illegal invocation');
      },
    ],
    ['rejects', () => Promise.reject(new TypeError('Illegal invocation'))],
  ])('that %s is counted, and the client gets its answer', async (_how, waitUntil) => {
    const { tunnel } = startHeld();
    expect((await post(tunnel, { waitUntil })).status).toBe(502);
    expect(tunnel.stats().faults).toEqual({ waitUntil: 1 });
  });

  it('is a part of the context of `fetch`', async () => {
    const waitUntil = jest.fn();
    const tunnel = createTunnel({ allowedDsns: [DSN] });
    const request = new Request('https://app.example.com/monitoring-tunnel', { method: 'POST', body: '{}' });
    expect((await tunnel.fetch(request, { waitUntil })).status).toBe(400);
    expect(waitUntil.mock.calls).toEqual([[expect.any(Promise)]]);
  });

  it('is waited for by `close` while its report is under way', async () => {
    const report = deferred<ReturnType<typeof answer>>();
    const transport = createStubTransport((request) =>
      isReport(request) ? report.promise : Promise.reject(new Error('no route')),
    );
    const { send, tunnel, clock } = startHeld({ transport });
    await send();
    await clock.advance(60_000 - 10_000);
    let isClosed = false;
    const closing = tunnel.close().then(() => (isClosed = true));
    await settled();
    expect(isClosed).toBe(false);
    report.resolve(answer());
    await closing;
  });
});
