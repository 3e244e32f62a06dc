/** What places a job: the higher rank first, then the higher sequence number. */
export interface Placed {
  /** Of the priority class; higher runs first. */
  rank: number;
  /** Unique among the jobs of one scheduler. */
  sequence: number;
  /** Where it waits; kept by the queue, and of no meaning while it does not wait. */
  position: number;
}

/** Waiting jobs in running order. */
export interface JobQueue<Job extends Placed> {
  /** How many wait. */
  size(): number;
  /** The job to run next; it stays in the queue. */
  peek(): Job | undefined;
  /** Adds a job; its place must not change while it waits. */
  add(job: Job): void;
  /** Removes a job; one that does not wait here is ignored. */
  remove(job: Job): void;
}

/** Whether `a` runs before `b`. */
export function runsBefore(a: Placed, b: Placed): boolean {
  return a.rank === b.rank ? a.sequence > b.sequence : a.rank > b.rank;
}

/** A binary heap whose jobs know their position, so that one in the middle is removed as fast as the first is taken. */
export function createJobQueue<Job extends Placed>(): JobQueue<Job> {
  const heap: Job[] = [];

  function put(job: Job, position: number): void {
    heap[position] = job;
    job.position = position;
  }

  /** Puts a job at `start` or as far up as it runs before those above it. */
  function rise(job: Job, start: number): void {
    let position = start;
    while (position > 0) {
      const above = (position - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !runsBefore(job, parent)) break;
      put(parent, position);
      position = above;
    }
    put(job, position);
  }

  /** The one of the two below `position` that runs first. */
  function childOf(position: number): Job | undefined {
    const left = heap[2 * position + 1];
    const right = heap[2 * position + 2];
    return left !== undefined && right !== undefined && runsBefore(right, left) ? right : left;
  }

  /** Puts a job at `start` or as far down as others run before it. */
  function sink(job: Job, start: number): void {
    let position = start;
    for (let child = childOf(position); child && runsBefore(child, job); child = childOf(position)) {
      const below = child.position;
      put(child, position);
      position = below;
    }
    put(job, position);
  }

  return {
    size: () => heap.length,
    peek: () => heap[0],
    add: (job) => rise(job, heap.length),
    remove(job) {
      if (heap[job.position] !== job) return;
      const last = heap.pop();
      if (last === undefined || last === job) return;
      const { position } = job;
      rise(last, position);
      if (last.position === position) sink(last, position);
    },
  };
}
