import { createEnvelopeScanner, createItemSizeLimits, parseEnvelopeHeader } from '@adit/envelope';
import { ITEM_CASES } from '../../testing/conformance-items.contract.ts';

const verdict = (body: Uint8Array, chunkBytes: number): string => {
  const newlineAt = body.indexOf(0x0a);
  if (parseEnvelopeHeader(body.subarray(0, newlineAt)) === undefined) return 'header-malformed';
  const { push, finish } = createEnvelopeScanner({ offset: newlineAt + 1, ...createItemSizeLimits() });
  for (let at = newlineAt + 1; at < body.length; at += chunkBytes) {
    const fault = push(body.subarray(at, at + chunkBytes));
    if (fault !== undefined) return fault.reason;
  }
  return finish()?.reason ?? 'accepted';
};

describe('the conformance cases of items', () => {
  it.each(ITEM_CASES)('$title', ({ body = new Uint8Array(0), expected }) => {
    const reason = typeof expected === 'string' ? expected : 'accepted';

    expect(verdict(body, body.length)).toBe(reason);
    expect(verdict(body, 1_000)).toBe(reason);
  });

  it('have titles of their own, and bodies small enough for every adapter', () => {
    const titles = ITEM_CASES.map(({ title }) => title);
    const large = ITEM_CASES.filter(({ body }) => (body?.length ?? 0) > 64 * 1_024 + 200);

    expect(large.length).toBeLessThan(10);
    expect(Math.max(...large.map(({ body }) => body?.length ?? 0))).toBeLessThan(2 * 1_024 * 1_024);
    expect(new Set(titles).size).toBe(titles.length);
  });
});
