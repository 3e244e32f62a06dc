import { createJobQueue, runsBefore, type Placed } from './job-queue.ts';

const job = (rank: number, sequence: number): Placed => ({ rank, sequence, position: 0 });

describe('createJobQueue', () => {
  it('gives the higher rank first, then the higher sequence', () => {
    const queue = createJobQueue();
    for (const [rank, sequence] of [
      [1, 1],
      [0, 2],
      [2, 3],
      [1, 4],
      [0, 5],
    ] as const) {
      queue.add(job(rank, sequence));
    }
    const order: string[] = [];
    for (let next = queue.peek(); next !== undefined; next = queue.peek()) {
      order.push(`${next.rank}/${next.sequence}`);
      queue.remove(next);
    }
    expect(order).toEqual(['2/3', '1/4', '1/1', '0/5', '0/2']);
    expect(queue.size()).toBe(0);
  });

  it('ignores the removal of a job it does not hold, even at a place that is taken', () => {
    const queue = createJobQueue();
    const held = job(1, 1);
    queue.add(held);
    queue.remove(job(1, 1));
    queue.remove(job(0, 9));
    expect(queue.peek()).toBe(held);
  });

  it.each([1, 7, 60])('gives what a sorted list would, asked after each %i that come or go', (interval) => {
    let seed = 1;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed % below;
    };
    const queue = createJobQueue();
    const waiting: Placed[] = [];
    for (let sequence = 0; sequence < 5_000; sequence += 1) {
      if (random(3) > 0) {
        const added = job(random(3), sequence);
        queue.add(added);
        waiting.push(added);
      } else {
        const [removed = job(0, -1)] = waiting.splice(random(waiting.length || 1), 1);
        expect([queue.remove(removed), queue.remove(removed)]).toEqual([removed.sequence >= 0, false]);
      }
      expect(queue.size()).toBe(waiting.length);
      if (sequence % interval > 0) continue;
      const first = waiting.reduce<Placed | undefined>(
        (best, each) => (best === undefined || runsBefore(each, best) ? each : best),
        undefined,
      );
      expect(queue.peek()).toBe(first);
    }
  });

  it('compares each of ten thousand jobs with a few others, in whatever order they come', () => {
    let reads = 0;
    const counted = (rank: number, sequence: number): Placed => ({
      get rank() {
        reads += 1;
        return rank;
      },
      sequence,
      position: 0,
    });
    const jobs = Array.from({ length: 10_000 }, (_, index) => counted(index % 3, (index * 7_919) % 10_007));
    const queue = createJobQueue();
    for (const each of jobs) queue.add(each);
    for (let next = queue.peek(); next !== undefined; next = queue.peek()) queue.remove(next);
    // Two reads for each comparison, two of them for each of log2(10 000) levels, twice; a scan would take 10 000 times that.
    expect(reads / jobs.length).toBeLessThan(150);
  });
});
