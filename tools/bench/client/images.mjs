// Pictures for the page, made rather than kept: soft gradients with grain, so that they have a photograph's size.
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const GRAIN = 6;
/** Pixels of one colour, each way. */
const COARSENESS = 4;

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A PNG of eight bits a channel without alpha, always the same one for a size; see https://www.w3.org/TR/png-3/. */
export function drawPicture({ width, height }) {
  let state = 1;
  const grain = () => {
    // Numerical Recipes' generator: good enough for grain.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32) * GRAIN;
  };
  const drawRow = (y) => {
    const row = Buffer.alloc(1 + width * 3);
    let noise = 0;
    for (let x = 0; x < width; x += 1) {
      if (x % COARSENESS === 0) noise = grain();
      const across = (x - (x % COARSENESS)) / width;
      row.set(
        [90 * across + 60 + noise, (90 * y) / height + 90 + noise, 60 * across + 130 + noise],
        1 + x * 3,
      );
    }
    return row;
  };
  let row = drawRow(0);
  const rows = Array.from({ length: height }, (_, y) => {
    if (y % COARSENESS === 0) row = drawRow(y);
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
