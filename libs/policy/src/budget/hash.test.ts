import { hashOf } from './hash.ts';

describe('hashOf', () => {
  it('is the same on each machine', () => {
    expect([hashOf(''), hashOf('a'), hashOf('TypeError\nx is null')]).toMatchInlineSnapshot(`
      [
        "19xmytn1unej3k",
        "1luxhjt09cry5c",
        "j6b7n60vy81j5",
      ]
    `);
  });

  it('differs for 200 000 similar texts', () => {
    const hashes = new Set(Array.from({ length: 200_000 }, (_, index) => hashOf(`error ${index}`)));

    expect(hashes.size).toBe(200_000);
    expect(Math.max(...[...hashes].slice(0, 1_000).map(({ length }) => length))).toBeLessThanOrEqual(14);
  });
});
