import { createForwardTrail } from './forward-trail.ts';

const idOf = (number: number): string => number.toString(16).padStart(32, '0');

describe('createForwardTrail', () => {
  it('finds forwards by their event id, the newest first, until others take their place', () => {
    let now = 0;
    const trail = createForwardTrail(() => (now += 1), 4);
    trail.add(idOf(1), 200);
    trail.add(idOf(2), 413);
    trail.add(idOf(1), 429);

    expect(trail.find(idOf(1))).toEqual([
      { at: 3, status: 429 },
      { at: 1, status: 200 },
    ]);
    trail.add(idOf(3), 200);
    trail.add(idOf(4), 200);
    expect(trail.find(idOf(1))).toEqual([{ at: 3, status: 429 }]);
    expect([trail.find(idOf(9)), trail.find('x'), trail.find(idOf(0))]).toEqual([[], [], []]);
  });

  it('does not take the end of one id and the beginning of the next for an id', () => {
    const trail = createForwardTrail(() => 1, 4);
    trail.add('0'.repeat(16) + 'a'.repeat(16), 200);
    trail.add('b'.repeat(16) + '0'.repeat(16), 200);

    expect(trail.find('a'.repeat(16) + 'b'.repeat(16))).toEqual([]);
  });
});
