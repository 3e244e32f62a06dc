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
