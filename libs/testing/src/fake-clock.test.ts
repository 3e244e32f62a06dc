import { createFakeClock } from './fake-clock.ts';

describe('createFakeClock', () => {
  it('stands still until it is advanced', async () => {
    const clock = createFakeClock({ now: 1_000 });
    expect(clock.now()).toBe(1_000);
    await clock.advance(250);
    expect(clock.now()).toBe(1_250);
  });

  it('fires timers by due time, then by creation, and shows each its own time', async () => {
    const clock = createFakeClock();
    const fired: string[] = [];
    const note = (name: string) => () => fired.push(`${name}@${clock.now()}`);
    clock.setTimeout(note('late'), 30);
    clock.setTimeout(note('first'), 10);
    clock.setTimeout(note('second'), 10);
    clock.setTimeout(note('never'), 31);
    clock.setTimeout(note('at once'));
    await clock.advance(30);
    expect(fired).toEqual(['at once@0', 'first@10', 'second@10', 'late@30']);
    expect(clock.pending).toBe(1);
  });

  it('lets promise callbacks run between timers, so a timer they set in time still fires', async () => {
    const clock = createFakeClock();
    const fired: number[] = [];
    const wait = (ms: number) => new Promise<void>((resolve) => clock.setTimeout(resolve, ms));
    void (async () => {
      await wait(10);
      await Promise.resolve();
      await wait(10);
      fired.push(clock.now());
    })();
    await clock.advance(25);
    expect(fired).toEqual([20]);
  });

  it('sets the wall clock without moving anything else', async () => {
    const clock = createFakeClock({ now: 1_000 });
    let firedAt = 0;
    clock.setTimeout(() => (firedAt = clock.now()), 10);
    clock.setWall(86_400_000);
    expect([clock.now(), clock.monotonicNow()]).toEqual([86_401_000, 0]);
    await clock.advance(10);
    expect([firedAt, clock.monotonicNow()]).toEqual([86_401_010, 10]);
  });

  it('forgets cleared timers and ignores handles it does not know', async () => {
    const clock = createFakeClock();
    let fired = false;
    clock.clearTimeout(clock.setTimeout(() => (fired = true), 5));
    clock.clearTimeout(undefined);
    await clock.advance(10);
    expect(fired).toBe(false);
    expect(clock.pending).toBe(0);
  });
});
