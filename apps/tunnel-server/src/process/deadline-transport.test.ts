import type { IngestTransport } from '@adit/tunnel';
import { deferred } from '@adit/testing';
import { createDeadlineTransport } from './deadline-transport.ts';

type Request = Parameters<IngestTransport['send']>[0];
type Answer = Awaited<ReturnType<IngestTransport['send']>['answer']>;

const REQUEST = {} as Request;
const ANSWER = { status: 200 } as Answer;

function setUp() {
  const answer = deferred<Answer>();
  let sent = 0;
  let aborted = 0;
  const inner: IngestTransport = {
    send: () => {
      sent += 1;
      return {
        answer: answer.promise,
        abort: () => {
          aborted += 1;
          answer.reject(new Error('given up'));
        },
      };
    },
    close: async () => undefined,
  };
  return { ...createDeadlineTransport(inner), answer, sent: () => sent, aborted: () => aborted };
}

describe('createDeadlineTransport', () => {
  it('passes on answers, failures and aborts', async () => {
    const { transport, answer, aborted } = setUp();
    const exchange = transport.send(REQUEST);
    answer.resolve(ANSWER);
    expect(await exchange.answer).toBe(ANSWER);
    exchange.abort();
    expect(aborted()).toBe(1);
    const failing = setUp();
    failing.answer.reject(new Error('refused'));
    await expect(failing.transport.send(REQUEST).answer).rejects.toThrow('refused');
    await expect(transport.close?.()).resolves.toBeUndefined();
  });

  it('fails and aborts pending requests at the deadline', async () => {
    const { transport, expire, aborted } = setUp();
    const exchange = transport.send(REQUEST);
    expire();

    await expect(exchange.answer).rejects.toThrow('given up');
    expect(aborted()).toBe(1);
  });

  it('does not change answered requests', async () => {
    const { transport, expire, answer, aborted } = setUp();
    const exchange = transport.send(REQUEST);
    answer.resolve(ANSWER);
    await exchange.answer;
    await Promise.resolve();
    expire();

    expect(aborted()).toBe(0);
  });

  it('sends nothing after the deadline', async () => {
    const { transport, expire, sent } = setUp();
    expire();
    const { answer, abort } = transport.send(REQUEST);
    abort();

    await expect(answer).rejects.toThrow('the server is stopping');
    expect(sent()).toBe(0);
  });
});
