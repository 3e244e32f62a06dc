import { atTurnEnd } from './turn-end.ts';

const nextTurn = (): Promise<void> => new Promise(setImmediate);

describe('atTurnEnd', () => {
  it('does everything of a turn together, in order, after what the turn itself does', async () => {
    const done: string[] = [];
    atTurnEnd(() => done.push('first'));
    atTurnEnd(() => done.push('second'));
    await Promise.resolve();
    expect(done).toEqual([]);
    await nextTurn();
    expect(done).toEqual(['first', 'second']);
  });

  it('does the work of others though one throws', async () => {
    const thrown: unknown[] = [];
    const microtasks = jest.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => {
      try {
        task();
      } catch (error) {
        thrown.push(error);
      }
    });
    const done: string[] = [];
    atTurnEnd(() => {
      throw new Error('broken');
    });
    atTurnEnd(() => done.push('second'));
    await nextTurn();
    microtasks.mockRestore();
    expect([done, String(thrown[0])]).toEqual([['second'], 'Error: broken']);
  });

  it('leaves what comes up meanwhile to the next turn', async () => {
    const done: string[] = [];
    atTurnEnd(() => {
      done.push('outer');
      atTurnEnd(() => done.push('inner'));
    });
    await nextTurn();
    expect(done).toEqual(['outer']);
    await nextTurn();
    expect(done).toEqual(['outer', 'inner']);
  });
});
