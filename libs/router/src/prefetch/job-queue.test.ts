import { createJobQueue, runsBefore, type Placed } from './job-queue.ts';

const job = (rank: number, sequence: number): Placed => ({
  rank,
  sequence,
  waits: false,
  ahead: undefined,
  behind: undefined,
});

describe('createJobQueue', () => {
  it('gives what a sorted list would, however many come or go in between', () => {
    let seed = 1;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed % below;
    };
    const queue = createJobQueue(3);
    const waiting: Placed[] = [];
    for (let sequence = 0; sequence < 2_000; sequence += 1) {
      if (random(3) > 0) {
        const added = job(random(3), sequence);
        queue.add(added);
        waiting.push(added);
      } else {
        const [removed = job(0, -1)] = waiting.splice(random(waiting.length || 1), 1);
        expect([queue.remove(removed), queue.remove(removed)]).toEqual([removed.sequence >= 0, false]);
      }
      expect(queue.size()).toBe(waiting.length);
      if (random(4) === 0) continue;
      const first = waiting.reduce<Placed | undefined>(
        (best, each) => (best === undefined || runsBefore(each, best) ? each : best),
        undefined,
      );
      expect(queue.peek()).toBe(first);
    }
  });

  /**
   * How often a rank is read for each of 2,000 jobs that arrive in this sequence and then leave, first in, first out.
   */
  function readsPerJob(sequenceOf: (index: number) => number): number {
    let reads = 0;
    const queue = createJobQueue(3);
    for (let index = 0; index < 2_000; index += 1) {
      const rank = index % 3;
      queue.add(
        Object.defineProperty(job(rank, sequenceOf(index)), 'rank', {
          get() {
            reads += 1;
            return rank;
          },
        }),
      );
    }
    for (let next = queue.peek(); next !== undefined; next = queue.peek()) queue.remove(next);
    return reads / 2_000;
  }

  it.each([
    ['newest', (index: number) => index],
    ['oldest', (index: number) => -index],
  ])('takes the same few steps for each of 2,000 where the %s goes first', (_, sequenceOf) => {
    expect(readsPerJob(sequenceOf)).toBeLessThan(10);
  });

  it('looks for a place elsewhere step by step: the control', () => {
    expect(readsPerJob((index) => (index * 7_919) % 2_003)).toBeGreaterThan(100);
  });
});
