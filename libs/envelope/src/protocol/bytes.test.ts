import fc from 'fast-check';
import { createPieceList } from './bytes.ts';

describe('createPieceList', () => {
  it('keeps every byte in its order, in few pieces, however the bytes come', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc.uint8Array({ minLength: 500, maxLength: 600 }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 40 })), (rounds) => {
        const list = createPieceList();
        for (const pieces of rounds) {
          for (const bytes of pieces) list.push(bytes);
          expect(Buffer.concat(list.take()).equals(Buffer.concat(pieces))).toBe(true);
        }
        expect(list.take()).toEqual([]);
      }),
    );
  });

  it('takes little more memory than its bytes, also if they come one by one', () => {
    const list = createPieceList();
    for (let n = 0; n < 100_000; n += 1) list.push(Uint8Array.of(n));
    const pieces = list.take();
    const heldBytes = pieces.reduce((total, { buffer }) => total + buffer.byteLength, 0);

    expect(pieces.length).toBeLessThan(30);
    expect(heldBytes).toBeLessThan(110_000);
  });

  it('copies no piece that stands alone or is long', () => {
    const list = createPieceList();
    const pieces = [Uint8Array.of(1), new Uint8Array(512), new Uint8Array(70_000)];
    for (const piece of pieces) list.push(piece);

    expect(list.take().map((piece, index) => piece === pieces[index])).toEqual([true, true, true]);
  });
});
