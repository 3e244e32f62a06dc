import { sampleSessionReplay, type TabStorage } from './session-replay.ts';

const createStorage = (kept?: string): TabStorage & { readonly values: Map<string, string> } => {
  const values = new Map<string, string>();
  if (kept !== undefined) values.set('adit-draw', kept);
  return {
    values,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
  };
};

const rates = (replaysSessionSampleRate: number, replaysOnErrorSampleRate: number) => ({
  replaysSessionSampleRate,
  replaysOnErrorSampleRate,
});

describe(sampleSessionReplay, () => {
  it('needs nothing, and keeps nothing, where both rates are 0', () => {
    const storage = createStorage();

    const draw = sampleSessionReplay(rates(0, 0), { storage: () => storage, random: () => 0 });

    expect(draw).toEqual({ isNeeded: false, rates: rates(0, 0) });
    expect(storage.values.size).toBe(0);
  });

  it('needs replay in every page, and leaves sampling to the SDK, where errors are to be recorded', () => {
    expect(sampleSessionReplay(rates(0.25, 0.5), { storage: createStorage, random: () => 0.9 })).toEqual({
      isNeeded: true,
      rates: rates(0.25, 0.5),
    });
  });

  it.each([
    [0.24, { isNeeded: true, rates: rates(1, 0) }],
    [0.25, { isNeeded: false, rates: rates(0, 0) }],
  ])('of a quarter of the sessions and %s drawn, makes the one draw there is', (drawn, expected) => {
    expect(sampleSessionReplay(rates(0.25, 0), { storage: createStorage, random: () => drawn })).toEqual(
      expected,
    );
  });

  it('needs replay in every page where every session is recorded', () => {
    expect(sampleSessionReplay(rates(1, 0), { storage: createStorage }).isNeeded).toBe(true);
  });

  it('draws once for a tab, and compares with the rate of the day', () => {
    const storage = createStorage();
    const random = jest.fn().mockReturnValueOnce(0.5).mockReturnValue(0);
    const isNeededAt = (rate: number) =>
      sampleSessionReplay(rates(rate, 0), { storage: () => storage, random }).isNeeded;

    expect([isNeededAt(0.4), isNeededAt(0.4), isNeededAt(0.6)]).toEqual([false, false, true]);
  });

  it.each(['', 'x', '-1', '1', 'NaN'])('ignores the stored number "%s"', (kept) => {
    const storage = createStorage(kept);

    expect(sampleSessionReplay(rates(0.5, 0), { storage: () => storage, random: () => 0.9 }).isNeeded).toBe(
      false,
    );
    expect(storage.values.get('adit-draw')).toBe('0.9');
  });

  it('draws for each page where storage is denied', () => {
    const denied = () => {
      throw new Error('SecurityError');
    };

    expect(sampleSessionReplay(rates(0.5, 0), { storage: denied, random: () => 0.4 }).isNeeded).toBe(true);
    expect(sampleSessionReplay(rates(0.5, 0), { storage: denied, random: () => 0.6 }).isNeeded).toBe(false);
  });
});
