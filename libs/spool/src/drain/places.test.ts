import { createPlaces, MAX_PLACED_BYTES, MAX_PLACES } from './places.ts';

/** Places, and the lanes that they have woken. */
function start() {
  const woken: object[] = [];
  const places = createPlaces((lane) => woken.push(lane));
  const fill = (lane: object, count: number): void => {
    for (let index = 0; index < count; index += 1) expect(places.take(lane, 1)).toBe(true);
  };
  return { places, woken, fill };
}

const [ONE, OTHER] = [{ name: 'one' }, { name: 'other' }];

describe('createPlaces', () => {
  it('gives no more than there are, and wakes a lane that waits for one', () => {
    const { places, woken, fill } = start();
    fill(ONE, MAX_PLACES);
    expect(places.take(ONE, 1)).toBe(false);
    places.give(1);
    expect(woken).toEqual([ONE]);
    expect(places.take(ONE, 1)).toBe(true);
  });

  it('gives them in turn: a lane that has many waits behind one that has none', () => {
    const { places, woken, fill } = start();
    fill(ONE, MAX_PLACES);
    expect([places.take(OTHER, 1), places.take(ONE, 1)]).toEqual([false, false]);
    places.give(1);
    expect(woken).toEqual([OTHER]);
    expect([places.take(ONE, 1), places.take(OTHER, 1)]).toEqual([false, true]);
  });

  it('passes the turn of a lane whose next envelope needs no place', () => {
    const { places, woken, fill } = start();
    fill(ONE, MAX_PLACES);
    expect([places.take(OTHER, 1), places.take(ONE, 1)]).toEqual([false, false]);
    expect(places.take(OTHER, MAX_PLACED_BYTES + 1)).toBe(false);
    expect(woken).toEqual([ONE]);
  });

  it('passes the turn of a lane that has left', () => {
    const { places, woken, fill } = start();
    fill(ONE, MAX_PLACES);
    places.take(OTHER, 1);
    places.take(ONE, 1);
    places.give(1);
    places.leave(OTHER);
    expect(woken).toEqual([OTHER, ONE]);
    places.leave(OTHER);
    expect(places.take(ONE, 1)).toBe(true);
  });

  it('bounds the bytes, and gives no place to an envelope above the bound', () => {
    const { places } = start();
    expect(places.take(ONE, MAX_PLACED_BYTES + 1)).toBe(false);
    expect(places.take(OTHER, MAX_PLACED_BYTES)).toBe(true);
    expect(places.take(ONE, 1)).toBe(false);
    places.give(MAX_PLACED_BYTES);
    expect(places.take(ONE, 1)).toBe(true);
  });

  it('starts a thousand in a second, in the order of their reservations', () => {
    const { places } = start();
    const starts = Array.from({ length: 1_000 }, () => places.nextStart(5_000));
    expect(starts[0]).toBeLessThanOrEqual(5_000);
    expect(starts.at(-1)).toBeGreaterThan(5_980);
    expect(starts).toEqual([...starts].sort((one, other) => one - other));
  });
});
