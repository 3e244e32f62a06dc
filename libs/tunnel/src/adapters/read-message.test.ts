import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { readAll } from '../../testing/stub-transport.helper.ts';
import { settled } from '../../testing/stubbed-tunnel.helper.ts';
import { readMessage } from './read-message.ts';

/** A message with bytes from the test, as the parser would provide them. */
function messageOf(...chunks: string[]): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  for (const chunk of chunks) message.push(Buffer.from(chunk));
  return message;
}

const end = (message: IncomingMessage): IncomingMessage => {
  message.complete = true;
  message.push(null);
  return message;
};
const close = async (message: IncomingMessage): Promise<IncomingMessage> => {
  message.destroy();
  await settled();
  return message;
};

const WAYS: readonly (readonly [string, (message: IncomingMessage) => Promise<string>])[] = [
  [
    'in one piece',
    async (message) => Buffer.from((await readMessage(message).readWhole?.()) ?? []).toString(),
  ],
  ['chunk by chunk', async (message) => (await readAll(readMessage(message))).toString()],
];

describe.each(WAYS)('a message read %s', (_how, read) => {
  it.each([[[]], [['a']], [['a', 'b']], [['a', 'b', 'c', 'd']]])('has the chunks %j', async (chunks) => {
    expect(await read(end(messageOf(...chunks)))).toBe(chunks.join(''));
  });

  it('may come as it is read', async () => {
    const message = messageOf();
    const reading = read(message);
    for (const chunk of ['a', 'b', 'c']) {
      await settled();
      message.push(Buffer.from(chunk));
    }
    end(message);
    expect(await reading).toBe('abc');
  });

  it('may have come to its end before its connection closed', async () => {
    const message = messageOf('a');
    message.complete = true;
    expect(await read(await close(message))).toBe('a');
  });

  it('may come to its end with its connection', async () => {
    const message = messageOf('a', 'b');
    const reading = read(message);
    await settled();
    message.complete = true;
    message.destroy();
    expect(await reading).toBe('ab');
  });

  it.each([
    ['before it is read', async () => close(messageOf('a'))],
    ['while it is read', () => Promise.resolve(messageOf('a'))],
  ])('fails when it is cut off %s', async (_when, create) => {
    const message = await create();
    const reading = read(message);
    const failing = expect(reading).rejects.toThrow('The message was cut off.');
    await settled();
    message.destroy(new Error('reset'));
    await failing;
  });
});

describe('a message read chunk by chunk', () => {
  const open = (message: IncomingMessage) => readMessage(message)[Symbol.asyncIterator]();

  it('waits for whoever reads it', async () => {
    const message = messageOf();
    const chunks = open(message);
    const first = chunks.next();
    message.push(Buffer.from('a'));
    expect(await first).toEqual({ done: false, value: Buffer.from('a') });
    message.push(Buffer.from('b'));
    message.push(Buffer.from('c'));
    await settled();
    expect(message.readableLength).toBe(2);
    end(message);
    // Node provides both at once, other runtimes one by one.
    let rest = '';
    for (let step = await chunks.next(); step.done !== true; step = await chunks.next()) {
      rest += Buffer.from(step.value).toString();
    }
    expect(rest).toBe('bc');
  });

  it('takes one chunk at a turn, so that others get theirs', async () => {
    const order: string[] = [];
    const readNamed = async (name: string): Promise<void> => {
      const message = messageOf('1');
      const chunks = open(message);
      for (let step = await chunks.next(); step.done !== true; step = await chunks.next()) {
        order.push(`${name}${Buffer.from(step.value).toString()}`);
        if (order.length > 4) end(message);
        else message.push(Buffer.from('1'));
      }
    };
    await Promise.all([readNamed('a'), readNamed('b')]);
    expect(order.slice(0, 4)).toEqual(['a1', 'b1', 'a1', 'b1']);
  });

  it('is done where somebody has read it to its end', async () => {
    const message = end(messageOf('a'));
    message.resume();
    await settled();
    expect(await open(message).next()).toEqual({ done: true, value: undefined });
  });

  it('lets go of the message without an end to its connection', async () => {
    const message = messageOf();
    const chunks = open(message);
    const waiting = chunks.next();
    const failing = expect(waiting).rejects.toThrow('cut off');
    await chunks.return?.();
    await failing;
    expect([message.destroyed, message.listenerCount('readable'), message.listenerCount('close')]).toEqual([
      false,
      0,
      0,
    ]);
    await expect(open(messageOf()).return?.()).resolves.toEqual({ done: true, value: undefined });
  });
});
