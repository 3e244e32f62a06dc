import { createFakeClock } from '@adit/testing';
import { openBody, readBody } from './envelope-body.ts';
import { WholeBody } from './whole-body.ts';

describe('WholeBody', () => {
  it.each([
    ['of any size is read at once, without a timer', 100_000, 100_000, 'complete'],
    ['above the maximum is not read', 100_000, 99_999, 'too-large'],
    ['without a byte is complete', 0, 10, 'complete'],
  ] as const)('%s', async (_what, size, maxBytes, end) => {
    const clock = createFakeClock();
    const bytes = new Uint8Array(size);
    const body = openBody({
      source: new WholeBody(bytes),
      declaredBytes: undefined,
      maxBytes,
      timeoutMs: 1_000,
      clock,
    });
    const read = readBody(body);
    expect([body.end, clock.pending]).toEqual([end, 0]);
    expect(await read).toBe(end === 'complete' && size > 0 ? bytes : undefined);
    expect(await readBody(body)).toBeUndefined();
  });
});
