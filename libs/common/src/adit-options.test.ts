import { ACCEPTED, ADIT_OPTIONS, isOrigin, judgeName } from './adit-options.ts';

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
    expect(
      parts.filter((part) => !/^(?:object|switch|texts|collected|loaded)$/.test(kindOf(part) ?? '')),
    ).toEqual([]);
  });
});

describe('judgeName', () => {
  it.each([
    ['monitoring', 'dsn', 'known'],
    ['monitoring', 'dns', 'wrong'],
    ['no.part', 'dsn', 'wrong'],
    ['monitoring', 'anything', 'wrong'],
    ['monitoring', 'toString', 'wrong'],
    ['', 'monitoring', 'known'],
    ['monitoring.dataCollection', 'userInfo', 'known'],
    ['monitoring.dataCollection', 'userInfos', 'wrong'],
    ['monitoring.dataCollection', 'usreInfo', 'wrong'],
    ['monitoring.dataCollection', 'cookie', 'wrong'],
    ['monitoring.dataCollection', 'genAi', 'wrong'],
    ['monitoring.dataCollection', 'urlQueryParam', 'wrong'],
    ['monitoring.dataCollection', 'feelings', 'new'],
    ['monitoring.dataCollection.genAI', 'output', 'wrong'],
    ['monitoring.dataCollection.genAI', 'tools', 'new'],
    ['monitoring.replay', 'maskAllTexts', 'wrong'],
    ['monitoring.replay', 'frames', 'new'],
  ])('of %s: %s is %s', (part, name, expected) => {
    expect(judgeName(part, name)).toBe(expected);
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
