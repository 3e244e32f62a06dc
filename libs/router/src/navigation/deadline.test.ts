import { createFakeClock } from '@adit/testing';
import { createDeadline } from './deadline.ts';

describe('createDeadline', () => {
  it('S32 passes after 3800 ms, not earlier', async () => {
    const clock = createFakeClock();
    let passedAt: number | undefined;
    createDeadline({ clock }).start(() => (passedAt = clock.now()));
    await clock.advance(3_799);
    expect(passedAt).toBeUndefined();
    await clock.advance(1);
    expect(passedAt).toBe(3_800);
  });

  it('S32 starts at once, where a timer that waits for an idle moment never starts (control: Next)', async () => {
    const idleCallbacks: IdleRequestCallback[] = [];
    window.requestIdleCallback = (callback) => idleCallbacks.push(callback);
    const { resolvePromiseWithTimeout } = await import('next/dist/client/lib/promise.js');
    jest.useFakeTimers();
    try {
      const passed: string[] = [];
      const never = new Promise<void>(() => undefined);
      resolvePromiseWithTimeout(never, new Error('late'), undefined).catch(() => passed.push('Next'));
      createDeadline({ clock: globalThis }).start(() => passed.push('ours'));

      await jest.advanceTimersByTimeAsync(38_000);
      expect(passed).toEqual(['ours']);

      // It is idleness alone that Next's lacks.
      for (const callback of idleCallbacks) callback({ didTimeout: false, timeRemaining: () => 1 });
      await jest.advanceTimersByTimeAsync(3_800);
      expect(passed).toEqual(['ours', 'Next']);
    } finally {
      jest.useRealTimers();
    }
  });

  it('forgets the older navigation when a newer one starts', async () => {
    const clock = createFakeClock();
    const passed: string[] = [];
    const deadline = createDeadline({ clock });
    deadline.start(() => passed.push('older'));
    await clock.advance(3_000);
    deadline.start(() => passed.push('newer'));
    await clock.advance(3_800);
    expect(passed).toEqual(['newer']);
    expect(clock.pending).toBe(0);
  });

  it('stops when cancelled, and cancelling nothing does nothing', async () => {
    const clock = createFakeClock();
    const deadline = createDeadline({ clock });
    deadline.cancel();
    deadline.start(() => {
      throw new Error('passed');
    });
    deadline.cancel();
    deadline.cancel();
    await clock.advance(10_000);
    expect(clock.pending).toBe(0);
  });

  it('refuses a time-out that is no positive integer', () => {
    const clock = createFakeClock();
    for (const timeoutMs of [0, -1, 0.5, Number.NaN, Infinity]) {
      expect(() => createDeadline({ clock, timeoutMs })).toThrow(
        `timeoutMs is ${timeoutMs}; accepted: an integer of at least 1`,
      );
    }
  });
});
