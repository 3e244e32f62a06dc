// Generates pictures for the page: soft gradients with grain, so that they are as large as photographs.
import { crc32, deflateSync } from 'node:zlib';
import { between, createRandom } from '../../src/random.mjs';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const GRAIN = 6;
/** The side of a square of one colour, in pixels. */
const COARSENESS = 4;

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A PNG of eight bits a channel without alpha, always the same for a size; see https://www.w3.org/TR/png-3/. */
export function drawPicture({ width, height }) {
  const random = createRandom(1);
  const rows = [];
  for (let y = 0; y < height; y += COARSENESS) {
    // A row begins with its filter: none.
    const row = [0];
    for (let x = 0; x < width; x += COARSENESS) {
      const noise = between(random, 0, GRAIN);
      const pixel = [
        (90 * x) / width + 60 + noise,
        (90 * y) / height + 90 + noise,
        (60 * x) / width + 130 + noise,
      ];
      for (let times = 0; times < COARSENESS && x + times < width; times += 1) row.push(...pixel);
    }
    for (let times = 0; times < COARSENESS && y + times < height; times += 1) rows.push(Buffer.from(row));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(Buffer.concat(rows));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
