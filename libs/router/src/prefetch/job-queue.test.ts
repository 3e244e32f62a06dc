import { createJobQueue, type Placed } from './job-queue.ts';

const job = (rank: number, sequence: number): Placed => ({ rank, sequence });

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

  it('holds ten thousand jobs within a frame or two', () => {
    const queue = createJobQueue();
    const jobs = Array.from({ length: 10_000 }, (_, index) => job(index % 3, (index * 7_919) % 10_007));
    const startedAt = performance.now();
    for (const each of jobs) queue.add(each);
    for (let next = queue.peek(); next !== undefined; next = queue.peek()) queue.remove(next);
    // A generous bound for a busy machine; a scan for each removal would take many times as long.
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});
