import { createDecoderSlots, createSlottedDecoder } from './decoder-slots.ts';
import type { DecodedSink, Decoder } from './decoder.ts';

const BYTES = new Uint8Array(1);
const turns = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('createSlottedDecoder', () => {
  let log: string[];
  const create =
    (name: string, { isBroken = false } = {}) =>
    (sink: DecodedSink): Decoder => {
      log.push(`${name} created`);
      return {
        push: async (chunk) => {
          if (isBroken) throw new Error('broken');
          await sink(chunk);
        },
        finish: async () => {
          log.push(`${name} finished`);
        },
        cancel: () => log.push(`${name} cancelled`),
      };
    };

  beforeEach(() => {
    log = [];
  });

  const open = (slots: ReturnType<typeof createDecoderSlots>, name: string, sink: DecodedSink = () => true) =>
    createSlottedDecoder(slots, create(name), sink);
  const created = (): string[] => log.filter((line) => line.endsWith('created'));

  it('lets a limited number of decoders work at a time, and the others in the order of their requests', async () => {
    const slots = createDecoderSlots(2);
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => open(slots, name)) as [
      Decoder,
      Decoder,
      Decoder,
      Decoder,
    ];
    await Promise.all([a.push(BYTES), b.push(BYTES)]);
    const waiting = [c.push(BYTES), d.push(BYTES)];
    await turns();
    expect(created()).toEqual(['a created', 'b created']);
    await b.finish();
    await turns();
    expect(created()).toEqual(['a created', 'b created', 'c created']);
    await a.finish();
    await Promise.all(waiting);
    expect(created()).toHaveLength(4);
  });

  it('takes no place before its first push, and none at all when it is cancelled before', async () => {
    const slots = createDecoderSlots(1);
    open(slots, 'a').cancel();
    const b = open(slots, 'b');
    await open(slots, 'c').push(BYTES);
    const waiting = b.push(BYTES);
    b.cancel();
    await waiting;
    await b.push(BYTES);
    await b.finish();
    expect(log).toEqual(['c created']);
  });

  it.each([
    ['finishes', (decoder: Decoder) => decoder.finish()],
    ['is cancelled', async (decoder: Decoder) => decoder.cancel()],
    [
      'is cancelled twice',
      async (decoder: Decoder) => {
        decoder.cancel();
        decoder.cancel();
      },
    ],
  ])('gives its place up when it %s, once', async (_how, end) => {
    const slots = createDecoderSlots(1);
    const first = open(slots, 'first');
    await first.push(BYTES);
    await end(first);
    await open(slots, 'second').push(BYTES);
    void open(slots, 'third').push(BYTES);
    await turns();
    expect(created()).toEqual(['first created', 'second created']);
  });

  it('gives its place up when it fails, or when its sink wants no more', async () => {
    const slots = createDecoderSlots(1);
    const broken = createSlottedDecoder(slots, create('broken', { isBroken: true }), () => true);
    await expect(broken.push(BYTES)).rejects.toThrow('broken');
    const sated = open(slots, 'sated', () => false);
    await sated.push(BYTES);
    await open(slots, 'next').push(BYTES);
    expect(log).toEqual([
      'broken created',
      'broken cancelled',
      'sated created',
      'sated cancelled',
      'next created',
    ]);
  });

  it('passes a place that was given up while waiting on to the next', async () => {
    const slots = createDecoderSlots(1);
    const [a, b, c] = [open(slots, 'a'), open(slots, 'b'), open(slots, 'c')];
    await a.push(BYTES);
    const waiting = [b.push(BYTES), c.push(BYTES)];
    b.cancel();
    a.cancel();
    await Promise.all(waiting);
    expect(created()).toEqual(['a created', 'c created']);
  });
});
