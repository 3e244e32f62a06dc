/** @jest-environment node */
import { sendOnline } from './send-online.ts';

const FAILED = new TypeError('Failed to fetch');
const ABORTED = new DOMException('Aborted', 'AbortError');

/** Sends one request. `answers` are the network's results in order, `reachable` those of the probe. */
function createWorld({
  answers = [],
  reachable = [],
  online = true,
}: {
  answers?: readonly (Response | Error)[];
  reachable?: readonly boolean[];
  online?: boolean;
}) {
  const calls: string[] = [];
  const calledOff = new AbortController();
  const request = new AbortController();
  const waits: ((outcome: 'online' | 'superseded') => void)[] = [];
  const network = { online };
  const left = { answers: [...answers], reachable: [...reachable] };
  const answer = sendOnline(
    () => {
      calls.push('send');
      const next = left.answers.shift();
      if (next instanceof Response) return Promise.resolve(next);
      return Promise.reject(next ?? new Error('There is no further answer.'));
    },
    {
      key: 'key',
      connectivity: {
        suspect: () => {
          calls.push('suspect');
          return Promise.resolve(left.reachable.shift() ?? false);
        },
        whenOnline: (_, { signal } = {}) =>
          new Promise((resolve) => {
            waits.push(resolve);
            signal?.addEventListener('abort', () => resolve('superseded'));
          }),
      },
      isOnline: () => network.online,
      calledOff: calledOff.signal,
      signal: request.signal,
      onHeld: () => calls.push('held'),
    },
  );
  const settled = answer.then(
    (response) => response.status,
    (error: unknown) => error,
  );
  return { calls, calledOff, network, request, settled, waits };
}

const pass = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The current state of the request. */
async function fate(settled: Promise<unknown>): Promise<unknown> {
  await pass();
  return Promise.race([settled, Promise.resolve('pending')]);
}

describe('sendOnline', () => {
  it('sends at once, in the task of the click, where there is a network', async () => {
    const { calls, settled } = createWorld({ answers: [new Response(null, { status: 200 })] });
    expect(calls).toEqual(['send']);
    expect(await settled).toBe(200);
  });

  it('holds the request while there is none, and sends it when the network is back', async () => {
    const { calls, network, settled, waits } = createWorld({
      online: false,
      answers: [new Response(null, { status: 200 })],
    });
    expect(await fate(settled)).toBe('pending');
    expect(calls).toEqual(['suspect', 'held']);
    network.online = true;
    waits[0]?.('online');
    expect(await settled).toBe(200);
    expect(calls).toEqual(['suspect', 'held', 'send']);
  });

  it('asks again before it holds, because the network may be back unnoticed', async () => {
    const { calls, settled } = createWorld({
      online: false,
      reachable: [true],
      answers: [new Response(null, { status: 200 })],
    });
    expect(await settled).toBe(200);
    expect(calls).toEqual(['suspect', 'send']);
  });

  it('holds a request that failed where the server cannot be reached, however often', async () => {
    const { calls, settled, waits } = createWorld({
      answers: [FAILED, FAILED, new Response(null, { status: 204 })],
    });
    await pass();
    waits[0]?.('online');
    await pass();
    waits[1]?.('online');
    expect(await settled).toBe(204);
    expect(calls).toEqual(['send', 'suspect', 'held', 'send', 'suspect', 'held', 'send']);
  });

  it('leaves a failure to the framework where the server can be reached, and a cancelled request', async () => {
    const failed = createWorld({ answers: [FAILED], reachable: [true] });
    expect(await failed.settled).toBe(FAILED);
    expect(failed.calls).toEqual(['send', 'suspect']);
    const cancelled = createWorld({ answers: [ABORTED] });
    expect(await cancelled.settled).toBe(ABORTED);
    expect(cancelled.calls).toEqual(['send']);
  });

  it('never sends what was called off, or has given way to a newer one', async () => {
    const calledOff = createWorld({ online: false });
    await pass();
    calledOff.calledOff.abort();
    const superseded = createWorld({ online: false });
    await pass();
    superseded.waits[0]?.('superseded');
    for (const { calls, settled } of [calledOff, superseded]) {
      expect(await fate(settled)).toBe('pending');
      expect(calls).not.toContain('send');
    }
  });

  it('rejects as a fetch does where its request is aborted while it waits', async () => {
    const { request, settled, waits } = createWorld({ online: false });
    await pass();
    request.abort(ABORTED);
    waits[0]?.('online');
    expect(await settled).toBe(ABORTED);
  });
});
