/** @jest-environment node */
import { scheduleInSlices } from './schedule-in-slices.ts';
import type { PrefetchJob } from './job.ts';
import { createPrefetchScheduler } from './scheduler.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A scheduler, and jobs each of which takes a millisecond to make and runs for ever. */
function scripted(count: number) {
  const tasks: (() => void)[] = [];
  const clock = { now: () => made, setTimeout: (task: () => void) => tasks.push(task) };
  const started: string[] = [];
  const scheduler = createPrefetchScheduler<string>({ order: 'oldest-first' });
  let made = 0;
  function* jobs(): Generator<PrefetchJob<string>, void> {
    while (made < count) {
      const key = `/${(made += 1)}`;
      yield {
        key,
        kind: 'route',
        priority: 'viewport',
        run() {
          started.push(key);
          return new Promise(() => undefined);
        },
      };
    }
  }
  async function nextTask(): Promise<void> {
    tasks.shift()?.();
    await settled();
  }
  return { clock, scheduler, jobs, started, made: () => made, nextTask };
}

describe('scheduleInSlices', () => {
  it('lets the page have its turn after every slice, and starts what it has', async () => {
    const { clock, scheduler, jobs, started, made, nextTask } = scripted(12);
    const { handles } = scheduleInSlices(scheduler, jobs(), { clock });
    await settled();
    expect(made()).toBe(5);
    expect(scheduler.stats()).toMatchObject({ queued: 1, inFlight: 4 });
    expect(started).toEqual(['/1', '/2', '/3', '/4']);
    await nextTask();
    expect(made()).toBe(10);
    await nextTask();
    await expect(handles).resolves.toHaveLength(12);
    expect(scheduler.stats()).toMatchObject({ queued: 8, inFlight: 4 });
  });

  it('control: one loop takes as long as there are jobs', () => {
    const { clock, scheduler, jobs, made } = scripted(12);
    for (const job of jobs()) scheduler.schedule(job);
    expect([made(), clock.now()]).toEqual([12, 12]);
  });

  it('takes slices as long as the option says', async () => {
    const { clock, scheduler, jobs, made } = scripted(12);
    scheduleInSlices(scheduler, jobs(), { clock, sliceMs: 2 });
    await settled();
    expect(made()).toBe(2);
  });

  it('makes nothing more once cancelled, and takes back what it queued', async () => {
    const { clock, scheduler, jobs, made, nextTask } = scripted(12);
    const schedule = scheduleInSlices(scheduler, jobs(), { clock });
    await settled();
    schedule.cancel();
    await nextTask();
    expect(made()).toBe(5);
    expect(scheduler.stats().queued).toBe(0);
    const handles = await schedule.handles;
    expect(handles).toHaveLength(5);
    await expect(handles[0]?.promise).rejects.toThrow('This prefetch was cancelled');
  });

  it('cancels what is queued after all are', async () => {
    const { clock, scheduler, jobs } = scripted(4);
    const { handles, cancel } = scheduleInSlices(scheduler, jobs(), { clock });
    await expect(handles).resolves.toHaveLength(4);
    cancel();
    await settled();
    await expect((await handles)[3]?.promise).rejects.toThrow('This prefetch was cancelled');
  });

  it('tells what goes wrong while jobs are made, and keeps those before', async () => {
    const { clock, scheduler, jobs } = scripted(1);
    function* broken() {
      yield* jobs();
      throw new Error('no more');
    }
    await expect(scheduleInSlices(scheduler, broken(), { clock }).handles).rejects.toThrow('no more');
    expect(scheduler.stats().inFlight).toBe(1);
  });

  it('refuses slices of no length', () => {
    const { clock, scheduler, jobs } = scripted(1);
    expect(() => scheduleInSlices(scheduler, jobs(), { clock, sliceMs: 0 })).toThrow(
      'sliceMs is 0; accepted: an integer of at least 1',
    );
  });
});
