/** What places a job: the higher rank first, then the higher sequence number. */
export interface Placed {
  /** Of the priority class; higher runs first. */
  rank: number;
  /** Unique among the jobs of one scheduler. */
  sequence: number;
}

/** Waiting jobs in running order. A binary heap can stand behind the same four methods. */
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

/** A sorted array, the next job last. Places are unique, so a binary search finds each job's own index. */
export function createJobQueue<Job extends Placed>(): JobQueue<Job> {
  const jobs: Job[] = [];

  function indexOf(job: Job): number {
    let low = 0;
    let high = jobs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = jobs[middle];
      if (other !== undefined && runsBefore(job, other)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    size: () => jobs.length,
    peek: () => jobs.at(-1),
    add: (job) => void jobs.splice(indexOf(job), 0, job),
    remove(job) {
      const index = indexOf(job);
      if (jobs[index] === job) jobs.splice(index, 1);
    },
  };
}
