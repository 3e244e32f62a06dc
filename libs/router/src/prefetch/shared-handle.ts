import type { PrefetchPriority } from '../prefetch-types.ts';
import type { PrefetchHandle } from './job.ts';
import { endJob, raiseJob, reportPhase, runJob, type Job, type PrefetcherContext } from './run-job.ts';

/**
 * One caller's share in a job of a prefetcher. A class, so that thousands of handles share their methods. Its fields are
 * declared only, as those of `JobHandle`.
 */
export class SharedHandle<Value> implements PrefetchHandle<Value> {
  declare private readonly context: PrefetcherContext<Value>;
  declare private readonly job: Job<Value>;
  declare private readonly handle: PrefetchHandle<Value>;
  declare private cancelled: boolean;

  constructor(context: PrefetcherContext<Value>, job: Job<Value>, priority: PrefetchPriority) {
    this.context = context;
    this.job = job;
    this.cancelled = false;
    job.shares += 1;
    this.handle = context.scheduler.schedule({
      key: job.schedulerKey,
      kind: job.kind,
      priority,
      run: (run) => runJob(context, job, run),
    });
  }

  get promise(): Promise<Value> {
    return this.handle.promise;
  }

  cancel(): void {
    const { context, job } = this;
    if (this.cancelled || job.ended) return;
    this.cancelled = true;
    job.shares -= 1;
    if (job.shares === 0) {
      endJob(context, job);
      job.fill?.abandon();
      reportPhase(context, job, { phase: 'cancelled' });
    }
    this.handle.cancel();
  }

  bump(priority: PrefetchPriority): void {
    if (this.cancelled || this.job.ended) return;
    raiseJob(this.context, this.job, priority);
    this.handle.bump(priority);
  }
}
