import { ACCEPTED, isOrigin, ADIT_OPTIONS } from './adit-options.ts';

describe('the options of adit.config', () => {
  it('have a kind that says what it accepts', () => {
    const kinds = Object.values(ADIT_OPTIONS).flatMap((part) => Object.values(part));
    expect(kinds.length).toBeGreaterThan(50);
    expect(kinds.filter((kind) => kind !== 'any' && !(kind in ACCEPTED))).toEqual([]);
  });

  it('have their parts among the options at the root', () => {
    const parts = Object.keys(ADIT_OPTIONS).filter((part) => part !== '');
    const kindOf = (path: string): string | undefined => {
      const dot = path.lastIndexOf('.');
      return ADIT_OPTIONS[path.slice(0, Math.max(dot, 0))]?.[path.slice(dot + 1)];
    };
    expect(parts.filter((part) => !/^(?:object|switch|texts)$/.test(kindOf(part) ?? ''))).toEqual([]);
  });
});

describe('isOrigin', () => {
  it.each([
    ['https://tunnel.example.org', true],
    ['http://127.0.0.1:8787', true],
    ['https://tunnel.example.org/', false],
    ['https://tunnel.example.org/path', false],
    ['tunnel.example.org', false],
    ['', false],
    [undefined, false],
    [7, false],
  ])('%j: %j', (text, expected) => {
    expect(isOrigin(text)).toBe(expected);
  });
});
