/** The order of jobs: the higher rank first, then the higher sequence number. */
export interface Placed {
  /** The priority class, from 0; higher runs first. */
  rank: number;
  /** Unique among the jobs of one scheduler. */
  sequence: number;
  /** Whether it waits. Maintained by the queue, like its two neighbours. */
  waits: boolean;
  ahead: Placed | undefined;
  behind: Placed | undefined;
}

/** Waiting jobs in running order. */
export interface JobQueue<Job extends Placed> {
  /** How many wait. */
  size(): number;
  /** The job to run next; it stays in the queue. */
  peek(): Job | undefined;
  /** Adds a job; its place must not change while it waits. */
  add(job: Job): void;
  /** Removes a job. `false` if it does not wait. */
  remove(job: Job): boolean;
}

/** Whether `a` runs before `b`. */
export function runsBefore(a: Placed, b: Placed): boolean {
  return a.rank === b.rank ? a.sequence > b.sequence : a.rank > b.rank;
}

/** The jobs of one rank, each linked to its neighbours. */
interface Line {
  first: Placed | undefined;
  last: Placed | undefined;
}

/**
 * One line for each rank. A job that is scheduled or raised is the newest, or the oldest if those go first, so it
 * belongs at an end of its line. Only an interrupted job searches for its former place, from the front, where it was.
 * Adding, removing and taking the first then need the same few steps for any number of waiting jobs; a binary heap
 * needs thirteen for ten thousand (decision 0009).
 */
export function createJobQueue<Job extends Placed>(ranks: number): JobQueue<Job> {
  const lines = Array.from({ length: ranks }, (): Line => ({ first: undefined, last: undefined }));
  let size = 0;

  return {
    size: () => size,
    peek() {
      if (size === 0) return undefined;
      for (let rank = ranks - 1; rank >= 0; rank -= 1) {
        const first = lines[rank]?.first;
        if (first !== undefined) return first as Job;
      }
      return undefined;
    },
    add(job) {
      const line = lines[job.rank] as Line;
      let ahead: Placed | undefined;
      let behind = line.first;
      if (line.last !== undefined && runsBefore(line.last, job)) {
        ahead = line.last;
        behind = undefined;
      }
      while (behind !== undefined && runsBefore(behind, job)) {
        ahead = behind;
        behind = behind.behind;
      }
      job.waits = true;
      job.ahead = ahead;
      job.behind = behind;
      if (ahead === undefined) line.first = job;
      else ahead.behind = job;
      if (behind === undefined) line.last = job;
      else behind.ahead = job;
      size += 1;
    },
    remove(job) {
      if (!job.waits) return false;
      const { ahead, behind } = job;
      const line = lines[job.rank] as Line;
      if (ahead === undefined) line.first = behind;
      else ahead.behind = behind;
      if (behind === undefined) line.last = ahead;
      else behind.ahead = ahead;
      job.waits = false;
      // A removed job must not keep its neighbours from being collected.
      job.ahead = undefined;
      job.behind = undefined;
      size -= 1;
      return true;
    },
  };
}
