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
  /** Removes a job. `false` for one that does not wait here. */
  remove(job: Job): boolean;
}

/** Whether `a` runs before `b`. */
export function runsBefore(a: Placed, b: Placed): boolean {
  return a.rank === b.rank ? a.sequence > b.sequence : a.rank > b.rank;
}

function put<Job extends Placed>(heap: Job[], job: Job, position: number): void {
  heap[position] = job;
  job.position = position;
}

/** Puts a job at `start` or as far up as it runs before those above it, at most to `top`. */
function rise<Job extends Placed>(heap: Job[], job: Job, start: number, top = 0): void {
  let position = start;
  while (position > top) {
    const above = (position - 1) >> 1;
    const parent = heap[above] as Job;
    if (!runsBefore(job, parent)) break;
    put(heap, parent, position);
    position = above;
  }
  put(heap, job, position);
}

/**
 * Moves a hole from `start` to the bottom. What fills it comes from the bottom and mostly belongs there, so that comparing
 * it on the way down would be for nothing. It never reads past the end, which engines do slowly.
 */
function sinkHole(heap: Placed[], start: number): number {
  const size = heap.length;
  let hole = start;
  for (let below = 2 * start + 1; below < size; below = 2 * below + 1) {
    if (below + 1 < size && runsBefore(heap[below + 1] as Placed, heap[below] as Placed)) below += 1;
    put(heap, heap[below] as Placed, hole);
    hole = below;
  }
  return hole;
}

/**
 * A binary heap whose jobs know their position, so that one in the middle is removed as fast as the first is taken.
 *
 * What is added stands unordered at the end until the first is asked for. Ten thousand links of one task are then put in
 * order together, which takes two comparisons for each; one by one they would take thirteen, for each is newer than all.
 */
export function createJobQueue<Job extends Placed>(): JobQueue<Job> {
  const heap: Job[] = [];
  /** How many, from the start, are in order. */
  let ordered = 0;

  function order(): void {
    if (heap.length > 2 * ordered) {
      for (let top = (heap.length >> 1) - 1; top >= 0; top -= 1) {
        rise(heap, heap[top] as Job, sinkHole(heap, top), top);
      }
    } else {
      for (let added = ordered; added < heap.length; added += 1) rise(heap, heap[added] as Job, added);
    }
    ordered = heap.length;
  }

  return {
    size: () => heap.length,
    peek() {
      if (ordered < heap.length) order();
      return heap.length > 0 ? heap[0] : undefined;
    },
    add(job) {
      job.position = heap.length;
      heap.push(job);
    },
    remove(job) {
      const { position } = job;
      if (position >= heap.length || heap[position] !== job) return false;
      if (position < ordered && ordered < heap.length) order();
      const last = heap.pop();
      if (last === undefined || last === job) ordered = Math.min(ordered, heap.length);
      else if (job.position >= ordered) put(heap, last, job.position);
      else {
        ordered = heap.length;
        rise(heap, last, sinkHole(heap, job.position));
      }
      return true;
    },
  };
}
